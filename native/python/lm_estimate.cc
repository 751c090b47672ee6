#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lm/kneser_ney.h"
#include "lm/ngram_counter.h"
#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {
namespace {

using lm::KneserNey;
using lm::NgramCounter;

auto words_of(const NgramCounter& counter) {
  std::vector<std::uint8_t> bytes;
  std::vector<std::int64_t> offsets;
  counter.words().copy_to(bytes, offsets);
  std::size_t size = bytes.size(), words = offsets.size();
  return std::make_tuple(array_of(std::move(bytes), {size}), array_of(std::move(offsets), {words}));
}

// Rows of order n: how many have the adjusted count 0 to 4, how many there are, how many are kept.
auto adjusted(KneserNey& estimate, NgramCounter& counter) {
  std::vector<lm::CountStatistics> statistics;
  {
    nb::gil_scoped_release unlocked;
    statistics = estimate.adjust(counter);
  }
  std::vector<std::uint64_t> rows;
  for (const lm::CountStatistics& one : statistics) {
    rows.insert(rows.end(), one.of_counts.begin(), one.of_counts.end());
    rows.push_back(one.all);
    rows.push_back(one.kept);
  }
  return array_of(std::move(rows), {statistics.size(), 7});
}

}  // namespace

void bind_lm_estimate(nb::module_& module) {
  module.def(
      "count_ngrams",
      [](unsigned order, const Vector<std::uint32_t>& ids, const Vector<std::int64_t>& offsets, std::size_t memory,
         const std::string& folder) {
        std::vector<std::uint32_t> records;
        {
          nb::gil_scoped_release unlocked;
          records = lm::count_ngrams(order, span_of(ids), span_of(offsets), memory, folder);
        }
        std::size_t size = records.size();
        return array_of(std::move(records), {size});
      },
      nb::arg("order"), nb::arg("ids"), nb::arg("offsets"), nb::arg("memory"), nb::arg("folder"),
      "The n-grams of lines of word numbers, sorted and counted.");
  nb::class_<NgramCounter>(module, "NgramCounter", "Counts the n-grams of a text, given in pieces.")
      .def(nb::init<unsigned, std::size_t, const std::string&, int>(), nb::arg("order"), nb::arg("memory"),
           nb::arg("folder"), nb::arg("threads"))
      .def(
          "feed",
          [](NgramCounter& counter, nb::bytes chunk) {
            std::string_view bytes(chunk.c_str(), chunk.size());
            nb::gil_scoped_release unlocked;
            counter.feed(bytes);
          },
          nb::arg("chunk"), "Count a piece of text, cut anywhere.")
      .def("finish", &NgramCounter::finish, nb::call_guard<nb::gil_scoped_release>(),
           "Count the last line, if it has no end.")
      .def(
          "add",
          [](NgramCounter& counter, const TextArrays& words, const Vector<std::int32_t>& ids,
             const Vector<std::int64_t>& offsets) {
            text::GroupedTexts texts = texts_of(words);
            nb::gil_scoped_release unlocked;
            counter.add(texts, span_of(ids), span_of(offsets));
          },
          nb::arg("words"), nb::arg("ids"), nb::arg("offsets"), "Count lines of word numbers.")
      .def(
          "number",
          [](NgramCounter& counter, const TextArrays& words) {
            std::vector<std::uint32_t> numbers;
            {
              text::GroupedTexts texts = texts_of(words);
              nb::gil_scoped_release unlocked;
              numbers = counter.number(texts);
            }
            std::size_t size = numbers.size();
            return array_of(std::move(numbers), {size});
          },
          nb::arg("words"), "The numbers of words; new ones are numbered as they come.")
      .def(
          "add_counted",
          [](NgramCounter& counter, const Vector<std::uint32_t>& records, std::uint64_t lines, std::uint64_t tokens) {
            nb::gil_scoped_release unlocked;
            counter.add_counted(span_of(records), lines, tokens);
          },
          nb::arg("records"), nb::arg("lines"), nb::arg("tokens"),
          "Add what count_ngrams made of lines of such numbers, with how many lines and words they are.")
      .def_prop_ro("order", &NgramCounter::order)
      .def_prop_ro("lines", &NgramCounter::lines)
      .def_prop_ro("tokens", &NgramCounter::tokens)
      .def("words", &words_of, "Bytes and offsets of all words, in the order of their numbers.");
  nb::class_<KneserNey>(module, "KneserNey", "Interpolated modified Kneser-Ney smoothing, order by order.")
      .def(
          "__init__",
          [](KneserNey* self, unsigned order, std::vector<std::uint64_t> thresholds, std::size_t memory,
             const std::string& folder, int threads) {
            new (self) KneserNey({order, std::move(thresholds), memory, folder, threads});
          },
          nb::arg("order"), nb::arg("thresholds"), nb::arg("memory"), nb::arg("folder"), nb::arg("threads"))
      .def("adjust", &adjusted, nb::arg("counter"),
           "Adjust the counts. A row for each order: how many n-grams have the adjusted count 0 to 4, how many there "
           "are, and how many are kept.")
      .def("discount", &KneserNey::discount, nb::arg("n"), nb::arg("discounts"),
           nb::call_guard<nb::gil_scoped_release>(),
           "Discount the n-grams, by amounts for the adjusted counts 0 to 3.")
      .def(
          "interpolate",
          [](KneserNey& estimate, unsigned n) {
            const lm::Spool* rows;
            {
              nb::gil_scoped_release unlocked;
              rows = &estimate.interpolate(n);
            }
            return std::make_tuple(rows->descriptor(), rows->size());
          },
          nb::arg("n"),
          "Interpolate the n-grams: the descriptor of the file that has their rows, open while this object lives, "
          "and how many these are.");
}

}  // namespace pitchpipe::python
