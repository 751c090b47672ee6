#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "phrases/phrase_table.h"

namespace pitchpipe::decoder {

// Features that are computed elsewhere, such as in Python. Their calls come from all threads; what they throw ends
// the translation.

struct PhrasePair {
  std::uint32_t source;  // number in a list of source phrases
  std::uint64_t entry;   // of a table
};

// Of phrase pairs alone; asked once for each, whatever the weights.
class PhraseFeatures {
 public:
  virtual ~PhraseFeatures() = default;
  virtual std::size_t count() const = 0;
  // Fills count() values for each of these pairs of a table.
  virtual void score(std::size_t table, std::span<const std::string> sources, std::span<const PhrasePair> pairs,
                     std::vector<float>& values) = 0;
};

// One step of search: a hypothesis and the option it is extended by.
struct Extension {
  std::int64_t state;                    // that the features gave the hypothesis
  std::int64_t option;                   // number in the sentence's options
  std::int64_t begin, end;               // source words of the option
  std::int64_t last_begin, last_end;     // and of the phrase before
};

// What the option of a number is, for features that look at it.
struct OptionFacts {
  std::uint32_t begin, end;
  std::vector<std::string_view> target;
};

// Of phrases in their context, with a state that hypotheses must share to be recombined.
class StepFeatures {
 public:
  virtual ~StepFeatures() = default;
  virtual std::size_t count() const = 0;
  // Before search. Returns the state of the empty hypothesis.
  virtual std::int64_t start(std::size_t sentence, const std::vector<std::string_view>& source,
                             const std::vector<OptionFacts>& options) = 0;
  // Fills count() values and the state after it for each extension.
  virtual void score(std::size_t sentence, std::span<const Extension> extensions, std::span<float> values,
                     std::span<std::int64_t> states) = 0;
  virtual void finish(std::size_t sentence) noexcept = 0;
};

}  // namespace pitchpipe::decoder
