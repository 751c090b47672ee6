#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "lm/hash_slots.h"
#include "lm/vocabulary.h"

namespace pitchpipe::lm {

inline constexpr unsigned kMostOrder = 7;

// What the model can still use of the words so far: the most recent first, each with the back-off weight of the
// n-gram from it to the most recent word. Words that cannot change any later score are left out, so that two
// states that are equal have the same future. Plain data; what is after `length` means nothing.
struct State {
  WordId words[kMostOrder - 1];
  float backoff[kMostOrder - 1];
  std::uint8_t length = 0;

  friend bool operator==(const State& a, const State& b) {
    if (a.length != b.length) return false;
    for (unsigned i = 0; i < a.length; ++i)
      if (a.words[i] != b.words[i]) return false;
    return true;
  }
};

inline std::uint64_t hash_of(const State& state) {
  std::uint64_t hash = state.length + std::uint64_t{1};
  for (unsigned i = 0; i < state.length; ++i) hash = extended_key(hash, state.words[i]);
  return hash ^ hash >> 32;
}

struct FullScore {
  float log10;                // of the word's probability in its context
  std::uint8_t length;        // of the longest n-gram of the model that ends here
  bool independent_of_left;   // more words to the left of the context would not find a longer n-gram
  std::uint64_t key;          // of that n-gram, for extend_left
};

// How the score of an n-gram changes when the words before it become known.
struct LeftExtension {
  float correction;                // to add to the log10 that was given without these words
  float backoff[kMostOrder - 1];   // of the n-gram extended by one of them, by two, ...
  unsigned used = 0;               // how many of them a word after the n-gram can still use
  bool independent_of_left = true; // more words to the left of them would not find a longer n-gram
  std::uint64_t key = 0;           // of the n-gram with all of them before it, unless it is independent
};

// A back-off language model of order 1 to 7 over arrays that somebody else owns and that outlive it. Whatever the
// arrays hold, nothing outside them is read and every search ends.
//
// Flags are in the signs, as in KenLM (Heafield 2011): a probability without its sign bit can be extended to the
// left; the back-off weight -0.0 says that no longer n-gram starts with this one and that it costs nothing to
// forget it.
class LanguageModel {
 public:
  struct Table {
    std::span<const std::uint32_t> slots;
    SlotLayout layout;
  };

  // `unigrams` holds log10 probability and back-off weight of each word; tables[i] holds the (i + 2)-grams. Throws
  // std::invalid_argument if sizes do not fit.
  LanguageModel(Vocabulary vocabulary, std::span<const float> unigrams, std::span<const Table> tables);

  unsigned order() const { return order_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  WordId id(std::string_view word) const { return vocabulary_.id(word); }
  WordId end_sentence() const { return end_sentence_; }

  State begin_sentence() const { return begin_sentence_; }
  State empty() const { return {}; }

  // log10 of the probability of a word after a state; `out`, another object than `in`, becomes the state after it.
  float score(const State& in, WordId word, State& out) const { return full_score(in, word, out).log10; }

  // Asks memory for what scoring a word after `length` words will look at; before(0) is the word before it, before(1)
  // the one before that. Who knows a few words ahead what comes next waits less.
  template <class Before>
  void prefetch(WordId word, unsigned length, Before before) const {
    __builtin_prefetch(unigrams_ + 2 * std::size_t{word < words_ ? word : kUnknownWord});
    std::uint64_t key = key_of(word);
    for (unsigned i = 0; i < length && i + 1 < order_; ++i) {
      key = extended_key(key, before(i));
      if (i + 2 < order_)
        middle_[i].prefetch(key);
      else
        longest_.prefetch(key);
    }
  }

  FullScore full_score(const State& in, WordId word, State& out) const {
    if (word >= words_) word = kUnknownWord;
    const unsigned context = in.length < order_ ? in.length : order_ - 1;
    std::uint64_t keys[kMostOrder];
    keys[0] = key_of(word);
    for (unsigned i = 0; i < context; ++i) {
      keys[i + 1] = extended_key(keys[i], in.words[i]);
      if (i + 2 < order_)
        middle_[i].prefetch(keys[i + 1]);
      else
        longest_.prefetch(keys[i + 1]);
    }
    float found = unigrams_[2 * std::size_t{word}];
    out.words[0] = word;
    out.backoff[0] = unigrams_[2 * std::size_t{word} + 1];
    out.length = is_needed(out.backoff[0]);
    FullScore result{found, 1, is_negative(found), keys[0]};
    for (unsigned i = 0; i < context && !result.independent_of_left; ++i) {
      if (i + 2 == order_) {
        result.independent_of_left = true;
        if (const std::uint32_t* weights = longest_.find(keys[i + 1])) {
          result.log10 = std::bit_cast<float>(weights[0]);
          result.length = static_cast<std::uint8_t>(order_);
          result.key = keys[i + 1];
        }
        break;
      }
      const std::uint32_t* weights = middle_[i].find(keys[i + 1]);
      if (!weights) {
        result.independent_of_left = true;
        break;
      }
      result.log10 = std::bit_cast<float>(weights[0]);
      result.length = static_cast<std::uint8_t>(i + 2);
      result.key = keys[i + 1];
      result.independent_of_left = is_negative(result.log10);
      out.backoff[i + 1] = std::bit_cast<float>(weights[1]);
      if (is_needed(out.backoff[i + 1])) out.length = static_cast<std::uint8_t>(i + 2);
    }
    for (unsigned i = 1; i < out.length; ++i) out.words[i] = in.words[i - 1];
    result.log10 = negative(result.log10);
    for (unsigned i = result.length - 1u; i < context; ++i) result.log10 += in.backoff[i];
    return result;
  }

  // What changes for an n-gram that starts a fragment, given by FullScore's key and its length, when `count` words come
  // before it, the nearest first; backoff[i] is the weight of the context of its last word extended by i + 1 of them.
  LeftExtension extend_left(std::uint64_t key, unsigned length, const WordId* before, const float* backoff,
                            unsigned count) const;

 private:
  static bool is_negative(float value) { return std::bit_cast<std::uint32_t>(value) >> 31; }
  static float negative(float value) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | std::uint32_t{1} << 31);
  }
  static bool is_needed(float backoff) { return std::bit_cast<std::uint32_t>(backoff) != std::uint32_t{1} << 31; }

  Vocabulary vocabulary_;
  const float* unigrams_;
  std::size_t words_;
  unsigned order_;
  HashSlots<4> middle_[kMostOrder - 2];
  HashSlots<3> longest_;
  WordId end_sentence_;
  State begin_sentence_{};
};

}  // namespace pitchpipe::lm

template <>
struct std::hash<pitchpipe::lm::State> {
  std::size_t operator()(const pitchpipe::lm::State& state) const { return pitchpipe::lm::hash_of(state); }
};
