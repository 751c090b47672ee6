#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "lm/arpa_reader.h"
#include "lm/arpa_writer.h"
#include "lm/fragment.h"
#include "lm/language_model.h"
#include "lm/model_tables.h"
#include "lm/token_scores.h"
#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {
namespace {

using lm::LanguageModel;
using lm::State;
using Layout = std::pair<std::size_t, std::size_t>;  // homes, probes
using Slots = Vector<std::uint32_t>;

std::string_view view_of(const Vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.shape(0)};
}

template <class T>
NewArray<T> flat(std::vector<T>&& values) {
  std::size_t size = values.size();
  return array_of(std::move(values), {size});
}

// A model that keeps the arrays it is made over.
struct ModelOverArrays : LanguageModel {
  struct Arrays {
    Vector<std::uint8_t> words;
    Vector<std::int64_t> offsets;
    Slots word_slots;
    Vector<float> unigrams;
    std::vector<Slots> tables;
  };

  ModelOverArrays(Arrays arrays, Layout words, const std::vector<Layout>& layouts)
      : LanguageModel({view_of(arrays.words), span_of(arrays.offsets), span_of(arrays.word_slots),
                       {words.first, words.second}},
                      span_of(arrays.unigrams), tables_of(arrays, layouts)),
        kept(std::move(arrays)) {}

  static std::vector<Table> tables_of(const Arrays& arrays, const std::vector<Layout>& layouts) {
    if (layouts.size() != arrays.tables.size())
      throw std::invalid_argument("a language model has another number of tables than its layout says");
    std::vector<Table> tables;
    for (std::size_t i = 0; i < layouts.size(); ++i)
      tables.push_back({span_of(arrays.tables[i]), {layouts[i].first, layouts[i].second}});
    return tables;
  }

  Arrays kept;
};

lm::NgramRows rows_of(const Matrix<std::uint32_t>& rows) {
  if (rows.shape(1) < 3) throw std::invalid_argument("rows of n-grams have three columns at least");
  return {{rows.data(), rows.shape(0) * rows.shape(1)}, static_cast<unsigned>(rows.shape(1) - 2)};
}

NewArray<std::uint32_t> slots_of(lm::SlotMemory&& memory) {
  auto kept = std::make_unique<lm::SlotMemory>(std::move(memory));
  std::uint32_t* data = kept->data();
  std::size_t size = kept->size();
  nb::capsule owner(kept.get(), [](void* p) noexcept { delete static_cast<lm::SlotMemory*>(p); });
  kept.release();
  return NewArray<std::uint32_t>(data, {size}, owner);
}

auto make_tables(const std::vector<Matrix<std::uint32_t>>& orders, std::size_t words, const std::string& folder) {
  std::vector<lm::NgramRows> rows;
  for (const auto& order : orders) rows.push_back(rows_of(order));
  lm::ModelTables tables;
  try {
    nb::gil_scoped_release unlocked;
    tables = lm::model_tables(rows, words, folder);
  } catch (const lm::BadNgram& bad) {
    PyErr_SetObject(PyExc_ValueError, nb::make_tuple(bad.order, bad.row, bad.what()).ptr());
    throw nb::python_error();
  }
  std::vector<NewArray<std::uint32_t>> slots;
  std::vector<Layout> layouts;
  for (auto& table : tables.tables) {
    slots.push_back(slots_of(std::move(table.slots)));
    layouts.emplace_back(table.layout.homes, table.layout.probes);
  }
  return std::make_tuple(flat(std::move(tables.unigrams)), slots, layouts);
}

void bind_reading(nb::module_& module) {
  nb::class_<lm::ArpaReader>(module, "ArpaReader", "Reads an ARPA file, given in pieces.")
      .def(nb::init<>())
      .def(
          "feed",
          [](lm::ArpaReader& reader, nb::bytes chunk) {
            std::string_view bytes(chunk.c_str(), chunk.size());
            nb::gil_scoped_release unlocked;
            reader.feed(bytes);
          },
          nb::arg("chunk"), "Read a piece of the file, cut anywhere.")
      .def("finish", &lm::ArpaReader::finish, nb::call_guard<nb::gil_scoped_release>(),
           "Read the last line, if it has no end, and check that the file is whole.")
      .def(
          "release",
          [](lm::ArpaReader& reader) {
            lm::ArpaReader::Result result = reader.release();
            std::vector<NewArray<std::uint32_t>> rows;
            for (std::size_t i = 0; i < result.rows.size(); ++i) {
              std::size_t width = i + 3, size = result.rows[i].size() / width;
              rows.push_back(array_of(std::move(result.rows[i]), {size, width}));
            }
            return std::make_tuple(flat(std::move(result.words)), flat(std::move(result.offsets)), rows,
                                  result.first_lines);
          },
          "Hand over word bytes and offsets, the rows of each order, and the line of each first row.");
  module.def(
      "arpa_lines",
      [](const Vector<std::uint8_t>& words, const Vector<std::int64_t>& offsets, const Matrix<std::uint32_t>& rows,
         bool backoff, int threads) {
        std::string text;
        {
          nb::gil_scoped_release unlocked;
          text = lm::arpa_lines(view_of(words), span_of(offsets), rows_of(rows), backoff, threads);
        }
        return nb::bytes(text.data(), text.size());
      },
      nb::arg("words"), nb::arg("offsets"), nb::arg("rows"), nb::arg("backoff"), nb::arg("threads"),
      "The lines of an ARPA file for these n-grams.");
  module.def("model_tables", &make_tables, nb::arg("orders"), nb::arg("words"), nb::arg("folder"),
             "Unigram weights, hash tables and their layouts for the n-grams of each order. A row that cannot be is "
             "a ValueError with its order, its number and what is wrong.");
  module.def(
      "vocabulary_slots",
      [](const Vector<std::uint8_t>& words, const Vector<std::int64_t>& offsets) {
        lm::SlotLayout layout;
        lm::SlotMemory slots = lm::vocabulary_slots(view_of(words), span_of(offsets), layout);
        return std::make_tuple(slots_of(std::move(slots)), Layout{layout.homes, layout.probes});
      },
      nb::arg("words"), nb::arg("offsets"), "The hash table of a vocabulary, and its layout.");
}

void bind_state(nb::module_& module) {
  nb::class_<State>(module, "LanguageModelState", "What a language model can still use of the words so far.")
      .def_prop_ro("words", [](const State& s) { return std::vector<lm::WordId>(s.words, s.words + s.length); },
                   "Word numbers, the most recent first.")
      .def_prop_ro("backoff", [](const State& s) { return std::vector<float>(s.backoff, s.backoff + s.length); },
                   "The back-off weights of the n-grams that end with the most recent word.")
      .def("__len__", [](const State& s) { return s.length; })
      .def("__hash__", [](const State& s) { return lm::hash_of(s) >> 2; })
      .def("__eq__", [](const State& s, nb::object other) {
        State* same;
        return nb::try_cast(other, same) && s == *same;
      });
}

void bind_fragment(nb::module_& module) {
  nb::class_<lm::Fragment>(module, "LanguageModelFragment", "Words of which it is not yet known what precedes them.")
      .def(nb::init<>())
      .def_ro("log10", &lm::Fragment::log10, "The score of the words with nothing before them.")
      .def("append", [](lm::Fragment& fragment, const LanguageModel& model,
                        lm::WordId word) { append(model, word, fragment); },
           nb::arg("model"), nb::arg("word"), "Add a word at the right end.")
      .def("join", [](lm::Fragment& fragment, const LanguageModel& model,
                      const lm::Fragment& next) { join(model, next, fragment); },
           nb::arg("model"), nb::arg("next"), "Add another fragment at the right end.")
      .def(
          "attach",
          [](const lm::Fragment& fragment, const LanguageModel& model, const State& before) {
            State after{};
            float correction = attach(model, before, fragment, after);
            return std::make_tuple(correction, after);
          },
          nb::arg("model"), nb::arg("before"),
          "What to add to the score when the words come after a state, and the state after them.");
}

void bind_model(nb::module_& module) {
  nb::class_<LanguageModel>(module, "AnyLanguageModel", "What native code takes as a language model.");
  nb::class_<ModelOverArrays, LanguageModel>(module, "LanguageModel", "A back-off model over mapped arrays.")
      .def(
          "__init__",
          [](ModelOverArrays* self, Vector<std::uint8_t> words, Vector<std::int64_t> offsets, Slots word_slots,
             Layout word_layout, Vector<float> unigrams, std::vector<Slots> tables,
             const std::vector<Layout>& layouts) {
            new (self) ModelOverArrays({std::move(words), std::move(offsets), std::move(word_slots),
                                        std::move(unigrams), std::move(tables)},
                                       word_layout, layouts);
          },
          nb::arg("words"), nb::arg("offsets"), nb::arg("word_slots"), nb::arg("word_layout"), nb::arg("unigrams"),
          nb::arg("tables"), nb::arg("layouts"))
      .def_prop_ro("order", [](const ModelOverArrays& model) { return model.order(); })
      .def("id", [](const ModelOverArrays& model, const std::string& word) { return model.id(word); }, nb::arg("word"),
           "The number of a word, 0 if it is unknown.")
      .def("begin_sentence", [](const ModelOverArrays& model) { return model.begin_sentence(); })
      .def("empty", [](const ModelOverArrays& model) { return model.empty(); })
      .def(
          "full_score",
          [](const ModelOverArrays& model, const State& state, lm::WordId word) {
            State after{};
            lm::FullScore score = model.full_score(state, word, after);
            return std::make_tuple(score.log10, score.length, score.independent_of_left, after);
          },
          nb::arg("state"), nb::arg("word"),
          "log10 of the word's probability, the length of its n-gram, whether that is independent of more context to "
          "the left, and the state after it.")
      .def(
          "token_scores",
          [](const ModelOverArrays& model, const Vector<std::uint8_t>& text, bool begin, bool end, int threads) {
            lm::TokenScores scores;
            {
              nb::gil_scoped_release unlocked;
              scores = lm::token_scores(model, view_of(text), begin, end, threads);
            }
            return std::make_tuple(flat(std::move(scores.words)), flat(std::move(scores.log10)),
                                   flat(std::move(scores.lengths)), flat(std::move(scores.offsets)));
          },
          nb::arg("text"), nb::arg("begin"), nb::arg("end"), nb::arg("threads"),
          "Words, log10 probabilities and n-gram lengths of all tokens, and the offsets of the lines.");
}

}  // namespace

void bind_lm(nb::module_& module) {
  bind_reading(module);
  bind_state(module);
  bind_model(module);
  bind_fragment(module);
}

}  // namespace pitchpipe::python
