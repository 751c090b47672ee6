#include "metrics/meteor_aligner.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace pitchpipe::metrics {
namespace {

// What a word is worth in comparing alignments.
constexpr double kWorth[kModules] = {1.0, 0.5, 0.5, 0.5};

std::int32_t worth(const WordMatch& match, std::int32_t words) {
  return static_cast<std::int32_t>(words * kWorth[static_cast<std::size_t>(match.module)]);
}

template <class Path>
bool better(const Path& a, const Path& b) {
  std::int32_t one = a.covered_candidate + a.covered_reference, other = b.covered_candidate + b.covered_reference;
  return std::tie(other, a.chunks, a.distance) < std::tie(one, b.chunks, b.distance);
}

}  // namespace

std::span<const WordMatch> MeteorAligner::align(std::span<const std::int32_t> candidate,
                                                std::span<const std::int32_t> reference, const Lexicon& lexicon,
                                                const ModuleChoice& modules, const Paraphrases* paraphrases) {
  candidate_ = candidate;
  reference_ = reference;
  matches_.clear();
  at_.resize(reference.size());
  for (auto& here : at_) here.clear();
  candidate_cover_.assign(candidate.size(), 0);
  reference_cover_.assign(reference.size(), 0);
  bool same = std::equal(candidate.begin(), candidate.end(), reference.begin(), reference.end());
  find_words(lexicon, same ? ModuleChoice{} : modules);
  if (modules.paraphrase && paraphrases != nullptr && !same) find_paraphrases(lexicon, *paraphrases);
  fix_certain();
  search();
  return chosen_;
}

void MeteorAligner::add(const WordMatch& match) {
  at_[static_cast<std::size_t>(match.start)].push_back(static_cast<std::int32_t>(matches_.size()));
  matches_.push_back(match);
  for (std::int32_t k = 0; k < match.length; ++k) ++reference_cover_[static_cast<std::size_t>(match.start + k)];
  for (std::int32_t k = 0; k < match.candidate_length; ++k)
    ++candidate_cover_[static_cast<std::size_t>(match.candidate_start + k)];
}

void MeteorAligner::find_words(const Lexicon& lexicon, const ModuleChoice& modules) {
  auto each = [&](Module module, auto fits) {
    for (std::size_t j = 0; j < reference_.size(); ++j)
      for (std::size_t i = 0; i < candidate_.size(); ++i)
        if (fits(candidate_[i], reference_[j]))
          add({static_cast<std::int32_t>(j), 1, static_cast<std::int32_t>(i), 1, module});
  };
  each(kExact, [](std::int32_t a, std::int32_t b) { return a == b; });
  if (modules.stem)
    each(kStem, [&](std::int32_t a, std::int32_t b) { return a != b && lexicon.share_stem(a, b); });
  if (modules.synonym)
    each(kSynonym, [&](std::int32_t a, std::int32_t b) { return a != b && lexicon.are_synonyms(a, b); });
}

void MeteorAligner::find_paraphrases(const Lexicon& lexicon, const Paraphrases& paraphrases) {
  auto translate = [&](std::span<const std::int32_t> words, std::vector<std::int32_t>& found) {
    found.clear();
    for (std::int32_t id : words) found.push_back(paraphrases.word(lexicon.word(id)));
  };
  translate(candidate_, candidate_words_);
  translate(reference_, reference_words_);
  auto each_phrase = [&](const std::vector<std::int32_t>& words, std::size_t begin, auto visit) {
    for (std::size_t length = 1; length <= paraphrases.longest() && begin + length <= words.size(); ++length) {
      if (words[begin + length - 1] == util::WordTable::kUnknown) return;
      std::int32_t phrase = paraphrases.phrase(std::span(words).subspan(begin, length));
      if (phrase != util::WordTable::kUnknown) visit(phrase, static_cast<std::int32_t>(length));
    }
  };
  // Pairs are looked for in both directions: paraphrases of the reference's phrases, then of the candidate's.
  auto each_pair = [&](const std::vector<std::int32_t>& from, const std::vector<std::int32_t>& to, auto visit) {
    phrases_.clear();
    for (std::size_t i = 0; i < to.size(); ++i)
      each_phrase(to, i, [&](std::int32_t phrase, std::int32_t length) {
        phrases_.push_back({phrase, static_cast<std::int32_t>(i), length});
      });
    std::sort(phrases_.begin(), phrases_.end());
    for (std::size_t j = 0; j < from.size(); ++j)
      each_phrase(from, j, [&](std::int32_t phrase, std::int32_t length) {
        for (const Paraphrases::Pair& pair : paraphrases.of(phrase)) {
          auto at = std::lower_bound(phrases_.begin(), phrases_.end(), Place{pair.phrase, 0, 0});
          for (; at != phrases_.end() && at->phrase == pair.phrase; ++at)
            visit(static_cast<std::int32_t>(j), length, at->start, at->length);
        }
      });
  };
  each_pair(reference_words_, candidate_words_,
            [&](std::int32_t start, std::int32_t length, std::int32_t other, std::int32_t other_length) {
              add({start, length, other, other_length, kParaphrase});
            });
  each_pair(candidate_words_, reference_words_,
            [&](std::int32_t start, std::int32_t length, std::int32_t other, std::int32_t other_length) {
              add({other, other_length, start, length, kParaphrase});
            });
}

// A match whose words are in no other match is taken before the search.
void MeteorAligner::fix_certain() {
  fixed_.assign(reference_.size(), kNone);
  std::size_t bits = reference_.size() + candidate_.size();
  blocks_ = bits / 64 + 1;
  sets_.assign(blocks_, 0);
  for (std::size_t j = 0; j < at_.size(); ++j) {
    if (at_[j].size() != 1) continue;
    const WordMatch& match = matches_[static_cast<std::size_t>(at_[j][0])];
    bool alone = true;
    for (std::int32_t k = 0; k < match.length; ++k)
      alone = alone && reference_cover_[static_cast<std::size_t>(match.start + k)] == 1;
    for (std::int32_t k = 0; k < match.candidate_length; ++k)
      alone = alone && candidate_cover_[static_cast<std::size_t>(match.candidate_start + k)] == 1;
    if (!alone) continue;
    fixed_[j] = at_[j][0];
    use(0, match);
  }
}

void MeteorAligner::search() {
  history_.clear();
  paths_.assign(1, Path{});
  for (std::size_t j = 0; j < reference_.size(); ++j) {
    std::stable_sort(paths_.begin(), paths_.end(), better<Path>);
    if (paths_.size() > kBeam) paths_.resize(kBeam);
    next_.clear();
    next_sets_.clear();
    for (Path& path : paths_) advance(path, static_cast<std::int32_t>(j));
    paths_.swap(next_);
    sets_.swap(next_sets_);
  }
  std::stable_sort(paths_.begin(), paths_.end(), better<Path>);
  if (paths_.size() > kBeam) paths_.resize(kBeam);
  for (Path& path : paths_) path.chunks += path.last_end != kNone;
  std::stable_sort(paths_.begin(), paths_.end(), better<Path>);
  chosen_.clear();
  for (std::int32_t at = paths_.front().history; at != kNone; at = history_[static_cast<std::size_t>(at)].before)
    chosen_.push_back(matches_[static_cast<std::size_t>(history_[static_cast<std::size_t>(at)].match)]);
  std::reverse(chosen_.begin(), chosen_.end());
}

void MeteorAligner::advance(Path& path, std::int32_t at) {
  auto keep = [&](const Path& found, std::size_t from) {
    next_.push_back(found);
    next_.back().set = next_sets_.size() / blocks_;
    next_sets_.insert(next_sets_.end(), sets_.begin() + static_cast<std::ptrdiff_t>(from * blocks_),
                      sets_.begin() + static_cast<std::ptrdiff_t>((from + 1) * blocks_));
  };
  if (at < path.next) {
    keep(path, path.set);
    return;
  }
  std::int32_t fixed = fixed_[static_cast<std::size_t>(at)];
  if (fixed != kNone) {
    const WordMatch& match = matches_[static_cast<std::size_t>(fixed)];
    take(path, fixed, std::abs(match.start - match.candidate_start));
    keep(path, path.set);
    return;
  }
  for (std::int32_t number : at_[static_cast<std::size_t>(at)]) {
    const WordMatch& match = matches_[static_cast<std::size_t>(number)];
    if (in_use(path.set, match)) continue;
    Path taken = path;
    take(taken, number, 0);
    keep(taken, path.set);
    std::swap(sets_, next_sets_);
    use(next_.back().set, match);
    std::swap(sets_, next_sets_);
    path.distance += std::abs(match.start - match.candidate_start);
  }
  path.chunks += path.last_end != kNone;
  path.last_end = kNone;
  ++path.next;
  keep(path, path.set);
}

void MeteorAligner::take(Path& path, std::int32_t number, std::int32_t distance) {
  const WordMatch& match = matches_[static_cast<std::size_t>(number)];
  path.covered_candidate += worth(match, match.candidate_length);
  path.covered_reference += worth(match, match.length);
  path.chunks += path.last_end != kNone && match.candidate_start != path.last_end;
  path.next = match.start + match.length;
  path.last_end = match.candidate_start + match.candidate_length;
  path.distance += distance;
  history_.push_back({number, path.history});
  path.history = static_cast<std::int32_t>(history_.size()) - 1;
}

bool MeteorAligner::in_use(std::size_t set, const WordMatch& match) const {
  for (std::int32_t k = 0; k < match.length; ++k)
    if (is_set(set, static_cast<std::size_t>(match.start + k))) return true;
  for (std::int32_t k = 0; k < match.candidate_length; ++k)
    if (is_set(set, reference_.size() + static_cast<std::size_t>(match.candidate_start + k))) return true;
  return false;
}

void MeteorAligner::use(std::size_t set, const WordMatch& match) {
  auto mark = [&](std::size_t bit) { sets_[set * blocks_ + bit / 64] |= std::uint64_t{1} << (bit % 64); };
  for (std::int32_t k = 0; k < match.length; ++k) mark(static_cast<std::size_t>(match.start + k));
  for (std::int32_t k = 0; k < match.candidate_length; ++k)
    mark(reference_.size() + static_cast<std::size_t>(match.candidate_start + k));
}

}  // namespace pitchpipe::metrics
