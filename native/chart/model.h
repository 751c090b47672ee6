#pragma once

#include <array>
#include <vector>

#include "decoder/model.h"
#include "grammar/constraints.h"
#include "grammar/rule_trie.h"

namespace pitchpipe::chart {

using decoder::kAbsent;
using grammar::kMostGaps;
using util::WordId;

// The source sides of a table, and its gaps among the words of both sides.
struct Grammar {
  grammar::RuleTrie trie;
  std::array<WordId, kMostGaps> source_gaps, target_gaps;
};

// A translation system whose tables are grammars. Owns no tables.
struct Model {
  decoder::Model system;
  std::vector<Grammar> grammars;  // one for each of the system's tables
  int glue = kAbsent;             // feature of the rules that put phrases side by side
  float glue_value = 1;           // what each of them counts

  // Call it when all is set; throws std::invalid_argument if something does not fit.
  void prepare();
};

}  // namespace pitchpipe::chart
