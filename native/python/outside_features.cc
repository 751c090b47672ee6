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

std::string PythonNames::name(std::uint32_t feature) const {
  std::lock_guard<std::mutex> hold(lock_);
  return feature < names_.size() ? names_[feature] : std::string();
}

decoder::SparseRows PythonNames::rows(nb::handle starts, nb::handle numbers, nb::handle values, std::size_t count) {
  auto first = nb::cast<Vector<std::int64_t>>(starts);
  auto features = nb::cast<Vector<std::uint32_t>>(numbers);
  auto found = nb::cast<Vector<float>>(values);
  std::size_t size = features.shape(0);
  if (first.shape(0) != count + 1 || found.shape(0) != size || first(0) != 0 ||
      static_cast<std::size_t>(first(count)) != size || !std::is_sorted(first.data(), first.data() + count + 1))
    fail();
  std::uint32_t most = size ? *std::max_element(features.data(), features.data() + size) : 0;
  std::size_t known;
  {
    std::lock_guard<std::mutex> hold(lock_);
    known = names_.size();
  }
  if (size && most >= known) {
    auto fresh = nb::cast<std::vector<std::string>>(call_(known));
    std::lock_guard<std::mutex> hold(lock_);
    // Another thread may have added some of them meanwhile.
    for (std::size_t i = names_.size() - known; i < fresh.size(); ++i) {
      hashes_.push_back(decoder::TextHash::of(fresh[i]).value);
      names_.push_back(std::move(fresh[i]));
    }
    if (most >= names_.size()) fail();
  }
  decoder::SparseRows rows;
  rows.starts.assign(first.data(), first.data() + count + 1);
  rows.values.reserve(size);
  std::lock_guard<std::mutex> hold(lock_);
  for (std::size_t i = 0; i < size; ++i) rows.values.push_back({hashes_[features(i)], features(i), found(i)});
  return rows;
}

void PythonPhraseFeatures::score(std::size_t table, std::span<const std::string> sources,
                                 std::span<const decoder::PhrasePair> pairs, std::vector<float>& values,
                                 decoder::SparseRows* sparse) {
  std::vector<std::size_t> fresh = unknown(table, pairs);
  if (!fresh.empty()) ask(table, sources, pairs, fresh);
  values.clear();
  if (sparse) *sparse = {{0}, {}};
  std::lock_guard<std::mutex> hold(lock_);
  for (const decoder::PhrasePair& pair : pairs) {
    std::size_t row = places_.at(key(table, pair.entry));
    values.insert(values.end(), values_.begin() + static_cast<std::ptrdiff_t>(row * count_),
                  values_.begin() + static_cast<std::ptrdiff_t>((row + 1) * count_));
    if (!sparse) continue;
    auto own = std::span(sparse_.values).subspan(sparse_.starts[row], sparse_.starts[row + 1] - sparse_.starts[row]);
    sparse->values.insert(sparse->values.end(), own.begin(), own.end());
    sparse->starts.push_back(sparse->values.size());
  }
}

void PythonPhraseFeatures::ask(std::size_t table, std::span<const std::string> sources,
                               std::span<const decoder::PhrasePair> pairs, std::span<const std::size_t> fresh) {
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
  nb::object dense = found;
  decoder::SparseRows sparse{std::vector<std::size_t>(fresh.size() + 1), {}};
  if (nb::isinstance<nb::tuple>(found)) {
    dense = found[0];
    sparse = names_.rows(found[1], found[2], found[3], fresh.size());
  }
  Row rows = nb::cast<Row>(dense);
  if (rows.shape(0) != fresh.size() || rows.shape(1) != count_) fail();
  std::lock_guard<std::mutex> hold(lock_);
  for (std::size_t k = 0; k < fresh.size(); ++k) {
    if (!places_.try_emplace(key(table, pairs[fresh[k]].entry), sparse_.starts.size() - 1).second) continue;
    if (count_) values_.insert(values_.end(), rows.data() + k * count_, rows.data() + (k + 1) * count_);
    for (std::size_t i = sparse.starts[k]; i < sparse.starts[k + 1]; ++i) sparse_.values.push_back(sparse.values[i]);
    sparse_.starts.push_back(sparse_.values.size());
  }
}

std::vector<std::size_t> PythonPhraseFeatures::unknown(std::size_t table,
                                                       std::span<const decoder::PhrasePair> pairs) {
  std::lock_guard<std::mutex> hold(lock_);
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (!places_.contains(key(table, pairs[i].entry))) others.push_back(i);
  return others;
}

std::int64_t PythonStepFeatures::start(std::size_t sentence, const std::vector<std::string_view>& source,
                                       const std::vector<decoder::OptionFacts>& options) {
  nb::gil_scoped_acquire locked;
  nb::list words, facts, entries;
  nb::dict gapped;
  for (std::string_view word : source) words.append(nb::str(word.data(), word.size()));
  for (const decoder::OptionFacts& option : options) {
    nb::list target;
    for (std::string_view word : option.target) target.append(nb::str(word.data(), word.size()));
    facts.append(nb::make_tuple(option.begin, option.end, nb::tuple(target)));
    entries.append(nb::make_tuple(option.table, option.entry));
    if (option.has_gaps) gapped[nb::int_(entries.size() - 1)] = nb::make_tuple(option.spans, option.next);
  }
  nb::object state = start_(sentence, words, facts, entries, gapped);
  if (state.is_none()) fail();
  return nb::cast<std::int64_t>(state);
}

void PythonStepFeatures::score(std::size_t sentence, std::span<const decoder::Extension> extensions,
                               std::span<const std::int64_t> owed, std::span<float> values,
                               std::span<std::int64_t> states, decoder::SparseRows* sparse) {
  nb::gil_scoped_acquire locked;
  // Columns of 64-bit numbers: what an Extension is.
  constexpr std::size_t kColumns = sizeof(decoder::Extension) / sizeof(std::int64_t);
  std::vector<std::int64_t> copy(extensions.size() * kColumns);
  std::memcpy(copy.data(), extensions.data(), copy.size() * sizeof(std::int64_t));
  std::size_t rows_of_owed = extensions.size(), width = rows_of_owed ? owed.size() / rows_of_owed : 0;
  nb::object found = score_(sentence, array_of(std::move(copy), {extensions.size(), std::size_t{kColumns}}),
                            array_of(std::vector<std::int64_t>(owed.begin(), owed.end()), {rows_of_owed, width}));
  if (found.is_none()) fail();
  auto rows = nb::cast<Row>(nb::object(found[0]));
  auto after = nb::cast<Vector<std::int64_t>>(nb::object(found[1]));
  if (rows.size() != values.size() || after.shape(0) != states.size()) fail();
  std::copy(rows.data(), rows.data() + rows.size(), values.begin());
  std::copy(after.data(), after.data() + after.shape(0), states.begin());
  if (sparse) *sparse = names_.rows(found[2], found[3], found[4], extensions.size());
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
      .def(nb::init<std::size_t, Call, nb::object>(), nb::arg("count"), nb::arg("score"), nb::arg("names").none() = nb::none(),
           "names(first) gives the sparse features' names from a number on; None if there are none.");
  nb::class_<PythonStepFeatures>(module, "StepFeatures", "Features of search steps that callables compute.")
      .def(nb::init<std::size_t, Call, Call, Call, nb::object>(), nb::arg("count"), nb::arg("start"), nb::arg("score"),
           nb::arg("finish"), nb::arg("names").none() = nb::none());
}

}  // namespace pitchpipe::python
