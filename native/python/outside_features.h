#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "decoder/outside_features.h"

namespace pitchpipe::python {

namespace nb = nanobind;

// Features of phrase pairs that a Python callable computes: (table, sources, entries) -> a float32 row for each
// entry. What it gives is remembered for good.
class PythonPhraseFeatures : public decoder::PhraseFeatures {
 public:
  PythonPhraseFeatures(std::size_t count, nb::callable call) : count_(count), call_(std::move(call)) {}

  std::size_t count() const override { return count_; }
  void score(std::size_t table, std::span<const std::string> sources, std::span<const decoder::PhrasePair> pairs,
             std::vector<float>& values) override;

 private:
  static std::uint64_t key(std::size_t table, std::uint64_t entry) {
    return std::uint64_t{table} << 48 | entry;
  }
  // Fills in what is remembered; the numbers of the other pairs.
  std::vector<std::size_t> find(std::size_t table, std::span<const decoder::PhrasePair> pairs,
                                std::vector<float>& values);

  std::size_t count_;
  nb::callable call_;
  std::mutex lock_;  // never held while Python runs
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::vector<float> values_;
};

// Features of search steps that Python callables compute, a batch at a time.
class PythonStepFeatures : public decoder::StepFeatures {
 public:
  PythonStepFeatures(std::size_t count, nb::callable start, nb::callable score, nb::callable finish)
      : count_(count), start_(std::move(start)), score_(std::move(score)), finish_(std::move(finish)) {}

  std::size_t count() const override { return count_; }
  std::int64_t start(std::size_t sentence, const std::vector<std::string_view>& source,
                     const std::vector<decoder::OptionFacts>& options) override;
  void score(std::size_t sentence, std::span<const decoder::Extension> extensions, std::span<float> values,
             std::span<std::int64_t> states) override;
  void finish(std::size_t sentence) noexcept override;

 private:
  std::size_t count_;
  nb::callable start_, score_, finish_;
};

}  // namespace pitchpipe::python
