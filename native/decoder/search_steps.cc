// Features of steps that are computed elsewhere.

#include "decoder/search.h"

namespace pitchpipe::decoder {

std::int64_t Search::start_step_features() {
  std::vector<OptionFacts> facts;
  for (std::size_t i = 0; i < options_.count(); ++i) {
    OptionFacts& fact = facts.emplace_back(OptionFacts{options_[i].begin, options_[i].end, {}});
    for_each_word(model_, options_[i], [&](std::string_view word) { fact.target.push_back(word); });
    fact.table = options_[i].option().table;
    fact.entry = options_[i].option().entry;
    fact.has_gaps = options_[i].pieces || options_[i].is_later || options_[i].next != kNoOption;
    if (!fact.has_gaps) continue;
    if (!options_[i].is_later)
      options_[i].for_each_span([&](std::uint32_t begin, std::uint32_t end) { fact.spans.emplace_back(begin, end); });
    if (options_[i].next != kNoOption) fact.next = options_[i].next;
  }
  return model_.step_features->start(request_.number, options_.source(), facts);
}

void Search::score_pending() {
  clear_extensions();
  for (const Cell& one : pending_) add_extension(nodes_[one.node], cubes_[one.cube].first_option + one.option);
  score_extensions();
}

void Search::clear_extensions() {
  extensions_.clear();
  extensions_owed_.clear();
}

void Search::add_extension(const Node& node, std::uint32_t option) {
  const SentenceOptions::Reference& added = options_[option];
  const Coverage& coverage = coverages_[node.coverage];
  extensions_.push_back({node.state, option, added.begin, added.end, node.begin, node.end, coverage.first_gap,
                         static_cast<std::int64_t>(coverage.bits)});
  if (!has_gaps_) return;
  const std::vector<Owed::Piece>& owed = owed_.pieces(node.owed);
  for (std::size_t i = 0; i < owed_.most(); ++i)
    extensions_owed_.push_back(i < owed.size() ? std::int64_t{owed[i].option} : -1);
}

double Search::with_step(double score, std::size_t place) const {
  std::size_t count = model_.step_features->count();
  const float* values = step_values_.data() + place * count;
  for (std::size_t i = 0; i < count; ++i)
    score += static_cast<double>(weights_[model_.step_feature + static_cast<int>(i)]) * values[i];
  SparseRange sparse = has_sparse_steps_ ? step_sparse_[place] : SparseRange{};
  if (sparse.count) score += weigh(weights_.sparse, std::span(sparse_values_).subspan(sparse.first, sparse.count));
  return score;
}

void Search::score_extensions() {
  step_values_.assign(extensions_.size() * model_.step_features->count(), 0);
  step_states_.assign(extensions_.size(), 0);
  step_sparse_.assign(has_sparse_steps_ ? extensions_.size() : 0, {});
  if (extensions_.empty()) return;
  SparseRows* sparse = has_sparse_steps_ ? &sparse_rows_ : nullptr;
  model_.step_features->score(request_.number, extensions_, extensions_owed_, step_values_, step_states_, sparse);
  if (!sparse) return;
  for (std::size_t i = 0; i < extensions_.size(); ++i)
    step_sparse_[i] = {sparse_values_.size() + sparse->starts[i], sparse->starts[i + 1] - sparse->starts[i]};
  sparse_values_.insert(sparse_values_.end(), sparse->values.begin(), sparse->values.end());
}

}  // namespace pitchpipe::decoder
