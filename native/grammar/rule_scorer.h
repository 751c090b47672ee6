#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grammar/rule_records.h"
#include "phrases/best_first.h"
#include "phrases/lexical_table.h"
#include "phrases/table_writer.h"

namespace pitchpipe::grammar {

// Takes pair records in order and writes the rules of each source side with the scores of phrase pairs: p(f|e),
// lex(f|e), p(e|f), lex(e|f), the lexical ones over words; and p(rule|label) if the counts of labels are given.
class RuleScorer {
 public:
  static constexpr std::size_t kScores = 4;

  RuleScorer(const RuleRecords& records, const phrases::LexicalTable& lexicon, const phrases::PhraseFilter& filter,
             int threads, phrases::TableWriter& writer, const RootCounts* roots = nullptr)
      : records_(records), lexicon_(lexicon), filter_(filter), threads_(threads), writer_(writer), roots_(roots) {}

  // Throws std::runtime_error if the table cannot be written.
  void add(const std::uint32_t* pair);
  void finish();

 private:
  static constexpr std::size_t kBatch = 1 << 14;  // rules, at least; source sides are not cut

  // The rules of a source side, scored.
  struct Group {
    std::size_t begin = 0, end = 0;  // rules of the batch
    std::vector<WordId> source, symbols;
    std::vector<std::size_t> symbol_ends, point_ends;
    std::vector<AlignmentPoint> points;
    std::vector<float> scores;
    std::vector<phrases::PhraseTable::Entry> entries;
    std::vector<std::uint32_t> order;
  };
  struct Scratch {
    std::vector<WordId> target;
    std::vector<AlignmentPoint> alignment;
  };

  void score_batch();
  void score(Scratch& scratch, Group& group) const;
  void make_entries(double source_count, Group& group) const;
  const std::uint32_t* pair(std::size_t i) const { return batch_.data() + i * records_.pair_size(); }

  const RuleRecords& records_;
  const phrases::LexicalTable& lexicon_;
  phrases::PhraseFilter filter_;
  int threads_;
  phrases::TableWriter& writer_;
  const RootCounts* roots_;

  std::vector<std::uint32_t> batch_;
  std::vector<Group> groups_;  // kept from batch to batch, so that their vectors are seldom allocated
  std::size_t group_count_ = 0;
};

}  // namespace pitchpipe::grammar
