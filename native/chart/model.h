#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "chart/rule_features.h"
#include "decoder/model.h"
#include "grammar/constraints.h"
#include "grammar/gap_orientation.h"
#include "grammar/rule_trie.h"

namespace pitchpipe::chart {

using decoder::kAbsent;
using grammar::kMostGaps;
using util::WordId;

// The label of what fits any gap: words that are in no rule.
inline constexpr std::uint32_t kAnyLabel = UINT32_MAX;

// Values of the orientation of a gap.
inline constexpr std::size_t kOrientationValues = grammar::kGapContexts * grammar::kGapValues;

// That of phrases that are glued, one after the other.
inline constexpr grammar::GapOrientation kGlued{reordering::kMonotone, reordering::kMonotone};

// Calls visit(value) for each value that counts for a gap of some orientation.
template <class Visit>
void for_each_orientation_value(grammar::GapOrientation gap, Visit visit) {
  for (std::size_t first = 0; first < kOrientationValues; first += grammar::kGapValues) {
    if (gap.previous != gap.kUnknown) visit(first + gap.previous);
    if (gap.next != gap.kUnknown) visit(first + grammar::kGapOrientations + gap.next);
    visit(first + grammar::kGapValues - 1);
  }
}

// What a symbol of a rule is, if it is no word: a gap of some label, or, at the end of a target side, a label: the
// rule's last, and before it those of the constituents within it, if they are kept.
struct Role {
  static constexpr std::uint8_t kWord = 255, kRoot = 254;
  std::uint32_t label = 0;
  std::uint8_t gap = kWord;
};

// The source sides of a table, and its gaps and labels among the symbols of both sides. Labels are numbered in the model.
struct Grammar {
  grammar::RuleTrie trie;
  bool has_labels;             // or else all gaps, and all rules, have `label`
  std::uint32_t label;
  std::vector<std::array<WordId, kMostGaps>> source_gaps;  // of each label of the model; UINT32_MAX where there is none
  std::vector<std::pair<WordId, Role>> source_roles;       // of what is no word, by symbols
  std::vector<Role> target_roles;                          // of each symbol

  // Reads the symbols of a table whose gaps are called [LABEL,1] and so on, and its labels [LABEL]; labels that are new
  // are added to `all`. Without names there is one label, X.
  Grammar(grammar::RuleTrie rules, const phrases::PhraseTable& table, const std::vector<std::string>& labels,
          std::vector<std::string>& all);

  Role source_role(WordId symbol) const;
  // How many words and gaps a target side has, before its labels.
  std::size_t size_of(std::span<const WordId> target) const;
  // What the symbols of each side are, as sparse features know it.
  std::vector<std::uint8_t> source_kinds(std::span<const WordId> source) const;
  std::vector<std::uint8_t> target_kinds(std::span<const WordId> target) const;
};

// A translation system whose tables are grammars. Owns no tables.
struct Model {
  decoder::Model system;
  std::vector<Grammar> grammars;  // one for each of the system's tables
  std::vector<std::string> labels;
  int glue = kAbsent;             // feature of the rules that put phrases side by side
  float glue_value = 1;           // what each of them counts
  std::optional<grammar::GapOrientations> orientations;  // of what fills gaps and of what is glued
  std::size_t orientation_table = 0;  // the table by which these number words
  int orientation = kAbsent;          // the first of their features
  RuleFeatures* rule_features = nullptr;  // null if there are none
  int rule_feature = kAbsent;             // the first of them

  // Call it when all is set; throws std::invalid_argument if something does not fit.
  void prepare();
};

}  // namespace pitchpipe::chart
