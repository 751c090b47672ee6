#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/rule_records.h"
#include "phrases/sentence_phrases.h"

namespace pitchpipe::grammar {

// Finds the rules of sentence pairs (Chiang 2007, section 3.2): the initial phrases, which are phrase pairs consistent
// with the alignment, and what is left of each when up to two smaller ones within it become gaps. The gap that comes
// first in the source is the first one.
class SentenceRules {
 public:
  // Gaps are numbered after the words of each side; if there are labels, as in trees: kMostGaps for each label, and
  // after all gaps of the target those that target sides end in.
  SentenceRules(const RuleRecords& records, const Constraints& constraints, std::size_t source_words,
                std::size_t target_words, std::size_t labels = 0)
      : records_(records),
        constraints_(constraints),
        source_gap_(static_cast<WordId>(source_words)),
        target_gap_(static_cast<WordId>(target_words)),
        first_root_(static_cast<WordId>(target_words + labels * kMostGaps)) {}

  // Adds an instance record for each rule and each way to come by it. The links must lie within the sentences. If there
  // are labels, `labels` has that of each span of the target, or of the source if constraints say so, those of one first
  // word after the other, each with as many spans as initial phrases have words at most.
  void find(std::span<const std::int32_t> source, std::span<const std::int32_t> target,
            std::span<const phrases::WordLink> links, std::span<const std::int32_t> labels,
            std::vector<std::uint32_t>& found);

 private:
  struct Phrase {
    std::uint32_t source_begin, source_end, target_begin, target_end, links;
    std::uint32_t source_size() const { return source_end - source_begin; }
    std::uint32_t target_size() const { return target_end - target_begin; }
    bool within(const Phrase& other) const {
      return source_begin >= other.source_begin && source_end <= other.source_end &&
             target_begin >= other.target_begin && target_end <= other.target_end;
    }
  };

  void set_phrases(std::size_t source_size);
  bool is_tight(const phrases::SentencePhrases::Phrase& phrase) const;
  std::span<const Phrase> phrases_of(std::uint32_t source_begin, std::uint32_t source_end) const;
  void find_without_gaps(const Phrase& whole);
  void find_with_one_gap(const Phrase& whole);
  void find_with_two_gaps(const Phrase& whole);
  void add_two(const Phrase& whole, const Phrase& first, std::span<const Phrase> seconds);
  bool is_allowed(const Phrase& whole, std::span<const Phrase> gaps) const;
  void add(const Phrase& whole, std::span<const Phrase> gaps);
  void share_count(std::size_t begin);
  WordId label_of(const Phrase& phrase) const {
    bool of_source = constraints_.source_labels;
    std::uint32_t begin = of_source ? phrase.source_begin : phrase.target_begin;
    std::uint32_t size = of_source ? phrase.source_size() : phrase.target_size();
    return static_cast<WordId>(labels_[begin * constraints_.longest + size - 1]);
  }

  const RuleRecords& records_;
  const Constraints& constraints_;
  WordId source_gap_, target_gap_, first_root_;

  std::span<const std::int32_t> source_, target_, labels_;
  std::vector<std::uint32_t>* found_ = nullptr;
  phrases::SentencePhrases sentence_;
  std::vector<phrases::SentencePhrases::Phrase> consistent_;
  std::vector<Phrase> phrases_;          // by source span, then by target span
  std::vector<std::uint32_t> starts_;    // of each source span's phrases
  std::vector<WordId> source_side_, target_side_;
  std::vector<std::uint8_t> source_places_, target_places_;  // of the initial phrase's words in the rule
  std::vector<AlignmentPoint> points_;
};

}  // namespace pitchpipe::grammar
