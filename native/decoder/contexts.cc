#include "decoder/contexts.h"

#include <algorithm>

namespace pitchpipe::decoder {

namespace {

constexpr std::size_t kFirstSlots = 1 << 12;

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

void Contexts::start(const SentenceOptions& options) {
  options_ = &options;
  std::size_t models = model_.language_models.size();
  states_.clear();
  hashes_.clear();
  state_slots_.assign(std::min(std::max(state_slots_.size(), kFirstSlots), kFirstSlots * 4), 0);
  steps_.assign(std::min(std::max(steps_.size(), kFirstSlots), kFirstSlots * 4), Slot{kFree, {}});
  step_count_ = 0;
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
  std::size_t mask = state_slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; state_slots_[at] != 0; at = (at + 1) & mask) {
    std::uint32_t context = state_slots_[at] - 1;
    if (hashes_[context] == hash && std::equal(states, states + models, states_.data() + context * models))
      return context;
  }
  auto context = static_cast<std::uint32_t>(hashes_.size());
  state_slots_[at] = context + 1;
  hashes_.push_back(hash);
  states_.insert(states_.end(), states, states + models);
  if (hashes_.size() * 2 > state_slots_.size()) grow_states();
  return context;
}

Contexts::Step Contexts::step(std::uint32_t context, std::uint32_t option) {
  std::uint64_t key = std::uint64_t{context} << 32 | option;
  std::uint64_t hash = key * 0x9E3779B97F4A7C15u;
  std::size_t mask = steps_.size() - 1;
  std::size_t at = (hash ^ hash >> 32) & mask;
  for (; steps_[at].key != kFree; at = (at + 1) & mask)
    if (steps_[at].key == key) return steps_[at].step;
  Step step{0, this->step(context, option, scores_)};
  for (std::size_t m = 0; m < scores_.size(); ++m)
    step.score += bounded(weights_[model_.language_models[m].feature] * kLn10 * scores_[m]);
  steps_[at] = {key, step};
  if (++step_count_ * 2 > steps_.size()) grow_steps();
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

void Contexts::grow_steps() {
  std::vector<Slot> old(steps_.size() * 4, Slot{kFree, {}});
  old.swap(steps_);
  std::size_t mask = steps_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.key == kFree) continue;
    std::uint64_t hash = slot.key * 0x9E3779B97F4A7C15u;
    std::size_t at = (hash ^ hash >> 32) & mask;
    while (steps_[at].key != kFree) at = (at + 1) & mask;
    steps_[at] = slot;
  }
}

void Contexts::grow_states() {
  state_slots_.assign(state_slots_.size() * 4, 0);
  std::size_t mask = state_slots_.size() - 1;
  for (std::uint32_t context = 0; context < hashes_.size(); ++context) {
    std::size_t at = hashes_[context] & mask;
    while (state_slots_[at] != 0) at = (at + 1) & mask;
    state_slots_[at] = context + 1;
  }
}

}  // namespace pitchpipe::decoder
