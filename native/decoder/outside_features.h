#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decoder/sparse_weights.h"
#include "phrases/phrase_table.h"

namespace pitchpipe::decoder {

// Features that are computed elsewhere, such as in Python. Their calls come from all threads; what they throw ends
// the translation.

struct PhrasePair {
  std::uint32_t source;  // number in a list of source phrases
  std::uint64_t entry;   // of a table
};

// A value of a sparse feature, whose name is found by its number.
struct SparseValue {
  std::uint64_t hash;  // TextHash::value of the name
  std::uint32_t feature;
  float value;
};

// Those of row i are values[starts[i]] to values[starts[i + 1] - 1].
struct SparseRows {
  std::vector<std::size_t> starts;
  std::vector<SparseValue> values;
};

inline double weigh(const SparseWeights& weights, std::span<const SparseValue> values) {
  double total = 0;
  if (weights.empty()) return total;
  for (const SparseValue& one : values) total += static_cast<double>(weights[TextHash{one.hash, 1}]) * one.value;
  return total;
}

// Of phrase pairs alone; asked once for each, whatever the weights.
class PhraseFeatures {
 public:
  virtual ~PhraseFeatures() = default;
  virtual std::size_t count() const = 0;
  virtual bool has_sparse() const { return false; }
  virtual std::string sparse_name(std::uint32_t) const { return {}; }
  // Fills count() values for each of these pairs of a table, and the sparse ones if they are wanted.
  virtual void score(std::size_t table, std::span<const std::string> sources, std::span<const PhrasePair> pairs,
                     std::vector<float>& values, SparseRows* sparse = nullptr) = 0;
};

// One step of search: a hypothesis and the option it is extended by.
struct Extension {
  std::int64_t state;                    // that the features gave the hypothesis
  std::int64_t option;                   // number in the sentence's options
  std::int64_t begin, end;               // source words of the option, from the first to the last
  std::int64_t last_begin, last_end;     // and of the phrase before
  std::int64_t first_gap = 0, covered = 0;  // what the hypothesis covers: Coverage's numbers
};

// What the option of a number is, for features that look at it.
struct OptionFacts {
  std::uint32_t begin, end;
  std::vector<std::string_view> target;
  std::int64_t table = -1;  // none if it is in no table
  std::uint64_t entry = 0;  // of the table
  bool has_gaps = false;    // whether it is of a phrase with gaps, and what follows says more
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans = {};  // its source words; none if pieces come before it
  std::int64_t next = -1;   // the option that has to follow
};

// Of phrases in their context, with a state that hypotheses must share to be recombined.
class StepFeatures {
 public:
  virtual ~StepFeatures() = default;
  virtual std::size_t count() const = 0;
  virtual bool has_sparse() const { return false; }
  virtual std::string sparse_name(std::uint32_t) const { return {}; }
  // Before search. Returns the state of the empty hypothesis.
  virtual std::int64_t start(std::size_t sentence, const std::vector<std::string_view>& source,
                             const std::vector<OptionFacts>& options) = 0;
  // Fills count() values and the state after it for each extension, and the sparse values if they are wanted. `owed` has
  // as many options for each extension: those that have to follow what the hypothesis has begun, -1 for none.
  virtual void score(std::size_t sentence, std::span<const Extension> extensions, std::span<const std::int64_t> owed,
                     std::span<float> values, std::span<std::int64_t> states, SparseRows* sparse = nullptr) = 0;
  virtual void finish(std::size_t sentence) noexcept = 0;
};

}  // namespace pitchpipe::decoder
