#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "phrases/array_file.h"
#include "phrases/phrase_table.h"
#include "phrases/row_pool.h"

namespace pitchpipe::phrases {

// Writes the arrays of a phrase table, each to a file of its own, in bounded memory: all but the vocabularies and
// the slots, which are made when everything is known.
class TableWriter {
 public:
  // In the order of `descriptors`: phrases, phrase_offsets, ranges, entries, scores, counts, targets, target_offsets,
  // alignments, alignment_offsets, reordering.
  static constexpr std::size_t kFiles = 11;

  explicit TableWriter(std::span<const int, kFiles> descriptors);
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  // Starts a source phrase; the entries added next, best first, are its. All throw std::runtime_error if a file
  // cannot be written.
  void begin(std::span<const WordId> source);
  void add(const PhraseTable::Entry& entry);
  void finish();

  std::size_t size() const { return entry_count_; }
  std::size_t longest_source() const { return longest_source_; }

 private:
  ArrayFile phrases_, phrase_offsets_, ranges_, entries_, scores_, counts_, targets_, target_offsets_, alignments_,
      alignment_offsets_, reordering_;
  RowPool<WordId> target_pool_;
  RowPool<std::uint8_t> alignment_pool_;
  RowPool<float> reordering_pool_;
  std::uint64_t word_count_ = 0, entry_count_ = 0;
  std::size_t longest_source_ = 0;
};

}  // namespace pitchpipe::phrases
