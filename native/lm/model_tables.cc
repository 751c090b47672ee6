#include "lm/model_tables.h"

#include <bit>
#include <cmath>

#include "lm/language_model.h"

namespace pitchpipe::lm {
namespace {

constexpr float kMissingUnknown = -100;
constexpr float kForgettable = -0.0f;

float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

// A zero that says that longer n-grams start here; other weights say it by themselves.
std::uint32_t with_extension(std::uint32_t backoff) { return float_of(backoff) == 0 ? bits_of(0.0f) : backoff; }

class Builder {
 public:
  Builder(std::span<const NgramRows> orders, std::size_t words, const std::string& folder)
      : highest_(static_cast<unsigned>(orders.size())), words_(words) {
    if (orders.empty() || orders.size() > kMostOrder || words == 0)
      throw std::invalid_argument("a language model has an order from 1 to 7, and words");
    for (std::size_t i = 0; i < orders.size(); ++i)
      if (orders[i].order != i + 1 || orders[i].values.size() % orders[i].width())
        throw std::invalid_argument("the rows of n-grams have another length than their order says");
    add_unigrams(orders[0]);
    for (std::size_t i = 1; i < orders.size(); ++i) {
      tables_.emplace_back(orders.size() == i + 1 ? 3 : 4, orders[i].size(), folder);
      for (std::size_t row = 0; row < orders[i].size(); ++row) add(orders[i], row);
    }
  }

  ModelTables release() {
    ModelTables result;
    for (std::uint32_t bits : unigrams_) result.unigrams.push_back(float_of(bits));
    for (GrowingSlots& table : tables_) {
      SlotLayout layout = table.layout();
      result.tables.push_back({table.release(), layout});
    }
    return result;
  }

 private:
  void check_word(WordId word) const {
    if (word >= words_) throw std::invalid_argument("an n-gram has a word that is not in the vocabulary");
  }

  // A weight as it is stored before it is known what extends it.
  static std::uint32_t closed(float log10) { return bits_of(log10) | std::uint32_t{1} << 31; }
  static std::uint32_t forgettable(std::uint32_t backoff) {
    return float_of(backoff) == 0 ? bits_of(kForgettable) : backoff;
  }

  void add_unigrams(const NgramRows& rows) {
    std::vector<bool> seen(words_);
    unigrams_.assign(2 * words_, bits_of(kForgettable));
    for (std::size_t word = 0; word < words_; ++word) unigrams_[2 * word] = closed(kMissingUnknown);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      WordId word = rows[row][0];
      check_word(word);
      if (seen[word]) throw BadNgram(1, row, "found it a second time, expected it once");
      seen[word] = true;
      unigrams_[2 * std::size_t{word}] = closed(float_of(rows[row][1]));
      unigrams_[2 * std::size_t{word} + 1] = forgettable(rows[row][2]);
    }
  }

  // The weights of the n-gram of this length, whose key is given; a unigram is its word.
  std::uint32_t* find(unsigned length, std::uint64_t key, WordId unigram) {
    if (length == 1) return unigrams_.data() + 2 * std::size_t{unigram};
    return tables_[length - 2].find(key);
  }

  void add(const NgramRows& rows, std::size_t row) {
    const unsigned n = rows.order;
    const std::uint32_t* values = rows[row];
    // Most recent first. ends[i] is the key of the last i + 1 words, starts[i] that of the i + 1 words before the last.
    WordId words[kMostOrder];
    std::uint64_t ends[kMostOrder], starts[kMostOrder];
    for (unsigned i = 0; i < n; ++i) {
      words[i] = values[n - 1 - i];
      check_word(words[i]);
      ends[i] = i == 0 ? key_of(words[0]) : extended_key(ends[i - 1], words[i]);
      if (i > 0) starts[i - 1] = i == 1 ? key_of(words[1]) : extended_key(starts[i - 2], words[i]);
    }
    std::uint32_t* weights = tables_[n - 2].insert(ends[n - 1]);
    if (!weights) throw BadNgram(n, row, "found it a second time, expected it once");
    weights[0] = closed(float_of(values[n]));
    if (n < highest_) weights[1] = forgettable(values[n + 1]);

    unsigned length = n - 1;
    while (!find(length, ends[length - 1], words[0])) --length;
    std::uint32_t* end = find(length, ends[length - 1], words[0]);
    for (; length < n - 1; ++length) {
      float log10 = -std::fabs(float_of(end[0]));
      end[0] &= ~(std::uint32_t{1} << 31);
      if (std::uint32_t* before = find(length, starts[length - 1], words[1])) {
        before[1] = with_extension(before[1]);
        log10 += float_of(before[1]);
      }
      end = tables_[length - 1].insert(ends[length]);
      end[0] = closed(log10);
      end[1] = bits_of(kForgettable);
    }
    end[0] &= ~(std::uint32_t{1} << 31);

    std::uint32_t* start = find(n - 1, starts[n - 2], words[1]);
    if (!start) throw BadNgram(n, row, "its start is no " + std::to_string(n - 1) + "-gram of the model");
    start[1] = with_extension(start[1]);
  }

  unsigned highest_;
  std::size_t words_;
  std::vector<std::uint32_t> unigrams_;  // bits of log10 and back-off weight
  std::vector<GrowingSlots> tables_;     // of the 2-grams, the 3-grams, ...
};

}  // namespace

ModelTables model_tables(std::span<const NgramRows> orders, std::size_t words, const std::string& folder) {
  return Builder(orders, words, folder).release();
}

}  // namespace pitchpipe::lm
