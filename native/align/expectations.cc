#include "align/expectations.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "align/model1.h"
#include "util/parallel.h"

namespace pitchpipe::align {
namespace {

constexpr float kLeast = 1e-15f;
constexpr std::size_t kLinesAtATime = 32;
// Posteriors that are in memory at a time.
constexpr std::size_t kBlockCells = std::size_t{1} << 21;

std::vector<Jumps> jumps_of(const AlignmentModel& model) {
  std::vector<Jumps> jumps;
  if (!model.jumps[0].empty())
    for (const auto& weights : model.jumps) jumps.emplace_back(weights, WordPairs::kMostTokens);
  return jumps;
}

struct Sums {
  std::array<JumpCounts, 2> jumps;
  std::array<double, 2> log_likelihood{};
};

// The two directions of one pair of lines.
class LinePosteriors {
 public:
  void compute(const WordPairs& pairs, const AlignmentModel& model, const std::vector<Jumps>& jumps, std::size_t line,
               bool agreement, Sums* sums) {
    load(pairs, model, line);
    for (std::size_t way = 0; way < 2; ++way) {
      JumpCounts* counts = sums ? &sums->jumps[way] : nullptr;
      double likelihood = jumps.empty() ? model1_posteriors(ways_[way], model.null)
                                        : hmm_.posteriors(ways_[way], jumps[way], model.null, counts);
      if (sums) sums->log_likelihood[way] += likelihood;
    }
    if (agreement) agree();
  }

  // Writes the posteriors of all cells, forward and backward side by side.
  void store_links(float* out) const {
    for (std::size_t i = 0; i < ways_[1].length; ++i)
      for (std::size_t j = 0; j < ways_[0].length; ++j, out += 2) {
        out[0] = ways_[0].row(j)[i + 1];
        out[1] = ways_[1].row(i)[j + 1];
      }
  }
  void store_null(float* target, float* source) const {
    std::copy(ways_[0].null.begin(), ways_[0].null.end(), target);
    std::copy(ways_[1].null.begin(), ways_[1].null.end(), source);
  }

 private:
  void load(const WordPairs& pairs, const AlignmentModel& model, std::size_t line) {
    std::size_t source = pairs.source_length(line), target = pairs.target_length(line);
    ways_[0].resize(target, source);
    ways_[1].resize(source, target);
    const std::int32_t* cell = pairs.cells().data() + pairs.line_cells(line);
    for (std::size_t i = 0; i < source; ++i) {
      float* forward = ways_[0].links.data() + i + 1;
      float* backward = ways_[1].row(i) + 1;
      for (std::size_t j = 0; j < target; ++j, forward += ways_[0].stride) {
        const float* pair = model.pairs.data() + 2 * static_cast<std::size_t>(*cell++);
        *forward = pair[0];
        backward[j] = pair[1];
      }
    }
    for (std::size_t j = 0; j < target; ++j)
      ways_[0].null[j] = model.null_target[static_cast<std::size_t>(pairs.target()[pairs.target_begin(line) + j])];
    for (std::size_t i = 0; i < source; ++i)
      ways_[1].null[i] = model.null_source[static_cast<std::size_t>(pairs.source()[pairs.source_begin(line) + i])];
  }

  void agree() {
    for (std::size_t i = 0; i < ways_[1].length; ++i)
      for (std::size_t j = 0; j < ways_[0].length; ++j) {
        float& forward = ways_[0].row(j)[i + 1];
        float& backward = ways_[1].row(i)[j + 1];
        forward = backward = forward * backward;
      }
  }

  std::array<Lattice, 2> ways_;
  Hmm hmm_;
};

bool empty(const WordPairs& pairs, std::size_t line) {
  return pairs.source_length(line) == 0 || pairs.target_length(line) == 0;
}

std::size_t block_end(const WordPairs& pairs, std::size_t first) {
  std::size_t last = first, next = first;
  do {
    last = next;
    next = std::min(last + kLinesAtATime, pairs.line_count());
  } while (last == first || (next > last && pairs.line_cells(next) - pairs.line_cells(first) <= kBlockCells));
  return last;
}

// The posteriors of a block of lines are added to the counts by source word: each count is the work of one thread.
class Counter {
 public:
  Counter(const WordPairs& pairs, std::vector<double>& counts)
      : pairs_(pairs), counts_(counts), next_(pairs.occurrence_starts().begin(), pairs.occurrence_starts().end() - 1) {}

  void add(const std::vector<float>& posteriors, std::size_t first_line, std::size_t last_line, int threads) {
    std::size_t first_cell = pairs_.line_cells(first_line);
    auto end = static_cast<std::int64_t>(pairs_.source_begin(last_line));
    struct None {};
    util::parallel_for<None>(next_.size(), threads, [&](None&, std::size_t s) {
      std::int64_t at = next_[s], stop = pairs_.occurrence_starts()[s + 1];
      for (; at < stop && pairs_.occurrences()[static_cast<std::size_t>(at)] < end; ++at) {
        auto token = static_cast<std::size_t>(pairs_.occurrences()[static_cast<std::size_t>(at)]);
        std::size_t cell = pairs_.token_cells(token), last = pairs_.token_cells(token + 1);
        const float* posterior = posteriors.data() + 2 * (cell - first_cell);
        for (; cell < last; ++cell, posterior += 2) {
          double* count = counts_.data() + 2 * static_cast<std::size_t>(pairs_.cells()[cell]);
          count[0] += static_cast<double>(posterior[0]);
          count[1] += static_cast<double>(posterior[1]);
        }
      }
      next_[s] = at;
    }, 8);
  }

 private:
  const WordPairs& pairs_;
  std::vector<double>& counts_;
  std::vector<std::int64_t> next_;  // by source word: the first occurrence that is not counted yet
};

std::vector<double> counts_by_word(std::span<const std::int32_t> ids, const std::vector<float>& values,
                                   std::size_t words) {
  std::vector<double> counts(words + 1, 0.0);
  for (std::size_t i = 0; i < ids.size(); ++i)
    counts[static_cast<std::size_t>(ids[i])] += static_cast<double>(values[i]);
  return counts;
}

}  // namespace

void check_model(const WordPairs& pairs, const AlignmentModel& model) {
  auto check = [](std::span<const float> values, std::size_t size, const char* name) {
    if (values.size() != size)
      throw std::invalid_argument(std::to_string(values.size()) + " " + name + ", expected " + std::to_string(size));
    bool fine = true;
    for (float value : values) fine &= value >= kLeast && value <= 1;
    if (!fine) throw std::invalid_argument(std::string("one of the ") + name + " is not from 1e-15 to 1");
  };
  check(model.pairs, 2 * (pairs.pair_count() + 2), "probabilities of word pairs");
  check(model.null_target, pairs.target_words() + 1, "probabilities of target words");
  check(model.null_source, pairs.source_words() + 1, "probabilities of source words");
  std::size_t distances = model.jumps[0].size();
  if (distances != 0 && (distances % 2 == 0 || distances < 3 || distances > 2 * Jumps::kMostWindow + 1))
    throw std::invalid_argument("jumps are weighed for distances from -N to N, N from 1 to 15");
  for (const auto& jumps : model.jumps) check(jumps, distances, "weights of jumps");
  for (const auto& jumps : model.jumps)
    for (float weight : jumps)
      if (weight < 1e-9f) throw std::invalid_argument("one of the weights of jumps is below 1e-9");
  if (!(model.null >= 0 && model.null < 1)) throw std::invalid_argument("the null word's probability is not from 0 to 1");
}

Expectations expectations(const WordPairs& pairs, const AlignmentModel& model, bool agreement, int threads) {
  check_model(pairs, model);
  std::vector<Jumps> jumps = jumps_of(model);
  std::size_t distances = model.jumps[0].size();
  Expectations result;
  result.pairs.assign(model.pairs.size(), 0.0);
  result.jumps.fill(JumpCounts(distances));
  std::vector<float> null_target(pairs.target().size(), 0.0f), null_source(pairs.source().size(), 0.0f), block;
  Counter counter(pairs, result.pairs);
  for (std::size_t first = 0, last = 0; first < pairs.line_count(); first = last) {
    last = block_end(pairs, first);
    std::size_t first_cell = pairs.line_cells(first);
    block.resize(2 * (pairs.line_cells(last) - first_cell));
    std::size_t groups = (last - first + kLinesAtATime - 1) / kLinesAtATime;
    std::vector<Sums> sums(groups);
    util::parallel_for<LinePosteriors>(groups, threads, [&](LinePosteriors& work, std::size_t group) {
      sums[group].jumps.fill(JumpCounts(distances));
      std::size_t begin = first + group * kLinesAtATime;
      for (std::size_t line = begin; line < std::min(begin + kLinesAtATime, last); ++line) {
        if (empty(pairs, line)) continue;
        work.compute(pairs, model, jumps, line, agreement, &sums[group]);
        work.store_links(block.data() + 2 * (pairs.line_cells(line) - first_cell));
        work.store_null(null_target.data() + pairs.target_begin(line), null_source.data() + pairs.source_begin(line));
      }
    }, 1);
    counter.add(block, first, last, threads);
    for (const Sums& sum : sums)
      for (std::size_t way = 0; way < 2; ++way) {
        result.log_likelihood[way] += sum.log_likelihood[way];
        for (std::size_t d = 0; d < sum.jumps[way].taken.size(); ++d) {
          result.jumps[way].taken[d] += sum.jumps[way].taken[d];
          result.jumps[way].possible[d] += sum.jumps[way].possible[d];
        }
      }
  }
  result.null_target = counts_by_word(pairs.target(), null_target, pairs.target_words());
  result.null_source = counts_by_word(pairs.source(), null_source, pairs.source_words());
  return result;
}

std::vector<float> posteriors(const WordPairs& pairs, const AlignmentModel& model, std::size_t first, std::size_t last,
                              int threads) {
  check_model(pairs, model);
  if (first > last || last > pairs.line_count()) throw std::out_of_range("there are no such lines");
  std::vector<Jumps> jumps = jumps_of(model);
  std::size_t first_cell = pairs.line_cells(first);
  std::vector<float> result(2 * (pairs.line_cells(last) - first_cell));
  util::parallel_for<LinePosteriors>(last - first, threads, [&](LinePosteriors& work, std::size_t n) {
    std::size_t line = first + n;
    if (empty(pairs, line)) return;
    work.compute(pairs, model, jumps, line, false, nullptr);
    work.store_links(result.data() + 2 * (pairs.line_cells(line) - first_cell));
  });
  return result;
}

}  // namespace pitchpipe::align
