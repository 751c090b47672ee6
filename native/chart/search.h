#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chart/rules.h"
#include "decoder/derivation.h"

namespace pitchpipe::chart {

inline constexpr std::uint32_t kNone = UINT32_MAX;

// What translates a span of the source: hypotheses that nothing around them can tell apart.
struct Node {
  double score;       // of the best derivation
  std::uint32_t arc;  // its arc; the others follow
  std::uint32_t label;
};

// A way to make a node: a rule, and a node for each of its gaps.
struct Arc {
  double score;              // what the rule adds to its children's scores
  std::uint32_t set, rule;   // kNone for glue, whose children are side by side
  std::uint32_t children[kMostGaps];
  std::uint32_t next;        // of the same node
};

// A sentence to translate.
struct Request {
  std::size_t number = 0;  // for features that are computed elsewhere
  std::string_view sentence;
  std::span<const decoder::GivenTranslation> given;
  bool alternatives = false;  // whether more than the best derivation is wanted
  const std::vector<std::string>* reference = nullptr;  // what must be yielded, if anything
};

// CKY+ over the spans of a sentence with cube pruning (Chiang 2007, section 5): spans up to the span limit by rules, and
// prefixes of the sentence by glue, which takes what has any label. One for each thread; the words must outlive a run.
//
// If a reference must be yielded, nothing is pruned: nodes are told apart by the part of the reference that they yield,
// which is all that language models need to know.
class Search {
 public:
  struct Range {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t size() const { return end - begin; }
    bool empty() const { return begin == end; }
  };

  Search(const Model& model, const Weights& weights, const SearchSettings& settings);

  void run(const Request& request);

  const Model& model() const { return model_; }
  const std::vector<std::string_view>& source() const { return source_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Arc>& arcs() const { return arcs_; }
  // Of a set of rules and the spans it translates, the words it starts from.
  struct Place {
    const RuleSet* rules;
    std::uint32_t begin, end;
    std::uint32_t gap_begins[kMostGaps], gap_ends[kMostGaps];
    std::uint32_t gaps;
  };
  const Place& place(std::uint32_t set) const { return sets_[set]; }

  // The nodes of a span that have one label: these places among the ranked ones, best first.
  struct Group {
    std::uint32_t begin, end;
    std::uint32_t label;
    Range nodes;
  };
  const std::vector<Group>& groups() const { return groups_; }
  std::uint32_t ranked_node(std::uint32_t place) const { return ranked_[place].node; }
  // The values of the features computed elsewhere that an arc has.
  std::span<const float> outside_values(std::uint32_t arc) const {
    return std::span(arc_values_).subspan(arc * outside_, outside_);
  }
  // What is known of a span, if the model looks at orientations.
  std::span<const float> orientation_values(std::uint32_t begin, std::uint32_t end) const {
    return std::span(orientation_values_).subspan(span_number(begin, end) * kOrientationValues, kOrientationValues);
  }
  // The weighted sum of the features of a derivation.
  double score_of(const decoder::Derivation& derivation) const;

  // The nodes of whole translations, best first, and what the sentence's end adds to one.
  std::vector<std::uint32_t> goals() const;
  double finish(std::uint32_t node) const;
  // The most words of a reference's start that some prefix of the sentence yields.
  std::uint32_t reached() const;

 private:
  // The start of some source sides, matched: where the words go on, and what is in its gaps.
  struct Item {
    std::uint32_t table, node;
    std::uint32_t gaps;
    std::uint32_t groups[kMostGaps];
  };
  // A set of rules and the nodes of its gaps, or those of a prefix and a phrase to be glued.
  struct Cube {
    std::uint32_t set;
    std::uint32_t dimensions;  // the rules' first, if there is more than glue
    Range cells[kMostGaps];
    const float* estimates;                // of the set's rules, those of equal orientations
    std::uint32_t first_rule, rule_count;  // their place among them
    double score;                          // of these orientations
  };
  // A place in a cube: the ranks of the rule and of the children, or of the children alone in one of glue.
  struct Corner {
    double estimate;  // the sum of what is ranked
    std::uint32_t cube;
    std::uint32_t ranks[kMostGaps + 1];
  };
  struct RankedNode {
    double score;
    std::uint32_t node, label;
  };

  void clear(const Request& request);
  void look_up_words();
  void add_given(std::span<const decoder::GivenTranslation> given);
  void look_up_orientations();
  double orientation_score(std::uint32_t begin, std::uint32_t end, grammar::GapOrientation gap) const;
  void fill_from(std::uint32_t begin);
  void match(std::uint32_t begin, std::uint32_t end);
  Item before_gap(const Item& item) const;
  void fill_gap(const Item& item, std::uint32_t gap_begin, std::uint32_t begin, std::uint32_t end);
  void add_item(const Item& item, std::uint32_t begin, std::uint32_t end);
  void add_cube(const RuleSet* rules, const Item& item, std::uint32_t begin, std::uint32_t end);
  void fill_prefix(std::uint32_t end);

  // The groups of a span.
  std::size_t span_number(std::uint32_t begin, std::uint32_t end) const {
    return std::size_t{begin} * width_ + (end - begin - 1);
  }
  Range& cell(std::uint32_t begin, std::uint32_t end) { return cells_[span_number(begin, end)]; }
  Range pop_cubes();
  double value(const Cube& cube, std::uint32_t dimension, std::uint32_t rank) const;
  std::uint32_t extent(const Cube& cube, std::uint32_t dimension) const;
  void expand(const Corner& corner);
  void prefetch(const Corner& corner) const;
  Arc arc_of(const Corner& corner) const;
  void make(const Corner& corner);
  void add(const Arc& arc, std::uint32_t label);
  void push_arc(const Arc& arc);
  void add_arc(std::uint32_t node, const Arc& arc);
  double score_of(const Arc& arc) const;
  double glue_score(const Cube& cube) const;

  // With features that are computed elsewhere, in outside.cc.
  void start_outside(std::size_t number);
  void ask_outside(std::span<const Arc> arcs);
  std::int64_t rule_number(const Arc& arc);
  RuleFacts facts_of(const Place& place, const Rule& rule) const;
  Application application_of(const Arc& arc);
  double take_outside(std::size_t place);

  // With a reference, in forced.cc.
  void look_up_reference(const std::vector<std::string>* reference);
  Range yield_cubes();
  void add_pending();
  void yield_glue(const Cube& cube);
  void yield_rule(const Cube& cube, std::size_t at, Range yielded, Arc& arc);
  void add_yield(const Arc& arc, std::uint32_t label, Range yielded);
  void add_node(const Arc& arc, std::uint32_t label, Range yielded);
  Range finish_cell();
  Range groups_of(Range ranked, std::uint32_t begin, std::uint32_t end);
  int most_pops() const;
  bool is_late() const;

  const Model& model_;
  const Weights& weights_;
  const SearchSettings& settings_;
  std::size_t models_;
  RuleCollector collector_;

  std::vector<std::string_view> source_;
  std::vector<std::vector<WordId>> ids_;  // of the sentence's words, in each table
  std::vector<bool> is_given_;            // words that tables have no say in
  struct GivenSet {
    std::uint32_t begin, end;
    const RuleSet* rules;
  };
  std::vector<GivenSet> given_;
  std::vector<std::unique_ptr<RuleSet>> own_;  // of this sentence only
  std::vector<Place> sets_;
  std::uint32_t size_ = 0, width_ = 1;
  bool alternatives_ = false;
  std::chrono::steady_clock::time_point deadline_;

  std::vector<Node> nodes_;
  std::vector<Arc> arcs_;
  std::vector<lm::Fragment> fragments_;  // of each node in each language model, their own scores left out
  std::vector<RankedNode> ranked_;       // cell by cell, label by label
  std::vector<Group> groups_;            // cell by cell
  std::vector<Range> cells_;
  std::vector<float> orientation_values_;  // of each span
  std::vector<Range> prefixes_;          // among the ranked nodes

  std::vector<std::vector<Item>> items_, before_gaps_;  // of the spans that start here, by their ends
  std::vector<Cube> cubes_;
  std::vector<Corner> corners_;
  std::vector<std::uint64_t> heap_;
  std::uint64_t least_ = 0;            // of the heap, what is below it is never popped
  std::uint32_t cell_begin_ = 0;
  util::Numbering numbers_;
  std::vector<std::uint64_t> hashes_;  // of the cell's nodes
  std::vector<lm::Fragment> made_;

  std::size_t number_ = 0, outside_ = 0;        // of the sentence, and how many features are computed elsewhere
  std::vector<std::int64_t> node_states_;       // that they gave each node
  std::vector<float> arc_values_;               // of each arc
  std::unordered_map<const Rule*, std::int64_t> rule_numbers_;
  std::vector<RuleFacts> fresh_;
  std::vector<Corner> popped_;
  std::vector<Arc> asked_;
  std::vector<Application> applications_;
  std::vector<float> asked_values_;
  std::vector<std::int64_t> asked_states_;
  std::span<const float> made_values_;          // of what is made just now
  std::int64_t made_state_ = 0, start_state_ = 0;
  double outside_score_ = 0;

  const std::vector<std::string>* reference_ = nullptr;
  std::vector<std::vector<WordId>> reference_ids_;  // in each table
  double reference_score_ = 0;                      // by the language models
  std::vector<Range> yields_;                       // of each node, words of the reference
  struct YieldHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::int64_t>& key) const {
      return static_cast<std::size_t>((key.first ^ static_cast<std::uint64_t>(key.second) << 7) * 0x9E3779B97F4A7C15u);
    }
  };
  // The cell's nodes by label and yield, and by state.
  std::unordered_map<std::pair<std::uint64_t, std::int64_t>, std::uint32_t, YieldHash> yielding_;
  struct Yielding {
    Arc arc;
    std::uint32_t label;
    Range yielded;
  };
  std::vector<Yielding> pending_;
};

}  // namespace pitchpipe::chart
