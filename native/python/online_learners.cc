#include <nanobind/nanobind.h>

#include <memory>
#include <stdexcept>
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

// Objects with the arrays that they look at.
struct HeldFeatureRows : FeatureRows {
  HeldFeatureRows(Matrix<double>&& dense, const Vector<double>& divisors, Vector<std::int64_t>&& starts,
                  Vector<std::int32_t>&& features, Vector<double>&& values, std::size_t sparse_count,
                  Vector<std::int64_t>&& offsets, std::size_t most_kept)
      : FeatureRows(flat(dense), span_of(divisors), span_of(starts), span_of(features), span_of(values), sparse_count,
                    span_of(offsets), most_kept),
        dense(std::move(dense)),
        starts(std::move(starts)),
        features(std::move(features)),
        values(std::move(values)),
        offsets(std::move(offsets)) {}

  Matrix<double> dense;
  Vector<std::int64_t> starts;
  Vector<std::int32_t> features;
  Vector<double> values;
  Vector<std::int64_t> offsets;
};

struct HeldKbMira : KbMira {
  using Golds = std::pair<Vector<double>, Matrix<double>>;  // scores, or rows for BLEU

  HeldKbMira(const FeatureRows& rows, std::unique_ptr<Gold> gold, const Vector<double>& start, double c,
             const Vector<double>& shares, Golds&& golds)
      : KbMira(rows, std::move(gold), span_of(start), c, span_of(shares)), golds(std::move(golds)) {}

  Golds golds;
};

}  // namespace

void bind_online_learners(nb::module_& module) {
  nb::class_<HeldFeatureRows>(module, "FeatureRows", "Dense and sparse features of candidates in groups.")
      .def(
          "__init__",
          [](HeldFeatureRows* self, Matrix<double> dense, const Vector<double>& divisors, Vector<std::int64_t> starts,
             Vector<std::int32_t> features, Vector<double> values, std::size_t sparse_count,
             Vector<std::int64_t> offsets, std::size_t most_kept) {
            if (dense.shape(1) != divisors.size())
              throw std::invalid_argument("expected a number to divide each dense feature by");
            nb::gil_scoped_release unlocked;
            new (self) HeldFeatureRows(std::move(dense), divisors, std::move(starts), std::move(features),
                                       std::move(values), sparse_count, std::move(offsets), most_kept);
          },
          nb::arg("dense"), nb::arg("divisors"), nb::arg("starts"), nb::arg("features"), nb::arg("values"),
          nb::arg("sparse_count"), nb::arg("offsets"), nb::arg("most_kept") = std::size_t{1} << 22);
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
  nb::class_<HeldKbMira, OnlineLearner>(module, "KbMira", "Hope and fear, by fixed scores or by BLEU on a background.")
      .def(
          "__init__",
          [](HeldKbMira* self, const HeldFeatureRows& rows, Vector<double> scores, const Vector<double>& start,
             double c, const Vector<double>& shares) {
            auto gold = std::make_unique<SentenceGold>(rows, span_of(scores));
            new (self) HeldKbMira(rows, std::move(gold), start, c, shares, {std::move(scores), {}});
          },
          nb::keep_alive<1, 2>(), nb::arg("rows"), nb::arg("scores"), nb::arg("start"), nb::arg("c"),
          nb::arg("shares"))
      .def(
          "__init__",
          [](HeldKbMira* self, const HeldFeatureRows& rows, Matrix<double> bleu_rows, double decay,
             const Vector<double>& start, double c, const Vector<double>& shares) {
            auto gold = std::make_unique<BackgroundGold>(rows, flat(bleu_rows), bleu_rows.shape(1), decay);
            new (self) HeldKbMira(rows, std::move(gold), start, c, shares, {{}, std::move(bleu_rows)});
          },
          nb::keep_alive<1, 2>(), nb::arg("rows"), nb::arg("bleu_rows"), nb::arg("decay"), nb::arg("start"),
          nb::arg("c"), nb::arg("shares"));
  nb::class_<Mira, OnlineLearner>(module, "Mira", "Learning targets, and a margin from every other candidate.")
      .def(
          "__init__",
          [](Mira* self, const HeldFeatureRows& rows, const Vector<double>& losses, const Vector<std::int64_t>& targets,
             const Vector<double>& start, double c, const Vector<double>& shares, double tolerance,
             std::size_t most_pairs) {
            new (self) Mira(rows, span_of(losses), span_of(targets), span_of(start), c, span_of(shares), tolerance,
                            most_pairs);
          },
          nb::keep_alive<1, 2>(), nb::arg("rows"), nb::arg("losses"), nb::arg("targets"), nb::arg("start"),
          nb::arg("c"), nb::arg("shares"), nb::arg("tolerance"), nb::arg("most_pairs"));
}

}  // namespace pitchpipe::python
