#include "decoder/model.h"

#include <stdexcept>

#include "text/utf8.h"

namespace pitchpipe::decoder {

namespace {

void check_places(int first, std::size_t count, std::size_t features) {
  if (first != kAbsent && (first < 0 || static_cast<std::size_t>(first) + count > features))
    throw std::invalid_argument("a feature's place is outside of the feature vector");
}

}  // namespace

void Model::prepare() {
  for (int feature : {word_penalty, phrase_penalty, distortion, unknown_words, source_gap, target_gap, skipped_source,
                      skipped_target, crossing})
    check_places(feature, 1, features);
  if (phrase_features) check_places(phrase_feature, phrase_features->count(), features);
  if (step_features) check_places(step_feature, step_features->count(), features);
  for (const LanguageModelFeature& lm : language_models) {
    check_places(lm.feature, 1, features);
    check_places(lm.unknown_words, 1, features);
  }
  for (TranslationModel& table : tables) {
    check_places(table.feature, table.table->score_count(), features);
    check_places(table.rule_count, 1, features);
    check_places(table.unique_rule, 1, features);
    check_places(table.presence, 1, features);
    for (const ReorderingModel& model : table.reordering) {
      check_places(model.feature, model.type.scores(), features);
      if (model.scores < 0 ||
          static_cast<std::size_t>(model.scores) + model.type.scores() > table.table->reordering_count())
        throw std::invalid_argument("a reordering model's scores are not in the table");
    }
    const phrases::TableVocabulary& words = table.table->target_words();
    for (std::size_t w = 0; w < words.size(); ++w)
      if (text::valid_utf8(words[w]) != words[w].size())
        throw std::invalid_argument("a phrase table is damaged: it has a target word that is not UTF-8");
    table.language_model_ids.clear();
    for (const LanguageModelFeature& lm : language_models) {
      auto& ids = table.language_model_ids.emplace_back(words.size());
      for (std::size_t w = 0; w < words.size(); ++w) ids[w] = lm.id(words[w]);
    }
    if (sparse.any()) table.hashes = WordHashes(*table.table);
  }
}

}  // namespace pitchpipe::decoder
