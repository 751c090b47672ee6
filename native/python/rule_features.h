#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "chart/rule_features.h"

namespace pitchpipe::python {

namespace nb = nanobind;

// Features of rules where they are applied that Python callables compute, a batch at a time.
class PythonRuleFeatures : public chart::RuleFeatures {
 public:
  PythonRuleFeatures(std::size_t count, nb::callable start, nb::callable score, nb::callable finish)
      : count_(count), start_(std::move(start)), score_(std::move(score)), finish_(std::move(finish)) {}

  std::size_t count() const override { return count_; }
  std::int64_t start(std::size_t sentence, const std::vector<std::string_view>& source) override;
  void score(std::size_t sentence, std::span<const chart::RuleFacts> fresh,
             std::span<const chart::Application> applications, std::span<float> values,
             std::span<std::int64_t> states) override;
  void finish(std::size_t sentence) noexcept override;

 private:
  std::size_t count_;
  nb::callable start_, score_, finish_;
};

}  // namespace pitchpipe::python
