#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace pitchpipe::util {

// Part of file formats: a change of these needs another version of them.
inline std::uint64_t mix_hash(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

template <class Word>
std::uint64_t hash_words(std::span<const Word> words) {
  std::uint64_t hash = words.size();
  for (Word word : words) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &word, sizeof word);
    hash = mix_hash(hash, bits);
  }
  return mix_hash(hash, 0);
}

// Of eight bytes at a time; enough for a table in memory.
inline std::uint64_t hash_pieces(std::string_view bytes) {
  std::uint64_t hash = bytes.size();
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t piece;
  for (; left >= sizeof piece; at += sizeof piece, left -= sizeof piece) {
    std::memcpy(&piece, at, sizeof piece);
    hash = mix_hash(hash, piece);
  }
  piece = 0;
  std::memcpy(&piece, at, left);
  return left > 0 ? mix_hash(hash, piece) : hash;
}

inline std::uint64_t hash_bytes(std::string_view bytes) { return mix_hash(hash_pieces(bytes), 0); }

}  // namespace pitchpipe::util
