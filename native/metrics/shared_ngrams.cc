#include "metrics/shared_ngrams.h"

#include <algorithm>
#include <bit>

#include "util/simd.h"

namespace pitchpipe::metrics {
namespace {

constexpr std::size_t kBits = 64;
constexpr std::int32_t kNone = -1;
constexpr std::uint32_t kNoColumn = UINT32_MAX;

PITCHPIPE_HOT void count_common(const std::uint64_t* one, const std::uint64_t* other, const std::uint32_t* ends,
                                std::size_t orders, std::int32_t* counts) {
  std::uint32_t at = 0;
  for (std::size_t n = 0; n < orders; ++n) {
    std::int32_t count = 0;
    for (; at < ends[n]; ++at) count += std::popcount(one[at] & other[at]);
    counts[n] += count;
  }
}

}  // namespace

void SharedNgrams::clear(std::size_t order) {
  order_ = order;
  ngrams_.clear();
  lengths_.clear();
  seen_.clear();
  first_item_.clear();
  later_items_.clear();
  entries_.clear();
  ends_.clear();
  items_.clear();
}

void SharedNgrams::add(std::span<const std::int32_t> tokens) {
  std::size_t begin = entries_.size();
  auto intern = [&](std::int32_t prefix, std::int32_t token) { return ngrams_.intern(prefix, token); };
  for_each_ngram(tokens, order_, intern, [&](std::size_t n, std::int32_t ngram) {
    auto at = static_cast<std::size_t>(ngram);
    if (at >= seen_.size()) {
      seen_.resize(at + 1, 0);
      first_item_.resize(at + 1, kNone);
    }
    std::int32_t found = item(ngram, ++seen_[at], n);
    ++items_[static_cast<std::size_t>(found)].texts;
    entries_.push_back(found);
  });
  for (std::size_t i = begin; i < entries_.size(); ++i)
    seen_[static_cast<std::size_t>(items_[static_cast<std::size_t>(entries_[i])].ngram)] = 0;
  ends_.push_back(entries_.size());
  lengths_.push_back(tokens.size());
}

std::int32_t SharedNgrams::item(std::int32_t ngram, std::int32_t occurrence, std::size_t n) {
  auto added = static_cast<std::int32_t>(items_.size());
  std::int32_t* known = &first_item_[static_cast<std::size_t>(ngram)];
  if (occurrence > 1) {
    auto [value, is_new] = later_items_.insert(std::uint64_t{static_cast<std::uint32_t>(ngram)} << 32 |
                                               static_cast<std::uint32_t>(occurrence));
    if (is_new) value = kNone;
    known = &value;
  }
  if (*known != kNone) return *known;
  items_.push_back({static_cast<std::uint32_t>(n), ngram, occurrence, 0});
  return *known = added;
}

void SharedNgrams::finish() {
  std::vector<std::uint32_t> sizes(order_, 0), columns(items_.size(), kNoColumn);
  everywhere_.assign(order_, 0);
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const Item& item = items_[i];
    if (item.texts == size())
      ++everywhere_[item.order];
    else if (item.texts > 1)
      columns[i] = sizes[item.order]++;
  }
  last_words_.clear();
  std::vector<std::uint32_t> first(order_, 0);
  width_ = 0;
  for (std::size_t n = 0; n < order_; ++n) {
    first[n] = static_cast<std::uint32_t>(width_ * kBits);
    width_ += (sizes[n] + kBits - 1) / kBits;
    last_words_.push_back(static_cast<std::uint32_t>(width_));
  }
  bits_.assign(size() * width_, 0);
  for (std::size_t text = 0, entry = 0; text < size(); ++text) {
    for (; entry < ends_[text]; ++entry) {
      auto item = static_cast<std::size_t>(entries_[entry]);
      if (columns[item] == kNoColumn) continue;
      std::size_t column = first[items_[item].order] + columns[item];
      bits_[text * width_ + column / kBits] |= std::uint64_t{1} << column % kBits;
    }
  }
}

void SharedNgrams::matches(std::size_t one, std::size_t other, std::int32_t* out) const {
  if (one == other) {
    for (std::size_t n = 0; n < order_; ++n) out[n] = static_cast<std::int32_t>(count(one, n));
    return;
  }
  std::copy(everywhere_.begin(), everywhere_.end(), out);
  count_common(bits_.data() + one * width_, bits_.data() + other * width_, last_words_.data(), order_, out);
}

void SharedNgrams::average(std::span<const double> weights, std::size_t first) {
  averages_.assign(ngrams_.size(), 0.0);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    std::size_t text = first + i;
    for (std::size_t entry = text ? ends_[text - 1] : 0; entry < ends_[text]; ++entry)
      averages_[static_cast<std::size_t>(items_[static_cast<std::size_t>(entries_[entry])].ngram)] += weights[i];
  }
}

void SharedNgrams::average_matches(std::size_t text, double* out) const {
  std::fill(out, out + order_, 0.0);
  for (std::size_t entry = text ? ends_[text - 1] : 0; entry < ends_[text]; ++entry) {
    const Item& item = items_[static_cast<std::size_t>(entries_[entry])];
    double missing = averages_[static_cast<std::size_t>(item.ngram)] - (item.occurrence - 1);
    out[item.order] += std::clamp(missing, 0.0, 1.0);
  }
}

}  // namespace pitchpipe::metrics
