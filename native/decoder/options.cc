#include "decoder/options.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "decoder/sparse_features.h"
#include "text/words.h"

namespace pitchpipe::decoder {

namespace {

constexpr std::size_t kWordBased = reordering::kPlace<reordering::WordBased>;
constexpr WordId kUnknown = UINT32_MAX;  // the number of words that are not in a table
constexpr WordId kGap = UINT32_MAX - 1;  // that of gaps, in keys

std::uint64_t class_of(const float (&next)[kKinds][kOrientations]) {
  std::uint64_t hash = 0;
  for (const auto& kind : next)
    for (float value : kind) {
      hash = (hash ^ std::bit_cast<std::uint32_t>(value + 0.0f)) * 0xD6E8FEB86659FD93u;
      hash ^= hash >> 32;
    }
  return hash;
}

// Weighs a table's entry; false if it is damaged.
bool weigh(const Model& model, const Weights& weights, std::size_t t, std::span<const WordId> source,
           const phrases::PhraseTable::Entry& entry, Option& option) {
  const TranslationModel& translation = model.tables[t];
  std::size_t vocabulary = translation.table->target_words().size();
  if (entry.scores.empty() || !std::ranges::all_of(entry.target, [=](WordId w) { return w < vocabulary; }))
    return false;
  option.length = static_cast<std::uint32_t>(entry.target.size());
  option.words = option.length;
  bool is_gapped = false;
  if (translation.gaps) {
    // Each gap stands between words.
    bool after_word = false;
    std::uint32_t gaps = 0;
    for (WordId symbol : entry.target) {
      bool is_gap = symbol == translation.gaps->target;
      if (is_gap && !after_word) return false;
      gaps += is_gap;
      after_word = !is_gap;
    }
    if (gaps > kMostGaps || !after_word) return false;
    option.words -= gaps;
    is_gapped = gaps > 0;
  }
  double score = weights[model.phrase_penalty] - weights[model.word_penalty] * static_cast<double>(option.words);
  if (is_gapped) score += weights[model.target_gap];
  for (std::size_t i = 0; i < entry.scores.size(); ++i)
    score += static_cast<double>(weights[translation.feature + static_cast<int>(i)]) * entry.scores[i];
  score += weights[translation.rule_count] * std::log(std::max(entry.joint_count, 1.0f));
  if (entry.joint_count == 1) score += weights[translation.unique_rule];
  score += weights[translation.presence];
  for (const ReorderingModel& oriented : translation.reordering) {
    if (entry.reordering.empty()) return false;
    const reordering::Type type = oriented.type;
    const float* scores = entry.reordering.data() + oriented.scores;
    for (std::size_t o = 0; o < kOrientations; ++o) {
      std::size_t place = type.place(static_cast<reordering::Orientation>(o)), next = place + type.orientations();
      option.previous[type.kind][o] += weights[oriented.feature + static_cast<int>(place)] * scores[place];
      option.next[type.kind][o] += weights[oriented.feature + static_cast<int>(next)] * scores[next];
    }
  }
  if (model.sparse.any())
    score += weigh_sparse(model.sparse, weights.sparse, translation.hashes,
                          {*translation.table, source, entry.target, entry, model.sparse.frequent},
                          option.previous[kWordBased], option.next[kWordBased]);
  option.score = static_cast<float>(score);
  option.next_class = class_of(option.next);
  auto all_bounded = [](const float (&kinds)[kKinds][kOrientations]) {
    return std::ranges::all_of(kinds, [](const auto& kind) { return std::ranges::all_of(kind, is_bounded); });
  };
  return is_bounded(option.score) && all_bounded(option.previous) && all_bounded(option.next);
}

}  // namespace

PhraseOptions PhraseOptions::only(std::span<const std::uint32_t> numbers) const {
  PhraseOptions result;
  result.given = given;
  result.given_scores = given_scores;
  result.own_width = own_width;
  result.later = later;
  std::size_t models = options.empty() ? 0 : in_models.size() / options.size();
  for (std::uint32_t i : numbers) {
    Option& option = result.options.emplace_back(options[i]);
    if (option.own != kNoOption) {
      const float* first_own = own.data() + option.own;
      option.own = static_cast<std::uint32_t>(result.own.size());
      result.own.insert(result.own.end(), first_own, first_own + own_width);
    }
    for (std::size_t m = 0; m < models; ++m) {
      InLanguageModel in = in_models[i * models + m];
      const WordId* first_word = words.data() + in.words;
      const float* first_alone = alone.data() + in.alone;
      in.words = static_cast<std::uint32_t>(result.words.size());
      in.alone = static_cast<std::uint32_t>(result.alone.size());
      result.words.insert(result.words.end(), first_word, first_word + option.length);
      result.alone.insert(result.alone.end(), first_alone, first_alone + option.length + 1);
      result.in_models.push_back(in);
    }
  }
  return result;
}

void SentenceOptions::number_options() {
  references_.clear();
  for (std::uint32_t begin = 0; begin < size_; ++begin)
    for (std::uint32_t end = begin + 1; end <= std::min(size_, begin + longest_); ++end) {
      std::size_t span = begin * longest_ + (end - begin - 1);
      first_[span] = static_cast<std::uint32_t>(references_.size());
      const PhraseOptions* phrase = phrases_[span];
      if (!phrase) continue;
      for (std::uint32_t i = 0; i < phrase->options.size(); ++i) references_.push_back({phrase, i, begin, end});
    }
  for (Gapped& one : gapped_) {
    one.first = static_cast<std::uint32_t>(references_.size());
    for (std::uint32_t i = 0; i < one.phrase->options.size(); ++i)
      references_.push_back({one.phrase, i, one.pieces.first().begin, one.pieces.last().end, &one.pieces});
  }
  number_pieces();
}

void SentenceOptions::number_pieces() {
  std::size_t count = references_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const PhraseOptions* later = references_[i].phrase->later.get();
    std::size_t before = i;
    while (later && references_[before].option().owes != kNoOption) {
      Reference piece = references_[before];
      piece.phrase = later;
      piece.index = references_[before].option().owes;
      piece.is_later = true;
      references_[before].next = static_cast<std::uint32_t>(references_.size());
      before = references_.size();
      references_.push_back(piece);
    }
  }
}

std::uint32_t SentenceOptions::add(std::unique_ptr<PhraseOptions> phrase, std::uint32_t begin, std::uint32_t end) {
  auto first = static_cast<std::uint32_t>(references_.size());
  for (std::uint32_t i = 0; i < phrase->options.size(); ++i) references_.push_back({phrase.get(), i, begin, end});
  own_.push_back(std::move(phrase));
  return first;
}

OptionCollector::OptionCollector(const Model& model, const Weights& weights, const SearchSettings& settings)
    : model_(model), weights_(weights), settings_(settings) {
  for (const TranslationModel& table : model.tables) longest_ = std::max(longest_, table.table->longest_source());
  longest_ = std::min<std::size_t>(longest_, 32);
}

void OptionCollector::collect(std::string_view sentence, std::span<const GivenTranslation> given,
                              const phrases::Contribution& contribution, SentenceOptions& result) {
  if (remembered_ > kMostRemembered) {
    phrases_.clear();
    remembered_ = 0;
  }
  result = {};
  text::for_each_token(sentence, [&](std::string_view token) { result.source_.push_back(token); });
  std::size_t size = result.size_ = result.source_.size();
  std::size_t longest = longest_;
  for (const GivenTranslation& one : given) {
    if (one.begin >= one.end || one.end > size || one.end - one.begin > kLongestGiven)
      throw std::invalid_argument("a given translation is for a span outside of the sentence, or for too long a one");
    longest = std::max<std::size_t>(longest, one.end - one.begin);
  }
  result.longest_ = longest;
  result.phrases_.assign(size * longest, nullptr);
  result.first_.assign(size * longest, 0);
  ids_.assign(model_.tables.size(), {});
  for (std::size_t t = 0; t < model_.tables.size(); ++t)
    for (std::string_view word : result.source_)
      ids_[t].push_back(model_.tables[t].table->source_words().find(word).value_or(kUnknown));

  auto touched = [&](std::size_t begin, std::size_t end) {
    return std::ranges::any_of(
        given, [=](const auto& one) { return one.exclusive && one.begin < end && begin < one.end; });
  };
  for (std::size_t begin = 0; begin < size; ++begin)
    for (std::size_t end = begin + 1; end <= std::min(size, begin + longest_); ++end) {
      if (touched(begin, end)) continue;
      auto from = static_cast<std::uint32_t>(begin), to = static_cast<std::uint32_t>(end);
      const SourcePieces pieces{{{{from, to}}}, 1};
      const PhraseOptions* phrase = contribution.empty() ? find(pieces) : find_own(pieces, contribution, result);
      if (!phrase && end == begin + 1) {
        result.own_.push_back(passed_through(result.source_[begin]));
        phrase = result.own_.back().get();
      } else if (end == begin + 1 && std::ranges::all_of(phrase->options, [](const Option& one) { return one.owes != kNoOption; })) {
        // Where nothing can be put into their gaps, there must be a translation without.
        auto both = std::make_unique<PhraseOptions>(*phrase);
        bool dropped = is_dropped(result.source_[begin]);
        add_given(*both, dropped ? std::vector<std::string>() : std::vector{std::string(result.source_[begin])}, true, 0);
        sort(*both, both->options.size());
        result.own_.push_back(std::move(both));
        phrase = result.own_.back().get();
      }
      result.phrases_[begin * longest + (end - begin - 1)] = phrase;
    }
  std::vector<SourcePieces> gapped;
  for (std::size_t t = 0; t < model_.tables.size(); ++t)
    for (std::uint32_t begin = 0; model_.tables[t].gaps && begin < size; ++begin) {
      SourcePieces pieces{{{{begin, begin}}}, 1};
      match(t, 0, pieces, gapped);
    }
  std::ranges::sort(gapped);
  gapped.erase(std::unique(gapped.begin(), gapped.end()), gapped.end());
  for (const SourcePieces& pieces : gapped) {
    if (std::ranges::any_of(pieces, [&](const auto& piece) { return touched(piece.begin, piece.end); })) continue;
    if (const PhraseOptions* phrase = find(pieces)) result.gapped_.push_back({pieces, phrase, 0});
  }
  if (!fresh_.empty()) add_outside();
  for (const GivenTranslation& one : given) add_given(one, result);
  result.number_options();
}

// Follows the source sides of a table from where the last piece ends.
void OptionCollector::match(std::size_t table, std::uint32_t node, SourcePieces& pieces,
                            std::vector<SourcePieces>& found) const {
  const grammar::RuleTrie& sources = model_.tables[table].gaps->sources;
  constexpr std::uint32_t kNone = grammar::RuleTrie::kNone;
  const std::vector<WordId>& ids = ids_[table];
  auto limit = std::min<std::size_t>(ids.size(), pieces.first().begin + static_cast<std::size_t>(settings_.gap_span));
  std::uint32_t& end = pieces.all[pieces.count - 1].end;
  if (pieces.count > 1 && sources.phrase(node) != kNone) found.push_back(pieces);
  if (end < limit && ids[end] != kUnknown)
    if (std::uint32_t next = sources.after_word(node, ids[end]); next != kNone) {
      ++end;
      match(table, next, pieces, found);
      --end;
    }
  std::uint32_t gap = node == 0 || pieces.count > kMostGaps ? kNone : sources.after_gap(node);
  if (gap == kNone) return;
  for (std::uint32_t begin = end + 1; begin < limit; ++begin) {
    if (ids[begin] == kUnknown) continue;
    std::uint32_t next = sources.after_word(gap, ids[begin]);
    if (next == kNone) continue;
    pieces.all[pieces.count++] = {begin, begin + 1};
    match(table, next, pieces, found);
    pieces.all[--pieces.count] = {};
  }
}

// The source side of a phrase in a table.
std::vector<WordId> OptionCollector::symbols(std::size_t table, const SourcePieces& pieces) const {
  std::vector<WordId> symbols;
  const auto& gaps = model_.tables[table].gaps;
  for (const SourcePieces::Span& piece : pieces) {
    if (!symbols.empty()) symbols.push_back(gaps ? gaps->source : kUnknown);
    for (std::uint32_t i = piece.begin; i < piece.end; ++i) symbols.push_back(ids_[table][i]);
  }
  return symbols;
}

std::unique_ptr<PhraseOptions> OptionCollector::continuing(const Prefix& prefix, std::size_t place,
                                                           const SentenceOptions& options, std::uint32_t begin,
                                                           std::uint32_t end) const {
  const PhraseOptions* phrase = options.phrase(begin, end);
  if (!phrase) return nullptr;
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < phrase->options.size(); ++i) {
    std::size_t at = place;
    bool fits = true;
    for_each_word(model_, {phrase, i, begin, end}, [&](std::string_view word) {
      fits = fits && prefix.fits(at++, word);
    });
    if (fits) kept.push_back(i);
  }
  auto result = std::make_unique<PhraseOptions>(phrase->only(kept));
  if (prefix.any && end == begin + 1) {
    std::size_t needed = (prefix.words.size() + options.size() - 1) / options.size();
    std::size_t most = std::min(std::max(kLongestMadeUp, needed), prefix.words.size() - place);
    for (std::size_t length = 1; length <= most; ++length) {
      auto first = prefix.words.begin() + static_cast<std::ptrdiff_t>(place);
      add_given(*result, {first, first + static_cast<std::ptrdiff_t>(length)}, true, 0);
      result->options.back().score -= prefix.penalty;
      result->options.back().estimate -= prefix.penalty;
    }
    sort(*result, result->options.size());
  }
  return result->options.empty() ? nullptr : std::move(result);
}

const PhraseOptions* OptionCollector::find(const SourcePieces& pieces) {
  std::string key;
  for (const auto& ids : ids_)
    for (const SourcePieces::Span& piece : pieces) {
      if (piece.begin != pieces.first().begin) key.append(reinterpret_cast<const char*>(&kGap), sizeof(WordId));
      key.append(reinterpret_cast<const char*>(ids.data() + piece.begin), (piece.end - piece.begin) * sizeof(WordId));
    }
  auto [found, is_new] = phrases_.try_emplace(std::move(key));
  if (is_new) {
    found->second = translations(pieces, {});
    remembered_ += 1 + (found->second ? found->second->options.size() : 0);
    if (found->second && model_.phrase_features) fresh_.push_back({found->second.get(), pieces});
  }
  return found->second.get();
}

// Those of one sentence, which are not remembered.
const PhraseOptions* OptionCollector::find_own(const SourcePieces& pieces, const phrases::Contribution& contribution,
                                               SentenceOptions& result) {
  std::unique_ptr<PhraseOptions> phrase = translations(pieces, contribution);
  if (!phrase) return nullptr;
  if (model_.phrase_features) fresh_.push_back({phrase.get(), pieces});
  result.own_.push_back(std::move(phrase));
  return result.own_.back().get();
}

std::unique_ptr<PhraseOptions> OptionCollector::translations(const SourcePieces& pieces,
                                                             const phrases::Contribution& contribution) const {
  auto phrase = std::make_unique<PhraseOptions>();
  if (!contribution.empty()) phrase->own_width = own_values(*model_.tables[0].table);
  for (std::size_t t = 0; t < model_.tables.size(); ++t) {
    std::vector<WordId> with_gaps;
    if (pieces.count > 1) with_gaps = symbols(t, pieces);
    std::span<const WordId> source(ids_[t].data() + pieces.first().begin, pieces.first().end - pieces.first().begin);
    if (pieces.count > 1) source = with_gaps;
    if (std::ranges::find(source, kUnknown) != source.end()) continue;
    auto range = model_.tables[t].table->find(source);
    if (!range) continue;
    for (std::size_t entry = range->begin; entry < range->end; ++entry) {
      Option option;
      option.entry = entry;
      option.table = static_cast<std::int32_t>(t);
      if (t == 0 && !contribution.empty()) {
        option.own = static_cast<std::uint32_t>(phrase->own.size());
        if (!take_away(model_.tables[0], contribution, range->begin, entry, phrase->own)) continue;
      }
      if (!weigh(model_, weights_, t, source, entry_of(model_, *phrase, option), option)) continue;
      if (option.words < option.length) cut(*phrase, option);
      add_alone(*phrase, option);
      option.estimate += option.owed;
      phrase->options.push_back(option);
    }
  }
  if (phrase->options.empty()) return nullptr;
  keep_best(*phrase);
  return phrase;
}

// Cuts the target side of an option at its gaps: what comes after the first one becomes pieces.
void OptionCollector::cut(PhraseOptions& phrase, Option& option) const {
  const TranslationModel& table = model_.tables[static_cast<std::size_t>(option.table)];
  std::span<const WordId> target = table.table->target(option.entry);
  std::vector<Option> pieces;
  std::uint32_t first = 0;
  for (std::uint32_t i = 0; i <= target.size(); ++i) {
    if (i < target.size() && target[i] != table.gaps->target) continue;
    Option piece;
    piece.table = option.table;
    piece.entry = option.entry;
    piece.first = first;
    piece.length = i - first;
    pieces.push_back(piece);
    first = i + 1;
  }
  option.length = pieces.front().length;
  if (!phrase.later) phrase.later = std::make_shared<PhraseOptions>();
  std::vector<Option>& later = phrase.later->options;
  option.owes = static_cast<std::uint32_t>(later.size());
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (i + 1 < pieces.size()) pieces[i].owes = static_cast<std::uint32_t>(later.size()) + 1;
    add_alone(*phrase.later, pieces[i]);
    option.owed += pieces[i].estimate;
    later.push_back(pieces[i]);
  }
}

void OptionCollector::add_outside() {
  for (std::size_t t = 0; t < model_.tables.size(); ++t) add_outside(t);
  for (const Fresh& one : fresh_) keep_best(*one.phrase);
  fresh_.clear();
}

void OptionCollector::add_outside(std::size_t table) {
  std::vector<std::string> sources;
  std::vector<PhrasePair> pairs;
  std::vector<Option*> options;
  for (const Fresh& one : fresh_) {
    std::size_t before = pairs.size();
    for (Option& option : one.phrase->options)
      if (option.table == static_cast<std::int32_t>(table)) {
        pairs.push_back({static_cast<std::uint32_t>(sources.size()), option.entry});
        options.push_back(&option);
      }
    if (pairs.size() > before)
      sources.push_back(source_text(table, symbols(table, one.pieces)));
  }
  if (pairs.empty()) return;
  std::vector<float> values;
  SparseRows sparse;
  bool has_sparse = model_.phrase_features->has_sparse();
  model_.phrase_features->score(table, sources, pairs, values, has_sparse ? &sparse : nullptr);
  std::size_t count = model_.phrase_features->count();
  for (std::size_t i = 0; i < options.size(); ++i)
    for (std::size_t f = 0; f < count; ++f) {
      float value = weights_[model_.phrase_feature + static_cast<int>(f)] * values[i * count + f];
      options[i]->score = bounded(options[i]->score + value);
      options[i]->estimate = bounded(options[i]->estimate + value);
    }
  if (!has_sparse) return;
  for (std::size_t i = 0; i < options.size(); ++i) {
    auto own = std::span(sparse.values).subspan(sparse.starts[i], sparse.starts[i + 1] - sparse.starts[i]);
    auto value = static_cast<float>(decoder::weigh(weights_.sparse, own));
    options[i]->score = bounded(options[i]->score + value);
    options[i]->estimate = bounded(options[i]->estimate + value);
  }
}

std::string OptionCollector::source_text(std::size_t table, std::span<const WordId> source) const {
  std::string text;
  for (WordId word : source) {
    if (!text.empty()) text += ' ';
    text += model_.tables[table].table->source_words()[word];
  }
  return text;
}

std::unique_ptr<PhraseOptions> OptionCollector::passed_through(std::string_view word) const {
  return given(is_dropped(word) ? std::vector<std::string>() : std::vector{std::string(word)}, true);
}

bool OptionCollector::is_dropped(std::string_view word) const {
  // Numbers are never dropped, as in Moses.
  return settings_.drop_unknown && word.find_first_of("0123456789") == std::string_view::npos;
}

std::unique_ptr<PhraseOptions> OptionCollector::given(std::vector<std::string> words, bool unknown) const {
  auto phrase = std::make_unique<PhraseOptions>();
  add_given(*phrase, std::move(words), unknown, 0);
  return phrase;
}

// What the span has already, of tables or given, stays beside it.
void OptionCollector::add_given(const GivenTranslation& one, SentenceOptions& result) const {
  const PhraseOptions*& place = result.phrases_[one.begin * result.longest_ + (one.end - one.begin - 1)];
  auto phrase = place ? std::make_unique<PhraseOptions>(*place) : std::make_unique<PhraseOptions>();
  add_given(*phrase, one.words, false, one.log_probability);
  sort(*phrase, phrase->options.size());
  result.own_.push_back(std::move(phrase));
  place = result.own_.back().get();
}

void OptionCollector::add_given(PhraseOptions& phrase, std::vector<std::string> words, bool unknown,
                                float log_probability) const {
  Option option;
  option.entry = phrase.given.size();
  option.length = option.words = static_cast<std::uint32_t>(words.size());
  option.unknown = unknown;
  option.score = weights_[model_.phrase_penalty] - weights_[model_.word_penalty] * static_cast<float>(words.size());
  if (unknown) option.score += weights_[model_.unknown_words] * kUnknownWord;
  std::size_t scores = model_.tables.empty() ? 0 : model_.tables[0].table->score_count();
  float each = scores > 0 ? log_probability / static_cast<float>(scores) : 0;
  for (std::size_t i = 0; i < scores; ++i)
    option.score += weights_[model_.tables[0].feature + static_cast<int>(i)] * each;
  option.next_class = class_of(option.next);
  phrase.given.push_back(std::move(words));
  phrase.given_scores.push_back(each);
  add_alone(phrase, option);
  phrase.options.push_back(option);
}

void OptionCollector::add_alone(PhraseOptions& phrase, Option& option) const {
  double estimate = option.score;
  for (std::size_t m = 0; m < model_.language_models.size(); ++m) {
    const lm::LanguageModel& lm = *model_.language_models[m].model;
    InLanguageModel& in = phrase.in_models.emplace_back();
    in.words = static_cast<std::uint32_t>(phrase.words.size());
    in.alone = static_cast<std::uint32_t>(phrase.alone.size());
    lm::State state = lm.empty(), after;
    float total = 0;
    int unknown = 0;
    phrase.alone.push_back(0);
    auto add = [&](WordId word) {
      phrase.words.push_back(word);
      unknown += word == 0;
      total += lm.score(state, word, after);
      state = after;
      phrase.alone.push_back(total);
    };
    if (option.table == kGiven) {
      for (const std::string& word : phrase.given[option.entry]) add(model_.language_models[m].id(word));
    } else {
      const TranslationModel& table = model_.tables[static_cast<std::size_t>(option.table)];
      for (WordId word : words_of(table.table->target(option.entry), option)) add(table.language_model_ids[m][word]);
    }
    in.end = state;
    option.score += weights_[model_.language_models[m].unknown_words] * static_cast<float>(unknown);
    estimate += weights_[model_.language_models[m].unknown_words] * static_cast<double>(unknown);
    estimate += bounded(weights_[model_.language_models[m].feature] * kLn10 * total);
  }
  option.score = bounded(option.score);
  option.estimate = bounded(static_cast<float>(estimate));
}

void OptionCollector::keep_best(PhraseOptions& phrase) const {
  std::size_t size = phrase.options.size();
  sort(phrase, settings_.options > 0 ? static_cast<std::size_t>(settings_.options) : size);
}

void OptionCollector::sort(PhraseOptions& phrase, std::size_t most) const {
  std::size_t size = phrase.options.size();
  if (size <= most && std::ranges::is_sorted(phrase.options, std::greater<>(), &Option::estimate)) return;
  std::vector<std::uint32_t> order(size);
  for (std::uint32_t i = 0; i < size; ++i) order[i] = i;
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    float first = phrase.options[a].estimate, second = phrase.options[b].estimate;
    return first != second ? first > second : a < b;
  });
  order.resize(std::min(size, most));
  phrase = phrase.only(order);
}

}  // namespace pitchpipe::decoder
