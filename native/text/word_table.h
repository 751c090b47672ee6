#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace pitchpipe::text {

// Numbers distinct words 0, 1, 2, ... in the order they come. Open addressing, cheap to clear, for the few
// hundred words of one sentence's references and candidates. The words' bytes must outlive the table.
class WordTable {
 public:
  static constexpr std::int32_t kUnknown = -1;

  WordTable() : slots_(64, kUnknown) {}

  std::size_t size() const { return words_.size(); }
  std::string_view operator[](std::size_t id) const { return words_[id]; }

  void clear() {
    words_.clear();
    hashes_.clear();
    slots_.assign(slots_.size(), kUnknown);
  }

  std::int32_t find(std::string_view word) const {
    std::uint64_t hash = hash_of(word);
    return slots_[slot(word, hash)];
  }

  std::int32_t intern(std::string_view word) {
    std::uint64_t hash = hash_of(word);
    std::size_t at = slot(word, hash);
    if (slots_[at] != kUnknown) return slots_[at];
    auto id = static_cast<std::int32_t>(words_.size());
    slots_[at] = id;
    words_.push_back(word);
    hashes_.push_back(hash);
    if (words_.size() * 2 > slots_.size()) grow();
    return id;
  }

 private:
  static std::uint64_t hash_of(std::string_view word) {
    std::uint64_t hash = word.size() * 0x9E3779B97F4A7C15u;
    const char* at = word.data();
    std::size_t left = word.size();
    for (; left >= 8; at += 8, left -= 8) hash = mixed(hash ^ load(at, 8));
    return mixed(hash ^ load(at, left));
  }

  static std::uint64_t load(const char* at, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, at, bytes);
    return value;
  }

  static std::uint64_t mixed(std::uint64_t value) {
    value ^= value >> 32;  // a product's low bits know nothing of its factor's high ones
    value *= 0xD6E8FEB86659FD93u;
    return value ^ (value >> 32);
  }

  // Where the word is, or the free slot where it would go.
  std::size_t slot(std::string_view word, std::uint64_t hash) const {
    std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at] != kUnknown) {
      auto id = static_cast<std::size_t>(slots_[at]);
      if (hashes_[id] == hash && words_[id] == word) break;
      at = (at + 1) & mask;
    }
    return at;
  }

  void grow() {
    slots_.assign(std::bit_ceil(slots_.size() * 4), kUnknown);
    std::size_t mask = slots_.size() - 1;
    for (std::size_t id = 0; id < words_.size(); ++id) {
      std::size_t at = hashes_[id] & mask;
      while (slots_[at] != kUnknown) at = (at + 1) & mask;
      slots_[at] = static_cast<std::int32_t>(id);
    }
  }

  std::vector<std::string_view> words_;
  std::vector<std::uint64_t> hashes_;
  std::vector<std::int32_t> slots_;
};

}  // namespace pitchpipe::text
