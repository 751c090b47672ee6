#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "util/hash_table.h"

namespace pitchpipe::metrics {

// Numbers the n-grams of some token sequences 0, 1, 2, ...: an n-gram is its (n-1)-gram prefix followed by a
// token, so looking up all n-grams that start at a position stops at the first one that is not there.
class NgramTable {
 public:
  static constexpr std::int32_t kNone = -1;  // not in the table; also the prefix of a unigram

  std::size_t size() const { return ids_.size(); }
  void clear() { ids_.clear(); }

  std::int32_t find(std::int32_t prefix, std::int32_t token) const { return ids_[key(prefix, token)]; }

  std::int32_t intern(std::int32_t prefix, std::int32_t token) {
    auto [id, is_new] = ids_.insert(key(prefix, token));
    if (!is_new) return id;
    if (size() > kMost) throw std::length_error("more than 500 million distinct n-grams");
    return id = static_cast<std::int32_t>(size() - 1);
  }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 29;

  static std::uint64_t key(std::int32_t prefix, std::int32_t token) {
    return std::uint64_t{static_cast<std::uint32_t>(prefix)} << 32 | static_cast<std::uint32_t>(token);
  }

  util::KeyMap<std::int32_t> ids_{256, kNone};
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
