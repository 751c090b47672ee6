#include "decoder/contexts.h"

#include <algorithm>

namespace pitchpipe::decoder {

namespace {

// The log10 probability of a phrase after `before`. Where the words that the model still looks back at are all within
// the phrase, the rest is as if it stood alone.
float phrase_score(const lm::LanguageModel& lm, const lm::State& before, const WordId* words, const float* alone,
                   const InLanguageModel& in, std::size_t length, lm::State& after) {
  lm::State state = before, next;
  float total = 0;
  for (std::size_t k = 0; k < length; ++k) {
    if (state.length <= k) {
      after = in.end;
      return total + alone[length] - alone[k];
    }
    total += lm.score(state, words[k], next);
    state = next;
  }
  after = state;
  return total;
}

}  // namespace

void Contexts::start(const SentenceOptions& options, bool last_words) {
  options_ = &options;
  has_last_words_ = last_words;
  std::size_t models = model_.language_models.size();
  states_.clear();
  hashes_.clear();
  last_words_.clear();
  last_states_.clear();
  last_numbers_.clear(kFirstSlots);
  numbers_.clear(4 * kFirstSlots);
  steps_.clear(4 * kFirstSlots);
  after_.resize(models);
  scores_.resize(models);
  for (std::size_t m = 0; m < models; ++m) after_[m] = model_.language_models[m].model->begin_sentence();
  number(after_.data());
}

std::uint32_t Contexts::number(const lm::State* states) {
  std::size_t models = model_.language_models.size();
  std::uint64_t hash = 0;
  for (std::size_t m = 0; m < models; ++m) hash = hash * 0x9E3779B97F4A7C15u + lm::hash_of(states[m]);
  hash ^= hash >> 29;
  std::uint32_t context = numbers_.insert(
      hash,
      [&](std::uint32_t known) {
        return hashes_[known] == hash && std::equal(states, states + models, states_.data() + known * models);
      },
      [&](std::uint32_t known) { return hashes_[known]; });
  if (context == hashes_.size()) {
    hashes_.push_back(hash);
    states_.insert(states_.end(), states, states + models);
    if (has_last_words_) last_words_.push_back(number_last(states));
  }
  return context;
}

std::uint32_t Contexts::number_last(const lm::State* states) {
  std::size_t models = model_.language_models.size(), known_states = last_states_.size();
  for (std::size_t m = 0; m < models; ++m) {
    lm::State& last = last_states_.emplace_back(states[m]);
    last.length = std::min<std::uint8_t>(last.length, 1);
  }
  auto hash_of = [&](std::size_t first) {
    std::uint64_t hash = 0;
    for (std::size_t m = 0; m < models; ++m) hash = hash * 0x9E3779B97F4A7C15u + lm::hash_of(last_states_[first + m]);
    return hash ^ hash >> 29;
  };
  auto added = last_states_.begin() + static_cast<std::ptrdiff_t>(known_states);
  std::uint32_t number = last_numbers_.insert(
      hash_of(known_states),
      [&](std::uint32_t known) {
        return std::equal(added, last_states_.end(), last_states_.begin() + static_cast<std::ptrdiff_t>(known * models));
      },
      [&](std::uint32_t known) { return hash_of(known * models); });
  if (number * models < known_states) last_states_.resize(known_states);
  return number;
}

Contexts::Step Contexts::step(std::uint32_t context, std::uint32_t option) {
  auto [step, is_new] = steps_.insert(std::uint64_t{context} << 32 | option);
  if (!is_new) return step;
  step = {0, this->step(context, option, scores_)};
  for (std::size_t m = 0; m < scores_.size(); ++m)
    step.score += bounded(weights_[model_.language_models[m].feature] * kLn10 * scores_[m]);
  return step;
}

std::uint32_t Contexts::step(std::uint32_t context, std::uint32_t number_of_option, std::span<float> scores) {
  const SentenceOptions::Reference& reference = (*options_)[number_of_option];
  std::size_t models = model_.language_models.size();
  const InLanguageModel* in = reference.phrase->in_models.data() + reference.index * models;
  for (std::size_t m = 0; m < models; ++m)
    scores[m] = phrase_score(*model_.language_models[m].model, states_[context * models + m],
                             reference.phrase->words.data() + in[m].words, reference.phrase->alone.data() + in[m].alone,
                             in[m], reference.option().length, after_[m]);
  return number(after_.data());
}

void Contexts::finish(std::uint32_t context, std::span<float> scores) const {
  std::size_t models = model_.language_models.size();
  for (std::size_t m = 0; m < models; ++m) {
    const lm::LanguageModel& lm = *model_.language_models[m].model;
    lm::State after;
    scores[m] = lm.score(states_[context * models + m], lm.end_sentence(), after);
  }
}

float Contexts::finish(std::uint32_t context) const {
  std::vector<float> scores(model_.language_models.size());
  finish(context, scores);
  float total = 0;
  for (std::size_t m = 0; m < scores.size(); ++m)
    total += bounded(weights_[model_.language_models[m].feature] * kLn10 * scores[m]);
  return total;
}

}  // namespace pitchpipe::decoder
