#include "align/pharaoh.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <stdexcept>

#include "text/utf8.h"
#include "text/words.h"
#include "util/quoted.h"

namespace pitchpipe::align {
namespace {

// A number from 0 that ends where `end` is.
bool read_position(const char* begin, const char* end, std::int32_t& position) {
  auto [stop, error] = std::from_chars(begin, end, position);
  return error == std::errc() && stop == end && *begin != '-';
}

bool read_link(std::string_view token, Link& link) {
  std::size_t dash = token.find('-');
  if (dash == std::string_view::npos) return false;
  const char* end = token.data() + token.size();
  return read_position(token.data(), token.data() + dash, link.source) &&
         read_position(token.data() + dash + 1, end, link.target);
}

[[noreturn]] void fail(std::size_t line, std::string_view token) {
  bool readable = text::valid_utf8(token) == token.size();
  std::string found = readable ? util::quoted(token) : "bytes that are no text";
  throw std::invalid_argument(std::to_string(line) + ": found " + found +
                              ", expected a link as in '3-4', positions counted from 0");
}

}  // namespace

Links read_pharaoh(std::string_view text) {
  Links result;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::string_view line = text.substr(at, text.find('\n', at) - at);
    at += line.size() + 1;
    ++number;
    auto first = static_cast<std::ptrdiff_t>(result.links.size());
    text::for_each_token(line, [&](std::string_view token) {
      Link link{};
      if (!read_link(token, link)) fail(number, token);
      result.links.push_back(link);
    });
    std::sort(result.links.begin() + first, result.links.end());
    result.links.erase(std::unique(result.links.begin() + first, result.links.end()), result.links.end());
    result.offsets.push_back(static_cast<std::int64_t>(result.links.size()));
  }
  return result;
}

std::string pharaoh_text(LinkSpans alignments) {
  check_links(alignments);
  std::string text;
  text.reserve(alignments.links.size() * 6 + alignments.offsets.size());
  char digits[32];
  std::size_t k = 0;
  for (std::size_t n = 0; n + 1 < alignments.offsets.size(); ++n) {
    for (bool first = true; static_cast<std::int64_t>(k) < alignments.offsets[n + 1]; ++k, first = false) {
      if (!first) text += ' ';
      char* at = std::to_chars(digits, digits + sizeof digits, alignments.links[k].source).ptr;
      *at++ = '-';
      at = std::to_chars(at, digits + sizeof digits, alignments.links[k].target).ptr;
      text.append(digits, at);
    }
    text += '\n';
  }
  return text;
}

}  // namespace pitchpipe::align
