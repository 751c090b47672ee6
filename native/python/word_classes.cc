#include "lm/word_classes.h"

#include <nanobind/stl/string_view.h>

#include "lm/word_exchange.h"
#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {
namespace {

using lm::WordClasses;
using lm::WordExchange;

void add_words(WordClasses& classes, const TextArrays& words, const Vector<std::uint32_t>& ids) {
  text::GroupedTexts texts = texts_of(words);
  if (texts.size() != ids.shape(0)) throw std::invalid_argument("there is not a class for each word");
  for (std::size_t i = 0; i < texts.size(); ++i) classes.add(texts[i], span_of(ids)[i]);
}

}  // namespace

void bind_word_classes(nb::module_& module) {
  nb::class_<WordClasses>(module, "WordClasses", "The classes of words, by their numbers in a model of classes.")
      .def(
          "__init__",
          [](WordClasses* self, const TextArrays& words, const Vector<std::uint32_t>& ids) {
            new (self) WordClasses();
            add_words(*self, words, ids);
          },
          nb::arg("words"), nb::arg("ids"))
      .def("id", &WordClasses::id, nb::arg("word"), "The number of a word's class, 0 if it has none.");
  nb::class_<WordExchange>(module, "WordExchange", "Words in classes, and their exchange between them.")
      .def(
          "__init__",
          [](WordExchange* self, const Vector<std::int32_t>& ids, const Vector<std::int64_t>& offsets,
             std::size_t words, std::size_t classes) {
            nb::gil_scoped_release unlocked;
            new (self) WordExchange(span_of(ids), span_of(offsets), words, classes);
          },
          nb::arg("ids"), nb::arg("offsets"), nb::arg("words"), nb::arg("classes"))
      .def("exchange", &WordExchange::exchange, nb::call_guard<nb::gil_scoped_release>(),
           "Move each word once to the class where the likelihood is largest; how many were moved.")
      .def_prop_ro("log_likelihood", &WordExchange::log_likelihood, "In nats.")
      .def(
          "classes",
          [](const WordExchange& exchange) {
            std::vector<std::int32_t> classes = exchange.classes();
            std::size_t size = classes.size();
            return array_of(std::move(classes), {size});
          },
          "The class of each word.");
}

}  // namespace pitchpipe::python
