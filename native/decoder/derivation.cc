#include "decoder/derivation.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "decoder/sparse_features.h"

namespace pitchpipe::decoder {

namespace {

// Walks over the phrases of a derivation and adds up what each brings.
class Walk {
 public:
  Walk(Search& search, Derivation& result)
      : search_(search), model_(search.model()), result_(result), scores_(model_.language_models.size()) {
    result_.dense.assign(model_.features, 0);
    blocks_.clear();
  }

  void add(std::uint32_t number) {
    const SentenceOptions::Reference& phrase = search_.options()[number];
    const Option& option = phrase.option();
    local(phrase);
    context_ = search_.contexts().step(context_, number, scores_);
    count_language_models();
    if (phrase.is_later) return place(phrase, number);
    if (phrase.pieces) {
      count(model_.source_gap, 1);
      count(model_.skipped_source, static_cast<float>(phrase.pieces->skipped()));
    }
    jump(phrase);
    reorder(phrase);
    segment(phrase);
    begin_ = phrase.last_begin();
    end_ = phrase.end;
    phrase.for_each_span([&](std::uint32_t begin, std::uint32_t end) {
      coverage_ = coverage_.with(begin, end);
      block_ = blocks_.push(block_, begin, end);
    });
    wait(option.length);
    if (phrase.next != kNoOption) owed_.push_back({phrase.next, 0});
    last_ = option.table == kGiven ? nullptr : &phrase;
    words_ += option.length;
  }

  // A piece that others precede.
  void place(const SentenceOptions::Reference& piece, std::uint32_t number) {
    auto found = std::ranges::find(owed_, number, &Owed::Piece::option);
    if (found == owed_.end()) return;
    count(model_.skipped_target, static_cast<float>(found->since));
    if (found + 1 != owed_.end()) count(model_.crossing, 1);
    segment(piece);
    words_ += piece.option().length;
    wait(piece.option().length);
    if (piece.next != kNoOption)
      *found = {piece.next, 0};
    else
      owed_.erase(found);
  }

  void add_step_values(std::span<const float> values) {
    for (std::size_t i = 0; i < values.size(); ++i) count(model_.step_feature + static_cast<int>(i), values[i]);
  }

  void add_sparse_steps(std::span<const SparseValue> values) {
    for (const SparseValue& one : values) sparse_[model_.step_features->sparse_name(one.feature)] += one.value;
  }

  void expect(const Rest& rest) {
    for (std::uint32_t number : rest.options) {
      const SentenceOptions::Reference& phrase = search_.options()[number];
      local(phrase);
      for (std::size_t m = 0; m < scores_.size(); ++m) {
        const InLanguageModel& in = phrase.phrase->in_models[phrase.index * scores_.size() + m];
        scores_[m] = phrase.phrase->alone[in.alone + phrase.option().length];
      }
      count_language_models();
    }
    count(model_.distortion, -static_cast<float>(rest.jumps));
  }

  void finish() {
    search_.contexts().finish(context_, scores_);
    count_language_models();
  }

  void sort_sparse() {
    for (auto& [name, value] : sparse_) result_.sparse.emplace_back(name, value);
  }

 private:
  void count(int feature, float value) {
    if (feature != kAbsent) result_.dense[static_cast<std::size_t>(feature)] += value;
  }

  void wait(std::uint32_t words) {
    for (Owed::Piece& one : owed_) one.since += words;
  }

  void count_language_models() {
    for (std::size_t m = 0; m < scores_.size(); ++m) count(model_.language_models[m].feature, scores_[m] * kLn10);
  }

  std::vector<WordId> source_ids(const TranslationModel& table, const SentenceOptions::Reference& phrase) const {
    std::vector<WordId> ids;
    phrase.for_each_span([&](std::uint32_t begin, std::uint32_t end) {
      if (!ids.empty()) ids.push_back(table.gaps ? table.gaps->source : 0);
      for (std::uint32_t i = begin; i < end; ++i)
        ids.push_back(table.table->source_words().find(search_.options().source()[i]).value_or(0));
    });
    return ids;
  }

  SparsePair pair_of(const TranslationModel& table, std::span<const WordId> source,
                     const phrases::PhraseTable::Entry& entry) const {
    return {*table.table, source, entry.target, entry, model_.sparse.frequent};
  }

  std::string source_text(const SentenceOptions::Reference& phrase) const {
    std::string text;
    phrase.for_each_span([&](std::uint32_t begin, std::uint32_t end) {
      const TranslationModel& table = model_.tables[static_cast<std::size_t>(phrase.option().table)];
      if (!text.empty() && table.gaps) text.append(" ").append(table.table->source_words()[table.gaps->source]);
      for (std::uint32_t i = begin; i < end; ++i) {
        if (!text.empty()) text += ' ';
        text += search_.options().source()[i];
      }
    });
    return text;
  }

  void local(const SentenceOptions::Reference& phrase) {
    const Option& option = phrase.option();
    std::size_t models = model_.language_models.size();
    for (std::size_t m = 0; m < models; ++m) {
      const WordId* words = phrase.phrase->words.data() + phrase.phrase->in_models[phrase.index * models + m].words;
      count(model_.language_models[m].unknown_words,
            static_cast<float>(std::count(words, words + option.length, WordId{0})));
    }
    if (phrase.is_later) return;
    if (option.owes != kNoOption) count(model_.target_gap, 1);
    count(model_.word_penalty, -static_cast<float>(option.words));
    count(model_.phrase_penalty, 1);
    if (option.unknown) count(model_.unknown_words, kUnknownWord);
    if (option.table == kGiven) {
      float each = phrase.phrase->given_scores[option.entry];
      if (each != 0)
        for (std::size_t i = 0; i < model_.tables[0].table->score_count(); ++i)
          count(model_.tables[0].feature + static_cast<int>(i), each);
      return;
    }
    const TranslationModel& table = model_.tables[static_cast<std::size_t>(option.table)];
    phrases::PhraseTable::Entry entry = entry_of(model_, *phrase.phrase, option);
    for (std::size_t i = 0; i < entry.scores.size(); ++i)
      count(table.feature + static_cast<int>(i), entry.scores[i]);
    count(table.rule_count, std::log(std::max(entry.joint_count, 1.0f)));
    if (entry.joint_count == 1) count(table.unique_rule, 1);
    count(table.presence, 1);
    if (model_.phrase_features) {
      std::vector<float> values;
      SparseRows sparse;
      std::string source = source_text(phrase);
      PhrasePair pair{0, option.entry};
      model_.phrase_features->score(static_cast<std::size_t>(option.table), {&source, 1}, {&pair, 1}, values,
                                    model_.phrase_features->has_sparse() ? &sparse : nullptr);
      for (const SparseValue& one : sparse.values)
        sparse_[model_.phrase_features->sparse_name(one.feature)] += one.value;
      for (std::size_t i = 0; i < values.size(); ++i) count(model_.phrase_feature + static_cast<int>(i), values[i]);
    }
    if (model_.sparse.any()) {
      std::vector<WordId> source = source_ids(table, phrase);
      for (auto& [name, value] : sparse_features(model_.sparse, pair_of(table, source, entry))) sparse_[name] += value;
    }
  }

  void jump(const SentenceOptions::Reference& phrase) {
    std::uint32_t words = search_.jump(coverage_, end_, phrase);
    count(model_.distortion, -static_cast<float>(words));
  }

  template <class Kind>
  void orient(const SentenceOptions::Reference& phrase, bool next, reordering::Orientation orientation) {
    const Option& option = phrase.option();
    if (option.table == kGiven) return;
    const TranslationModel& table = model_.tables[static_cast<std::size_t>(option.table)];
    phrases::PhraseTable::Entry entry = entry_of(model_, *phrase.phrase, option);
    for (const ReorderingModel& model : table.reordering)
      if (model.type.kind == reordering::kPlace<Kind>) {
        auto place = static_cast<int>(model.type.place(orientation) + (next ? model.type.orientations() : 0));
        count(model.feature + place, entry.reordering[static_cast<std::size_t>(model.scores + place)]);
      }
    if (std::is_same_v<Kind, reordering::WordBased> && has_oriented_) {
      std::vector<WordId> source = source_ids(table, phrase);
      for (auto& [name, value] : oriented_features(model_.sparse, pair_of(table, source, entry), next, orientation))
        sparse_[name] += value;
    }
  }

  void reorder(const SentenceOptions::Reference& phrase) {
    ReorderingStep step{phrase.begin, phrase.end, begin_, end_, blocks_.begin(block_), blocks_.end(block_), coverage_};
    reordering::for_each_kind([&]<class Kind>(std::size_t) {
      orient<Kind>(phrase, false, Kind::previous(step));
      if (last_) orient<Kind>(*last_, true, Kind::next(step));
    });
  }

  void segment(const SentenceOptions::Reference& phrase) {
    const Option& option = phrase.option();
    auto add = [](std::vector<std::uint32_t>& to, std::size_t value) { to.push_back(static_cast<std::uint32_t>(value)); };
    for (std::size_t value : {std::size_t{phrase.begin}, std::size_t{phrase.end}, words_, words_ + option.length})
      add(result_.segments, value);
    if (option.table == kGiven) {
      if (option.unknown && option.length > 0) {
        add(result_.links, phrase.begin);
        add(result_.links, words_);
      }
      return;
    }
    const TranslationModel& table = model_.tables[static_cast<std::size_t>(option.table)];
    for (auto [source, target] : table.table->entry(option.entry).alignment) {
      if (target < option.first || target - option.first >= option.length) continue;
      add(result_.links, phrase.place(source));
      add(result_.links, words_ + target - option.first);
    }
  }

  Search& search_;
  const Model& model_;
  Derivation& result_;
  std::vector<float> scores_;
  std::map<std::string, float> sparse_;
  bool has_oriented_ = model_.sparse.any_oriented();
  std::uint32_t context_ = 0, block_ = 0, begin_ = 0, end_ = 0;
  std::size_t words_ = 0;
  Coverage coverage_;
  Blocks blocks_;
  const SentenceOptions::Reference* last_ = nullptr;
  std::vector<Owed::Piece> owed_;
};

}  // namespace

std::string text_of(const Search& search, std::span<const std::uint32_t> options) {
  std::string text;
  for (std::uint32_t number : options)
    for_each_word(search.model(), search.options()[number], [&](std::string_view word) {
      if (!text.empty()) text += ' ';
      text += word;
    });
  return text;
}

std::vector<std::uint32_t> options_of(const Search& search, std::span<const std::uint32_t> arcs) {
  std::vector<std::uint32_t> options;
  for (std::uint32_t arc : arcs) options.push_back(search.arcs()[arc].option);
  return options;
}

Derivation read_derivation(Search& search, std::span<const std::uint32_t> arcs, bool complete, const Rest& rest) {
  Derivation result;
  std::vector<std::uint32_t> options = options_of(search, arcs);
  result.text = text_of(search, options);
  Walk walk(search, result);
  for (std::uint32_t number : options) walk.add(number);
  for (std::uint32_t arc : arcs) {
    walk.add_step_values(search.step_values(arc));
    walk.add_sparse_steps(search.sparse_step_values(arc));
  }
  if (complete) walk.finish();
  walk.expect(rest);
  walk.sort_sparse();
  return result;
}

}  // namespace pitchpipe::decoder
