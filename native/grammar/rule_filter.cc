#include "grammar/rule_filter.h"

#include <algorithm>
#include <stdexcept>

namespace pitchpipe::grammar {

RuleFilter::RuleFilter(std::span<const std::int32_t> ids, std::span<const std::int64_t> offsets,
                       std::span<const WordId> gaps)
    : ids_(ids.begin(), ids.end()), gaps_(gaps.begin(), gaps.end()) {
  std::ranges::sort(gaps_);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    auto begin = static_cast<std::uint64_t>(offsets[i]);
    if (begin > ids.size() || (i > 0 && begin < offsets_.back()))
      throw std::invalid_argument("the offsets of lines do not fit their words");
    offsets_.push_back(begin);
  }
  for (std::size_t line = 0; line + 1 < offsets_.size(); ++line) {
    longest_ = std::max(longest_, offsets_[line + 1] - offsets_[line]);
    for (std::size_t at = offsets_[line]; at < offsets_[line + 1]; ++at) {
      if (ids_[at] < 0) continue;
      auto word = static_cast<WordId>(ids_[at]);
      if (word >= lines_.size()) lines_.resize(word + std::size_t{1});
      std::vector<std::uint32_t>& lines = lines_[word];
      if (lines.empty() || lines.back() != line) lines.push_back(static_cast<std::uint32_t>(line));
    }
  }
}

bool RuleFilter::matches(std::span<const WordId> source) const {
  const std::vector<std::uint32_t>* rarest = nullptr;
  for (WordId symbol : source) {
    if (is_gap(symbol)) continue;
    if (symbol >= lines_.size()) return false;
    if (!rarest || lines_[symbol].size() < rarest->size()) rarest = &lines_[symbol];
  }
  if (!rarest) return source.size() <= longest_;
  return std::ranges::any_of(*rarest, [&](std::uint32_t line) {
    return matches_line(source, std::span(ids_).subspan(offsets_[line], offsets_[line + 1] - offsets_[line]));
  });
}

// Each run of words is taken where it is found first: what follows has the most room then. A run at the start needs no
// word before it, so nothing is ever to be gained by a later place.
bool RuleFilter::matches_line(std::span<const WordId> source, std::span<const std::int32_t> line) const {
  std::size_t at = 0;
  for (std::size_t i = 0; i < source.size();) {
    if (is_gap(source[i])) {
      ++at;
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < source.size() && !is_gap(source[end])) ++end;
    auto same = [](std::int32_t word, WordId symbol) { return word >= 0 && static_cast<WordId>(word) == symbol; };
    if (at > line.size()) return false;
    auto found = std::search(line.begin() + static_cast<std::ptrdiff_t>(at), line.end(),
                             source.begin() + static_cast<std::ptrdiff_t>(i),
                             source.begin() + static_cast<std::ptrdiff_t>(end), same);
    if (found == line.end()) return false;
    at = static_cast<std::size_t>(found - line.begin()) + (end - i);
    i = end;
  }
  return at <= line.size();
}

void filter_rules(const phrases::PhraseTable& grammar, const phrases::PhraseFilter& filter, const RuleFilter* only,
                  phrases::TableWriter& writer) {
  for (std::size_t p = 0; p < grammar.phrase_count(); ++p) {
    std::span<const WordId> source = grammar.phrase(p);
    if (source.empty() || (only && !only->matches(source))) continue;
    phrases::PhraseTable::Range range = grammar.range(p);
    std::size_t kept = 0;
    for (std::size_t i = range.begin; i < range.end && kept < filter.top; ++i) {
      phrases::PhraseTable::Entry entry = grammar.entry(i);
      if (!filter.passes(entry)) continue;
      if (kept++ == 0) writer.begin(source);
      writer.add(entry);
    }
  }
}

}  // namespace pitchpipe::grammar
