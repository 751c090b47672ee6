#include "grammar/extraction.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "grammar/rule_counter.h"
#include "grammar/rule_scorer.h"
#include "grammar/sentence_rules.h"
#include "grammar/tree_rules.h"
#include "util/parallel.h"
#include "util/sorted_runs.h"

namespace pitchpipe::grammar {

namespace {

constexpr std::size_t kPieceLines = 64;   // sentences that a thread takes at a time
constexpr std::size_t kBlockPieces = 32;  // pieces between two reports of progress
constexpr double kFound = 0.4, kCounted = 0.7;  // how much of the work is done then

// Adds an instance record for each rule of a line. One for each thread.
using FindRules = std::function<void(std::size_t line, std::vector<std::uint32_t>& found)>;

// How rules are stored, and what finds them in each line.
struct Finding {
  RuleRecords records;
  std::function<FindRules(const RuleRecords&)> finder;
};

class Extraction {
 public:
  Extraction(const phrases::AlignedCorpus& corpus, const Finding& finding, const ExtractionSettings& settings,
             const phrases::ExtractionProgress& progress)
      : corpus_(corpus), finding_(finding), records_(finding.records), settings_(settings), progress_(progress) {}

  std::vector<std::uint32_t> found() {
    util::SortedRuns instances = sorted(records_.instance_size(), records_.instance_key());
    find(instances);
    std::vector<std::uint32_t> result;
    instances.merge([&](const std::uint32_t* record) {
      result.insert(result.end(), record, record + records_.instance_size());
    });
    return result;
  }

  // If there are roots, rules are scored by their shares of their labels too.
  void run(const RuleFilter* only, phrases::TableWriter& writer, const FoundRules& found, RootCounts* roots = nullptr) {
    util::SortedRuns pairs = sorted(records_.pair_size(), records_.pair_key());
    {
      util::SortedRuns instances = sorted(records_.instance_size(), records_.instance_key());
      if (found) take(found, instances);
      else find(instances);
      RuleCounter counter(records_, only, pairs, roots);
      instances.merge([&](const std::uint32_t* record) { counter.add(record); });
      counter.finish();
      progress_(kCounted);
    }
    phrases::LexicalTable lexicon = phrases::lexicon_of(corpus_);
    RuleScorer scorer(records_, lexicon, settings_.filter, settings_.threads, writer, roots);
    pairs.merge([&](const std::uint32_t* record) { scorer.add(record); });
    scorer.finish();
    progress_(1);
  }

 private:
  // Two are there at a time.
  util::SortedRuns sorted(std::size_t width, std::size_t key) const {
    return util::SortedRuns({width, key, settings_.memory / 2, settings_.folder, settings_.threads});
  }

  struct Scratch {
    FindRules rules;
  };

  void take(const FoundRules& found, util::SortedRuns& instances) {
    for (std::vector<std::uint32_t> records; found(records);) instances.add_run(records);
    progress_(kFound);
  }

  void find(util::SortedRuns& instances) {
    std::vector<std::vector<std::uint32_t>> found(kBlockPieces);
    for (std::size_t begin = 0; begin < corpus_.size(); begin += kPieceLines * kBlockPieces) {
      std::size_t pieces = std::min((corpus_.size() - begin + kPieceLines - 1) / kPieceLines, kBlockPieces);
      util::parallel_for<Scratch>(pieces, settings_.threads, [&](Scratch& scratch, std::size_t piece) {
        if (!scratch.rules) scratch.rules = finding_.finder(records_);
        std::size_t first = begin + piece * kPieceLines;
        found[piece].clear();
        for (std::size_t line = first; line < std::min(first + kPieceLines, corpus_.size()); ++line)
          scratch.rules(line, found[piece]);
      }, 1);
      for (std::size_t piece = 0; piece < pieces; ++piece)
        instances.add(found[piece].data(), found[piece].size() / records_.instance_size());
      std::size_t done = std::min(begin + pieces * kPieceLines, corpus_.size());
      progress_(kFound * static_cast<double>(done) / static_cast<double>(corpus_.size()));
    }
  }

  const phrases::AlignedCorpus& corpus_;
  const Finding& finding_;
  const RuleRecords& records_;
  const ExtractionSettings& settings_;
  const phrases::ExtractionProgress& progress_;
};

}  // namespace

void SpanLabels::check(const phrases::AlignedCorpus::Side& side, std::size_t longest) const {
  if (count == 0) return;
  if (offsets.size() != side.offsets.size() || offsets.front() != 0 ||
      offsets.back() != static_cast<std::int64_t>(labels.size()))
    throw std::invalid_argument("labels of spans need the offsets of each line");
  for (std::size_t line = 0; line + 1 < offsets.size(); ++line)
    if (offsets[line + 1] - offsets[line] != static_cast<std::int64_t>(side[line].size() * longest))
      throw std::invalid_argument(std::to_string(line + 1) + ": found labels of other spans than those of the line");
  for (std::int32_t label : labels)
    if (label < 0 || static_cast<std::size_t>(label) >= count) throw std::invalid_argument("a label has no name");
}

namespace {

Finding finding_of(const phrases::AlignedCorpus& corpus, const SpanLabels& labels, const Constraints& constraints) {
  constraints.check();
  corpus.check();
  labels.check(constraints.source_labels ? corpus.source : corpus.target, constraints.longest);
  std::size_t source_words = corpus.source.vocabulary, target_words = corpus.target.vocabulary;
  std::size_t gaps = labels.count > 0 ? labels.count * kMostGaps : kHierarchicalGaps;
  auto finder = [&, source_words, target_words](const RuleRecords& records) -> FindRules {
    auto rules = std::make_shared<SentenceRules>(records, constraints, source_words, target_words, labels.count);
    return [&corpus, &labels, rules](std::size_t line, std::vector<std::uint32_t>& found) {
      std::span<const std::int32_t> own;
      if (labels.count > 0)
        own = labels.labels.subspan(static_cast<std::size_t>(labels.offsets[line]),
                                    static_cast<std::size_t>(labels.offsets[line + 1] - labels.offsets[line]));
      rules->find(corpus.source[line], corpus.target[line], corpus.links_of(line), own, found);
    };
  };
  return {RuleRecords({source_words + gaps, constraints.source_symbols},
                      {target_words + gaps + labels.count, constraints.target_symbols + (labels.count > 0 ? 1 : 0)}),
          finder};
}

Finding finding_of(const phrases::AlignedCorpus& corpus, const Trees& trees, const TreeConstraints& constraints) {
  constraints.check();
  corpus.check();
  trees.check(corpus);
  std::size_t source_words = corpus.source.vocabulary, target_words = corpus.target.vocabulary;
  std::size_t gaps = trees.labels * kMostGaps;
  auto finder = [&, source_words, target_words](const RuleRecords& records) -> FindRules {
    auto rules = std::make_shared<TreeRules>(records, constraints, trees.labels, source_words, target_words);
    return [&corpus, &trees, rules](std::size_t line, std::vector<std::uint32_t>& found) {
      rules->find(corpus.source[line], corpus.target[line], corpus.links_of(line), trees[line], found);
    };
  };
  return {RuleRecords({source_words + gaps, constraints.source_symbols},
                      {target_words + gaps + trees.labels,
                       constraints.target_symbols + 1 + (constraints.inner ? kMostInner : 0)}),
          finder};
}

void silent(double) {}

}  // namespace

std::vector<std::uint32_t> find_rules(const phrases::AlignedCorpus& corpus, const SpanLabels& labels,
                                      const Constraints& constraints, const ExtractionSettings& settings) {
  const phrases::ExtractionProgress progress = silent;
  Finding finding = finding_of(corpus, labels, constraints);
  return Extraction(corpus, finding, settings, progress).found();
}

std::vector<std::uint32_t> find_tree_rules(const phrases::AlignedCorpus& corpus, const Trees& trees,
                                           const TreeConstraints& constraints, const ExtractionSettings& settings) {
  const phrases::ExtractionProgress progress = silent;
  Finding finding = finding_of(corpus, trees, constraints);
  return Extraction(corpus, finding, settings, progress).found();
}

void extract_rules(const phrases::AlignedCorpus& corpus, const SpanLabels& labels, const Constraints& constraints,
                   const RuleFilter* only, const ExtractionSettings& settings, phrases::TableWriter& writer,
                   const phrases::ExtractionProgress& progress, const FoundRules& found) {
  Finding finding = finding_of(corpus, labels, constraints);
  Extraction(corpus, finding, settings, progress).run(only, writer, found);
}

void extract_tree_rules(const phrases::AlignedCorpus& corpus, const Trees& trees, const TreeConstraints& constraints,
                        const RuleFilter* only, const ExtractionSettings& settings, phrases::TableWriter& writer,
                        const phrases::ExtractionProgress& progress, const FoundRules& found) {
  Finding finding = finding_of(corpus, trees, constraints);
  auto first = static_cast<WordId>(corpus.target.vocabulary + trees.labels * kMostGaps);
  RootCounts roots{first, std::vector<std::uint64_t>(trees.labels)};
  Extraction(corpus, finding, settings, progress).run(only, writer, found, constraints.root_model ? &roots : nullptr);
}

}  // namespace pitchpipe::grammar
