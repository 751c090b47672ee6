#include "grammar/gap_orientation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "util/hash_table.h"
#include "util/parallel.h"

namespace pitchpipe::grammar {

namespace {

constexpr std::size_t kPieceLines = 64;     // sentences that a thread takes at a time
constexpr std::size_t kBlockPieces = 64;    // pieces whose spans are kept before they are counted
constexpr std::uint8_t kNoPhrase = UINT8_MAX;

constexpr std::size_t kPrevious = 2 * reordering::kPlace<reordering::Hierarchical>, kNext = kPrevious + 1;

reordering::Wanted blocks() {
  reordering::Wanted wanted;
  wanted.blocks = true;
  return wanted;
}

// A span that was seen in some context.
struct Seen {
  std::uint64_t key;
  std::uint8_t previous, next;  // kNoPhrase if it is none
};

// Finds the spans of lines. One for each thread.
class SpanFinder {
 public:
  void find(const phrases::AlignedCorpus& corpus, std::size_t line, std::size_t longest, std::vector<Seen>& seen) {
    words_.assign(corpus.source[line].begin(), corpus.source[line].end());
    sentence_.set(words_.size(), corpus.target[line].size(), corpus.links_of(line));
    sentence_.extract(longest, blocks(), phrases_);
    spans_.assign(words_.size() * longest, {kNoPhrase, kNoPhrase});
    for (const phrases::SentencePhrases::Phrase& phrase : phrases_) {
      auto& [previous, next] = spans_[phrase.source_begin * longest + (phrase.source_end - phrase.source_begin - 1)];
      previous = std::min<std::uint8_t>(previous, phrase.orientations.all[kPrevious]);
      next = std::min<std::uint8_t>(next, phrase.orientations.all[kNext]);
    }
    for (std::size_t begin = 0; begin < words_.size(); ++begin)
      for (std::size_t end = begin + 1; end <= std::min(words_.size(), begin + longest); ++end) {
        auto [previous, next] = spans_[begin * longest + (end - begin - 1)];
        for (std::size_t context = 0; context < kGapContexts; ++context)
          seen.push_back({context_key(context, words_, begin, end), previous, next});
      }
  }

 private:
  std::vector<WordId> words_;
  phrases::SentencePhrases sentence_;
  std::vector<phrases::SentencePhrases::Phrase> phrases_;
  std::vector<std::pair<std::uint8_t, std::uint8_t>> spans_;
};

}  // namespace

std::uint64_t context_key(std::size_t context, std::span<const WordId> words, std::size_t begin, std::size_t end) {
  switch (context) {
    case kLeftEdge: return context_key(context, begin > 0 ? words[begin - 1] : kSentenceEdge, words[begin]);
    case kRightEdge: return context_key(context, words[end - 1], end < words.size() ? words[end] : kSentenceEdge);
    default: return context_key(context, words[begin], words[end - 1]);
  }
}

void RuleOrientation::find(std::size_t source_size, std::size_t target_size, std::span<const phrases::WordLink> links,
                           std::span<const phrases::WordLink> gaps, std::span<GapOrientation> found) {
  all_.assign(links.begin(), links.end());
  all_.insert(all_.end(), gaps.begin(), gaps.end());
  rule_.set(source_size, target_size, all_);
  rule_.extract(1, blocks(), phrases_);
  for (std::size_t g = 0; g < gaps.size(); ++g) {
    auto source = static_cast<std::uint32_t>(gaps[g].source), target = static_cast<std::uint32_t>(gaps[g].target);
    auto all = rule_.orientations(source, source, source + 1, target, target + 1, blocks()).all;
    found[g] = {};
    if (!rule_.links_of(0, target).empty()) found[g].previous = all[kPrevious];
    if (!rule_.links_of(target + 1, target_size).empty()) found[g].next = all[kNext];
  }
}

ContextCounts count_contexts(const phrases::AlignedCorpus& corpus, std::size_t longest, int threads) {
  corpus.check();
  if (corpus.source.vocabulary >= kSentenceEdge) throw std::invalid_argument("there are too many different words");
  util::KeyMap<std::uint32_t> rows;
  ContextCounts found;
  std::vector<std::vector<Seen>> seen(kBlockPieces);
  for (std::size_t begin = 0; begin < corpus.size(); begin += kPieceLines * kBlockPieces) {
    std::size_t pieces = std::min((corpus.size() - begin + kPieceLines - 1) / kPieceLines, kBlockPieces);
    util::parallel_for<SpanFinder>(pieces, threads, [&](SpanFinder& finder, std::size_t piece) {
      seen[piece].clear();
      std::size_t first = begin + piece * kPieceLines;
      for (std::size_t line = first; line < std::min(first + kPieceLines, corpus.size()); ++line)
        finder.find(corpus, line, longest, seen[piece]);
    }, 1);
    for (std::size_t piece = 0; piece < pieces; ++piece)
      for (const Seen& one : seen[piece]) {
        auto [row, is_new] = rows.insert(one.key);
        if (is_new) {
          row = static_cast<std::uint32_t>(found.keys.size());
          found.keys.push_back(one.key);
          found.counts.resize(found.counts.size() + ContextCounts::kColumns);
        }
        std::uint32_t* counts = found.counts.data() + row * ContextCounts::kColumns;
        ++counts[kGapValues];
        if (one.previous == kNoPhrase) continue;
        ++counts[one.previous];
        ++counts[kGapOrientations + one.next];
        ++counts[kGapValues - 1];
      }
  }
  std::vector<std::uint32_t> order(found.keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::uint32_t row) { return found.keys[row]; });
  ContextCounts sorted;
  for (std::uint32_t row : order) {
    sorted.keys.push_back(found.keys[row]);
    auto counts = found.counts.begin() + static_cast<std::ptrdiff_t>(row * ContextCounts::kColumns);
    sorted.counts.insert(sorted.counts.end(), counts, counts + ContextCounts::kColumns);
  }
  return sorted;
}

GapOrientations::GapOrientations(std::span<const std::uint64_t> keys, std::span<const float> values,
                                 std::span<const float> words, std::size_t vocabulary)
    : keys_(keys), values_(values), words_(words), vocabulary_(vocabulary) {
  if (values.size() != keys.size() * kGapValues || words.size() != kGapContexts * 2 * (vocabulary + 2) * kGapValues)
    throw std::invalid_argument("the rows of gap orientations do not fit their keys and words");
}

const float* GapOrientations::word_row(std::size_t context, std::size_t side, WordId word) const {
  std::size_t row = word == kSentenceEdge ? vocabulary_ : word < vocabulary_ ? word : vocabulary_ + 1;
  return words_.data() + ((2 * context + side) * (vocabulary_ + 2) + row) * kGapValues;
}

void GapOrientations::look_up(std::span<const WordId> words, std::size_t begin, std::size_t end,
                              std::span<float> found) const {
  for (std::size_t context = 0; context < kGapContexts; ++context) {
    std::uint64_t key = context_key(context, words, begin, end);
    float* row = found.data() + context * kGapValues;
    auto at = std::ranges::lower_bound(keys_, key);
    if (at != keys_.end() && *at == key) {
      std::copy_n(values_.begin() + (at - keys_.begin()) * static_cast<std::ptrdiff_t>(kGapValues), kGapValues, row);
      continue;
    }
    const float* first = word_row(context, 0, static_cast<WordId>(key >> 30 & kSentenceEdge));
    const float* second = word_row(context, 1, static_cast<WordId>(key & kSentenceEdge));
    for (std::size_t i = 0; i < kGapValues; ++i) row[i] = std::log((first[i] + second[i]) / 2);
  }
}

}  // namespace pitchpipe::grammar
