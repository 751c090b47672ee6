#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pitchpipe::lm {

// Words in classes under the bigram class model p(w|v) = p(c_w|c_v) p(w|c_w), and their exchange between classes
// (Kneser and Ney 1993; Martin, Liermann and Ney 1998). Sentence starts and ends are classes of their own that no word
// joins. At first, words by falling frequency are in class 0, 1, 2, ..., and again from 0.
//
// With f(x) = x log x and N for counts of the text, the log likelihood is
//   sum f(N(c,d)) - f(N(<s>)) - 2 sum f(N(c)) + sum f(N(w)),
// the sums over pairs of classes, starts and ends among them, over classes of words, and over words.
class WordExchange {
 public:
  static constexpr std::size_t kMostClasses = 4096;

  // Lines of words below `words`, line i from offsets[i] on. Throws std::invalid_argument if a number does not fit,
  // or there are more than kMostClasses classes.
  WordExchange(std::span<const std::int32_t> ids, std::span<const std::int64_t> offsets, std::size_t words,
               std::size_t classes);

  // Visits each word once, the most frequent first, and moves it to the class where the likelihood is largest; of
  // equally good ones, to the first. Returns how many were moved. A move that gains less than rounding is not made.
  std::size_t exchange();

  std::vector<std::int32_t> classes() const { return {class_of_.begin(), class_of_.end() - 2}; }
  // In nats.
  double log_likelihood() const;

 private:
  struct Neighbour {
    std::uint32_t word, count;
  };
  // The words beside a word with their counts: those of word w from starts[w] on.
  struct Neighbours {
    std::vector<std::size_t> starts;
    std::vector<Neighbour> all;
    std::span<const Neighbour> of(std::size_t word) const {
      return std::span(all).subspan(starts[word], starts[word + 1] - starts[word]);
    }
  };
  // How often a class is beside the word that is being moved.
  struct Beside {
    std::uint32_t other;
    std::int64_t count;
  };

  double f(std::int64_t count) const;
  std::int64_t& pair(std::size_t before, std::size_t after) { return pairs_[before * stride_ + after]; }
  std::int64_t pair(std::size_t before, std::size_t after) const { return pairs_[before * stride_ + after]; }
  std::int64_t gather(std::span<const Neighbour> neighbours, std::uint32_t word, std::vector<Beside>& into);
  void put(std::uint32_t word, std::size_t where, std::int64_t sign);
  double gain(std::uint32_t word, std::size_t where) const;

  std::size_t classes_, stride_;  // classes of words; these and both ends
  std::vector<std::int32_t> class_of_;  // of words, then of both ends
  std::vector<std::int64_t> counts_;    // of words
  std::vector<std::int64_t> totals_;    // of classes
  std::vector<std::int64_t> pairs_;
  Neighbours before_, after_;
  std::vector<std::uint32_t> order_;  // words by falling frequency
  std::vector<double> table_;         // f of small counts
  std::int64_t lines_ = 0, tokens_ = 0;

  // Of the word that is being moved.
  std::vector<Beside> left_, right_;
  std::vector<std::int64_t> sums_;
  std::int64_t self_ = 0;
};

}  // namespace pitchpipe::lm
