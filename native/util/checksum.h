#pragma once

#include <cstddef>
#include <cstdint>

namespace pitchpipe::util {

inline constexpr std::size_t kChecksumBlock = std::size_t{1} << 20;

// Tells a damaged file from a whole one; no protection against forgery. The sum, modulo 2^64, of the checksums
// of the blocks of kChecksumBlock bytes, each mixed with its number: a file can be summed in pieces that are cut
// between blocks, the first of which has the number `first_block`.
std::uint64_t checksum(const void* data, std::size_t bytes, std::size_t first_block, int threads);

}  // namespace pitchpipe::util
