#include "tuning/candidate_table.h"

#include <charconv>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "util/quoted.h"

namespace pitchpipe::tuning {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string numbered(std::string_view name, std::size_t index) {
  return std::string(name) + "_" + std::to_string(index);
}

[[noreturn]] void fail_ambiguous(std::string_view feature, std::string_view name) {
  throw std::invalid_argument("found the feature " + util::quoted(feature) + " beside several values of " +
                              util::quoted(name) + ", which have the same name, expected different names");
}

}  // namespace

std::string_view stripped(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

void CandidateTable::begin(std::int64_t group, std::string_view text) {
  text = stripped(text);
  columns_.groups.push_back(group);
  columns_.text_offsets.push_back(static_cast<std::int64_t>(columns_.texts.size()));
  columns_.texts.insert(columns_.texts.end(), text.begin(), text.end());
  columns_.starts.push_back(static_cast<std::int64_t>(columns_.features.size()));
}

void CandidateTable::add(std::string_view name, std::span<const double> values) {
  Name& known = find(name, values.size());
  std::int64_t row = released_ + static_cast<std::int64_t>(size());
  if (known.last_row == row)
    throw std::invalid_argument("found " + util::quoted(name) + " twice, expected each feature once");
  if (static_cast<std::size_t>(known.count) != values.size())
    throw std::invalid_argument("found " + std::to_string(values.size()) + " values of " + util::quoted(name) +
                                ", expected " + std::to_string(known.count) + " as before");
  known.last_row = row;
  for (std::size_t i = 0; i < values.size(); ++i) {
    columns_.features.push_back(known.first + static_cast<std::int32_t>(i));
    columns_.values.push_back(values[i]);
  }
}

CandidateTable::Name& CandidateTable::find(std::string_view name, std::size_t count) {
  std::int32_t id = table_.find(name);
  if (id != util::WordStore::kUnknown) return names_[static_cast<std::size_t>(id)];
  check_new(name, count);
  table_.intern(name);
  names_.push_back({static_cast<std::int32_t>(feature_count_), static_cast<std::int32_t>(count), 0});
  feature_count_ += count;
  return names_.back();
}

void CandidateTable::check_new(std::string_view name, std::size_t count) const {
  if (name.empty()) throw std::invalid_argument("found a feature without a name, expected a name");
  if (count > std::numeric_limits<std::int32_t>::max() - feature_count_)
    throw std::invalid_argument("found more than two thousand million features, expected fewer");
  if (count > 1) {
    for (std::size_t i = 0; i < count; ++i) {
      std::string feature = numbered(name, i);
      std::int32_t id = table_.find(feature);
      if (id != util::WordStore::kUnknown && names_[static_cast<std::size_t>(id)].count == 1)
        fail_ambiguous(feature, name);
    }
    return;
  }
  std::size_t cut = name.rfind('_');
  if (cut == std::string_view::npos) return;
  std::string_view owner = name.substr(0, cut);
  std::int32_t id = table_.find(owner);
  if (id == util::WordStore::kUnknown) return;
  auto values = static_cast<std::size_t>(names_[static_cast<std::size_t>(id)].count);
  std::size_t index = 0;
  std::from_chars(name.data() + cut + 1, name.data() + name.size(), index);
  if (values > 1 && index < values && numbered(owner, index) == name) fail_ambiguous(name, owner);
}

CandidateTable::Columns CandidateTable::release() {
  columns_.text_offsets.push_back(static_cast<std::int64_t>(columns_.texts.size()));
  columns_.starts.push_back(static_cast<std::int64_t>(columns_.features.size()));
  released_ += static_cast<std::int64_t>(size());
  return std::exchange(columns_, Columns());
}

CandidateTable::Names CandidateTable::names() const {
  Names found;
  found.offsets.push_back(0);
  for (std::size_t i = 0; i < names_.size(); ++i)
    for (std::int32_t value = 0; value < names_[i].count; ++value) {
      std::string name = names_[i].count == 1 ? std::string(table_[i])
                                              : numbered(table_[i], static_cast<std::size_t>(value));
      found.bytes.insert(found.bytes.end(), name.begin(), name.end());
      found.offsets.push_back(static_cast<std::int64_t>(found.bytes.size()));
    }
  return found;
}

}  // namespace pitchpipe::tuning
