#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pitchpipe::text {

// A view of UTF-8 texts cut into groups; owns nothing. Text i is data[offsets[i], offsets[i + 1]); group g
// holds the texts groups[g] to groups[g + 1] - 1.
class GroupedTexts {
 public:
  // Throws std::invalid_argument unless both offset arrays start at 0, never fall, and end where they must.
  GroupedTexts(std::span<const char> data, std::span<const std::int64_t> offsets,
               std::span<const std::int64_t> groups);

  std::size_t size() const { return offsets_.size() - 1; }
  std::size_t group_count() const { return groups_.size() - 1; }
  std::size_t group_begin(std::size_t g) const { return static_cast<std::size_t>(groups_[g]); }
  std::size_t group_end(std::size_t g) const { return static_cast<std::size_t>(groups_[g + 1]); }

  std::string_view operator[](std::size_t i) const {
    return {data_.data() + offsets_[i], static_cast<std::size_t>(offsets_[i + 1] - offsets_[i])};
  }

 private:
  std::span<const char> data_;
  std::span<const std::int64_t> offsets_;
  std::span<const std::int64_t> groups_;
};

// Throws std::invalid_argument unless candidates and references have the same number of groups and every
// group has a reference.
void check_references(const GroupedTexts& candidates, const GroupedTexts& references);

// The bytes of the texts at these rows, in this order, one after the other; throws std::out_of_range for a row that is not
// there.
std::vector<std::uint8_t> gathered(const GroupedTexts& texts, std::span<const std::int64_t> rows);

}  // namespace pitchpipe::text
