#include "metrics/error_rates.h"

#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>

#include "metrics/ter.h"
#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {
namespace {

metrics::Unit unit_of(const std::string& name) {
  if (name == "words") return metrics::Unit::kWords;
  if (name == "characters") return metrics::Unit::kCharacters;
  if (name == "spaced characters") return metrics::Unit::kSpacedCharacters;
  throw std::invalid_argument("unit must be words, characters or spaced characters, not " + name);
}

// Rows of edits, or of kinds of edits, and reference length; write(candidates, references, rows) fills them.
template <class Write>
NewArray<double> error_rows(const TextArrays& candidates, const TextArrays& references, Write write,
                            std::size_t width = 2) {
  text::GroupedTexts texts = texts_of(candidates);
  std::vector<double> rows(texts.size() * width);
  {
    nb::gil_scoped_release unlocked;
    write(texts, texts_of(references), rows.data());
  }
  return array_of(std::move(rows), {texts.size(), width});
}

}  // namespace

void bind_error_rates(nb::module_& module) {
  module.def(
      "edit_statistics",
      [](const TextArrays& candidates, const TextArrays& references, const std::string& unit, int threads) {
        metrics::Unit known = unit_of(unit);
        return error_rows(candidates, references, [&](const auto& texts, const auto& wanted, double* rows) {
          metrics::edit_statistics(texts, wanted, known, threads, rows);
        });
      },
      nb::arg("candidates"), nb::arg("references"), nb::arg("unit"), nb::arg("threads"),
      "Rows of edits and length of the reference with the lowest rate, in words or characters.");
  module.def(
      "edit_kinds",
      [](const TextArrays& candidates, const TextArrays& references, const std::string& unit, int threads) {
        metrics::Unit known = unit_of(unit);
        return error_rows(
            candidates, references,
            [&](const auto& texts, const auto& wanted, double* rows) {
              metrics::edit_kinds(texts, wanted, known, threads, rows);
            },
            4);
      },
      nb::arg("candidates"), nb::arg("references"), nb::arg("unit"), nb::arg("threads"),
      "Rows of substitutions, insertions, deletions and length of the reference with the lowest rate.");
  module.def(
      "bag_statistics",
      [](const TextArrays& candidates, const TextArrays& references, int threads) {
        return error_rows(candidates, references, [&](const auto& texts, const auto& wanted, double* rows) {
          metrics::bag_statistics(texts, wanted, threads, rows);
        });
      },
      nb::arg("candidates"), nb::arg("references"), nb::arg("threads"),
      "Rows of edits whatever the word order and length of the reference with the lowest rate.");
  module.def(
      "ter_statistics",
      [](const TextArrays& candidates, const TextArrays& references, bool shifts, std::size_t shift_size,
         std::size_t shift_distance, std::size_t shift_candidates, std::size_t beam, int threads) {
        if (beam < 1 || beam > 1000) throw std::invalid_argument("TER's beam is 1 to 1000");
        metrics::TerLimits limits{shifts, shift_size, shift_distance, shift_candidates, beam};
        return error_rows(candidates, references, [&](const auto& texts, const auto& wanted, double* rows) {
          metrics::ter_statistics(texts, wanted, limits, threads, rows);
        });
      },
      nb::arg("candidates"), nb::arg("references"), nb::arg("shifts"), nb::arg("shift_size"),
      nb::arg("shift_distance"), nb::arg("shift_candidates"), nb::arg("beam"), nb::arg("threads"),
      "Rows of fewest edits, shifts included, and average reference length.");
}

}  // namespace pitchpipe::python
