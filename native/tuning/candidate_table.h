#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "util/word_table.h"

namespace pitchpipe::tuning {

// Candidates in the order they are read: each has the number of its group, a text, and (feature, value)
// entries. Features are numbered 0, 1, 2, ... in the order they first come. A name with one value is a
// feature; a name with k > 1 values is k features, name_0 to name_{k-1}.
//
// Everything given is UTF-8 and is copied. Not for several threads at once.
class CandidateTable {
 public:
  struct Columns {
    std::vector<std::int64_t> groups;
    std::vector<std::uint8_t> texts;
    std::vector<std::int64_t> text_offsets;
    std::vector<std::int64_t> starts;  // entries of row i: starts[i] to starts[i + 1] - 1, in the order read
    std::vector<std::int32_t> features;
    std::vector<double> values;
  };
  struct Names {
    std::vector<std::uint8_t> bytes;
    std::vector<std::int64_t> offsets;
  };

  // The rows that `release` has not handed over.
  std::size_t size() const { return columns_.groups.size(); }

  // Starts a row; the white space at both ends of the text is left off.
  void begin(std::int64_t group, std::string_view text);

  // Adds the values of a name to the row. Throws std::invalid_argument if the row has the name already, if
  // it had another number of values before, or if one of its features is also another name's.
  void add(std::string_view name, std::span<const double> values);

  // Hands the rows over; the features keep their numbers in those that follow.
  Columns release();
  // The names of all features, by number.
  Names names() const;

 private:
  struct Name {
    std::int32_t first;  // its features are first to first + count - 1
    std::int32_t count;
    std::int64_t last_row;  // counted with those that are released
  };

  Name& find(std::string_view name, std::size_t count);
  void check_new(std::string_view name, std::size_t count) const;

  Columns columns_;
  util::WordStore table_;
  std::vector<Name> names_;
  std::size_t feature_count_ = 0;
  std::int64_t released_ = 0;
};

// `text` without the ASCII white space at its ends.
std::string_view stripped(std::string_view text);

}  // namespace pitchpipe::tuning
