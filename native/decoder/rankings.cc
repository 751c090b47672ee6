#include "decoder/rankings.h"

#include <algorithm>

namespace pitchpipe::decoder {

void Rankings::start(const SentenceOptions& options) {
  options_ = &options;
  number_heads();
  oriented_.clear(kFirstSlots);
  estimates_.clear();
  follows_.assign(kPlaces, {});
  beyond_.assign(kPlaces, {});
  numbers_.clear(4 * kFirstSlots);
  rankings_.clear();
  values_.clear();
}

void Rankings::number_heads() {
  const SentenceOptions& options = *options_;
  std::size_t models = model_.language_models.size();
  auto same = [&](std::uint32_t one, std::uint32_t other) {
    for (std::size_t m = 0; m < models; ++m)
      if (options[one].first_word(models, m) != options[other].first_word(models, m)) return false;
    return true;
  };
  auto hash = [&](std::uint32_t option) {
    std::uint64_t value = 0;
    for (std::size_t m = 0; m < models; ++m) {
      value = (value ^ options[option].first_word(models, m)) * 0x9E3779B97F4A7C15u;
      value ^= value >> 29;
    }
    return value;
  };
  heads_.clear();
  head_numbers_.clear(kFirstSlots);
  span_heads_.clear();
  spans_.assign(options.size() * options.longest(), {});
  in_span_.clear();
  head_of_.clear();
  Heads* span = nullptr;
  for (std::uint32_t option = 0; option < options.count(); ++option) {
    const SentenceOptions::Reference& reference = options[option];
    std::uint32_t head = head_numbers_.insert(
        hash(option), [&](std::uint32_t known) { return same(heads_[known], option); },
        [&](std::uint32_t known) { return hash(heads_[known]); });
    if (head == heads_.size()) heads_.push_back(option);
    head_of_.push_back(head);
    if (reference.index == 0) {
      span = &spans_[reference.begin * options.longest() + (reference.end - reference.begin - 1)];
      span->first = static_cast<std::uint32_t>(span_heads_.size());
    }
    auto begin = span_heads_.begin() + span->first;
    auto found = std::find(begin, span_heads_.end(), head);
    in_span_.push_back(static_cast<std::uint32_t>(found - begin));
    if (found == span_heads_.end()) span_heads_.push_back(head);
    span->count = static_cast<std::uint32_t>(span_heads_.size()) - span->first;
  }
}

template <class StateOf>
float Rankings::after(StateOf state_of, std::uint32_t head) const {
  const SentenceOptions::Reference& reference = (*options_)[heads_[head]];
  float value = 0;
  if (reference.option().length == 0) return value;
  std::size_t models = model_.language_models.size();
  for (std::size_t m = 0; m < models; ++m) {
    const LanguageModelFeature& lm = model_.language_models[m];
    const InLanguageModel& in = reference.phrase->in_models[reference.index * models + m];
    lm::State next;
    float score = lm.model->score(state_of(m), reference.first_word(models, m), next);
    value += bounded(weights_[lm.feature] * kLn10 * (score - reference.phrase->alone[in.alone + 1]));
  }
  return value;
}

template <class Compute>
float Rankings::known(std::vector<Known>& places, std::uint32_t first, std::uint32_t second, Compute compute) {
  Known& place = places[(first * std::size_t{61} + second) % kPlaces];
  if (place.first != first || place.second != second) place = {first, second, compute()};
  return place.value;
}

float Rankings::follows(std::uint32_t last_word, std::uint32_t head) {
  auto state_of = [&](std::size_t m) -> const lm::State& { return contexts_.state_of_last(last_word, m); };
  return known(follows_, last_word, head, [&] { return after(state_of, head); });
}

float Rankings::beyond_last_word(std::uint32_t context, std::uint32_t option) {
  auto state_of = [&](std::size_t m) -> const lm::State& { return contexts_.state(context, m); };
  bool sees_more = false;
  for (std::size_t m = 0; m < model_.language_models.size(); ++m) sees_more = sees_more || state_of(m).length > 1;
  if (!sees_more) return 0;
  std::uint32_t head = head_of_[option];
  return known(beyond_, context, head,
               [&] { return after(state_of, head) - follows(contexts_.last_word(context), head); });
}

const float* Rankings::estimates(std::uint32_t begin, std::uint32_t end, const Orientations& previous,
                                 std::uint64_t oriented) {
  auto [place, is_new] = oriented_.insert(std::uint64_t{options_->first(begin, end)} << 6 ^ oriented);
  if (is_new) {
    place.first = static_cast<std::uint32_t>(estimates_.size());
    for (const Option& option : options_->phrase(begin, end)->options) {
      float total = option.estimate;
      for (std::size_t kind = 0; kind < kKinds; ++kind) total += option.previous[kind][previous[kind]];
      estimates_.push_back(total);
    }
  }
  return estimates_.data() + place.first;
}

void Rankings::add(std::uint32_t last_word, std::uint32_t begin, std::uint32_t end, const Orientations& previous,
                   std::uint64_t oriented) {
  const Heads& span = spans_[begin * options_->longest() + (end - begin - 1)];
  first_words_.resize(span.count);
  for (std::uint32_t i = 0; i < span.count; ++i) first_words_[i] = follows(last_word, span_heads_[span.first + i]);
  const float* alone = estimates(begin, end, previous, oriented);
  const std::uint32_t* head = in_span_.data() + options_->first(begin, end);
  auto first = static_cast<std::uint32_t>(values_.size());
  auto count = static_cast<std::uint32_t>(options_->phrase(begin, end)->options.size());
  for (std::uint32_t i = 0; i < count; ++i) values_.push_back(alone[i] + first_words_[head[i]]);
  rankings_.push_back({*std::max_element(values_.begin() + first, values_.end()), first, count});
}

namespace {

std::uint64_t combined(const Rankings::Orientations& previous) {
  std::uint64_t value = 0;
  for (reordering::Orientation one : previous) value = value * kOrientations + one;
  return value;
}

}  // namespace

std::uint32_t Rankings::number(std::uint32_t context, std::uint32_t begin, std::uint32_t end,
                               const Orientations& previous) {
  std::uint32_t last_word = contexts_.last_word(context);
  std::uint64_t oriented = combined(previous);
  // Last words are of options, of which there are fewer than 2^26.
  std::uint64_t key = std::uint64_t{last_word} << 38 ^ std::uint64_t{options_->first(begin, end)} << 6 ^ oriented;
  auto [number, is_new] = numbers_.insert(key);
  if (is_new) {
    number = static_cast<std::uint32_t>(rankings_.size());
    add(last_word, begin, end, previous, oriented);
  }
  return number;
}

}  // namespace pitchpipe::decoder
