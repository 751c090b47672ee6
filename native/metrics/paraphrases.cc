#include "metrics/paraphrases.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>

#include "text/words.h"
#include "util/decimal.h"

namespace pitchpipe::metrics {

std::int32_t Paraphrases::intern(std::string_view text) {
  split_.clear();
  text::for_each_token(text, [&](std::string_view word) { split_.push_back(words_.intern(word)); });
  longest_ = std::max(longest_, split_.size());
  return phrases_.intern({reinterpret_cast<const char*>(split_.data()), split_.size() * sizeof(std::int32_t)});
}

void Paraphrases::add(std::string_view reference, std::string_view candidate, double probability) {
  references_.push_back(intern(reference));
  pairs_.push_back({intern(candidate), static_cast<float>(probability), -1});
}

void Paraphrases::add_text(std::string_view piece) {
  while (!piece.empty()) {
    std::size_t end = piece.find('\n');
    rest_ += piece.substr(0, end);
    if (end == std::string_view::npos) return;
    piece.remove_prefix(end + 1);
    lines_.push_back(std::move(rest_));
    rest_.clear();
    if (lines_.size() < 3) continue;
    const std::string& number = lines_[0];
    std::optional<double> probability = util::decimal(std::string_view(number).substr(0, number.find_last_not_of(" \t\r") + 1));
    if (!probability)
      throw std::invalid_argument("found '" + number.substr(0, 40) + "' as the probability of pair " +
                                  std::to_string(pairs_.size() + 1) + ", expected a number");
    add(lines_[1], lines_[2], *probability);
    lines_.clear();
  }
}

void Paraphrases::finish() {
  if (!rest_.empty()) add_text("\n");
  if (!lines_.empty()) throw std::invalid_argument("found half a pair at the end, expected three lines");
  mark_rarest();
  starts_.assign(phrases_.size() + 1, 0);
  for (std::int32_t phrase : references_) ++starts_[static_cast<std::size_t>(phrase) + 1];
  for (std::size_t p = 1; p < starts_.size(); ++p) starts_[p] += starts_[p - 1];
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  std::vector<Pair> sorted(pairs_.size());
  for (std::size_t i = 0; i < pairs_.size(); ++i) sorted[next[static_cast<std::size_t>(references_[i])]++] = pairs_[i];
  pairs_.swap(sorted);
  references_ = {};
  mark_beginnings();
}

void Paraphrases::mark_rarest() {
  std::vector<std::uint32_t> seen(words_.size(), 0);
  auto count = [&](std::int32_t word) {
    ++seen[static_cast<std::size_t>(word)];
    return true;
  };
  for (std::size_t phrase = 0; phrase < phrases_.size(); ++phrase) each_word(static_cast<std::int32_t>(phrase), count);
  std::vector<std::int32_t> rarest(phrases_.size(), -1);
  for (std::size_t phrase = 0; phrase < phrases_.size(); ++phrase)
    each_word(static_cast<std::int32_t>(phrase), [&](std::int32_t word) {
      std::int32_t& best = rarest[phrase];
      if (best < 0 || seen[static_cast<std::size_t>(word)] < seen[static_cast<std::size_t>(best)]) best = word;
      return true;
    });
  for (Pair& pair : pairs_) pair.rarest = rarest[static_cast<std::size_t>(pair.phrase)];
}

// Of sixteen bits, one at most is set: few phrases are looked for in vain.
void Paraphrases::mark_beginnings() {
  std::size_t count = 0;
  for (std::size_t phrase = 0; phrase < phrases_.size(); ++phrase)
    if (starts_[phrase + 1] > starts_[phrase]) count += phrases_[phrase].size() / sizeof(std::int32_t);
  beginnings_.assign(std::bit_ceil(count / 4 + 1), 0);
  for (std::size_t phrase = 0; phrase < phrases_.size(); ++phrase) {
    if (starts_[phrase + 1] == starts_[phrase]) continue;
    std::uint64_t hash = 0;
    each_word(static_cast<std::int32_t>(phrase), [&](std::int32_t word) {
      hash = util::mix_hash(hash, static_cast<std::uint32_t>(word));
      beginnings_[hash >> 6 & (beginnings_.size() - 1)] |= std::uint64_t{1} << (hash & 63);
      return true;
    });
  }
}

}  // namespace pitchpipe::metrics
