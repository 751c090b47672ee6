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

// The names of sparse features, which Python numbers as they come: a callable gives those from a number on.
class PythonNames {
 public:
  explicit PythonNames(nb::object call) : call_(std::move(call)) {}

  bool any() const { return !call_.is_none(); }
  std::string name(std::uint32_t feature) const;
  // Rows from arrays of starts, numbers and values; needs the GIL. Throws if they are not rows of known features.
  decoder::SparseRows rows(nb::handle starts, nb::handle numbers, nb::handle values, std::size_t count);

 private:
  nb::object call_;
  mutable std::mutex lock_;  // never held while Python runs
  std::vector<std::string> names_;
  std::vector<std::uint64_t> hashes_;
};

// Features of phrase pairs that a Python callable computes: (table, sources, entries) -> a float32 row for each
// entry, or a tuple of these and the sparse ones' starts, numbers and values. What it gives is remembered for good.
class PythonPhraseFeatures : public decoder::PhraseFeatures {
 public:
  PythonPhraseFeatures(std::size_t count, nb::callable call, nb::object names)
      : count_(count), call_(std::move(call)), names_(std::move(names)) {}

  std::size_t count() const override { return count_; }
  bool has_sparse() const override { return names_.any(); }
  std::string sparse_name(std::uint32_t feature) const override { return names_.name(feature); }
  void score(std::size_t table, std::span<const std::string> sources, std::span<const decoder::PhrasePair> pairs,
             std::vector<float>& values, decoder::SparseRows* sparse = nullptr) override;

 private:
  static std::uint64_t key(std::size_t table, std::uint64_t entry) {
    return std::uint64_t{table} << 48 | entry;
  }
  // The numbers of the pairs that are not remembered.
  std::vector<std::size_t> unknown(std::size_t table, std::span<const decoder::PhrasePair> pairs);
  void ask(std::size_t table, std::span<const std::string> sources, std::span<const decoder::PhrasePair> pairs,
           std::span<const std::size_t> fresh);

  std::size_t count_;
  nb::callable call_;
  PythonNames names_;
  std::mutex lock_;  // never held while Python runs
  std::unordered_map<std::uint64_t, std::size_t> places_;  // rows
  std::vector<float> values_;
  decoder::SparseRows sparse_{{0}, {}};
};

// Features of search steps that Python callables compute, a batch at a time.
class PythonStepFeatures : public decoder::StepFeatures {
 public:
  PythonStepFeatures(std::size_t count, nb::callable start, nb::callable score, nb::callable finish, nb::object names)
      : count_(count),
        start_(std::move(start)),
        score_(std::move(score)),
        finish_(std::move(finish)),
        names_(std::move(names)) {}

  std::size_t count() const override { return count_; }
  bool has_sparse() const override { return names_.any(); }
  std::string sparse_name(std::uint32_t feature) const override { return names_.name(feature); }
  std::int64_t start(std::size_t sentence, const std::vector<std::string_view>& source,
                     const std::vector<decoder::OptionFacts>& options) override;
  void score(std::size_t sentence, std::span<const decoder::Extension> extensions, std::span<const std::int64_t> owed,
             std::span<float> values, std::span<std::int64_t> states, decoder::SparseRows* sparse = nullptr) override;
  void finish(std::size_t sentence) noexcept override;

 private:
  std::size_t count_;
  nb::callable start_, score_, finish_;
  PythonNames names_;
};

}  // namespace pitchpipe::python
