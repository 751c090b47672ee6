#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decoder/outside_features.h"
#include "decoder/sparse/templates.h"
#include "decoder/sparse_weights.h"
#include "grammar/rule_trie.h"
#include "lm/language_model.h"
#include "lm/word_classes.h"
#include "phrases/phrase_table.h"
#include "reordering/kinds.h"

namespace pitchpipe::decoder {

inline constexpr int kAbsent = -1;

using reordering::kKinds;
using reordering::kOrientations;

// A reordering model: the log probabilities of a phrase pair's orientations.
struct ReorderingModel {
  reordering::Type type;
  int scores;   // the first of its scores in the table's entries
  int feature;       // the first of as many features
};

// What a table with gaps has: its source sides, and the symbols that stand for a gap.
struct TableGaps {
  grammar::RuleTrie sources;
  WordId source, target;
};

// A phrase table and where its scores are in the feature vector.
struct TranslationModel {
  const phrases::PhraseTable* table;
  int feature;                 // the first of its scores
  int rule_count = kAbsent;    // log of the phrase pair's count
  int unique_rule = kAbsent;   // 1 if that count is 1
  int presence = kAbsent;      // 1 for each of its phrase pairs
  std::vector<ReorderingModel> reordering;
  std::vector<std::vector<WordId>> language_model_ids;  // of each target word, in each language model
  WordHashes hashes;                                    // if there are sparse features
  std::optional<TableGaps> gaps;                        // if phrases have some
};

struct LanguageModelFeature {
  const lm::LanguageModel* model;
  int feature;       // natural logarithm of the probability
  int unknown_words = kAbsent;
  const lm::WordClasses* classes = nullptr;  // of target words, if it is a model of classes

  WordId id(std::string_view word) const { return classes ? classes->id(word) : model->id(word); }
};

// The tables of a translation system and the place of each dense feature. Owns no tables.
struct Model {
  std::vector<TranslationModel> tables;
  std::vector<LanguageModelFeature> language_models;
  int word_penalty = kAbsent;     // minus the number of words
  int phrase_penalty = kAbsent;   // the number of phrases
  int distortion = kAbsent;       // minus the words jumped over
  int unknown_words = kAbsent;    // -100 for each word passed through
  int source_gap = kAbsent;       // the number of phrases with gaps in the source
  int target_gap = kAbsent;       // and in the target
  int skipped_source = kAbsent;   // the words in gaps of the source
  int skipped_target = kAbsent;   // and of the target
  int crossing = kAbsent;         // how often a piece comes before one that a phrase begun later owes
  std::size_t features = 0;       // how many dense ones
  SparseTemplates sparse;
  PhraseFeatures* phrase_features = nullptr;  // null if there are none
  int phrase_feature = kAbsent;               // the first of them
  StepFeatures* step_features = nullptr;
  int step_feature = kAbsent;

  bool has_gaps() const {
    return std::ranges::any_of(tables, [](const TranslationModel& one) { return one.gaps.has_value(); });
  }

  // Looks up the tables' words in the language models. Call it when all is set; throws std::invalid_argument if a
  // feature's place is not below `features`, or a target word is not UTF-8.
  void prepare();
};

// Weights of the dense features, in their order, and of the sparse ones.
struct Weights {
  std::vector<float> dense;
  SparseWeights sparse;

  float operator[](int feature) const { return feature == kAbsent ? 0 : dense[static_cast<std::size_t>(feature)]; }
};

// Weighted scores beyond this are those of damaged files; below it, sums over a sentence stay finite.
inline constexpr float kLargest = 1e30f;
inline bool is_bounded(float score) { return std::abs(score) <= kLargest; }
inline float bounded(float score) { return is_bounded(score) ? score : -kLargest; }

inline constexpr float kUnknownWord = -100;
inline constexpr float kLn10 = 2.302585093f;

struct SearchSettings {
  int beam = 100;                  // hypotheses kept in a stack
  int pop_limit = 400;             // extensions made for a stack; 0 makes all of them
  float threshold = 0;             // what is worse than the best by more is left out; 0 keeps it
  int distortion_limit = 6;        // negative: none
  int options = 20;                // of a source phrase
  bool future_distortion = true;   // whether the estimate of the rest holds the jumps it needs
  bool early_distortion = false;   // whether a jump is paid for as soon as it is certain
  bool drop_unknown = false;       // whether unknown words without digits are left out
  int span_limit = 20;             // source words under a rule of a grammar; beyond, glue only
  bool lookahead = false;          // whether pops are chosen by how well an option's first word follows
  int gap_span = 15;               // source words from the first to the last of a phrase with gaps
  int target_gap = 7;              // words of a gap in the target
  int owed = 3;                    // target pieces that a hypothesis may owe
  bool crossing = true;            // whether pieces of phrases begun earlier may come before those of later ones
  double seconds = 0;              // for a sentence, after which search goes on as narrow as can be; 0: no limit
};

}  // namespace pitchpipe::decoder
