#include "chart/search.h"

#include <algorithm>

namespace pitchpipe::chart {

void Search::look_up_reference(const std::vector<std::string>* reference) {
  reference_ = reference;
  reference_ids_.assign(model_.grammars.size(), {});
  reference_score_ = 0;
  if (!reference_) return;
  for (std::size_t t = 0; t < reference_ids_.size(); ++t)
    for (const std::string& word : *reference_)
      reference_ids_[t].push_back(model_.system.tables[t].table->target_words().find(word).value_or(UINT32_MAX));
  for (const decoder::LanguageModelFeature& feature : model_.system.language_models) {
    lm::State state = feature.model->begin_sentence(), after;
    double log10 = 0;
    for (const std::string& word : *reference_) {
      log10 += feature.model->score(state, feature.id(word), after);
      state = after;
    }
    log10 += feature.model->score(state, feature.model->end_sentence(), after);
    reference_score_ += decoder::bounded(weights_[feature.feature] * decoder::kLn10 * static_cast<float>(log10));
  }
}

std::uint32_t Search::reached() const {
  std::uint32_t most = 0;
  for (Range prefix : prefixes_)
    for (std::uint32_t i = prefix.begin; i < prefix.end; ++i) most = std::max(most, yields_[ranked_[i].node].end);
  return most;
}

Search::Range Search::yield_cubes() {
  cell_begin_ = static_cast<std::uint32_t>(nodes_.size());
  yielding_.clear();
  auto words = static_cast<std::uint32_t>(reference_->size());
  for (const Cube& cube : cubes_) {
    if (cube.set == kNone) {
      yield_glue(cube);
      continue;
    }
    const RuleSet& rules = *sets_[cube.set].rules;
    for (std::uint32_t rank = cube.first_rule; rank < cube.first_rule + cube.rule_count; ++rank) {
      Arc arc{rules.rules[rank].score + cube.score, cube.set, rank, {kNone, kNone, kNone}, kNone};
      for (std::uint32_t begin = 0; begin <= words; ++begin) yield_rule(cube, 0, {begin, begin}, arc);
    }
  }
  add_pending();
  return finish_cell();
}

// What is yielded in the cell, as nodes; features that are computed elsewhere are asked for all at once.
void Search::add_pending() {
  if (outside_ > 0) {
    asked_.clear();
    for (const Yielding& one : pending_) asked_.push_back(one.arc);
    ask_outside(asked_);
  }
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    Arc arc = pending_[i].arc;
    if (outside_ > 0) arc.score += take_outside(i);
    add_node(arc, pending_[i].label, pending_[i].yielded);
  }
  pending_.clear();
}

void Search::yield_glue(const Cube& cube) {
  for (std::uint32_t i = cube.cells[0].begin; i < cube.cells[0].end; ++i)
    for (std::uint32_t j = cube.cells[1].begin; j < cube.cells[1].end; ++j) {
      std::uint32_t left = ranked_[i].node, right = ranked_[j].node;
      if (yields_[left].end == yields_[right].begin)
        add_yield({glue_score(cube), kNone, kNone, {left, right, kNone}, kNone}, kAnyLabel,
                  {yields_[left].begin, yields_[right].end});
    }
}

// Goes on with a rule, from its symbol `at` on, where it has yielded a part of the reference so far.
void Search::yield_rule(const Cube& cube, std::size_t at, Range yielded, Arc& arc) {
  const RuleSet& rules = *sets_[cube.set].rules;
  const Rule& rule = rules.rules[arc.rule];
  bool is_outside = rule.table == kGiven, is_gap = false, fits = false;
  std::size_t size = rules.words.size(), gap = 0;
  if (is_outside) {
    fits = at < size && yielded.end < reference_->size() && rules.words[at] == (*reference_)[yielded.end];
  } else {
    auto t = static_cast<std::size_t>(rule.table);
    std::span<const WordId> target = model_.system.tables[t].table->target(rule.entry);
    size = model_.grammars[t].size_of(target);
    if (at < size) {
      gap = model_.grammars[t].target_roles[target[at]].gap;
      is_gap = gap != Role::kWord;
      fits = yielded.end < reference_->size() && target[at] == reference_ids_[t][yielded.end];
    }
  }
  if (at == size) {
    add_yield(arc, rule.label, yielded);
  } else if (is_gap) {
    for (std::uint32_t i = cube.cells[gap].begin; i < cube.cells[gap].end; ++i) {
      std::uint32_t child = ranked_[i].node;
      if (yields_[child].begin != yielded.end) continue;
      arc.children[gap] = child;
      yield_rule(cube, at + 1, {yielded.begin, yields_[child].end}, arc);
    }
  } else if (fits) {
    yield_rule(cube, at + 1, {yielded.begin, yielded.end + 1}, arc);
  }
}

void Search::add_yield(const Arc& arc, std::uint32_t label, Range yielded) {
  if (outside_ > 0)
    pending_.push_back({arc, label, yielded});
  else
    add_node(arc, label, yielded);
}

void Search::add_node(const Arc& arc, std::uint32_t label, Range yielded) {
  std::uint64_t key = std::uint64_t{label} << 32 | std::uint64_t{yielded.begin} << 16 | yielded.end;
  auto [found, is_new] = yielding_.try_emplace({key, made_state_}, static_cast<std::uint32_t>(nodes_.size()));
  if (!is_new) {
    add_arc(found->second, arc);
    return;
  }
  nodes_.push_back({score_of(arc), static_cast<std::uint32_t>(arcs_.size()), label});
  yields_.push_back(yielded);
  if (outside_ > 0) node_states_.push_back(made_state_);
  push_arc(arc);
}

}  // namespace pitchpipe::chart
