#include "grammar/trees.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace pitchpipe::grammar {

namespace {

// Whether each node lies within the one above it, and after those to its left.
bool is_nested(std::span<const TreeNode> tree, std::int32_t words, std::size_t labels) {
  auto size = static_cast<std::int32_t>(tree.size());
  if (tree[0].begin != 0 || tree[0].end != words || tree[0].after != size) return false;
  std::vector<std::int32_t> above;
  std::int32_t last_end = 0;  // of what is to the left
  for (std::int32_t i = 0; i < size; ++i) {
    const TreeNode& node = tree[static_cast<std::size_t>(i)];
    while (!above.empty() && tree[static_cast<std::size_t>(above.back())].after <= i) {
      last_end = tree[static_cast<std::size_t>(above.back())].end;
      above.pop_back();
    }
    if (node.label < 0 || static_cast<std::size_t>(node.label) >= labels) return false;
    if (node.begin < last_end || node.begin >= node.end || node.after <= i || node.after > size) return false;
    if (i > 0) {
      if (above.empty()) return false;
      const TreeNode& parent = tree[static_cast<std::size_t>(above.back())];
      if (node.begin < parent.begin || node.end > parent.end || node.after > parent.after) return false;
    }
    above.push_back(i);
  }
  return true;
}

}  // namespace

void Trees::check(const phrases::AlignedCorpus& corpus) const {
  if (offsets.size() != corpus.size() + 1 || offsets.front() != 0 || !std::ranges::is_sorted(offsets) ||
      static_cast<std::size_t>(offsets.back()) != nodes.size())
    throw std::invalid_argument("the offsets of the trees do not fit");
  for (std::size_t line = 0; line < corpus.size(); ++line) {
    std::span<const TreeNode> tree = (*this)[line];
    if (!tree.empty() && !is_nested(tree, static_cast<std::int32_t>(corpus.target[line].size()), labels))
      throw std::invalid_argument(std::to_string(line + 1) + ": found a tree that does not fit its line");
  }
}

}  // namespace pitchpipe::grammar
