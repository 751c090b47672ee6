#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <stdexcept>
#include <string>

#include "align/best_cells.h"
#include "align/expectations.h"
#include "align/joined_pairs.h"
#include "align/pharaoh.h"
#include "align/symmetrize.h"
#include "align/word_pairs.h"
#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {
namespace {

using namespace pitchpipe::align;

// ids, offsets, number of words
using TextOfIds = std::tuple<Vector<std::int32_t>, Vector<std::int64_t>, std::size_t>;
// pairs, null_target, null_source, jumps, null
using ModelArrays = std::tuple<Matrix<float>, Vector<float>, Vector<float>, Matrix<float>, float>;

NumberedText text_of(const TextOfIds& arrays) {
  const auto& [ids, offsets, words] = arrays;
  return {span_of(ids), span_of(offsets), words};
}

AlignmentModel model_of(const ModelArrays& arrays) {
  const auto& [pairs, null_target, null_source, jumps, null] = arrays;
  if (pairs.shape(1) != 2 || jumps.shape(0) != 2)
    throw std::invalid_argument("probabilities of word pairs and weights of jumps are given for two directions");
  std::size_t distances = jumps.shape(1);
  return {{pairs.data(), pairs.size()},
          span_of(null_target),
          span_of(null_source),
          {std::span(jumps.data(), distances), std::span(jumps.data() + distances, distances)},
          null};
}

// Word pairs that keep the cells they are made over.
struct PairsOverCells : WordPairs {
  using WordPairs::WordPairs;
  PairsOverCells(NumberedText source, NumberedText target, Vector<std::int32_t> cells, std::size_t pairs)
      : WordPairs(source, target, span_of(cells), pairs), kept(std::move(cells)) {}
  Vector<std::int32_t> kept;
};

// rows, targets
using PairArrays = std::tuple<Vector<std::int64_t>, Vector<std::int32_t>>;
using Writable = Aligned<std::int32_t, 1>;

std::vector<PairSpans> tables_of(const std::vector<PairArrays>& arrays) {
  std::vector<PairSpans> tables;
  for (const auto& [rows, targets] : arrays) tables.push_back({span_of(rows), span_of(targets)});
  return tables;
}

template <class T>
NewArray<T> row_of(std::vector<T>&& values) {
  std::size_t size = values.size();
  return array_of(std::move(values), {size});
}

template <class T>
NewArray<T> pairs_of(std::vector<T>&& values) {
  std::size_t size = values.size() / 2;
  return array_of(std::move(values), {size, std::size_t{2}});
}

std::vector<double> joined(const std::array<JumpCounts, 2>& counts) {
  std::vector<double> all;
  for (const JumpCounts& way : counts) {
    all.insert(all.end(), way.taken.begin(), way.taken.end());
    all.insert(all.end(), way.possible.begin(), way.possible.end());
  }
  return all;
}

// Alignments.arrays of the Python side: links, a source and a target position each, and offsets of the lines.
using LinkArrays = std::tuple<Matrix<std::int32_t>, Vector<std::int64_t>>;

LinkSpans links_of(const LinkArrays& arrays) {
  const auto& [links, offsets] = arrays;
  static_assert(sizeof(Link) == 2 * sizeof(std::int32_t));
  if (links.shape(1) != 2) throw std::invalid_argument("a link is a source and a target position");
  return {{reinterpret_cast<const Link*>(links.data()), links.shape(0)}, span_of(offsets)};
}

auto arrays_of(Links&& found) {
  std::vector<std::int32_t> flat;
  flat.reserve(2 * found.links.size());
  for (const Link& link : found.links) flat.push_back(link.source), flat.push_back(link.target);
  return std::make_tuple(pairs_of(std::move(flat)), row_of(std::move(found.offsets)));
}

Symmetrization symmetrization_of(const std::string& name) {
  static const std::map<std::string, Symmetrization> kNames = {
      {"intersection", Symmetrization::kIntersection},
      {"union", Symmetrization::kUnion},
      {"grow", Symmetrization::kGrow},
      {"grow-diag", Symmetrization::kGrowDiag},
      {"grow-diag-final", Symmetrization::kGrowDiagFinal},
      {"grow-diag-final-and", Symmetrization::kGrowDiagFinalAnd},
      {"refined", Symmetrization::kRefined},
  };
  auto found = kNames.find(name);
  if (found == kNames.end()) throw std::invalid_argument("there is no symmetrisation " + name);
  return found->second;
}

}  // namespace

void bind_align(nb::module_& module) {
  nb::class_<PairsOverCells>(module, "WordPairs", "Two texts with the numbers of all word pairs within their lines.")
      .def(
          "__init__",
          [](PairsOverCells* self, const TextOfIds& source, const TextOfIds& target, int threads) {
            nb::gil_scoped_release unlocked;
            new (self) PairsOverCells(text_of(source), text_of(target), threads);
          },
          nb::arg("source"), nb::arg("target"), nb::arg("threads"))
      .def(
          "__init__",
          [](PairsOverCells* self, const TextOfIds& source, const TextOfIds& target, const Vector<std::int64_t>& rows,
             const Vector<std::int32_t>& targets, int threads) {
            nb::gil_scoped_release unlocked;
            new (self) PairsOverCells(text_of(source), text_of(target), PairSpans{span_of(rows), span_of(targets)}, threads);
          },
          nb::arg("source"), nb::arg("target"), nb::arg("rows"), nb::arg("targets"), nb::arg("threads"))
      .def(
          "__init__",
          [](PairsOverCells* self, const TextOfIds& source, const TextOfIds& target, Vector<std::int32_t> cells,
             std::size_t pairs) { new (self) PairsOverCells(text_of(source), text_of(target), std::move(cells), pairs); },
          nb::arg("source"), nb::arg("target"), nb::arg("cells"), nb::arg("pairs"))
      .def_prop_ro("rows", [](const PairsOverCells& self) { return row_of(std::vector(self.table().rows)); }, nb::rv_policy::move)
      .def_prop_ro("targets", [](const PairsOverCells& self) { return row_of(std::vector(self.table().targets)); }, nb::rv_policy::move)
      .def_prop_ro("cells", [](const PairsOverCells& self) { return row_of(std::vector(self.cells().begin(), self.cells().end())); }, nb::rv_policy::move)
      .def(
          "expectations",
          [](const PairsOverCells& self, const ModelArrays& model, bool agreement, int threads) {
            Expectations found;
            {
              nb::gil_scoped_release unlocked;
              found = expectations(self, model_of(model), agreement, threads);
            }
            std::size_t distances = found.jumps[0].taken.size();
            return std::make_tuple(pairs_of(std::move(found.pairs)), row_of(std::move(found.null_target)),
                                   row_of(std::move(found.null_source)),
                                   array_of(joined(found.jumps), {std::size_t{2}, std::size_t{2}, distances}),
                                   std::make_pair(found.log_likelihood[0], found.log_likelihood[1]));
          },
          nb::arg("model"), nb::arg("agreement"), nb::arg("threads"),
          "Expected counts of pairs, of target and source words from no word and of jumps, and log-likelihoods.")
      .def(
          "posteriors",
          [](const PairsOverCells& self, const ModelArrays& model, std::size_t first, std::size_t last, int threads) {
            std::vector<float> found;
            {
              nb::gil_scoped_release unlocked;
              found = posteriors(self, model_of(model), first, last, threads);
            }
            return pairs_of(std::move(found));
          },
          nb::arg("model"), nb::arg("first"), nb::arg("last"), nb::arg("threads"),
          "Posteriors of all cells of some lines, forward and backward side by side.")
      .def(
          "best_cells",
          [](const PairsOverCells& self, const Matrix<float>& posteriors, std::size_t first, std::size_t last, int threads) {
            std::vector<std::uint8_t> found;
            {
              nb::gil_scoped_release unlocked;
              found = best_cells(self, {posteriors.data(), posteriors.size()}, first, last, threads);
            }
            return pairs_of(std::move(found));
          },
          nb::arg("posteriors"), nb::arg("first"), nb::arg("last"), nb::arg("threads"),
          "1 for the best link of each target word, and of each source word, side by side.");
  module.def(
      "joined_rows",
      [](const std::vector<PairArrays>& tables, std::size_t source_words, std::size_t target_words, int threads) {
        std::vector<PairSpans> spans = tables_of(tables);
        std::vector<std::int64_t> rows;
        {
          nb::gil_scoped_release unlocked;
          rows = joined_rows(spans, source_words, target_words, threads);
        }
        return row_of(std::move(rows));
      },
      nb::arg("tables"), nb::arg("source_words"), nb::arg("target_words"), nb::arg("threads"),
      "Where the pairs of each source word start when tables of word pairs are one.");
  module.def(
      "join_pairs",
      [](const std::vector<PairArrays>& tables, const Vector<std::int64_t>& rows, std::size_t target_words,
         Writable targets, std::vector<Writable> numbers, int threads) {
        std::vector<PairSpans> spans = tables_of(tables);
        std::vector<std::span<std::int32_t>> out;
        for (Writable& one : numbers) out.emplace_back(one.data(), one.shape(0));
        nb::gil_scoped_release unlocked;
        join_pairs(spans, span_of(rows), target_words, {targets.data(), targets.shape(0)}, out, threads);
      },
      nb::arg("tables"), nb::arg("rows"), nb::arg("target_words"), nb::arg("targets").noconvert(),
      nb::arg("numbers").noconvert(), nb::arg("threads"),
      "Fills in the target words of these pairs, and the number that each pair of each table has among them.");
  module.def(
      "symmetrize",
      [](const LinkArrays& forward, const LinkArrays& backward, const std::string& how, int threads) {
        Links found;
        {
          nb::gil_scoped_release unlocked;
          found = symmetrize(links_of(forward), links_of(backward), symmetrization_of(how), threads);
        }
        return arrays_of(std::move(found));
      },
      nb::arg("forward"), nb::arg("backward"), nb::arg("how"), nb::arg("threads"),
      "One alignment of each line from two.");
  module.def(
      "read_pharaoh",
      [](const Vector<std::uint8_t>& text) {
        Links found;
        {
          nb::gil_scoped_release unlocked;
          found = read_pharaoh({reinterpret_cast<const char*>(text.data()), text.shape(0)});
        }
        return arrays_of(std::move(found));
      },
      nb::arg("text"), "Links and offsets of the lines of a text such as '0-0 1-2'.");
  module.def(
      "pharaoh_text",
      [](const LinkArrays& alignments) {
        std::string text;
        {
          nb::gil_scoped_release unlocked;
          text = pharaoh_text(links_of(alignments));
        }
        return nb::bytes(text.data(), text.size());
      },
      nb::arg("alignments"), "Alignments as text such as '0-0 1-2', a line each.");
}

}  // namespace pitchpipe::python
