#include "phrases/phrase_table.h"

#include <algorithm>
#include <stdexcept>

#include "reordering/kinds.h"
#include "util/hash.h"

namespace pitchpipe::phrases {

namespace {

static_assert(sizeof(AlignmentPoint) == 2);

constexpr std::size_t kMostWords = 255;  // of a phrase: positions are bytes
constexpr std::size_t kMostReordering = reordering::kMostScores;

void check(bool fits, const char* what) {
  if (!fits) throw std::invalid_argument(std::string("the sizes of the table's arrays do not fit: ") + what);
}

template <class T>
std::span<const T> row_of(const PhraseTable::Rows<T>& rows, std::size_t row) {
  if (row >= rows.offsets.size() - 1) return {};
  std::uint64_t begin = rows.offsets[row], end = rows.offsets[row + 1];
  if (begin > end || end > rows.values.size()) return {};
  return rows.values.subspan(begin, end - begin);
}

}  // namespace

PhraseTable::PhraseTable(const Arrays& arrays)
    : arrays_(arrays),
      source_words_(arrays.source_words.bytes, arrays.source_words.offsets, arrays.source_words.slots),
      target_words_(arrays.target_words.bytes, arrays.target_words.offsets, arrays.target_words.slots) {
  check(arrays.score_count > 0 && arrays.scores.size() % arrays.score_count == 0, "scores");
  check(arrays.entries.size() == size() * 3, "entries");
  check(arrays.counts.size() == size() * 3, "counts");
  check(!arrays.ranges.empty() && arrays.phrases.offsets.size() == arrays.ranges.size(), "source phrases");
  check(!arrays.targets.offsets.empty(), "target phrases");
  check(!arrays.alignments.offsets.empty(), "alignments");
  check(arrays.reordering_count % 2 == 0 && arrays.reordering_count <= kMostReordering,
        "reordering values are six for each model");
  check(arrays.reordering_count == 0 ? arrays.reordering.empty()
                                     : arrays.reordering.size() % arrays.reordering_count == 0,
        "reordering");
  check_slots(arrays.slots, "source phrases");
}

std::span<const WordId> PhraseTable::phrase(std::size_t p) const { return row_of(arrays_.phrases, p); }

PhraseTable::Range PhraseTable::range(std::size_t p) const {
  if (p >= phrase_count()) return {0, 0};
  std::uint64_t begin = arrays_.ranges[p], end = arrays_.ranges[p + 1];
  if (begin > end || end > size()) return {0, 0};
  return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end)};
}

std::optional<PhraseTable::Range> PhraseTable::find(std::span<const WordId> source) const {
  if (source.empty() || source.size() > arrays_.longest_source) return {};
  std::optional<std::uint32_t> found = number_in(arrays_.slots, util::hash_words(source), [&](std::uint32_t p) {
    return std::ranges::equal(phrase(p), source);
  });
  if (!found) return {};
  return range(*found);
}

PhraseTable::Entry PhraseTable::entry(std::size_t i) const {
  if (i >= size()) return {};
  const std::uint32_t* rows = arrays_.entries.data() + 3 * i;
  const float* counts = arrays_.counts.data() + 3 * i;
  Entry entry;
  entry.target = target(i);
  entry.alignment = alignment(rows[1], entry.target.size());
  entry.reordering = reordering(rows[2]);
  entry.scores = arrays_.scores.subspan(i * arrays_.score_count, arrays_.score_count);
  entry.target_count = counts[0];
  entry.source_count = counts[1];
  entry.joint_count = counts[2];
  return entry;
}

std::span<const WordId> PhraseTable::target(std::size_t i) const {
  if (i >= size()) return {};
  std::span<const WordId> words = row_of(arrays_.targets, arrays_.entries[3 * i]);
  if (words.size() > kMostWords) return {};
  auto known = [&](WordId word) { return word < target_words_.size(); };
  return std::ranges::all_of(words, known) ? words : std::span<const WordId>();
}

std::span<const AlignmentPoint> PhraseTable::alignment(std::size_t row, std::size_t target_size) const {
  std::span<const std::uint8_t> bytes = row_of(arrays_.alignments, row);
  std::span points(reinterpret_cast<const AlignmentPoint*>(bytes.data()), bytes.size() / 2);
  auto within = [&](AlignmentPoint point) {
    return point.source < arrays_.longest_source && point.target < target_size;
  };
  return std::ranges::all_of(points, within) ? points : std::span<const AlignmentPoint>();
}

std::span<const float> PhraseTable::reordering(std::size_t row) const {
  static constexpr float kNone[kMostReordering] = {};
  std::size_t width = arrays_.reordering_count;
  if (width == 0 || row >= arrays_.reordering.size() / width) return {kNone, width};
  return arrays_.reordering.subspan(row * width, width);
}

std::optional<std::size_t> fill_phrase_slots(PhraseTable::Rows<WordId> phrases, std::span<std::uint32_t> slots) {
  if (phrases.offsets.empty()) throw std::invalid_argument("the source phrases have no offsets");
  std::size_t count = phrases.offsets.size() - 1;
  check_room(slots, count, "source phrases");
  for (std::size_t p = 0; p < count; ++p) {
    std::span<const WordId> words = row_of(phrases, p);
    std::size_t at = util::find_number(slots, util::hash_words(words), [&](std::uint32_t q) {
      return std::ranges::equal(row_of(phrases, q), words);
    });
    if (slots[at] != 0) return p;
    slots[at] = static_cast<std::uint32_t>(p + 1);
  }
  return {};
}

}  // namespace pitchpipe::phrases
