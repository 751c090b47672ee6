#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "phrases/phrase_table.h"
#include "phrases/table_writer.h"
#include "phrases/text_lines.h"
#include "util/word_table.h"

namespace pitchpipe::phrases {

// The lowest logarithm of a probability, which stands for 0, as in Moses.
inline constexpr float kLowestLog = -100;

// What the lines of a reordering table hold.
struct ReorderingColumns {
  // Where each of the six scores is on a line; kNone stands for a score that the model does not have, which is 0.
  static constexpr int kNone = -1;
  std::vector<int> columns;
  bool by_source = false;  // whether lines are of source phrases, not of phrase pairs
  // The probabilities, as on a line, of pairs that the table does not have. Without any, each pair needs a line.
  std::vector<float> missing;
  // How many probabilities a line has.
  std::size_t width() const;
};

// Reads a Moses phrase table as text, and reordering tables beside it, into a TableWriter. Holds the lines of one
// source phrase at a time, which must follow each other; a reordering table has its source phrases in the same order and
// may have more. If it may lack some, both are sorted by their bytes, as LC_ALL=C sort does.
class MosesReader {
 public:
  using Reordering = std::pair<TextLines, ReorderingColumns>;
  // Throws std::invalid_argument if columns are not six or eight.
  MosesReader(TextLines phrases, std::vector<Reordering> reordering);

  // Throws std::invalid_argument, "NAME:LINE: found ..., expected ...".
  void read(TableWriter& writer);

  const util::WordStore& source_words() const { return source_words_; }
  const util::WordStore& target_words() const { return target_words_; }
  std::size_t score_count() const { return score_count_; }
  // Phrase pairs that a reordering table did not have, of all tables.
  std::size_t missing() const;

 private:
  // The fields of a line: words between |||.
  struct Fields {
    std::vector<std::string_view> words;
    std::vector<std::size_t> ends;
    std::size_t size() const { return ends.size(); }
    std::span<const std::string_view> operator[](std::size_t i) const;
    // A field as it would be written, as a key.
    std::string text(std::size_t i) const;
  };

  // A line of the phrase table, its numbers at these places of the group's arrays.
  struct Line {
    std::string target;
    std::size_t number;
    std::size_t words_begin, words_end, points_begin, points_end;
    float counts[3];
  };

  struct ReorderingTable {
    TextLines lines;
    ReorderingColumns columns;
    std::size_t first;      // of its values in a phrase pair's row
    Fields fields;
    std::string source;     // of the line in `fields`, empty at the end
    bool sorted = true;     // so far
    std::size_t missing = 0;
  };

  static void split(std::string_view line, Fields& fields);
  bool next_phrase_line();
  void next_reordering_line(ReorderingTable& table);
  void read_group();
  void add_line();
  void read_scores();
  void read_alignment(std::size_t target_size);
  void read_counts(Line& line);
  void read_reordering(ReorderingTable& table);
  void read_orientations(ReorderingTable& table, float* values);
  void fill_missing(ReorderingTable& table, const std::vector<bool>& found);
  // A phrase pair's values of a table.
  float* values_of(const ReorderingTable& table, std::size_t line) { return orientations_.data() + line * width_ + table.first; }
  void write_group(TableWriter& writer);
  void sort_lines();

  TextLines phrases_;
  std::vector<ReorderingTable> tables_;
  util::WordStore source_words_, target_words_;
  std::size_t score_count_ = 0, width_ = 0;  // scores, and reordering values, of a phrase pair
  std::string line_;  // the line in fields_, which points into it
  Fields fields_;
  bool at_end_ = false;
  bool sorted_ = true;  // the phrase table so far

  std::string source_;  // of the group
  std::vector<WordId> source_ids_, words_;
  std::vector<float> scores_, orientations_;
  std::vector<AlignmentPoint> points_;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> by_target_, order_;
  std::vector<PhraseTable::Entry> entries_;
};

}  // namespace pitchpipe::phrases
