#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/line_cutter.h"
#include "tuning/candidate_table.h"

namespace pitchpipe::tuning {

// Where the features of a line are, and how they are written: `LM0= -1 -2`, `lm: -1 -2` or `lm=-1`.
struct NbestFormat {
  enum class Field { kUnknown, kThird, kFourth, kMarian };
  enum class Style { kUnknown, kEquals, kColon, kPairs };
  Field field = Field::kUnknown;
  Style style = Style::kUnknown;
};

// Reads one n-best file, given in pieces cut anywhere, into a table. What the format leaves unknown is taken
// from the first line that shows it and then holds for the file. Lines end with \n; a line is
// `id ||| text ||| features ||| total`, or with total and features swapped; further fields are not looked at. Marian writes
// alignments and scores of words before the features, which start with `F0=`. Moses may leave out the space after the id,
// and end its lists with empty lines.
//
// Errors are std::invalid_argument, "LINE: found ..., expected ..."; the table is then half filled.
class NbestReader {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{1} << 24;
  static constexpr std::int64_t kMostGroups = 1'000'000'000'000'000'000;

  // Group ids are below `group_limit`. The table must outlive the reader.
  NbestReader(CandidateTable& table, NbestFormat format, std::int64_t group_limit)
      : table_(table), format_(format), group_limit_(group_limit) {}

  void feed(std::string_view chunk);
  void finish();  // reads the last line if it has no end

 private:
  void line(std::string_view text);
  void parse(std::string_view text);
  std::int64_t group_of(std::string_view field) const;
  std::string_view feature_field();
  std::string_view marian_field() const;
  void features(std::string_view field);
  void pair(std::string_view token);
  void labelled(std::string_view field, char mark);
  void flush_label();

  CandidateTable& table_;
  NbestFormat format_;
  std::int64_t group_limit_;
  text::LineCutter lines_{kLongestLine};
  std::size_t least_fields_ = 0;
  std::size_t empty_line_ = 0;  // the first of those that nothing has followed so far
  std::vector<std::string_view> fields_;
  std::string_view label_;
  std::vector<double> values_;
};

}  // namespace pitchpipe::tuning
