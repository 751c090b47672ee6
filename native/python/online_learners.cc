#include <nanobind/nanobind.h>

#include <memory>
#include <utility>

#include "python/arrays.h"
#include "python/bindings.h"
#include "tuning/kbmira.h"
#include "tuning/mira.h"

namespace pitchpipe::python {
namespace {

using namespace pitchpipe::tuning;

std::span<const double> flat(const Matrix<double>& matrix) { return {matrix.data(), matrix.size()}; }

NewArray<double> new_array(std::vector<double> values) {
  std::size_t size = values.size();
  return array_of(std::move(values), {size});
}

}  // namespace

void bind_online_learners(nb::module_& module) {
  nb::class_<FeatureRows>(module, "FeatureRows", "Dense and sparse features of candidates in groups.")
      .def(
          "__init__",
          [](FeatureRows* self, const Matrix<double>& dense, const Vector<std::int64_t>& starts,
             const Vector<std::int32_t>& features, const Vector<double>& values, std::size_t sparse_count,
             const Vector<std::int64_t>& offsets) {
            nb::gil_scoped_release unlocked;
            new (self) FeatureRows(flat(dense), dense.shape(1), span_of(starts), span_of(features), span_of(values),
                                   sparse_count, span_of(offsets));
          },
          nb::arg("dense"), nb::arg("starts"), nb::arg("features"), nb::arg("values"), nb::arg("sparse_count"),
          nb::arg("offsets"));
  nb::class_<OnlineLearner>(module, "OnlineLearner", "Weights that move after each group, and their average.")
      .def(
          "epoch",
          [](OnlineLearner& self, const Vector<std::int64_t>& groups) {
            nb::gil_scoped_release unlocked;
            self.epoch(span_of(groups));
          },
          nb::arg("groups"), "Visit these groups, in this order.")
      .def("weights",
           [](const OnlineLearner& self) {
             auto now = self.weights().now();
             return new_array({now.begin(), now.end()});
           })
      .def("average", [](const OnlineLearner& self) { return new_array(self.weights().average()); });
  nb::class_<KbMira, OnlineLearner>(module, "KbMira", "Hope and fear, by fixed scores or by BLEU on a background.")
      .def(
          "__init__",
          [](KbMira* self, const FeatureRows& rows, const Vector<double>& scores, const Vector<double>& start,
             double c, const Vector<double>& shares) {
            new (self) KbMira(rows, std::make_unique<SentenceGold>(rows, span_of(scores)), span_of(start), c,
                              span_of(shares));
          },
          nb::keep_alive<1, 2>(), nb::arg("rows"), nb::arg("scores"), nb::arg("start"), nb::arg("c"),
          nb::arg("shares"))
      .def(
          "__init__",
          [](KbMira* self, const FeatureRows& rows, const Matrix<double>& bleu_rows, double decay,
             const Vector<double>& start, double c, const Vector<double>& shares) {
            auto gold = std::make_unique<BackgroundGold>(rows, flat(bleu_rows), bleu_rows.shape(1), decay);
            new (self) KbMira(rows, std::move(gold), span_of(start), c, span_of(shares));
          },
          nb::keep_alive<1, 2>(), nb::arg("rows"), nb::arg("bleu_rows"), nb::arg("decay"), nb::arg("start"),
          nb::arg("c"), nb::arg("shares"));
  nb::class_<Mira, OnlineLearner>(module, "Mira", "Learning targets, and a margin from every other candidate.")
      .def(
          "__init__",
          [](Mira* self, const FeatureRows& rows, const Vector<double>& losses, const Vector<std::int64_t>& targets,
             const Vector<double>& start, double c, const Vector<double>& shares, double tolerance,
             std::size_t most_pairs) {
            new (self) Mira(rows, span_of(losses), span_of(targets), span_of(start), c, span_of(shares), tolerance,
                            most_pairs);
          },
          nb::keep_alive<1, 2>(), nb::arg("rows"), nb::arg("losses"), nb::arg("targets"), nb::arg("start"),
          nb::arg("c"), nb::arg("shares"), nb::arg("tolerance"), nb::arg("most_pairs"));
}

}  // namespace pitchpipe::python
