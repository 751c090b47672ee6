#include "phrases/sentence_gaps.h"

#include <algorithm>
#include <stdexcept>

namespace pitchpipe::phrases {

namespace {

std::uint32_t root_of(std::vector<std::uint32_t>& parents, std::uint32_t word) {
  while (parents[word] != word) word = parents[word] = parents[parents[word]];
  return word;
}

// Puts sorted words into sorted words.
void merge_into(std::vector<std::uint32_t>& words, const std::vector<std::uint32_t>& more) {
  auto middle = static_cast<std::ptrdiff_t>(words.size());
  words.insert(words.end(), more.begin(), more.end());
  std::inplace_merge(words.begin(), words.begin() + middle, words.end());
}

}  // namespace

void GapLimits::check(std::size_t longest) const {
  if (gaps > kMostGaps) throw std::invalid_argument("phrases have at most 2 gaps on a side");
  if (!any()) return;
  if (symbols < 2 || symbols > longest)
    throw std::invalid_argument("phrases with gaps have at least 2 words and gaps, and no more than other phrases have words");
  if (span < 1 || span > 32) throw std::invalid_argument("phrases with gaps span 1 to 32 source words");
  if (target_gap < 1) throw std::invalid_argument("gaps stand for at least one word");
}

void SentenceGaps::find(const SentencePhrases& sentence, std::size_t source_size, std::size_t target_size,
                        const GapLimits& limits, std::vector<Phrase>& found) {
  found.clear();
  if (!limits.any()) return;
  limits_ = limits;
  found_ = &found;
  set_units(sentence, source_size, target_size);
  for (std::size_t unit = 0; unit < units_.size(); ++unit) {
    source_.clear();
    target_.clear();
    grow(unit);
  }
}

void SentenceGaps::set_units(const SentencePhrases& sentence, std::size_t source_size, std::size_t target_size) {
  auto first_target = static_cast<std::uint32_t>(source_size);
  parents_.resize(source_size + target_size);
  for (std::uint32_t i = 0; i < parents_.size(); ++i) parents_[i] = i;
  for (WordLink link : sentence.links()) {
    std::uint32_t a = root_of(parents_, static_cast<std::uint32_t>(link.source));
    std::uint32_t b = root_of(parents_, first_target + static_cast<std::uint32_t>(link.target));
    // The first source word is the root, so that units come in the order of their first words.
    if (a != b) parents_[std::max(a, b)] = std::min(a, b);
  }
  units_.clear();
  std::vector<std::uint32_t> numbers(parents_.size());
  for (std::uint32_t i = 0; i < first_target; ++i) {
    if (!sentence.source_aligned(i)) continue;
    std::uint32_t root = root_of(parents_, i);
    if (root == i) {
      numbers[i] = static_cast<std::uint32_t>(units_.size());
      units_.emplace_back();
    }
    units_[numbers[root]].source.push_back(i);
  }
  for (std::uint32_t i = 0; i < target_size; ++i)
    if (sentence.target_aligned(i)) units_[numbers[root_of(parents_, first_target + i)]].target.push_back(i);
  auto set_next = [](std::size_t size, std::vector<std::uint32_t>& next, auto aligned) {
    next.assign(size, static_cast<std::uint32_t>(size));
    for (std::size_t i = size; i-- > 1;) next[i - 1] = aligned(i) ? static_cast<std::uint32_t>(i) : next[i];
  };
  set_next(source_size, next_source_, [&](std::size_t i) { return sentence.source_aligned(i); });
  set_next(target_size, next_target_, [&](std::size_t i) { return sentence.target_aligned(i); });
}

// Adds a unit and all sets of units that go on from there.
void SentenceGaps::grow(std::size_t unit) {
  const Unit& added = units_[unit];
  std::uint32_t begin = source_.empty() ? added.source.front() : source_.front();
  if (source_.size() + added.source.size() > limits_.symbols || target_.size() + added.target.size() > limits_.symbols ||
      added.source.back() - begin >= limits_.span || !final_gaps_fit(added.source.front()))
    return;
  std::vector<std::uint32_t> source = source_, target = target_;
  merge_into(source_, added.source);
  merge_into(target_, added.target);
  add_pair();
  for (std::size_t next = unit + 1; next < units_.size() && units_[next].source.front() - begin < limits_.span; ++next)
    grow(next);
  source_ = std::move(source);
  target_ = std::move(target);
}

// What lies before the first word of the next unit is never filled: whether there are not too many gaps in it.
bool SentenceGaps::final_gaps_fit(std::uint32_t next_word) const {
  std::size_t gaps = 0;
  for (std::size_t i = 0; i < source_.size() && source_[i] < next_word; ++i) {
    std::uint32_t next = i + 1 < source_.size() ? std::min(source_[i + 1], next_word) : next_word;
    gaps += next_source_[source_[i]] < next;
  }
  return gaps <= (limits_.source ? limits_.gaps : 0) && source_.size() + gaps < limits_.symbols;
}

// False if the side has too many words and gaps.
bool SentenceGaps::set_pieces(std::span<const std::uint32_t> words, const std::vector<std::uint32_t>& next_aligned,
                              std::size_t symbols, std::size_t gaps, Pieces& pieces) {
  pieces.count = 1;
  pieces.all[0] = {words[0], words[0] + 1};
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (next_aligned[words[i - 1]] < words[i]) {
      if (pieces.count > gaps) return false;
      pieces.all[pieces.count++].begin = words[i];
    }
    pieces.all[pieces.count - 1].end = words[i] + 1;
  }
  std::size_t size = pieces.gaps();
  for (std::size_t i = 0; i < pieces.count; ++i) size += pieces[i].end - pieces[i].begin;
  return size <= symbols;
}

void SentenceGaps::add_pair() {
  Phrase phrase;
  if (!set_pieces(source_, next_source_, limits_.symbols, limits_.source ? limits_.gaps : 0, phrase.source) ||
      !set_pieces(target_, next_target_, limits_.symbols, limits_.target ? limits_.gaps : 0, phrase.target))
    return;
  if (phrase.source.gaps() == 0 && phrase.target.gaps() == 0) return;
  for (std::size_t i = 0; i < phrase.target.gaps(); ++i)
    if (phrase.target[i + 1].begin - phrase.target[i].end > limits_.target_gap) return;
  found_->push_back(phrase);
}

}  // namespace pitchpipe::phrases
