#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "metrics/symbols.h"

namespace pitchpipe::metrics {

// How a text is edited into the reference.
struct Alignment {
  // For each word of the reference, how many words of the text are used up when it is reached.
  std::vector<std::size_t> reached;
  // How many of the first i words take part in an edit.
  std::vector<std::size_t> text_errors, reference_errors;
};

// Tercom's edit distance: of the matrix of text (rows) and reference (columns) only a band around the line
// from corner to corner is filled, so the distance of a long text may be larger than the true one. The band is
// sacreBLEU's: its middle in row i is the floor of i * reference length / text length, it has `beam` columns to
// the left of the middle and beam - 1 to the right, in the last row all to the right, and more where that would
// tear it.
class BeamMatrix {
 public:
  // For texts of `length` words. The reference must outlive the use of the matrix. None of the three is 0.
  void reset(Symbols reference, std::size_t length, std::size_t beam);

  // Whether a text whose true distance this is has the same distance here: all its best paths are in the band.
  bool exact(std::size_t distance) const;

  // Fills only the rows after the words that this text and the last one begin with.
  std::size_t distance(Symbols text);

  // The alignment of the last text: read from the end, a match or substitution before a deletion from the text,
  // and that before an insertion.
  void align(Alignment& alignment) const;

 private:
  struct Range {
    std::size_t begin, end;  // columns
  };

  void lay_out();
  Range band(std::size_t row) const;
  void fill(std::size_t row, std::int32_t word);
  std::int32_t cell(std::size_t row, std::size_t column) const;

  Symbols reference_;
  std::size_t length_ = 0;
  std::size_t beam_ = 0;
  double slope_ = 0;
  std::size_t stride_ = 0;           // of a row in cells_; the first is a margin to the left of the band
  std::vector<std::int32_t> text_;   // empty before the first text
  std::vector<std::int32_t> cells_;
  std::vector<Range> bands_;
};

}  // namespace pitchpipe::metrics
