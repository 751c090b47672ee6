#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoder/contexts.h"
#include "decoder/options.h"
#include "reordering/orientation.h"

namespace pitchpipe::decoder {

// In which order the options of a span are worth trying after the words before them. The estimate of an option alone
// leaves out how well its first word follows; here the language models see the last words of the context as well.
// What is found is kept for the sentence: many hypotheses end in the same words.
class Rankings {
 public:
  struct Entry {
    float value;           // the option's estimate after these words, with its orientations to what is before
    std::uint32_t option;  // of the span
  };
  using Orientations = reordering::Orientation[kKinds];

  Rankings(const Model& model, const Weights& weights, const Contexts& contexts)
      : model_(model), weights_(weights), contexts_(contexts) {}

  // Forgets everything.
  void start(const SentenceOptions& options);

  // The options of the span [begin, end), best first; valid until the next call.
  std::span<const Entry> of(std::uint32_t context, std::uint32_t begin, std::uint32_t end, const Orientations& previous);

 private:
  struct Range {
    std::uint32_t first = 0;
  };

  float follows(std::uint32_t last, std::uint32_t head);

  const Model& model_;
  const Weights& weights_;
  const Contexts& contexts_;
  const SentenceOptions* options_ = nullptr;
  std::vector<std::uint32_t> heads_;      // of each option: a number for its first word
  std::vector<std::uint32_t> examples_;   // of each head: an option that has it
  std::vector<float> follows_;            // of each last word and head; NaN if it is not known yet
  util::Numbering head_numbers_{1 << 8};
  util::KeyMap<Range> ranges_{1 << 12};
  std::vector<Entry> entries_;
};

}  // namespace pitchpipe::decoder
