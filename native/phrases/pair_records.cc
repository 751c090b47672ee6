#include "phrases/pair_records.h"

#include <algorithm>
#include <array>

namespace pitchpipe::phrases {

void PairRecords::add_instance(const SentencePhrases& sentence, const SentencePhrases::Phrase& phrase,
                               std::span<const std::int32_t> source_line, std::span<const std::int32_t> target_line,
                               std::vector<std::uint32_t>& records) const {
  std::size_t begin = records.size();
  records.resize(begin + instance_size());
  std::uint32_t* record = records.data() + begin;
  target.pack(target_line.subspan(phrase.target_begin, phrase.target_end - phrase.target_begin), record);
  record += target.size();
  source.pack(source_line.subspan(phrase.source_begin, phrase.source_end - phrase.source_begin), record);
  record += source.size();
  std::array<std::uint32_t, 32> rows{};
  for (WordLink link : sentence.links_of(phrase.target_begin, phrase.target_end))
    rows[static_cast<std::size_t>(link.target) - phrase.target_begin] |=
        1u << (longest - 1 - (static_cast<std::size_t>(link.source) - phrase.source_begin));
  BitWriter writer(record);
  for (std::size_t i = 0; i < longest; ++i) writer.put(rows[i], longest);
  writer.put(phrase.orientations.code(), PhraseOrientations::kCodeBits);
  writer.finish();
  record[alignment_size()] = 1;
}

namespace {

// The words of a side with gaps between its pieces.
std::vector<WordId> symbols_of(const Pieces& side, WordId gap, std::span<const std::int32_t> line) {
  std::vector<WordId> symbols;
  for (std::size_t i = 0; i < side.count; ++i) {
    if (i > 0) symbols.push_back(gap);
    for (std::uint32_t word = side[i].begin; word < side[i].end; ++word) symbols.push_back(static_cast<WordId>(line[word]));
  }
  return symbols;
}

// Where a word of a side stands among its symbols.
std::size_t place_of(const Pieces& side, std::uint32_t word) {
  std::size_t place = 0, piece = 0;
  for (; word >= side[piece].end; ++piece) place += side[piece].end - side[piece].begin + 1;
  return place + word - side[piece].begin;
}

}  // namespace

void PairRecords::add_instance(const SentencePhrases& sentence, const SentenceGaps::Phrase& phrase, GapSymbols gaps,
                               reordering::Wanted wanted, std::span<const std::int32_t> source_line,
                               std::span<const std::int32_t> target_line, std::vector<std::uint32_t>& records) const {
  std::size_t begin = records.size();
  records.resize(begin + instance_size());
  std::uint32_t* record = records.data() + begin;
  target.pack(std::span<const WordId>(symbols_of(phrase.target, gaps.target, target_line)), record);
  record += target.size();
  source.pack(std::span<const WordId>(symbols_of(phrase.source, gaps.source, source_line)), record);
  record += source.size();
  std::array<std::uint32_t, 32> rows{};
  for (std::size_t i = 0; i < phrase.target.count; ++i)
    for (WordLink link : sentence.links_of(phrase.target[i].begin, phrase.target[i].end))
      rows[place_of(phrase.target, static_cast<std::uint32_t>(link.target))] |=
          1u << (longest - 1 - place_of(phrase.source, static_cast<std::uint32_t>(link.source)));
  BitWriter writer(record);
  for (std::size_t i = 0; i < longest; ++i) writer.put(rows[i], longest);
  writer.put(sentence.orientations(phrase.source[0].begin, phrase.source.last().begin, phrase.source.last().end,
                                   phrase.target[0].begin, phrase.target[0].end, wanted).code(),
             PhraseOrientations::kCodeBits);
  writer.finish();
  record[alignment_size()] = 1;
}

std::uint32_t PairRecords::orientations_of(const std::uint32_t* alignment) const {
  // The code may lie across the last two words.
  std::size_t last = alignment_size() - 1;
  std::uint64_t bits = alignment[last];
  if (last > 0) bits |= std::uint64_t{alignment[last - 1]} << 32;
  return static_cast<std::uint32_t>(bits >> code_shift() & ((1u << PhraseOrientations::kCodeBits) - 1));
}

bool PairRecords::same_alignment(const std::uint32_t* a, const std::uint32_t* b) const {
  std::size_t bits = longest * longest, whole = bits / 32, rest = bits % 32;
  if (!std::equal(a, a + whole, b)) return false;
  return rest == 0 || a[whole] >> (32 - rest) == b[whole] >> (32 - rest);
}

void PairRecords::alignment_of(const std::uint32_t* alignment, std::vector<AlignmentPoint>& points) const {
  points.clear();
  BitReader reader(alignment);
  for (std::size_t i = 0; i < longest; ++i) {
    std::uint32_t row = reader.take(longest);
    for (std::size_t j = 0; j < longest; ++j)
      if (row >> (longest - 1 - j) & 1) points.push_back({static_cast<std::uint8_t>(j), static_cast<std::uint8_t>(i)});
  }
}

}  // namespace pitchpipe::phrases
