#include "lm/language_model.h"

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

}  // namespace pitchpipe::lm
