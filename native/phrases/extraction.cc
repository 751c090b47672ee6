#include "phrases/extraction.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "util/parallel.h"
#include "util/sorted_runs.h"

namespace pitchpipe::phrases {

namespace {

constexpr std::size_t kLongestPhrase = 10;
constexpr std::size_t kPieceLines = 256;  // sentences that a thread takes at a time
constexpr std::size_t kBlockPieces = 32;  // pieces between two reports of progress
constexpr double kFound = 0.3, kCounted = 0.6;  // how much of the work is done then

struct Scratch {
  SentencePhrases sentence;
  std::vector<SentencePhrases::Phrase> phrases;
  SentenceGaps gaps;
  std::vector<SentenceGaps::Phrase> gapped;
};

}  // namespace

LexicalTable lexicon_of(const AlignedCorpus& corpus) {
  LexicalTable lexicon(corpus.source.vocabulary, corpus.target.vocabulary);
  SentencePhrases sentence;
  for (std::size_t line = 0; line < corpus.size(); ++line) {
    std::span<const std::int32_t> source = corpus.source[line], target = corpus.target[line];
    sentence.set(source.size(), target.size(), corpus.links_of(line));
    for (WordLink link : sentence.links())
      lexicon.add(static_cast<WordId>(source[static_cast<std::size_t>(link.source)]),
                  static_cast<WordId>(target[static_cast<std::size_t>(link.target)]));
    for (std::size_t i = 0; i < source.size(); ++i)
      if (!sentence.source_aligned(i)) lexicon.add(static_cast<WordId>(source[i]), LexicalTable::kNull);
    for (std::size_t i = 0; i < target.size(); ++i)
      if (!sentence.target_aligned(i)) lexicon.add(LexicalTable::kNull, static_cast<WordId>(target[i]));
  }
  return lexicon;
}

namespace {

// Reports progress while records go by.
class Ticker {
 public:
  Ticker(const ExtractionProgress& progress, double from, double to, std::size_t expected)
      : progress_(progress), from_(from), to_(to), expected_(expected) {}
  void operator()() {
    if (++count_ % (1 << 16) != 0) return;
    double done = static_cast<double>(count_) / static_cast<double>(expected_);
    progress_(from_ + (to_ - from_) * std::min(done, 1.0));
  }

 private:
  const ExtractionProgress& progress_;
  double from_, to_;
  std::size_t expected_, count_ = 0;
};

class Extraction {
 public:
  Extraction(const AlignedCorpus& corpus, const ExtractionSettings& settings, const ExtractionProgress& progress)
      : corpus_(corpus),
        settings_(settings),
        progress_(progress),
        records_(corpus.source.vocabulary + settings.gaps.any(), corpus.target.vocabulary + settings.gaps.any(),
                 settings.longest, reordering::Wanted(settings.models).sides) {}

  std::vector<std::uint32_t> found() {
    util::SortedRuns instances = sorted(records_.instance_size(), records_.instance_key());
    find(instances);
    std::vector<std::uint32_t> result;
    instances.merge([&](const std::uint32_t* record) {
      result.insert(result.end(), record, record + records_.instance_size());
    });
    return result;
  }

  void run(const SourceFilter& only, TableWriter& writer, const FoundPhrases& found) {
    util::SortedRuns pairs = sorted(records_.pair_size(), records_.pair_key());
    {
      util::SortedRuns instances = sorted(records_.instance_size(), records_.instance_key());
      if (found) take(found, instances);
      else find(instances);
      count(instances, only, pairs);
    }
    score(pairs, writer);
    progress_(1);
  }

 private:
  // Two are there at a time.
  util::SortedRuns sorted(std::size_t width, std::size_t key) const {
    return util::SortedRuns({width, key, settings_.memory / 2, settings_.folder, settings_.threads});
  }

  void find(util::SortedRuns& instances) {
    std::vector<std::vector<std::uint32_t>> found(kBlockPieces);
    for (std::size_t begin = 0; begin < corpus_.size(); begin += kPieceLines * kBlockPieces) {
      std::size_t pieces = std::min((corpus_.size() - begin + kPieceLines - 1) / kPieceLines, kBlockPieces);
      util::parallel_for<Scratch>(pieces, settings_.threads, [&](Scratch& scratch, std::size_t piece) {
        std::size_t first = begin + piece * kPieceLines;
        found[piece].clear();
        for (std::size_t line = first; line < std::min(first + kPieceLines, corpus_.size()); ++line)
          find_in_line(line, scratch, found[piece]);
      }, 1);
      for (std::size_t piece = 0; piece < pieces; ++piece) {
        std::size_t count = found[piece].size() / records_.instance_size();
        instances.add(found[piece].data(), count);
        instance_count_ += count;
      }
      std::size_t done = std::min(begin + pieces * kPieceLines, corpus_.size());
      progress_(kFound * static_cast<double>(done) / static_cast<double>(corpus_.size()));
    }
  }

  void take(const FoundPhrases& found, util::SortedRuns& instances) {
    for (std::vector<std::uint32_t> records; found(records);) {
      instances.add_run(records);
      instance_count_ += records.size() / records_.instance_size();
    }
    progress_(kFound);
  }

  void find_in_line(std::size_t line, Scratch& scratch, std::vector<std::uint32_t>& found) const {
    std::span<const std::int32_t> source = corpus_.source[line], target = corpus_.target[line];
    scratch.sentence.set(source.size(), target.size(), corpus_.links_of(line));
    const reordering::Wanted wanted(settings_.models);
    scratch.sentence.extract(settings_.longest, wanted, scratch.phrases);
    for (const SentencePhrases::Phrase& phrase : scratch.phrases)
      records_.add_instance(scratch.sentence, phrase, source, target, found);
    scratch.gaps.find(scratch.sentence, source.size(), target.size(), settings_.gaps, scratch.gapped);
    const GapSymbols symbols{static_cast<WordId>(corpus_.source.vocabulary), static_cast<WordId>(corpus_.target.vocabulary)};
    for (const SentenceGaps::Phrase& phrase : scratch.gapped)
      records_.add_instance(scratch.sentence, phrase, symbols, wanted, source, target, found);
  }

  void count(util::SortedRuns& instances, const SourceFilter& only, util::SortedRuns& pairs) {
    PairCounter counter(records_, only, pairs);
    Ticker tick(progress_, kFound, kCounted, instance_count_);
    instances.merge([&](const std::uint32_t* record) {
      tick();
      counter.add(record);
    });
    counter.finish();
    pair_count_ = counter.size();
    counts_ = counter.counts_of_counts();
    progress_(kCounted);
  }

  void score(util::SortedRuns& pairs, TableWriter& writer) {
    LexicalTable lexicon = lexicon_of(corpus_);
    Discounts discounts(settings_.discounting, counts_);
    PairScorer scorer(records_, lexicon, discounts, settings_.models, settings_.filter, settings_.threads, writer);
    Ticker tick(progress_, kCounted, 1, pair_count_);
    pairs.merge([&](const std::uint32_t* record) {
      tick();
      scorer.add(record);
    });
    scorer.finish();
  }

  const AlignedCorpus& corpus_;
  const ExtractionSettings& settings_;
  const ExtractionProgress& progress_;
  PairRecords records_;
  std::size_t instance_count_ = 0, pair_count_ = 0;
  CountsOfCounts counts_;
};

void check(const AlignedCorpus& corpus, const ExtractionSettings& settings) {
  if (settings.longest < 1 || settings.longest > kLongestPhrase)
    throw std::invalid_argument("phrases have 1 to 10 words");
  settings.gaps.check(settings.longest);
  corpus.check();
}

}  // namespace

std::vector<std::uint32_t> find_phrases(const AlignedCorpus& corpus, const ExtractionSettings& settings) {
  check(corpus, settings);
  return Extraction(corpus, settings, [](double) {}).found();
}

void extract_phrases(const AlignedCorpus& corpus, const SourceFilter& only, const ExtractionSettings& settings,
                     TableWriter& writer, const ExtractionProgress& progress, const FoundPhrases& found) {
  check(corpus, settings);
  Extraction(corpus, settings, progress).run(only, writer, found);
}

}  // namespace pitchpipe::phrases
