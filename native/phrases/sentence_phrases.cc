#include "phrases/sentence_phrases.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace pitchpipe::phrases {

std::uint32_t PhraseOrientations::code() const {
  std::uint32_t code = 0;
  for (reordering::Orientation one : all) code = code * reordering::kOrientations + one;
  return code;
}

PhraseOrientations PhraseOrientations::of_code(std::uint32_t code) {
  PhraseOrientations found;
  for (std::size_t i = kCount; i-- > 0; code /= reordering::kOrientations)
    found.all[i] = static_cast<reordering::Orientation>(code % reordering::kOrientations);
  return found;
}

void SentencePhrases::Bits::reset(std::size_t rows, std::size_t columns) {
  width_ = (columns + 63) / 64;
  words_.assign(rows * width_, 0);
}

void SentencePhrases::set(std::size_t source_size, std::size_t target_size, std::span<const WordLink> links) {
  source_size_ = static_cast<std::int32_t>(source_size);
  target_size_ = static_cast<std::int32_t>(target_size);
  links_.assign(links.begin(), links.end());
  std::sort(links_.begin(), links_.end(), [](WordLink a, WordLink b) {
    return a.target != b.target ? a.target < b.target : a.source < b.source;
  });
  links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
  starts_.assign(target_size + 1, 0);
  source_sums_.assign(source_size + 1, 0);
  aligned_.reset(target_size, source_size);
  for (WordLink link : links_) {
    if (link.source < 0 || link.source >= source_size_ || link.target < 0 || link.target >= target_size_)
      throw std::invalid_argument("an alignment point lies outside its sentences");
    ++starts_[static_cast<std::size_t>(link.target) + 1];
    ++source_sums_[static_cast<std::size_t>(link.source) + 1];
    aligned_.set(static_cast<std::size_t>(link.target), static_cast<std::size_t>(link.source));
  }
  for (std::size_t i = 1; i <= target_size; ++i) starts_[i] += starts_[i - 1];
  for (std::size_t i = 1; i <= source_size; ++i) source_sums_[i] += source_sums_[i - 1];
  aligned_before_.assign(source_size, -1);
  aligned_after_.assign(source_size, -1);
  for (std::size_t i = 0; i < source_size; ++i)
    aligned_before_[i] = source_aligned(i) ? static_cast<std::int32_t>(i) : i > 0 ? aligned_before_[i - 1] : -1;
  for (std::size_t i = source_size; i-- > 0;)
    aligned_after_[i] =
        source_aligned(i) ? static_cast<std::int32_t>(i) : i + 1 < source_size ? aligned_after_[i + 1] : -1;
}

void SentencePhrases::find_blocks(std::int32_t longest, bool any_length) {
  blocks_.clear();
  if (any_length)
    for (Bits* corners : {&end_end_, &end_begin_, &begin_begin_, &begin_end_})
      corners->reset(static_cast<std::size_t>(target_size_), static_cast<std::size_t>(source_size_));
  for (std::int32_t begin = 0; begin < target_size_; ++begin) {
    auto from = static_cast<std::size_t>(begin);
    std::int32_t first = std::numeric_limits<std::int32_t>::max(), last = -1;
    for (std::int32_t end = begin; end < target_size_ && (any_length || end - begin < longest); ++end) {
      auto to = static_cast<std::size_t>(end);
      if (target_aligned(to)) {
        first = std::min(first, links_[starts_[to]].source);
        last = std::max(last, links_[starts_[to + 1] - 1].source);
      }
      if (last < 0) continue;
      // Consistent if the source words between have no more links than the target words.
      auto low = static_cast<std::size_t>(first), high = static_cast<std::size_t>(last);
      if (source_sums_[high + 1] - source_sums_[low] != starts_[to + 1] - starts_[from]) continue;
      if (any_length) {
        end_end_.set(to, high);
        end_begin_.set(to, low);
        begin_begin_.set(from, low);
        begin_end_.set(from, high);
      }
      if (end - begin < longest && last - first < longest) blocks_.push_back({first, last, begin, end});
    }
  }
}

void SentencePhrases::extract(std::size_t longest, reordering::Wanted wanted, std::vector<Phrase>& phrases) {
  phrases.clear();
  auto limit = static_cast<std::int32_t>(longest);
  find_blocks(limit, wanted.blocks);
  auto unaligned = [&](std::int32_t word) { return !source_aligned(static_cast<std::size_t>(word)); };
  for (const Block& block : blocks_) {
    for (std::int32_t first = block.first_source;
         first >= 0 && block.last_source - first < limit && (first == block.first_source || unaligned(first)); --first)
      for (std::int32_t last = block.last_source;
           last < source_size_ && last - first < limit && (last == block.last_source || unaligned(last)); ++last) {
        Block phrase{first, last, block.first_target, block.last_target};
        phrases.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last) + 1,
                           static_cast<std::uint32_t>(block.first_target),
                           static_cast<std::uint32_t>(block.last_target) + 1, orientations(phrase, wanted)});
      }
  }
}

// As if the words before both sentences were aligned, and the words after them.
bool SentencePhrases::aligned(std::int32_t source, std::int32_t target) const {
  if (source == -1 || target == -1) return source == target;
  if (source == source_size_ || target == target_size_) return source == source_size_ && target == target_size_;
  return aligned_(static_cast<std::size_t>(target), static_cast<std::size_t>(source));
}

bool SentencePhrases::block_at(const Bits& corners, std::int32_t target, std::int32_t source) const {
  return source >= 0 && target >= 0 && target < target_size_ &&
         corners(static_cast<std::size_t>(target), static_cast<std::size_t>(source));
}

PhraseOrientations SentencePhrases::orientations(const Block& phrase, reordering::Wanted wanted) const {
  Neighbours neighbours{*this, phrase.first_source - 1, phrase.last_source + 1, phrase.first_target - 1,
                        phrase.last_target + 1};
  PhraseOrientations found;
  found.all.fill(reordering::kDiscontinuous);
  reordering::for_each_kind([&]<class Kind>(std::size_t place) {
    if (Kind::kBlocks && !wanted.blocks) return;
    found.all[2 * place] = Kind::previous_in_text(neighbours);
    found.all[2 * place + 1] = Kind::next_in_text(neighbours);
  });
  if (!wanted.sides)
    for (reordering::Orientation& one : found.all) one = std::min(one, reordering::kDiscontinuous);
  return found;
}

PhraseOrientations SentencePhrases::orientations(std::uint32_t source_begin, std::uint32_t last_begin,
                                                 std::uint32_t source_end, std::uint32_t target_begin,
                                                 std::uint32_t target_end, reordering::Wanted wanted) const {
  auto last_source = static_cast<std::int32_t>(source_end) - 1;
  auto first_target = static_cast<std::int32_t>(target_begin), last_target = static_cast<std::int32_t>(target_end) - 1;
  PhraseOrientations found =
      orientations({static_cast<std::int32_t>(source_begin), last_source, first_target, last_target}, wanted);
  if (last_begin == source_begin) return found;
  PhraseOrientations after =
      orientations({static_cast<std::int32_t>(last_begin), last_source, first_target, last_target}, wanted);
  for (std::size_t next = 1; next < found.all.size(); next += 2) found.all[next] = after.all[next];
  return found;
}

}  // namespace pitchpipe::phrases
