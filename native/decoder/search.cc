#include "decoder/search.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

namespace pitchpipe::decoder {

namespace {

constexpr int kHurriedPops = 10;  // for each stack, when time is up

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
  collector_.collect(request.sentence, request.given, request.contribution, options_);
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
  if (model_.step_features) score = with_step(score, place);
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
  insert(key, next, {from, number_of_option, kNone, score}, place);
}

void Search::insert(const Key& key, const Node& node, const Arc& arc, std::size_t place) {
  std::size_t outside = model_.step_features ? model_.step_features->count() : 0;
  const float* values = step_values_.data() + place * outside;
  SparseRange sparse = has_sparse_steps_ ? step_sparse_[place] : SparseRange{};
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
