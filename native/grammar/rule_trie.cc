#include "grammar/rule_trie.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace pitchpipe::grammar {

namespace {

// What is stored in files depends on it.
std::uint64_t hash_of(std::uint32_t parent, std::uint32_t symbol) {
  std::uint64_t hash = (std::uint64_t{parent} << 32 | symbol) * 0x9E3779B97F4A7C15u;
  hash ^= hash >> 29;
  hash *= 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

}  // namespace

RuleTrie::RuleTrie(std::span<const std::uint32_t> nodes, std::span<const std::uint32_t> slots)
    : nodes_(reinterpret_cast<const Node*>(nodes.data()), nodes.size() / 4), slots_(slots) {
  static_assert(sizeof(Node) == 4 * sizeof(std::uint32_t));
  if (nodes.empty() || nodes.size() % 4 != 0) throw std::invalid_argument("the grammar's trie has no root");
  phrases::check_slots(slots, "trie's nodes");
}

std::uint32_t RuleTrie::after_word(std::uint32_t node, WordId word) const {
  auto found = phrases::number_in(slots_, hash_of(node, word), [&](std::uint32_t next) {
    return next < nodes_.size() && nodes_[next].parent == node && nodes_[next].symbol == word;
  });
  return found.value_or(kNone);
}

RuleTrieArrays trie_of(phrases::PhraseTable::Rows<WordId> phrases, std::span<const WordId> gaps) {
  constexpr std::uint32_t kNone = RuleTrie::kNone;
  if (phrases.offsets.empty()) throw std::invalid_argument("the source phrases have no offsets");
  std::vector<RuleTrie::Node> nodes{{kNone, kNone, kNone, kNone}};
  util::Numbering numbers(1 << 16);  // of all nodes but the root
  auto child_of = [&](std::uint32_t parent, WordId symbol) {
    auto same = [&](std::uint32_t i) { return nodes[i + 1].parent == parent && nodes[i + 1].symbol == symbol; };
    auto hash = [&](std::uint32_t i) { return hash_of(nodes[i + 1].parent, nodes[i + 1].symbol); };
    std::uint32_t child = numbers.insert(hash_of(parent, symbol), same, hash) + 1;
    if (child == nodes.size()) {
      if (nodes.size() == kNone) throw std::runtime_error("the grammar has more source sides than can be numbered");
      nodes.push_back({parent, symbol, kNone, kNone});
      if (std::ranges::find(gaps, symbol) != gaps.end()) nodes[parent].gap = child;
    }
    return child;
  };
  for (std::size_t p = 0; p + 1 < phrases.offsets.size(); ++p) {
    std::uint64_t begin = phrases.offsets[p], end = phrases.offsets[p + 1];
    if (begin > end || end > phrases.values.size())
      throw std::invalid_argument("the offsets of source phrases do not fit");
    std::uint32_t node = 0;
    for (WordId symbol : phrases.values.subspan(begin, end - begin)) node = child_of(node, symbol);
    if (node != 0) nodes[node].phrase = static_cast<std::uint32_t>(p);
  }
  RuleTrieArrays arrays;
  arrays.slots.assign(std::bit_ceil(2 * nodes.size() + 1), 0);
  for (std::uint32_t i = 1; i < nodes.size(); ++i) {
    std::span<const std::uint32_t> slots = arrays.slots;
    std::size_t at = util::find_number(slots, hash_of(nodes[i].parent, nodes[i].symbol), [](std::uint32_t) { return false; });
    arrays.slots[at] = i + 1;
  }
  for (const RuleTrie::Node& node : nodes)
    for (std::uint32_t value : {node.parent, node.symbol, node.phrase, node.gap}) arrays.nodes.push_back(value);
  return arrays;
}

}  // namespace pitchpipe::grammar
