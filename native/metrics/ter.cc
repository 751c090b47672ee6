#include "metrics/ter.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "metrics/bag.h"
#include "metrics/beam_matrix.h"
#include "metrics/edit_distance.h"
#include "metrics/symbols.h"
#include "util/parallel.h"

namespace pitchpipe::metrics {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

// `length` words at `begin` go to where the reference has them, after `target` words of the text.
struct Shift {
  std::size_t distance, length, begin, target;  // distance: of the shifted text

  // Tercom's order: the lowest distance, then the longest, then the earliest words, then the earliest place.
  bool better_than(const Shift& other) const {
    return std::tie(distance, other.length, begin, target) <
           std::tie(other.distance, length, other.begin, other.target);
  }
};

// Words begin to end - 1 of the text change places so that those from `middle` on come first.
struct Rotation {
  std::size_t begin, middle, end;
};

Rotation rotation_of(const Shift& shift, std::size_t text_length) {
  std::size_t after = shift.begin + shift.length;
  if (shift.target < shift.begin) return {shift.target, shift.begin, after};
  // A target among the words that move says how far they move, as in tercom.
  std::size_t end = shift.target > after ? shift.target : shift.target + shift.length;
  return {shift.begin, after, std::min(end, text_length)};
}

class Reference {
 public:
  void set(Symbols words, std::size_t alphabet) {
    words_ = words;
    bag_.set_reference(words, alphabet);
    bits_.set_reference(words, alphabet);
    first_.assign(alphabet, kNowhere);
    next_.resize(words.size());
    for (std::size_t r = words.size(); r-- > 0;) {
      auto word = static_cast<std::size_t>(words[r]);
      next_[r] = first_[word];
      first_[word] = r;
    }
  }

  std::size_t length() const { return words_.size(); }

  // The edits from `text` to here if they are fewer than `most`, else `most` or more.
  std::size_t edits(Symbols text, const TerLimits& limits, std::size_t most) {
    if (text.empty() || words_.empty()) return std::max(text.size(), words_.size());
    std::size_t least = bag_.distance(text);
    if (least >= most) return most;
    text_.assign(text.begin(), text.end());
    matrix_.reset(words_, text.size(), limits.beam);
    has_bits_ = bits_.can_keep(text.size());
    tried_ = 0;
    for (std::size_t shifts = 0;; ++shifts) {
      std::size_t distance = has_bits_ ? bits_.keep(text_) : 0;
      if (!has_bits_ || !matrix_.exact(distance)) distance = matrix_.distance(text_);
      if (!limits.shifts || distance == least) return shifts + distance;
      std::optional<Shift> best = best_shift(distance, limits);
      if (!best || tried_ >= limits.shift_candidates) return shifts + distance;
      apply(rotation_of(*best, text_.size()), text_);
    }
  }

 private:
  // The best shift that makes the distance smaller.
  std::optional<Shift> best_shift(std::size_t distance, const TerLimits& limits) {
    matrix_.distance(text_);
    matrix_.align(alignment_);
    best_ = {distance, kNowhere, 0, 0};
    for (std::size_t h = 0; h < text_.size(); ++h) {
      if (text_[h] == util::WordTable::kUnknown) continue;
      for (std::size_t r = first_[static_cast<std::size_t>(text_[h])]; r != kNowhere; r = next_[r])
        if ((h > r ? h - r : r - h) <= limits.shift_distance && !try_shifts(h, r, limits)) return found();
    }
    return found();
  }

  std::optional<Shift> found() const { return best_.length < kNowhere ? std::optional(best_) : std::nullopt; }

  // Shifts of the words from h on that equal those from r on; false when no more shifts may be tried.
  bool try_shifts(std::size_t h, std::size_t r, const TerLimits& limits) {
    std::size_t longest = std::min({limits.shift_size, text_.size() - h, words_.size() - r});
    for (std::size_t length = 1; length <= longest; ++length) {
      if (text_[h + length - 1] != words_[r + length - 1]) break;
      if (alignment_.reached[r] > h && alignment_.reached[r] <= h + length) break;
      if (alignment_.text_errors[h + length] == alignment_.text_errors[h]) continue;
      if (alignment_.reference_errors[r + length] == alignment_.reference_errors[r]) continue;
      std::size_t last = kNowhere;
      for (std::size_t place = r; place <= r + length; ++place) {
        std::size_t target = place ? alignment_.reached[place - 1] : 0;
        if (target == last) continue;
        last = target;
        ++tried_;
        try_shift({0, length, h, target});
      }
      if (tried_ >= limits.shift_candidates) return false;
    }
    return true;
  }

  void try_shift(Shift shift) {
    Rotation rotation = rotation_of(shift, text_.size());
    if (rotation.middle == rotation.end) return;
    shifted_ = text_;
    apply(rotation, shifted_);
    if (has_bits_) {
      shift.distance = bits_.distance_after(rotation.begin, shifted_);
      if (!shift.better_than(best_)) return;
    }
    if (!has_bits_ || !matrix_.exact(shift.distance)) shift.distance = matrix_.distance(shifted_);
    if (shift.better_than(best_)) best_ = shift;
  }

  static void apply(const Rotation& rotation, std::vector<std::int32_t>& text) {
    auto at = [&](std::size_t i) { return text.begin() + static_cast<std::ptrdiff_t>(i); };
    std::rotate(at(rotation.begin), at(rotation.middle), at(rotation.end));
  }

  Symbols words_;
  Bag bag_;            // the distance that no shifts can go below
  EditDistance bits_;  // never above the matrix's distance, and the same where that is exact
  BeamMatrix matrix_;
  std::vector<std::size_t> first_, next_;  // where the reference has a word
  bool has_bits_ = false;

  std::vector<std::int32_t> text_, shifted_;
  Alignment alignment_;
  Shift best_{};
  std::size_t tried_ = 0;
};

class Editor {
 public:
  void set_references(const text::GroupedTexts& references, std::size_t group) {
    reader_.set_references(references, group, Unit::kWords);
    if (references_.size() < reader_.reference_count()) references_.resize(reader_.reference_count());
    std::size_t words = 0;
    for (std::size_t k = 0; k < reader_.reference_count(); ++k) {
      references_[k].set(reader_.reference(k), reader_.alphabet());
      words += references_[k].length();
    }
    average_length_ = static_cast<double>(words) / static_cast<double>(reader_.reference_count());
  }

  void row(std::string_view candidate, const TerLimits& limits, double* out) {
    Symbols text = reader_.candidate(candidate);
    std::size_t fewest = kNowhere;
    for (std::size_t k = 0; k < reader_.reference_count(); ++k)
      fewest = std::min(fewest, references_[k].edits(text, limits, fewest));
    out[0] = static_cast<double>(fewest);
    out[1] = average_length_;
  }

 private:
  SymbolReader reader_;
  std::vector<Reference> references_;
  double average_length_ = 0;
};

}  // namespace

void ter_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, const TerLimits& limits,
                    int threads, double* rows) {
  text::check_references(candidates, references);
  util::parallel_for<Editor>(candidates.group_count(), threads, [&](Editor& editor, std::size_t group) {
    editor.set_references(references, group);
    for (std::size_t i = candidates.group_begin(group); i < candidates.group_end(group); ++i)
      editor.row(candidates[i], limits, rows + 2 * i);
  });
}

}  // namespace pitchpipe::metrics
