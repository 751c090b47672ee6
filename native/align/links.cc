#include "align/links.h"

#include <cstddef>
#include <stdexcept>

namespace pitchpipe::align {

void check_links(const LinkSpans& spans) {
  if (spans.offsets.empty() || spans.offsets.front() != 0 ||
      static_cast<std::size_t>(spans.offsets.back()) != spans.links.size())
    throw std::invalid_argument("the offsets of an alignment do not fit its links");
  for (std::size_t n = 0; n + 1 < spans.offsets.size(); ++n)
    if (spans.offsets[n] > spans.offsets[n + 1]) throw std::invalid_argument("the offsets of an alignment go back");
  for (const Link& link : spans.links)
    if (link.source < 0 || link.target < 0) throw std::invalid_argument("a link has a negative position");
}

}  // namespace pitchpipe::align
