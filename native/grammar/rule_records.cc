#include "grammar/rule_records.h"

#include <array>
#include <stdexcept>

namespace pitchpipe::grammar {

void Constraints::check() const {
  auto within = [](std::size_t value, std::size_t most) { return value >= 1 && value <= most; };
  if (!within(longest, kMostSymbols)) throw std::invalid_argument("initial phrases have 1 to 20 words");
  if (!within(source_symbols, kMostSymbols) || !within(target_symbols, kMostSymbols))
    throw std::invalid_argument("rules have 1 to 20 symbols on each side");
  if (gaps > kHierarchicalGaps) throw std::invalid_argument("rules have at most 2 gaps");
  if (smallest_gap < 1) throw std::invalid_argument("gaps stand for at least one word");
}

void TreeConstraints::check() const {
  auto within = [](std::size_t value, std::size_t most) { return value >= 1 && value <= most; };
  // The label of a rule is a symbol of its target side.
  if (!within(source_symbols, kMostSymbols) || !within(target_symbols, kMostSymbols - 1))
    throw std::invalid_argument("rules have 1 to 20 source symbols and 1 to 19 target symbols");
  if (gaps > kMostGaps) throw std::invalid_argument("rules have at most 3 gaps");
}

void RuleRecords::add_instance(std::span<const WordId> source_side, std::span<const WordId> target_side,
                               std::span<const AlignmentPoint> points, std::vector<std::uint32_t>& records) const {
  std::size_t begin = records.size();
  records.resize(begin + instance_size());
  std::uint32_t* record = records.data() + begin;
  target.pack(target_side, record);
  record += target.size();
  source.pack(source_side, record);
  record += source.size();
  std::array<std::uint32_t, kMostSymbols + kMostInner> rows{};
  for (AlignmentPoint point : points) rows[point.target] |= 1u << (source_symbols - 1 - point.source);
  phrases::BitWriter writer(record);
  for (std::size_t i = 0; i < target_symbols; ++i) writer.put(rows[i], source_symbols);
  writer.finish();
}

void RuleRecords::alignment_of(const std::uint32_t* alignment, std::vector<AlignmentPoint>& points) const {
  points.clear();
  phrases::BitReader reader(alignment);
  for (std::size_t i = 0; i < target_symbols; ++i) {
    std::uint32_t row = reader.take(source_symbols);
    for (std::size_t j = 0; j < source_symbols; ++j)
      if (row >> (source_symbols - 1 - j) & 1)
        points.push_back({static_cast<std::uint8_t>(j), static_cast<std::uint8_t>(i)});
  }
}

}  // namespace pitchpipe::grammar
