#include "python/rule_features.h"

#include <nanobind/stl/pair.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {

namespace {

using Row = Aligned<float, 2>;

// What an Application is: 64-bit numbers.
constexpr std::size_t kColumns = sizeof(chart::Application) / sizeof(std::int64_t);

// The callables keep their exception and return None; whoever called translate() raises it again.
[[noreturn]] void fail() { throw std::runtime_error("a feature has failed"); }

nb::str text_of(const std::string& text) { return nb::str(text.data(), text.size()); }

}  // namespace

std::int64_t PythonRuleFeatures::start(std::size_t sentence, const std::vector<std::string_view>& source) {
  nb::gil_scoped_acquire locked;
  nb::list words;
  for (std::string_view word : source) words.append(nb::str(word.data(), word.size()));
  nb::object state = start_(sentence, words);
  if (state.is_none()) fail();
  return nb::cast<std::int64_t>(state);
}

void PythonRuleFeatures::score(std::size_t sentence, std::span<const chart::RuleFacts> fresh,
                               std::span<const chart::Application> applications, std::span<float> values,
                               std::span<std::int64_t> states) {
  nb::gil_scoped_acquire locked;
  nb::list rules;
  for (const chart::RuleFacts& rule : fresh)
    rules.append(nb::make_tuple(text_of(rule.source), text_of(rule.target), text_of(rule.label)));
  std::vector<std::int64_t> copy(applications.size() * kColumns);
  std::memcpy(copy.data(), applications.data(), copy.size() * sizeof(std::int64_t));
  nb::object found = score_(sentence, rules, array_of(std::move(copy), {applications.size(), kColumns}));
  if (found.is_none()) fail();
  auto [rows, after] = nb::cast<std::pair<Row, Vector<std::int64_t>>>(found);
  if (rows.size() != values.size() || after.shape(0) != states.size()) fail();
  std::copy(rows.data(), rows.data() + rows.size(), values.begin());
  std::copy(after.data(), after.data() + after.shape(0), states.begin());
}

void PythonRuleFeatures::finish(std::size_t sentence) noexcept {
  nb::gil_scoped_acquire locked;
  try {
    finish_(sentence);
  } catch (...) {
    // It only forgets what start() remembered.
  }
}

using Call = nb::typed<nb::callable, nb::object(...)>;

void bind_rule_features(nb::module_& module) {
  nb::class_<PythonRuleFeatures>(module, "RuleFeatures", "Features of rules where they are applied, that callables compute.")
      .def(nb::init<std::size_t, Call, Call, Call>(), nb::arg("count"), nb::arg("start"), nb::arg("score"),
           nb::arg("finish"));
}

}  // namespace pitchpipe::python
