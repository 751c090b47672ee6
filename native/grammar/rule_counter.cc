#include "grammar/rule_counter.h"

#include <algorithm>

namespace pitchpipe::grammar {

namespace {

void put(std::uint64_t count, std::uint32_t* words) {
  words[0] = static_cast<std::uint32_t>(count);
  words[1] = static_cast<std::uint32_t>(count >> 32);
}

}  // namespace

void RuleCounter::add(const std::uint32_t* instance) {
  std::size_t target_end = records_.target.size(), pair_end = target_end + records_.source.size();
  if (!last_.empty()) {
    auto same_up_to = [&](std::size_t end) { return std::equal(instance, instance + end, last_.data()); };
    if (!same_up_to(records_.instance_key())) {
      finish_alignment();
      if (!same_up_to(pair_end)) finish_rule();
      if (!same_up_to(target_end)) finish_target();
    }
  }
  std::uint32_t count = instance[records_.instance_key()];
  alignment_count_ += count;
  rule_count_ += count;
  target_count_ += count;
  last_.assign(instance, instance + records_.instance_size());
}

void RuleCounter::finish() {
  if (last_.empty()) return;
  finish_alignment();
  finish_rule();
  finish_target();
}

void RuleCounter::finish_alignment() {
  if (alignment_count_ > best_count_) {
    const std::uint32_t* alignment = last_.data() + records_.target.size() + records_.source.size();
    best_.assign(alignment, alignment + records_.alignment_size());
    best_count_ = alignment_count_;
  }
  alignment_count_ = 0;
}

void RuleCounter::finish_rule() {
  const std::uint32_t* target = last_.data();
  const std::uint32_t* source = target + records_.target.size();
  bool wanted = true;
  if (only_) {
    records_.source.unpack(source, source_);
    wanted = only_->matches(source_);
  }
  if (wanted) {
    of_target_.insert(of_target_.end(), source, source + records_.source.size());
    of_target_.insert(of_target_.end(), target, source);
    of_target_.insert(of_target_.end(), best_.begin(), best_.end());
    of_target_.resize(of_target_.size() + 4);
    put(rule_count_, of_target_.data() + of_target_.size() - 4);
  }
  best_count_ = rule_count_ = 0;
}

void RuleCounter::finish_target() {
  if (roots_) {
    records_.target.unpack(last_.data(), target_);
    roots_->counts[target_.back() - roots_->first] += target_count_;
  }
  std::size_t place = records_.counts_at() + 2;
  for (std::size_t at = 0; at < of_target_.size(); at += records_.pair_size())
    put(target_count_, of_target_.data() + at + place);
  std::size_t found = of_target_.size() / records_.pair_size();
  pairs_.add(of_target_.data(), found);
  size_ += found;
  of_target_.clear();
  target_count_ = 0;
}

}  // namespace pitchpipe::grammar
