#include "chart/model.h"

#include <algorithm>
#include <stdexcept>

namespace pitchpipe::chart {

namespace {

constexpr WordId kNoSymbol = UINT32_MAX;
constexpr const char* kOnlyLabel = "X";

std::uint32_t number_of(const std::string& label, std::vector<std::string>& all) {
  auto found = std::ranges::find(all, label);
  if (found == all.end()) found = all.insert(found, label);
  return static_cast<std::uint32_t>(found - all.begin());
}

}  // namespace

Grammar::Grammar(grammar::RuleTrie rules, const phrases::PhraseTable& table, const std::vector<std::string>& labels,
                 std::vector<std::string>& all)
    : trie(rules), has_labels(!labels.empty()), label(has_labels ? 0 : number_of(kOnlyLabel, all)) {
  const std::vector<std::string> names = has_labels ? labels : std::vector<std::string>{kOnlyLabel};
  target_roles.resize(table.target_words().size());
  auto put = [&](const std::string& name, Role role) {
    if (auto symbol = table.target_words().find(name)) target_roles[*symbol] = role;
  };
  for (const std::string& name : names) {
    std::uint32_t number = number_of(name, all);
    if (source_gaps.size() <= number) {
      std::array<WordId, kMostGaps> none;
      none.fill(kNoSymbol);
      source_gaps.resize(number + std::size_t{1}, none);
    }
    for (std::size_t g = 0; g < kMostGaps; ++g) {
      std::string gap = "[" + name + "," + std::to_string(g + 1) + "]";
      Role role{number, static_cast<std::uint8_t>(g)};
      put(gap, role);
      auto symbol = table.source_words().find(gap);
      if (!symbol) continue;
      source_gaps[number][g] = *symbol;
      source_roles.emplace_back(*symbol, role);
    }
    if (has_labels) put("[" + name + "]", {number, Role::kRoot});
  }
  std::ranges::sort(source_roles, {}, &std::pair<WordId, Role>::first);
}

Role Grammar::source_role(WordId symbol) const {
  auto found = std::ranges::lower_bound(source_roles, symbol, {}, &std::pair<WordId, Role>::first);
  return found != source_roles.end() && found->first == symbol ? found->second : Role{};
}

std::size_t Grammar::size_of(std::span<const WordId> target) const {
  std::size_t size = target.size();
  while (has_labels && size > 0 && target_roles[target[size - 1]].gap == Role::kRoot) --size;
  return size;
}

namespace {

std::uint8_t kind_of(Role role) {
  if (role.gap == Role::kWord) return decoder::kWord;
  return role.gap == Role::kRoot ? std::uint8_t{decoder::kLabel} : static_cast<std::uint8_t>(role.gap + 1);
}

}  // namespace

std::vector<std::uint8_t> Grammar::source_kinds(std::span<const WordId> source) const {
  std::vector<std::uint8_t> kinds;
  for (WordId symbol : source) kinds.push_back(kind_of(source_role(symbol)));
  return kinds;
}

std::vector<std::uint8_t> Grammar::target_kinds(std::span<const WordId> target) const {
  std::vector<std::uint8_t> kinds;
  for (WordId symbol : target) kinds.push_back(kind_of(target_roles[symbol]));
  return kinds;
}

void Model::prepare() {
  system.prepare();
  if (glue != kAbsent && (glue < 0 || static_cast<std::size_t>(glue) >= system.features))
    throw std::invalid_argument("the glue feature's place is outside of the feature vector");
  if (rule_features &&
      (rule_feature < 0 || static_cast<std::size_t>(rule_feature) + rule_features->count() > system.features))
    throw std::invalid_argument("a feature's place is outside of the feature vector");
  if (orientations && (orientation < 0 || static_cast<std::size_t>(orientation) + kOrientationValues > system.features ||
                       orientation_table >= system.tables.size()))
    throw std::invalid_argument("a feature's place is outside of the feature vector");
  if (grammars.size() != system.tables.size()) throw std::invalid_argument("each table needs a trie");
}

}  // namespace pitchpipe::chart
