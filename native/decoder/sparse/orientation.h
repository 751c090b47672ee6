#pragma once

#include <array>
#include <string_view>

#include "decoder/sparse/pair.h"

namespace pitchpipe::decoder {

struct OrientationFeature {
  static constexpr std::string_view kName = "LO";
  static constexpr std::string_view kHelp =
      "a phrase pair with its orientation to the phrase before and after, and whether it follows the one before";
  static constexpr std::array kStarts{std::string_view("LO:")};

  template <class Name>
  static void oriented(const SparsePair& pair, bool next, int orientation, Name& name) {
    static constexpr std::string_view kOrientations[2][4] = {{"prev-m:", "prev-s:", "prev-d:", "prev-d:"},
                                                             {"next-m:", "next-s:", "next-d:", "next-d:"}};
    write(name, kStarts[0], kOrientations[next][orientation], words_of(pair));
    // Moses's monotonicity, the last two of Green et al.'s eight classes.
    if (!next) write(name, kStarts[0], orientation == 0 ? "mono:" : "non-mono:", words_of(pair));
  }
};

}  // namespace pitchpipe::decoder
