#include "metrics/pair_statistics.h"

#include <nanobind/stl/optional.h>

#include <optional>
#include <stdexcept>

#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {
namespace {

using OtherTexts = std::optional<TextArrays>;

// Candidates and what they are compared with: other texts, or, without those, one another.
struct Compared {
  Compared(const TextArrays& candidates, const OtherTexts& references) : candidates(texts_of(candidates)) {
    if (references) others = texts_of(*references);
    if (others && others->group_count() != this->candidates.group_count())
      throw std::invalid_argument("candidates and references must have the same number of groups");
  }
  const text::GroupedTexts* references() const { return others ? &*others : nullptr; }

  std::size_t pairs() const {
    const text::GroupedTexts& compared = others ? *others : candidates;
    std::size_t total = 0;
    for (std::size_t g = 0; g < candidates.group_count(); ++g)
      total += (candidates.group_end(g) - candidates.group_begin(g)) *
               (compared.group_end(g) - compared.group_begin(g));
    return total;
  }

  void check_weights(const Vector<double>& weights) const {
    if (weights.shape(0) != (others ? *others : candidates).size())
      throw std::invalid_argument("there must be a weight for each reference");
  }

  text::GroupedTexts candidates;
  std::optional<text::GroupedTexts> others;
};

std::size_t checked_order(std::size_t order) {
  if (order < 1 || order > 9) throw std::invalid_argument("BLEU's order is 1 to 9");
  return order;
}

metrics::ChrfSettings checked_settings(std::size_t characters, std::size_t words, double beta, bool whitespace) {
  if (characters > 20 || words > 20 || characters + words == 0)
    throw std::invalid_argument("chrF's orders are 0 to 20, and one of them is above 0");
  return {characters, words, beta, whitespace};
}

template <class Work>
auto rows_of(std::size_t count, std::size_t width, Work work) {
  std::vector<double> rows(count * width);
  {
    nb::gil_scoped_release unlocked;
    work(rows.data());
  }
  return array_of(std::move(rows), {count, width});
}

}  // namespace

void bind_pair_statistics(nb::module_& module) {
  module.def(
      "bleu_pair_statistics",
      [](const TextArrays& candidates, const OtherTexts& references, std::size_t order, int threads) {
        Compared texts(candidates, references);
        checked_order(order);
        return rows_of(texts.pairs(), 2 * order + 1, [&](double* rows) {
          metrics::bleu_pair_statistics(texts.candidates, texts.references(), order, threads, rows);
        });
      },
      nb::arg("candidates"), nb::arg("references").none(), nb::arg("order"), nb::arg("threads"),
      "Rows of every candidate against each reference of its group alone; without references, against each candidate.");
  module.def(
      "chrf_pair_statistics",
      [](const TextArrays& candidates, const OtherTexts& references, std::size_t char_order, std::size_t word_order,
         double beta, bool whitespace, int threads) {
        Compared texts(candidates, references);
        auto settings = checked_settings(char_order, word_order, beta, whitespace);
        return rows_of(texts.pairs(), 3 * settings.orders(), [&](double* rows) {
          metrics::chrf_pair_statistics(texts.candidates, texts.references(), settings, threads, rows);
        });
      },
      nb::arg("candidates"), nb::arg("references").none(), nb::arg("char_order"), nb::arg("word_order"),
      nb::arg("beta"), nb::arg("whitespace"), nb::arg("threads"),
      "Rows of every candidate against each reference of its group alone; without references, against each candidate.");
  module.def(
      "bleu_average_statistics",
      [](const TextArrays& candidates, const OtherTexts& references, const Vector<double>& weights,
         std::size_t order, int threads) {
        Compared texts(candidates, references);
        checked_order(order);
        texts.check_weights(weights);
        return rows_of(texts.candidates.size(), 2 * order + 1, [&](double* rows) {
          metrics::bleu_average_statistics(texts.candidates, texts.references(), span_of(weights), order, threads,
                                           rows);
        });
      },
      nb::arg("candidates"), nb::arg("references").none(), nb::arg("weights"), nb::arg("order"), nb::arg("threads"),
      "Rows of every candidate against the weighted mean of its group's references, or candidates.");
  module.def(
      "chrf_average_statistics",
      [](const TextArrays& candidates, const OtherTexts& references, const Vector<double>& weights,
         std::size_t char_order, std::size_t word_order, double beta, bool whitespace, int threads) {
        Compared texts(candidates, references);
        auto settings = checked_settings(char_order, word_order, beta, whitespace);
        texts.check_weights(weights);
        return rows_of(texts.candidates.size(), 3 * settings.orders(), [&](double* rows) {
          metrics::chrf_average_statistics(texts.candidates, texts.references(), span_of(weights), settings, threads,
                                           rows);
        });
      },
      nb::arg("candidates"), nb::arg("references").none(), nb::arg("weights"), nb::arg("char_order"),
      nb::arg("word_order"), nb::arg("beta"), nb::arg("whitespace"), nb::arg("threads"),
      "Rows of every candidate against the weighted mean of its group's references, or candidates.");
}

}  // namespace pitchpipe::python
