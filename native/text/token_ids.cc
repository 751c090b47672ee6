#include "text/token_ids.h"

#include <limits>
#include <stdexcept>
#include <string>

#include "text/utf8.h"
#include "text/words.h"

namespace pitchpipe::text {

template <class Words>
void TokenIds::add(std::string_view text, Words& words, bool known_only, std::size_t first_line) {
  for (std::size_t at = 0; at < text.size(); ++first_line) {
    std::string_view line = text.substr(at, text.find('\n', at) - at);
    at += line.size() + 1;
    if (std::size_t valid = valid_utf8(line); valid < line.size())
      throw std::invalid_argument(std::to_string(first_line) + ": found a byte that is not UTF-8 (byte " +
                                  std::to_string(valid + 1) + " of the line), expected UTF-8 text");
    for_each_token(line, [&](std::string_view token) {
      ids.push_back(known_only ? words.find(token) : words.intern(token));
    });
    if (words.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
      throw std::invalid_argument(std::to_string(first_line) +
                                  ": found more different words than can be numbered, 2^31");
    offsets.push_back(static_cast<std::int64_t>(ids.size()));
  }
}

template void TokenIds::add(std::string_view, util::WordTable&, bool, std::size_t);
template void TokenIds::add(std::string_view, util::WordStore&, bool, std::size_t);

}  // namespace pitchpipe::text
