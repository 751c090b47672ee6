#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "decoder/blocks.h"
#include "decoder/contexts.h"
#include "decoder/coverage.h"
#include "decoder/distortion.h"
#include "decoder/future_cost.h"
#include "decoder/options.h"
#include "decoder/owed.h"
#include "decoder/rankings.h"

namespace pitchpipe::decoder {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// The way from one hypothesis to another by an option. All arcs into a node are a list, the best one first.
struct Arc {
  std::uint32_t from;    // node
  std::uint32_t option;  // number in the sentence's options
  std::uint32_t next;    // arc, or kNone
  double score;
};

// A hypothesis, and all that recombine with it.
struct Node {
  double score;                // of its best derivation
  float rank;                  // the same, and the estimate of the rest
  std::uint32_t coverage;      // number
  std::uint32_t begin, end;    // the source words covered last: of a phrase with gaps, its last piece
  std::uint32_t context;
  std::uint32_t blocks;
  std::uint32_t length;        // target words; counted only if a reference is forced, or up to the end of a prefix
  std::uint32_t arc;           // the best one, kNone for the root
  const Option* last;          // null for the root
  std::int64_t state;          // of features computed elsewhere
  std::uint32_t owed;          // number of the list of target pieces to come; 0 if there are none
};

struct Request {
  std::size_t number = 0;  // of the sentence
  std::string_view sentence;
  std::span<const GivenTranslation> given = {};
  bool alternatives = false;                             // keep arcs that are not the best, for lists
  const std::vector<std::string>* reference = nullptr;   // yield exactly this
  bool trace = false;                                    // keep what was pruned; needs alternatives
  const Prefix* prefix = nullptr;                        // begin with this
  phrases::Contribution contribution = {};               // to the counts of the first table, to be taken away
};

// Beam search over stacks of hypotheses that cover the same number of source words. One for each thread.
class Search {
 public:
  Search(const Model& model, const Weights& weights, const SearchSettings& settings);

  // What follows is valid until the next run; the request's texts must be as well.
  void run(const Request& request);

  struct Stack {
    std::uint32_t begin, end;  // nodes
  };
  const std::vector<Stack>& stacks() const { return stacks_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Arc>& arcs() const { return arcs_; }
  const Coverage& coverage(std::uint32_t number) const { return coverages_[number]; }
  const SentenceOptions& options() const { return options_; }
  const FutureCost& future() const { return future_; }
  // The words jumped over to fill all gaps in order after a phrase that ends there, if the search counts them.
  std::uint32_t future_jumps(const Coverage& coverage, std::uint32_t end) const;
  // The words jumped over from a phrase that ends there to the words [begin, end), as the settings count them.
  std::uint32_t jump(const Coverage& coverage, std::uint32_t last_end, std::uint32_t begin, std::uint32_t end) const {
    return settings_.early_distortion ? words_jumped_early(coverage.first_gap, last_end, begin, end)
                                      : words_jumped(last_end, begin);
  }
  // The same to the spans of an option, one after the other.
  std::uint32_t jump(Coverage coverage, std::uint32_t last_end, const SentenceOptions::Reference& option) const;
  Contexts& contexts() { return contexts_; }
  const Owed& owed() const { return owed_; }
  const Blocks& blocks() const { return blocks_; }

  // Of each stack, if a trace is kept: its nodes before pruning, in the order in which they were made, and how many
  // extensions were possible and not made.
  struct Made {
    std::vector<Node> nodes;
    std::uint64_t skipped = 0;
  };
  const std::vector<Made>& made() const { return made_; }

  // Weighted scores of what comes after the last phrase. The longest start of a forced reference that was reached.
  double finish(const Node& node) const { return contexts_.finish(node.context); }
  bool complete(const Node& node) const;
  // The values of the features computed elsewhere on an arc.
  std::span<const float> step_values(std::uint32_t arc) const {
    std::size_t count = model_.step_features ? model_.step_features->count() : 0;
    return {arc_values_.data() + arc * count, count};
  }
  // And those of the sparse ones.
  std::span<const SparseValue> sparse_step_values(std::uint32_t arc) const {
    if (!has_sparse_steps_) return {};
    return std::span(sparse_values_).subspan(arc_sparse_[arc].first, arc_sparse_[arc].count);
  }
  std::uint32_t reached() const { return reached_; }

  const Model& model() const { return model_; }

 private:
  static constexpr std::size_t kFirstSlots = 1 << 10;

  // Nodes of a stack for which the same extensions score alike, but for the language models.
  struct Group {
    std::uint32_t first, count;
  };
  // Extensions of a group by the options of one span.
  struct Cube {
    const PhraseOptions* phrase;
    std::uint32_t first_node, count, first_option;
    std::uint32_t begin, end;
    const SourcePieces* pieces;   // null if there are no gaps
    float jump;                   // weighted distortion, and gaps of the source
    float rest;                   // the estimate of what is left afterwards
    reordering::Orientation previous[kKinds], next[kKinds];
    std::uint32_t coverage = kNone;  // number, once it is known
  };
  // A node of a cube's group.
  struct Row {
    std::uint32_t cube, node;
    float base;  // of all extensions, without what the ranking has
    std::uint32_t ranking = kNone;
  };
  // One extension: a node of a cube's group and an option of its phrase.
  struct Cell {
    std::uint32_t cube, node, option;
  };
  // A piece that is put after a node: its place among those owed, and what is owed afterwards.
  struct Placement {
    std::uint32_t from;
    std::size_t place;
    std::uint32_t after;
  };
  struct Key {
    std::uint32_t coverage, begin, end, context, blocks, length, owed;
    std::uint64_t next_class;
    std::int64_t state;
    bool operator==(const Key&) const = default;
    std::uint64_t hash() const;
  };

  struct SparseRange {
    std::size_t first = 0, count = 0;  // among sparse_values_
  };

  // The options that continue a prefix at a place, and the number of the first.
  struct Continuing {
    const PhraseOptions* phrase = nullptr;
    std::uint32_t first = 0;
  };

  void add_continuing();
  Continuing options_at(std::uint32_t place, std::uint32_t begin, std::uint32_t end) const;
  std::uint32_t length_after(const Node& node, const Option& option) const;
  void search();
  void add_root();
  void fill(std::uint32_t covered);
  void gather(std::uint32_t covered);
  void gather(const Group& group, std::uint32_t length);
  void gather(const Group& group, const SentenceOptions::Gapped& gapped);
  void fill_levels();
  void place_pieces(const Stack& level);
  void place_piece(const Placement& placement, std::size_t number);
  void pop_best(int limit);
  void pop_ranked(int limit);  // the same by rankings, which look further and take longer
  void rank_rows(std::size_t most);
  void meet_best(std::size_t most);
  void keep_best(std::size_t most, float least);
  std::uint64_t start_heap(int limit);  // returns the least that may be popped
  void pop_all();
  std::uint64_t meet(const Cell& cell);  // as the heap has it
  float estimate(const Cube& cube, std::uint32_t node, std::uint32_t option) const;
  float orientations(const Cube& cube, const Node& node, const Option& option) const;
  float next_orientations(const Cube& cube, const Node& node) const;
  std::int64_t start_step_features();
  void extend_pending();
  void score_pending();
  void clear_extensions();
  void add_extension(const Node& node, std::uint32_t option);
  void score_extensions();
  double with_step(double score, std::size_t place) const;  // with what the features of an extension add
  void extend(const Cell& cell, std::size_t place);
  void insert(const Key& key, const Node& node, const Arc& arc, std::size_t place);
  void prune(Stack& stack);
  void group(const Stack& stack);
  void keep_trace(std::size_t options_made);
  std::uint32_t number(const Coverage& coverage);
  bool fits_reference(std::size_t place, const SentenceOptions::Reference& reference) const;
  bool in_reference(const SentenceOptions::Reference& reference) const;

  const Model& model_;
  const Weights& weights_;
  SearchSettings settings_;
  reordering::Orientation last_orientation_ = reordering::kDiscontinuous;  // with kLeft only if a model tells it
  bool has_reordering_ = false, has_blocks_ = false, has_gaps_ = false, has_sparse_steps_ = false;
  OptionCollector collector_;
  Contexts contexts_;
  SentenceOptions options_;
  Rankings rankings_;
  FutureCost future_;
  Blocks blocks_;
  Owed owed_;

  Request request_;
  bool lookahead_ = false;
  std::vector<Continuing> continuing_;  // by place in the prefix and span
  std::uint32_t size_ = 0;
  std::uint32_t reached_ = 0;
  std::chrono::steady_clock::time_point deadline_;
  std::vector<Node> nodes_;
  std::vector<Arc> arcs_;
  std::vector<Stack> stacks_;
  std::vector<Made> made_;
  std::vector<std::vector<Group>> groups_;
  std::vector<Coverage> coverages_;
  util::Numbering coverage_numbers_{kFirstSlots};
  std::vector<Cube> cubes_;
  std::vector<Cell> cells_;   // the first ones are the cubes' best
  std::vector<Row> rows_;
  std::vector<std::uint64_t> heap_;  // the cells to choose from, with their estimates
  std::vector<float> worth_;         // of rows
  std::vector<float> met_;           // of the pending extensions, if they are chosen by rankings
  std::vector<float> spare_;
  std::vector<Cell> pending_;
  std::vector<std::vector<Cell>> levels_;   // the same by how much they owe, if phrases have gaps
  std::vector<Placement> placements_;
  std::vector<Extension> extensions_;       // of the pending ones or the placements, if there are step features
  std::vector<std::int64_t> extensions_owed_;
  std::vector<float> step_values_;
  std::vector<std::int64_t> step_states_;
  std::vector<float> arc_values_;
  std::vector<SparseValue> sparse_values_;  // of all steps scored in this sentence
  std::vector<SparseRange> step_sparse_, arc_sparse_;
  SparseRows sparse_rows_;
  std::vector<Key> keys_;               // of the nodes of the stack being filled
  util::Numbering numbers_{kFirstSlots};  // of the keys
  std::uint32_t stack_begin_ = 0;
};

inline float Search::orientations(const Cube& cube, const Node& node, const Option& option) const {
  float total = 0;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    total += option.previous[kind][cube.previous[kind]];
    if (node.last) total += node.last->next[kind][cube.next[kind]];
  }
  return total;
}

inline float Search::next_orientations(const Cube& cube, const Node& node) const {
  float total = 0;
  if (node.last)
    for (std::size_t kind = 0; kind < kKinds; ++kind) total += node.last->next[kind][cube.next[kind]];
  return total;
}

}  // namespace pitchpipe::decoder
