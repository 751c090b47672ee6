#include "phrases/text_lines.h"

#include <stdexcept>

#include "text/latin1.h"
#include "text/utf8.h"

namespace pitchpipe::phrases {

namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;

}  // namespace

bool TextLines::next(std::string_view& line) {
  unfinished_.clear();
  bool found = false;
  while (!found) {
    if (at_ == piece_.size()) {
      at_ = 0;
      piece_.clear();
      if (read_(piece_)) continue;
      if (unfinished_.empty()) return false;
      break;
    }
    std::size_t end = piece_.find('\n', at_);
    found = end != std::string::npos;
    std::string_view rest = std::string_view(piece_).substr(at_, found ? end - at_ : end);
    at_ = found ? end + 1 : piece_.size();
    if (found && unfinished_.empty()) {
      line = rest;
    } else {
      unfinished_ += rest;
      line = unfinished_;
    }
    if (line.size() > kLongestLine) break;
  }
  ++number_;
  if (line.size() > kLongestLine) fail("a line of more than a mebibyte", "a shorter one");
  if (std::size_t valid = text::valid_utf8(line); valid < line.size())
    fail("a byte that is not UTF-8 (byte " + std::to_string(valid + 1) + " of the line)",
         text::looks_like_latin1(line) ? "UTF-8 text; the file seems to be in Latin-1" : "UTF-8 text");
  return true;
}

void TextLines::fail(const std::string& found, const std::string& expected) const {
  throw std::invalid_argument(name_ + ":" + std::to_string(number_) + ": found " + found + ", expected " + expected);
}

}  // namespace pitchpipe::phrases
