#include <algorithm>

#include "chart/search.h"

namespace pitchpipe::chart {

namespace {

void put(std::string& text, std::string_view word) {
  if (!text.empty()) text += ' ';
  text += word;
}

}  // namespace

void Search::start_outside(std::size_t number) {
  number_ = number;
  rule_numbers_.clear();
  fresh_.clear();
  made_values_ = {};
  start_state_ = model_.rule_features->start(number, source_);
}

// Asks for the values and states of these arcs; take_outside() then makes those of one the present ones.
void Search::ask_outside(std::span<const Arc> arcs) {
  applications_.clear();
  for (const Arc& arc : arcs) applications_.push_back(application_of(arc));
  asked_values_.assign(arcs.size() * outside_, 0);
  asked_states_.assign(arcs.size(), 0);
  if (!arcs.empty()) model_.rule_features->score(number_, fresh_, applications_, asked_values_, asked_states_);
  fresh_.clear();
}

// What the features of an arc that was asked for add to its score.
double Search::take_outside(std::size_t place) {
  made_values_ = std::span(asked_values_).subspan(place * outside_, outside_);
  made_state_ = asked_states_[place];
  double score = 0;
  for (std::size_t i = 0; i < outside_; ++i)
    score += static_cast<double>(weights_[model_.rule_feature + static_cast<int>(i)]) * made_values_[i];
  return score;
}

Application Search::application_of(const Arc& arc) {
  Application one{};
  one.rule = rule_number(arc);
  auto set_gap = [&](std::size_t gap, std::int64_t begin, std::int64_t end) {
    one.gap_begins[gap] = begin;
    one.gap_ends[gap] = end;
    one.states[gap] = begin < 0 ? 0 : node_states_[arc.children[gap]];
  };
  for (std::size_t gap = 0; gap < kMostGaps; ++gap) set_gap(gap, -1, -1);
  if (arc.set == kNone) {
    // Of a prefix and the phrase after it; the phrase's first arc says where that is.
    const Place& phrase = sets_[arcs_[nodes_[arc.children[1]].arc].set];
    set_gap(0, 0, phrase.begin);
    set_gap(1, phrase.begin, phrase.end);
    one.end = phrase.end;
    return one;
  }
  const Place& place = sets_[arc.set];
  one.begin = place.begin;
  one.end = place.end;
  for (std::uint32_t gap = 0; gap < place.gaps; ++gap) set_gap(gap, place.gap_begins[gap], place.gap_ends[gap]);
  return one;
}

std::int64_t Search::rule_number(const Arc& arc) {
  if (arc.set == kNone) return 0;
  const Place& place = sets_[arc.set];
  const Rule& rule = place.rules->rules[arc.rule];
  auto [found, is_new] = rule_numbers_.try_emplace(&rule, static_cast<std::int64_t>(rule_numbers_.size() + 1));
  if (is_new) fresh_.push_back(facts_of(place, rule));
  return found->second;
}

RuleFacts Search::facts_of(const Place& place, const Rule& rule) const {
  RuleFacts facts;
  if (rule.table == kGiven) {
    for (std::uint32_t at = place.begin; at < place.end; ++at) put(facts.source, source_[at]);
    for (const std::string& word : place.rules->words) put(facts.target, word);
    return facts;
  }
  auto t = static_cast<std::size_t>(rule.table);
  const phrases::PhraseTable& table = *model_.system.tables[t].table;
  std::span<const WordId> target = table.target(rule.entry);
  for (WordId symbol : place.rules->source) put(facts.source, table.source_words()[symbol]);
  for (WordId symbol : target.first(model_.grammars[t].size_of(target))) put(facts.target, table.target_words()[symbol]);
  if (model_.grammars[t].has_labels) facts.label = model_.labels[rule.label];
  return facts;
}

}  // namespace pitchpipe::chart
