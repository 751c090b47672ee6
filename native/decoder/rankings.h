#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoder/contexts.h"
#include "decoder/options.h"
#include "reordering/orientation.h"

namespace pitchpipe::decoder {

// What the options of a span are worth in a context, by which they are tried. The estimate of an option alone leaves out how well
// its first word follows the words before; here the language models see the pair of that word and the context's last. What
// is found is kept for the sentence: many hypotheses end in the same word.
class Rankings {
 public:
  using Orientations = reordering::Orientation[kKinds];

  Rankings(const Model& model, const Weights& weights, const Contexts& contexts)
      : model_(model), weights_(weights), contexts_(contexts) {}

  // Forgets everything.
  void start(const SentenceOptions& options);

  // The number of the ranking of the span [begin, end) in a context.
  std::uint32_t number(std::uint32_t context, std::uint32_t begin, std::uint32_t end, const Orientations& previous);

  // The value of the best option.
  float best(std::uint32_t ranking) const { return rankings_[ranking].best; }

  // The options' estimates in the context, with their orientations to what is before; valid until the next number is
  // asked for.
  std::span<const float> values(std::uint32_t ranking) const {
    return std::span(values_).subspan(rankings_[ranking].first, rankings_[ranking].count);
  }

  // What all words of the context say of an option's first word, beyond what its last word alone says.
  float beyond_last_word(std::uint32_t context, std::uint32_t option);

 private:
  static constexpr std::uint32_t kUnknown = UINT32_MAX;
  static constexpr std::size_t kFirstSlots = 1 << 12;
  struct Ranking {
    float best;
    std::uint32_t first, count;  // among values_
  };
  struct Heads {
    std::uint32_t first = 0, count = 0;  // among span_heads_
  };
  // What was found for two numbers, in one of a few places that they share with others: small enough to stay near the
  // processor, and what is no longer there is computed again.
  struct Known {
    std::uint32_t first = kUnknown, second = 0;
    float value = 0;
  };
  static constexpr std::size_t kPlaces = 1 << 14;
  template <class Compute>
  static float known(std::vector<Known>& places, std::uint32_t first, std::uint32_t second, Compute compute);
  struct Place {
    std::uint32_t first = kUnknown;
  };

  void add(std::uint32_t last_word, std::uint32_t begin, std::uint32_t end, const Orientations& previous,
           std::uint64_t oriented);
  // The options' estimates with their orientations.
  const float* estimates(std::uint32_t begin, std::uint32_t end, const Orientations& previous, std::uint64_t oriented);
  // What the language models say of a first word after a last word, beyond what they say of it alone.
  float follows(std::uint32_t last_word, std::uint32_t head);
  // The same after a state of each language model, which state_of(model) gives.
  template <class StateOf>
  float after(StateOf state_of, std::uint32_t head) const;
  void number_heads();

  const Model& model_;
  const Weights& weights_;
  const Contexts& contexts_;
  const SentenceOptions* options_ = nullptr;
  std::vector<std::uint32_t> heads_;       // an option for each first word of the sentence's options
  std::vector<std::uint32_t> head_of_;     // of each option
  std::vector<std::uint32_t> span_heads_;  // the numbers of the heads of each span
  std::vector<Heads> spans_;
  std::vector<std::uint32_t> in_span_;     // of each option: which of its span's heads it has
  util::Numbering head_numbers_{kFirstSlots};
  util::KeyMap<Place> oriented_{kFirstSlots};  // where the estimates of a span and orientations begin
  std::vector<float> estimates_;
  std::vector<Known> follows_;  // by last word and head
  std::vector<Known> beyond_;   // by context and head
  util::KeyMap<std::uint32_t> numbers_{kFirstSlots};
  std::vector<Ranking> rankings_;
  std::vector<float> values_;
  std::vector<float> first_words_;  // of the span being ranked
};

}  // namespace pitchpipe::decoder
