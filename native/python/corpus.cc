#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string_view>

#include "python/arrays.h"
#include "python/bindings.h"
#include "text/token_ids.h"
#include "util/checksum.h"
#include "util/sorted_runs.h"

namespace pitchpipe::python {

namespace {

std::string_view view_of(const Vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.shape(0)};
}

NewArray<std::int32_t> ids_of(text::TokenIds&& tokens) {
  std::size_t size = tokens.ids.size();
  return array_of(std::move(tokens.ids), {size});
}

NewArray<std::int64_t> offsets_of(text::TokenIds& tokens) {
  std::size_t size = tokens.offsets.size();
  return array_of(std::move(tokens.offsets), {size});
}

// The words of a text that is numbered piece by piece.
struct TokenNumbers {
  util::WordStore words;
  std::size_t lines = 0;
};

}  // namespace

void bind_corpus(nb::module_& module) {
  nb::class_<TokenNumbers>(module, "TokenNumbers", "Numbers the tokens of a text that is given piece by piece.")
      .def(nb::init<>())
      .def(
          "add",
          [](TokenNumbers& self, const Vector<std::uint8_t>& text) {
            text::TokenIds tokens;
            {
              nb::gil_scoped_release unlocked;
              tokens.add(view_of(text), self.words, false, self.lines + 1);
              self.lines += tokens.offsets.size() - 1;
            }
            auto offsets = offsets_of(tokens);
            return std::make_tuple(ids_of(std::move(tokens)), offsets);
          },
          nb::arg("text"), "Ids of the tokens of whole lines, and the offsets of these lines.")
      .def(
          "words",
          [](const TokenNumbers& self) {
            std::vector<std::uint8_t> bytes;
            std::vector<std::int64_t> starts;
            self.words.copy_to(bytes, starts);
            std::size_t length = bytes.size(), size = starts.size();
            return std::make_tuple(array_of(std::move(bytes), {length}), array_of(std::move(starts), {size}));
          },
          "The words' bytes and offsets in order of their ids.");
  module.def(
      "gather_texts",
      [](const TextArrays& texts, const Vector<std::int64_t>& rows) {
        std::vector<std::uint8_t> bytes;
        {
          nb::gil_scoped_release unlocked;
          bytes = text::gathered(texts_of(texts), span_of(rows));
        }
        std::size_t size = bytes.size();
        return array_of(std::move(bytes), {size});
      },
      nb::arg("texts"), nb::arg("rows"), "The bytes of the texts at these rows, one after the other.");

  module.def(
      "number_tokens",
      [](const Vector<std::uint8_t>& text) {
        text::TokenIds tokens;
        std::vector<std::uint8_t> words;
        std::vector<std::int64_t> starts{0};
        {
          nb::gil_scoped_release unlocked;
          util::WordTable table;
          tokens.add(view_of(text), table, false);
          for (std::size_t id = 0; id < table.size(); ++id) {
            words.insert(words.end(), table[id].begin(), table[id].end());
            starts.push_back(static_cast<std::int64_t>(words.size()));
          }
        }
        std::size_t bytes = words.size(), size = starts.size();
        auto offsets = offsets_of(tokens);
        return std::make_tuple(ids_of(std::move(tokens)), offsets, array_of(std::move(words), {bytes}),
                              array_of(std::move(starts), {size}));
      },
      nb::arg("text"),
      "Ids of the tokens of a text, offsets of its lines, and the words' bytes and offsets in order of their ids.");
  module.def(
      "find_tokens",
      [](const Vector<std::uint8_t>& text, const TextArrays& vocabulary) {
        text::GroupedTexts words = texts_of(vocabulary);
        text::TokenIds tokens;
        {
          nb::gil_scoped_release unlocked;
          util::WordTable table;
          for (std::size_t id = 0; id < words.size(); ++id)
            if (static_cast<std::size_t>(table.intern(words[id])) != id)
              throw std::invalid_argument("a word is twice in the vocabulary");
          tokens.add(view_of(text), table, true);
        }
        auto offsets = offsets_of(tokens);
        return std::make_tuple(ids_of(std::move(tokens)), offsets);
      },
      nb::arg("text"), nb::arg("vocabulary"),
      "Ids of the tokens of a text in a vocabulary, -1 for unknown words, and offsets of its lines.");
  module.def(
      "checksum",
      [](const Vector<std::uint8_t>& data, std::size_t first_block, int threads) {
        nb::gil_scoped_release unlocked;
        return util::checksum(data.data(), data.shape(0), first_block, threads);
      },
      nb::arg("data"), nb::arg("first_block"), nb::arg("threads"),
      "The sum of the checksums of blocks of a mebibyte, the first of which has the given number.");
  module.def(
      "sort_records",
      [](const Matrix<std::uint32_t>& records, std::size_t key, std::size_t memory, const std::string& folder,
         int threads) {
        std::size_t width = records.shape(1);
        std::vector<std::uint32_t> result;
        bool spilled = false;
        {
          nb::gil_scoped_release unlocked;
          util::SortedRuns runs({width, key, memory, folder, threads});
          runs.add(records.data(), records.shape(0));
          spilled = runs.spilled();
          runs.merge([&](const std::uint32_t* record) { result.insert(result.end(), record, record + width); });
        }
        std::size_t rows = result.size() / width;
        return std::make_tuple(array_of(std::move(result), {rows, width}), spilled);
      },
      nb::arg("records"), nb::arg("key"), nb::arg("memory"), nb::arg("folder"), nb::arg("threads"),
      "Records sorted by their first words, the counts after them added; and whether the disk was used.");
}

}  // namespace pitchpipe::python
