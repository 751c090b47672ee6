#include "grammar/sentence_rules.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace pitchpipe::grammar {

void SentenceRules::find(std::span<const std::int32_t> source, std::span<const std::int32_t> target,
                         std::span<const phrases::WordLink> links, std::span<const std::int32_t> labels,
                         std::vector<std::uint32_t>& found) {
  labels_ = labels;
  source_ = source;
  target_ = target;
  found_ = &found;
  sentence_.set(source.size(), target.size(), links);
  set_phrases(source.size());
  for (const Phrase& whole : phrases_) {
    std::size_t begin = found.size();
    find_without_gaps(whole);
    if (constraints_.gaps >= 1) find_with_one_gap(whole);
    if (constraints_.gaps >= 2) find_with_two_gaps(whole);
    share_count(begin);
  }
}

void SentenceRules::set_phrases(std::size_t source_size) {
  sentence_.extract(constraints_.longest, {}, consistent_);
  phrases_.clear();
  for (const auto& one : consistent_) {
    if (constraints_.tight && !is_tight(one)) continue;
    auto links = static_cast<std::uint32_t>(sentence_.links_of(one.target_begin, one.target_end).size());
    phrases_.push_back({one.source_begin, one.source_end, one.target_begin, one.target_end, links});
  }
  std::sort(phrases_.begin(), phrases_.end(), [](const Phrase& a, const Phrase& b) {
    return std::tie(a.source_begin, a.source_end, a.target_begin, a.target_end) <
           std::tie(b.source_begin, b.source_end, b.target_begin, b.target_end);
  });
  starts_.assign(source_size * constraints_.longest + 1, 0);
  for (const Phrase& one : phrases_) ++starts_[one.source_begin * constraints_.longest + one.source_size()];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
}

bool SentenceRules::is_tight(const phrases::SentencePhrases::Phrase& phrase) const {
  return sentence_.source_aligned(phrase.source_begin) && sentence_.source_aligned(phrase.source_end - 1) &&
         sentence_.target_aligned(phrase.target_begin) && sentence_.target_aligned(phrase.target_end - 1);
}

std::span<const SentenceRules::Phrase> SentenceRules::phrases_of(std::uint32_t source_begin,
                                                                 std::uint32_t source_end) const {
  std::size_t span = source_begin * constraints_.longest + (source_end - source_begin - 1);
  return std::span(phrases_).subspan(starts_[span], starts_[span + 1] - starts_[span]);
}

void SentenceRules::find_without_gaps(const Phrase& whole) {
  if (whole.source_size() <= constraints_.source_symbols && whole.target_size() <= constraints_.target_symbols)
    add(whole, {});
}

// The words that are left are few, so they are what is enumerated: `before` and `after` the gap.
void SentenceRules::find_with_one_gap(const Phrase& whole) {
  auto size = static_cast<std::uint32_t>(whole.source_size());
  auto most = static_cast<std::uint32_t>(constraints_.source_symbols - 1);
  for (std::uint32_t before = 0; before <= most && before < size; ++before)
    for (std::uint32_t after = 0; before + after <= most && before + after < size; ++after) {
      if (size - before - after < constraints_.smallest_gap) break;
      for (const Phrase& gap : phrases_of(whole.source_begin + before, whole.source_end - after))
        if (gap.within(whole) && is_allowed(whole, {&gap, 1})) add(whole, {&gap, 1});
    }
}

void SentenceRules::find_with_two_gaps(const Phrase& whole) {
  if (constraints_.source_symbols < 2) return;
  auto size = static_cast<std::uint32_t>(whole.source_size());
  auto most = static_cast<std::uint32_t>(constraints_.source_symbols - 2);
  auto smallest = static_cast<std::uint32_t>(constraints_.smallest_gap);
  for (std::uint32_t before = 0; before <= most; ++before)
    for (std::uint32_t between = constraints_.adjacent_gaps ? 0 : 1; before + between <= most; ++between)
      for (std::uint32_t after = 0; before + between + after <= most; ++after) {
        if (before + between + after + 2 * smallest > size) break;
        std::uint32_t begin = whole.source_begin + before, end = whole.source_end - after;
        for (std::uint32_t cut = begin + smallest; cut + between + smallest <= end; ++cut)
          for (const Phrase& first : phrases_of(begin, cut))
            if (first.within(whole)) add_two(whole, first, phrases_of(cut + between, end));
      }
}

void SentenceRules::add_two(const Phrase& whole, const Phrase& first, std::span<const Phrase> seconds) {
  for (const Phrase& second : seconds) {
    bool apart = first.target_end <= second.target_begin || second.target_end <= first.target_begin;
    if (!apart || !second.within(whole)) continue;
    const std::array<Phrase, 2> gaps{first, second};
    if (is_allowed(whole, gaps)) add(whole, gaps);
  }
}

bool SentenceRules::is_allowed(const Phrase& whole, std::span<const Phrase> gaps) const {
  std::uint32_t links = whole.links, source_words = whole.source_size(), target_words = whole.target_size();
  for (const Phrase& gap : gaps) {
    links -= gap.links;
    source_words -= gap.source_size();
    target_words -= gap.target_size();
  }
  if (constraints_.aligned_word ? links == 0 : source_words == 0) return false;
  return target_words + gaps.size() <= constraints_.target_symbols;
}

void SentenceRules::add(const Phrase& whole, std::span<const Phrase> gaps) {
  constexpr std::uint8_t kInGap = 255;
  auto put = [&](std::span<const std::int32_t> words, std::uint32_t begin, std::uint32_t end, WordId gap_symbol,
                 auto gap_span, std::vector<WordId>& side, std::vector<std::uint8_t>& places) {
    side.clear();
    places.assign(end - begin, kInGap);
    for (std::uint32_t at = begin; at < end;) {
      std::size_t g = 0;
      while (g < gaps.size() && gap_span(gaps[g]).first != at) ++g;
      if (g < gaps.size()) {
        WordId first = labels_.empty() ? 0 : label_of(gaps[g]) * static_cast<WordId>(kMostGaps);
        side.push_back(gap_symbol + first + static_cast<WordId>(g));
        at = gap_span(gaps[g]).second;
      } else {
        places[at - begin] = static_cast<std::uint8_t>(side.size());
        side.push_back(static_cast<WordId>(words[at++]));
      }
    }
  };
  put(source_, whole.source_begin, whole.source_end, source_gap_,
      [](const Phrase& gap) { return std::pair(gap.source_begin, gap.source_end); }, source_side_, source_places_);
  put(target_, whole.target_begin, whole.target_end, target_gap_,
      [](const Phrase& gap) { return std::pair(gap.target_begin, gap.target_end); }, target_side_, target_places_);
  points_.clear();
  for (phrases::WordLink link : sentence_.links_of(whole.target_begin, whole.target_end)) {
    std::uint8_t from = source_places_[static_cast<std::uint32_t>(link.source) - whole.source_begin];
    std::uint8_t to = target_places_[static_cast<std::uint32_t>(link.target) - whole.target_begin];
    if (from != kInGap) points_.push_back({from, to});
  }
  if (!labels_.empty()) target_side_.push_back(first_root_ + label_of(whole));
  records_.add_instance(source_side_, target_side_, points_, *found_);
}

void SentenceRules::share_count(std::size_t begin) {
  std::size_t rules = (found_->size() - begin) / records_.instance_size();
  if (rules == 0) return;
  auto share = static_cast<std::uint32_t>((RuleRecords::kWhole + rules / 2) / rules);
  for (std::size_t at = begin; at < found_->size(); at += records_.instance_size())
    (*found_)[at + records_.instance_key()] = constraints_.fractional ? share : RuleRecords::kWhole;
}

}  // namespace pitchpipe::grammar
