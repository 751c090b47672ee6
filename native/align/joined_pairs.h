#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/word_pairs.h"

namespace pitchpipe::align {

// The pairs of several tables over the same words, each once: where those of each source word start. Throws
// std::invalid_argument if a table has other words or is not in order, or there are too many pairs.
std::vector<std::int64_t> joined_rows(std::span<const PairSpans> tables, std::size_t source_words,
                                      std::size_t target_words, int threads);

// Fills `targets` with the target words of these pairs, and numbers[i] with the number that each pair of table i has
// among them. Memory is read and written from the first source word to the last: all of it may be maps of files.
void join_pairs(std::span<const PairSpans> tables, std::span<const std::int64_t> rows, std::size_t target_words,
                std::span<std::int32_t> targets, std::span<const std::span<std::int32_t>> numbers, int threads);

}  // namespace pitchpipe::align
