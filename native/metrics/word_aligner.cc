#include "metrics/word_aligner.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace pitchpipe {
namespace {

std::uint64_t bit(std::int32_t position) { return std::uint64_t{1} << (position % 64); }
std::size_t block(std::int32_t position) { return static_cast<std::size_t>(position) / 64; }

std::int64_t count_above(const std::uint64_t* set, std::size_t blocks, std::int32_t position) {
  std::size_t at = block(position);
  std::int64_t count = std::popcount(set[at] & ~(bit(position) | (bit(position) - 1)));
  while (++at < blocks) count += std::popcount(set[at]);
  return count;
}

std::int64_t count_below(const std::uint64_t* set, std::int32_t position) {
  std::size_t at = block(position);
  std::int64_t count = std::popcount(set[at] & (bit(position) - 1));
  while (at-- > 0) count += std::popcount(set[at]);
  return count;
}

}  // namespace

Alignment WordAligner::align(std::span<const std::int32_t> candidate, std::span<const std::int32_t> reference,
                             std::span<const std::int32_t> stems) {
  constexpr std::size_t kMost = std::numeric_limits<std::int32_t>::max() / 2;
  if (candidate.size() > kMost || reference.size() > kMost)
    throw std::length_error("a sentence of more than a thousand million words cannot be aligned");
  candidate_ = candidate;
  reference_ = reference;
  stems_ = stems;
  result_ = {};
  count_words();
  if (result_.matches == 0) return result_;
  states_.assign(1, State{});
  sets_.assign(blocks_, 0);
  for (at_ = 0; at_ < candidate_.size(); ++at_) {
    Word& current = word(candidate_[at_]);
    if (current.candidate == current.reference)
      link_in_order(current);
    else
      expand(current);
    ++current.seen;
    if (states_.size() > 1) keep_best();
  }
  auto cost = [](const State& state) { return std::tie(state.crossings, state.chunks); };
  const State& best = *std::min_element(states_.begin(), states_.end(),
                                        [&](const State& a, const State& b) { return cost(a) < cost(b); });
  result_.crossings += best.crossings;
  result_.chunks = best.chunks;
  return result_;
}

void WordAligner::count_words() {
  words_.assign(stems_.size(), Word{});
  by_stem_.assign(stems_.size(), Stem{});
  for (std::int32_t id : candidate_) ++word(id).candidate;
  for (std::int32_t id : reference_) ++word(id).reference;
  std::int32_t first = 0;
  for (std::size_t id = 0; id < words_.size(); ++id) {
    Word& counted = words_[id];
    counted.first = first;
    first += counted.reference;
    result_.exact += std::min(counted.candidate, counted.reference);
    counted.stem = stems_[id];
    if (counted.candidate == counted.reference) continue;
    Stem& shared = stem(counted);
    counted.next = std::exchange(shared.first, static_cast<std::int32_t>(id));
    shared.candidates += std::max(0, counted.candidate - counted.reference);
    shared.references += std::max(0, counted.reference - counted.candidate);
  }
  result_.matches = result_.exact;
  for (const Stem& shared : by_stem_) result_.matches += shared.links();

  blocks_ = reference_.size() / 64 + 1;
  before_.assign(blocks_, 0);
  after_.assign(blocks_, 0);
  positions_.resize(reference_.size());
  for (std::size_t j = 0; j < reference_.size(); ++j) {
    Word& here = word(reference_[j]);
    auto at = static_cast<std::int32_t>(j);
    positions_[static_cast<std::size_t>(here.first + here.seen++)] = at;
    if (here.candidate == here.reference) after_[block(at)] |= bit(at);
  }
  for (Word& counted : words_) counted.seen = 0;
}

// The same for every state: crossings with the links that are searched are counted when those are made.
void WordAligner::link_in_order(const Word& word) {
  std::int32_t to = position(word, word.seen);
  after_[block(to)] &= ~bit(to);
  before_[block(to)] |= bit(to);
  result_.crossings += count_above(before_.data(), blocks_, to);
  for (State& state : states_) {
    state.chunks += state.last != to - 1;
    state.last = continuing(to);
  }
}

void WordAligner::expand(const Word& word) {
  if (word.reference == 0 && stem(word).links() == 0) {
    for (State& state : states_) state.last = kNone;
    return;
  }
  next_.clear();
  next_sets_.clear();
  for (const State& state : states_)
    if (word.candidate < word.reference)
      expand_scarce(state, word);
    else
      expand_plentiful(state, word);
  states_.swap(next_);
  sets_.swap(next_sets_);
}

// Fewer in the candidate than in the reference: each is linked to an equal word; which one is open.
void WordAligner::expand_scarce(const State& state, const Word& word) {
  if (stem(word).links() > 0) {
    for (std::int32_t index = 0; index < word.reference; ++index)
      if (!is_linked(state, position(word, index))) link(state, position(word, index));
    return;
  }
  // Equal words that cross can be swapped, so each goes right of the one before and leaves room for the rest.
  for (std::int32_t index = word.reference - word.candidate + word.seen; index >= 0; --index) {
    if (is_linked(state, position(word, index))) break;
    link(state, position(word, index));
  }
}

// More in the candidate than in the reference: linked to the next equal word, or left over.
void WordAligner::expand_plentiful(const State& state, const Word& word) {
  std::int32_t done = linked(state, word);
  if (done < word.reference) link(state, position(word, done));
  if (word.candidate - word.seen - 1 < word.reference - done) return;
  if (stem(word).links() > 0)
    link_stem(state, stem(word));
  else
    skip(state);
}

// A word left over: linked to any word left over in the reference, or to none if enough others are to come.
void WordAligner::link_stem(const State& state, const Stem& stem) {
  std::int32_t left_over = 0, links = 0;
  for (std::int32_t id = stem.first; id != kNone; id = word(id).next) {
    std::int32_t equal_or_stem = linked(state, word(id));
    if (word(id).candidate > word(id).reference)
      left_over += word(id).seen - equal_or_stem;
    else
      links += equal_or_stem - word(id).seen;
  }
  if (left_over - links < stem.candidates - stem.links()) skip(state);
  if (links == stem.links()) return;
  for (std::int32_t id = stem.first; id != kNone; id = word(id).next) {
    const Word& other = word(id);
    if (other.candidate > other.reference) continue;
    if (linked(state, other) - other.seen == other.reference - other.candidate) continue;
    for (std::int32_t index = 0; index < other.reference; ++index)
      if (!is_linked(state, position(other, index))) link(state, position(other, index));
  }
}

void WordAligner::link(const State& state, std::int32_t to) {
  const std::uint64_t* set = sets_.data() + state.row * blocks_;
  std::int64_t crossings = count_above(set, blocks_, to) + count_above(before_.data(), blocks_, to) +
                           count_below(after_.data(), to);
  std::size_t row = next_sets_.size() / blocks_;
  next_sets_.insert(next_sets_.end(), set, set + blocks_);
  next_sets_[row * blocks_ + block(to)] |= bit(to);
  next_.push_back({state.crossings + crossings, state.chunks + (state.last != to - 1), continuing(to), row});
}

void WordAligner::skip(const State& state) {
  const std::uint64_t* set = sets_.data() + state.row * blocks_;
  std::size_t row = next_sets_.size() / blocks_;
  next_sets_.insert(next_sets_.end(), set, set + blocks_);
  next_.push_back({state.crossings, state.chunks, kNone, row});
}

// Of states with the same future the cheapest, and of all of them no more than the beam holds.
void WordAligner::keep_best() {
  auto compare_sets = [&](const State& a, const State& b) {
    const std::uint64_t* one = sets_.data() + a.row * blocks_;
    const std::uint64_t* other = sets_.data() + b.row * blocks_;
    return std::lexicographical_compare_three_way(one, one + blocks_, other, other + blocks_);
  };
  auto cost = [](const State& state) { return std::tie(state.crossings, state.chunks); };
  auto by_future = [&](const State& a, const State& b) {
    if (a.last != b.last) return a.last < b.last;
    auto order = compare_sets(a, b);
    return order != 0 ? order < 0 : cost(a) < cost(b);
  };
  auto same_future = [&](const State& a, const State& b) { return a.last == b.last && compare_sets(a, b) == 0; };
  std::sort(states_.begin(), states_.end(), by_future);
  states_.erase(std::unique(states_.begin(), states_.end(), same_future), states_.end());
  if (states_.size() <= kBeam) return;
  result_.proven = false;
  std::stable_sort(states_.begin(), states_.end(),
                   [&](const State& a, const State& b) { return cost(a) < cost(b); });
  states_.resize(kBeam);
}

std::int32_t WordAligner::position(const Word& word, std::int32_t index) const {
  return positions_[static_cast<std::size_t>(word.first + index)];
}

bool WordAligner::is_linked(const State& state, std::int32_t to) const {
  return sets_[state.row * blocks_ + block(to)] & bit(to);
}

std::int32_t WordAligner::linked(const State& state, const Word& word) const {
  std::int32_t count = 0;
  for (std::int32_t index = 0; index < word.reference; ++index) count += is_linked(state, position(word, index));
  return count;
}

// The position itself if the next candidate word may be linked to the one after it.
std::int32_t WordAligner::continuing(std::int32_t to) const {
  std::size_t next = at_ + 1, after = static_cast<std::size_t>(to) + 1;
  if (next == candidate_.size() || after == reference_.size()) return kNone;
  auto stem = [&](std::int32_t id) { return stems_[static_cast<std::size_t>(id)]; };
  return stem(candidate_[next]) == stem(reference_[after]) ? to : kNone;
}

}  // namespace pitchpipe
