#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "grammar/constraints.h"
#include "grammar/rule_filter.h"
#include "grammar/trees.h"
#include "phrases/aligned_corpus.h"
#include "phrases/best_first.h"
#include "phrases/extraction.h"
#include "phrases/table_writer.h"

namespace pitchpipe::grammar {

struct ExtractionSettings {
  phrases::PhraseFilter filter;
  std::size_t memory = std::size_t{1} << 30;  // bytes, for what is sorted
  std::string folder;                         // where what does not fit is kept meanwhile
  int threads = 1;
};

// Labels of the spans of the sentences of one side, for rules that are not from trees.
struct SpanLabels {
  std::span<const std::int32_t> labels;   // of each line's spans, as SentenceRules takes them
  std::span<const std::int64_t> offsets;  // of each line
  std::size_t count = 0;                  // labels that there are; 0 for rules without

  // Throws std::invalid_argument if they do not fit the side.
  void check(const phrases::AlignedCorpus::Side& side, std::size_t longest) const;
};

// Gives what find_rules() or find_tree_rules() found in some more lines of a corpus; false if there are none.
using FoundRules = phrases::FoundPhrases;

// The instance records of the rules of a corpus, sorted and counted. Other lines of the same text must have the same
// vocabularies and labels. Throws std::invalid_argument as extract_rules() does.
std::vector<std::uint32_t> find_rules(const phrases::AlignedCorpus& corpus, const SpanLabels& labels,
                                      const Constraints& constraints, const ExtractionSettings& settings);

// The same for rules from trees over the target side.
std::vector<std::uint32_t> find_tree_rules(const phrases::AlignedCorpus& corpus, const Trees& trees,
                                           const TreeConstraints& constraints, const ExtractionSettings& settings);

// Writes the rules of a corpus, scored, in the order of their source symbols; gaps are numbered after the words of each
// side. Only source sides that match a line of `only` are written, if it is given; what they are scored by comes from
// all. The result depends on neither memory nor threads. If there is `found`, rules are not looked for: it gives those of
// all lines.
//
// Throws std::invalid_argument for a corpus that AlignedCorpus::check() refuses, and std::runtime_error if a file cannot
// be written.
void extract_rules(const phrases::AlignedCorpus& corpus, const SpanLabels& labels, const Constraints& constraints,
                   const RuleFilter* only, const ExtractionSettings& settings, phrases::TableWriter& writer,
                   const phrases::ExtractionProgress& progress, const FoundRules& found = {});

// The same for rules from trees over the target side. Gap g of label l is symbol l * kMostGaps + g after the words, and
// the last symbol of a target side is the label of the rule, which is numbered after all gaps. Throws
// std::invalid_argument for trees that Trees::check() refuses.
void extract_tree_rules(const phrases::AlignedCorpus& corpus, const Trees& trees, const TreeConstraints& constraints,
                        const RuleFilter* only, const ExtractionSettings& settings, phrases::TableWriter& writer,
                        const phrases::ExtractionProgress& progress, const FoundRules& found = {});

}  // namespace pitchpipe::grammar
