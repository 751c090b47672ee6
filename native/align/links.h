#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace pitchpipe::align {

struct Link {
  std::int32_t source, target;

  auto operator<=>(const Link&) const = default;
};

// Alignments of lines: line n has the links offsets[n] to offsets[n + 1] - 1.
struct LinkSpans {
  std::span<const Link> links;
  std::span<const std::int64_t> offsets;
};

struct Links {
  std::vector<Link> links;
  std::vector<std::int64_t> offsets{0};
};

// Throws std::invalid_argument if the offsets do not fit the links, or a position is negative.
void check_links(const LinkSpans& spans);

}  // namespace pitchpipe::align
