#include "decoder/sparse_weights.h"

#include <bit>
#include <stdexcept>

namespace pitchpipe::decoder {

namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
constexpr std::uint64_t kBase = 0x0D3A5F1C97E2B461u;

__extension__ typedef unsigned __int128 Wide;

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  Wide wide = static_cast<Wide>(a) * b;
  std::uint64_t sum = static_cast<std::uint64_t>(wide & kPrime) + static_cast<std::uint64_t>(wide >> 61);
  return sum >= kPrime ? sum - kPrime : sum;
}

}  // namespace

WordHashes::WordHashes(const phrases::PhraseTable& table) {
  for (std::size_t w = 0; w < table.source_words().size(); ++w)
    source.push_back(TextHash::of(table.source_words()[w]));
  for (std::size_t w = 0; w < table.target_words().size(); ++w)
    target.push_back(TextHash::of(table.target_words()[w]));
}

TextHash TextHash::of(std::string_view text) {
  TextHash hash;
  for (char c : text) hash = hash + TextHash{static_cast<unsigned char>(c) + std::uint64_t{1}, kBase};
  return hash;
}

TextHash TextHash::operator+(TextHash next) const {
  std::uint64_t sum = product(value, next.power) + next.value;
  return {sum >= kPrime ? sum - kPrime : sum, product(power, next.power)};
}

SparseWeights::SparseWeights(std::span<const std::uint64_t> names, std::span<const float> weights) {
  insert(names, weights, kPrime);
}

SparseWeights::SparseWeights(std::span<const std::uint64_t> buckets, std::span<const float> weights, int bits)
    : bits_(bits) {
  if (bits < 1 || bits > 32) throw std::invalid_argument("names have from 2 to 2^32 buckets");
  insert(buckets, weights, std::uint64_t{1} << bits);
}

void SparseWeights::insert(std::span<const std::uint64_t> names, std::span<const float> weights, std::uint64_t end) {
  if (names.size() != weights.size())
    throw std::invalid_argument("there are " + std::to_string(weights.size()) + " weights for " +
                                std::to_string(names.size()) + " sparse features");
  weights_ = util::KeyMap<float>(std::bit_ceil(2 * names.size() + 1));
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] >= end)
      throw std::invalid_argument(std::to_string(names[i]) + " is not the hash of a feature's name");
    weights_.insert(names[i]).first = weights[i];
  }
}

}  // namespace pitchpipe::decoder
