#include "metrics/terp_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pitchpipe::metrics {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

}  // namespace

KnownParaphrases::KnownParaphrases(const Paraphrases& table, const Lexicon& lexicon) : table_(&table) {
  words_.reserve(lexicon.size());
  for (std::size_t id = 0; id < lexicon.size(); ++id)
    words_.push_back(table.word(lexicon.word(static_cast<std::int32_t>(id))));
}

void KnownParaphrases::find(std::span<const std::int32_t> reference, std::vector<ParaphrasedPhrase>& found) const {
  found.clear();
  std::vector<std::int32_t> words;
  for (std::int32_t id : reference) words.push_back(word(id));
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t hash = 0;
    for (std::size_t length = 1; length <= table_->longest() && i + length <= words.size(); ++length) {
      std::int32_t last = words[i + length - 1];
      if (last == util::WordTable::kUnknown || !table_->may_begin(hash, last)) break;
      std::int32_t phrase = table_->phrase(std::span(words).subspan(i, length));
      if (phrase == util::WordTable::kUnknown) continue;
      std::span<const Paraphrases::Pair> pairs = table_->of(phrase);
      if (!pairs.empty()) found.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(length), pairs});
    }
  }
}

double TerpSearch::cost(std::span<const std::int32_t> candidate, std::span<const std::int32_t> reference,
                        const Lexicon& lexicon, const KnownParaphrases* paraphrases,
                        std::span<const ParaphrasedPhrase> paraphrased, const TerpCosts& costs,
                        const TerpLimits& limits) {
  costs_ = &costs;
  reference_ = reference;
  if (candidate.empty()) return costs.deletion * static_cast<double>(reference.size());
  if (reference.empty()) return costs.insertion * static_cast<double>(candidate.size());
  distinct_.assign(candidate.begin(), candidate.end());
  std::sort(distinct_.begin(), distinct_.end());
  distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
  current_.clear();
  for (std::int32_t id : candidate)
    current_.push_back(
        static_cast<std::int32_t>(std::lower_bound(distinct_.begin(), distinct_.end(), id) - distinct_.begin()));
  compare_words(lexicon, limits);
  phrases_.clear();
  phrase_words_.clear();
  phrase_reach_ = 0;
  if (paraphrases != nullptr) find_phrases(lexicon, *paraphrases, paraphrased, limits);
  if (phrase_reach_ > 0) index_phrases();
  rows_.assign((candidate.size() + 1) * (reference.size() + 1), kFar);
  edits_ = fill(current_, 0, rows_);
  shifts_ = 0;
  if (limits.shifting == Shifting::kNone || limits.shift_size == 0 || limits.shift_distance == 0) return edits_;
  // Each shift costs something but where a caller makes it free: then the number of words ends it.
  for (std::size_t made = 0; made < 10 * candidate.size() && make_best_shift(lexicon, limits); ++made) {
  }
  return edits_ + shifts_;
}

void TerpSearch::compare_words(const Lexicon& lexicon, const TerpLimits& limits) {
  std::size_t width = reference_.size();
  word_costs_.assign(distinct_.size() * width, costs_->substitution);
  equal_.assign(distinct_.size() * width, 0);
  may_shift_.assign(distinct_.size() * width, 0);
  bool relaxed = limits.shifting == Shifting::kWords || limits.shifting == Shifting::kRelaxed;
  for (std::size_t d = 0; d < distinct_.size(); ++d)
    for (std::size_t i = 0; i < width; ++i) {
      std::size_t at = d * width + i;
      std::int32_t word = distinct_[d], other = reference_[i];
      if (word == other) {
        word_costs_[at] = costs_->match;
        equal_[at] = may_shift_[at] = 1;
        continue;
      }
      bool stem = limits.stems && lexicon.share_stem(word, other);
      bool synonym = limits.synonyms && lexicon.are_synonyms(word, other);
      if (stem) word_costs_[at] = std::min(word_costs_[at], costs_->stem);
      if (synonym) word_costs_[at] = std::min(word_costs_[at], costs_->synonym);
      may_shift_[at] = relaxed && (stem || synonym);
    }
}

// Phrases of the reference whose paraphrases may stand in some order of the candidate's words.
void TerpSearch::find_phrases(const Lexicon& lexicon, const KnownParaphrases& paraphrases,
                              std::span<const ParaphrasedPhrase> paraphrased, const TerpLimits& limits) {
  const Paraphrases& table = paraphrases.table();
  of_table_.resize(table.word_count(), -1);
  for (std::size_t d = 0; d < distinct_.size(); ++d)
    if (std::int32_t known = paraphrases.word(distinct_[d]); known != util::WordTable::kUnknown)
      of_table_[static_cast<std::size_t>(known)] = static_cast<std::int32_t>(d);
  std::vector<std::int32_t> ids;
  for (const auto& [start, length, pairs] : paraphrased)
    for (const Paraphrases::Pair& pair : pairs) {
      // Most paraphrases have a word that the candidate has not, and most often it is the rarest.
      if (pair.rarest < 0 || of_table_[static_cast<std::size_t>(pair.rarest)] < 0 || !(pair.probability > 0)) continue;
      std::size_t first = phrase_words_.size();
      bool whole = table.each_word(pair.phrase, [&](std::int32_t word) {
        std::int32_t d = of_table_[static_cast<std::size_t>(word)];
        if (d >= 0) phrase_words_.push_back(d);
        return d >= 0;
      });
      if (!whole) {
        phrase_words_.resize(first);
        continue;
      }
      ids.clear();
      for (std::size_t k = first; k < phrase_words_.size(); ++k)
        ids.push_back(distinct_[static_cast<std::size_t>(phrase_words_[k])]);
      if (!within_) within_ = std::make_unique<TerpSearch>();
      double edits =
          within_->cost(ids, reference_.subspan(static_cast<std::size_t>(start), static_cast<std::size_t>(length)),
                        lexicon, nullptr, {}, *costs_, limits);
      double p = static_cast<double>(pair.probability);
      const double* w = costs_->paraphrase;
      double cost = std::max(0.0, w[0] + edits * (w[1] * std::log10(p) + w[2] * p + w[3]));
      phrases_.push_back({start, length, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(ids.size()), cost});
      phrase_reach_ = std::max(phrase_reach_, ids.size());
    }
  for (std::int32_t id : distinct_)
    if (std::int32_t known = paraphrases.word(id); known != util::WordTable::kUnknown)
      of_table_[static_cast<std::size_t>(known)] = -1;
}

void TerpSearch::index_phrases() {
  auto last = [&](const Phrase& phrase) {
    return static_cast<std::size_t>(phrase_words_[phrase.words + phrase.length - 1]);
  };
  starts_.assign(reference_.size() + 1, 0);
  last_starts_.assign(distinct_.size() + 1, 0);
  for (const Phrase& phrase : phrases_) {
    ++starts_[static_cast<std::size_t>(phrase.reference_start) + 1];
    ++last_starts_[last(phrase) + 1];
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  for (std::size_t d = 1; d < last_starts_.size(); ++d) last_starts_[d] += last_starts_[d - 1];
  by_last_.resize(phrases_.size());
  // From the back, so that phrases with the same last word keep their order.
  last_ends_.assign(last_starts_.begin() + 1, last_starts_.end());
  for (std::size_t p = phrases_.size(); p-- > 0;) by_last_[--last_ends_[last(phrases_[p])]] = phrases_[p];
}

// Row j of `rows` has the costs of the first j words against each prefix of the reference; rows up to `from` are known.
double TerpSearch::fill(std::span<const std::int32_t> words, std::size_t from, std::vector<double>& rows) const {
  std::size_t width = reference_.size() + 1;
  double insertion = costs_->insertion, deletion = costs_->deletion;
  if (from == 0) {
    for (std::size_t i = 0; i < width; ++i) rows[i] = static_cast<double>(i) * deletion;
  }
  for (std::size_t j = from + 1; j <= words.size(); ++j) {
    double* row = rows.data() + j * width;
    const double* above = row - width;
    const double* cost = word_costs_.data() + static_cast<std::size_t>(words[j - 1]) * reference_.size();
    row[0] = above[0] + insertion;
    for (std::size_t i = 1; i < width; ++i)
      row[i] = std::min(above[i - 1] + cost[i - 1], above[i] + insertion);
    if (phrase_reach_ > 0)
      for (const Phrase& phrase : phrases_ending(words[j - 1])) {
        std::size_t length = phrase.length, i = static_cast<std::size_t>(phrase.reference_start);
        if (length > j || !phrase_fits(phrase, words, j - length)) continue;
        double before = rows[(j - length) * width + i];
        double& there = row[i + static_cast<std::size_t>(phrase.reference_length)];
        there = std::min(there, before + phrase.cost);
      }
    for (std::size_t i = 1; i < width; ++i) row[i] = std::min(row[i], row[i - 1] + deletion);
  }
  return rows[words.size() * width + reference_.size()];
}

// Follows the cheapest edits back from the end. Of equals, TERp takes what it comes to first: the longest paraphrase, then
// a match or substitution, an insertion, a deletion.
void TerpSearch::trace(std::span<const std::int32_t> words) {
  std::size_t width = reference_.size() + 1;
  errors_.candidate.assign(words.size(), 0);
  errors_.reference.assign(reference_.size(), 0);
  errors_.of_candidate.assign(words.size(), -1);
  errors_.of_reference.assign(reference_.size(), -1);
  std::size_t i = reference_.size(), j = words.size();
  while (i > 0 || j > 0) {
    double here = rows_[j * width + i];
    const Phrase* used = nullptr;
    std::size_t used_at = 0;
    if (j > 0 && phrase_reach_ > 0)
      for (const Phrase& phrase : phrases_ending(words[j - 1])) {
        std::size_t length = phrase.length, begin = static_cast<std::size_t>(phrase.reference_start);
        if (begin + static_cast<std::size_t>(phrase.reference_length) != i || length > j) continue;
        if (!phrase_fits(phrase, words, j - length)) continue;
        if (rows_[(j - length) * width + begin] + phrase.cost != here) continue;
        if (length == 1 && phrase.reference_length == 1 &&
            rows_[(j - 1) * width + i - 1] + substitution(words[j - 1], i - 1) == here)
          continue;
        used = &phrase;
        used_at = begin;
        break;
      }
    if (used != nullptr) {
      std::size_t begin = j - used->length;
      for (std::size_t k = begin; k < j; ++k) {
        errors_.candidate[k] = 1;
        errors_.of_candidate[k] = static_cast<std::int32_t>(used_at);
      }
      for (std::size_t k = used_at; k < i; ++k) {
        errors_.reference[k] = 1;
        errors_.of_reference[k] = static_cast<std::int32_t>(begin);
      }
      i = used_at;
      j = begin;
    } else if (i > 0 && j > 0 && rows_[(j - 1) * width + i - 1] + substitution(words[j - 1], i - 1) == here) {
      --i, --j;
      bool wrong = equal_[static_cast<std::size_t>(words[j]) * reference_.size() + i] == 0;
      errors_.candidate[j] = errors_.reference[i] = wrong;
      errors_.of_candidate[j] = static_cast<std::int32_t>(i);
      errors_.of_reference[i] = static_cast<std::int32_t>(j);
    } else if (j > 0 && rows_[(j - 1) * width + i] + costs_->insertion == here) {
      --j;
      errors_.candidate[j] = 1;
      errors_.of_candidate[j] = static_cast<std::int32_t>(i) - 1;
    } else {
      --i;
      errors_.reference[i] = 1;
      errors_.of_reference[i] = static_cast<std::int32_t>(j) - 1;
    }
  }
}

bool TerpSearch::make_best_shift(const Lexicon& lexicon, const TerpLimits& limits) {
  trace(current_);
  gather(lexicon, limits);
  double best_edits = edits_, best_cost = 0;
  bool any = false;
  std::size_t width = reference_.size() + 1;
  for (std::size_t size = by_size_.size(); size-- > 0;) {
    // TERp takes it that a shift of n words repairs 2n edits of cost 1 at most.
    double most = 2.0 * static_cast<double>(size + 1);
    for (const Shift& shift : by_size_[size]) {
      double gained = edits_ - (best_cost + best_edits);
      if (gained > most || (best_cost != 0 && gained == most)) break;
      shifted(current_, shift, moved_);
      std::size_t same = static_cast<std::size_t>(std::min(shift.start, shift.to + 1));
      tried_.resize(rows_.size());
      std::size_t back = same >= phrase_reach_ ? same - phrase_reach_ : 0;
      std::size_t known = (phrase_reach_ > 0 ? back : same) * width;
      std::copy(rows_.begin() + static_cast<std::ptrdiff_t>(known),
                rows_.begin() + static_cast<std::ptrdiff_t>((same + 1) * width),
                tried_.begin() + static_cast<std::ptrdiff_t>(known));
      double edits = fill(moved_, same, tried_);
      double gain = (best_edits + best_cost) - (edits + costs_->shift);
      if (!(gain > 0 || (best_cost == 0 && gain == 0))) continue;
      any = true;
      best_edits = edits;
      best_cost = costs_->shift;
      best_moved_ = moved_;
    }
  }
  if (!any) return false;
  current_ = best_moved_;
  shifts_ += best_cost;
  edits_ = fill(current_, 0, rows_);
  return true;
}

void TerpSearch::gather(const Lexicon& lexicon, const TerpLimits& limits) {
  by_size_.resize(limits.shift_size + 1);
  for (auto& shifts : by_size_) shifts.clear();
  for (std::size_t i = 0; i < reference_.size(); ++i)
    for (std::size_t j = 0; j < current_.size(); ++j) extend(lexicon, limits, j, i, 0, 0);
  for (auto& shifts : by_size_) {
    std::sort(shifts.begin(), shifts.end());
    shifts.erase(std::unique(shifts.begin(), shifts.end()), shifts.end());
  }
}

// Words that match one after the other; a paraphrase may come between, and only words end a sequence, as in TERp.
void TerpSearch::extend(const Lexicon& lexicon, const TerpLimits& limits, std::size_t start,
                        std::size_t reference_start, std::size_t length, std::size_t reference_length) {
  for (; length < limits.shift_size; ++length, ++reference_length) {
    std::size_t j = start + length, i = reference_start + reference_length;
    if (j >= current_.size() || i >= reference_.size()) return;
    if (limits.shifting == Shifting::kRelaxed && phrase_reach_ > 0)
      for (const Phrase& phrase : phrases_at(i))
        if (phrase_fits(phrase, current_, j))
          extend(lexicon, limits, start, reference_start, length + phrase.length,
                 reference_length + static_cast<std::size_t>(phrase.reference_length));
    if (!matches(current_[j], i)) return;
    propose(lexicon, limits, start, j, reference_start, i);
  }
}

void TerpSearch::propose(const Lexicon& lexicon, const TerpLimits& limits, std::size_t start, std::size_t end,
                         std::size_t reference_start, std::size_t reference_end) {
  auto any = [](const std::vector<char>& wrong, std::size_t from, std::size_t to) {
    return std::any_of(wrong.begin() + static_cast<std::ptrdiff_t>(from),
                       wrong.begin() + static_cast<std::ptrdiff_t>(to) + 1, [](char one) { return one != 0; });
  };
  if (!any(errors_.candidate, start, end) || !any(errors_.reference, reference_start, reference_end)) return;
  bool only_stop_words = true;
  for (std::size_t j = start; j <= end; ++j)
    only_stop_words = only_stop_words && lexicon.is_marked(distinct_[static_cast<std::size_t>(current_[j])]);
  if (only_stop_words) return;
  only_stop_words = true;
  for (std::size_t i = reference_start; i <= reference_end; ++i)
    only_stop_words = only_stop_words && lexicon.is_marked(reference_[i]);
  if (only_stop_words) return;

  auto first = static_cast<std::int32_t>(start), last = static_cast<std::int32_t>(end);
  const std::vector<std::int32_t>& of = errors_.of_reference;
  std::int32_t target = of[reference_start];
  auto distance = static_cast<std::int32_t>(std::min<std::size_t>(limits.shift_distance, 1'000'000));
  if (target == first || (target >= first && target <= last) || std::abs(target - first) > distance) return;
  std::size_t words = std::max(end - start, reference_end - reference_start);
  auto& shifts = by_size_[std::min(words, by_size_.size() - 1)];
  if (reference_start == 0) shifts.push_back({first, last, -1});
  for (std::size_t k = reference_start == 0 ? 0 : reference_start - 1; k <= reference_start + (end - start); ++k) {
    if (k >= of.size()) break;
    if (of[k] == first || (k != reference_start && of[k] == target)) continue;
    shifts.push_back({first, last, of[k]});
  }
}

void TerpSearch::shifted(std::span<const std::int32_t> words, const Shift& shift, std::vector<std::int32_t>& out) {
  out.clear();
  auto append = [&](std::int32_t from, std::int32_t to) {
    for (std::int32_t k = from; k < to && k < static_cast<std::int32_t>(words.size()); ++k)
      out.push_back(words[static_cast<std::size_t>(k)]);
  };
  auto count = static_cast<std::int32_t>(words.size());
  // Words that go to a place among themselves let as many words behind them pass.
  std::int32_t to = shift.to < shift.start || shift.to > shift.end ? shift.to : shift.end + shift.to - shift.start;
  to = std::min(to, count - 1);
  if (to < shift.start) {
    append(0, to + 1);
    append(shift.start, shift.end + 1);
    append(to + 1, shift.start);
    append(shift.end + 1, count);
  } else {
    append(0, shift.start);
    append(shift.end + 1, to + 1);
    append(shift.start, shift.end + 1);
    append(std::max(to, shift.end) + 1, count);
  }
}

}  // namespace pitchpipe::metrics
