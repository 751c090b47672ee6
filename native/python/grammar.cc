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
#include "grammar/rule_trie.h"
#include "python/arrays.h"
#include "python/bindings.h"

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

std::size_t extract(const LineArrays& source, const LineArrays& target,
                    const std::pair<std::size_t, std::size_t>& vocabularies, const Matrix<std::int32_t>& links,
                    const Vector<std::int64_t>& link_offsets, const std::optional<LineArrays>& only,
                    const Constraints& constraints, const Filter& filter, std::size_t memory,
                    const std::string& folder, int threads, const std::vector<int>& files,
                    const nb::typed<nb::callable, void(double)>& progress) {
  if (links.shape(1) != 2) throw std::invalid_argument("links are pairs of positions");
  AlignedCorpus corpus{side_of(source, vocabularies.first), side_of(target, vocabularies.second),
                       {reinterpret_cast<const WordLink*>(links.data()), links.shape(0)}, span_of(link_offsets)};
  phrases::ExtractionProgress report = [&](double done) {
    nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    progress(done);
  };
  nb::gil_scoped_release unlocked;
  std::vector<WordId> gaps;
  for (std::size_t i = 0; i < kMostGaps; ++i) gaps.push_back(static_cast<WordId>(vocabularies.first + i));
  std::optional<RuleFilter> matching = filter_of(only, gaps);
  TableWriter writer(descriptors_of(files));
  extract_rules(corpus, matching ? &*matching : nullptr,
                {constraints, kept_by(filter), memory, folder, threads}, writer, report);
  writer.finish();
  return writer.longest_source();
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
      .def_rw("fractional", &Constraints::fractional);
  module.def("extract_rules", &extract, nb::arg("source"), nb::arg("target"), nb::arg("vocabularies"),
             nb::arg("links"), nb::arg("link_offsets"), nb::arg("only").none(), nb::arg("constraints"),
             nb::arg("filter"), nb::arg("memory"), nb::arg("folder"), nb::arg("threads"), nb::arg("files"),
             nb::arg("progress"),
             "Extract, count and score rules into the files of a table, gaps numbered after the words; the most "
             "symbols of a source side.");
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
