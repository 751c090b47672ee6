#include "lm/word_exchange.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace pitchpipe::lm {

namespace {

constexpr std::size_t kTable = 1 << 16;
constexpr double kRounding = 1e-12;  // of f of all tokens

double x_log_x(std::int64_t count) {
  return count > 0 ? static_cast<double>(count) * std::log(static_cast<double>(count)) : 0;
}

std::size_t checked(std::size_t classes) {
  if (!classes || classes > WordExchange::kMostClasses)
    throw std::invalid_argument("the number of classes is not in 1 to " + std::to_string(WordExchange::kMostClasses));
  return classes;
}

}  // namespace

WordExchange::WordExchange(std::span<const std::int32_t> ids, std::span<const std::int64_t> offsets,
                           std::size_t words, std::size_t classes)
    : classes_(checked(classes)), stride_(classes + 2), class_of_(words + 2), counts_(words), totals_(classes + 2),
      pairs_(stride_ * stride_), order_(words), table_(kTable), sums_(stride_) {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(ids.size()) ||
      !std::ranges::is_sorted(offsets))
    throw std::invalid_argument("the offsets of the lines do not fit the words");
  for (std::size_t i = 0; i < kTable; ++i) table_[i] = x_log_x(static_cast<std::int64_t>(i));
  const auto begin = static_cast<std::uint32_t>(words), end = begin + 1;

  std::vector<std::uint64_t> bigrams;
  bigrams.reserve(ids.size() + offsets.size());
  for (std::size_t line = 0; line + 1 < offsets.size(); ++line) {
    std::uint32_t last = begin;
    for (std::int64_t i = offsets[line]; i < offsets[line + 1]; ++i) {
      auto word = static_cast<std::uint32_t>(ids[static_cast<std::size_t>(i)]);
      if (word >= words) throw std::invalid_argument("a word's number is not below the number of words");
      ++counts_[word];
      bigrams.push_back(std::uint64_t{last} << 32 | word);
      last = word;
    }
    bigrams.push_back(std::uint64_t{last} << 32 | end);
  }
  lines_ = static_cast<std::int64_t>(offsets.size()) - 1;
  tokens_ = static_cast<std::int64_t>(ids.size());
  std::ranges::sort(bigrams);

  std::iota(order_.begin(), order_.end(), 0u);
  std::ranges::stable_sort(order_, std::greater{}, [&](std::uint32_t word) { return counts_[word]; });
  for (std::size_t rank = 0; rank < words; ++rank)
    class_of_[order_[rank]] = static_cast<std::int32_t>(rank % classes);
  class_of_[begin] = static_cast<std::int32_t>(classes);
  class_of_[end] = static_cast<std::int32_t>(classes + 1);

  before_.starts.assign(words + 3, 0);
  after_.starts.assign(words + 3, 0);
  auto each = [&](auto use) {
    for (std::size_t i = 0, next; i < bigrams.size(); i = next) {
      next = i + 1;
      while (next < bigrams.size() && bigrams[next] == bigrams[i]) ++next;
      use(static_cast<std::uint32_t>(bigrams[i] >> 32), static_cast<std::uint32_t>(bigrams[i]),
          static_cast<std::uint32_t>(next - i));
    }
  };
  each([&](std::uint32_t first, std::uint32_t second, std::uint32_t count) {
    ++after_.starts[first + 1];
    ++before_.starts[second + 1];
    pair(static_cast<std::size_t>(class_of_[first]), static_cast<std::size_t>(class_of_[second])) += count;
  });
  std::partial_sum(after_.starts.begin(), after_.starts.end(), after_.starts.begin());
  std::partial_sum(before_.starts.begin(), before_.starts.end(), before_.starts.begin());
  after_.all.resize(after_.starts.back());
  before_.all.resize(before_.starts.back());
  std::vector<std::size_t> after = after_.starts, before = before_.starts;
  each([&](std::uint32_t first, std::uint32_t second, std::uint32_t count) {
    after_.all[after[first]++] = {second, count};
    before_.all[before[second]++] = {first, count};
  });
  for (std::size_t word = 0; word < words; ++word)
    totals_[static_cast<std::size_t>(class_of_[word])] += counts_[word];
}

double WordExchange::f(std::int64_t count) const {
  return static_cast<std::size_t>(count) < kTable ? table_[static_cast<std::size_t>(count)] : x_log_x(count);
}

double WordExchange::log_likelihood() const {
  double total = 0;
  for (std::int64_t count : pairs_) total += f(count);
  for (std::int64_t count : totals_) total -= 2 * f(count);
  for (std::int64_t count : counts_) total += f(count);
  return total - f(lines_);
}

// The classes beside a word, without the word itself, whose own count is returned.
std::int64_t WordExchange::gather(std::span<const Neighbour> neighbours, std::uint32_t word,
                                  std::vector<Beside>& into) {
  std::int64_t self = 0;
  into.clear();
  for (const Neighbour& one : neighbours) {
    if (one.word == word) {
      self = one.count;
      continue;
    }
    auto other = static_cast<std::uint32_t>(class_of_[one.word]);
    if (!sums_[other]) into.push_back({other, 0});
    sums_[other] += one.count;
  }
  for (Beside& one : into) one.count = std::exchange(sums_[one.other], 0);
  return self;
}

void WordExchange::put(std::uint32_t word, std::size_t where, std::int64_t sign) {
  for (const Beside& one : right_) pair(where, one.other) += sign * one.count;
  for (const Beside& one : left_) pair(one.other, where) += sign * one.count;
  pair(where, where) += sign * self_;
  totals_[where] += sign * counts_[word];
}

// What the likelihood gains when a word that is in no class joins one.
double WordExchange::gain(std::uint32_t word, std::size_t where) const {
  double total = 0;
  std::int64_t inside = self_;
  auto add = [&](std::int64_t now, std::int64_t more) { total += f(now + more) - f(now); };
  for (const Beside& one : right_) {
    if (one.other == where)
      inside += one.count;
    else
      add(pair(where, one.other), one.count);
  }
  for (const Beside& one : left_) {
    if (one.other == where)
      inside += one.count;
    else
      add(pair(one.other, where), one.count);
  }
  add(pair(where, where), inside);
  return total - 2 * (f(totals_[where] + counts_[word]) - f(totals_[where]));
}

std::size_t WordExchange::exchange() {
  const double least = kRounding * f(tokens_ + lines_);
  std::size_t moved = 0;
  for (std::uint32_t word : order_) {
    const auto old = static_cast<std::size_t>(class_of_[word]);
    self_ = gather(after_.of(word), word, right_);
    gather(before_.of(word), word, left_);
    put(word, old, -1);
    std::size_t best = old;
    double most = gain(word, old) + least;
    for (std::size_t where = 0; where < classes_; ++where) {
      if (where == old) continue;
      if (double found = gain(word, where); found > most) {
        best = where;
        most = found;
      }
    }
    put(word, best, 1);
    class_of_[word] = static_cast<std::int32_t>(best);
    moved += best != old;
  }
  return moved;
}

}  // namespace pitchpipe::lm
