#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pitchpipe::text {

// Puts lines together from pieces of a text that are cut anywhere. Lines end with \n, which is not part of them.
class LineCutter {
 public:
  explicit LineCutter(std::size_t longest) : longest_(longest) {}

  // Calls visit(line) for every line that ends within the chunk. Throws std::invalid_argument, "LINE: found ...", for
  // one of more than `longest` bytes.
  template <class Visit>
  void feed(std::string_view chunk, Visit visit) {
    while (!chunk.empty()) {
      std::size_t end = chunk.find('\n');
      std::string_view piece = chunk.substr(0, end);
      if (unfinished_.size() + piece.size() > longest_)
        throw std::invalid_argument(std::to_string(number_ + 1) + ": found a line of more than " +
                                    std::to_string(longest_) + " bytes, expected a shorter one");
      if (end == std::string_view::npos) {
        unfinished_ += piece;
        return;
      }
      ++number_;
      if (unfinished_.empty()) {
        visit(piece);
      } else {
        unfinished_ += piece;
        visit(std::string_view(unfinished_));
        unfinished_.clear();
      }
      chunk.remove_prefix(end + 1);
    }
  }

  // Visits the last line if it has no end.
  template <class Visit>
  void finish(Visit visit) {
    if (unfinished_.empty()) return;
    ++number_;
    visit(std::string_view(unfinished_));
    unfinished_.clear();
  }

  std::size_t number() const { return number_; }  // of the line that was visited last, from 1

 private:
  std::size_t longest_;
  std::size_t number_ = 0;
  std::string unfinished_;  // the start of a line whose end is not yet here
};

}  // namespace pitchpipe::text
