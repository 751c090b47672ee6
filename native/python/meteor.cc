#include "metrics/meteor.h"

#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <string>

#include "metrics/word_aligner.h"
#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {
namespace {

void check_indices(std::span<const std::int32_t> values, std::size_t end, const char* what) {
  for (std::int32_t value : values)
    if (value < 0 || static_cast<std::size_t>(value) >= end)
      throw std::invalid_argument(std::string(what) + " " + std::to_string(value) + " is not below " +
                                  std::to_string(end));
}

}  // namespace

void bind_meteor(nb::module_& module) {
  module.def(
      "meteor_statistics",
      [](const TextArrays& candidates, const TextArrays& references, const TextArrays& words,
         const Vector<std::int32_t>& stems, double alpha, double beta, double gamma, int threads) {
        text::GroupedTexts texts = texts_of(candidates);
        std::vector<double> rows(texts.size() * 4);
        {
          nb::gil_scoped_release unlocked;
          metrics::meteor_statistics(texts, texts_of(references), metrics::Stems(texts_of(words), span_of(stems)),
                            {alpha, beta, gamma}, threads, rows.data());
        }
        return array_of(std::move(rows), {texts.size(), 4});
      },
      nb::arg("candidates"), nb::arg("references"), nb::arg("words"), nb::arg("stems"), nb::arg("alpha"),
      nb::arg("beta"), nb::arg("gamma"), nb::arg("threads"),
      "Rows of candidate length, reference length, matches and chunks.");
  module.def(
      "align_words",
      [](const Vector<std::int32_t>& candidate, const Vector<std::int32_t>& reference,
         const Vector<std::int32_t>& stems) {
        check_indices(span_of(candidate), stems.shape(0), "word");
        check_indices(span_of(reference), stems.shape(0), "word");
        check_indices(span_of(stems), stems.shape(0), "stem");
        metrics::Alignment found;
        {
          nb::gil_scoped_release unlocked;
          found = metrics::WordAligner().align(span_of(candidate), span_of(reference), span_of(stems));
        }
        return std::make_tuple(found.exact, found.matches, found.crossings, found.chunks, found.proven);
      },
      nb::arg("candidate"), nb::arg("reference"), nb::arg("stems"),
      "Exact matches, matches, crossings, chunks, and whether no alignment is better.");
}

}  // namespace pitchpipe::python
