#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/lexicon.h"
#include "metrics/paraphrases.h"

namespace pitchpipe::metrics {

// The kinds of matches, in METEOR's order.
enum Module : std::int32_t { kExact, kStem, kSynonym, kParaphrase };
constexpr std::size_t kModules = 4;

// Words of a reference that match words of a candidate.
struct WordMatch {
  std::int32_t start, length;                      // in the reference
  std::int32_t candidate_start, candidate_length;  // in the candidate
  std::int32_t module;
};

struct ModuleChoice {
  bool stem, synonym, paraphrase;
};

// METEOR 1.5's aligner: of all matches, a beam of 40 chooses those that cover the most words of both sides, then those in
// the fewest chunks, then those at the shortest distances. As in METEOR 1.5, in comparing covers a word that does not
// match exactly counts half, rounded down for each match, so that single words do not count; and the distance of a match
// counts against those that are tried after it in its place.
class MeteorAligner {
 public:
  // The matches, by their place in the reference. `paraphrases` may be null; valid until the next call.
  std::span<const WordMatch> align(std::span<const std::int32_t> candidate, std::span<const std::int32_t> reference,
                                   const Lexicon& lexicon, const ModuleChoice& modules,
                                   const Paraphrases* paraphrases);

 private:
  static constexpr std::size_t kBeam = 40;
  static constexpr std::int32_t kNone = -1;

  struct Path {
    std::int32_t covered_candidate = 0, covered_reference = 0, chunks = 0, distance = 0;
    std::int32_t next = 0;           // the first reference word after its last match
    std::int32_t last_end = kNone;   // in the candidate, of a match that may go on
    std::int32_t history = kNone;    // its last match, in history_
    std::size_t set = 0;             // its words in use, in sets_
  };

  struct Place {
    std::int32_t phrase, start, length;
    auto operator<=>(const Place&) const = default;
  };

  struct Step {
    std::int32_t match, before;
  };

  void add(const WordMatch& match);
  void find_words(const Lexicon& lexicon, const ModuleChoice& modules);
  void find_paraphrases(const Lexicon& lexicon, const Paraphrases& paraphrases);
  void fix_certain();
  void search();
  void advance(Path& path, std::int32_t at);
  void take(Path& path, std::int32_t match, std::int32_t distance);
  bool in_use(std::size_t set, const WordMatch& match) const;
  void use(std::size_t set, const WordMatch& match);
  bool is_set(std::size_t set, std::size_t bit) const { return sets_[set * blocks_ + bit / 64] >> (bit % 64) & 1; }

  std::span<const std::int32_t> candidate_, reference_;
  std::vector<WordMatch> matches_;
  std::vector<std::vector<std::int32_t>> at_;              // matches that start at each reference word
  std::vector<std::int32_t> candidate_cover_, reference_cover_;  // how many matches each word is in
  std::vector<std::int32_t> fixed_;                         // the certain match of each reference word, or kNone
  std::size_t blocks_ = 0;
  std::vector<Path> paths_, next_;
  std::vector<std::uint64_t> sets_, next_sets_;  // words in use: those of the reference, then those of the candidate
  std::vector<Step> history_;
  std::vector<WordMatch> chosen_;
  std::vector<std::int32_t> candidate_words_, reference_words_;  // in the table of paraphrases
  std::vector<Place> phrases_;  // of the side that is looked at
};

}  // namespace pitchpipe::metrics
