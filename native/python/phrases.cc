#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "grammar/rule_filter.h"
#include "phrases/contributions.h"
#include "phrases/extraction.h"
#include "phrases/moses_reader.h"
#include "phrases/moses_text.h"
#include "phrases/phrase_set.h"
#include "phrases/phrase_table.h"
#include "phrases/table_filter.h"
#include "phrases/table_writer.h"
#include "python/arrays.h"
#include "python/bindings.h"
#include "python/found_records.h"
#include "text/words.h"

namespace pitchpipe::python {

namespace {

using namespace pitchpipe::phrases;

// Bytes, offsets and slots.
using WordArrays = std::tuple<Vector<std::uint8_t>, Vector<std::int64_t>, Vector<std::uint32_t>>;

template <class T>
using RowArrays = std::tuple<Vector<T>, Vector<std::uint64_t>>;

// What PhraseTable::Arrays has, in its order.
using TableArrays =
    std::tuple<WordArrays, WordArrays, RowArrays<std::uint32_t>, Vector<std::uint64_t>, Vector<std::uint32_t>,
               Matrix<std::uint32_t>, Matrix<float>, Matrix<float>, RowArrays<std::uint32_t>,
               RowArrays<std::uint8_t>, Matrix<float>>;

// Offsets of groups, numbers, and a row of counts for each.
using CountArrays = std::tuple<Vector<std::int64_t>, Vector<std::uint64_t>, Matrix<float>>;

Contributions::Rows counts_of(const CountArrays& arrays) {
  const auto& [offsets, numbers, counts] = arrays;
  return {span_of(offsets), {span_of(numbers), {counts.data(), counts.size()}, counts.shape(1)}};
}

template <class T>
using Writable = Aligned<T, 1>;

template <class T>
std::span<const T> flat(const Matrix<T>& array) {
  return {array.data(), array.size()};
}

PhraseTable::Words words_of(const WordArrays& arrays) {
  const auto& [bytes, offsets, slots] = arrays;
  return {span_of(bytes), span_of(offsets), span_of(slots)};
}

template <class T>
PhraseTable::Rows<T> rows_of(const RowArrays<T>& arrays) {
  const auto& [values, offsets] = arrays;
  return {span_of(values), span_of(offsets)};
}

PhraseTable table_of(const TableArrays& arrays, std::size_t longest_source) {
  const auto& [source_words, target_words, phrases, ranges, slots, entries, scores, counts, targets, alignments,
               reordering] = arrays;
  return PhraseTable({words_of(source_words), words_of(target_words), rows_of(phrases), span_of(ranges),
                      span_of(slots), flat(entries), flat(scores), flat(counts), rows_of(targets),
                      rows_of(alignments), flat(reordering), scores.shape(1), reordering.shape(1),
                      longest_source});
}

std::string text_of(std::span<const WordId> words, const TableVocabulary& vocabulary) {
  std::string text;
  for (WordId word : words) {
    if (!text.empty()) text += ' ';
    text += vocabulary[word];
  }
  return text;
}

std::optional<std::pair<std::size_t, std::size_t>> find(const PhraseTable& table, std::string_view phrase) {
  std::vector<WordId> words;
  bool known = true;
  text::for_each_token(phrase, [&](std::string_view token) {
    std::optional<WordId> word = table.source_words().find(token);
    known = known && word;
    words.push_back(word.value_or(0));
  });
  std::optional<PhraseTable::Range> range = known ? table.find(words) : std::nullopt;
  if (!range) return {};
  return std::pair(range->begin, range->end);
}

// Text as bytes: that of a damaged file need not be UTF-8.
nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

nb::typed<nb::list, nb::str> targets(const PhraseTable& table, const std::vector<std::size_t>& numbers) {
  nb::typed<nb::list, nb::str> texts;
  for (std::size_t number : numbers) {
    std::string text = text_of(table.target(number), table.target_words());
    PyObject* decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
    if (!decoded) nb::raise_python_error();
    texts.append(nb::steal(decoded));
  }
  return texts;
}

auto entry(const PhraseTable& table, std::size_t i) {
  PhraseTable::Entry entry = table.entry(i);
  std::vector<std::pair<int, int>> alignment;
  for (AlignmentPoint point : entry.alignment) alignment.emplace_back(point.source, point.target);
  return std::make_tuple(bytes_of(text_of(entry.target, table.target_words())),
                         std::vector<float>(entry.scores.begin(), entry.scores.end()),
                         std::vector<float>(entry.reordering.begin(), entry.reordering.end()), alignment,
                         std::make_tuple(entry.target_count, entry.source_count, entry.joint_count));
}

// What errors call a text, and what reads its next bytes.
using NamedInput = std::pair<std::string, nb::typed<nb::callable, nb::bytes()>>;

// Calls back into Python for each piece; the caller has let go of the GIL.
TextLines lines_of(const NamedInput& input) {
  const nb::callable& read = input.second;
  return TextLines(input.first, [read](std::string& piece) {
    nb::gil_scoped_acquire locked;
    auto bytes = nb::cast<nb::bytes>(read());
    piece.assign(bytes.c_str(), bytes.size());
    return bytes.size() > 0;
  });
}

std::array<int, TableWriter::kFiles> descriptors_of(const std::vector<int>& files) {
  std::array<int, TableWriter::kFiles> descriptors;
  if (files.size() != descriptors.size()) throw std::invalid_argument("a table has 11 files");
  std::copy(files.begin(), files.end(), descriptors.begin());
  return descriptors;
}

auto words_of(const util::WordStore& words) {
  std::vector<std::uint8_t> bytes;
  std::vector<std::int64_t> offsets;
  words.copy_to(bytes, offsets);
  std::size_t size = bytes.size(), count = offsets.size();
  return std::make_tuple(array_of(std::move(bytes), {size}), array_of(std::move(offsets), {count}));
}

// A reordering table, and its columns, whether its lines are of source phrases, and the probabilities of missing ones.
using ReorderingInput = std::tuple<NamedInput, std::vector<int>, bool, std::vector<float>>;

auto read_moses_table(const NamedInput& phrases, const std::vector<ReorderingInput>& reordering,
                      const std::vector<int>& files) {
  std::vector<MosesReader::Reordering> tables;
  for (const auto& [input, columns, by_source, missing] : reordering)
    tables.emplace_back(lines_of(input), ReorderingColumns{columns, by_source, missing});
  MosesReader reader(lines_of(phrases), std::move(tables));
  std::size_t longest = 0;
  {
    nb::gil_scoped_release unlocked;
    TableWriter writer(descriptors_of(files));
    reader.read(writer);
    writer.finish();
    longest = writer.longest_source();
  }
  return std::make_tuple(words_of(reader.source_words()), words_of(reader.target_words()), reader.score_count(),
                         longest, reader.missing());
}

// Ids and offsets of lines, as in Corpus.
using LineArrays = std::tuple<Vector<std::int32_t>, Vector<std::int64_t>>;

// Least probability (natural logarithm), least count, and how many.
using Filter = std::tuple<float, float, std::optional<std::size_t>>;

PhraseFilter filter_of(const Filter& filter) {
  const auto& [probability, count, top] = filter;
  return {probability, count, top.value_or(std::numeric_limits<std::size_t>::max())};
}

std::optional<PhraseSet> set_of(const std::optional<LineArrays>& lines, std::size_t longest) {
  if (!lines) return {};
  const auto& [ids, offsets] = *lines;
  return PhraseSet(span_of(ids), span_of(offsets), longest);
}

AlignedCorpus::Side side_of(const LineArrays& lines, std::size_t vocabulary) {
  const auto& [ids, offsets] = lines;
  return {span_of(ids), span_of(offsets), vocabulary};
}

Discounting discounting_of(const std::string& name) {
  if (name == "none") return Discounting::kNone;
  if (name == "kneser-ney") return Discounting::kKneserNey;
  if (name == "modified-kneser-ney") return Discounting::kModifiedKneserNey;
  throw std::invalid_argument("no such discounting: " + name);
}

// Whether source and target may have gaps, how many, symbols, source span, and words of a gap in the target.
using Gaps = std::tuple<bool, bool, std::size_t, std::size_t, std::size_t, std::size_t>;

GapLimits limits_of(const Gaps& gaps) {
  const auto& [source, target, most, symbols, span, target_gap] = gaps;
  return {source, target, most, symbols, span, target_gap};
}

// Which source phrases occur in some lines; a gap is numbered after the words.
SourceFilter occurring_in(const std::optional<LineArrays>& lines, std::size_t longest, bool with_gaps,
                          std::size_t vocabulary) {
  if (!lines) return {};
  if (!with_gaps)
    return [set = std::make_shared<PhraseSet>(*set_of(lines, longest))](std::span<const WordId> source) {
      return set->contains(source);
    };
  const auto& [ids, offsets] = *lines;
  const WordId gap[] = {static_cast<WordId>(vocabulary)};
  auto filter = std::make_shared<grammar::RuleFilter>(span_of(ids), span_of(offsets), gap);
  return [filter](std::span<const WordId> source) { return filter->matches(source); };
}

AlignedCorpus corpus_of(const LineArrays& source, const LineArrays& target,
                        const std::pair<std::size_t, std::size_t>& vocabularies, const Matrix<std::int32_t>& links,
                        const Vector<std::int64_t>& link_offsets) {
  if (links.shape(1) != 2) throw std::invalid_argument("links are pairs of positions");
  static_assert(sizeof(WordLink) == 2 * sizeof(std::int32_t));
  return {side_of(source, vocabularies.first), side_of(target, vocabularies.second),
          {reinterpret_cast<const WordLink*>(links.data()), links.shape(0)}, span_of(link_offsets)};
}

auto find_pairs(const LineArrays& source, const LineArrays& target,
                const std::pair<std::size_t, std::size_t>& vocabularies, const Matrix<std::int32_t>& links,
                const Vector<std::int64_t>& link_offsets, std::size_t longest,
                const std::vector<std::string>& reordering, const Gaps& gaps, std::size_t memory,
                const std::string& folder, int threads) {
  AlignedCorpus corpus = corpus_of(source, target, vocabularies, links, link_offsets);
  std::vector<std::uint32_t> found;
  {
    nb::gil_scoped_release unlocked;
    ExtractionSettings settings{longest, {}, Discounting::kNone, limits_of(gaps), {}, memory, folder, threads};
    for (const std::string& name : reordering) settings.models.set(reordering::place_of(reordering::type_of(name)));
    found = find_phrases(corpus, settings);
  }
  return array_of_records(std::move(found));
}

std::size_t extract(const LineArrays& source, const LineArrays& target,
                    const std::pair<std::size_t, std::size_t>& vocabularies, const Matrix<std::int32_t>& links,
                    const Vector<std::int64_t>& link_offsets, const std::optional<LineArrays>& only,
                    std::size_t longest, const std::vector<std::string>& reordering, const std::string& discount,
                    const Gaps& gaps, const Filter& filter, std::size_t memory, const std::string& folder, int threads, const std::vector<int>& files,
                    const nb::typed<nb::callable, void(double)>& progress, const std::optional<NextRecords>& found) {
  AlignedCorpus corpus = corpus_of(source, target, vocabularies, links, link_offsets);
  ExtractionProgress report = [&](double done) {
    nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    progress(done);
  };
  nb::gil_scoped_release unlocked;
  GapLimits limits = limits_of(gaps);
  SourceFilter wanted = occurring_in(only, longest, limits.any(), vocabularies.first);
  TableWriter writer(descriptors_of(files));
  ExtractionSettings settings{longest, {}, discounting_of(discount), limits, filter_of(filter), memory, folder, threads};
  for (const std::string& name : reordering) settings.models.set(reordering::place_of(reordering::type_of(name)));
  extract_phrases(corpus, wanted, settings, writer, report, found_by(found));
  writer.finish();
  return writer.longest_source();
}

std::size_t filter_phrases(const PhraseTable& table, const Filter& filter, const std::optional<LineArrays>& only,
                           const std::vector<int>& files) {
  nb::gil_scoped_release unlocked;
  std::optional<PhraseSet> set = set_of(only, table.longest_source());
  TableWriter writer(descriptors_of(files));
  filter_table(table, filter_of(filter), set ? &*set : nullptr, writer);
  writer.finish();
  return writer.longest_source();
}

nb::bytes moses_lines(const PhraseTable& table, const Vector<std::uint32_t>& phrases,
                      std::optional<std::pair<std::size_t, std::size_t>> reordering) {
  std::string text;
  {
    nb::gil_scoped_release unlocked;
    for (std::uint32_t phrase : span_of(phrases)) {
      if (reordering) add_reordering_lines(table, phrase, reordering->first, reordering->second, text);
      else add_phrase_lines(table, phrase, text);
    }
  }
  return bytes_of(text);
}

}  // namespace

void bind_phrases(nb::module_& module) {
  nb::class_<PhraseTable>(module, "PhraseTable", "The phrase pairs of a mapped file.")
      .def(
          "__init__",
          [](PhraseTable* self, const TableArrays& arrays, std::size_t longest_source) {
            new (self) PhraseTable(table_of(arrays, longest_source));
          },
          nb::arg("arrays").noconvert(), nb::arg("longest_source"), nb::keep_alive<1, 2>(),
          "Of the arrays of a mapped file; the tuple that holds them is kept.")
      .def("__len__", &PhraseTable::size)
      .def_prop_ro("phrase_count", &PhraseTable::phrase_count, "How many source phrases there are.")
      .def("phrase", [](const PhraseTable& table, std::size_t p) {
            return bytes_of(text_of(table.phrase(p), table.source_words()));
          }, nb::arg("number"), "The words of a source phrase.")
      .def("range", [](const PhraseTable& table, std::size_t p) {
            PhraseTable::Range range = table.range(p);
            return std::pair(range.begin, range.end);
          }, nb::arg("number"), "The entries of a source phrase.")
      .def("find", &find, nb::arg("phrase"), "The first entry of a source phrase and the one after its last.")
      .def("targets", &targets, nb::arg("numbers"),
           "The target phrases of entries; what is not UTF-8 in them is replaced.")
      .def("entry", &entry, nb::arg("number"),
           "Target, scores, reordering values, alignment points, and the counts of target, source and both.");
  nb::class_<Contributions>(module, "Contributions", "What groups of lines contribute to the counts of a table.")
      .def(
          "__init__",
          [](Contributions* self, const CountArrays& sources, const CountArrays& targets, const CountArrays& entries) {
            new (self) Contributions(counts_of(sources), counts_of(targets), counts_of(entries));
          },
          nb::arg("sources").noconvert(), nb::arg("targets").noconvert(), nb::arg("entries").noconvert(),
          nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(),
          "Offsets of the groups, numbers, and counts: of source phrases by their first entries, of target phrases by their "
          "rows, and of entries with those of their orientations. The tuples that hold them are kept.")
      .def("__len__", &Contributions::size);
  module.def(
      "fill_word_slots",
      [](const Vector<std::uint8_t>& bytes, const Vector<std::int64_t>& offsets, Writable<std::uint32_t> slots) {
        fill_word_slots(span_of(bytes), span_of(offsets), {slots.data(), slots.size()});
      },
      nb::arg("bytes"), nb::arg("offsets"), nb::arg("slots").noconvert(), nb::call_guard<nb::gil_scoped_release>(),
      "Fill the hash table of a vocabulary.");
  module.def(
      "fill_phrase_slots",
      [](const Vector<std::uint32_t>& phrases, const Vector<std::uint64_t>& offsets, Writable<std::uint32_t> slots) {
        return fill_phrase_slots({span_of(phrases), span_of(offsets)}, {slots.data(), slots.size()});
      },
      nb::arg("phrases"), nb::arg("offsets"), nb::arg("slots").noconvert(),
      nb::call_guard<nb::gil_scoped_release>(),
      "Fill the hash table of source phrases; the number of one that is there twice, if there is one.");
  module.def("read_moses_table", &read_moses_table, nb::arg("phrases"), nb::arg("reordering"), nb::arg("files"),
             "Read text tables, each a name and what reads its next bytes, into the files of a table; the words "
             "of both sides, the number of scores, the longest source phrase, and how many pairs a reordering table lacks.");
  module.def("extract_phrases", &extract, nb::arg("source"), nb::arg("target"), nb::arg("vocabularies"),
             nb::arg("links"), nb::arg("link_offsets"), nb::arg("only").none(), nb::arg("longest"),
             nb::arg("reordering"), nb::arg("discount"), nb::arg("gaps"), nb::arg("filter"), nb::arg("memory"),
             nb::arg("folder"), nb::arg("threads"), nb::arg("files"), nb::arg("progress"), nb::arg("found").none() = nb::none(),
             "Extract, count and score phrase pairs into the files of a table; the longest source phrase. `found` gives what "
             "find_phrases found, part by part, and None at the end.");
  module.def("find_phrases", &find_pairs, nb::arg("source"), nb::arg("target"), nb::arg("vocabularies"),
             nb::arg("links"), nb::arg("link_offsets"), nb::arg("longest"), nb::arg("reordering"), nb::arg("gaps"),
             nb::arg("memory"), nb::arg("folder"), nb::arg("threads"),
             "The records of the phrase pairs of some lines, sorted and counted.");
  module.def("filter_phrases", &filter_phrases, nb::arg("table"), nb::arg("filter"), nb::arg("only").none(),
             nb::arg("files"), "Write what is kept of a table into the files of another; the longest source phrase.");
  module.def(
      "moses_order",
      [](const PhraseTable& table) {
        std::vector<std::uint32_t> order;
        {
          nb::gil_scoped_release unlocked;
          order = moses_order(table);
        }
        std::size_t size = order.size();
        return array_of(std::move(order), {size});
      },
      nb::arg("table"), "The numbers of the source phrases in the order of Moses's tables.");
  module.def("moses_lines", &moses_lines, nb::arg("table"), nb::arg("phrases"), nb::arg("reordering").none(),
             "The lines of source phrases in a phrase table, or in the table of the reordering model that has these "
             "values: the first and how many.");
}

}  // namespace pitchpipe::python
