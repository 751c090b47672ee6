#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

namespace pitchpipe::phrases {

// Part of the file format: a change of these needs another version of it.
inline std::uint64_t mix_hash(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

inline std::uint64_t hash_words(std::span<const std::uint32_t> words) {
  std::uint64_t hash = words.size();
  for (std::uint32_t word : words) hash = mix_hash(hash, word);
  return mix_hash(hash, 0);
}

inline std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes) {
  std::uint64_t hash = bytes.size();
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t piece = 0;
    for (std::size_t i = at; i < bytes.size() && i < at + 8; ++i) piece |= std::uint64_t{bytes[i]} << 8 * (i - at);
    hash = mix_hash(hash, piece);
  }
  return mix_hash(hash, 0);
}

// Linear probing over slots that hold a number plus one, 0 where free. Returns the first number for which
// same(number) is true. Ends after all slots, even if none is free.
template <class Same>
std::optional<std::size_t> find_slot(std::span<const std::uint32_t> slots, std::uint64_t hash, Same same) {
  std::size_t mask = slots.size() - 1;
  for (std::size_t tried = 0; tried < slots.size(); ++tried) {
    std::uint32_t value = slots[(hash + tried) & mask];
    if (value == 0) return {};
    if (same(std::size_t{value} - 1)) return std::size_t{value} - 1;
  }
  return {};
}

// Puts a number into the first free slot; there must be one.
inline void take_slot(std::span<std::uint32_t> slots, std::uint64_t hash, std::size_t number) {
  std::size_t mask = slots.size() - 1;
  std::size_t at = hash & mask;
  while (slots[at] != 0) at = (at + 1) & mask;
  slots[at] = static_cast<std::uint32_t>(number + 1);
}

// Throws std::invalid_argument unless there are slots in a power of two.
inline void check_slots(std::span<const std::uint32_t> slots, const char* what) {
  if (!std::has_single_bit(slots.size()))
    throw std::invalid_argument(std::string("the slots of the ") + what + " are not a power of two");
}

// Throws std::invalid_argument unless `count` numbers leave a slot free.
inline void check_room(std::span<const std::uint32_t> slots, std::size_t count, const char* what) {
  check_slots(slots, what);
  if (count >= slots.size() || count > UINT32_MAX - 1)
    throw std::invalid_argument(std::string("there are more ") + what + " than slots for them");
}

}  // namespace pitchpipe::phrases
