#include "metrics/nist.h"

#include <stdexcept>

#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {

void bind_nist(nb::module_& module) {
  module.def(
      "nist_statistics",
      [](const TextArrays& candidates, const TextArrays& references, std::size_t order, int threads) {
        if (order < 1 || order > 9) throw std::invalid_argument("NIST's order is 1 to 9");
        text::GroupedTexts texts = texts_of(candidates);
        std::vector<double> rows(texts.size() * (2 * order + 1));
        {
          nb::gil_scoped_release unlocked;
          metrics::nist_statistics(texts, texts_of(references), order, threads, rows.data());
        }
        return array_of(std::move(rows), {texts.size(), 2 * order + 1});
      },
      nb::arg("candidates"), nb::arg("references"), nb::arg("order"), nb::arg("threads"),
      "Rows of information of the matches (1..order), n-grams (1..order) and average reference length.");
}

}  // namespace pitchpipe::python
