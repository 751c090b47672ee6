#include "grammar/tree_rules.h"

#include <algorithm>

namespace pitchpipe::grammar {

TreeRules::TreeRules(const RuleRecords& records, const TreeConstraints& constraints, std::size_t labels,
                     std::size_t source_words, std::size_t target_words)
    : records_(records),
      constraints_(constraints),
      source_words_(static_cast<WordId>(source_words)),
      target_words_(static_cast<WordId>(target_words)),
      first_root_(static_cast<WordId>(target_words + labels * kMostGaps)) {}

void TreeRules::find(std::span<const std::int32_t> source, std::span<const std::int32_t> target,
                     std::span<const phrases::WordLink> links, std::span<const TreeNode> tree,
                     std::vector<std::uint32_t>& found) {
  source_ = source;
  target_ = target;
  tree_ = tree;
  found_ = &found;
  links_.assign(links.begin(), links.end());
  std::ranges::sort(links_, {}, &phrases::WordLink::target);
  link_starts_.assign(target.size() + 1, 0);
  for (phrases::WordLink link : links_) ++link_starts_[static_cast<std::size_t>(link.target) + 1];
  for (std::size_t i = 1; i < link_starts_.size(); ++i) link_starts_[i] += link_starts_[i - 1];
  set_frontier(source.size());
  for (std::uint32_t node = 0; node < tree.size(); ++node) {
    if (!frontier_[node].is) continue;
    std::size_t begin = found.size();
    root_ = node;
    chain_ = frontier_[node].passes_to;
    open_.clear();
    done_.clear();
    gaps_ = 0;
    const Frontier& one = frontier_[node];
    for (std::uint32_t i = one.items; i-- > 0;) open_.push_back(items_[one.first_item + i]);
    grow(one.size);
    share_count(begin);
  }
}

void TreeRules::set_frontier(std::size_t source_size) {
  to_source_.assign(target_.size(), {kNone, 0});
  to_target_.assign(source_size, {kNone, 0});
  auto extend = [](Span& span, std::uint32_t at) {
    span.begin = std::min(span.begin, at);
    span.end = std::max(span.end, at + 1);
  };
  for (phrases::WordLink link : links_) {
    auto from = static_cast<std::uint32_t>(link.source), to = static_cast<std::uint32_t>(link.target);
    extend(to_source_[to], from);
    extend(to_target_[from], to);
  }
  frontier_.assign(tree_.size(), {});
  items_.clear();
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    auto begin = static_cast<std::uint32_t>(tree_[i].begin), end = static_cast<std::uint32_t>(tree_[i].end);
    Span span{kNone, 0};
    for (std::uint32_t word = begin; word < end; ++word) {
      span.begin = std::min(span.begin, to_source_[word].begin);
      span.end = std::max(span.end, to_source_[word].end);
    }
    bool is = span.begin < span.end;
    for (std::uint32_t word = span.begin; is && word < span.end; ++word)
      is = to_target_[word].end == 0 || (to_target_[word].begin >= begin && to_target_[word].end <= end);
    frontier_[i].is = is;
    frontier_[i].begin = span.begin;
    frontier_[i].end = span.end;
  }
  for (std::uint32_t node = 0; node < tree_.size(); ++node)
    if (frontier_[node].is) set_minimal_rule(node);
}

void TreeRules::set_minimal_rule(std::uint32_t node) {
  Frontier& one = frontier_[node];
  auto is_constituent = [&](std::uint32_t i) { return static_cast<std::uint32_t>(tree_[i].after) > i + 1; };
  one.first_item = static_cast<std::uint32_t>(items_.size());
  one.size = is_constituent(node);
  auto word = static_cast<std::uint32_t>(tree_[node].begin), end = static_cast<std::uint32_t>(tree_[node].end);
  std::uint32_t gaps = 0, last_gap = kNone;
  for (std::uint32_t next = node + 1; word < end;) {
    if (next >= static_cast<std::uint32_t>(tree_[node].after) ||
        static_cast<std::uint32_t>(tree_[next].begin) != word) {
      items_.push_back({word++, false});
    } else if (frontier_[next].is) {
      items_.push_back({next, true});
      ++gaps;
      last_gap = next;
      word = static_cast<std::uint32_t>(tree_[next].end);
      next = static_cast<std::uint32_t>(tree_[next].after);
    } else {
      one.size += is_constituent(next++);
    }
  }
  one.items = static_cast<std::uint32_t>(items_.size()) - one.first_item;
  if (gaps == 1 && frontier_[last_gap].begin == one.begin && frontier_[last_gap].end == one.end)
    one.passes_to = last_gap;
}

// Decides on what is open, from left to right: a frontier node is a gap, or has its minimal rule put in. What a rule has
// never becomes less, so that whatever has too much is left.
void TreeRules::grow(std::uint32_t size) {
  if (open_.empty()) {
    emit();
    return;
  }
  if (done_.size() + open_.size() > constraints_.target_symbols) return;
  Item item = open_.back();
  open_.pop_back();
  if (!item.is_node || gaps_ < constraints_.gaps) {
    done_.push_back(item);
    gaps_ += item.is_node;
    grow(size);
    gaps_ -= item.is_node;
    done_.pop_back();
  }
  if (item.is_node) {
    const Frontier& below = frontier_[item.place];
    if (size + below.size <= constraints_.size || item.place == chain_) {
      std::uint32_t chain = chain_;
      std::size_t before = open_.size();
      chain_ = item.place == chain_ ? below.passes_to : kNone;
      for (std::uint32_t i = below.items; i-- > 0;) open_.push_back(items_[below.first_item + i]);
      grow(size + below.size);
      open_.resize(before);
      chain_ = chain;
    }
  }
  open_.push_back(item);
}

void TreeRules::emit() {
  gap_nodes_.clear();
  for (Item item : done_)
    if (item.is_node) gap_nodes_.push_back(item.place);
  std::ranges::sort(gap_nodes_, {}, [&](std::uint32_t node) { return frontier_[node].begin; });
  gap_spans_.resize(gap_nodes_.size());
  const Frontier& root = frontier_[root_];
  if (root_ == 0) {
    whole_ = {0, static_cast<std::uint32_t>(source_.size())};
    attach(0, 0, 0, 0);
    return;
  }
  for (std::uint32_t before = room_before(root_) + 1; before-- > 0;)
    for (std::uint32_t after = 0; after <= room_after(root_); ++after) {
      whole_ = {root.begin - before, root.end + after};
      attach(0, whole_.begin, 0, 0);
    }
}

std::uint32_t TreeRules::room_before(std::uint32_t node) const {
  std::uint32_t room = 0, begin = frontier_[node].begin;
  if (constraints_.all_attachments)
    while (room < std::min(kFarthest, begin) && to_target_[begin - room - 1].end == 0) ++room;
  return room;
}

std::uint32_t TreeRules::room_after(std::uint32_t node) const {
  std::uint32_t room = 0, end = frontier_[node].end, left = static_cast<std::uint32_t>(source_.size()) - end;
  if (constraints_.all_attachments)
    while (room < std::min(kFarthest, left) && to_target_[end + room].end == 0) ++room;
  return room;
}

// Gives a span to each gap from this one on; the source side is known up to `from`. Scope is the number of gaps at the
// edges and of gaps side by side.
void TreeRules::attach(std::size_t gap, std::uint32_t from, std::uint32_t symbols, std::uint32_t scope) {
  if (gap == gap_nodes_.size()) {
    if (from > whole_.end) return;
    symbols += whole_.end - from;
    if (gap > 0) scope += from == whole_.end;
    bool is_gap_alone = gap == 1 && symbols == 1;
    if (symbols <= constraints_.source_symbols && scope <= constraints_.scope && !is_gap_alone) add();
    return;
  }
  const Frontier& one = frontier_[gap_nodes_[gap]];
  for (std::uint32_t before = room_before(gap_nodes_[gap]) + 1; before-- > 0;) {
    std::uint32_t begin = one.begin - before;
    if (begin < from) continue;
    for (std::uint32_t after = 0; after <= room_after(gap_nodes_[gap]) && one.end + after <= whole_.end; ++after) {
      gap_spans_[gap] = {begin, one.end + after};
      attach(gap + 1, one.end + after, symbols + (begin - from) + 1, scope + (begin == from));
    }
  }
}

void TreeRules::add() {
  constexpr std::uint8_t kInGap = 255;
  source_side_.clear();
  source_places_.assign(whole_.end - whole_.begin, kInGap);
  std::size_t gap = 0;
  auto label_of = [&](std::uint32_t node) { return static_cast<WordId>(tree_[node].label); };
  for (std::uint32_t at = whole_.begin; at < whole_.end;) {
    if (gap < gap_spans_.size() && gap_spans_[gap].begin == at) {
      auto number = static_cast<WordId>(gap);
      source_side_.push_back(source_words_ + label_of(gap_nodes_[gap]) * static_cast<WordId>(kMostGaps) + number);
      at = gap_spans_[gap++].end;
    } else {
      source_places_[at - whole_.begin] = static_cast<std::uint8_t>(source_side_.size());
      source_side_.push_back(static_cast<WordId>(source_[at++]));
    }
  }
  target_side_.clear();
  points_.clear();
  for (Item item : done_) {
    auto place = static_cast<std::uint8_t>(target_side_.size());
    if (item.is_node) {
      auto number = static_cast<WordId>(std::ranges::find(gap_nodes_, item.place) - gap_nodes_.begin());
      target_side_.push_back(target_words_ + label_of(item.place) * static_cast<WordId>(kMostGaps) + number);
      continue;
    }
    target_side_.push_back(static_cast<WordId>(target_[item.place]));
    for (std::uint32_t i = link_starts_[item.place]; i < link_starts_[item.place + 1]; ++i)
      points_.push_back({source_places_[static_cast<std::uint32_t>(links_[i].source) - whole_.begin], place});
  }
  if (constraints_.inner && !add_inner()) return;
  target_side_.push_back(first_root_ + label_of(root_));
  records_.add_instance(source_side_, target_side_, points_, *found_);
}

// The labels of the constituents between the root and the gaps; false if there are too many.
bool TreeRules::add_inner() {
  auto first = static_cast<std::ptrdiff_t>(target_side_.size());
  auto after = static_cast<std::uint32_t>(tree_[root_].after);
  for (std::uint32_t node = root_ + 1; node < after;) {
    bool is_gap = std::ranges::find(gap_nodes_, node) != gap_nodes_.end();
    if (!is_gap) target_side_.push_back(first_root_ + static_cast<WordId>(tree_[node].label));
    node = is_gap ? static_cast<std::uint32_t>(tree_[node].after) : node + 1;
  }
  std::sort(target_side_.begin() + first, target_side_.end());
  return target_side_.size() - static_cast<std::size_t>(first) <= kMostInner;
}

void TreeRules::share_count(std::size_t begin) {
  std::size_t rules = (found_->size() - begin) / records_.instance_size();
  if (rules == 0) return;
  auto share = static_cast<std::uint32_t>((RuleRecords::kWhole + rules / 2) / rules);
  for (std::size_t at = begin; at < found_->size(); at += records_.instance_size())
    (*found_)[at + records_.instance_key()] = constraints_.fractional ? std::max(share, 1u) : RuleRecords::kWhole;
}

}  // namespace pitchpipe::grammar
