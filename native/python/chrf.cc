#include "metrics/chrf.h"

#include <stdexcept>

#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {

void bind_chrf(nb::module_& module) {
  module.def(
      "chrf_statistics",
      [](const TextArrays& candidates, const TextArrays& references, std::size_t char_order,
         std::size_t word_order, double beta, bool whitespace, int threads) {
        if (char_order > 20 || word_order > 20 || char_order + word_order == 0)
          throw std::invalid_argument("chrF's orders are 0 to 20, and one of them is above 0");
        metrics::ChrfSettings settings{char_order, word_order, beta, whitespace};
        text::GroupedTexts texts = texts_of(candidates);
        std::size_t width = 3 * settings.orders();
        std::vector<double> rows(texts.size() * width);
        {
          nb::gil_scoped_release unlocked;
          metrics::chrf_statistics(texts, texts_of(references), settings, threads, rows.data());
        }
        return array_of(std::move(rows), {texts.size(), width});
      },
      nb::arg("candidates"), nb::arg("references"), nb::arg("char_order"), nb::arg("word_order"),
      nb::arg("beta"), nb::arg("whitespace"), nb::arg("threads"),
      "Rows of clipped matches, candidate n-grams and reference n-grams, of characters and then of words.");
}

}  // namespace pitchpipe::python
