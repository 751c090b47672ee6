#include "lm/adjusted_counts.h"

#include <algorithm>
#include <limits>

namespace pitchpipe::lm {
namespace {

class Adjuster {
 public:
  using Visit = std::function<void(const AdjustedNgram&)>;

  Adjuster(unsigned order, std::span<const std::uint64_t> thresholds, const Visit& visit)
      : order_(order), thresholds_(thresholds), visit_(visit), statistics_(order), current_(order), open_(order) {
    for (std::uint32_t word : {kUnknown, kBegin}) close(1, &word, {0, 0}, 0);
  }

  void add(const std::uint32_t* reversed, std::uint64_t occurrences) {
    unsigned same = 0;
    while (same < depth_ && reversed[same] == current_[same]) ++same;
    close_above(same);
    for (unsigned i = 0; i < same; ++i) open_[i].occurrences += occurrences;
    if (same > 0) ++open_[same - 1].adjusted;
    std::copy_n(reversed, order_, current_.begin());
    for (depth_ = same; depth_ + 1 < order_;) {
      open_[depth_] = {1, occurrences};
      ++depth_;
      if (reversed[depth_ - 1] != kBegin) continue;
      open_[depth_ - 1].adjusted = occurrences;
      return;
    }
    close(order_, reversed, {occurrences, occurrences}, occurrences);
  }

  std::vector<CountStatistics> finish() {
    for (; depth_ > 0; --depth_)
      close(depth_, current_.data(), open_[depth_ - 1], open_[depth_ - 1].occurrences);
    return std::move(statistics_);
  }

 private:
  struct Counts {
    std::uint64_t adjusted, occurrences;
  };

  void close_above(unsigned same) {
    for (; depth_ > same; --depth_)
      close(depth_, current_.data(), open_[depth_ - 1], open_[depth_ - 1].adjusted);
  }

  void close(unsigned n, const std::uint32_t* reversed, Counts counts, std::uint64_t counted_as) {
    bool special = n == 1 && reversed[0] <= kEnd;
    bool pruned = !special && counts.occurrences <= thresholds_[n - 1];
    CountStatistics& statistics = statistics_[n - 1];
    ++statistics.all;
    statistics.kept += !pruned;
    if (counted_as < statistics.of_counts.size()) ++statistics.of_counts[counted_as];
    visit_({n, reversed, counts.adjusted, pruned});
  }

  unsigned order_;
  std::span<const std::uint64_t> thresholds_;
  const Visit& visit_;
  std::vector<CountStatistics> statistics_;
  std::vector<std::uint32_t> current_;  // the n-gram of the highest order that came last
  std::vector<Counts> open_;            // of the ends of it that may still come again, by length
  unsigned depth_ = 0;                  // how many these are
};

}  // namespace

std::vector<CountStatistics> adjust_counts(util::SortedRuns& counted, unsigned order,
                                           std::span<const std::uint64_t> thresholds,
                                           const std::function<void(const AdjustedNgram&)>& visit) {
  Adjuster adjuster(order, thresholds, visit);
  std::vector<std::uint32_t> last;
  std::uint64_t occurrences = 0;
  auto add_last = [&] {
    if (!last.empty()) adjuster.add(last.data(), occurrences);
  };
  // A key comes twice where its count passes 32 bits.
  counted.merge([&](const std::uint32_t* record) {
    if (last.empty() || !std::equal(last.begin(), last.end(), record)) {
      add_last();
      last.assign(record, record + order);
      occurrences = 0;
    }
    occurrences += record[order];
  });
  add_last();
  return adjuster.finish();
}

}  // namespace pitchpipe::lm
