#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <array>
#include <stdexcept>
#include <string>

#include "metrics/lexicon.h"
#include "metrics/meteor_universal.h"
#include "metrics/paraphrases.h"
#include "metrics/terp.h"
#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {
namespace {

// Words, stems, starts of the sets of synonyms of each, those sets, marks.
using LexiconArrays =
    std::tuple<TextArrays, Vector<std::int32_t>, Vector<std::int64_t>, Vector<std::int32_t>, Vector<std::uint8_t>>;

metrics::Lexicon lexicon_of(const LexiconArrays& arrays) {
  const auto& [words, stems, starts, synsets, marks] = arrays;
  return {texts_of(words), span_of(stems), span_of(starts), span_of(synsets), span_of(marks)};
}

metrics::Shifting shifting_of(const std::string& name) {
  if (name == "none") return metrics::Shifting::kNone;
  if (name == "exact") return metrics::Shifting::kExact;
  if (name == "words") return metrics::Shifting::kWords;
  if (name == "relaxed") return metrics::Shifting::kRelaxed;
  throw std::invalid_argument("shifts are none, exact, words or relaxed, not " + name);
}

}  // namespace

void bind_lexical_metrics(nb::module_& module) {
  nb::class_<metrics::Paraphrases>(module, "Paraphrases", "Pairs of phrases with a probability each.")
      .def(nb::init<>())
      .def("add", &metrics::Paraphrases::add, nb::arg("reference"), nb::arg("candidate"), nb::arg("probability"))
      .def("add_text",
           [](metrics::Paraphrases& self, nb::bytes piece) {
             std::string_view text(piece.c_str(), piece.size());
             nb::gil_scoped_release unlocked;
             self.add_text(text);
           },
           nb::arg("piece"), "Lines of METEOR's format, in pieces that may end anywhere.")
      .def("finish", &metrics::Paraphrases::finish, "Must be called after the last pair.")
      .def("__len__", &metrics::Paraphrases::size);
  module.def(
      "universal_statistics",
      [](const TextArrays& candidates, const TextArrays& references, const LexiconArrays& lexicon,
         const metrics::Paraphrases* paraphrases, bool stems, bool synonyms, const std::array<double, 8>& weights,
         int threads) {
        text::GroupedTexts texts = texts_of(candidates);
        std::vector<double> rows(texts.size() * metrics::kUniversalWidth);
        metrics::UniversalWeights used{
            weights[0], weights[1], weights[2], weights[3], {weights[4], weights[5], weights[6], weights[7]}};
        {
          nb::gil_scoped_release unlocked;
          metrics::universal_statistics(texts, texts_of(references), lexicon_of(lexicon), paraphrases,
                                        {stems, synonyms, paraphrases != nullptr}, used, threads, rows.data());
        }
        return array_of(std::move(rows), {texts.size(), metrics::kUniversalWidth});
      },
      nb::arg("candidates"), nb::arg("references"), nb::arg("lexicon"), nb::arg("paraphrases").none(),
      nb::arg("stems"), nb::arg("synonyms"), nb::arg("weights"), nb::arg("threads"),
      "Rows of METEOR 1.5; weights are alpha, beta, gamma, delta and those of the four modules.");
  module.def(
      "terp_statistics",
      [](const TextArrays& candidates, const TextArrays& references, const LexiconArrays& lexicon,
         const metrics::Paraphrases* paraphrases, const std::array<double, 11>& costs, const std::string& shifts,
         std::size_t shift_size, std::size_t shift_distance, bool stems, bool synonyms, int threads) {
        text::GroupedTexts texts = texts_of(candidates);
        std::vector<double> rows(texts.size() * 2);
        metrics::TerpCosts used{costs[0], costs[1], costs[2], costs[3], costs[4],
                                costs[5], costs[6], {costs[7], costs[8], costs[9], costs[10]}};
        metrics::TerpLimits limits{shifting_of(shifts), shift_size, shift_distance, stems, synonyms};
        {
          nb::gil_scoped_release unlocked;
          metrics::terp_statistics(texts, texts_of(references), lexicon_of(lexicon), paraphrases, used, limits, threads,
                                   rows.data());
        }
        return array_of(std::move(rows), {texts.size(), 2});
      },
      nb::arg("candidates"), nb::arg("references"), nb::arg("lexicon"), nb::arg("paraphrases").none(),
      nb::arg("costs"), nb::arg("shifts"), nb::arg("shift_size"), nb::arg("shift_distance"), nb::arg("stems"),
      nb::arg("synonyms"), nb::arg("threads"),
      "Rows of lowest cost and average reference length; costs are of match, insertion, deletion, substitution, stem, "
      "synonym, shift, and the four of paraphrases.");
}

}  // namespace pitchpipe::python
