#include "decoder/derivation.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "decoder/sparse_features.h"

namespace pitchpipe::decoder {

namespace {

constexpr std::size_t kMostSlots = 1 << 14;  // that are kept from one sentence to the next

}  // namespace

// Walks over the phrases of a derivation and adds up what each brings.
class DerivationReader::Walk {
 public:
  Walk(DerivationReader& reader, Derivation& result)
      : reader_(reader),
        search_(reader.search_),
        model_(search_.model()),
        result_(result),
        scores_(model_.language_models.size()),
        blocks_(reader.blocks_) {
    result_.dense.assign(model_.features, 0);
  }

  void add(std::uint32_t number) {
    const SentenceOptions::Reference& phrase = search_.options()[number];
    const Option& option = phrase.option();
    local(number);
    context_ = reader_.step(context_, number, scores_);
    count_language_models();
    if (phrase.is_later) return place(phrase, number);
    if (phrase.pieces) {
      count(model_.source_gap, 1);
      count(model_.skipped_source, static_cast<float>(phrase.pieces->skipped()));
    }
    jump(phrase);
    reorder(number);
    segment(number);
    begin_ = phrase.last_begin();
    end_ = phrase.end;
    phrase.for_each_span([&](std::uint32_t begin, std::uint32_t end) {
      coverage_ = coverage_.with(begin, end);
      block_ = blocks_.push(block_, begin, end);
    });
    wait(option.length);
    if (phrase.next != kNoOption) owed_.push_back({phrase.next, 0});
    last_ = option.table == kGiven ? kNoOption : number;
    words_ += option.length;
  }

  // A piece that others precede.
  void place(const SentenceOptions::Reference& piece, std::uint32_t number) {
    auto found = std::ranges::find(owed_, number, &Owed::Piece::option);
    if (found == owed_.end()) return;
    count(model_.skipped_target, static_cast<float>(found->since));
    if (found + 1 != owed_.end()) count(model_.crossing, 1);
    segment(number);
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
      local(number);
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

  void local(std::uint32_t number) {
    const SentenceOptions::Reference& phrase = search_.options()[number];
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
    Known& known = reader_.known(number);
    const phrases::PhraseTable::Entry& entry = known.entry;
    for (std::size_t i = 0; i < entry.scores.size(); ++i)
      count(table.feature + static_cast<int>(i), entry.scores[i]);
    count(table.rule_count, known.log_count);
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
      if (!known.sparse) {
        std::vector<WordId> source = source_ids(table, phrase);
        known.sparse = sparse_features(model_.sparse, pair_of(table, source, entry));
      }
      for (const auto& [name, value] : *known.sparse) sparse_[name] += value;
    }
  }

  void jump(const SentenceOptions::Reference& phrase) {
    std::uint32_t words = search_.jump(coverage_, end_, phrase);
    count(model_.distortion, -static_cast<float>(words));
  }

  template <class Kind>
  void orient(std::uint32_t number, bool next, reordering::Orientation orientation) {
    const SentenceOptions::Reference& phrase = search_.options()[number];
    const Option& option = phrase.option();
    if (option.table == kGiven) return;
    const TranslationModel& table = model_.tables[static_cast<std::size_t>(option.table)];
    Known& known = reader_.known(number);
    const phrases::PhraseTable::Entry& entry = known.entry;
    for (const ReorderingModel& model : table.reordering)
      if (model.type.kind == reordering::kPlace<Kind>) {
        auto place = static_cast<int>(model.type.place(orientation) + (next ? model.type.orientations() : 0));
        count(model.feature + place, entry.reordering[static_cast<std::size_t>(model.scores + place)]);
      }
    if (std::is_same_v<Kind, reordering::WordBased> && has_oriented_) {
      int key = 2 * static_cast<int>(orientation) + next;
      auto found = std::find_if(known.oriented.begin(), known.oriented.end(), [&](auto& one) { return one.first == key; });
      if (found == known.oriented.end()) {
        std::vector<WordId> source = source_ids(table, phrase);
        SparsePair pair = pair_of(table, source, entry);
        known.oriented.emplace_back(key, oriented_features(model_.sparse, pair, next, orientation));
        found = known.oriented.end() - 1;
      }
      for (const auto& [name, value] : found->second) sparse_[name] += value;
    }
  }

  void reorder(std::uint32_t number) {
    const SentenceOptions::Reference& phrase = search_.options()[number];
    ReorderingStep step{phrase.begin, phrase.end, begin_, end_, blocks_.begin(block_), blocks_.end(block_), coverage_};
    reordering::for_each_kind([&]<class Kind>(std::size_t) {
      orient<Kind>(number, false, Kind::previous(step));
      if (last_ != kNoOption) orient<Kind>(last_, true, Kind::next(step));
    });
  }

  void segment(std::uint32_t number) {
    const SentenceOptions::Reference& phrase = search_.options()[number];
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
    for (auto [source, target] : reader_.known(number).entry.alignment) {
      if (target < option.first || target - option.first >= option.length) continue;
      add(result_.links, phrase.place(source));
      add(result_.links, words_ + target - option.first);
    }
  }

  DerivationReader& reader_;
  Search& search_;
  const Model& model_;
  Derivation& result_;
  std::vector<float> scores_;
  std::map<std::string, float> sparse_;
  bool has_oriented_ = model_.sparse.any_oriented();
  std::uint32_t context_ = 0, block_ = 0, begin_ = 0, end_ = 0;
  std::size_t words_ = 0;
  Coverage coverage_;
  Blocks& blocks_;  // numbers of earlier derivations do no harm
  std::uint32_t last_ = kNoOption;
  std::vector<Owed::Piece> owed_;
};

void DerivationReader::start() {
  places_.assign(search_.options().count(), kNone);
  known_.clear();
  steps_.clear(kMostSlots);
  step_scores_.clear();
  blocks_.clear();
}

DerivationReader::Known& DerivationReader::known(std::uint32_t option) {
  if (places_[option] == kNone) {
    places_[option] = static_cast<std::uint32_t>(known_.size());
    Known& known = known_.emplace_back();
    known.text = text_of(search_, std::span(&option, 1));
    const SentenceOptions::Reference& of = search_.options()[option];
    if (of.option().table != kGiven) {
      known.entry = entry_of(search_.model(), *of.phrase, of.option());
      known.log_count = std::log(std::max(known.entry.joint_count, 1.0f));
    }
  }
  return known_[places_[option]];
}

std::uint32_t DerivationReader::step(std::uint32_t context, std::uint32_t option, std::span<float> scores) {
  auto [step, is_new] = steps_.insert(std::uint64_t{context} << 32 | option);
  if (is_new) {
    step = {search_.contexts().step(context, option, scores), static_cast<std::uint32_t>(step_scores_.size())};
    step_scores_.insert(step_scores_.end(), scores.begin(), scores.end());
  } else {
    std::copy_n(step_scores_.data() + step.scores, scores.size(), scores.data());
  }
  return step.context;
}

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
  options.reserve(arcs.size());
  for (std::uint32_t arc : arcs) options.push_back(search.arcs()[arc].option);
  return options;
}

Derivation DerivationReader::read(std::span<const std::uint32_t> arcs, bool complete, const Rest& rest) {
  Derivation result;
  std::vector<std::uint32_t> options = options_of(search_, arcs);
  std::size_t bytes = 0, links = 0;
  for (std::uint32_t number : options) {
    const Known& one = known(number);
    bytes += one.text.size() + 1;
    links += std::max<std::size_t>(one.entry.alignment.size(), 1);
  }
  result.text.reserve(bytes);
  result.segments.reserve(4 * options.size());
  result.links.reserve(2 * links);
  for (std::uint32_t number : options) {
    const std::string& text = known(number).text;
    if (!result.text.empty() && !text.empty()) result.text += ' ';
    result.text += text;
  }
  Walk walk(*this, result);
  for (std::uint32_t number : options) walk.add(number);
  for (std::uint32_t arc : arcs) {
    walk.add_step_values(search_.step_values(arc));
    walk.add_sparse_steps(search_.sparse_step_values(arc));
  }
  if (complete) walk.finish();
  walk.expect(rest);
  walk.sort_sparse();
  return result;
}

}  // namespace pitchpipe::decoder
