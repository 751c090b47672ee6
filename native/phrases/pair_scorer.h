#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <vector>

#include "phrases/best_first.h"
#include "phrases/discounts.h"
#include "phrases/lexical_table.h"
#include "phrases/pair_records.h"
#include "phrases/table_writer.h"

namespace pitchpipe::phrases {

// Takes pair records in order and writes the entries of each source phrase with all scores: p(f|e), lex(f|e), p(e|f),
// lex(e|f), and the orientations' probabilities, with 0.5 added to each count, as in Moses. A batch is written while the
// next one is scored.
class PairScorer {
 public:
  static constexpr std::size_t kScores = 4;

  PairScorer(const PairRecords& records, const LexicalTable& lexicon, const Discounts& discounts,
             reordering::TypeSet models, const PhraseFilter& filter, int threads, TableWriter& writer)
      : records_(records),
        lexicon_(lexicon),
        discounts_(discounts),
        models_(models),
        filter_(filter),
        threads_(threads),
        writer_(writer) {}

  // Throws std::runtime_error if the table cannot be written.
  void add(const std::uint32_t* pair);
  void finish();

 private:
  static constexpr std::size_t kBatch = 1 << 14;  // pairs, at least; source phrases are not cut

  // A source phrase's pairs, scored.
  struct Group {
    std::size_t begin = 0, end = 0;  // pairs of the batch
    std::vector<WordId> source, words;
    std::vector<std::size_t> word_ends, point_ends;
    std::vector<AlignmentPoint> points;
    std::vector<float> scores, reordering;
    std::vector<PhraseTable::Entry> entries;
    std::vector<std::uint32_t> order;
  };

  // Groups are kept from batch to batch, so that their vectors are seldom allocated.
  struct Batch {
    std::vector<std::uint32_t> records;
    std::vector<Group> groups;
    std::size_t group_count = 0;
  };

  struct Scratch {
    std::vector<WordId> target;
    std::vector<AlignmentPoint> alignment;
  };

  void score_batch();
  void write(const Batch& batch) const;
  void score(Scratch& scratch, const std::uint32_t* records, Group& group) const;
  // The counts are those of a pair's orientations.
  void add_reordering(reordering::Type model, const std::uint32_t* counts, std::uint32_t total,
                      std::vector<float>& values) const;

  const PairRecords& records_;
  const LexicalTable& lexicon_;
  const Discounts& discounts_;
  reordering::TypeSet models_;
  PhraseFilter filter_;
  int threads_;
  TableWriter& writer_;

  Batch batch_, written_;
  std::future<void> writing_;  // the last member: it uses the others, and its end is waited for first
};

}  // namespace pitchpipe::phrases
