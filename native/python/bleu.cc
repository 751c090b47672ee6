#include "metrics/bleu.h"

#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>

#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {
namespace {

metrics::ReferenceLength reference_length_of(const std::string& name) {
  if (name == "closest") return metrics::ReferenceLength::kClosest;
  if (name == "shortest") return metrics::ReferenceLength::kShortest;
  if (name == "average") return metrics::ReferenceLength::kAverage;
  throw std::invalid_argument("reference length must be closest, shortest or average, not " + name);
}

}  // namespace

void bind_bleu(nb::module_& module) {
  module.def(
      "bleu_statistics",
      [](const TextArrays& candidates, const TextArrays& references, std::size_t order,
         const std::string& reference_length, int threads) {
        if (order < 1 || order > 9) throw std::invalid_argument("BLEU's order is 1 to 9");
        text::GroupedTexts texts = texts_of(candidates);
        metrics::ReferenceLength length = reference_length_of(reference_length);
        std::vector<double> rows(texts.size() * (2 * order + 1));
        {
          nb::gil_scoped_release unlocked;
          metrics::bleu_statistics(texts, texts_of(references), order, length, threads, rows.data());
        }
        return array_of(std::move(rows), {texts.size(), 2 * order + 1});
      },
      nb::arg("candidates"), nb::arg("references"), nb::arg("order"), nb::arg("reference_length"),
      nb::arg("threads"),
      "Rows of clipped matches (1..order), n-grams (1..order) and reference length.");
}

}  // namespace pitchpipe::python
