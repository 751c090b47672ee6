#include "metrics/bleu.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "metrics/ngram_table.h"
#include "text/words.h"
#include "util/parallel.h"
#include "util/word_table.h"

namespace pitchpipe::metrics {
namespace {

double reference_length(const std::vector<std::size_t>& lengths, std::size_t candidate, ReferenceLength how) {
  if (how == ReferenceLength::kShortest)
    return static_cast<double>(*std::min_element(lengths.begin(), lengths.end()));
  if (how == ReferenceLength::kAverage) {
    std::size_t sum = 0;
    for (std::size_t length : lengths) sum += length;
    return static_cast<double>(sum) / static_cast<double>(lengths.size());
  }
  auto distance = [&](std::size_t length) {
    return length > candidate ? length - candidate : candidate - length;
  };
  std::size_t best = lengths.front();
  for (std::size_t length : lengths)
    if (distance(length) < distance(best) || (distance(length) == distance(best) && length < best))
      best = length;
  return static_cast<double>(best);
}

class Matcher {
 public:
  void set_references(const text::GroupedTexts& references, std::size_t group, std::size_t order) {
    order_ = order;
    words_.clear();
    ngrams_.clear();
    most_.clear();
    lengths_.clear();
    for (std::size_t i = references.group_begin(group); i < references.group_end(group); ++i) {
      split(references[i], [&](std::string_view word) { return words_.intern(word); });
      lengths_.push_back(tokens_.size());
      count_.assign(count_.size(), 0);
      auto intern = [&](std::int32_t prefix, std::int32_t token) { return ngrams_.intern(prefix, token); };
      for_each_ngram(tokens_, order, intern, [&](std::size_t, std::int32_t id) {
        auto at = static_cast<std::size_t>(id);
        if (at >= most_.size()) most_.resize(at + 1, 0);
        if (at >= count_.size()) count_.resize(at + 1, 0);
        most_[at] = std::max(most_[at], ++count_[at]);
      });
    }
  }

  void row(std::string_view candidate, ReferenceLength length, double* out) {
    split(candidate, [&](std::string_view word) { return words_.find(word); });
    std::fill(out, out + order_, 0.0);
    count_.assign(most_.size(), 0);
    auto find = [&](std::int32_t prefix, std::int32_t token) {
      return token == util::WordTable::kUnknown ? NgramTable::kNone : ngrams_.find(prefix, token);
    };
    for_each_ngram(tokens_, order_, find, [&](std::size_t n, std::int32_t id) {
      auto at = static_cast<std::size_t>(id);
      if (++count_[at] <= most_[at]) out[n] += 1;
    });
    for (std::size_t n = 0; n < order_; ++n)
      out[order_ + n] = tokens_.size() > n ? static_cast<double>(tokens_.size() - n) : 0.0;
    out[2 * order_] = reference_length(lengths_, tokens_.size(), length);
  }

 private:
  template <class Id>
  void split(std::string_view text, Id id) {
    split_.clear();
    text::split_words(text, split_);
    tokens_.clear();
    for (std::string_view word : split_) tokens_.push_back(id(word));
  }

  std::size_t order_ = 0;
  util::WordTable words_;
  NgramTable ngrams_;
  std::vector<std::int32_t> most_, count_, tokens_;  // most_: largest count of an n-gram in one reference
  std::vector<std::size_t> lengths_;
  std::vector<std::string_view> split_;
};

}  // namespace

void bleu_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, std::size_t order,
                     ReferenceLength length, int threads, double* rows) {
  text::check_references(candidates, references);
  std::size_t width = 2 * order + 1;
  util::parallel_for<Matcher>(candidates.group_count(), threads, [&](Matcher& matcher, std::size_t group) {
    if (candidates.group_begin(group) == candidates.group_end(group)) return;
    matcher.set_references(references, group, order);
    for (std::size_t i = candidates.group_begin(group); i < candidates.group_end(group); ++i)
      matcher.row(candidates[i], length, rows + i * width);
  });
}

}  // namespace pitchpipe::metrics
