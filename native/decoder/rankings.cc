#include "decoder/rankings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pitchpipe::decoder {

namespace {

// The id of an option's first word in a language model; options of no words share one.
WordId first_word(const SentenceOptions::Reference& reference, std::size_t models, std::size_t m) {
  const InLanguageModel& in = reference.phrase->in_models[reference.index * models + m];
  return reference.option().length ? reference.phrase->words[in.words] : std::numeric_limits<WordId>::max();
}

}  // namespace

void Rankings::start(const SentenceOptions& options) {
  options_ = &options;
  std::size_t models = model_.language_models.size();
  heads_.clear();
  examples_.clear();
  head_numbers_.clear(1 << 10);
  ranges_.clear(1 << 14);
  entries_.clear();
  follows_.clear();
  auto hash_of = [&](std::uint32_t option) {
    std::uint64_t hash = 0;
    for (std::size_t m = 0; m < models; ++m) {
      hash = (hash ^ first_word(options[option], models, m)) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 29;
    }
    return hash;
  };
  for (std::uint32_t number = 0; number < options.count(); ++number) {
    std::uint32_t head = head_numbers_.insert(
        hash_of(number),
        [&](std::uint32_t known) {
          for (std::size_t m = 0; m < models; ++m)
            if (first_word(options[examples_[known]], models, m) != first_word(options[number], models, m)) return false;
          return true;
        },
        [&](std::uint32_t known) { return hash_of(examples_[known]); });
    if (head == examples_.size()) examples_.push_back(number);
    heads_.push_back(head);
  }
}

float Rankings::follows(std::uint32_t last, std::uint32_t head) {
  std::size_t place = std::size_t{last} * examples_.size() + head;
  if (place >= follows_.size())
    follows_.resize(std::max<std::size_t>((last + 1) * examples_.size(), 2 * follows_.size()),
                    std::numeric_limits<float>::quiet_NaN());
  float& value = follows_[place];
  if (!std::isnan(value)) return value;
  value = 0;
  const SentenceOptions::Reference& reference = (*options_)[examples_[head]];
  std::size_t models = model_.language_models.size();
  if (reference.option().length)
    for (std::size_t m = 0; m < models; ++m) {
      const InLanguageModel& in = reference.phrase->in_models[reference.index * models + m];
      lm::State after;
      float score = model_.language_models[m].model->score(contexts_.last(last, m), reference.phrase->words[in.words], after);
      value += bounded(weights_[model_.language_models[m].feature] * kLn10 *
                       (score - reference.phrase->alone[in.alone + 1]));
    }
  return value;
}

std::span<const Rankings::Entry> Rankings::of(std::uint32_t context, std::uint32_t begin, std::uint32_t end,
                                              const Orientations& previous) {
  std::uint32_t last = contexts_.last_of(context);
  std::uint64_t oriented = 0;
  for (reordering::Orientation one : previous) oriented = oriented * kOrientations + one;
  std::uint32_t first_option = options_->first(begin, end);
  const std::vector<Option>& options = options_->phrase(begin, end)->options;
  auto [range, is_new] = ranges_.insert((std::uint64_t{last} << 38 | std::uint64_t{first_option} << 6) + oriented);
  if (is_new) {
    range.first = static_cast<std::uint32_t>(entries_.size());
    for (std::uint32_t i = 0; i < options.size(); ++i) {
      float value = options[i].estimate + follows(last, heads_[first_option + i]);
      for (std::size_t kind = 0; kind < kKinds; ++kind) value += options[i].previous[kind][previous[kind]];
      entries_.push_back({value, i});
    }
    std::sort(entries_.begin() + range.first, entries_.end(), [](const Entry& a, const Entry& b) {
      return a.value != b.value ? a.value > b.value : a.option < b.option;
    });
  }
  return {entries_.data() + range.first, options.size()};
}

}  // namespace pitchpipe::decoder
