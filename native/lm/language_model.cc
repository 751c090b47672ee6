#include "lm/language_model.h"

#include <bit>
#include <stdexcept>

namespace pitchpipe::lm {

LanguageModel::LanguageModel(Vocabulary vocabulary, std::span<const float> unigrams, std::span<const Table> tables)
    : vocabulary_(vocabulary),
      unigrams_(unigrams.data()),
      words_(vocabulary.size()),
      order_(static_cast<unsigned>(tables.size()) + 1) {
  if (tables.size() >= kMostOrder) throw std::invalid_argument("a language model has an order above 7");
  if (unigrams.size() != 2 * words_) throw std::invalid_argument("a language model has unigrams for other words");
  for (std::size_t i = 0; i + 1 < tables.size(); ++i) middle_[i] = {tables[i].slots, tables[i].layout};
  if (!tables.empty()) longest_ = {tables.back().slots, tables.back().layout};
  end_sentence_ = id("</s>");
  State before{};
  WordId begin = id("<s>");
  full_score(before, begin, begin_sentence_);
}

LeftExtension LanguageModel::extend_left(std::uint64_t key, unsigned length, const WordId* before,
                                         const float* backoff, unsigned count) const {
  LeftExtension result{};
  float found = 0;
  if (length == 1) {
    std::size_t word = key - key_of(WordId{0});
    found = unigrams_[2 * (word < words_ ? word : kUnknownWord)];
  } else if (length < order_) {
    const std::uint32_t* weights = middle_[length - 2].find(key);
    if (!weights) return result;
    found = std::bit_cast<float>(weights[0]);
  }
  result.correction = -negative(found);
  bool independent = is_negative(found);
  unsigned matched = 0;
  std::uint64_t keys[kMostOrder];
  for (unsigned i = 0; i < count && length + i < order_ && !independent; ++i) {
    keys[i] = extended_key(i > 0 ? keys[i - 1] : key, before[i]);
    if (length + i + 1 == order_)
      longest_.prefetch(keys[i]);
    else
      middle_[length + i - 1].prefetch(keys[i]);
  }
  for (unsigned i = 0; i < count && length + i < order_ && !independent; ++i) {
    key = keys[i];
    bool longest = length + i + 1 == order_;
    const std::uint32_t* weights = longest ? longest_.find(key) : middle_[length + i - 1].find(key);
    independent = longest || !weights;
    if (!weights) break;
    found = std::bit_cast<float>(weights[0]);
    matched = i + 1;
    if (longest) break;
    independent = is_negative(found);
    result.backoff[i] = std::bit_cast<float>(weights[1]);
    if (is_needed(result.backoff[i])) result.used = matched;
  }
  result.correction += negative(found);
  result.independent_of_left = independent || matched < count;
  result.key = key;
  for (unsigned i = matched; i < count; ++i) result.correction += backoff[i];
  return result;
}

}  // namespace pitchpipe::lm
