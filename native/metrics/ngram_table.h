#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace pitchpipe::metrics {

// Numbers the n-grams of some token sequences 0, 1, 2, ...: an n-gram is its (n-1)-gram prefix followed by a
// token, so looking up all n-grams that start at a position stops at the first one that is not there.
class NgramTable {
 public:
  static constexpr std::int32_t kNone = -1;  // not in the table; also the prefix of a unigram

  NgramTable() : slots_(256) {}

  std::size_t size() const { return size_; }

  void clear() {
    slots_.assign(slots_.size(), Slot{});
    size_ = 0;
  }

  std::int32_t find(std::int32_t prefix, std::int32_t token) const { return slots_[slot(key(prefix, token))].id; }

  std::int32_t intern(std::int32_t prefix, std::int32_t token) {
    std::uint64_t wanted = key(prefix, token);
    std::size_t at = slot(wanted);
    if (slots_[at].id != kNone) return slots_[at].id;
    auto id = static_cast<std::int32_t>(size_++);
    slots_[at] = {wanted, id};
    if (size_ * 2 > slots_.size()) grow();
    return id;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::int32_t id = kNone;
  };

  static constexpr std::size_t kMostSlots = std::size_t{1} << 30;  // so that numbers fit their type

  static std::uint64_t key(std::int32_t prefix, std::int32_t token) {
    return std::uint64_t{static_cast<std::uint32_t>(prefix)} << 32 | static_cast<std::uint32_t>(token);
  }

  std::size_t slot(std::uint64_t wanted) const {
    std::size_t mask = slots_.size() - 1;
    std::uint64_t hash = wanted * 0x9E3779B97F4A7C15u;
    std::size_t at = (hash ^ (hash >> 32)) & mask;
    while (slots_[at].id != kNone && slots_[at].key != wanted) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    if (slots_.size() >= kMostSlots) throw std::length_error("more than 500 million distinct n-grams");
    std::vector<Slot> old(slots_.size() * 4);
    old.swap(slots_);
    for (const Slot& entry : old)
      if (entry.id != kNone) slots_[slot(entry.key)] = entry;
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

// Calls visit(n, id) for every n-gram of `tokens` up to `order` that `lookup(prefix, token)` has an id for.
template <class Lookup, class Visit>
void for_each_ngram(std::span<const std::int32_t> tokens, std::size_t order, Lookup lookup, Visit visit) {
  for (std::size_t begin = 0; begin < tokens.size(); ++begin) {
    std::size_t most = order < tokens.size() - begin ? order : tokens.size() - begin;
    std::int32_t id = NgramTable::kNone;
    for (std::size_t n = 0; n < most; ++n) {
      id = lookup(id, tokens[begin + n]);
      if (id == NgramTable::kNone) break;
      visit(n, id);
    }
  }
}

}  // namespace pitchpipe::metrics
