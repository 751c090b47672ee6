#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "decoder/leave_one_out.h"
#include "decoder/model.h"
#include "decoder/pieces.h"
#include "decoder/prefix.h"

namespace pitchpipe::decoder {

inline constexpr std::int32_t kGiven = -1;  // the table of words that are in none: passed through or told by the user

inline constexpr std::uint32_t kNoOption = std::numeric_limits<std::uint32_t>::max();

// A translation of a source phrase with everything about it that does not depend on what is around it.
struct Option {
  std::int32_t table = kGiven;
  std::uint32_t own = kNoOption;  // where its values among PhraseOptions::own begin, if it has not the table's
  std::uint64_t entry = 0;       // in the table, or among the given ones
  std::uint32_t length = 0;      // target words; of the first piece, if there are gaps between
  std::uint32_t first = 0;       // the symbol of the target side with which they begin
  std::uint32_t words = 0;       // of all pieces; 0 for a piece that others precede
  std::uint32_t owes = kNoOption;  // the piece that has to follow, among PhraseOptions::later
  float owed = 0;                // weighted scores of the pieces that follow, each alone
  bool unknown = false;          // a source word passed through
  float score = 0;               // weighted features, without language models and reordering
  float estimate = 0;            // the same with the language models' scores of the phrase alone
  float previous[kKinds][kOrientations] = {};  // weighted scores of the orientation to the phrase before
  float next[kKinds][kOrientations] = {};      // and to the phrase after
  std::uint64_t next_class = 0;                // the same for options with the same `next`
};

// An option's words as one language model sees them.
struct InLanguageModel {
  std::uint32_t words = 0;       // where their ids begin
  std::uint32_t alone = 0;       // where the log10 probabilities of the first 0, 1, ... words alone begin
  lm::State end;      // the state after the phrase alone
};

// The options of one source phrase, best estimate first.
struct PhraseOptions {
  std::vector<Option> options;
  std::vector<InLanguageModel> in_models;  // of each option, all models
  std::vector<WordId> words;
  std::vector<float> alone;
  std::vector<std::vector<std::string>> given;  // target words of the kGiven options, by Option::entry
  std::vector<float> given_scores;              // what each of these has as every score of the first table
  std::vector<float> own;                       // values of options that differ from the table's
  std::size_t own_width = 0;                    // of each option

  std::shared_ptr<PhraseOptions> later;         // pieces that come after the first ones, null if there are none

  // The options of these numbers, in this order.
  PhraseOptions only(std::span<const std::uint32_t> numbers) const;
};

inline constexpr WordId kNoFirstWord = std::numeric_limits<WordId>::max();
inline constexpr std::size_t kLongestGiven = 100;  // source words

// A translation that the user wants for the words [begin, end); others of the same words are alternatives.
struct GivenTranslation {
  std::uint32_t begin, end;
  std::vector<std::string> words;
  float log_probability = 0;  // shared out evenly among the scores of the first table
  bool exclusive = true;      // whether the tables have no say in these words
};

// The options of all spans of a sentence. Option number i of span s has the number first[s] + i.
class SentenceOptions {
 public:
  struct Reference {
    const PhraseOptions* phrase;
    std::uint32_t index;  // in the phrase
    std::uint32_t begin, end;                    // from the first source word to the last
    const SourcePieces* pieces = nullptr;        // if there are gaps between
    bool is_later = false;                       // whether it is a piece that others precede
    std::uint32_t next = kNoOption;              // the number of the piece that has to follow
    const Option& option() const { return phrase->options[index]; }
    // As one of so many language models sees it; kNoFirstWord if there are no words.
    WordId first_word(std::size_t models, std::size_t model) const {
      return option().length ? phrase->words[phrase->in_models[index * models + model].words] : kNoFirstWord;
    }
    // Calls visit(begin, end) for each span of the source words.
    template <class Visit>
    void for_each_span(Visit visit) const {
      if (!pieces) return visit(begin, end);
      for (const SourcePieces::Span& piece : *pieces) visit(piece.begin, piece.end);
    }
    std::uint32_t last_begin() const { return pieces ? pieces->last().begin : begin; }
    // The place in the sentence of a symbol of the source side.
    std::uint32_t place(std::uint32_t symbol) const { return pieces ? pieces->place(symbol) : begin + symbol; }
  };

  // A source phrase with gaps that the sentence has.
  struct Gapped {
    SourcePieces pieces;
    const PhraseOptions* phrase;
    std::uint32_t first;  // option
  };

  std::size_t size() const { return size_; }
  const std::vector<Gapped>& gapped() const { return gapped_; }
  std::size_t longest() const { return longest_; }
  // Null if the span has no options; end - begin is at most longest().
  const PhraseOptions* phrase(std::size_t begin, std::size_t end) const {
    return phrases_[begin * longest_ + (end - begin - 1)];
  }
  std::uint32_t first(std::size_t begin, std::size_t end) const {
    return first_[begin * longest_ + (end - begin - 1)];
  }
  const Reference& operator[](std::size_t number) const { return references_[number]; }
  std::size_t count() const { return references_.size(); }
  const std::vector<std::string_view>& source() const { return source_; }

  // More options of a span, which phrase() does not give; returns the number of the first.
  std::uint32_t add(std::unique_ptr<PhraseOptions> phrase, std::uint32_t begin, std::uint32_t end);

  // Leaves out the options for which keep(reference) is false.
  template <class Keep>
  void keep_if(Keep keep);

 private:
  friend class OptionCollector;
  void number_options();
  void number_pieces();

  std::size_t size_ = 0;
  std::vector<Gapped> gapped_;
  std::size_t longest_ = 1;
  std::vector<std::string_view> source_;
  std::vector<const PhraseOptions*> phrases_;
  std::vector<std::uint32_t> first_;
  std::vector<Reference> references_;
  std::vector<std::unique_ptr<PhraseOptions>> own_;  // of this sentence only
};

template <class Keep>
void SentenceOptions::keep_if(Keep keep) {
  for (std::uint32_t begin = 0; begin < size_; ++begin)
    for (std::uint32_t end = begin + 1; end <= size_ && end <= begin + longest_; ++end) {
      const PhraseOptions*& phrase = phrases_[begin * longest_ + (end - begin - 1)];
      if (!phrase) continue;
      std::vector<std::uint32_t> kept;
      for (std::uint32_t i = 0; i < phrase->options.size(); ++i)
        if (keep(Reference{phrase, i, begin, end})) kept.push_back(i);
      own_.push_back(std::make_unique<PhraseOptions>(phrase->only(kept)));
      phrase = kept.empty() ? nullptr : own_.back().get();
    }
  std::erase_if(gapped_, [&](Gapped& one) {
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < one.phrase->options.size(); ++i)
      if (keep(Reference{one.phrase, i, one.pieces.first().begin, one.pieces.last().end, &one.pieces})) kept.push_back(i);
    own_.push_back(std::make_unique<PhraseOptions>(one.phrase->only(kept)));
    one.phrase = own_.back().get();
    return kept.empty();
  });
  number_options();
}

// The words of an option, or of a piece, among the symbols of its target side.
inline std::span<const WordId> words_of(std::span<const WordId> target, const Option& option) {
  return option.first + option.length <= target.size() ? target.subspan(option.first, option.length)
                                                       : std::span<const WordId>();
}

// The entry of an option that is from a table.
inline phrases::PhraseTable::Entry entry_of(const Model& model, const PhraseOptions& phrase, const Option& option) {
  const phrases::PhraseTable& table = *model.tables[static_cast<std::size_t>(option.table)].table;
  return option.own == kNoOption ? table.entry(option.entry)
                                 : with_values(table, option.entry, phrase.own.data() + option.own);
}

// Calls visit for the target words of an option.
template <class Visit>
void for_each_word(const Model& model, const SentenceOptions::Reference& reference, Visit visit) {
  const Option& option = reference.option();
  if (option.table == kGiven) {
    for (const std::string& word : reference.phrase->given[option.entry]) visit(std::string_view(word));
    return;
  }
  const phrases::PhraseTable& table = *model.tables[static_cast<std::size_t>(option.table)].table;
  for (WordId word : words_of(table.target(option.entry), option)) visit(table.target_words()[word]);
}

// Finds options, weighs them and keeps the best ones; remembers those of source phrases it has met. One for each
// thread.
class OptionCollector {
 public:
  OptionCollector(const Model& model, const Weights& weights, const SearchSettings& settings);

  // The words must outlive the result, and the result must not outlive the next call. What the contribution is of is
  // taken away from the first table.
  void collect(std::string_view sentence, std::span<const GivenTranslation> given,
               const phrases::Contribution& contribution, SentenceOptions& result);

  // Those options of a span that continue a prefix at a place; null if there are none.
  std::unique_ptr<PhraseOptions> continuing(const Prefix& prefix, std::size_t place, const SentenceOptions& options,
                                            std::uint32_t begin, std::uint32_t end) const;

 private:
  static constexpr std::size_t kMostRemembered = 100'000;  // options
  // A source phrase that is met for the first time, without the features that are computed elsewhere.
  struct Fresh {
    PhraseOptions* phrase;
    SourcePieces pieces;
  };

  const PhraseOptions* find(const SourcePieces& pieces);
  const PhraseOptions* find_own(const SourcePieces& pieces, const phrases::Contribution& contribution,
                                SentenceOptions& result);
  std::unique_ptr<PhraseOptions> translations(const SourcePieces& pieces,
                                              const phrases::Contribution& contribution) const;
  std::vector<WordId> symbols(std::size_t table, const SourcePieces& pieces) const;
  void match(std::size_t table, std::uint32_t node, SourcePieces& pieces, std::vector<SourcePieces>& found) const;
  void cut(PhraseOptions& phrase, Option& option) const;
  std::unique_ptr<PhraseOptions> given(std::vector<std::string> words, bool unknown) const;
  std::unique_ptr<PhraseOptions> passed_through(std::string_view word) const;
  bool is_dropped(std::string_view word) const;
  void add_given(const GivenTranslation& one, SentenceOptions& result) const;
  void add_given(PhraseOptions& phrase, std::vector<std::string> words, bool unknown, float log_probability) const;
  std::string source_text(std::size_t table, std::span<const WordId> source) const;
  void add_alone(PhraseOptions& phrase, Option& option) const;
  void add_outside();
  void add_outside(std::size_t table);
  void keep_best(PhraseOptions& phrase) const;
  void sort(PhraseOptions& phrase, std::size_t most) const;

  const Model& model_;
  const Weights& weights_;
  const SearchSettings& settings_;
  std::size_t longest_ = 1;
  std::vector<std::vector<WordId>> ids_;  // of the sentence's words, in each table
  std::vector<Fresh> fresh_;
  std::size_t remembered_ = 0;
  std::unordered_map<std::string, std::unique_ptr<PhraseOptions>> phrases_;
};

}  // namespace pitchpipe::decoder
