#include "text/grouped_texts.h"

#include <stdexcept>
#include <string>

namespace pitchpipe::text {
namespace {

void check_offsets(std::span<const std::int64_t> offsets, std::size_t end, const char* what) {
  if (offsets.empty() || offsets.front() != 0)
    throw std::invalid_argument(std::string(what) + " offsets must start at 0");
  for (std::size_t i = 1; i < offsets.size(); ++i)
    if (offsets[i] < offsets[i - 1])
      throw std::invalid_argument(std::string(what) + " offsets fall at position " + std::to_string(i));
  if (static_cast<std::size_t>(offsets.back()) != end)
    throw std::invalid_argument(std::string(what) + " offsets end at " + std::to_string(offsets.back()) +
                                ", not at " + std::to_string(end));
}

}  // namespace

GroupedTexts::GroupedTexts(std::span<const char> data, std::span<const std::int64_t> offsets,
                           std::span<const std::int64_t> groups)
    : data_(data), offsets_(offsets), groups_(groups) {
  check_offsets(offsets, data.size(), "text");
  check_offsets(groups, offsets.size() - 1, "group");
}

void check_references(const GroupedTexts& candidates, const GroupedTexts& references) {
  if (candidates.group_count() != references.group_count())
    throw std::invalid_argument(std::to_string(candidates.group_count()) + " groups of candidates but " +
                                std::to_string(references.group_count()) + " groups of references");
  for (std::size_t g = 0; g < references.group_count(); ++g)
    if (references.group_begin(g) == references.group_end(g))
      throw std::invalid_argument("group " + std::to_string(g) + " has no reference");
}

std::vector<std::uint8_t> gathered(const GroupedTexts& texts, std::span<const std::int64_t> rows) {
  std::size_t size = 0;
  for (std::int64_t row : rows) {
    if (row < 0 || static_cast<std::size_t>(row) >= texts.size())
      throw std::out_of_range("found row " + std::to_string(row) + " of " + std::to_string(texts.size()) + " texts");
    size += texts[static_cast<std::size_t>(row)].size();
  }
  std::vector<std::uint8_t> bytes;
  bytes.reserve(size);
  for (std::int64_t row : rows) {
    std::string_view text = texts[static_cast<std::size_t>(row)];
    bytes.insert(bytes.end(), text.begin(), text.end());
  }
  return bytes;
}

}  // namespace pitchpipe::text
