#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "grammar/extraction.h"
#include "grammar/gap_orientation.h"
#include "grammar/rule_trie.h"
#include "python/arrays.h"
#include "python/bindings.h"
#include "python/found_records.h"

namespace pitchpipe::python {

namespace {

using namespace pitchpipe::grammar;
using phrases::AlignedCorpus;
using phrases::TableWriter;
using phrases::WordLink;

// Ids and offsets of lines, as in Corpus.
using LineArrays = std::tuple<Vector<std::int32_t>, Vector<std::int64_t>>;

// Least probability (natural logarithm), least count, and how many.
using Filter = std::tuple<float, float, std::optional<std::size_t>>;

std::array<int, TableWriter::kFiles> descriptors_of(const std::vector<int>& files) {
  std::array<int, TableWriter::kFiles> descriptors;
  if (files.size() != descriptors.size()) throw std::invalid_argument("a table has 11 files");
  std::copy(files.begin(), files.end(), descriptors.begin());
  return descriptors;
}

AlignedCorpus::Side side_of(const LineArrays& lines, std::size_t vocabulary) {
  const auto& [ids, offsets] = lines;
  return {span_of(ids), span_of(offsets), vocabulary};
}

std::optional<RuleFilter> filter_of(const std::optional<LineArrays>& lines, std::span<const WordId> gaps) {
  if (!lines) return {};
  const auto& [ids, offsets] = *lines;
  return RuleFilter(span_of(ids), span_of(offsets), gaps);
}

phrases::PhraseFilter kept_by(const Filter& filter) {
  const auto& [probability, count, top] = filter;
  return {probability, count, top.value_or(std::numeric_limits<std::size_t>::max())};
}

// (source, target, how many words each has, links, offsets of links)
using AlignedArrays = std::tuple<LineArrays, LineArrays, std::pair<std::size_t, std::size_t>, Matrix<std::int32_t>,
                                 Vector<std::int64_t>>;
// (filter, memory, folder, threads)
using Settings = std::tuple<Filter, std::size_t, std::string, int>;
// (nodes, offsets, how many labels)
using TreeArrays = std::tuple<Matrix<std::int32_t>, Vector<std::int64_t>, std::size_t>;

AlignedCorpus corpus_of(const AlignedArrays& arrays) {
  const auto& [source, target, vocabularies, links, offsets] = arrays;
  if (links.shape(1) != 2) throw std::invalid_argument("links are pairs of positions");
  return {side_of(source, vocabularies.first), side_of(target, vocabularies.second),
          {reinterpret_cast<const WordLink*>(links.data()), links.shape(0)}, span_of(offsets)};
}

Trees trees_of(const TreeArrays& arrays) {
  static_assert(sizeof(TreeNode) == 4 * sizeof(std::int32_t));
  const auto& [nodes, offsets, labels] = arrays;
  if (nodes.shape(1) != 4) throw std::invalid_argument("nodes are rows of four numbers");
  return {{reinterpret_cast<const TreeNode*>(nodes.data()), nodes.shape(0)}, span_of(offsets), labels};
}

ExtractionSettings settings_of(const Settings& settings) {
  const auto& [filter, memory, folder, threads] = settings;
  return {kept_by(filter), memory, folder, threads};
}

// Calls extract(corpus, only, settings, writer, progress) and returns the most symbols of a source side.
template <class Extract>
std::size_t extract_into(const AlignedArrays& aligned, std::size_t gap_count, const std::optional<LineArrays>& only,
                         const Settings& settings, const std::vector<int>& files,
                         const nb::typed<nb::callable, void(double)>& progress, Extract extract) {
  AlignedCorpus corpus = corpus_of(aligned);
  phrases::ExtractionProgress report = [&](double done) {
    nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    progress(done);
  };
  nb::gil_scoped_release unlocked;
  std::vector<WordId> gaps;
  for (std::size_t i = 0; i < gap_count; ++i) gaps.push_back(static_cast<WordId>(corpus.source.vocabulary + i));
  std::optional<RuleFilter> matching = filter_of(only, gaps);
  TableWriter writer(descriptors_of(files));
  extract(corpus, matching ? &*matching : nullptr, settings_of(settings), writer, report);
  writer.finish();
  return writer.longest_source();
}

// (labels, offsets of lines, how many there are)
using LabelArrays = std::tuple<Vector<std::int32_t>, Vector<std::int64_t>, std::size_t>;

SpanLabels labels_of(const std::optional<LabelArrays>& arrays) {
  if (!arrays) return {};
  return {span_of(std::get<0>(*arrays)), span_of(std::get<1>(*arrays)), std::get<2>(*arrays)};
}

// The records that find() finds without the GIL.
template <class Find>
auto records_of(Find find) {
  std::vector<std::uint32_t> found;
  {
    nb::gil_scoped_release unlocked;
    found = find();
  }
  return array_of_records(std::move(found));
}

auto find(const AlignedArrays& aligned, const std::optional<LabelArrays>& arrays, const Constraints& constraints,
          const Settings& settings) {
  return records_of([&] { return find_rules(corpus_of(aligned), labels_of(arrays), constraints, settings_of(settings)); });
}

auto find_in_trees(const AlignedArrays& aligned, const TreeArrays& arrays, const TreeConstraints& constraints,
                   const Settings& settings) {
  return records_of([&] { return find_tree_rules(corpus_of(aligned), trees_of(arrays), constraints, settings_of(settings)); });
}

std::size_t extract(const AlignedArrays& aligned, const std::optional<LabelArrays>& arrays,
                    const std::optional<LineArrays>& only, const Constraints& constraints, const Settings& settings,
                    const std::vector<int>& files, const nb::typed<nb::callable, void(double)>& progress,
                    const std::optional<NextRecords>& found) {
  SpanLabels labels = labels_of(arrays);
  std::size_t gaps = labels.count > 0 ? labels.count * kMostGaps : kHierarchicalGaps;
  return extract_into(aligned, gaps, only, settings, files, progress,
                      [&](const AlignedCorpus& corpus, const RuleFilter* matching, const ExtractionSettings& how,
                          TableWriter& writer, const phrases::ExtractionProgress& report) {
                        extract_rules(corpus, labels, constraints, matching, how, writer, report, found_by(found));
                      });
}

std::size_t extract_from_trees(const AlignedArrays& aligned, const TreeArrays& arrays,
                               const std::optional<LineArrays>& only, const TreeConstraints& constraints,
                               const Settings& settings, const std::vector<int>& files,
                               const nb::typed<nb::callable, void(double)>& progress,
                               const std::optional<NextRecords>& found) {
  Trees trees = trees_of(arrays);
  return extract_into(aligned, trees.labels * kMostGaps, only, settings, files, progress,
                      [&](const AlignedCorpus& corpus, const RuleFilter* matching, const ExtractionSettings& how,
                          TableWriter& writer, const phrases::ExtractionProgress& report) {
                        extract_tree_rules(corpus, trees, constraints, matching, how, writer, report, found_by(found));
                      });
}

std::size_t filter_rules(const phrases::PhraseTable& table, const Filter& filter,
                         const std::optional<LineArrays>& only, const std::vector<WordId>& gaps,
                         const std::vector<int>& files) {
  nb::gil_scoped_release unlocked;
  std::optional<RuleFilter> matching = filter_of(only, gaps);
  phrases::PhraseFilter kept = kept_by(filter);
  TableWriter writer(descriptors_of(files));
  filter_rules(table, kept, matching ? &*matching : nullptr, writer);
  writer.finish();
  return writer.longest_source();
}

}  // namespace

void bind_grammar(nb::module_& module) {
  nb::class_<Constraints>(module, "RuleConstraints", "Which rules are extracted.")
      .def(nb::init<>())
      .def_rw("longest", &Constraints::longest)
      .def_rw("source_symbols", &Constraints::source_symbols)
      .def_rw("target_symbols", &Constraints::target_symbols)
      .def_rw("gaps", &Constraints::gaps)
      .def_rw("smallest_gap", &Constraints::smallest_gap)
      .def_rw("adjacent_gaps", &Constraints::adjacent_gaps)
      .def_rw("aligned_word", &Constraints::aligned_word)
      .def_rw("tight", &Constraints::tight)
      .def_rw("fractional", &Constraints::fractional)
      .def_rw("source_labels", &Constraints::source_labels);
  nb::class_<TreeConstraints>(module, "TreeConstraints", "Which rules are extracted from trees.")
      .def(nb::init<>())
      .def_rw("size", &TreeConstraints::size)
      .def_rw("source_symbols", &TreeConstraints::source_symbols)
      .def_rw("target_symbols", &TreeConstraints::target_symbols)
      .def_rw("gaps", &TreeConstraints::gaps)
      .def_rw("scope", &TreeConstraints::scope)
      .def_rw("all_attachments", &TreeConstraints::all_attachments)
      .def_rw("inner", &TreeConstraints::inner)
      .def_rw("root_model", &TreeConstraints::root_model)
      .def_rw("fractional", &TreeConstraints::fractional);
  module.def("extract_rules", &extract, nb::arg("aligned"), nb::arg("labels").none(), nb::arg("only").none(), nb::arg("constraints"),
             nb::arg("settings"), nb::arg("files"), nb::arg("progress"), nb::arg("found").none() = nb::none(),
             "Extract, count and score rules into the files of a table, gaps numbered after the words; the most "
             "symbols of a source side. `found` gives what find_rules found, part by part, and None at the end.");
  module.def("find_rules", &find, nb::arg("aligned"), nb::arg("labels").none(), nb::arg("constraints"),
             nb::arg("settings"), "The records of the rules of some lines, sorted and counted.");
  module.def("find_tree_rules", &find_in_trees, nb::arg("aligned"), nb::arg("trees"), nb::arg("constraints"),
             nb::arg("settings"), "The same for rules from trees over the target.");
  module.def("extract_tree_rules", &extract_from_trees, nb::arg("aligned"), nb::arg("trees"), nb::arg("only").none(),
             nb::arg("constraints"), nb::arg("settings"), nb::arg("files"), nb::arg("progress"),
             nb::arg("found").none() = nb::none(), "The same for rules from trees over the target; labels are numbered after all gaps.");
  module.attr("SENTENCE_EDGE") = kSentenceEdge;
  module.def(
      "count_gap_contexts",
      [](const AlignedArrays& aligned, std::size_t longest, int threads) {
        AlignedCorpus corpus = corpus_of(aligned);
        ContextCounts found;
        {
          nb::gil_scoped_release unlocked;
          found = count_contexts(corpus, longest, threads);
        }
        std::size_t rows = found.keys.size();
        return std::make_tuple(array_of(std::move(found.keys), {rows}),
                               array_of(std::move(found.counts), {rows, ContextCounts::kColumns}));
      },
      nb::arg("aligned"), nb::arg("longest"), nb::arg("threads"),
      "The contexts of spans, and how often each orientation was seen before and after them, how many are phrases, and "
      "how many there are.");
  module.def("filter_rules", &filter_rules, nb::arg("table"), nb::arg("filter"), nb::arg("only").none(),
             nb::arg("gaps"), nb::arg("files"),
             "Write what is kept of a grammar into the files of another; the most symbols of a source side.");
  module.def(
      "rule_trie",
      [](const Vector<std::uint32_t>& phrases, const Vector<std::uint64_t>& offsets,
         const std::vector<WordId>& gaps) {
        RuleTrieArrays arrays;
        {
          nb::gil_scoped_release unlocked;
          arrays = trie_of({span_of(phrases), span_of(offsets)}, gaps);
        }
        std::size_t nodes = arrays.nodes.size(), slots = arrays.slots.size();
        return std::make_tuple(array_of(std::move(arrays.nodes), {nodes / 4, 4}),
                               array_of(std::move(arrays.slots), {slots}));
      },
      nb::arg("phrases"), nb::arg("offsets"), nb::arg("gaps"),
      "The trie of the source sides of rules: its nodes, and a hash table of them.");
}

}  // namespace pitchpipe::python
