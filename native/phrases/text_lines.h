#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace pitchpipe::phrases {

// The lines of a text that comes in pieces, cut anywhere.
class TextLines {
 public:
  // Puts the next piece into the string; false at the end.
  using ReadMore = std::function<bool(std::string&)>;

  // `name` is what errors call the text.
  TextLines(std::string name, ReadMore read) : name_(std::move(name)), read_(std::move(read)) {}

  // The next line, without its end, valid until the next call; false at the end. Throws std::invalid_argument for
  // what is not UTF-8 and for a line of more than a mebibyte.
  bool next(std::string_view& line);

  // Throws std::invalid_argument, "NAME:LINE: found ..., expected ...", for the line that next() gave.
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;

  const std::string& name() const { return name_; }
  std::size_t number() const { return number_; }

 private:
  std::string name_;
  ReadMore read_;
  std::string piece_, unfinished_;
  std::size_t at_ = 0;  // in piece_
  std::size_t number_ = 0;
};

}  // namespace pitchpipe::phrases
