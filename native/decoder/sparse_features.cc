#include "decoder/sparse_features.h"

#include <algorithm>
#include <string_view>

namespace pitchpipe::decoder {

namespace {

constexpr std::string_view kNone = "<none>", kOther = "<other>";

// A name as its hash, or as text: what the visitor below writes to.
class HashName {
 public:
  HashName(const WordHashes& hashes, const SparseWeights& weights) : hashes_(hashes), weights_(weights) {}
  void start(std::string_view text) { name_ = TextHash::of(text); }
  void add(std::string_view text) { name_ = name_ + TextHash::of(text); }
  void add_source(WordId word) { name_ = name_ + hashes_.source[word]; }
  void add_target(WordId word) { name_ = name_ + hashes_.target[word]; }
  void finish() { total += weights_[name_]; }
  float weight() const { return weights_[name_]; }

  float total = 0;

 private:
  const WordHashes& hashes_;
  const SparseWeights& weights_;
  TextHash name_;
};

class TextName {
 public:
  explicit TextName(const phrases::PhraseTable& table) : table_(table) {}
  void start(std::string_view text) { name_ = text; }
  void add(std::string_view text) { name_ += text; }
  void add_source(WordId word) { name_ += table_.source_words()[word]; }
  void add_target(WordId word) { name_ += table_.target_words()[word]; }
  void finish() { found.emplace_back(name_, 1.0f); }
  const std::string& name() const { return name_; }

  std::vector<std::pair<std::string, float>> found;

 private:
  const phrases::PhraseTable& table_;
  std::string name_;
};

template <class Name>
void add_pair(Name& name, std::span<const WordId> source, std::span<const WordId> target) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (i) name.add("_");
    name.add_source(source[i]);
  }
  name.add("~");
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (i) name.add("_");
    name.add_target(target[i]);
  }
}

// Bins grow by twos: 1, 2, 3-4, 5-8, 9-16, ...
std::string count_bin(float count) {
  long bin = 1;
  while (static_cast<float>(bin) < count && bin < (1l << 30)) bin *= 2;
  return bin <= 2 ? std::to_string(bin) : std::to_string(bin / 2 + 1) + "-" + std::to_string(bin);
}

template <class Name>
void visit(const SparseTemplates& on, const phrases::PhraseTable& table, std::span<const WordId> source,
           const phrases::PhraseTable::Entry& entry, Name& name) {
  std::span<const WordId> target = entry.target;
  if (on.rules) {
    name.start("PT:");
    add_pair(name, source, target);
    name.finish();
  }
  if (on.counts) {
    name.start("RC:");
    name.add(count_bin(entry.joint_count));
    name.finish();
  }
  if (on.lengths) {
    std::string s = std::to_string(source.size()), t = std::to_string(target.size());
    for (const std::string& text : {"src=" + s, "tgt=" + t, "src/tgt=" + s + "," + t}) {
      name.start(text);
      name.finish();
    }
  }
  if (!on.alignments && !on.insertions && !on.word_pairs) return;
  auto source_class = [&](WordId word) {
    if (on.frequent_source.contains(std::string(table.source_words()[word])))
      name.add_source(word);
    else
      name.add(kOther);
  };
  auto target_class = [&](WordId word) {
    if (on.frequent_target.contains(std::string(table.target_words()[word])))
      name.add_target(word);
    else
      name.add(kOther);
  };
  std::vector<bool> source_linked(source.size()), target_linked(target.size());
  for (auto [s, t] : entry.alignment) {
    if (s >= source.size() || t >= target.size()) continue;
    source_linked[s] = target_linked[t] = true;
    if (on.alignments) {
      name.start("AL:");
      name.add_source(source[s]);
      name.add("~");
      name.add_target(target[t]);
      name.finish();
    }
    if (on.word_pairs) {
      name.start("WP:");
      source_class(source[s]);
      name.add("~");
      target_class(target[t]);
      name.finish();
    }
  }
  for (std::size_t s = 0; s < source.size(); ++s) {
    if (source_linked[s]) continue;
    if (on.alignments) {
      name.start("AL:");
      name.add_source(source[s]);
      name.add("~");
      name.add(kNone);
      name.finish();
    }
    if (on.word_pairs) {
      name.start("WP:");
      source_class(source[s]);
      name.add("~");
      name.add(kNone);
      name.finish();
    }
  }
  for (std::size_t t = 0; t < target.size(); ++t) {
    if (target_linked[t]) continue;
    if (on.insertions) {
      name.start("INS:");
      name.add_target(target[t]);
      name.finish();
    }
    if (on.word_pairs) {
      name.start("WP:");
      name.add(kNone);
      name.add("~");
      target_class(target[t]);
      name.finish();
    }
  }
}

template <class Name>
void name_orientation(Name& name, std::span<const WordId> source, std::span<const WordId> target, bool next,
                      int orientation) {
  name.start("LO:");
  name.add(kOrientationNames[next][orientation]);
  name.add(":");
  add_pair(name, source, target);
}

}  // namespace

float weigh_sparse(const SparseTemplates& templates, const SparseWeights& weights, const phrases::PhraseTable& table,
                   const WordHashes& hashes, std::span<const WordId> source, const phrases::PhraseTable::Entry& entry,
                   float (&previous)[3], float (&next)[3]) {
  if (weights.empty()) return 0;
  HashName name(hashes, weights);
  visit(templates, table, source, entry, name);
  if (templates.orientations) {
    for (int o = 0; o < 3; ++o) {
      name_orientation(name, source, entry.target, false, o);
      previous[o] += name.weight();
      name_orientation(name, source, entry.target, true, o);
      next[o] += name.weight();
    }
  }
  return name.total;
}

std::vector<std::pair<std::string, float>> sparse_features(const SparseTemplates& templates, const phrases::PhraseTable& table,
                                                           std::span<const WordId> source,
                                                           const phrases::PhraseTable::Entry& entry) {
  TextName name(table);
  visit(templates, table, source, entry, name);
  return std::move(name.found);
}

std::string orientation_feature(const phrases::PhraseTable& table, std::span<const WordId> source,
                                const phrases::PhraseTable::Entry& entry, bool next, int orientation) {
  TextName name(table);
  name_orientation(name, source, entry.target, next, orientation);
  return name.name();
}

}  // namespace pitchpipe::decoder
