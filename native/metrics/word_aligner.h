#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pitchpipe::metrics {

struct Alignment {
  std::int64_t exact = 0;      // links between equal words
  std::int64_t matches = 0;    // all links
  std::int64_t crossings = 0;  // pairs of links that cross
  std::int64_t chunks = 0;     // runs of links that are adjacent and in the same order on both sides
  bool proven = true;          // false where the beam was full and a better alignment may exist
};

// Aligns a candidate with a reference one to one: the most links between equal words; then the most links
// between the words left over that share a stem; then the fewest crossings; then the fewest chunks.
//
// How many links there are follows from counting words. Words as frequent on both sides are linked in order.
// Which of the others are linked is searched left to right over sets of linked reference positions, keeping the
// kBeam best (fewer in proportion where the reference is longer than kLong): the answer is the best there is
// unless more sets than that are open at once.
class WordAligner {
 public:
  static constexpr std::size_t kBeam = 256;
  static constexpr std::size_t kLong = 64;

  // Words are indices of `stems`; words share a stem where stems[word] is equal, and that too is an index.
  Alignment align(std::span<const std::int32_t> candidate, std::span<const std::int32_t> reference,
                  std::span<const std::int32_t> stems);

 private:
  static constexpr std::int32_t kNone = -2;  // not even the predecessor of position 0

  struct Word {
    std::int32_t candidate = 0, reference = 0;  // how often it occurs
    std::int32_t seen = 0;                      // how often in the candidate up to the current position
    std::int32_t first = 0;                     // where its reference positions start in positions_
    std::int32_t stem = 0;
    std::int32_t next = kNone;  // another word of the same stem
  };

  struct Stem {
    std::int32_t first = kNone;                   // a word that has it
    std::int32_t candidates = 0, references = 0;  // words left over when equal words are linked
    std::int32_t links() const { return candidates < references ? candidates : references; }
  };

  struct State {
    std::int64_t crossings = 0, chunks = 0;
    std::int32_t last = kNone;   // what the previous candidate word is linked to, if that may go on
    std::size_t row = 0;         // its set of linked reference positions in sets_, or that of its parent
    std::int32_t added = kNone;  // the position that is not in its parent's set
  };

  void count_words();
  void link_in_order(const Word& word);
  void search(const Word& word);
  void expand_scarce(const State& state, const Word& word);
  void expand_plentiful(const State& state, const Word& word);
  void link_stem(const State& state, const Stem& stem);
  void count_crossings(const State& state);
  void link(const State& state, std::int32_t position);
  void skip(const State& state);
  void make_sets();
  bool close(const Word& word);
  void forget();
  void merge();
  void prune(std::vector<State>& states, std::size_t most);

  Word& word(std::int32_t id) { return words_[static_cast<std::size_t>(id)]; }
  Stem& stem(const Word& word) { return by_stem_[static_cast<std::size_t>(word.stem)]; }
  std::int32_t position(const Word& word, std::int32_t index) const;
  bool is_linked(const State& state, std::int32_t position) const;
  std::int32_t linked(const State& state, const Word& word) const;
  std::int32_t continuing(std::int32_t position) const;

  std::span<const std::int32_t> candidate_, reference_, stems_;
  std::size_t at_ = 0;      // the current candidate position
  std::size_t beam_ = 0;    // how many states are kept
  std::size_t blocks_ = 0;  // 64-bit blocks of a set of reference positions
  std::vector<Word> words_;
  std::vector<Stem> by_stem_;
  std::vector<std::int32_t> positions_;
  std::vector<std::uint64_t> before_, after_;  // positions linked in order, by candidate words before and after
  std::vector<std::uint64_t> open_;            // positions that words to come may be linked to
  std::vector<std::int64_t> crossings_;        // by block, of a link to it with links to other blocks
  std::vector<State> states_, next_;
  std::vector<std::uint64_t> sets_, next_sets_;
  Alignment result_;
};

}  // namespace pitchpipe::metrics
