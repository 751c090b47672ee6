#include "align/word_pairs.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "util/parallel.h"

namespace pitchpipe::align {
namespace {

constexpr std::size_t kWordsAtATime = 4;

void check_text(const NumberedText& text, const char* side) {
  auto fail = [&](const std::string& what) { throw std::invalid_argument(std::string("the ") + side + " " + what); };
  if (text.words >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) fail("has too many words");
  if (text.offsets.empty() || text.offsets.front() != 0 ||
      static_cast<std::size_t>(text.offsets.back()) != text.ids.size())
    fail("text has offsets that do not fit its tokens");
  for (std::size_t n = 0; n + 1 < text.offsets.size(); ++n) {
    std::int64_t length = text.offsets[n + 1] - text.offsets[n];
    if (length < 0) fail("text has offsets that go back");
    if (length > static_cast<std::int64_t>(WordPairs::kMostTokens))
      fail("line " + std::to_string(n + 1) + " has " + std::to_string(length) + " tokens, and at most " +
           std::to_string(WordPairs::kMostTokens) + " can be aligned");
  }
  for (std::int32_t id : text.ids)
    if (id >= static_cast<std::int64_t>(text.words)) fail("text has a word number that is too high");
}

void check_table(const PairSpans& table, std::size_t source_words, std::size_t target_words) {
  auto fail = [](const char* what) { throw std::invalid_argument(std::string("the table of word pairs ") + what); };
  if (table.rows.size() != source_words + 1 || table.rows.front() != 0 ||
      static_cast<std::size_t>(table.rows.back()) != table.size())
    fail("does not fit its words");
  if (table.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()) - 1) fail("is too large");
  for (std::size_t s = 0; s < source_words; ++s)
    if (table.rows[s] > table.rows[s + 1]) fail("is not in order");
  for (std::size_t s = 0; s < source_words; ++s) {
    std::int64_t before = -1;
    for (auto k = static_cast<std::size_t>(table.rows[s]); k < static_cast<std::size_t>(table.rows[s + 1]); ++k) {
      if (table.targets[k] <= before || table.targets[k] >= static_cast<std::int64_t>(target_words))
        fail("is not in order");
      before = table.targets[k];
    }
  }
}

std::vector<std::int32_t> known(const NumberedText& text) {
  std::vector<std::int32_t> ids(text.ids.begin(), text.ids.end());
  for (std::int32_t& id : ids)
    if (id < 0) id = static_cast<std::int32_t>(text.words);
  return ids;
}

struct Places {
  std::vector<std::int32_t> of_word;  // by target word: its place among those found, or none
  std::vector<std::int32_t> found;
};

}  // namespace

WordPairs::WordPairs(NumberedText source, NumberedText target, int threads) {
  take_texts(source, target);
  cells_.resize(static_cast<std::size_t>(token_cells_.back()));
  number_pairs(threads);
  cells_view_ = cells_;
  pair_count_ = table_.size();
}

WordPairs::WordPairs(NumberedText source, NumberedText target, PairSpans table, int threads) {
  check_table(table, source.words, target.words);
  take_texts(source, target);
  cells_.resize(static_cast<std::size_t>(token_cells_.back()));
  find_pairs(table, threads);
  cells_view_ = cells_;
  pair_count_ = table.size();
}

WordPairs::WordPairs(NumberedText source, NumberedText target, std::span<const std::int32_t> cells, std::size_t pairs)
    : cells_view_(cells), pair_count_(pairs) {
  take_texts(source, target);
  if (cells.size() != static_cast<std::size_t>(token_cells_.back()))
    throw std::invalid_argument("the numbers of word pairs are not those of these texts");
  bool fine = true;
  for (std::int32_t cell : cells) fine &= cell >= 0 && static_cast<std::size_t>(cell) < pairs;
  if (!fine) throw std::invalid_argument("the number of a word pair is too high");
}

void WordPairs::take_texts(NumberedText source, NumberedText target) {
  check_text(source, "source");
  check_text(target, "target");
  if (source.offsets.size() != target.offsets.size())
    throw std::invalid_argument(std::to_string(source.offsets.size() - 1) + " source lines, but " +
                                std::to_string(target.offsets.size() - 1) + " target lines");
  if (source.offsets.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw std::invalid_argument("there are more lines than can be aligned at once, 2^31");
  source_words_ = source.words, target_words_ = target.words;
  source_ = known(source), target_ = known(target);
  source_offsets_.assign(source.offsets.begin(), source.offsets.end());
  target_offsets_.assign(target.offsets.begin(), target.offsets.end());
  token_cells_.resize(source_.size() + 1, 0);
  token_lines_.resize(source_.size());
  for (std::size_t n = 0; n < line_count(); ++n)
    for (std::size_t token = source_begin(n); token < source_begin(n + 1); ++token) {
      token_lines_[token] = static_cast<std::int32_t>(n);
      token_cells_[token + 1] = token_cells_[token] + static_cast<std::int64_t>(target_length(n));
    }
  list_occurrences();
}

void WordPairs::list_occurrences() {
  occurrence_starts_.assign(source_words_ + 2, 0);
  for (std::int32_t id : source_) ++occurrence_starts_[static_cast<std::size_t>(id) + 1];
  for (std::size_t s = 0; s <= source_words_; ++s) occurrence_starts_[s + 1] += occurrence_starts_[s];
  std::vector<std::int64_t> next(occurrence_starts_.begin(), occurrence_starts_.end() - 1);
  occurrences_.resize(source_.size());
  for (std::size_t token = 0; token < source_.size(); ++token)
    occurrences_[static_cast<std::size_t>(next[static_cast<std::size_t>(source_[token])]++)] =
        static_cast<std::int64_t>(token);
}

template <class Visit>
void WordPairs::for_each_cell(std::size_t source_word, Visit visit) {
  for (auto o = occurrence_starts_[source_word]; o < occurrence_starts_[source_word + 1]; ++o) {
    auto token = static_cast<std::size_t>(occurrences_[static_cast<std::size_t>(o)]);
    const std::int32_t* other = target_.data() + target_begin(static_cast<std::size_t>(token_lines_[token]));
    for (std::size_t cell = token_cells(token); cell < token_cells(token + 1); ++cell)
      visit(static_cast<std::size_t>(*other++), cells_[cell]);
  }
}

void WordPairs::number_pairs(int threads) {
  constexpr std::int32_t kNone = -1;
  for (const auto* ids : {&source_, &target_})
    for (std::int32_t id : *ids)
      if (static_cast<std::size_t>(id) == (ids == &source_ ? source_words_ : target_words_))
        throw std::invalid_argument("found an unknown word in a text to learn from");
  std::vector<std::vector<std::int32_t>> rows(source_words_);
  util::parallel_for<Places>(source_words_, threads, [&](Places& places, std::size_t s) {
    places.of_word.resize(target_words_, kNone);
    std::vector<std::int32_t>& found = rows[s];
    for_each_cell(s, [&](std::size_t t, std::int32_t&) {
      if (places.of_word[t] == kNone) places.of_word[t] = 0, found.push_back(static_cast<std::int32_t>(t));
    });
    std::sort(found.begin(), found.end());
    for (std::size_t k = 0; k < found.size(); ++k)
      places.of_word[static_cast<std::size_t>(found[k])] = static_cast<std::int32_t>(k);
    for_each_cell(s, [&](std::size_t t, std::int32_t& cell) { cell = places.of_word[t]; });
    for (std::int32_t t : found) places.of_word[static_cast<std::size_t>(t)] = kNone;
  }, kWordsAtATime);
  table_.rows.assign(1, 0);
  for (const auto& row : rows)
    table_.rows.push_back(table_.rows.back() + static_cast<std::int64_t>(row.size()));
  if (table_.rows.back() >= std::numeric_limits<std::int32_t>::max() - 1)
    throw std::invalid_argument("there are more different word pairs than can be numbered, 2^31");
  table_.targets.reserve(static_cast<std::size_t>(table_.rows.back()));
  for (const auto& row : rows) table_.targets.insert(table_.targets.end(), row.begin(), row.end());
  struct None {};
  util::parallel_for<None>(source_words_, threads, [&](None&, std::size_t s) {
    auto first = static_cast<std::int32_t>(table_.rows[s]);
    for_each_cell(s, [&](std::size_t, std::int32_t& cell) { cell += first; });
  }, kWordsAtATime);
}

void WordPairs::find_pairs(const PairSpans& table, int threads) {
  auto none = static_cast<std::int32_t>(table.size());
  util::parallel_for<Places>(source_words_ + 1, threads, [&](Places& places, std::size_t s) {
    if (occurrence_starts_[s] == occurrence_starts_[s + 1]) return;
    places.of_word.resize(target_words_ + 1, none);
    places.of_word.back() = s < source_words_ ? none : none + 1;
    auto first = s < source_words_ ? table.rows[s] : 0, last = s < source_words_ ? table.rows[s + 1] : 0;
    for (auto k = first; k < last; ++k)
      places.of_word[static_cast<std::size_t>(table.targets[static_cast<std::size_t>(k)])] =
          static_cast<std::int32_t>(k);
    for_each_cell(s, [&](std::size_t t, std::int32_t& cell) { cell = places.of_word[t]; });
    for (auto k = first; k < last; ++k)
      places.of_word[static_cast<std::size_t>(table.targets[static_cast<std::size_t>(k)])] = none;
  }, kWordsAtATime);
}

}  // namespace pitchpipe::align
