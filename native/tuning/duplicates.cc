#include "tuning/duplicates.h"

#include <bit>
#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "util/hash.h"
#include "util/hash_table.h"

namespace pitchpipe::tuning {
namespace {

std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value + 0.0); }  // makes -0 a 0

void check(const text::GroupedTexts& texts, const CandidateFeatures& features) {
  auto entries = static_cast<std::int64_t>(features.features.size());
  bool fits = features.dense.size() == texts.size() * features.width && features.starts.size() == texts.size() + 1 &&
              features.starts.front() == 0 && features.starts.back() == entries &&
              features.values.size() == features.features.size();
  for (std::size_t i = 0; fits && i < texts.size(); ++i) fits = features.starts[i] <= features.starts[i + 1];
  if (!fits) throw std::invalid_argument("texts and features do not fit together");
}

class Candidates {
 public:
  Candidates(const text::GroupedTexts& texts, const CandidateFeatures& features) : texts_(texts), features_(features) {}

  std::uint64_t hash(std::size_t row) const {
    std::uint64_t state = util::hash_bytes(texts_[row]);
    auto add = [&](std::uint64_t word) { state = util::mix_hash(state, word); };
    for (double value : dense(row)) add(bits_of(value));
    for (std::int64_t at = next(row, features_.starts[row]); at < end(row); at = next(row, at + 1)) {
      add(static_cast<std::uint64_t>(feature(at)));
      add(bits_of(value(at)));
    }
    return state;
  }

  bool equal(std::size_t one, std::size_t other) const {
    if (texts_[one] != texts_[other]) return false;
    std::span<const double> first = dense(one), second = dense(other);
    for (std::size_t f = 0; f < first.size(); ++f)
      if (bits_of(first[f]) != bits_of(second[f])) return false;
    std::int64_t a = next(one, features_.starts[one]), b = next(other, features_.starts[other]);
    for (; a < end(one) && b < end(other); a = next(one, a + 1), b = next(other, b + 1))
      if (feature(a) != feature(b) || bits_of(value(a)) != bits_of(value(b))) return false;
    return a == end(one) && b == end(other);
  }

 private:
  std::span<const double> dense(std::size_t row) const {
    return features_.dense.subspan(row * features_.width, features_.width);
  }
  std::int64_t end(std::size_t row) const { return features_.starts[row + 1]; }
  std::int32_t feature(std::int64_t at) const { return features_.features[static_cast<std::size_t>(at)]; }
  double value(std::int64_t at) const { return features_.values[static_cast<std::size_t>(at)]; }
  // The first entry of the row from `at` on that is not 0.
  std::int64_t next(std::size_t row, std::int64_t at) const {
    while (at < end(row) && value(at) == 0) ++at;
    return at;
  }

  const text::GroupedTexts& texts_;
  const CandidateFeatures& features_;
};

}  // namespace

std::vector<std::int64_t> first_of_equals(const text::GroupedTexts& texts, const CandidateFeatures& features) {
  check(texts, features);
  Candidates candidates(texts, features);
  std::vector<std::int64_t> first(texts.size());
  util::Numbering numbers;
  std::vector<std::size_t> seen;  // different candidates of the group
  std::vector<std::uint64_t> hashes;
  for (std::size_t group = 0; group < texts.group_count(); ++group) {
    numbers.clear();
    seen.clear();
    hashes.clear();
    for (std::size_t row = texts.group_begin(group); row < texts.group_end(group); ++row) {
      std::uint64_t hash = candidates.hash(row);
      std::uint32_t number = numbers.insert(
          hash, [&](std::uint32_t known) { return hashes[known] == hash && candidates.equal(seen[known], row); },
          [&](std::uint32_t known) { return hashes[known]; });
      if (number == seen.size()) {
        seen.push_back(row);
        hashes.push_back(hash);
      }
      first[row] = static_cast<std::int64_t>(seen[number]);
    }
  }
  return first;
}

}  // namespace pitchpipe::tuning
