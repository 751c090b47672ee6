#include "util/checksum.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "util/parallel.h"

namespace pitchpipe::util {

namespace {

constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ value >> 32) * 0xD6E8FEB86659FD93u;
  value = (value ^ value >> 32) * 0xD6E8FEB86659FD93u;
  return value ^ value >> 32;
}

// Four independent lanes, so that the multiplications overlap.
std::uint64_t block_sum(const char* at, std::size_t bytes, std::uint64_t number) {
  std::uint64_t lanes[4] = {number, number + 1, number + 2, number + 3};
  std::uint64_t sum = mixed(bytes * kFactor + number);
  for (; bytes >= sizeof lanes; at += sizeof lanes, bytes -= sizeof lanes) {
    std::uint64_t words[4];
    std::memcpy(words, at, sizeof words);
    for (int i = 0; i < 4; ++i) lanes[i] = std::rotl((lanes[i] ^ words[i]) * kFactor, 29);
  }
  std::uint64_t rest[4] = {};
  std::memcpy(rest, at, bytes);
  for (int i = 0; i < 4; ++i) sum = mixed(sum ^ std::rotl((lanes[i] ^ rest[i]) * kFactor, 29));
  return sum;
}

}  // namespace

std::uint64_t checksum(const void* data, std::size_t bytes, std::size_t first_block, int threads) {
  std::size_t blocks = (bytes + kChecksumBlock - 1) / kChecksumBlock;
  std::atomic<std::uint64_t> total{0};
  struct None {};
  parallel_for<None>(blocks, threads, [&](None&, std::size_t i) {
    std::size_t begin = i * kChecksumBlock;
    std::size_t size = std::min(kChecksumBlock, bytes - begin);
    total += block_sum(static_cast<const char*>(data) + begin, size, first_block + i);
  }, 4);
  return total;
}

}  // namespace pitchpipe::util
