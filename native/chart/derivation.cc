#include "chart/derivation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chart/spans.h"
#include "decoder/sparse_features.h"

namespace pitchpipe::chart {

namespace {

// Walks over the rules of a derivation and adds up what each brings.
class Walk {
 public:
  Walk(const Search& search, const KBest& kbest, decoder::Derivation& result)
      : search_(search), kbest_(kbest), model_(search.model()), system_(model_.system), result_(result) {
    result_.dense.assign(system_.features, 0);
  }

  // What stands at the start of a completion.
  void complete(const Completion& completion, std::uint32_t node, std::size_t rank) {
    completion_ = &completion;
    inner_ = {node, rank};
    add(completion.goal, kCompleted);
  }

  void add_part(std::uint32_t node, std::size_t rank) {
    phrase(node, rank);
    count(system_.word_penalty, -static_cast<float>(words_.size()));
    for (const decoder::LanguageModelFeature& feature : system_.language_models) {
      lm::Fragment fragment;
      for (std::string_view word : words_) {
        WordId id = feature.id(word);
        append(*feature.model, id, fragment);
        count(feature.unknown_words, id == 0 ? 1.0f : 0.0f);
      }
      count(feature.feature, fragment.log10 * decoder::kLn10);
    }
    write();
  }

  void add(std::uint32_t node, std::size_t rank) {
    // Glue leads to the left; its phrases are read from there.
    std::vector<Piece> pieces;
    for (const KBest::Derivation* at = &derivation_of(node, rank); at->arc != kNone;
         at = &derivation_of(node, rank)) {
      const Arc& arc = search_.arcs()[at->arc];
      pieces.push_back({arc.children[1], at->ranks[1]});
      node = arc.children[0];
      rank = at->ranks[0];
      count(system_.phrase_penalty, 1);
      count(model_.glue, model_.glue_value);
      count_outside(at->arc);
    }
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
      const Search::Place& place = search_.place(search_.arcs()[search_.nodes()[piece->node].arc].set);
      count_orientation(place.begin, place.end, kGlued);
      phrase(piece->node, piece->rank);
    }
    finish();
  }

 private:
  struct Piece {
    std::uint32_t node;
    std::size_t rank;
  };

  const KBest::Derivation& derivation_of(std::uint32_t node, std::size_t rank) const {
    return rank == kCompleted ? completion_->above.at(node) : kbest_.known(node, rank);
  }

  void count(int feature, float value) {
    if (feature != kAbsent) result_.dense[static_cast<std::size_t>(feature)] += value;
  }

  void count_outside(std::uint32_t arc) {
    std::span<const float> values = search_.outside_values(arc);
    for (std::size_t i = 0; i < values.size(); ++i) count(model_.rule_feature + static_cast<int>(i), values[i]);
  }

  void count_orientation(std::uint32_t begin, std::uint32_t end, grammar::GapOrientation gap) {
    if (!model_.orientations) return;
    std::span<const float> values = search_.orientation_values(begin, end);
    for_each_orientation_value(
        gap, [&](std::size_t i) { count(model_.orientation + static_cast<int>(i), values[i]); });
  }

  void phrase(std::uint32_t node, std::size_t rank) {
    if (rank == kCompleted && node == completion_->from) {
      node = inner_.node;
      rank = inner_.rank;
    }
    const KBest::Derivation& derivation = derivation_of(node, rank);
    const Arc& arc = search_.arcs()[derivation.arc];
    const Search::Place& place = search_.place(arc.set);
    const Rule& rule = place.rules->rules[arc.rule];
    std::size_t segment = result_.segments.size();
    put(result_.segments, {place.begin, place.end, words_.size(), 0});
    count(system_.phrase_penalty, 1);
    count_outside(derivation.arc);
    if (rule.table == kGiven)
      outside(place, rule);
    else
      inside(place, rule, arc, derivation);
    result_.segments[segment + 3] = static_cast<std::uint32_t>(words_.size());
  }

  void outside(const Search::Place& place, const Rule& rule) {
    if (rule.unknown) count(system_.unknown_words, decoder::kUnknownWord);
    if (rule.unknown && !place.rules->words.empty()) put(result_.links, {place.begin, words_.size()});
    if (place.rules->given_score != 0)
      for (std::size_t i = 0; i < system_.tables[0].table->score_count(); ++i)
        count(system_.tables[0].feature + static_cast<int>(i), place.rules->given_score);
    for (const std::string& word : place.rules->words) words_.push_back(word);
  }

  void inside(const Search::Place& place, const Rule& rule, const Arc& arc, const KBest::Derivation& derivation) {
    auto t = static_cast<std::size_t>(rule.table);
    const decoder::TranslationModel& translation = system_.tables[t];
    phrases::PhraseTable::Entry entry = translation.table->entry(rule.entry);
    for (std::size_t i = 0; i < entry.scores.size(); ++i)
      count(translation.feature + static_cast<int>(i), entry.scores[i]);
    count(translation.rule_count, std::log(std::max(entry.joint_count, kLeastCount)));
    if (entry.joint_count == 1) count(translation.unique_rule, 1);
    if (system_.phrase_features) {
      std::string source = source_text(*translation.table, place.rules->source);
      decoder::PhrasePair pair{0, rule.entry};
      std::vector<float> values;
      system_.phrase_features->score(t, {&source, 1}, {&pair, 1}, values);
      for (std::size_t i = 0; i < values.size(); ++i) count(system_.phrase_feature + static_cast<int>(i), values[i]);
    }
    for (std::uint32_t g = 0; g < place.gaps; ++g)
      count_orientation(place.gap_begins[g], place.gap_ends[g], rule.gaps[g]);
    std::vector<std::size_t> target_places;
    for (WordId symbol : entry.target) {
      std::uint8_t gap = model_.grammars[t].target_roles[symbol].gap;
      if (gap == Role::kRoot) break;
      target_places.push_back(words_.size());
      if (gap != Role::kWord)
        phrase(arc.children[gap], derivation.ranks[gap]);
      else
        words_.push_back(translation.table->target_words()[symbol]);
    }
    std::vector<std::size_t> source_places = places_of_source(place);
    for (auto [source, target] : entry.alignment)
      if (source < source_places.size() && target < target_places.size())
        put(result_.links, {source_places[source], target_places[target]});
    if (system_.sparse.any()) {
      std::vector<std::uint8_t> source_kinds = model_.grammars[t].source_kinds(place.rules->source);
      std::vector<std::uint8_t> target_kinds = model_.grammars[t].target_kinds(entry.target);
      decoder::SparsePair pair{*translation.table,      place.rules->source, entry.target, entry,
                               system_.sparse.frequent, source_kinds,        target_kinds};
      for (auto& [name, value] : sparse_features(system_.sparse, pair)) sparse_[name] += value;
    }
  }

  // Where each symbol of the source side begins in the sentence.
  std::vector<std::size_t> places_of_source(const Search::Place& place) const {
    std::vector<std::size_t> places;
    std::uint32_t gap = 0;
    for (std::uint32_t at = place.begin; at < place.end;) {
      places.push_back(at);
      at = gap < place.gaps && place.gap_begins[gap] == at ? place.gap_ends[gap++] : at + 1;
    }
    return places;
  }

  void finish() {
    // The rules that yield the sentence's start and its end, and these as words: as in Moses.
    count(system_.phrase_penalty, 2);
    count(system_.word_penalty, -2 - static_cast<float>(words_.size()));
    for (const decoder::LanguageModelFeature& feature : system_.language_models) {
      const lm::LanguageModel& lm = *feature.model;
      lm::State state = lm.begin_sentence(), after;
      double total = 0;
      for (std::string_view word : words_) {
        WordId id = feature.id(word);
        total += lm.score(state, id, after);
        count(feature.unknown_words, id == 0 ? 1.0f : 0.0f);
        state = after;
      }
      total += lm.score(state, lm.end_sentence(), after);
      count(feature.feature, static_cast<float>(total * decoder::kLn10));
    }
    write();
  }

  void write() {
    for (std::string_view word : words_) {
      if (!result_.text.empty()) result_.text += ' ';
      result_.text += word;
    }
    for (auto& [name, value] : sparse_) result_.sparse.emplace_back(name, value);
  }

  static void put(std::vector<std::uint32_t>& to, std::initializer_list<std::size_t> values) {
    for (std::size_t value : values) to.push_back(static_cast<std::uint32_t>(value));
  }

  const Search& search_;
  const KBest& kbest_;
  const Model& model_;
  const decoder::Model& system_;
  decoder::Derivation& result_;
  const Completion* completion_ = nullptr;
  Piece inner_{};
  std::map<std::string, float> sparse_;
  std::vector<std::string_view> words_;
};

}  // namespace

decoder::Derivation read_derivation(const Search& search, const KBest& kbest, std::uint32_t node, std::size_t rank) {
  decoder::Derivation result;
  Walk(search, kbest, result).add(node, rank);
  return result;
}

decoder::Derivation read_part(const Search& search, const KBest& kbest, std::uint32_t node, std::size_t rank) {
  decoder::Derivation result;
  Walk(search, kbest, result).add_part(node, rank);
  return result;
}

decoder::Derivation read_completed(const Search& search, const KBest& kbest, const Completion& completion,
                                   std::uint32_t node, std::size_t rank) {
  decoder::Derivation result;
  Walk(search, kbest, result).complete(completion, node, rank);
  return result;
}

}  // namespace pitchpipe::chart
