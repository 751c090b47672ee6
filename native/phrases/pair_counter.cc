#include "phrases/pair_counter.h"

#include <algorithm>
#include <stdexcept>

namespace pitchpipe::phrases {

namespace {

std::uint32_t checked(std::uint64_t count) {
  if (count > UINT32_MAX) throw std::runtime_error("a phrase occurs more than 2^32 times");
  return static_cast<std::uint32_t>(count);
}

}  // namespace

void PairCounter::add(const std::uint32_t* instance) {
  std::size_t target_end = records_.target.size(), pair_end = target_end + records_.source.size();
  const std::uint32_t* alignment = instance + pair_end;
  if (!last_.empty()) {
    bool same_target = std::equal(instance, instance + target_end, last_.data());
    bool same_pair = same_target && std::equal(instance + target_end, alignment, last_.data() + target_end);
    if (!same_pair || !records_.same_alignment(alignment, last_.data() + pair_end)) finish_alignment();
    if (!same_pair) finish_pair();
    if (!same_target) finish_target();
  }
  std::uint32_t count = instance[records_.instance_key()];
  alignment_count_ += count;
  pair_count_ += count;
  target_count_ += count;
  auto counts = orientation_counts_.begin();
  for (reordering::Orientation one : PhraseOrientations::of_code(records_.orientations_of(alignment)).all) {
    if (one != reordering::kDiscontinuous) counts[one == reordering::kLeft ? 2 : one] += count;
    counts += static_cast<std::ptrdiff_t>(records_.orientation_counts());
  }
  last_.assign(instance, instance + records_.instance_size());
}

void PairCounter::finish() {
  if (last_.empty()) return;
  finish_alignment();
  finish_pair();
  finish_target();
}

void PairCounter::finish_alignment() {
  if (alignment_count_ > best_count_) {
    const std::uint32_t* alignment = last_.data() + records_.instance_key() - records_.alignment_size();
    best_.assign(alignment, alignment + records_.alignment_size());
    best_count_ = alignment_count_;
  }
  alignment_count_ = 0;
}

void PairCounter::finish_pair() {
  const std::uint32_t* target = last_.data();
  const std::uint32_t* source = target + records_.target.size();
  bool wanted = true;
  if (only_) {
    records_.source.unpack(source, source_);
    wanted = only_(source_);
  }
  if (wanted) {
    of_target_.insert(of_target_.end(), source, source + records_.source.size());
    of_target_.insert(of_target_.end(), target, source);
    of_target_.insert(of_target_.end(), best_.begin(), best_.end());
    of_target_.push_back(checked(pair_count_));
    of_target_.insert(of_target_.end(), PairRecords::kTargetFacts, 0);
    for (std::uint64_t count : orientation_counts_) of_target_.push_back(static_cast<std::uint32_t>(count));
  }
  counts_.add(pair_count_);
  target_counts_.add(pair_count_);
  std::ranges::fill(orientation_counts_, 0);
  best_count_ = pair_count_ = 0;
}

void PairCounter::finish_target() {
  const std::uint32_t facts[] = {checked(target_count_), checked(target_counts_.pairs), checked(target_counts_.of[1]),
                                 checked(target_counts_.of[2])};
  static_assert(std::size(facts) == PairRecords::kTargetFacts);
  std::size_t place = records_.pair_counts() + 1;
  for (std::size_t at = 0; at < of_target_.size(); at += records_.pair_size())
    std::copy(std::begin(facts), std::end(facts), of_target_.begin() + static_cast<std::ptrdiff_t>(at + place));
  std::size_t found = of_target_.size() / records_.pair_size();
  pairs_.add(of_target_.data(), found);
  size_ += found;
  of_target_.clear();
  target_count_ = 0;
  target_counts_ = {};
}

}  // namespace pitchpipe::phrases
