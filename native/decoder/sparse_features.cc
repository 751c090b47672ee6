#include "decoder/sparse_features.h"

namespace pitchpipe::decoder {

namespace {

// A name as its hash, or as text: what the templates write to.
class HashName {
 public:
  HashName(const WordHashes& hashes, const SparseWeights& weights) : hashes_(hashes), weights_(weights) {}
  void clear() { name_ = {}; }
  void add(std::string_view text) { name_ = name_ + TextHash::of(text); }
  void add(SourceWord word) { name_ = name_ + hashes_.source[word.id]; }
  void add(TargetWord word) { name_ = name_ + hashes_.target[word.id]; }
  void finish() { total += weights_[name_]; }

  float total = 0;

 private:
  const WordHashes& hashes_;
  const SparseWeights& weights_;
  TextHash name_;
};

class TextName {
 public:
  explicit TextName(const phrases::PhraseTable& table) : table_(table) {}
  void clear() { name_.clear(); }
  void add(std::string_view text) { name_ += text; }
  void add(SourceWord word) { name_ += table_.source_words()[word.id]; }
  void add(TargetWord word) { name_ += table_.target_words()[word.id]; }
  void finish() { found.emplace_back(name_, 1.0f); }

  std::vector<std::pair<std::string, float>> found;

 private:
  const phrases::PhraseTable& table_;
  std::string name_;
};

template <class Name>
void visit_words(const SparseTemplates& templates, const SparsePair& pair, Name& name) {
  std::vector<bool> source_linked(pair.source.size()), target_linked(pair.target.size());
  for (auto [s, t] : pair.entry.alignment) {
    if (s >= pair.source.size() || t >= pair.target.size()) continue;
    source_linked[s] = target_linked[t] = true;
    for_each_template([&, s = s, t = t]<class Template>(std::size_t place) {
      if constexpr (HasLink<Template>)
        if (templates.on.test(place)) Template::link(pair, s, t, name);
    });
  }
  for (std::size_t s = 0; s < pair.source.size(); ++s)
    for_each_template([&]<class Template>(std::size_t place) {
      if constexpr (HasUnalignedSource<Template>)
        if (templates.on.test(place) && !source_linked[s] && pair.source_kind(s) == kWord) Template::unaligned_source(pair, s, name);
    });
  for (std::size_t t = 0; t < pair.target.size(); ++t)
    for_each_template([&]<class Template>(std::size_t place) {
      if constexpr (HasUnalignedTarget<Template>)
        if (templates.on.test(place) && !target_linked[t] && pair.target_kind(t) == kWord) Template::unaligned_target(pair, t, name);
    });
}

template <class Name>
void visit(const SparseTemplates& templates, const SparsePair& pair, Name& name) {
  bool words = false;
  for_each_template([&]<class Template>(std::size_t place) {
    if (!templates.on.test(place)) return;
    if constexpr (HasWhole<Template>) Template::whole(pair, name);
    words |= HasLink<Template> || HasUnalignedSource<Template> || HasUnalignedTarget<Template>;
  });
  if (words) visit_words(templates, pair, name);
}

template <class Name>
void visit_oriented(const SparseTemplates& templates, const SparsePair& pair, bool next, int orientation, Name& name) {
  for_each_template([&]<class Template>(std::size_t place) {
    if constexpr (HasOriented<Template>)
      if (templates.on.test(place)) Template::oriented(pair, next, orientation, name);
  });
}

}  // namespace

float weigh_sparse(const SparseTemplates& templates, const SparseWeights& weights, const WordHashes& hashes,
                   const SparsePair& pair, float (&previous)[kOrientations], float (&next)[kOrientations]) {
  if (weights.empty()) return 0;
  HashName name(hashes, weights);
  visit(templates, pair, name);
  auto oriented = [&](bool is_next, int orientation) {
    HashName one(hashes, weights);
    visit_oriented(templates, pair, is_next, orientation, one);
    return one.total;
  };
  if (templates.any_oriented())
    for (int o = 0; o < static_cast<int>(kOrientations); ++o) {
      previous[o] += oriented(false, o);
      next[o] += oriented(true, o);
    }
  return name.total;
}

std::vector<std::pair<std::string, float>> sparse_features(const SparseTemplates& templates, const SparsePair& pair) {
  TextName name(pair.table);
  visit(templates, pair, name);
  return std::move(name.found);
}

std::vector<std::pair<std::string, float>> oriented_features(const SparseTemplates& templates, const SparsePair& pair,
                                                             bool next, int orientation) {
  TextName name(pair.table);
  visit_oriented(templates, pair, next, orientation, name);
  return std::move(name.found);
}

}  // namespace pitchpipe::decoder
