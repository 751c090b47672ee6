#include "lm/kneser_ney.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "lm/language_model.h"

namespace pitchpipe::lm {
namespace {

// What ARPA files have for the logarithm of 0, which discounts of 0 lead to; readers refuse what is not finite.
constexpr float kLogZero = -99;

float finite_log10(float value) { return value > 0 ? std::log10(value) : kLogZero; }

constexpr std::uint64_t kPruned = std::uint64_t{1} << 63;

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// The words that can follow one context.
struct Followers {
  struct Word {
    std::uint32_t word;
    std::uint64_t count;
    bool pruned;
  };
  std::vector<Word> words;

  // What the probabilities are divided by, and what is left over for shorter n-grams: discounts, and all of the
  // pruned. The order of the operations is lmplz's.
  float denominator() const {
    std::uint64_t sum = 0;
    for (const Word& word : words) sum += word.count;
    return static_cast<float>(sum);
  }
  float gamma(const Discounts& discounts) const {
    std::uint64_t pruned = 0;
    std::uint64_t kept[4] = {};
    for (const Word& word : words) {
      if (word.pruned)
        pruned += word.count;
      else if (word.count > 0)
        ++kept[std::min<std::uint64_t>(word.count, 3)];
    }
    float rest = 0;
    for (unsigned i = 1; i <= 3; ++i) rest += discounts[i] * static_cast<float>(kept[i]);
    rest += static_cast<float>(pruned);
    return rest / denominator();
  }
};

float discounted(std::uint64_t count, const Discounts& discounts) {
  return static_cast<float>(count) - discounts[std::min<std::uint64_t>(count, 3)];
}

bool comes_before(const std::uint32_t* a, const std::uint32_t* b, unsigned words) {
  return std::lexicographical_compare(a, a + words, b, b + words);
}

}  // namespace

KneserNey::KneserNey(Settings settings) : settings_(std::move(settings)) {
  unsigned order = settings_.order;
  if (order < 1 || order > kMostOrder || settings_.thresholds.size() != order)
    throw std::invalid_argument("the order is 1 to 7, with a threshold for each");
  counts_.resize(order);
  shares_.resize(order);
  gammas_.resize(order);
  probabilities_.resize(order);
  rows_.resize(order);
}

util::SortedRuns::Settings KneserNey::sorting(std::size_t width, std::size_t key, std::size_t share) const {
  return {width, key, settings_.memory / share, settings_.folder, settings_.threads};
}

std::vector<CountStatistics> KneserNey::adjust(NgramCounter& counter) {
  if (counter.order() != settings_.order) throw std::invalid_argument("the counts are of another order");
  // Keys are the words before the last, from last to first, and then the last word.
  for (unsigned n = 1; n <= settings_.order; ++n)
    counts_[n - 1] = std::make_unique<util::SortedRuns>(sorting(n + 2, n, std::size_t{2} * settings_.order));
  auto add = [&](const AdjustedNgram& ngram) {
    std::uint32_t record[kMostOrder + 2];
    std::copy_n(ngram.reversed + 1, ngram.order - 1, record);
    record[ngram.order - 1] = ngram.reversed[0];
    std::uint64_t count = ngram.count | (ngram.pruned ? kPruned : 0);
    record[ngram.order] = static_cast<std::uint32_t>(count >> 32);
    record[ngram.order + 1] = static_cast<std::uint32_t>(count);
    counts_[ngram.order - 1]->add(record);
  };
  auto statistics = adjust_counts(counter.counted(), settings_.order, settings_.thresholds, add);
  vocabulary_ = statistics[0].kept - 1;
  return statistics;
}

void KneserNey::discount(unsigned n, const Discounts& discounts) {
  if (n < 1 || n > settings_.order || !counts_[n - 1])
    throw std::invalid_argument("the counts of this order have not been adjusted or are discounted already");
  shares_[n - 1] = std::make_unique<util::SortedRuns>(sorting(n + 2, n, 4));
  if (n > 1) gammas_[n - 2] = std::make_unique<Spool>(settings_.folder, n);
  std::vector<std::uint32_t> context(n - 1);
  Followers followers;

  auto close_context = [&] {
    if (followers.words.empty()) return;
    float denominator = followers.denominator(), gamma = followers.gamma(discounts);
    std::uint32_t record[kMostOrder + 2];
    std::copy(context.begin(), context.end(), record + 1);
    for (const Followers::Word& word : followers.words) {
      if (word.pruned) continue;
      bool begin = n == 1 && word.word == kBegin;  // certain: it is given, never predicted
      record[0] = word.word;
      record[n] = bits_of(begin ? 1.0f : discounted(word.count, discounts) / denominator);
      record[n + 1] = bits_of(begin ? 0.0f : gamma);
      shares_[n - 1]->add(record);
    }
    if (n > 1) {
      std::uint32_t* out = gammas_[n - 2]->add();
      std::copy(context.begin(), context.end(), out);
      out[n - 1] = bits_of(gamma);
    }
    followers.words.clear();
  };

  counts_[n - 1]->merge([&](const std::uint32_t* record) {
    if (!std::equal(context.begin(), context.end(), record)) {
      close_context();
      std::copy_n(record, n - 1, context.begin());
    }
    std::uint64_t count = std::uint64_t{record[n]} << 32 | record[n + 1];
    followers.words.push_back({record[n - 1], count & ~kPruned, (count & kPruned) != 0});
  });
  close_context();
  counts_[n - 1].reset();
  if (n > 1) gammas_[n - 2]->finish();
}

const Spool& KneserNey::interpolate(unsigned n) {
  bool highest = n == settings_.order;
  if (n < 1 || n > settings_.order || !shares_[n - 1] || (!highest && !gammas_[n - 1]) ||
      (n > 1 && !rows_[n - 2]))
    throw std::invalid_argument("the shorter n-grams come first, and the longer ones must have been discounted");
  rows_[n - 1] = std::make_unique<Spool>(settings_.folder, n + 2);
  if (!highest) probabilities_[n - 1] = std::make_unique<Spool>(settings_.folder, n + 1);
  std::unique_ptr<Spool::Reader> shorter, gammas;
  if (n > 1) shorter = std::make_unique<Spool::Reader>(*probabilities_[n - 2]);
  if (!highest) gammas = std::make_unique<Spool::Reader>(*gammas_[n - 1]);
  auto uniform = static_cast<float>(1.0 / static_cast<double>(static_cast<float>(vocabulary_)));

  shares_[n - 1]->merge([&](const std::uint32_t* record) {
    float lower = uniform;
    if (shorter) {
      while (!shorter->empty() && comes_before(shorter->record(), record, n - 1)) shorter->advance();
      if (shorter->empty() || !std::equal(record, record + n - 1, shorter->record()))
        throw std::logic_error("an n-gram is kept and its end is not");
      lower = float_of(shorter->record()[n - 1]);
    }
    float probability = float_of(record[n]) + float_of(record[n + 1]) * lower;
    float backoff = 1;
    if (gammas) {
      while (!gammas->empty() && comes_before(gammas->record(), record, n)) gammas->advance();
      if (!gammas->empty() && std::equal(record, record + n, gammas->record()))
        backoff = float_of(gammas->record()[n]);
    }
    if (!highest) {
      std::uint32_t* out = probabilities_[n - 1]->add();
      std::copy_n(record, n, out);
      out[n] = bits_of(probability);
    }
    std::uint32_t* row = rows_[n - 1]->add();
    std::reverse_copy(record, record + n, row);
    row[n] = bits_of(std::min(0.0f, finite_log10(probability)));
    row[n + 1] = bits_of(finite_log10(backoff));
  });
  shares_[n - 1].reset();
  if (n > 1) probabilities_[n - 2].reset();
  if (!highest) {
    probabilities_[n - 1]->finish();
    gammas_[n - 1].reset();
  }
  rows_[n - 1]->finish();
  return *rows_[n - 1];
}

}  // namespace pitchpipe::lm
