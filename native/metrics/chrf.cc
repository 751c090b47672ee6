#include "metrics/chrf.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "metrics/chrf_tokens.h"
#include "metrics/ngram_table.h"
#include "util/parallel.h"
#include "util/word_table.h"

namespace pitchpipe::metrics {
namespace {

// The n-grams of each reference, and how many of them a candidate matches.
class Overlap {
 public:
  void clear(std::size_t order, std::size_t references) {
    order_ = order;
    references_ = references;
    ngrams_.clear();
    counts_.clear();
    lengths_.assign(references, 0);
  }

  void add_reference(std::size_t reference, std::span<const std::int32_t> tokens) {
    lengths_[reference] = tokens.size();
    auto intern = [&](std::int32_t prefix, std::int32_t token) { return ngrams_.intern(prefix, token); };
    for_each_ngram(tokens, order_, intern, [&](std::size_t, std::int32_t id) {
      auto at = static_cast<std::size_t>(id) * references_;
      if (at >= counts_.size()) counts_.resize(at + references_, 0);
      ++counts_[at + reference];
    });
  }

  void match(std::span<const std::int32_t> tokens) {
    length_ = tokens.size();
    matches_.assign(references_ * order_, 0);
    seen_.assign(ngrams_.size(), 0);
    auto find = [&](std::int32_t prefix, std::int32_t token) { return ngrams_.find(prefix, token); };
    for_each_ngram(tokens, order_, find, [&](std::size_t n, std::int32_t id) {
      auto at = static_cast<std::size_t>(id);
      std::int32_t seen = ++seen_[at];
      for (std::size_t r = 0; r < references_; ++r)
        matches_[r * order_ + n] += seen <= counts_[at * references_ + r];
    });
  }

  // Statistics of the last match, a value for each order; the three parts are `stride` apart.
  void write(std::size_t reference, std::size_t stride, double* out) const {
    for (std::size_t n = 0; n < order_; ++n) {
      double in_reference = count(lengths_[reference], n);
      out[n] = static_cast<double>(matches_[reference * order_ + n]);
      out[stride + n] = in_reference > 0 ? count(length_, n) : 0.0;
      out[2 * stride + n] = in_reference;
    }
  }

 private:
  static double count(std::size_t length, std::size_t n) {
    return length > n ? static_cast<double>(length - n) : 0.0;
  }

  std::size_t order_ = 0, references_ = 0, length_ = 0;
  NgramTable ngrams_;
  std::vector<std::int32_t> counts_, seen_;  // counts_: a row of references for each n-gram
  std::vector<std::size_t> lengths_, matches_;
};

// Adds up in sacreBLEU's order, so that references it finds equal are equal here.
double f_score(const double* row, std::size_t orders, double beta) {
  double precision = 0, recall = 0, counted = 0;
  for (std::size_t n = 0; n < orders; ++n) {
    if (row[orders + n] == 0 || row[2 * orders + n] == 0) continue;
    precision += row[n] / row[orders + n];
    recall += row[n] / row[2 * orders + n];
    counted += 1;
  }
  if (precision + recall == 0) return 0;
  precision /= counted;
  recall /= counted;
  double factor = beta * beta;
  return (1 + factor) * precision * recall / (factor * precision + recall);
}

class Matcher {
 public:
  void set_references(const text::GroupedTexts& references, std::size_t group, const ChrfSettings& settings) {
    begin_ = references.group_begin(group);
    end_ = references.group_end(group);
    words_.clear();
    character_overlap_.clear(settings.characters, end_ - begin_);
    word_overlap_.clear(settings.words, end_ - begin_);
    for (std::size_t i = begin_; i < end_; ++i) {
      tokens_.read(references[i], settings, [&](std::string_view word) { return words_.intern(word); });
      character_overlap_.add_reference(i - begin_, tokens_.characters());
      word_overlap_.add_reference(i - begin_, tokens_.words());
    }
  }

  void row(std::string_view candidate, const ChrfSettings& settings, double* out) {
    tokens_.read(candidate, settings, [&](std::string_view word) { return words_.find(word); });
    character_overlap_.match(tokens_.characters());
    word_overlap_.match(tokens_.words());
    std::size_t orders = settings.orders();
    row_.resize(3 * orders);
    double best = -1;
    for (std::size_t reference = 0; reference < end_ - begin_; ++reference) {
      character_overlap_.write(reference, orders, row_.data());
      word_overlap_.write(reference, orders, row_.data() + settings.characters);
      double score = f_score(row_.data(), orders, settings.beta);
      if (score <= best) continue;
      best = score;
      std::copy(row_.begin(), row_.end(), out);
    }
  }

 private:
  std::size_t begin_ = 0, end_ = 0;
  util::WordTable words_;
  Overlap character_overlap_, word_overlap_;
  ChrfTokens tokens_;
  std::vector<double> row_;
};

}  // namespace

void chrf_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references,
                     const ChrfSettings& settings, int threads, double* rows) {
  text::check_references(candidates, references);
  std::size_t width = 3 * settings.orders();
  util::parallel_for<Matcher>(candidates.group_count(), threads, [&](Matcher& matcher, std::size_t group) {
    matcher.set_references(references, group, settings);
    for (std::size_t i = candidates.group_begin(group); i < candidates.group_end(group); ++i)
      matcher.row(candidates[i], settings, rows + i * width);
  });
}

}  // namespace pitchpipe::metrics
