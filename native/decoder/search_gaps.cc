// Search with phrases that have gaps: their source words all at once, their target pieces one after the other.

#include "decoder/search.h"

#include <algorithm>

namespace pitchpipe::decoder {

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
  placements_.clear();
  for (std::uint32_t from = level.begin; from < level.end; ++from) {
    std::size_t count = owed_.pieces(nodes_[from].owed).size();
    for (std::size_t place = settings_.crossing || count == 0 ? 0 : count - 1; place < count; ++place) {
      std::uint32_t after = owed_.after_piece(nodes_[from].owed, place);
      if (after == Owed::kImpossible) continue;
      std::uint32_t piece = owed_.pieces(nodes_[from].owed)[place].option;
      if (request_.reference && !fits_reference(nodes_[from].length, options_[piece])) continue;
      placements_.push_back({from, place, after});
    }
  }
  if (model_.step_features) {
    clear_extensions();
    for (const Placement& one : placements_)
      add_extension(nodes_[one.from], owed_.pieces(nodes_[one.from].owed)[one.place].option);
    score_extensions();
  }
  for (std::size_t i = 0; i < placements_.size(); ++i) place_piece(placements_[i], i);
}

void Search::place_piece(const Placement& placement, std::size_t number) {
  const Node& node = nodes_[placement.from];
  const std::vector<Owed::Piece>& owed = owed_.pieces(node.owed);
  std::uint32_t piece = owed[placement.place].option;
  const Option& option = options_[piece].option();
  Contexts::Step step = contexts_.step(node.context, piece);
  double score = static_cast<double>(option.score) + step.score +
                 static_cast<double>(weights_[model_.skipped_target]) * owed[placement.place].since;
  if (placement.place + 1 < owed.size()) score += weights_[model_.crossing];
  if (model_.step_features) score = with_step(score, number);
  Node next = node;
  next.score += score;
  next.rank = static_cast<float>(next.score) + (node.rank - static_cast<float>(node.score)) +
              owed_.estimate(placement.after) - owed_.estimate(node.owed);
  next.context = step.context;
  next.length = request_.reference ? next.length + option.length : 0;
  next.owed = placement.after;
  if (model_.step_features) next.state = step_states_[number];
  reached_ = std::max(reached_, next.length);
  Key key{next.coverage,
          has_reordering_ || model_.step_features ? next.begin : 0,
          next.end,
          next.context,
          next.blocks,
          next.length,
          next.owed,
          next.last ? next.last->next_class : 0,
          next.state};
  insert(key, next, {placement.from, piece, kNone, score}, number);
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

}  // namespace pitchpipe::decoder
