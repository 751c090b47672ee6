#include "chart/rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "decoder/sparse_features.h"

namespace pitchpipe::chart {

using decoder::bounded;
using decoder::kLn10;

namespace {

// How many rules are weighed for each one that is kept, the most probable ones first: a source side such as [X,1] . has
// tens of thousands.
constexpr std::size_t kConsidered = 10;

}  // namespace

const RuleSet* RuleCollector::find(std::size_t table, std::uint32_t phrase) {
  auto [number, is_new] = numbers_.insert(std::uint64_t{table} << 32 | phrase);
  if (is_new) {
    sets_.push_back(collect(table, phrase));
    remembered_ += 1 + (sets_.back() ? sets_.back()->rules.size() : 0);
    number = static_cast<std::uint32_t>(sets_.size());
  }
  return sets_[number - 1].get();
}

void RuleCollector::forget() {
  if (remembered_ <= kMostRemembered) return;
  numbers_.clear();
  sets_.clear();
  remembered_ = 0;
}

std::unique_ptr<RuleSet> RuleCollector::collect(std::size_t t, std::uint32_t phrase) {
  const decoder::TranslationModel& translation = model_.system.tables[t];
  const phrases::PhraseTable& table = *translation.table;
  const Grammar& grammar = model_.grammars[t];
  phrases::PhraseTable::Range range = table.range(phrase);
  if (settings_.options > 0)
    range.end = std::min(range.end, range.begin + kConsidered * static_cast<std::size_t>(settings_.options));
  std::span<const WordId> source = table.phrase(phrase);
  std::vector<std::uint32_t> gap_labels;
  std::vector<std::uint8_t> gap_places;
  for (std::size_t i = 0; i < source.size(); ++i)
    if (Role role = grammar.source_role(source[i]); role.gap != Role::kWord) {
      gap_labels.push_back(role.label);
      gap_places.push_back(static_cast<std::uint8_t>(i));
    }
  RuleSet all;
  for (std::size_t entry = range.begin; entry < range.end; ++entry) {
    Rule rule;
    rule.entry = entry;
    if (!weigh(t, source, gap_labels, rule)) continue;
    std::span<const WordId> target = table.target(entry);
    add_words(rule, grammar.size_of(target), [&](std::size_t m, std::size_t i) {
      std::uint8_t gap = grammar.target_roles[target[i]].gap;
      return gap == Role::kWord ? translation.language_model_ids[m][target[i]] : static_cast<WordId>(kFirstGap + gap);
    }, all);
    all.rules.push_back(rule);
  }
  if (all.rules.empty()) return nullptr;
  std::size_t models = model_.system.language_models.size();
  std::size_t most = settings_.options > 0 ? static_cast<std::size_t>(settings_.options) : all.rules.size();
  std::vector<std::uint32_t> order(all.rules.size());
  std::iota(order.begin(), order.end(), 0);
  auto is_better = [&](std::uint32_t a, std::uint32_t b) {
    float first = all.rules[a].estimate, second = all.rules[b].estimate;
    return first != second ? first > second : a < b;
  };
  std::ranges::sort(order, is_better);
  order.resize(std::min(most, order.size()));
  if (model_.system.phrase_features) {
    add_outside(t, source, order, all.rules);
    std::ranges::sort(order, is_better);
  }
  if (model_.orientations && !gap_places.empty()) {
    for (std::uint32_t i : order)
      orient(grammar, source.size(), gap_places, table.entry(all.rules[i].entry), all.rules[i]);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return all.rules[i].gaps; });
  }
  auto set = std::make_unique<RuleSet>();
  set->gaps = gap_labels.size();
  set->source.assign(source.begin(), source.end());
  for (std::uint32_t i : order) {
    if (!set->rules.empty() && all.rules[i].gaps != set->rules.back().gaps)
      set->parts.push_back(static_cast<std::uint32_t>(set->rules.size()));
    Rule& rule = set->rules.emplace_back(all.rules[i]);
    auto begin = all.symbols.begin() + rule.symbols, end = all.symbols.begin() + rule.symbols_end;
    rule.symbols = static_cast<std::uint32_t>(set->symbols.size());
    set->symbols.insert(set->symbols.end(), begin, end);
    rule.symbols_end = static_cast<std::uint32_t>(set->symbols.size());
    for (std::size_t m = 0; m < models; ++m) set->starts.push_back(all.starts[i * models + m]);
  }
  set->parts.push_back(static_cast<std::uint32_t>(set->rules.size()));
  for (const Rule& rule : set->rules) set->estimates.push_back(rule.estimate);
  return set;
}

// Finds the orientations of a rule's gaps.
void RuleCollector::orient(const Grammar& grammar, std::size_t source_size, std::span<const std::uint8_t> source_gaps,
                           const phrases::PhraseTable::Entry& entry, Rule& rule) {
  std::size_t target_size = grammar.size_of(entry.target);
  std::vector<phrases::WordLink> links, gaps(source_gaps.size());
  for (auto [from, to] : entry.alignment)
    if (from < source_size && to < target_size) links.push_back({from, to});
  for (std::size_t i = 0; i < target_size; ++i)
    if (std::uint8_t gap = grammar.target_roles[entry.target[i]].gap; gap < gaps.size())
      gaps[gap] = {source_gaps[gap], static_cast<std::int32_t>(i)};
  orientation_.find(source_size, target_size, links, gaps, rule.gaps);
}

std::string source_text(const phrases::PhraseTable& table, std::span<const WordId> source) {
  std::string text;
  for (WordId symbol : source) {
    if (!text.empty()) text += ' ';
    text += table.source_words()[symbol];
  }
  return text;
}

// Adds the features of these rules that are computed elsewhere.
void RuleCollector::add_outside(std::size_t table, std::span<const WordId> source,
                                std::span<const std::uint32_t> chosen, std::vector<Rule>& rules) const {
  const decoder::Model& system = model_.system;
  std::string text = source_text(*system.tables[table].table, source);
  std::vector<decoder::PhrasePair> pairs;
  for (std::uint32_t i : chosen) pairs.push_back({0, rules[i].entry});
  std::vector<float> values;
  system.phrase_features->score(table, {&text, 1}, pairs, values);
  std::size_t count = system.phrase_features->count();
  for (std::size_t i = 0; i < chosen.size(); ++i)
    for (std::size_t f = 0; f < count; ++f) {
      Rule& rule = rules[chosen[i]];
      float value = weights_[system.phrase_feature + static_cast<int>(f)] * values[i * count + f];
      rule.score = bounded(rule.score + value);
      rule.estimate = bounded(rule.estimate + value);
    }
}

// Whether a target side has each of the source side's gaps once, and no other, and ends in a label if there are labels,
// which is then the rule's.
bool RuleCollector::fits(const Grammar& grammar, std::span<const std::uint32_t> gap_labels,
                         std::span<const WordId> target, Rule& rule) const {
  std::size_t symbols = grammar.size_of(target), gaps = 0;
  if (symbols == 0 || gap_labels.size() > kMostGaps) return false;
  bool seen[kMostGaps] = {};
  for (WordId symbol : target.first(symbols)) {
    Role role = grammar.target_roles[symbol];
    if (role.gap == Role::kWord) continue;
    if (role.gap >= gap_labels.size() || seen[role.gap] || role.label != gap_labels[role.gap]) return false;
    seen[role.gap] = true;
    ++gaps;
  }
  Role last = grammar.target_roles[target.back()];
  rule.label = grammar.has_labels ? last.label : grammar.label;
  return gaps == gap_labels.size() && (!grammar.has_labels || last.gap == Role::kRoot);
}

// Weighs a table's entry; false if it is damaged.
bool RuleCollector::weigh(std::size_t t, std::span<const WordId> source, std::span<const std::uint32_t> gap_labels,
                          Rule& rule) const {
  const decoder::Model& system = model_.system;
  const decoder::TranslationModel& translation = system.tables[t];
  phrases::PhraseTable::Entry entry = translation.table->entry(rule.entry);
  const Grammar& grammar = model_.grammars[t];
  if (entry.scores.empty() || entry.target.empty() || !fits(grammar, gap_labels, entry.target, rule)) return false;
  rule.table = static_cast<std::int32_t>(t);
  auto words = static_cast<double>(grammar.size_of(entry.target) - gap_labels.size());
  double score = weights_[system.phrase_penalty] - weights_[system.word_penalty] * words;
  for (std::size_t i = 0; i < entry.scores.size(); ++i)
    score += static_cast<double>(weights_[translation.feature + static_cast<int>(i)]) * entry.scores[i];
  score += weights_[translation.rule_count] * std::log(std::max(entry.joint_count, kLeastCount));
  if (entry.joint_count == 1) score += weights_[translation.unique_rule];
  if (system.sparse.any() && !weights_.sparse.empty()) {
    float previous[decoder::kOrientations] = {}, next[decoder::kOrientations] = {};
    std::vector<std::uint8_t> source_kinds = grammar.source_kinds(source), kinds = grammar.target_kinds(entry.target);
    score += weigh_sparse(system.sparse, weights_.sparse, translation.hashes,
                          {*translation.table, source, entry.target, entry, system.sparse.frequent, source_kinds, kinds},
                          previous, next);
  }
  rule.score = static_cast<float>(score);
  return decoder::is_bounded(rule.score);
}

template <class SymbolIn>
void RuleCollector::add_words(Rule& rule, std::size_t size, SymbolIn symbol_in, RuleSet& set) const {
  const decoder::Model& system = model_.system;
  double estimate = rule.score;
  rule.symbols = static_cast<std::uint32_t>(set.symbols.size());
  for (std::size_t m = 0; m < system.language_models.size(); ++m) {
    const decoder::LanguageModelFeature& feature = system.language_models[m];
    lm::Fragment run;
    double log10 = 0;
    int unknown = 0;
    bool at_start = true;
    for (std::size_t i = 0; i < size; ++i) {
      WordId symbol = symbol_in(m, i);
      if (is_gap(symbol)) {
        if (at_start) set.starts.push_back(run);
        at_start = false;
        log10 += run.log10;
        run = {};
      } else {
        append(*feature.model, symbol, run);
        unknown += symbol == 0;
      }
      if (!at_start) set.symbols.push_back(symbol);
    }
    if (at_start) set.starts.push_back(run);
    log10 += run.log10;
    rule.score += weights_[feature.unknown_words] * static_cast<float>(unknown);
    estimate += weights_[feature.unknown_words] * static_cast<double>(unknown);
    estimate += bounded(weights_[feature.feature] * kLn10 * static_cast<float>(log10));
  }
  rule.symbols_end = static_cast<std::uint32_t>(set.symbols.size());
  rule.score = bounded(rule.score);
  rule.estimate = bounded(static_cast<float>(estimate));
}

std::unique_ptr<RuleSet> RuleCollector::passed_through(std::string_view word) const {
  // Numbers are never dropped, as in Moses.
  bool dropped = settings_.drop_unknown && word.find_first_of("0123456789") == std::string_view::npos;
  return outside(dropped ? std::vector<std::string>() : std::vector{std::string(word)}, true, 0);
}

std::unique_ptr<RuleSet> RuleCollector::given(std::vector<std::string> words, float log_probability) const {
  return outside(std::move(words), false, log_probability);
}

std::unique_ptr<RuleSet> RuleCollector::outside(std::vector<std::string> words, bool unknown,
                                                float log_probability) const {
  const decoder::Model& system = model_.system;
  auto set = std::make_unique<RuleSet>();
  Rule rule;
  rule.unknown = unknown;
  rule.score = weights_[system.phrase_penalty] - weights_[system.word_penalty] * static_cast<float>(words.size());
  if (unknown) rule.score += weights_[system.unknown_words] * decoder::kUnknownWord;
  std::size_t scores = system.tables.empty() ? 0 : system.tables[0].table->score_count();
  set->given_score = scores > 0 ? log_probability / static_cast<float>(scores) : 0;
  for (std::size_t i = 0; i < scores; ++i)
    rule.score += weights_[system.tables[0].feature + static_cast<int>(i)] * set->given_score;
  add_words(rule, words.size(), [&](std::size_t m, std::size_t i) {
    return system.language_models[m].id(words[i]);
  }, *set);
  set->words = std::move(words);
  set->rules.push_back(rule);
  set->estimates.push_back(rule.estimate);
  set->parts.push_back(1);
  return set;
}

}  // namespace pitchpipe::chart
