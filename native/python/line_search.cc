#include "tuning/line_search.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "python/arrays.h"
#include "python/bindings.h"
#include "tuning/model_score.h"
#include "tuning/winners.h"

namespace pitchpipe::python {
namespace {

using namespace pitchpipe::tuning;

using Scores = Aligned<double, 1>;

// A search with the arrays that it looks at.
struct HeldLineSearch : LineSearch {
  HeldLineSearch(Scores&& columns, Matrix<double>&& statistics, const Vector<std::int64_t>& offsets, int threads)
      : LineSearch({columns.data(), columns.size()}, {statistics.data(), statistics.size()}, statistics.shape(1),
                   span_of(offsets), threads),
        columns(std::move(columns)),
        statistics(std::move(statistics)) {}

  Scores columns;
  Matrix<double> statistics;
};

std::span<const double> flat(const Matrix<double>& matrix) { return {matrix.data(), matrix.size()}; }

void check(bool holds, const char* otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

using Found = std::vector<std::pair<NewArray<double>, NewArray<double>>>;

Found search(const HeldLineSearch& self, const Vector<double>& scores, const Matrix<double>& directions,
             const Vector<double>& low, const Vector<double>& high, const metrics::CorpusScore* objective,
             int threads) {
  std::size_t count = directions.shape(0), features = directions.shape(1);
  check(scores.size() == self.padded_size(), "scores do not belong to this pool");
  check(features == self.feature_count(), "a direction has the wrong length");
  check(low.size() == count && high.size() == count, "every direction needs a low and a high end");
  check(!objective || objective->width() == self.width(), "the objective takes other statistics");
  std::vector<Line> lines;
  for (std::size_t k = 0; k < count; ++k) {
    check(low.data()[k] < high.data()[k], "the low end of a line must be below the high end");
    lines.push_back({{directions.data() + k * features, features}, low.data()[k], high.data()[k]});
  }
  std::vector<Plateaus> found;
  {
    nb::gil_scoped_release unlocked;
    found = self.search(span_of(scores), lines, objective, threads);
  }
  Found result;
  for (Plateaus& plateaus : found) {
    std::size_t boundaries = plateaus.boundaries.size();
    NewArray<double> values = objective ? array_of(std::move(plateaus.scores), {boundaries + 1})
                                        : array_of(std::move(plateaus.sums), {boundaries + 1, self.width()});
    result.emplace_back(array_of(std::move(plateaus.boundaries), {boundaries}), values);
  }
  return result;
}

}  // namespace

void bind_line_search(nb::module_& module) {
  module.def(
      "model_scores",
      [](const Matrix<double>& features, const Vector<double>& weights) {
        check(features.shape(1) == weights.size(), "the weights have the wrong length");
        std::vector<double> scores(features.shape(0));
        {
          nb::gil_scoped_release unlocked;
          model_scores(flat(features), span_of(weights), scores);
        }
        return array_of(std::move(scores), {features.shape(0)});
      },
      nb::arg("features"), nb::arg("weights"), "The weighted sum of each row.");
  module.def(
      "winners",
      [](const Matrix<double>& features, const Matrix<double>& weights, const Vector<std::int64_t>& offsets,
         int threads) {
        check(features.shape(1) == weights.shape(1), "the weights have the wrong length");
        std::vector<std::int64_t> found;
        {
          nb::gil_scoped_release unlocked;
          found = winners(flat(features), features.shape(1), flat(weights), span_of(offsets), threads);
        }
        return array_of(std::move(found), {weights.shape(0), offsets.size() - 1});
      },
      nb::arg("features"), nb::arg("weights"), nb::arg("offsets"), nb::arg("threads"),
      "The best row of each group under each vector of weights; of equals, the first.");
  nb::class_<metrics::CorpusScore>(module, "CorpusScore", "A score of summed statistics: a weighted sum of parts.")
      .def(nb::init<>())
      .def("add_bleu", &metrics::CorpusScore::add_bleu, nb::arg("weight"), nb::arg("order"), nb::arg("smooth_exp"))
      .def("add_ratio", &metrics::CorpusScore::add_ratio, nb::arg("weight"), nb::arg("over_nothing"))
      .def(
          "__call__",
          [](const metrics::CorpusScore& self, const Vector<double>& sums) {
            check(sums.size() == self.width(), "wrong number of statistics");
            return self(sums.data());
          },
          nb::arg("sums"));
  module.def(
      "padded_size", [](const Vector<std::int64_t>& offsets) { return padded_size(span_of(offsets)); },
      nb::arg("offsets"), "The length of a column of a LineSearch, and of its scores.");
  nb::class_<HeldLineSearch>(module, "LineSearch", "The metric's statistics along lines through weight space.")
      .def(
          "__init__",
          [](HeldLineSearch* self, Scores columns, Matrix<double> statistics, const Vector<std::int64_t>& offsets,
             int threads) {
            nb::gil_scoped_release unlocked;
            new (self) HeldLineSearch(std::move(columns), std::move(statistics), offsets, threads);
          },
          nb::arg("columns").noconvert(), nb::arg("statistics"), nb::arg("offsets"), nb::arg("threads"),
          "columns: zeros, the padded size for each feature, which `fill` writes.")
      .def(
          "fill",
          [](HeldLineSearch& self, std::size_t first_group, const Matrix<double>& rows, int threads) {
            check(rows.shape(1) == self.feature_count(), "a row has the wrong length");
            nb::gil_scoped_release unlocked;
            self.fill(first_group, flat(rows), threads);
          },
          nb::arg("first_group"), nb::arg("rows"), nb::arg("threads"),
          "Take the features of all candidates of these groups, from the first on.")
      .def(
          "score",
          [](const HeldLineSearch& self, const Vector<double>& weights, Scores scores) {
            check(weights.size() == self.feature_count(), "the weights have the wrong length");
            check(scores.size() == self.padded_size(), "scores do not belong to this pool");
            nb::gil_scoped_release unlocked;
            self.score(span_of(weights), {scores.data(), scores.size()});
          },
          nb::arg("weights"), nb::arg("scores").noconvert(),
          "Write the scores at a point, in the padded layout that the other methods take.")
      .def(
          "advance",
          [](const HeldLineSearch& self, const Vector<double>& direction, double step, Scores scores) {
            check(direction.size() == self.feature_count(), "the direction has the wrong length");
            check(scores.size() == self.padded_size(), "scores do not belong to this pool");
            nb::gil_scoped_release unlocked;
            self.advance(span_of(direction), step, {scores.data(), scores.size()});
          },
          nb::arg("direction"), nb::arg("step"), nb::arg("scores").noconvert(),
          "Move the scores, in place, by a step along a direction.")
      .def("search", &search, nb::arg("scores"), nb::arg("directions"), nb::arg("low"), nb::arg("high"),
           nb::arg("objective").none(), nb::arg("threads"),
           "For each direction: the boundaries between plateaus, and each plateau's score or summed statistics.");
}

}  // namespace pitchpipe::python
