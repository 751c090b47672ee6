#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pitchpipe::util {

// A hash table is slots in a power of two. An entry is in the slot that its hash says, or where that is taken in the
// next free one, around the end. What is stored in files depends on this.
//
// Returns the first slot from there on for which stop(slot) is true: that of an entry, or a free one; there must be one.
template <class Slot, class Stop>
std::size_t find_slot(std::span<const Slot> slots, std::uint64_t hash, Stop stop) {
  std::size_t mask = slots.size() - 1;
  std::size_t at = hash & mask;
  while (!stop(slots[at])) at = (at + 1) & mask;
  return at;
}

// In slots that hold a number plus one, 0 where free: that of the number for which same(number) is true, or the free one
// where it would be.
template <class Same>
std::size_t find_number(std::span<const std::uint32_t> slots, std::uint64_t hash, Same same) {
  return find_slot(slots, hash, [&](std::uint32_t slot) { return slot == 0 || same(slot - 1); });
}

// Numbers different entries 0, 1, 2, ... in the order they come; what they are is known to the caller alone.
class Numbering {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // The slots are a power of two.
  explicit Numbering(std::size_t slots = 64) : slots_(slots) {}

  std::size_t size() const { return size_; }

  // Keeps at most so many slots.
  void clear(std::size_t most = SIZE_MAX) {
    slots_.assign(std::min(slots_.size(), most), 0);
    size_ = 0;
  }

  // The number of the entry for which same(number) is true, or kNone.
  template <class Same>
  std::uint32_t find(std::uint64_t hash, Same same) const {
    return slots_[find_number(slots_, hash, same)] - 1;
  }

  // The same, or a new number if there is none, which is size() before the call; hash_of(number) is asked of those that
  // are there.
  template <class Same, class HashOf>
  std::uint32_t insert(std::uint64_t hash, Same same, HashOf hash_of) {
    std::size_t at = find_number(slots_, hash, same);
    if (slots_[at] != 0) return slots_[at] - 1;
    if (2 * (size_ + 1) > slots_.size()) {
      grow(hash_of);
      at = free_slot(hash);
    }
    slots_[at] = static_cast<std::uint32_t>(++size_);
    return slots_[at] - 1;
  }

 private:
  std::size_t free_slot(std::uint64_t hash) const {
    return find_number(slots_, hash, [](std::uint32_t) { return false; });
  }

  template <class HashOf>
  [[gnu::noinline]] void grow(HashOf hash_of) {
    slots_.assign(4 * slots_.size(), 0);
    for (std::uint32_t number = 0; number < size_; ++number) slots_[free_slot(hash_of(number))] = number + 1;
  }

  std::vector<std::uint32_t> slots_;
  std::size_t size_ = 0;
};

// Small values by keys of 64 bits, any but the largest.
template <class Value>
class KeyMap {
 public:
  // The slots are a power of two; `absent` is the value of keys that are not there.
  explicit KeyMap(std::size_t slots = 64, Value absent = {}) : slots_(slots, Slot{kFree, absent}), absent_(absent) {}

  std::size_t size() const { return size_; }

  void clear(std::size_t most = SIZE_MAX) {
    slots_.assign(std::min(slots_.size(), most), Slot{kFree, absent_});
    size_ = 0;
  }

  const Value& operator[](std::uint64_t key) const { return slots_[place(key)].value; }

  // The value of a key, and whether the key is new; good until the next call.
  std::pair<Value&, bool> insert(std::uint64_t key) {
    std::size_t at = place(key);
    bool is_new = slots_[at].key == kFree;
    if (is_new) {
      if (2 * (size_ + 1) > slots_.size()) {
        grow();
        at = place(key);
      }
      slots_[at].key = key;
      ++size_;
    }
    return {slots_[at].value, is_new};
  }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t key;
    Value value;
  };

  std::size_t place(std::uint64_t key) const {
    std::uint64_t hash = key * 0x9E3779B97F4A7C15u;
    return find_slot(std::span<const Slot>(slots_), hash ^ hash >> 32,
                     [key](const Slot& slot) { return slot.key == key || slot.key == kFree; });
  }

  [[gnu::noinline]] void grow() {
    std::vector<Slot> old(4 * slots_.size(), Slot{kFree, absent_});
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.key != kFree) slots_[place(slot.key)] = slot;
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
  Value absent_;
};

}  // namespace pitchpipe::util
