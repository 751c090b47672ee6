#include "tuning/pair_sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>

#include "util/parallel.h"

namespace pitchpipe::tuning {
namespace {

constexpr std::uint64_t kStride = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio: draws spread evenly
constexpr std::size_t kSmallestBuffer = 64;

// The mixing function of SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

struct Accepted {
  double difference;
  std::uint64_t draw;
  std::uint32_t better, worse;
};

bool earlier(const Accepted& a, const Accepted& b) {
  return a.difference != b.difference ? a.difference > b.difference : a.draw < b.draw;
}

// The best `keep` of the pairs that it is given, in bounded memory.
class Best {
 public:
  Best(std::uint64_t keep, bool distinct) : keep_(keep), distinct_(distinct) {}

  void clear() {
    pairs_.clear();
    floor_ = 0;
  }
  // Equals of the last pair kept come too late, since draws are offered in their order.
  bool wants(double difference) const { return difference > floor_; }
  void add(const Accepted& pair) {
    pairs_.push_back(pair);
    if (pairs_.size() >= kSmallestBuffer && pairs_.size() / 4 >= keep_) prune();
  }
  const std::vector<Accepted>& sorted() {
    prune();
    std::sort(pairs_.begin(), pairs_.end(), earlier);
    return pairs_;
  }

 private:
  void prune() {
    if (distinct_) drop_repeated();
    if (pairs_.size() < keep_) return;
    auto end = pairs_.begin() + static_cast<std::ptrdiff_t>(keep_);
    if (end != pairs_.begin()) {
      std::nth_element(pairs_.begin(), end - 1, pairs_.end(), earlier);
      floor_ = (end - 1)->difference;
    }
    pairs_.erase(end, pairs_.end());
  }
  void drop_repeated() {
    std::sort(pairs_.begin(), pairs_.end(), [](const Accepted& a, const Accepted& b) {
      return std::tie(a.better, a.worse, a.draw) < std::tie(b.better, b.worse, b.draw);
    });
    auto same = [](const Accepted& a, const Accepted& b) { return a.better == b.better && a.worse == b.worse; };
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end(), same), pairs_.end());
  }

  std::uint64_t keep_;
  bool distinct_;
  std::vector<Accepted> pairs_;
  double floor_ = 0;
};

// The mean of |a - b| over all pairs of different candidates.
double mean_difference(std::span<const double> gold) {
  std::vector<double> sorted(gold.begin(), gold.end());
  std::sort(sorted.begin(), sorted.end());
  double sum = 0, below = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    double above_first = sorted[k] - sorted[0];
    sum += static_cast<double>(k) * above_first - below;
    below += above_first;
  }
  auto size = static_cast<double>(sorted.size());
  return sum / (size * (size - 1) / 2);
}

void sample_group(std::span<const double> gold, std::span<const std::int64_t> lengths, const PairDraws& draws,
                  const PairSampling& how, Best& best) {
  auto [least, most] = std::minmax_element(gold.begin(), gold.end());
  if (*most == *least || (!how.sigmoid && *most - *least < how.threshold)) return;
  double centre = how.sigmoid ? mean_difference(gold) : 0.0;
  for (std::uint64_t k = 0; k < how.samples; ++k) {
    PairDraw draw = draws(k);
    double ahead = gold[draw.first] - gold[draw.second], difference = std::abs(ahead);
    if (!best.wants(difference)) continue;
    bool accepted = how.sigmoid ? draw.chance < 1 / (1 + std::exp(centre - difference))
                                : difference >= how.threshold;
    if (!accepted) continue;
    if (!lengths.empty() && std::abs(lengths[draw.first] - lengths[draw.second]) > how.most_words) continue;
    auto better = ahead > 0 ? draw.first : draw.second, worse = ahead > 0 ? draw.second : draw.first;
    best.add({difference, k, better, worse});
  }
}

void check(std::span<const double> gold, std::span<const std::int64_t> lengths,
           std::span<const std::int64_t> offsets) {
  auto size = static_cast<std::int64_t>(gold.size());
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != size)
    throw std::invalid_argument("the offsets do not cut " + std::to_string(size) + " candidates into groups");
  for (std::size_t g = 1; g < offsets.size(); ++g)
    if (offsets[g] < offsets[g - 1] || offsets[g] - offsets[g - 1] > std::numeric_limits<std::uint32_t>::max())
      throw std::invalid_argument("group " + std::to_string(g - 1) + " has an impossible size");
  if (!lengths.empty() && lengths.size() != gold.size())
    throw std::invalid_argument("there are " + std::to_string(lengths.size()) + " lengths for " +
                                std::to_string(size) + " candidates");
  if (std::any_of(lengths.begin(), lengths.end(), [](std::int64_t length) { return length < 0; }))
    throw std::invalid_argument("a length is negative");
  auto bad = std::find_if(gold.begin(), gold.end(), [](double score) { return !std::isfinite(score); });
  if (bad != gold.end())
    throw std::invalid_argument("the gold score of candidate " + std::to_string(bad - gold.begin()) +
                                " is NaN or infinite");
}

}  // namespace

PairDraws::PairDraws(std::uint64_t seed, std::uint64_t group, std::uint32_t size)
    : key_(mixed(mixed(seed + kStride) + group)), size_(size) {}

PairDraw PairDraws::operator()(std::uint64_t draw) const {
  std::uint64_t pair = mixed(key_ + (2 * draw + 1) * kStride), chance = mixed(key_ + (2 * draw + 2) * kStride);
  auto below_size = [this](std::uint64_t bits) { return static_cast<std::uint32_t>(bits * size_ >> 32); };
  return {below_size(pair >> 32), below_size(pair & 0xFFFFFFFF), static_cast<double>(chance >> 11) * 0x1p-53};
}

SampledPairs sample_pairs(std::span<const double> gold, std::span<const std::int64_t> lengths,
                          std::span<const std::int64_t> offsets, const PairSampling& how, std::uint64_t seed,
                          int threads) {
  check(gold, lengths, offsets);
  struct Scratch {};
  std::vector<SampledPairs> found(offsets.size() - 1);
  util::parallel_for<Scratch>(found.size(), threads, [&](Scratch&, std::size_t g) {
    auto begin = static_cast<std::size_t>(offsets[g]), size = static_cast<std::size_t>(offsets[g + 1]) - begin;
    if (size < 2 || how.keep == 0) return;
    Best best(how.keep, how.distinct);
    sample_group(gold.subspan(begin, size), lengths.empty() ? lengths : lengths.subspan(begin, size),
                 PairDraws(seed, g, static_cast<std::uint32_t>(size)), how, best);
    for (const Accepted& pair : best.sorted()) {
      found[g].better.push_back(offsets[g] + pair.better);
      found[g].worse.push_back(offsets[g] + pair.worse);
    }
  });
  SampledPairs all;
  for (const SampledPairs& group : found) {
    all.better.insert(all.better.end(), group.better.begin(), group.better.end());
    all.worse.insert(all.worse.end(), group.worse.begin(), group.worse.end());
  }
  return all;
}

}  // namespace pitchpipe::tuning
