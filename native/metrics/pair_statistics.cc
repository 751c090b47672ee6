#include "metrics/pair_statistics.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include "metrics/chrf_tokens.h"
#include "metrics/shared_ngrams.h"
#include "text/words.h"
#include "util/parallel.h"
#include "util/word_table.h"

namespace pitchpipe::metrics {
namespace {

// The texts of a group: its candidates, then its references unless they are the same.
struct Group {
  Group(const text::GroupedTexts& candidates, const text::GroupedTexts* references, std::size_t group)
      : candidates_(candidates), references_(references), begin_(candidates.group_begin(group)) {
    count = candidates.group_end(group) - begin_;
    if (!references) {
      reference_count = count;
      return;
    }
    reference_begin_ = references->group_begin(group);
    reference_count = references->group_end(group) - reference_begin_;
    first_reference = count;
  }

  template <class Visit>
  void for_each_text(Visit visit) const {
    for (std::size_t i = 0; i < count; ++i) visit(candidates_[begin_ + i]);
    if (!references_) return;
    for (std::size_t i = 0; i < reference_count; ++i) visit((*references_)[reference_begin_ + i]);
  }

  std::size_t count = 0, reference_count = 0;
  std::size_t first_reference = 0;  // its number among the texts

 private:
  const text::GroupedTexts& candidates_;
  const text::GroupedTexts* references_;
  std::size_t begin_, reference_begin_ = 0;
};

// Rows of BLEU: matches, n-grams of the candidate, reference length.
class BleuPairs {
 public:
  using Settings = std::size_t;  // the order
  static std::size_t width(Settings order) { return 2 * order + 1; }

  void read(const Group& group, Settings order) {
    order_ = order;
    words_.clear();
    shared_.clear(order);
    group.for_each_text([&](std::string_view text) {
      split_.clear();
      text::split_words(text, split_);
      tokens_.clear();
      for (std::string_view word : split_) tokens_.push_back(words_.intern(word));
      shared_.add(tokens_);
    });
    shared_.finish();
    matches_.resize(order);
  }

  void row(std::size_t candidate, std::size_t reference, double* out) {
    shared_.matches(candidate, reference, matches_.data());
    for (std::size_t n = 0; n < order_; ++n) out[n] = matches_[n];
    counts(candidate, out);
    out[2 * order_] = static_cast<double>(shared_.count(reference, 0));
  }

  // The row of the reversed pair, from that of a pair.
  void reversed(std::size_t candidate, std::size_t reference, const double* row, double* out) const {
    for (std::size_t n = 0; n < order_; ++n) out[n] = row[n];
    counts(candidate, out);
    out[2 * order_] = static_cast<double>(shared_.count(reference, 0));
  }

  void average(std::span<const double> weights, std::size_t first) {
    shared_.average(weights, first);
    length_ = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
      length_ += weights[i] * static_cast<double>(shared_.count(first + i, 0));
  }

  void average_row(std::size_t candidate, double* out) const {
    shared_.average_matches(candidate, out);
    counts(candidate, out);
    out[2 * order_] = length_;
  }

 private:
  void counts(std::size_t candidate, double* out) const {
    for (std::size_t n = 0; n < order_; ++n) out[order_ + n] = static_cast<double>(shared_.count(candidate, n));
  }

  std::size_t order_ = 0;
  double length_ = 0;
  util::WordTable words_;
  SharedNgrams shared_;
  std::vector<std::string_view> split_;
  std::vector<std::int32_t> tokens_, matches_;
};

// Rows of chrF: matches, n-grams of the candidate and of the reference; of characters and then of words.
class ChrfPairs {
 public:
  using Settings = ChrfSettings;
  static std::size_t width(const Settings& settings) { return 3 * settings.orders(); }

  void read(const Group& group, const Settings& settings) {
    characters_ = settings.characters;
    orders_ = settings.orders();
    vocabulary_.clear();
    letters_.clear(characters_);
    words_.clear(settings.words);
    group.for_each_text([&](std::string_view text) {
      tokens_.read(text, settings, [&](std::string_view word) { return vocabulary_.intern(word); });
      letters_.add(tokens_.characters());
      words_.add(tokens_.words());
    });
    letters_.finish();
    words_.finish();
    matches_.resize(orders_);
  }

  void row(std::size_t candidate, std::size_t reference, double* out) {
    letters_.matches(candidate, reference, matches_.data());
    words_.matches(candidate, reference, matches_.data() + characters_);
    for (std::size_t n = 0; n < orders_; ++n) out[n] = matches_[n];
    counts(candidate, reference, out);
  }

  void reversed(std::size_t candidate, std::size_t reference, const double* row, double* out) const {
    for (std::size_t n = 0; n < orders_; ++n) out[n] = row[n];
    counts(candidate, reference, out);
  }

  void average(std::span<const double> weights, std::size_t first) {
    letters_.average(weights, first);
    words_.average(weights, first);
    counts_.assign(orders_, 0.0);
    for (std::size_t i = 0; i < weights.size(); ++i)
      for (std::size_t n = 0; n < orders_; ++n) counts_[n] += weights[i] * count(first + i, n);
  }

  void average_row(std::size_t candidate, double* out) const {
    letters_.average_matches(candidate, out);
    words_.average_matches(candidate, out + characters_);
    for (std::size_t n = 0; n < orders_; ++n) {
      out[orders_ + n] = counts_[n] > 0 ? count(candidate, n) : 0.0;
      out[2 * orders_ + n] = counts_[n];
    }
  }

 private:
  double count(std::size_t text, std::size_t n) const {
    return static_cast<double>(n < characters_ ? letters_.count(text, n) : words_.count(text, n - characters_));
  }

  void counts(std::size_t candidate, std::size_t reference, double* out) const {
    for (std::size_t n = 0; n < orders_; ++n) {
      double in_reference = count(reference, n);
      out[orders_ + n] = in_reference > 0 ? count(candidate, n) : 0.0;
      out[2 * orders_ + n] = in_reference;
    }
  }

  std::size_t characters_ = 0, orders_ = 0;
  util::WordTable vocabulary_;
  ChrfTokens tokens_;
  SharedNgrams letters_, words_;
  std::vector<std::int32_t> matches_;
  std::vector<double> counts_;
};

template <class Pairs>
void pair_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts* references,
                     const typename Pairs::Settings& settings, int threads, double* rows) {
  if (references) text::check_references(candidates, *references);
  std::vector<std::size_t> first{0};  // pairs before each group
  for (std::size_t g = 0; g < candidates.group_count(); ++g) {
    Group group(candidates, references, g);
    first.push_back(first.back() + group.count * group.reference_count);
  }
  std::size_t width = Pairs::width(settings);
  auto work = [&](Pairs& pairs, std::size_t g) {
    Group group(candidates, references, g);
    pairs.read(group, settings);
    double* out = rows + first[g] * width;
    auto at = [&](std::size_t i, std::size_t j) { return out + (i * group.reference_count + j) * width; };
    for (std::size_t i = 0; i < group.count; ++i) {
      for (std::size_t j = references ? 0 : i; j < group.reference_count; ++j) {
        pairs.row(i, group.first_reference + j, at(i, j));
        if (!references && j > i) pairs.reversed(j, i, at(i, j), at(j, i));
      }
    }
  };
  util::parallel_for<Pairs>(candidates.group_count(), threads, work, 1);
}

template <class Pairs>
void average_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts* references,
                        std::span<const double> weights, const typename Pairs::Settings& settings, int threads,
                        double* rows) {
  const text::GroupedTexts& others = references ? *references : candidates;
  if (references) text::check_references(candidates, *references);
  std::size_t width = Pairs::width(settings);
  auto work = [&](Pairs& pairs, std::size_t g) {
    Group group(candidates, references, g);
    pairs.read(group, settings);
    pairs.average(weights.subspan(others.group_begin(g), group.reference_count), group.first_reference);
    for (std::size_t i = 0; i < group.count; ++i)
      pairs.average_row(i, rows + (candidates.group_begin(g) + i) * width);
  };
  util::parallel_for<Pairs>(candidates.group_count(), threads, work, 1);
}

}  // namespace

void bleu_pair_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts* references,
                          std::size_t order, int threads, double* rows) {
  pair_statistics<BleuPairs>(candidates, references, order, threads, rows);
}

void chrf_pair_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts* references,
                          const ChrfSettings& settings, int threads, double* rows) {
  pair_statistics<ChrfPairs>(candidates, references, settings, threads, rows);
}

void bleu_average_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts* references,
                             std::span<const double> weights, std::size_t order, int threads, double* rows) {
  average_statistics<BleuPairs>(candidates, references, weights, order, threads, rows);
}

void chrf_average_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts* references,
                             std::span<const double> weights, const ChrfSettings& settings, int threads,
                             double* rows) {
  average_statistics<ChrfPairs>(candidates, references, weights, settings, threads, rows);
}

}  // namespace pitchpipe::metrics
