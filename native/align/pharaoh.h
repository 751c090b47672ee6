#pragma once

#include <string>
#include <string_view>

#include "align/links.h"

namespace pitchpipe::align {

// Reads alignments as in "0-0 1-2", source before target, a line for each pair of lines; each line's links are sorted,
// and a repeated one is taken once. Throws std::invalid_argument, "LINE: found ..., expected ...".
Links read_pharaoh(std::string_view text);

// The opposite. Throws std::invalid_argument if the offsets do not fit the links.
std::string pharaoh_text(LinkSpans alignments);

}  // namespace pitchpipe::align
