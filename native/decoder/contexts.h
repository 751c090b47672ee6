#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decoder/options.h"

namespace pitchpipe::decoder {

// The language models' states that a sentence's search has met, numbered, and what each option brings after each of
// them. Many hypotheses share a state, so most steps are found and not computed.
class Contexts {
 public:
  struct Step {
    float score;            // weighted, of all language models
    std::uint32_t context;  // after the option
  };

  Contexts(const Model& model, const Weights& weights) : model_(model), weights_(weights) {}

  // Forgets everything; the first context is that of the sentence's start. Last words are numbered if asked for.
  void start(const SentenceOptions& options, bool last_words = false);

  Step step(std::uint32_t context, std::uint32_t option);
  float finish(std::uint32_t context) const;  // weighted score of the sentence's end

  // A number for the last word of a context, and the state of that word alone.
  std::uint32_t last_word(std::uint32_t context) const { return last_words_[context]; }
  const lm::State& state_of_last(std::uint32_t last_word, std::size_t model) const {
    return last_states_[last_word * model_.language_models.size() + model];
  }

  const lm::State& state(std::uint32_t context, std::size_t model) const {
    return states_[context * model_.language_models.size() + model];
  }

  // The log10 probabilities of an option after a context, one for each model, and the context after it; and of the end.
  std::uint32_t step(std::uint32_t context, std::uint32_t option, std::span<float> scores);
  void finish(std::uint32_t context, std::span<float> scores) const;

 private:
  static constexpr std::size_t kFirstSlots = 1 << 12;

  std::uint32_t number(const lm::State* states);
  std::uint32_t number_last(const lm::State* states);

  const Model& model_;
  const Weights& weights_;
  const SentenceOptions* options_ = nullptr;
  bool has_last_words_ = false;
  std::vector<lm::State> states_;  // of each context, one for each model
  std::vector<std::uint64_t> hashes_;  // of each context
  util::Numbering numbers_{kFirstSlots};  // of the states
  std::vector<std::uint32_t> last_words_;  // of each context
  std::vector<lm::State> last_states_;     // of each last word, one for each model
  util::Numbering last_numbers_{kFirstSlots};
  util::KeyMap<Step> steps_{kFirstSlots};
  std::vector<lm::State> after_;
  std::vector<float> scores_;
};

}  // namespace pitchpipe::decoder
