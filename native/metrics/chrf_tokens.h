#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "metrics/chrf.h"

namespace pitchpipe::metrics {

// A text as chrF sees it: characters, each its UTF-8 bytes read as one number, and words as numbers.
class ChrfTokens {
 public:
  const std::vector<std::int32_t>& characters() const { return characters_; }
  const std::vector<std::int32_t>& words() const { return words_; }

  // Words are split off and numbered by id(word) only if the settings ask for them.
  template <class Id>
  void read(std::string_view text, const ChrfSettings& settings, Id id) {
    split(text, settings);
    words_.clear();
    for (std::string_view part : parts_) words_.push_back(id(part));
  }

 private:
  void split(std::string_view text, const ChrfSettings& settings);

  std::vector<std::int32_t> characters_, words_;
  std::vector<std::string_view> split_, parts_;
};

}  // namespace pitchpipe::metrics
