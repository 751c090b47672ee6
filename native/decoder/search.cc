#include "decoder/search.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <tuple>

#include "util/ranked_heap.h"

namespace pitchpipe::decoder {

namespace {

using util::estimate_of;
using util::item_of;
using util::ranked;
using util::sink_front;

constexpr std::size_t kMostPending = 1 << 16;
constexpr std::size_t kRanked = 2;  // rows in which options are ranked, as a multiple of the pops
constexpr int kHurriedPops = 10;  // for each stack, when time is up

// Keeps the best ones, in any order.
void keep_most(std::vector<std::uint64_t>& heap, std::size_t most) {
  if (heap.size() <= most) return;
  std::nth_element(heap.begin(), heap.begin() + static_cast<std::ptrdiff_t>(most), heap.end(), std::greater<>());
  heap.resize(most);
}

}  // namespace

std::uint64_t Search::Key::hash() const {
  std::uint64_t value = next_class ^ (std::uint64_t{coverage} << 32 | context);
  value *= 0x9E3779B97F4A7C15u;
  value ^= value >> 31;
  value += (std::uint64_t{begin} << 40 ^ std::uint64_t{end} << 20 ^ blocks ^ std::uint64_t{length} << 50);
  value ^= static_cast<std::uint64_t>(state) * 0x94D049BB133111EBu;
  value += std::uint64_t{owed} * 0xBF58476D1CE4E5B9u;
  value *= 0xD6E8FEB86659FD93u;
  return value ^ value >> 32;
}

Search::Search(const Model& model, const Weights& weights, const SearchSettings& settings)
    : model_(model),
      weights_(weights),
      settings_(settings),
      collector_(model, weights, settings_),
      contexts_(model, weights),
      rankings_(model, weights, contexts_) {
  reordering::KindSet kinds;
  for (const TranslationModel& table : model.tables)
    for (const ReorderingModel& reordering : table.reordering) {
      kinds.set(reordering.type.kind);
      if (reordering.type.sides) last_orientation_ = reordering::kLeft;
    }
  has_reordering_ = kinds.any() || model.sparse.any_oriented();
  has_blocks_ = reordering::needs_blocks(kinds);
  has_gaps_ = model.has_gaps();
  // Rankings know options by their spans.
  if (has_gaps_) settings_.lookahead = false;
  has_sparse_steps_ = model.step_features && model.step_features->has_sparse();
}

void Search::run(const Request& request) {
  request_ = request;
  if (has_gaps_ && request.prefix) throw std::invalid_argument("phrases with gaps cannot continue a prefix");
  auto budget = std::chrono::duration<double>(settings_.seconds > 0 ? settings_.seconds : 1e9);
  deadline_ = std::chrono::steady_clock::now() +
              std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::min(budget, decltype(budget)(1e9)));
  collector_.collect(request.sentence, request.given, options_);
  if (request.reference)
    options_.keep_if([&](const SentenceOptions::Reference& reference) { return in_reference(reference); });
  auto owes_nothing = [](const SentenceOptions::Reference& reference) { return reference.option().owes == kNoOption; };
  if (has_gaps_ && settings_.owed == 0) options_.keep_if(owes_nothing);
  search();
  if (!has_gaps_ || request.reference) return;
  const Stack& last = stacks_.back();
  if (std::any_of(nodes_.begin() + last.begin, nodes_.begin() + last.end, [&](const Node& one) { return complete(one); }))
    return;
  // All that were kept owe pieces that nothing is left to separate: search without such phrases.
  options_.keep_if(owes_nothing);
  search();
}

void Search::search() {
  size_ = static_cast<std::uint32_t>(options_.size());
  // Rankings are of all options of a span, and a prefix has only some.
  lookahead_ = settings_.lookahead && !request_.prefix;
  add_continuing();
  future_.compute(options_);
  contexts_.start(options_, lookahead_);
  if (lookahead_) rankings_.start(options_);
  blocks_.clear();
  if (has_gaps_) owed_.start(options_, settings_.target_gap, settings_.owed);
  reached_ = 0;
  nodes_.clear();
  arcs_.clear();
  stacks_.clear();
  groups_.clear();
  made_.clear();
  coverages_.clear();
  coverage_numbers_.clear(kFirstSlots);
  arc_values_.clear();
  arc_sparse_.clear();
  sparse_values_.clear();
  add_root();
  for (std::uint32_t covered = 1; covered <= size_; ++covered) fill(covered);
}

bool Search::complete(const Node& node) const {
  return coverages_[node.coverage].first_gap == size_ && node.owed == 0 &&
         (!request_.reference || node.length == request_.reference->size()) &&
         (!request_.prefix || node.length == request_.prefix->words.size());
}

void Search::add_continuing() {
  continuing_.clear();
  if (!request_.prefix) return;
  const Prefix& prefix = *request_.prefix;
  if (prefix.words.size() > kLongestPrefix) throw std::invalid_argument("a prefix has more than 1000 words");
  auto longest = static_cast<std::uint32_t>(options_.longest());
  continuing_.resize(prefix.words.size() * size_ * longest);
  for (std::uint32_t place = 0; place < prefix.words.size(); ++place)
    for (std::uint32_t begin = 0; begin < size_; ++begin)
      for (std::uint32_t end = begin + 1; end <= std::min(size_, begin + longest); ++end)
        if (auto found = collector_.continuing(prefix, place, options_, begin, end)) {
          Continuing& one = continuing_[(place * size_ + begin) * longest + (end - begin - 1)];
          one.phrase = found.get();
          one.first = options_.add(std::move(found), begin, end);
        }
}

Search::Continuing Search::options_at(std::uint32_t place, std::uint32_t begin, std::uint32_t end) const {
  if (!request_.prefix || place >= request_.prefix->words.size())
    return {options_.phrase(begin, end), options_.first(begin, end)};
  return continuing_[(place * size_ + begin) * options_.longest() + (end - begin - 1)];
}

std::uint32_t Search::length_after(const Node& node, const Option& option) const {
  if (request_.reference) return node.length + option.length;
  if (!request_.prefix) return 0;
  return std::min(node.length + option.length, static_cast<std::uint32_t>(request_.prefix->words.size()));
}

void Search::add_root() {
  Node root{};
  root.coverage = number(Coverage{});
  root.arc = kNone;
  root.rank = future_.rest(Coverage{});
  if (model_.step_features) root.state = start_step_features();
  nodes_.push_back(root);
  stacks_.push_back({0, 1});
  groups_.emplace_back();
  group(stacks_.back());
}

void Search::fill(std::uint32_t covered) {
  stack_begin_ = static_cast<std::uint32_t>(nodes_.size());
  keys_.clear();
  numbers_.clear(kFirstSlots);
  cubes_.clear();
  cells_.clear();
  gather(covered);
  std::size_t arcs_before = arcs_.size();
  bool hurried = settings_.seconds > 0 && std::chrono::steady_clock::now() > deadline_;
  int limit = hurried ? kHurriedPops : settings_.pop_limit;
  if (limit > 0 && lookahead_)
    pop_ranked(limit);
  else if (limit > 0)
    pop_best(limit);
  else
    pop_all();
  groups_.emplace_back();
  if (request_.trace) made_.emplace_back();
  if (has_gaps_) return fill_levels();
  extend_pending();
  if (request_.trace) keep_trace(arcs_.size() - arcs_before);
  stacks_.push_back({stack_begin_, static_cast<std::uint32_t>(nodes_.size())});
  prune(stacks_.back());
  group(stacks_.back());
}

// Hypotheses that owe more come first, since putting a piece leads from them to others of the same stack.
void Search::fill_levels() {
  std::uint32_t begin = stack_begin_;
  levels_.assign(owed_.most() + 1, {});
  for (const Cell& cell : pending_) {
    std::uint32_t after = owed_.after(nodes_[cell.node].owed, cubes_[cell.cube].first_option + cell.option);
    if (after != Owed::kImpossible) levels_[owed_.level(after)].push_back(cell);
  }
  pending_.clear();
  Stack level{begin, begin};
  std::size_t options_made = 0;
  for (std::size_t owed = levels_.size(); owed-- > 0;) {
    stack_begin_ = static_cast<std::uint32_t>(nodes_.size());
    keys_.clear();
    numbers_.clear(kFirstSlots);
    pending_.swap(levels_[owed]);
    std::size_t arcs_before = arcs_.size();
    extend_pending();
    options_made += arcs_.size() - arcs_before;
    place_pieces(level);
    if (request_.trace) keep_trace(owed == 0 ? options_made : 0);
    level = {stack_begin_, static_cast<std::uint32_t>(nodes_.size())};
    prune(level);
    group(level);
  }
  stacks_.push_back({begin, static_cast<std::uint32_t>(nodes_.size())});
}

// Puts a piece that is owed after each hypothesis of the level above.
void Search::place_pieces(const Stack& level) {
  for (std::uint32_t from = level.begin; from < level.end; ++from) {
    const std::vector<Owed::Piece> pieces = owed_.pieces(nodes_[from].owed);
    for (std::size_t place = settings_.crossing || pieces.empty() ? 0 : pieces.size() - 1; place < pieces.size(); ++place) {
      std::uint32_t piece = pieces[place].option;
      std::uint32_t after = owed_.after_piece(nodes_[from].owed, place);
      if (after == Owed::kImpossible) continue;
      if (request_.reference && !fits_reference(nodes_[from].length, options_[piece])) continue;
      const Option& option = options_[piece].option();
      Contexts::Step step = contexts_.step(nodes_[from].context, piece);
      double score = static_cast<double>(option.score) + step.score +
                     static_cast<double>(weights_[model_.skipped_target]) * pieces[place].since;
      if (place + 1 < pieces.size()) score += weights_[model_.crossing];
      Node next = nodes_[from];
      next.score += score;
      next.rank = static_cast<float>(next.score) + (nodes_[from].rank - static_cast<float>(nodes_[from].score)) +
                  owed_.estimate(after) - owed_.estimate(nodes_[from].owed);
      next.context = step.context;
      next.length = request_.reference ? next.length + option.length : 0;
      next.owed = after;
      reached_ = std::max(reached_, next.length);
      Key key{next.coverage,
              has_reordering_ ? next.begin : 0,
              next.end,
              next.context,
              next.blocks,
              next.length,
              next.owed,
              next.last ? next.last->next_class : 0,
              next.state};
      insert(key, next, {from, piece, kNone, score}, step_values_.data(), {});
    }
  }
}

void Search::gather(std::uint32_t covered) {
  auto longest = static_cast<std::uint32_t>(options_.longest());
  for (std::uint32_t length = 1; length <= std::min(longest, covered); ++length)
    for (const Group& group : groups_[covered - length]) gather(group, length);
  for (const SentenceOptions::Gapped& gapped : options_.gapped()) {
    std::uint32_t words = gapped.pieces.words();
    if (words > covered) continue;
    for (const Group& group : groups_[covered - words]) gather(group, gapped);
  }
}

void Search::gather(const Group& group, const SentenceOptions::Gapped& gapped) {
  const Node& node = nodes_[group.first];
  const Coverage& coverage = coverages_[node.coverage];
  const SourcePieces& pieces = gapped.pieces;
  auto is_free = [&](const SourcePieces::Span& piece) { return coverage.is_free(piece.begin, piece.end); };
  if (!std::ranges::all_of(pieces, is_free)) return;
  std::uint32_t begin = pieces.first().begin, end = pieces.last().end;
  bool limited = settings_.distortion_limit >= 0;
  auto limit = static_cast<std::uint32_t>(std::max(settings_.distortion_limit, 0));
  std::uint32_t reach = std::min(limited ? limit : Coverage::kWindow, Coverage::kWindow);
  bool jumps = begin > coverage.first_gap;
  if (jumps && (end - coverage.first_gap > reach || (limited && words_jumped(node.end, begin) > limit))) return;
  Coverage after = coverage;
  for (const SourcePieces::Span& piece : pieces) after = after.with(piece.begin, piece.end);
  // What is left within the phrase must stay within reach, as what is left before it.
  if (after.first_gap < end && end - after.first_gap > reach) return;
  Cube cube;
  cube.first_node = group.first;
  cube.count = group.count;
  cube.phrase = gapped.phrase;
  cube.first_option = gapped.first;
  cube.begin = begin;
  cube.end = end;
  cube.pieces = &pieces;
  cube.jump = -weights_[model_.distortion] * static_cast<float>(jump(coverage, node.end, options_[gapped.first])) +
              weights_[model_.source_gap] + weights_[model_.skipped_source] * static_cast<float>(pieces.skipped());
  cube.rest = future_.rest(after) - weights_[model_.distortion] * static_cast<float>(future_jumps(after, end)) +
              owed_.estimate(node.owed);
  ReorderingStep step{begin, end, node.begin, node.end, blocks_.begin(node.blocks), blocks_.end(node.blocks), coverage};
  reordering::for_each_kind([&]<class Kind>(std::size_t kind) {
    cube.previous[kind] = std::min(Kind::previous(step), last_orientation_);
    cube.next[kind] = std::min(Kind::next(step), last_orientation_);
  });
  cubes_.push_back(cube);
  cells_.push_back({static_cast<std::uint32_t>(cubes_.size() - 1), group.first, 0});
}

std::uint32_t Search::jump(Coverage coverage, std::uint32_t last_end, const SentenceOptions::Reference& option) const {
  std::uint32_t words = 0;
  option.for_each_span([&](std::uint32_t begin, std::uint32_t end) {
    words += jump(coverage, last_end, begin, end);
    coverage = coverage.with(begin, end);
    last_end = end;
  });
  return words;
}

void Search::gather(const Group& group, std::uint32_t length) {
  const Node& node = nodes_[group.first];
  const Coverage& coverage = coverages_[node.coverage];
  bool limited = settings_.distortion_limit >= 0;
  auto limit = static_cast<std::uint32_t>(std::max(settings_.distortion_limit, 0));
  std::uint32_t reach = std::min(limited ? limit : Coverage::kWindow, Coverage::kWindow);
  std::uint32_t old_gap = coverage.first_gap;
  for (std::uint32_t begin = old_gap; begin + length <= size_; ++begin) {
    std::uint32_t end = begin + length;
    // From further right, the first gap must stay within reach.
    if (begin > old_gap && end - old_gap > reach) break;
    if (begin > old_gap && limited && words_jumped(node.end, begin) > limit) continue;
    auto [phrase, first_option] = options_at(node.length, begin, end);
    if (!phrase || phrase->options.empty() || !coverage.is_free(begin, end)) continue;
    Cube cube;
    cube.first_node = group.first;
    cube.count = group.count;
    cube.phrase = phrase;
    cube.first_option = first_option;
    cube.begin = begin;
    cube.end = end;
    cube.pieces = nullptr;
    cube.jump = -weights_[model_.distortion] * static_cast<float>(jump(coverage, node.end, begin, end));
    Coverage after = coverage.with(begin, end);
    auto future_jump = static_cast<float>(future_jumps(after, end));
    cube.rest = future_.rest(after) - weights_[model_.distortion] * future_jump;
    if (node.owed) cube.rest += owed_.estimate(node.owed);
    ReorderingStep step{begin, end, node.begin, node.end, blocks_.begin(node.blocks), blocks_.end(node.blocks),
                        coverage};
    reordering::for_each_kind([&]<class Kind>(std::size_t kind) {
      cube.previous[kind] = std::min(Kind::previous(step), last_orientation_);
      cube.next[kind] = std::min(Kind::next(step), last_orientation_);
    });
    cube.coverage = kNone;
    cubes_.push_back(cube);
    cells_.push_back({static_cast<std::uint32_t>(cubes_.size() - 1), group.first, 0});
  }
}

std::uint32_t Search::future_jumps(const Coverage& coverage, std::uint32_t end) const {
  if (!settings_.future_distortion || settings_.early_distortion) return 0;
  std::uint32_t words = 0, at = end;
  for (std::uint32_t begin = coverage.first_gap; begin < size_;) {
    words += begin > at ? begin - at : at - begin;
    at = coverage.gap_end(begin, size_);
    if (at >= size_) break;
    begin = coverage.next_gap(at);
  }
  return words;
}

float Search::orientations(const Cube& cube, const Node& node, const Option& option) const {
  float total = 0;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    total += option.previous[kind][cube.previous[kind]];
    if (node.last) total += node.last->next[kind][cube.next[kind]];
  }
  return total;
}

float Search::next_orientations(const Cube& cube, const Node& node) const {
  float total = 0;
  if (node.last)
    for (std::size_t kind = 0; kind < kKinds; ++kind) total += node.last->next[kind][cube.next[kind]];
  return total;
}

float Search::estimate(const Cube& cube, std::uint32_t number, std::uint32_t index) const {
  const Node& node = nodes_[number];
  const Option& option = cube.phrase->options[index];
  float total = static_cast<float>(node.score) + option.estimate + cube.jump + cube.rest;
  return has_reordering_ ? total + orientations(cube, node, option) : total;
}

std::uint64_t Search::start_heap(int limit) {
  keep_most(heap_, static_cast<std::size_t>(limit));
  std::make_heap(heap_.begin(), heap_.end());
  bool limited = settings_.threshold > 0 && !heap_.empty();
  return limited ? ranked(estimate_of(heap_.front()) - settings_.threshold, kNone) : 0;
}

void Search::pop_best(int limit) {
  heap_.clear();
  for (std::uint32_t i = 0; i < cells_.size(); ++i)
    heap_.push_back(ranked(estimate(cubes_[cells_[i].cube], cells_[i].node, 0), i));
  std::uint64_t least = start_heap(limit);
  for (int popped = 0; popped < limit && !heap_.empty() && heap_.front() >= least; ++popped) {
    Cell cell = cells_[item_of(heap_.front())];
    pending_.push_back(cell);
    const Cube& cube = cubes_[cell.cube];
    if (cell.option + 1 < cube.phrase->options.size()) {
      heap_.front() = meet({cell.cube, cell.node, cell.option + 1});
      sink_front(heap_);
    } else {
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
    if (cell.option == 0 && cell.node + 1 < cube.first_node + cube.count) {
      heap_.push_back(meet({cell.cube, cell.node + 1, 0}));
      std::push_heap(heap_.begin(), heap_.end());
    }
  }
}

std::uint64_t Search::meet(const Cell& cell) {
  cells_.push_back(cell);
  return ranked(estimate(cubes_[cell.cube], cell.node, cell.option), static_cast<std::uint32_t>(cells_.size() - 1));
}

void Search::pop_ranked(int limit) {
  heap_.clear();
  rows_.clear();
  for (std::uint32_t i = 0; i < cubes_.size(); ++i) {
    const Cube& cube = cubes_[i];
    const Option& first = cube.phrase->options.front();
    float alone = first.estimate;
    if (has_reordering_)
      for (std::size_t kind = 0; kind < kKinds; ++kind) alone += first.previous[kind][cube.previous[kind]];
    for (std::uint32_t n = cube.first_node; n < cube.first_node + cube.count; ++n) {
      const Node& node = nodes_[n];
      float base = static_cast<float>(node.score) + cube.jump + cube.rest + next_orientations(cube, node);
      heap_.push_back(ranked(base + alone, static_cast<std::uint32_t>(rows_.size())));
      rows_.push_back({i, n, base, 0});
    }
  }
  keep_most(heap_, kRanked * static_cast<std::size_t>(limit));
  for (std::uint64_t& one : heap_) {
    const Row& row = rows_[item_of(one)];
    const Cube& cube = cubes_[row.cube];
    one = ranked(row.base + rankings_.best(nodes_[row.node].context, cube.begin, cube.end, cube.previous), item_of(one));
  }
  std::uint64_t least = start_heap(limit);
  for (int popped = 0; popped < limit && !heap_.empty() && heap_.front() >= least; ++popped) {
    std::uint32_t number = item_of(heap_.front());
    Row& row = rows_[number];
    const Cube& cube = cubes_[row.cube];
    auto ranking = rankings_.of(nodes_[row.node].context, cube.begin, cube.end, cube.previous);
    pending_.push_back({row.cube, row.node, ranking[row.tried].option});
    if (++row.tried < ranking.size()) {
      heap_.front() = ranked(row.base + ranking[row.tried].value, number);
      sink_front(heap_);
    } else {
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
  }
}

void Search::pop_all() {
  for (std::uint32_t number = 0; number < cubes_.size(); ++number) {
    const Cube cube = cubes_[number];
    for (std::uint32_t node = cube.first_node; node < cube.first_node + cube.count; ++node)
      for (std::uint32_t option = 0; option < cube.phrase->options.size(); ++option)
        pending_.push_back({number, node, option});
    if (pending_.size() >= kMostPending && !has_gaps_) extend_pending();
  }
}

bool Search::fits_reference(std::size_t place, const SentenceOptions::Reference& reference) const {
  const std::vector<std::string>& words = *request_.reference;
  if (place + reference.option().length > words.size()) return false;
  bool fits = true;
  for_each_word(model_, reference, [&](std::string_view word) { fits = fits && word == words[place++]; });
  return fits;
}

bool Search::in_reference(const SentenceOptions::Reference& reference) const {
  bool found = false;
  for (std::size_t place = 0; place <= request_.reference->size() && !found; ++place)
    found = fits_reference(place, reference);
  std::uint32_t owes = reference.option().owes;
  if (!found || owes == kNoOption) return found;
  const PhraseOptions* later = reference.phrase->later ? reference.phrase->later.get() : reference.phrase;
  return in_reference({later, owes, reference.begin, reference.end});
}

std::int64_t Search::start_step_features() {
  std::vector<OptionFacts> facts;
  for (std::size_t i = 0; i < options_.count(); ++i) {
    OptionFacts& fact = facts.emplace_back(OptionFacts{options_[i].begin, options_[i].end, {}});
    for_each_word(model_, options_[i], [&](std::string_view word) { fact.target.push_back(word); });
    fact.table = options_[i].option().table;
    fact.entry = options_[i].option().entry;
  }
  return model_.step_features->start(request_.number, options_.source(), facts);
}

void Search::extend_pending() {
  if (request_.reference)
    std::erase_if(pending_, [&](const Cell& one) {
      const SentenceOptions::Reference& option = options_[cubes_[one.cube].first_option + one.option];
      return !fits_reference(nodes_[one.node].length, option);
    });
  if (model_.step_features) score_pending();
  for (std::size_t i = 0; i < pending_.size(); ++i) extend(pending_[i], i);
  pending_.clear();
}

void Search::score_pending() {
  extensions_.clear();
  for (const Cell& one : pending_) {
    const Cube& cube = cubes_[one.cube];
    const Node& node = nodes_[one.node];
    const Coverage& coverage = coverages_[node.coverage];
    extensions_.push_back({node.state, cube.first_option + one.option, cube.begin, cube.end, node.begin, node.end,
                           coverage.first_gap, static_cast<std::int64_t>(coverage.bits)});
  }
  step_values_.assign(pending_.size() * model_.step_features->count(), 0);
  step_states_.assign(pending_.size(), 0);
  step_sparse_.assign(has_sparse_steps_ ? pending_.size() : 0, {});
  if (pending_.empty()) return;
  SparseRows* sparse = has_sparse_steps_ ? &sparse_rows_ : nullptr;
  model_.step_features->score(request_.number, extensions_, step_values_, step_states_, sparse);
  if (!sparse) return;
  for (std::size_t i = 0; i < pending_.size(); ++i)
    step_sparse_[i] = {sparse_values_.size() + sparse->starts[i], sparse->starts[i + 1] - sparse->starts[i]};
  sparse_values_.insert(sparse_values_.end(), sparse->values.begin(), sparse->values.end());
}

void Search::extend(const Cell& cell, std::size_t place) {
  std::uint32_t from = cell.node, index = cell.option;
  Cube& cube = cubes_[cell.cube];
  const Node& node = nodes_[from];
  const Option& option = cube.phrase->options[index];
  std::uint32_t number_of_option = cube.first_option + index;
  Contexts::Step step = contexts_.step(node.context, number_of_option);
  if (cube.coverage == kNone) {
    Coverage after = coverages_[node.coverage];
    options_[number_of_option].for_each_span(
        [&](std::uint32_t begin, std::uint32_t end) { after = after.with(begin, end); });
    cube.coverage = number(after);
  }
  double score = static_cast<double>(option.score) + cube.jump + step.score;
  if (has_reordering_) score += orientations(cube, node, option);
  std::size_t outside = model_.step_features ? model_.step_features->count() : 0;
  const float* values = step_values_.data() + place * outside;
  for (std::size_t i = 0; i < outside; ++i)
    score += static_cast<double>(weights_[model_.step_feature + static_cast<int>(i)]) * values[i];
  SparseRange sparse = has_sparse_steps_ ? step_sparse_[place] : SparseRange{};
  if (sparse.count) score += weigh(weights_.sparse, std::span(sparse_values_).subspan(sparse.first, sparse.count));
  Node next;
  next.score = node.score + score;
  next.rank = static_cast<float>(next.score) + cube.rest;
  if (has_gaps_) next.rank += option.owed;
  next.coverage = cube.coverage;
  next.begin = cube.pieces ? cube.pieces->last().begin : cube.begin;
  next.end = cube.end;
  next.context = step.context;
  next.blocks = 0;
  if (has_blocks_ && !cube.pieces) {
    next.blocks = blocks_.push(node.blocks, cube.begin, cube.end);
  } else if (has_blocks_) {
    next.blocks = node.blocks;
    for (const SourcePieces::Span& piece : *cube.pieces) next.blocks = blocks_.push(next.blocks, piece.begin, piece.end);
  }
  next.owed = has_gaps_ ? owed_.after(node.owed, number_of_option) : 0;
  next.length = length_after(node, option);
  next.last = has_reordering_ ? &option : nullptr;
  next.state = model_.step_features ? step_states_[place] : 0;
  reached_ = std::max(reached_, next.length);
  Key key{next.coverage,
          has_reordering_ || model_.step_features ? next.begin : 0,  // step features see it
          next.end,
          next.context,
          next.blocks,
          next.length,
          next.owed,
          has_reordering_ ? option.next_class : 0,
          next.state};
  insert(key, next, {from, number_of_option, kNone, score}, values, sparse);
}

void Search::insert(const Key& key, const Node& node, const Arc& arc, const float* values, SparseRange sparse) {
  std::size_t outside = model_.step_features ? model_.step_features->count() : 0;
  std::uint32_t number = numbers_.insert(
      key.hash(), [&](std::uint32_t known) { return keys_[known] == key; },
      [&](std::uint32_t known) { return keys_[known].hash(); });
  if (number < keys_.size()) {
    Node& same = nodes_[stack_begin_ + number];
    bool better = node.score > same.score;
    if (request_.alternatives) {
      auto added = static_cast<std::uint32_t>(arcs_.size());
      arcs_.push_back(arc);
      arc_values_.insert(arc_values_.end(), values, values + outside);
      if (has_sparse_steps_) arc_sparse_.push_back(sparse);
      if (better) {
        arcs_[added].next = same.arc;
        same.arc = added;
      } else {
        arcs_[added].next = arcs_[same.arc].next;
        arcs_[same.arc].next = added;
      }
    } else if (better) {
      arcs_[same.arc] = arc;
      std::copy(values, values + outside, arc_values_.begin() + static_cast<std::ptrdiff_t>(same.arc * outside));
      if (has_sparse_steps_) arc_sparse_[same.arc] = sparse;
    }
    if (better) {
      same.score = node.score;
      same.rank = node.rank;
      same.last = node.last;
    }
    return;
  }
  keys_.push_back(key);
  nodes_.push_back(node);
  nodes_.back().arc = static_cast<std::uint32_t>(arcs_.size());
  arcs_.push_back(arc);
  arc_values_.insert(arc_values_.end(), values, values + outside);
  if (has_sparse_steps_) arc_sparse_.push_back(sparse);
}

void Search::prune(Stack& stack) {
  auto first = nodes_.begin() + stack.begin;
  auto count = static_cast<std::size_t>(nodes_.end() - first);
  if (count == 0) return;
  // Nodes made earlier win ties.
  auto better = [](const Node& a, const Node& b) { return a.rank != b.rank ? a.rank > b.rank : a.arc < b.arc; };
  auto beam = static_cast<std::size_t>(std::max(settings_.beam, 0));
  if (beam > 0 && count > beam) {
    std::nth_element(first, first + static_cast<std::ptrdiff_t>(beam), nodes_.end(), better);
    nodes_.resize(stack.begin + beam);
    first = nodes_.begin() + stack.begin;
  }
  if (settings_.threshold > 0) {
    float least = std::min_element(first, nodes_.end(), better)->rank - settings_.threshold;
    nodes_.erase(std::remove_if(first, nodes_.end(), [=](const Node& node) { return node.rank < least; }),
                 nodes_.end());
    first = nodes_.begin() + stack.begin;
  }
  stack.end = static_cast<std::uint32_t>(nodes_.size());
  std::sort(first, nodes_.end(), [&](const Node& a, const Node& b) {
    auto key = [](const Node& node) {
      return std::tie(node.coverage, node.begin, node.end, node.blocks, node.length, node.owed);
    };
    return key(a) != key(b) ? key(a) < key(b) : better(a, b);
  });
}

void Search::group(const Stack& stack) {
  std::vector<Group>& groups = groups_.back();
  for (std::uint32_t i = stack.begin; i < stack.end; ++i) {
    const Node& node = nodes_[i];
    if (!groups.empty()) {
      const Node& last = nodes_[groups.back().first];
      if (node.coverage == last.coverage && node.begin == last.begin && node.end == last.end &&
          node.blocks == last.blocks && node.length == last.length && node.owed == last.owed) {
        ++groups.back().count;
        continue;
      }
    }
    groups.push_back({i, 1});
  }
}

void Search::keep_trace(std::size_t options_made) {
  Made& made = made_.back();
  made.nodes.insert(made.nodes.end(), nodes_.begin() + stack_begin_, nodes_.end());
  made.skipped = 0;
  for (const Cube& cube : cubes_) made.skipped += std::uint64_t{cube.count} * cube.phrase->options.size();
  made.skipped -= options_made;
}

std::uint32_t Search::number(const Coverage& coverage) {
  std::uint32_t number = coverage_numbers_.insert(
      coverage.hash(), [&](std::uint32_t known) { return coverages_[known] == coverage; },
      [&](std::uint32_t known) { return coverages_[known].hash(); });
  if (number == coverages_.size()) coverages_.push_back(coverage);
  return number;
}

}  // namespace pitchpipe::decoder
