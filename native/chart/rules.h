#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chart/model.h"
#include "decoder/options.h"
#include "lm/fragment.h"
#include "util/hash_table.h"

namespace pitchpipe::chart {

using decoder::kGiven;
using decoder::SearchSettings;
using decoder::Weights;

// Among the words of a rule: the number of a gap, in the source's order.
inline constexpr WordId kFirstGap = UINT32_MAX - kMostGaps;
inline bool is_gap(WordId symbol) { return symbol >= kFirstGap; }
inline std::size_t gap_of(WordId symbol) { return symbol - kFirstGap; }

// Counts of rules are fractions; lower ones count as this in the feature that is their logarithm.
inline constexpr float kLeastCount = 1e-3f;

// One translation of a source side, weighted.
struct Rule {
  std::uint64_t entry = 0;     // in the table
  std::int32_t table = kGiven;
  std::uint32_t label = kAnyLabel;
  float score = 0;             // without language models
  float estimate = 0;          // with the language models' scores of its words alone
  std::uint32_t symbols = 0;   // where those after its leading words begin, and end
  std::uint32_t symbols_end = 0;
  std::array<grammar::GapOrientation, kMostGaps> gaps = {};  // if the model looks at them
  bool unknown = false;        // a source word passed through
};

// The translations of a source side, those of equal orientations together.
struct RuleSet {
  std::size_t gaps = 0;                  // of each rule
  std::vector<WordId> source;            // the source side, if it is in a table
  std::vector<Rule> rules;
  std::vector<float> estimates;          // of each rule, side by side for the search
  std::vector<std::uint32_t> parts{0};   // where rules of other orientations begin, best estimate first within each, and end
  std::vector<WordId> symbols;           // as a language model numbers them; of several, one row after the other
  std::vector<lm::Fragment> starts;      // of each rule in each model: its leading words
  std::vector<std::string> words;        // of a rule that is in no table
  float given_score = 0;                 // what it has as every score of the first table
};

// The symbols of a source side, with spaces between them.
std::string source_text(const phrases::PhraseTable& table, std::span<const WordId> source);

// Weighs rules and keeps the best ones; remembers those of source sides it has met. One for each thread.
class RuleCollector {
 public:
  RuleCollector(const Model& model, const Weights& weights, const SearchSettings& settings)
      : model_(model), weights_(weights), settings_(settings) {}

  // The rules of a table's source side; null if none can be used. Good until forget().
  const RuleSet* find(std::size_t table, std::uint32_t phrase);
  // Forgets what it remembers, if that is too much.
  void forget();

  // A word that no rule translates; words that somebody wants for a span.
  std::unique_ptr<RuleSet> passed_through(std::string_view word) const;
  std::unique_ptr<RuleSet> given(std::vector<std::string> words, float log_probability) const;

 private:
  static constexpr std::size_t kMostRemembered = 1'000'000;  // rules

  std::unique_ptr<RuleSet> collect(std::size_t table, std::uint32_t phrase);
  bool fits(const Grammar& grammar, std::span<const std::uint32_t> gap_labels, std::span<const WordId> target,
            Rule& rule) const;
  void orient(const Grammar& grammar, std::size_t source_size, std::span<const std::uint8_t> source_gaps,
              const phrases::PhraseTable::Entry& entry, Rule& rule);
  bool weigh(std::size_t table, std::span<const WordId> source, std::span<const std::uint32_t> gap_labels,
             Rule& rule) const;
  void add_outside(std::size_t table, std::span<const WordId> source, std::span<const std::uint32_t> chosen,
                   std::vector<Rule>& rules) const;
  std::unique_ptr<RuleSet> outside(std::vector<std::string> words, bool unknown, float log_probability) const;
  template <class SymbolIn>
  void add_words(Rule& rule, std::size_t size, SymbolIn symbol_in, RuleSet& set) const;

  const Model& model_;
  const Weights& weights_;
  const SearchSettings& settings_;
  grammar::RuleOrientation orientation_;
  util::KeyMap<std::uint32_t> numbers_;  // of tables' source sides in sets_, plus 1
  std::vector<std::unique_ptr<RuleSet>> sets_;
  std::size_t remembered_ = 0;
};

}  // namespace pitchpipe::chart
