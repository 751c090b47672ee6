#include "tuning/pair_sampler.h"

#include <nanobind/stl/pair.h>

#include <cmath>
#include <stdexcept>

#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {
namespace {

using namespace pitchpipe::tuning;

constexpr std::uint64_t kMostDraws = std::uint64_t{1} << 32;

void check_draws(std::uint64_t draws) {
  if (draws > kMostDraws) throw std::invalid_argument("at most 2^32 pairs can be drawn from a group");
}

}  // namespace

void bind_pair_sampler(nb::module_& module) {
  module.def(
      "pair_draws",
      [](std::uint32_t size, std::uint64_t samples, std::uint64_t seed, std::uint64_t group) {
        check_draws(samples);
        if (size == 0) throw std::invalid_argument("there is nothing to draw from an empty group");
        std::vector<std::int64_t> first(samples), second(samples);
        std::vector<double> chance(samples);
        {
          nb::gil_scoped_release unlocked;
          PairDraws draws(seed, group, size);
          for (std::uint64_t k = 0; k < samples; ++k) {
            PairDraw draw = draws(k);
            first[k] = draw.first, second[k] = draw.second, chance[k] = draw.chance;
          }
        }
        return std::make_tuple(array_of(std::move(first), {samples}), array_of(std::move(second), {samples}),
                               array_of(std::move(chance), {samples}));
      },
      nb::arg("size"), nb::arg("samples"), nb::arg("seed"), nb::arg("group"),
      "What sample_pairs draws for a group: two candidates, and the chance of being accepted, of each draw.");
  module.def(
      "sample_pairs",
      [](const Vector<double>& gold, const Vector<std::int64_t>& lengths, const Vector<std::int64_t>& offsets,
         std::uint64_t samples, std::uint64_t keep, bool sigmoid, double threshold, bool distinct,
         std::int64_t most_words, std::uint64_t seed, int threads) {
        check_draws(samples);
        if (std::isnan(threshold)) throw std::invalid_argument("the threshold is NaN");
        SampledPairs found;
        {
          nb::gil_scoped_release unlocked;
          PairSampling how{samples, keep, sigmoid, threshold, distinct, most_words};
          found = sample_pairs(span_of(gold), span_of(lengths), span_of(offsets), how, seed, threads);
        }
        std::size_t count = found.better.size();
        return std::make_pair(array_of(std::move(found.better), {count}), array_of(std::move(found.worse), {count}));
      },
      nb::arg("gold"), nb::arg("lengths"), nb::arg("offsets"), nb::arg("samples"), nb::arg("keep"),
      nb::arg("sigmoid"), nb::arg("threshold"), nb::arg("distinct"), nb::arg("most_words"), nb::arg("seed"),
      nb::arg("threads"), "The better and the worse candidate of each sampled pair, group after group.");
}

}  // namespace pitchpipe::python
