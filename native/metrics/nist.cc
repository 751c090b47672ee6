#include "metrics/nist.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "metrics/ngram_table.h"
#include "text/words.h"
#include "util/parallel.h"
#include "util/word_table.h"

namespace pitchpipe::metrics {
namespace {

// Every n-gram of the references, with its information in bits.
class Information {
 public:
  Information(const text::GroupedTexts& references, std::size_t order) {
    std::vector<std::int32_t> counts, prefixes, tokens;
    std::vector<std::string_view> split;
    std::size_t words = 0;
    std::int32_t last_prefix = NgramTable::kNone;
    auto intern = [&](std::int32_t prefix, std::int32_t token) {
      last_prefix = prefix;
      return ngrams_.intern(prefix, token);
    };
    for (std::size_t i = 0; i < references.size(); ++i) {
      split.clear();
      text::split_words(references[i], split);
      tokens.clear();
      for (std::string_view word : split) tokens.push_back(words_.intern(word));
      words += tokens.size();
      for_each_ngram(tokens, order, intern, [&](std::size_t, std::int32_t id) {
        auto at = static_cast<std::size_t>(id);
        if (at == counts.size()) {
          counts.push_back(0);
          prefixes.push_back(last_prefix);
        }
        ++counts[at];
      });
    }
    bits_.reserve(counts.size());
    for (std::size_t id = 0; id < counts.size(); ++id) {
      double context = prefixes[id] == NgramTable::kNone
                           ? static_cast<double>(words)
                           : static_cast<double>(counts[static_cast<std::size_t>(prefixes[id])]);
      bits_.push_back(std::log2(context / counts[id]));
    }
  }

  std::size_t size() const { return bits_.size(); }
  double bits(std::size_t id) const { return bits_[id]; }

  // Splits a text and calls visit(n, id) for each of its n-grams that is in a reference; returns how many words
  // the text has.
  template <class Visit>
  std::size_t visit(std::string_view text, std::size_t order, std::vector<std::string_view>& split,
                    std::vector<std::int32_t>& tokens, Visit visit) const {
    split.clear();
    text::split_words(text, split);
    tokens.clear();
    for (std::string_view word : split) tokens.push_back(words_.find(word));
    auto find = [&](std::int32_t prefix, std::int32_t token) {
      return token == util::WordTable::kUnknown ? NgramTable::kNone : ngrams_.find(prefix, token);
    };
    for_each_ngram(tokens, order, find, visit);
    return tokens.size();
  }

 private:
  util::WordTable words_;
  NgramTable ngrams_;
  std::vector<double> bits_;
};

// Counts by n-gram that cost only what was touched to clear.
class Counts {
 public:
  std::int32_t& operator[](std::size_t id) {
    if (values_[id] == 0) touched_.push_back(id);
    return values_[id];
  }

  std::int32_t of(std::size_t id) const { return values_[id]; }

  void clear(std::size_t size) {
    for (std::size_t id : touched_) values_[id] = 0;
    touched_.clear();
    values_.resize(size, 0);
  }

 private:
  std::vector<std::int32_t> values_;
  std::vector<std::size_t> touched_;
};

class Matcher {
 public:
  void set_references(const Information& information, const text::GroupedTexts& references, std::size_t group,
                      std::size_t order) {
    most_.clear(information.size());
    std::size_t words = 0;
    for (std::size_t i = references.group_begin(group); i < references.group_end(group); ++i) {
      seen_.clear(information.size());
      words += information.visit(references[i], order, split_, tokens_, [&](std::size_t, std::int32_t id) {
        auto at = static_cast<std::size_t>(id);
        std::int32_t& most = most_[at];
        most = std::max(most, ++seen_[at]);
      });
    }
    auto count = references.group_end(group) - references.group_begin(group);
    length_ = static_cast<double>(words) / static_cast<double>(count);
  }

  void row(const Information& information, std::string_view candidate, std::size_t order, double* out) {
    std::fill(out, out + order, 0.0);
    seen_.clear(information.size());
    auto visit = [&](std::size_t n, std::int32_t id) {
      auto at = static_cast<std::size_t>(id);
      if (++seen_[at] <= most_.of(at)) out[n] += information.bits(at);
    };
    std::size_t words = information.visit(candidate, order, split_, tokens_, visit);
    for (std::size_t n = 0; n < order; ++n)
      out[order + n] = words > n ? static_cast<double>(words - n) : 0.0;
    out[2 * order] = length_;
  }

 private:
  Counts most_, seen_;  // most_: largest count of an n-gram in one reference
  double length_ = 0;
  std::vector<std::int32_t> tokens_;
  std::vector<std::string_view> split_;
};

}  // namespace

void nist_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, std::size_t order,
                     int threads, double* rows) {
  text::check_references(candidates, references);
  Information information(references, order);
  std::size_t width = 2 * order + 1;
  util::parallel_for<Matcher>(candidates.group_count(), threads, [&](Matcher& matcher, std::size_t group) {
    matcher.set_references(information, references, group, order);
    for (std::size_t i = candidates.group_begin(group); i < candidates.group_end(group); ++i)
      matcher.row(information, candidates[i], order, rows + i * width);
  });
}

}  // namespace pitchpipe::metrics
