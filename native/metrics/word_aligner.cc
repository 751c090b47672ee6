#include "metrics/word_aligner.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace pitchpipe::metrics {
namespace {

std::uint64_t bit(std::int32_t position) { return std::uint64_t{1} << (position % 64); }
std::size_t block(std::int32_t position) { return static_cast<std::size_t>(position) / 64; }

std::uint64_t above(std::int32_t position) { return ~(bit(position) | (bit(position) - 1)); }
std::uint64_t below(std::int32_t position) { return bit(position) - 1; }

std::int64_t count(std::uint64_t set) { return std::popcount(set); }

template <class State>
bool cheaper(const State& a, const State& b) {
  return std::tie(a.crossings, a.chunks) < std::tie(b.crossings, b.chunks);
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
  beam_ = reference.size() <= kLong ? kBeam : std::max<std::size_t>(1, kBeam * kLong / reference.size());
  states_.assign(1, State{});
  sets_.assign(blocks_, 0);
  for (at_ = 0; at_ < candidate_.size(); ++at_) {
    Word& current = word(candidate_[at_]);
    if (current.candidate == current.reference)
      link_in_order(current);
    else if (current.reference > 0 || stem(current).links() > 0)
      search(current);
    else
      for (State& state : states_) state.last = kNone;
    ++current.seen;
    bool closed = close(current);
    if (states_.size() == 1) continue;
    if (closed) forget();
    merge();
    prune(states_, beam_);
  }
  const State& best = *std::min_element(states_.begin(), states_.end(), cheaper<State>);
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
  open_.assign(blocks_, 0);
  positions_.resize(reference_.size());
  for (std::size_t j = 0; j < reference_.size(); ++j) {
    Word& here = word(reference_[j]);
    auto at = static_cast<std::int32_t>(j);
    positions_[static_cast<std::size_t>(here.first + here.seen++)] = at;
    (here.candidate == here.reference ? after_ : open_)[block(at)] |= bit(at);
  }
  for (Word& counted : words_) counted.seen = 0;
}

// The same for every state: crossings with the links that are searched are counted when those are made.
void WordAligner::link_in_order(const Word& word) {
  std::int32_t to = position(word, word.seen);
  after_[block(to)] &= ~bit(to);
  before_[block(to)] |= bit(to);
  result_.crossings += count(before_[block(to)] & above(to));
  for (std::size_t b = block(to) + 1; b < blocks_; ++b) result_.crossings += count(before_[b]);
  for (State& state : states_) {
    state.chunks += state.last != to - 1;
    state.last = continuing(to);
  }
}

void WordAligner::search(const Word& word) {
  next_.clear();
  for (const State& state : states_) {
    count_crossings(state);
    if (word.candidate < word.reference)
      expand_scarce(state, word);
    else
      expand_plentiful(state, word);
  }
  states_.swap(next_);
  prune(states_, 16 * beam_);
  make_sets();
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

void WordAligner::count_crossings(const State& state) {
  const std::uint64_t* set = sets_.data() + state.row * blocks_;
  crossings_.assign(blocks_, 0);
  std::int64_t sum = 0;
  for (std::size_t b = blocks_; b-- > 0;) {
    crossings_[b] = sum;
    sum += count(set[b]) + count(before_[b]);
  }
  sum = 0;
  for (std::size_t b = 0; b < blocks_; ++b) {
    crossings_[b] += sum;
    sum += count(after_[b]);
  }
}

void WordAligner::link(const State& state, std::int32_t to) {
  std::size_t b = block(to);
  std::uint64_t set = sets_[state.row * blocks_ + b];
  std::int64_t crossings = crossings_[b] + count(set & above(to)) + count(before_[b] & above(to)) +
                           count(after_[b] & below(to));
  next_.push_back(
      {state.crossings + crossings, state.chunks + (state.last != to - 1), continuing(to), state.row, to});
}

void WordAligner::skip(const State& state) {
  next_.push_back({state.crossings, state.chunks, kNone, state.row, kNone});
}

void WordAligner::make_sets() {
  next_sets_.clear();
  for (State& state : states_) {
    auto parent = sets_.begin() + static_cast<std::ptrdiff_t>(state.row * blocks_);
    state.row = next_sets_.size() / blocks_;
    next_sets_.insert(next_sets_.end(), parent, parent + static_cast<std::ptrdiff_t>(blocks_));
    if (state.added != kNone) next_sets_[state.row * blocks_ + block(state.added)] |= bit(state.added);
  }
  sets_.swap(next_sets_);
}

// A word that does not come again closes its positions, unless words of its stem may be linked to them.
bool WordAligner::close(const Word& word) {
  if (word.seen < word.candidate || word.candidate == word.reference || stem(word).links() > 0) return false;
  for (std::int32_t index = 0; index < word.reference; ++index)
    open_[block(position(word, index))] &= ~bit(position(word, index));
  return word.reference > 0;
}

// Which closed positions are linked no longer matters, only how many lie between two open ones: they move to the
// lowest, so that more states are seen to be the same.
void WordAligner::forget() {
  auto end = static_cast<std::int32_t>(reference_.size());
  for (const State& state : states_) {
    std::uint64_t* set = sets_.data() + state.row * blocks_;
    std::int32_t lowest = 0;
    bool counts = false;  // below the first open position nothing is ever crossed
    for (std::int32_t at = 0; at < end; ++at) {
      if (open_[block(at)] & bit(at)) {
        lowest = at + 1;
        counts = true;
      } else if (set[block(at)] & bit(at)) {
        set[block(at)] &= ~bit(at);
        if (!counts) continue;
        set[block(lowest)] |= bit(lowest);
        ++lowest;
      }
    }
  }
}

// Keeps the cheapest of the states that have the same future.
void WordAligner::merge() {
  auto compare_sets = [&](const State& a, const State& b) {
    const std::uint64_t* one = sets_.data() + a.row * blocks_;
    const std::uint64_t* other = sets_.data() + b.row * blocks_;
    return std::lexicographical_compare_three_way(one, one + blocks_, other, other + blocks_);
  };
  auto by_future = [&](const State& a, const State& b) {
    if (a.last != b.last) return a.last < b.last;
    auto order = compare_sets(a, b);
    return order != 0 ? order < 0 : cheaper(a, b);
  };
  auto same_future = [&](const State& a, const State& b) { return a.last == b.last && compare_sets(a, b) == 0; };
  std::sort(states_.begin(), states_.end(), by_future);
  states_.erase(std::unique(states_.begin(), states_.end(), same_future), states_.end());
}

void WordAligner::prune(std::vector<State>& states, std::size_t most) {
  if (states.size() <= most) return;
  result_.proven = false;
  std::stable_sort(states.begin(), states.end(), cheaper<State>);
  states.resize(most);
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

}  // namespace pitchpipe::metrics
