#include "align/joined_pairs.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "util/parallel.h"

namespace pitchpipe::align {
namespace {

constexpr std::size_t kWordsAtATime = 64;

std::span<const std::int32_t> row_of(const PairSpans& table, std::size_t s) {
  return table.targets.subspan(static_cast<std::size_t>(table.rows[s]),
                               static_cast<std::size_t>(table.rows[s + 1] - table.rows[s]));
}

void check(const PairSpans& table, std::size_t source_words) {
  bool fine = table.rows.size() == source_words + 1 && table.rows.front() == 0 &&
              static_cast<std::size_t>(table.rows.back()) == table.size();
  for (std::size_t s = 0; fine && s < source_words; ++s) fine = table.rows[s] <= table.rows[s + 1];
  if (!fine) throw std::invalid_argument("a table of word pairs does not fit its words");
}

// The target words of a source word in all tables, once each and in order.
class Union {
 public:
  std::span<const std::int32_t> of(std::span<const PairSpans> tables, std::size_t s, std::size_t target_words) {
    place_.resize(target_words, kNone);
    found_.clear();
    for (const PairSpans& table : tables)
      for (std::int32_t t : row_of(table, s)) {
        if (t < 0 || static_cast<std::size_t>(t) >= target_words)
          throw std::invalid_argument("a table of word pairs has a word that is not there");
        if (place_[static_cast<std::size_t>(t)] != kNone) continue;
        place_[static_cast<std::size_t>(t)] = 0;
        found_.push_back(t);
      }
    std::sort(found_.begin(), found_.end());
    for (std::size_t k = 0; k < found_.size(); ++k)
      place_[static_cast<std::size_t>(found_[k])] = static_cast<std::int32_t>(k);
    return found_;
  }
  std::int32_t place(std::int32_t t) const { return place_[static_cast<std::size_t>(t)]; }
  void clear() {
    for (std::int32_t t : found_) place_[static_cast<std::size_t>(t)] = kNone;
  }

 private:
  static constexpr std::int32_t kNone = -1;
  std::vector<std::int32_t> place_;  // by target word: its place among those found, or none
  std::vector<std::int32_t> found_;
};

}  // namespace

std::vector<std::int64_t> joined_rows(std::span<const PairSpans> tables, std::size_t source_words,
                                      std::size_t target_words, int threads) {
  for (const PairSpans& table : tables) check(table, source_words);
  std::vector<std::int64_t> rows(source_words + 1, 0);
  util::parallel_for<Union>(source_words, threads, [&](Union& words, std::size_t s) {
    rows[s + 1] = static_cast<std::int64_t>(words.of(tables, s, target_words).size());
    words.clear();
  }, kWordsAtATime);
  for (std::size_t s = 0; s < source_words; ++s) rows[s + 1] += rows[s];
  if (rows.back() >= std::numeric_limits<std::int32_t>::max() - 1)
    throw std::invalid_argument("there are more different word pairs than can be numbered, 2^31");
  return rows;
}

void join_pairs(std::span<const PairSpans> tables, std::span<const std::int64_t> rows, std::size_t target_words,
                std::span<std::int32_t> targets, std::span<const std::span<std::int32_t>> numbers, int threads) {
  if (rows.empty() || numbers.size() != tables.size() || static_cast<std::size_t>(rows.back()) != targets.size())
    throw std::invalid_argument("there is not a place for each word pair");
  check({rows, targets}, rows.size() - 1);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    check(tables[i], rows.size() - 1);
    if (numbers[i].size() != tables[i].size()) throw std::invalid_argument("there is not a place for each word pair");
  }
  util::parallel_for<Union>(rows.size() - 1, threads, [&](Union& words, std::size_t s) {
    std::span<const std::int32_t> found = words.of(tables, s, target_words);
    if (rows[s] < 0 || rows[s + 1] - rows[s] != static_cast<std::int64_t>(found.size()))
      throw std::invalid_argument("the rows are not those of these tables");
    std::copy(found.begin(), found.end(), targets.begin() + rows[s]);
    for (std::size_t i = 0; i < tables.size(); ++i) {
      auto at = static_cast<std::size_t>(tables[i].rows[s]);
      for (std::int32_t t : row_of(tables[i], s))
        numbers[i][at++] = static_cast<std::int32_t>(rows[s]) + words.place(t);
    }
    words.clear();
  }, kWordsAtATime);
}

}  // namespace pitchpipe::align
