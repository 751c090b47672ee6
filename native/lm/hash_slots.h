#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lm/slot_memory.h"
#include "util/packed_words.h"

namespace pitchpipe::lm {

using util::WordId;

// The key of an n-gram is that of its last word, extended by the words before it, the nearest first: an n-gram
// and all its suffixes are hashed in one go. It is never 0, which marks an empty slot. What is stored in files
// depends on these functions.
inline std::uint64_t key_of(WordId word) { return word + std::uint64_t{1}; }
inline std::uint64_t extended_key(std::uint64_t key, WordId word) {
  std::uint64_t mixed = (key ^ key >> 32) * 0x9FB21C651E98DF25u + (word + std::uint64_t{1}) * 0xD6E8FEB86659FD93u;
  return mixed + (mixed == 0);
}

inline std::uint64_t key_of(std::string_view word) {
  std::uint64_t hash = word.size();
  for (std::size_t at = 0; at < word.size(); at += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, word.data() + at, word.size() - at < 8 ? word.size() - at : 8);
    hash = (hash ^ eight) * 0x9FB21C651E98DF25u;
    hash ^= hash >> 29;
  }
  hash *= 0xD6E8FEB86659FD93u;
  return hash + (hash == 0);
}

// Which of `homes` slots a key belongs to: by its high bits, the best of a product.
inline std::size_t home_of(std::uint64_t key, std::size_t homes) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::size_t>(static_cast<Wide>(key) * homes >> 64);
}

// How a table is laid out: an entry is at its home or at most probes - 1 slots after it, so that the slots are
// homes + probes - 1 and a search, which never wraps around, stays within them whatever they hold.
struct SlotLayout {
  std::size_t homes = 1;
  std::size_t probes = 1;

  // Throws std::invalid_argument unless `size` words of 32 bits are slots of `width` words in this layout.
  void check(std::size_t size, std::size_t width) const {
    std::size_t slots = size / width;
    if (size % width || homes == 0 || probes == 0 || homes > slots || probes != slots - homes + 1)
      throw std::invalid_argument("a table has another size than its layout says");
  }
};

// A hash table in memory that somebody else owns. A slot is `Width` words: two of the key, and what is stored under
// it. Keys are all that is compared: a search for what is not there finds something else about once in 10^18 times.
template <std::size_t Width>
class HashSlots {
 public:
  HashSlots() = default;
  HashSlots(std::span<const std::uint32_t> slots, SlotLayout layout) : slots_(slots.data()), layout_(layout) {
    layout.check(slots.size(), Width);
  }

  void prefetch(std::uint64_t key) const {
    __builtin_prefetch(slots_ + Width * home_of(key, layout_.homes));
  }

  // The words after the key, or a null pointer.
  const std::uint32_t* find(std::uint64_t key) const {
    const std::uint32_t* at = slots_ + Width * home_of(key, layout_.homes);
    for (std::size_t probe = 0; probe < layout_.probes; ++probe, at += Width) {
      std::uint64_t found;
      std::memcpy(&found, at, sizeof found);
      if (found == key) return at + 2;
      if (found == 0) return nullptr;
    }
    return nullptr;
  }

 private:
  const std::uint32_t* slots_ = nullptr;
  SlotLayout layout_;
};

// A hash table that grows while it is filled, in memory or in a temporary file in a folder.
class GrowingSlots {
 public:
  GrowingSlots(std::size_t width, std::size_t expected, const std::string& folder = {})
      : width_(width), slots_(folder) {
    resize(expected);
  }

  // The words under a key, or a null pointer.
  std::uint32_t* find(std::uint64_t key);

  // The words of a new entry, all 0, or a null pointer if there is one already. Pointers that were given before are
  // not good any more.
  std::uint32_t* insert(std::uint64_t key);

  const SlotLayout& layout() const { return layout_; }
  SlotMemory release();

 private:
  std::size_t size() const { return slots_.size() / width_; }
  std::uint64_t key_at(std::size_t at) const;
  std::size_t slot(std::uint64_t key) const;
  void resize(std::size_t expected);
  void grow();

  std::size_t width_;
  SlotMemory slots_;
  SlotLayout layout_;
  std::size_t entries_ = 0;
};

}  // namespace pitchpipe::lm
