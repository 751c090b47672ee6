#include "chart/search.h"

#include <algorithm>
#include <stdexcept>

#include "text/words.h"
#include "util/ranked_heap.h"

namespace pitchpipe::chart {

namespace {

using util::estimate_of;
using util::item_of;
using util::ranked;
using util::sink_front;

constexpr WordId kUnknown = UINT32_MAX;  // the number of words that are not in a table
constexpr int kHurriedPops = 10;         // for each cell, when time is up
constexpr double kUsualSpan = 6;         // words that the pop limit is for; longer spans have more, as fewer have more to gain
constexpr std::size_t kFirstSlots = 1 << 10;

bool same_future(const lm::Fragment& a, const lm::Fragment& b) {
  return a.left_length == b.left_length && a.left_is_full == b.left_is_full &&
         std::equal(a.left, a.left + a.left_length, b.left) && a.right == b.right;
}

std::uint64_t hash_of(const lm::Fragment& fragment) {
  std::uint64_t hash = lm::hash_of(fragment.right) * 0x9E3779B97F4A7C15u + fragment.left_length * 2u +
                       fragment.left_is_full;
  if (fragment.left_length > 0) hash ^= fragment.left[fragment.left_length - 1] * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

}  // namespace

Search::Search(const Model& model, const Weights& weights, const SearchSettings& settings)
    : model_(model),
      weights_(weights),
      settings_(settings),
      models_(model.system.language_models.size()),
      collector_(model, weights, settings),
      outside_(model.rule_features ? model.rule_features->count() : 0) {}

void Search::run(const Request& request) {
  clear(request);
  look_up_words();
  if (outside_ > 0) start_outside(request.number);
  add_given(request.given);
  width_ = std::min(size_, static_cast<std::uint32_t>(std::max(settings_.span_limit, 1)));
  for (const GivenSet& one : given_) width_ = std::max(width_, one.end - one.begin);
  cells_.assign(std::size_t{size_} * width_, {});
  look_up_orientations();
  for (std::uint32_t begin = size_; begin-- > 0;) fill_from(begin);
  made_.resize(models_);
  for (std::uint32_t end = 0; end <= size_; ++end) fill_prefix(end);
}

void Search::clear(const Request& request) {
  collector_.forget();
  source_.clear();
  text::for_each_token(request.sentence, [&](std::string_view token) { source_.push_back(token); });
  size_ = static_cast<std::uint32_t>(source_.size());
  alternatives_ = request.alternatives;
  auto budget = std::chrono::duration<double>(settings_.seconds > 0 ? std::min(settings_.seconds, 1e9) : 1e9);
  deadline_ = std::chrono::steady_clock::now() +
              std::chrono::duration_cast<std::chrono::steady_clock::duration>(budget);
  own_.clear();
  given_.clear();
  sets_.clear();
  nodes_.clear();
  arcs_.clear();
  fragments_.clear();
  ranked_.clear();
  groups_.clear();
  prefixes_.clear();
  made_.resize(models_);
  yields_.clear();
  node_states_.clear();
  arc_values_.clear();
  look_up_reference(request.reference);
}

void Search::look_up_words() {
  ids_.assign(model_.grammars.size(), {});
  for (std::size_t t = 0; t < ids_.size(); ++t) {
    const phrases::PhraseTable& table = *model_.system.tables[t].table;
    for (std::string_view word : source_) {
      WordId id = table.source_words().find(word).value_or(kUnknown);
      bool is_word = model_.grammars[t].source_role(id).gap == Role::kWord;
      ids_[t].push_back(is_word ? id : kUnknown);
    }
  }
}

void Search::add_given(std::span<const decoder::GivenTranslation> given) {
  is_given_.assign(size_, false);
  for (const decoder::GivenTranslation& one : given) {
    if (one.begin >= one.end || one.end > size_ || one.end - one.begin > decoder::kLongestGiven)
      throw std::invalid_argument("a given translation is for a span outside of the sentence, or for too long a one");
    own_.push_back(collector_.given(one.words, one.log_probability));
    given_.push_back({one.begin, one.end, own_.back().get()});
    if (one.exclusive) std::fill(is_given_.begin() + one.begin, is_given_.begin() + one.end, true);
  }
}

void Search::look_up_orientations() {
  if (!model_.orientations) return;
  std::vector<WordId> words;
  for (WordId word : ids_[model_.orientation_table]) words.push_back(std::min(word, grammar::kUnknownWord));
  orientation_values_.assign(cells_.size() * kOrientationValues, 0);
  for (std::uint32_t begin = 0; begin < size_; ++begin)
    for (std::uint32_t end = begin + 1; end <= std::min(size_, begin + width_); ++end)
      model_.orientations->look_up(
          words, begin, end,
          std::span(orientation_values_).subspan(span_number(begin, end) * kOrientationValues, kOrientationValues));
}

// What a phrase or a rule adds that fills a gap, or is glued.
double Search::orientation_score(std::uint32_t begin, std::uint32_t end, grammar::GapOrientation gap) const {
  std::span<const float> values = orientation_values(begin, end);
  double score = 0;
  for_each_orientation_value(gap, [&](std::size_t i) {
    score += static_cast<double>(weights_[model_.orientation + static_cast<int>(i)]) * values[i];
  });
  return decoder::bounded(static_cast<float>(score));
}

// All spans that start at `begin`, shorter ones first; those that start later are done.
void Search::fill_from(std::uint32_t begin) {
  std::uint32_t last = std::min(size_, begin + width_);
  if (items_.size() <= size_) {
    items_.resize(size_ + 1);
    before_gaps_.resize(size_ + 1);
  }
  for (std::uint32_t end = begin; end <= last; ++end) {
    items_[end].clear();
    before_gaps_[end].clear();
  }
  for (std::uint32_t t = 0; t < model_.grammars.size(); ++t) items_[begin].push_back({t, 0, 0, {}});
  for (std::uint32_t end = begin + 1; end <= last; ++end) {
    cubes_.clear();
    if (end - begin <= static_cast<std::uint32_t>(std::max(settings_.span_limit, 1))) match(begin, end);
    for (const GivenSet& one : given_)
      if (one.begin == begin && one.end == end) add_cube(one.rules, {}, begin, end);
    if (cubes_.empty() && end == begin + 1 && !is_given_[begin]) {
      own_.push_back(collector_.passed_through(source_[begin]));
      add_cube(own_.back().get(), {}, begin, end);
    }
    cell(begin, end) = groups_of(pop_cubes(), begin, end);
    if (cell(begin, end).empty()) continue;
    for (std::uint32_t t = 0; t < model_.grammars.size(); ++t)
      if (Item first = before_gap({t, 0, 0, {}}); first.node != kNone) fill_gap(first, begin, begin, end);
  }
}

void Search::match(std::uint32_t begin, std::uint32_t end) {
  if (!is_given_[end - 1])
    for (const Item& item : items_[end - 1]) {
      WordId word = ids_[item.table][end - 1];
      std::uint32_t node =
          word == kUnknown ? kNone : model_.grammars[item.table].trie.after_word(item.node, word);
      if (node == kNone) continue;
      Item longer = item;
      longer.node = node;
      add_item(longer, begin, end);
    }
  for (std::uint32_t middle = begin + 1; middle < end; ++middle) {
    if (before_gaps_[middle].empty() || cell(middle, end).empty()) continue;
    for (const Item& item : before_gaps_[middle]) fill_gap(item, middle, begin, end);
  }
}

// An item that a gap follows: at the node before it, or, where there is only one label, already at the node after it;
// at no node if no gap follows.
Search::Item Search::before_gap(const Item& item) const {
  const Grammar& grammar = model_.grammars[item.table];
  Item before = item;
  if (item.gaps == kMostGaps)
    before.node = kNone;
  else if (!grammar.has_labels)
    before.node = grammar.trie.after_gap(item.node);
  else if (!grammar.trie.has_gap(item.node))
    before.node = kNone;
  return before;
}

// Fills the next gap of an item from before_gap() with what translates a span.
void Search::fill_gap(const Item& item, std::uint32_t gap_begin, std::uint32_t begin, std::uint32_t end) {
  const Grammar& grammar = model_.grammars[item.table];
  Item longer = item;
  ++longer.gaps;
  Range groups = cell(gap_begin, end);
  auto fill = [&](std::uint32_t group, std::uint32_t label) {
    if (label >= grammar.source_gaps.size()) return;
    longer.node = grammar.trie.after_word(item.node, grammar.source_gaps[label][item.gaps]);
    longer.groups[item.gaps] = group;
    if (longer.node != kNone) add_item(longer, begin, end);
  };
  for (std::uint32_t group = groups.begin; group < groups.end; ++group) {
    std::uint32_t label = groups_[group].label;
    if (!grammar.has_labels) {
      longer.groups[item.gaps] = group;
      if (label == grammar.label || label == kAnyLabel) add_item(longer, begin, end);
    } else if (label != kAnyLabel) {
      fill(group, label);
    } else {
      for (label = 0; label < model_.labels.size(); ++label) fill(group, label);
    }
  }
}

void Search::add_item(const Item& item, std::uint32_t begin, std::uint32_t end) {
  const grammar::RuleTrie& trie = model_.grammars[item.table].trie;
  items_[end].push_back(item);
  if (Item before = before_gap(item); before.node != kNone) before_gaps_[end].push_back(before);
  bool is_gap_alone = item.gaps == 1 && groups_[item.groups[0]].begin == begin && groups_[item.groups[0]].end == end;
  if (std::uint32_t phrase = trie.phrase(item.node); phrase != kNone && !is_gap_alone)
    // In a damaged file, a trie may lead to rules of other source sides.
    if (const RuleSet* rules = collector_.find(item.table, phrase); rules && rules->gaps == item.gaps)
      add_cube(rules, item, begin, end);
}

void Search::add_cube(const RuleSet* rules, const Item& item, std::uint32_t begin, std::uint32_t end) {
  Cube cube{static_cast<std::uint32_t>(sets_.size()), 1 + item.gaps, {}, nullptr, 0, 0, 0};
  Place place{rules, begin, end, {}, {}, item.gaps};
  for (std::uint32_t g = 0; g < item.gaps; ++g) {
    const Group& group = groups_[item.groups[g]];
    cube.cells[g] = group.nodes;
    place.gap_begins[g] = group.begin;
    place.gap_ends[g] = group.end;
  }
  sets_.push_back(place);
  for (std::size_t part = 0; part + 1 < rules->parts.size(); ++part) {
    cube.first_rule = rules->parts[part];
    cube.estimates = rules->estimates.data() + cube.first_rule;
    cube.rule_count = rules->parts[part + 1] - cube.first_rule;
    cube.score = 0;
    if (model_.orientations)
      for (std::uint32_t g = 0; g < item.gaps; ++g)
        cube.score += orientation_score(place.gap_begins[g], place.gap_ends[g], rules->rules[cube.first_rule].gaps[g]);
    cubes_.push_back(cube);
  }
}

// The sentence's start, or a prefix that ends here: a shorter one and the phrase after it.
void Search::fill_prefix(std::uint32_t end) {
  if (end == 0) {
    nodes_.push_back({0, kNone, kAnyLabel});
    if (outside_ > 0) node_states_.push_back(start_state_);
    if (reference_) yields_.push_back({0, 0});
    for (const decoder::LanguageModelFeature& feature : model_.system.language_models) {
      lm::Fragment start;
      start.right = feature.model->begin_sentence();
      start.left_is_full = true;
      fragments_.push_back(start);
    }
    cell_begin_ = static_cast<std::uint32_t>(nodes_.size()) - 1;
    prefixes_.push_back(finish_cell());
    return;
  }
  cubes_.clear();
  for (std::uint32_t middle = end > width_ ? end - width_ : 0; middle < end; ++middle)
    for (std::uint32_t group = cell(middle, end).begin; group < cell(middle, end).end; ++group)
      if (!prefixes_[middle].empty()) {
        // Phrases side by side are monotone.
        double score = model_.orientations ? orientation_score(middle, end, kGlued) : 0;
        cubes_.push_back({kNone, 2, {prefixes_[middle], groups_[group].nodes, {}}, nullptr, 0, 0, score});
      }
  prefixes_.push_back(pop_cubes());
}

std::vector<std::uint32_t> Search::goals() const {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t i = prefixes_.back().begin; i < prefixes_.back().end; ++i)
    if (!reference_ || yields_[ranked_[i].node].end == reference_->size()) nodes.push_back(ranked_[i].node);
  return nodes;
}

double Search::finish(std::uint32_t node) const {
  const decoder::Model& system = model_.system;
  // The rules that yield the sentence's start and its end, and these as words: as in Moses.
  double score = 2.0 * weights_[system.phrase_penalty] - 2.0 * weights_[system.word_penalty];
  if (reference_) return score + reference_score_;
  for (std::size_t m = 0; m < models_; ++m) {
    const lm::LanguageModel& lm = *system.language_models[m].model;
    lm::State after;
    float log10 = lm.score(fragments_[node * models_ + m].right, lm.end_sentence(), after);
    score += decoder::bounded(weights_[system.language_models[m].feature] * decoder::kLn10 * log10);
  }
  return score;
}

bool Search::is_late() const { return settings_.seconds > 0 && std::chrono::steady_clock::now() > deadline_; }

Search::Range Search::pop_cubes() {
  if (reference_) return yield_cubes();
  cell_begin_ = static_cast<std::uint32_t>(nodes_.size());
  if (cubes_.empty()) return {};
  hashes_.clear();
  corners_.clear();
  popped_.clear();
  heap_.clear();
  numbers_.clear(kFirstSlots);
  for (std::uint32_t c = 0; c < cubes_.size(); ++c) {
    Corner first{cubes_[c].score, c, {}};
    for (std::uint32_t d = 0; d < cubes_[c].dimensions; ++d) first.estimate += value(cubes_[c], d, 0);
    heap_.push_back(ranked(static_cast<float>(first.estimate), c));
    corners_.push_back(first);
  }
  const int most = most_pops();
  // What so many others are better than is never popped.
  least_ = 0;
  if (heap_.size() > static_cast<std::size_t>(most)) {
    auto last = heap_.begin() + (most - 1);
    std::ranges::nth_element(heap_, last, std::ranges::greater());
    least_ = *last;
    heap_.resize(static_cast<std::size_t>(most));
  }
  std::make_heap(heap_.begin(), heap_.end());
  const float best = estimate_of(heap_.front());
  for (int pops = most; pops > 0 && !heap_.empty(); --pops) {
    if (settings_.threshold > 0 && estimate_of(heap_.front()) < best - settings_.threshold) break;
    Corner corner = corners_[item_of(heap_.front())];
    expand(corner);
    if (outside_ > 0) {
      popped_.push_back(corner);
      continue;
    }
    if (!heap_.empty()) prefetch(corners_[item_of(heap_.front())]);
    make(corner);
  }
  if (outside_ > 0) {
    // What is popped depends on estimates alone, so that the features can be asked for all at once.
    asked_.clear();
    for (const Corner& corner : popped_) asked_.push_back(arc_of(corner));
    ask_outside(asked_);
    for (std::size_t i = 0; i < popped_.size(); ++i) {
      outside_score_ = take_outside(i);
      make(popped_[i]);
    }
  }
  return finish_cell();
}

int Search::most_pops() const {
  if (is_late()) return kHurriedPops;
  if (settings_.pop_limit <= 0) return INT32_MAX;
  const Cube& cube = cubes_.front();
  if (cube.set == kNone) return settings_.pop_limit;
  const Place& place = sets_[cube.set];
  double words = place.end - place.begin;
  return static_cast<int>(std::clamp(settings_.pop_limit * words / kUsualSpan, 1.0, 1e9));
}

// What a rank adds to the estimate of a corner.
double Search::value(const Cube& cube, std::uint32_t dimension, std::uint32_t rank) const {
  if (cube.set != kNone && dimension-- == 0) return cube.estimates[rank];
  return ranked_[cube.cells[dimension].begin + rank].score;
}

std::uint32_t Search::extent(const Cube& cube, std::uint32_t dimension) const {
  if (cube.set != kNone && dimension-- == 0) return cube.rule_count;
  return cube.cells[dimension].size();
}

// Puts the corners that follow one into its place in front of the heap. Each comes from one other only: the one before
// it in the last of its dimensions that has begun.
void Search::expand(const Corner& corner) {
  const Cube& cube = cubes_[corner.cube];
  std::uint32_t first = cube.dimensions - 1;
  while (first > 0 && corner.ranks[first] == 0) --first;
  bool is_free = true;  // whether the front is
  for (std::uint32_t d = first; d < cube.dimensions; ++d) {
    std::uint32_t rank = corner.ranks[d] + 1;
    if (rank >= extent(cube, d)) continue;
    double estimate = corner.estimate + (value(cube, d, rank) - value(cube, d, rank - 1));
    std::uint64_t key = ranked(static_cast<float>(estimate), static_cast<std::uint32_t>(corners_.size()));
    if (key < least_) continue;
    Corner& next = corners_.emplace_back(corner);
    next.ranks[d] = rank;
    next.estimate = estimate;
    if (is_free) {
      heap_.front() = key;
      sink_front(heap_);
      is_free = false;
    } else {
      heap_.push_back(key);
      std::push_heap(heap_.begin(), heap_.end());
    }
  }
  if (!is_free) return;
  heap_.front() = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sink_front(heap_);
}

// Asks memory for what making a corner will look at.
void Search::prefetch(const Corner& corner) const {
  const Cube& cube = cubes_[corner.cube];
  bool glue = cube.set == kNone;
  if (!glue) {
    const RuleSet& rules = *sets_[cube.set].rules;
    std::size_t rule = cube.first_rule + corner.ranks[0];
    __builtin_prefetch(rules.rules.data() + rule);
    __builtin_prefetch(rules.starts.data() + rule * models_);
    __builtin_prefetch(reinterpret_cast<const char*>(rules.starts.data() + rule * models_) + 64);
  }
  for (std::uint32_t g = 0; g + !glue < cube.dimensions; ++g) {
    const lm::Fragment* fragment =
        fragments_.data() + ranked_[cube.cells[g].begin + corner.ranks[g + !glue]].node * models_;
    __builtin_prefetch(fragment);
    __builtin_prefetch(reinterpret_cast<const char*>(fragment) + 64);
  }
}

Arc Search::arc_of(const Corner& corner) const {
  const Cube& cube = cubes_[corner.cube];
  bool glue = cube.set == kNone;
  Arc arc{0, cube.set, glue ? kNone : cube.first_rule + corner.ranks[0], {kNone, kNone, kNone}, kNone};
  for (std::uint32_t g = 0; g + !glue < cube.dimensions; ++g)
    arc.children[g] = ranked_[cube.cells[g].begin + corner.ranks[g + !glue]].node;
  return arc;
}

void Search::make(const Corner& corner) {
  const Cube& cube = cubes_[corner.cube];
  bool glue = cube.set == kNone;
  Arc arc = arc_of(corner);
  const RuleSet* rules = glue ? nullptr : sets_[cube.set].rules;
  const Rule* rule = glue ? nullptr : &rules->rules[arc.rule];
  arc.score = glue ? glue_score(cube) : rule->score + cube.score;
  if (outside_ > 0) arc.score += outside_score_;
  for (std::size_t m = 0; m < models_; ++m) {
    const decoder::LanguageModelFeature& feature = model_.system.language_models[m];
    lm::Fragment& fragment = made_[m];
    if (glue) {
      fragment = fragments_[arc.children[0] * models_ + m];
      join(*feature.model, fragments_[arc.children[1] * models_ + m], fragment);
    } else {
      fragment = rules->starts[arc.rule * models_ + m];
      std::size_t row = (rule->symbols_end - rule->symbols) / models_;
      const WordId* symbols = rules->symbols.data() + rule->symbols + m * row;
      for (std::size_t i = 0; i < row; ++i)
        if (is_gap(symbols[i]))
          join(*feature.model, fragments_[arc.children[gap_of(symbols[i])] * models_ + m], fragment);
        else
          append(*feature.model, symbols[i], fragment);
    }
    arc.score += decoder::bounded(weights_[feature.feature] * decoder::kLn10 * fragment.log10);
    fragment.log10 = 0;
  }
  add(arc, glue ? kAnyLabel : rule->label);
}

double Search::score_of(const decoder::Derivation& derivation) const {
  double score = 0;
  for (std::size_t i = 0; i < derivation.dense.size(); ++i)
    score += static_cast<double>(weights_.dense[i]) * derivation.dense[i];
  for (const auto& [name, value] : derivation.sparse)
    score += static_cast<double>(weights_.sparse[decoder::TextHash::of(name)]) * value;
  return score;
}

double Search::glue_score(const Cube& cube) const {
  return cube.score + static_cast<double>(weights_[model_.system.phrase_penalty]) +
         static_cast<double>(weights_[model_.glue]) * model_.glue_value;
}

double Search::score_of(const Arc& arc) const {
  double score = arc.score;
  for (std::uint32_t child : arc.children)
    if (child != kNone) score += nodes_[child].score;
  return score;
}

void Search::add(const Arc& arc, std::uint32_t label) {
  std::uint64_t hash = label;
  if (outside_ > 0) hash = hash * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(made_state_);
  for (const lm::Fragment& fragment : made_) hash = hash * 0x9E3779B97F4A7C15u + hash_of(fragment);
  hash ^= hash >> 29;
  std::uint32_t number = numbers_.insert(
      hash,
      [&](std::uint32_t known) {
        return hashes_[known] == hash && nodes_[cell_begin_ + known].label == label &&
               (outside_ == 0 || node_states_[cell_begin_ + known] == made_state_) &&
               std::equal(made_.begin(), made_.end(),
                          fragments_.begin() + static_cast<std::ptrdiff_t>((cell_begin_ + known) * models_), same_future);
      },
      [&](std::uint32_t known) { return hashes_[known]; });
  if (number == hashes_.size()) {
    hashes_.push_back(hash);
    nodes_.push_back({score_of(arc), static_cast<std::uint32_t>(arcs_.size()), label});
    fragments_.insert(fragments_.end(), made_.begin(), made_.end());
    if (outside_ > 0) node_states_.push_back(made_state_);
    push_arc(arc);
    return;
  }
  add_arc(cell_begin_ + number, arc);
}

void Search::push_arc(const Arc& arc) {
  arcs_.push_back(arc);
  arc_values_.insert(arc_values_.end(), made_values_.begin(), made_values_.end());
}

// Another way to make a node.
void Search::add_arc(std::uint32_t number, const Arc& arc) {
  auto arc_number = static_cast<std::uint32_t>(arcs_.size());
  double score = score_of(arc);
  Node& node = nodes_[number];
  if (score > node.score) {
    if (alternatives_) {
      push_arc(arc);
      arcs_.back().next = node.arc;
      node.arc = arc_number;
    } else {
      arcs_[node.arc] = arc;
      std::ranges::copy(made_values_, arc_values_.begin() + static_cast<std::ptrdiff_t>(node.arc * outside_));
    }
    node.score = score;
  } else if (alternatives_) {
    push_arc(arc);
    arcs_.back().next = arcs_[node.arc].next;
    arcs_[node.arc].next = arc_number;
  }
}

// Ranks the nodes of a cell, for each label as many as the beam has.
Search::Range Search::finish_cell() {
  auto begin = static_cast<std::uint32_t>(ranked_.size());
  // Numbers are sorted faster than nodes; those that are the same as single precision has them are few.
  heap_.clear();
  bool same_labels = true;
  for (auto node = cell_begin_; node < nodes_.size(); ++node) {
    heap_.push_back(ranked(static_cast<float>(nodes_[node].score), node));
    same_labels = same_labels && nodes_[node].label == nodes_[cell_begin_].label;
  }
  std::ranges::sort(heap_, std::ranges::greater());
  bool sorted = same_labels;
  for (std::uint64_t one : heap_) {
    std::uint32_t node = item_of(one);
    ranked_.push_back({nodes_[node].score, node, nodes_[node].label});
    sorted = sorted && (ranked_.size() == begin + 1 || ranked_.back().score <= ranked_[ranked_.size() - 2].score);
  }
  if (!sorted)
    std::sort(ranked_.begin() + begin, ranked_.end(), [](const RankedNode& a, const RankedNode& b) {
      if (a.label != b.label) return a.label < b.label;
      return a.score != b.score ? a.score > b.score : a.node < b.node;
    });
  if (settings_.beam > 0 && !reference_) {
    std::size_t kept = begin;
    int rank = 0;
    for (std::size_t i = begin; i < ranked_.size(); ++i) {
      rank = i > begin && ranked_[i].label == ranked_[i - 1].label ? rank + 1 : 0;
      if (rank < settings_.beam) ranked_[kept++] = ranked_[i];
    }
    ranked_.resize(kept);
  }
  return {begin, static_cast<std::uint32_t>(ranked_.size())};
}

// The groups of the ranked nodes of a span.
Search::Range Search::groups_of(Range ranked, std::uint32_t begin, std::uint32_t end) {
  auto first = static_cast<std::uint32_t>(groups_.size());
  for (std::uint32_t i = ranked.begin; i < ranked.end; ++i) {
    if (i == ranked.begin || ranked_[i].label != ranked_[i - 1].label)
      groups_.push_back({begin, end, ranked_[i].label, {i, i}});
    groups_.back().nodes.end = i + 1;
  }
  return {first, static_cast<std::uint32_t>(groups_.size())};
}

}  // namespace pitchpipe::chart
