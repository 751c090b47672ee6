#include "python/outside_features.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {

namespace {

using Row = Aligned<float, 2>;

// The callables keep their exception and return None; whoever called translate() raises it again.
[[noreturn]] void fail() { throw std::runtime_error("a feature has failed"); }

}  // namespace

void PythonPhraseFeatures::score(std::size_t table, std::span<const std::string> sources,
                                 std::span<const decoder::PhrasePair> pairs, std::vector<float>& values) {
  values.assign(pairs.size() * count_, 0);
  std::vector<std::size_t> fresh = find(table, pairs, values);
  if (fresh.empty()) return;
  {
    nb::gil_scoped_acquire locked;
    nb::list texts, entries;
    nb::str text;
    std::size_t last = sources.size();
    for (std::size_t i : fresh) {
      if (std::size_t source = pairs[i].source; source != last) {
        text = nb::str(sources[source].data(), sources[source].size());
        last = source;
      }
      texts.append(text);
      entries.append(pairs[i].entry);
    }
    nb::object found = call_(table, texts, entries);
    if (found.is_none()) fail();
    Row rows = nb::cast<Row>(found);
    if (rows.shape(0) != fresh.size() || rows.shape(1) != count_) fail();
    for (std::size_t k = 0; k < fresh.size(); ++k)
      std::copy_n(rows.data() + k * count_, count_, values.data() + fresh[k] * count_);
  }
  std::lock_guard<std::mutex> hold(lock_);
  for (std::size_t i : fresh) {
    const float* row = values.data() + i * count_;
    if (places_.try_emplace(key(table, pairs[i].entry), values_.size()).second)
      values_.insert(values_.end(), row, row + count_);
  }
}

std::vector<std::size_t> PythonPhraseFeatures::find(std::size_t table, std::span<const decoder::PhrasePair> pairs,
                                                    std::vector<float>& values) {
  std::lock_guard<std::mutex> hold(lock_);
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    auto found = places_.find(key(table, pairs[i].entry));
    if (found == places_.end())
      others.push_back(i);
    else
      std::copy_n(values_.data() + found->second, count_, values.data() + i * count_);
  }
  return others;
}

std::int64_t PythonStepFeatures::start(std::size_t sentence, const std::vector<std::string_view>& source,
                                       const std::vector<decoder::OptionFacts>& options) {
  nb::gil_scoped_acquire locked;
  nb::list words, facts;
  for (std::string_view word : source) words.append(nb::str(word.data(), word.size()));
  for (const decoder::OptionFacts& option : options) {
    nb::list target;
    for (std::string_view word : option.target) target.append(nb::str(word.data(), word.size()));
    facts.append(nb::make_tuple(option.begin, option.end, nb::tuple(target)));
  }
  nb::object state = start_(sentence, words, facts);
  if (state.is_none()) fail();
  return nb::cast<std::int64_t>(state);
}

void PythonStepFeatures::score(std::size_t sentence, std::span<const decoder::Extension> extensions,
                               std::span<float> values, std::span<std::int64_t> states) {
  nb::gil_scoped_acquire locked;
  // Six columns of 64-bit numbers: what an Extension is.
  std::vector<std::int64_t> copy(extensions.size() * 6);
  std::memcpy(copy.data(), extensions.data(), copy.size() * sizeof(std::int64_t));
  nb::object found = score_(sentence, array_of(std::move(copy), {extensions.size(), std::size_t{6}}));
  if (found.is_none()) fail();
  auto [rows, after] = nb::cast<std::pair<Row, Vector<std::int64_t>>>(found);
  if (rows.size() != values.size() || after.shape(0) != states.size()) fail();
  std::copy(rows.data(), rows.data() + rows.size(), values.begin());
  std::copy(after.data(), after.data() + after.shape(0), states.begin());
}

void PythonStepFeatures::finish(std::size_t sentence) noexcept {
  nb::gil_scoped_acquire locked;
  try {
    finish_(sentence);
  } catch (...) {
    // It only forgets what start() remembered.
  }
}

using Call = nb::typed<nb::callable, nb::object(...)>;

void bind_outside_features(nb::module_& module) {
  nb::class_<PythonPhraseFeatures>(module, "PhraseFeatures", "Features of phrase pairs that a callable computes.")
      .def(nb::init<std::size_t, Call>(), nb::arg("count"), nb::arg("score"));
  nb::class_<PythonStepFeatures>(module, "StepFeatures", "Features of search steps that callables compute.")
      .def(nb::init<std::size_t, Call, Call, Call>(), nb::arg("count"), nb::arg("start"),
           nb::arg("score"), nb::arg("finish"));
}

}  // namespace pitchpipe::python
