#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/rule_records.h"
#include "grammar/trees.h"
#include "phrases/sentence_phrases.h"

namespace pitchpipe::grammar {

// Finds the rules of a source sentence and a tree over its translation.
//
// A node of the tree is a frontier node if its words are aligned to a span of the source, and no word of that span is
// aligned to words outside of the node (Galley et al. 2004). The minimal rule of a frontier node has gaps at the next
// frontier nodes below it. Rules are composed where the rule of such a node is put into the gap (Galley et al. 2006).
//
// Unaligned words of the source belong to the highest node that they can belong to: the lowest one whose span they lie
// within, and the root where there is none. With all attachments, spans may also reach out over unaligned words, up to
// kFarthest on each side, and what is below may not overlap.
//
// Search needs a word, or a second gap, on the source side of each rule. So where a minimal rule is a gap alone, perhaps
// among target words, the rule below takes part in it whatever its size.
class TreeRules {
 public:
  static constexpr std::uint32_t kFarthest = 5;

  TreeRules(const RuleRecords& records, const TreeConstraints& constraints, std::size_t labels,
            std::size_t source_words, std::size_t target_words);

  // Adds an instance record for each rule and each way to come by it. Links and tree must fit the sentences.
  void find(std::span<const std::int32_t> source, std::span<const std::int32_t> target,
            std::span<const phrases::WordLink> links, std::span<const TreeNode> tree,
            std::vector<std::uint32_t>& found);

 private:
  // A word of the target, or a frontier node.
  struct Item {
    std::uint32_t place;
    bool is_node;
  };
  struct Frontier {
    bool is = false;
    std::uint32_t begin = 0, end = 0;          // source words, from its first aligned one to its last
    std::uint32_t first_item = 0, items = 0;   // of its minimal rule
    std::uint32_t size = 0;                    // constituents of its minimal rule
    std::uint32_t passes_to = kNone;           // the gap that its minimal rule is on the source side
  };
  struct Span {
    std::uint32_t begin, end;
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;

  void set_frontier(std::size_t source_size);
  void set_minimal_rule(std::uint32_t node);
  void grow(std::uint32_t size);
  void emit();
  void attach(std::size_t gap, std::uint32_t from, std::uint32_t symbols, std::uint32_t scope);
  void add();
  bool add_inner();
  void share_count(std::size_t begin);
  // How many unaligned words there are before and after a span, as far as spans may reach.
  std::uint32_t room_before(std::uint32_t node) const;
  std::uint32_t room_after(std::uint32_t node) const;

  const RuleRecords& records_;
  const TreeConstraints& constraints_;
  WordId source_words_, target_words_, first_root_;

  std::span<const std::int32_t> source_, target_;
  std::span<const TreeNode> tree_;
  std::vector<std::uint32_t>* found_ = nullptr;
  std::vector<Span> to_source_, to_target_;     // from the first word aligned to each word to the last; empty if none
  std::vector<phrases::WordLink> links_;        // by target
  std::vector<std::uint32_t> link_starts_;
  std::vector<Frontier> frontier_;
  std::vector<Item> items_;

  std::uint32_t root_ = 0, chain_ = kNone;      // of the rule that grows, and the next node that may be put in at any size
  std::vector<Item> open_, done_;               // the last open one comes next
  std::size_t gaps_ = 0;
  Span whole_{};
  std::vector<std::uint32_t> gap_nodes_;        // by their source spans
  std::vector<Span> gap_spans_;
  std::vector<WordId> source_side_, target_side_;
  std::vector<std::uint8_t> source_places_;
  std::vector<AlignmentPoint> points_;
};

}  // namespace pitchpipe::grammar
