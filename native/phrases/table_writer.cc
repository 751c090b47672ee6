#include "phrases/table_writer.h"

#include <algorithm>

namespace pitchpipe::phrases {

TableWriter::TableWriter(std::span<const int, kFiles> descriptors)
    : phrases_(descriptors[0]),
      phrase_offsets_(descriptors[1]),
      ranges_(descriptors[2]),
      entries_(descriptors[3]),
      scores_(descriptors[4]),
      counts_(descriptors[5]),
      targets_(descriptors[6]),
      target_offsets_(descriptors[7]),
      alignments_(descriptors[8]),
      alignment_offsets_(descriptors[9]),
      reordering_(descriptors[10]),
      target_pool_(targets_, &target_offsets_),
      alignment_pool_(alignments_, &alignment_offsets_),
      reordering_pool_(reordering_, nullptr) {
  phrase_offsets_.add(std::uint64_t{0});
}

void TableWriter::begin(std::span<const WordId> source) {
  phrases_.add(source);
  word_count_ += source.size();
  phrase_offsets_.add(word_count_);
  ranges_.add(entry_count_);
  longest_source_ = std::max(longest_source_, source.size());
}

void TableWriter::add(const PhraseTable::Entry& entry) {
  std::span points(reinterpret_cast<const std::uint8_t*>(entry.alignment.data()), 2 * entry.alignment.size());
  const std::uint32_t rows[] = {target_pool_.add(entry.target), alignment_pool_.add(points),
                                entry.reordering.empty() ? 0 : reordering_pool_.add(entry.reordering)};
  const float counts[] = {entry.target_count, entry.source_count, entry.joint_count};
  entries_.add(std::span<const std::uint32_t>(rows));
  scores_.add(entry.scores);
  counts_.add(std::span<const float>(counts));
  ++entry_count_;
}

void TableWriter::finish() {
  ranges_.add(entry_count_);
  for (ArrayFile* file : {&phrases_, &phrase_offsets_, &ranges_, &entries_, &scores_, &counts_, &targets_,
                          &target_offsets_, &alignments_, &alignment_offsets_, &reordering_})
    file->flush();
}

}  // namespace pitchpipe::phrases
