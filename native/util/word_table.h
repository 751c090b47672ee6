#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "util/hash.h"
#include "util/hash_table.h"

namespace pitchpipe::util {

// Numbers distinct words 0, 1, 2, ... in the order they come. Cheap to clear, for the few hundred words of one
// sentence's references and candidates. The words' bytes must outlive the table.
class WordTable {
  auto is(std::string_view word, std::uint64_t hash) const {
    return [this, word, hash](std::uint32_t id) { return hashes_[id] == hash && words_[id] == word; };
  }

 public:
  static constexpr std::int32_t kUnknown = -1;

  std::size_t size() const { return words_.size(); }
  std::string_view operator[](std::size_t id) const { return words_[id]; }

  void clear() {
    words_.clear();
    hashes_.clear();
    numbers_.clear();
  }

  std::int32_t find(std::string_view word) const {
    std::uint64_t hash = hash_pieces(word);
    return static_cast<std::int32_t>(numbers_.find(hash, is(word, hash)));
  }

  std::int32_t intern(std::string_view word) {
    std::uint64_t hash = hash_pieces(word);
    std::uint32_t id = numbers_.insert(hash, is(word, hash), [&](std::uint32_t known) { return hashes_[known]; });
    if (id == words_.size()) {
      words_.push_back(word);
      hashes_.push_back(hash);
    }
    return static_cast<std::int32_t>(id);
  }

 private:
  std::vector<std::string_view> words_;
  std::vector<std::uint64_t> hashes_;
  Numbering numbers_;
};

// The same with the words' bytes.
class WordStore {
 public:
  static constexpr std::int32_t kUnknown = WordTable::kUnknown;

  std::size_t size() const { return table_.size(); }
  std::string_view operator[](std::size_t id) const { return table_[id]; }

  void clear() {
    table_ = {};
    bytes_.release();
  }

  std::int32_t find(std::string_view word) const { return table_.find(word); }

  std::int32_t intern(std::string_view word) {
    std::int32_t known = table_.find(word);
    if (known != kUnknown) return known;
    auto* copy = static_cast<char*>(bytes_.allocate(word.size() + 1, 1));
    std::memcpy(copy, word.data(), word.size());
    return table_.intern({copy, word.size()});
  }

  // All words, one after the other, and where each starts and the last one ends.
  void copy_to(std::vector<std::uint8_t>& bytes, std::vector<std::int64_t>& offsets) const {
    bytes.clear();
    offsets.assign(1, 0);
    for (std::size_t id = 0; id < size(); ++id) {
      bytes.insert(bytes.end(), table_[id].begin(), table_[id].end());
      offsets.push_back(static_cast<std::int64_t>(bytes.size()));
    }
  }

 private:
  std::pmr::monotonic_buffer_resource bytes_;
  WordTable table_;
};

}  // namespace pitchpipe::util
