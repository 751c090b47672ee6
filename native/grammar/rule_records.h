#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/constraints.h"
#include "phrases/packed_phrase.h"

namespace pitchpipe::grammar {

using phrases::AlignmentPoint;
using phrases::WordId;

// How often the rules of each label are counted, in parts of a whole rule; labels are the symbols from `first` on.
struct RootCounts {
  WordId first;
  std::vector<std::uint64_t> counts;
};

// The records of 32-bit words in which rules are sorted, first as they are found in sentences:
//
//   target, source, alignment | count
//
// and then each rule once:
//
//   source, target | alignment, joint count, target count
//
// The key is what stands before the bar. A symbol is a word, or the number of words plus that of a gap or a label. Counts are in
// parts of kWhole; those of whole rules have two words, the lower one first.
struct RuleRecords {
  static constexpr std::uint32_t kWhole = 1u << 24;

  // How many symbols there are, and how many a rule has at most, on each side.
  struct Side {
    std::size_t vocabulary, longest;
  };

  RuleRecords(Side source_side, Side target_side)
      : source_symbols(source_side.longest),
        target_symbols(target_side.longest),
        source(source_side.vocabulary, source_symbols),
        target(target_side.vocabulary, target_symbols) {}

  std::size_t source_symbols, target_symbols;
  phrases::PhrasePacking source, target;

  std::size_t alignment_size() const { return (source_symbols * target_symbols + 31) / 32; }
  std::size_t instance_key() const { return target.size() + source.size() + alignment_size(); }
  std::size_t instance_size() const { return instance_key() + 1; }
  std::size_t pair_key() const { return source.size() + target.size(); }
  std::size_t counts_at() const { return pair_key() + alignment_size(); }
  std::size_t pair_size() const { return counts_at() + 4; }

  // Adds the record of a rule; its count is still 0.
  void add_instance(std::span<const WordId> source_side, std::span<const WordId> target_side,
                    std::span<const AlignmentPoint> points, std::vector<std::uint32_t>& records) const;

  void alignment_of(const std::uint32_t* alignment, std::vector<AlignmentPoint>& points) const;

  static std::uint64_t count_at(const std::uint32_t* words) { return words[0] | std::uint64_t{words[1]} << 32; }
};

}  // namespace pitchpipe::grammar
