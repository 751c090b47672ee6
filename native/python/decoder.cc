#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "decoder/translate.h"
#include "python/arrays.h"
#include "python/bindings.h"
#include "python/candidate_arrays.h"
#include "python/outside_features.h"

namespace pitchpipe::python {

namespace {

using namespace pitchpipe::decoder;

// (kind, first score, first feature)
using ReorderingPlaces = std::vector<std::tuple<std::string, int, int>>;
// (nodes and slots of the source sides' trie, what a gap is called)
using GapArrays = std::tuple<Matrix<std::uint32_t>, Vector<std::uint32_t>, std::string>;
// (table, first feature, rule count, unique rule, presence, reordering models, gaps if there are some)
using TablePlaces = std::tuple<const phrases::PhraseTable*, int, int, int, int, ReorderingPlaces,
                               std::optional<GapArrays>>;
// (model, feature, count of unknown words, classes of its words or null)
using LanguageModelPlaces = std::tuple<const lm::LanguageModel*, int, int, const lm::WordClasses*>;
// The words of a prefix, whether the last one is partial, and whether words may be made up for it.
using Begun = std::tuple<std::vector<std::string>, bool, bool>;
using Places = std::unordered_map<std::string, int>;
// What groups of lines contribute to the first table's counts, and the group of each sentence, negative if it has none.
using Without = std::optional<std::tuple<const phrases::Contributions*, std::vector<std::int64_t>>>;

// Name, help text, and the starts of the features' names.
using TemplateFacts = std::tuple<std::string_view, std::string_view, std::vector<std::string_view>>;

std::vector<TemplateFacts> sparse_templates() {
  std::vector<TemplateFacts> facts;
  for_each_template([&]<class Template>(std::size_t) {
    facts.emplace_back(Template::kName, Template::kHelp,
                       std::vector(Template::kStarts.begin(), Template::kStarts.end()));
  });
  return facts;
}

Model model_of(const std::vector<TablePlaces>& tables, const std::vector<LanguageModelPlaces>& language_models,
               const Places& places, std::size_t features, const std::vector<std::string>& sparse,
               const std::vector<std::string>& frequent_source, const std::vector<std::string>& frequent_target,
               PhraseFeatures* phrase_features, StepFeatures* step_features) {
  Model model;
  for (const auto& [table, feature, rule_count, unique_rule, presence, reordering, gaps] : tables) {
    TranslationModel& one = model.tables.emplace_back();
    one.table = table;
    one.feature = feature;
    one.rule_count = rule_count;
    one.unique_rule = unique_rule;
    one.presence = presence;
    for (const auto& [kind, scores, first] : reordering)
      one.reordering.push_back({reordering::type_of(kind), scores, first});
    if (!gaps) continue;
    const auto& [nodes, slots, gap] = *gaps;
    // A side without gaps need not have the symbol.
    auto number = [&](const phrases::TableVocabulary& words) { return words.find(gap).value_or(UINT32_MAX); };
    one.gaps.emplace(TableGaps{{{nodes.data(), nodes.size()}, span_of(slots)}, number(table->source_words()),
                               number(table->target_words())});
  }
  for (auto [lm, feature, unknown, classes] : language_models)
    model.language_models.push_back({lm, feature, unknown, classes});
  auto place = [&](const char* name) {
    auto found = places.find(name);
    return found == places.end() ? kAbsent : found->second;
  };
  model.word_penalty = place("word_penalty");
  model.phrase_penalty = place("phrase_penalty");
  model.distortion = place("distortion");
  model.unknown_words = place("unknown_words");
  model.source_gap = place("source_gap");
  model.target_gap = place("target_gap");
  model.skipped_source = place("skipped_source");
  model.skipped_target = place("skipped_target");
  model.crossing = place("crossing");
  model.features = features;
  model.phrase_features = phrase_features;
  model.phrase_feature = place("phrase_features");
  model.step_features = step_features;
  model.step_feature = place("step_features");
  for (const std::string& name : sparse) model.sparse.switch_on(name);
  model.sparse.frequent.source.insert(frequent_source.begin(), frequent_source.end());
  model.sparse.frequent.target.insert(frequent_target.begin(), frequent_target.end());
  auto inserted = std::min(frequent_target.size(), decoder::kInsertedWords);
  model.sparse.frequent.inserted.insert(frequent_target.begin(),
                                        frequent_target.begin() + static_cast<std::ptrdiff_t>(inserted));
  model.prepare();
  return model;
}

void take_away(const Without& without, std::vector<SourceSentence>& sentences) {
  if (!without) return;
  const auto& [contributions, groups] = *without;
  if (groups.size() != sentences.size())
    throw std::invalid_argument("what is taken away needs a group for each sentence");
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] < 0) continue;
    if (groups[i] >= static_cast<std::int64_t>(contributions->size()))
      throw std::invalid_argument("there is no such group of lines to take away");
    sentences[i].contribution = (*contributions)[static_cast<std::size_t>(groups[i])];
  }
}

void check_weights(const Model& model, const Weights& weights) {
  if (weights.dense.size() != model.features)
    throw std::invalid_argument("there are " + std::to_string(weights.dense.size()) + " weights for " +
                                std::to_string(model.features) + " features");
}

nb::typed<nb::dict, nb::str, nb::any> arrays_of(Lattice& lattice) {
  std::vector<std::int32_t> covered(lattice.covered.begin(), lattice.covered.end()), arcs;
  for (const Lattice::Arc& arc : lattice.arcs)
    for (std::uint32_t value : {arc.from, arc.to, arc.begin, arc.end}) arcs.push_back(static_cast<std::int32_t>(value));
  std::vector<std::uint8_t> bytes;
  std::vector<std::int64_t> offsets{0};
  for (const std::string& text : lattice.texts) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  std::size_t nodes = covered.size(), count = lattice.arcs.size(), size = bytes.size();
  nb::typed<nb::dict, nb::str, nb::any> result;
  result["covered"] = array_of(std::move(covered), {nodes});
  result["arcs"] = array_of(std::move(arcs), {count, 4});
  result["scores"] = array_of(std::move(lattice.scores), {count});
  result["text"] = array_of(std::move(bytes), {size});
  result["text_offsets"] = array_of(std::move(offsets), {count + 1});
  return result;
}

nb::typed<nb::dict, nb::str, nb::any> arrays_of(Trace& trace, std::size_t features) {
  std::vector<std::int32_t> options, hypotheses, extensions, spans, owed;
  std::vector<double> option_scores, hypothesis_scores, extension_scores;
  std::vector<std::uint64_t> coverage;
  std::vector<std::uint8_t> bytes;
  std::vector<std::int64_t> offsets{0};
  for (const Trace::Option& one : trace.options) {
    auto number = static_cast<std::uint32_t>(option_scores.size() / 2);
    for (std::uint32_t value : {one.begin, one.end, std::uint32_t{one.unknown}, std::uint32_t{one.given}, one.next})
      options.push_back(static_cast<std::int32_t>(value));
    for (auto [begin, end] : one.spans)
      for (std::uint32_t value : {number, begin, end}) spans.push_back(static_cast<std::int32_t>(value));
    for (float value : {one.score, one.estimate}) option_scores.push_back(static_cast<double>(value));
    bytes.insert(bytes.end(), one.text.begin(), one.text.end());
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  for (const Trace::Hypothesis& one : trace.hypotheses) {
    for (std::uint32_t value : {one.covered, std::uint32_t{one.kept}, one.extension, one.coverage.first_gap})
      hypotheses.push_back(static_cast<std::int32_t>(value));
    for (std::uint32_t option : one.owed)
      for (std::uint32_t value : {static_cast<std::uint32_t>(coverage.size()), option})
        owed.push_back(static_cast<std::int32_t>(value));
    for (double value : {one.score, one.rank, one.finish}) hypothesis_scores.push_back(value);
    coverage.push_back(one.coverage.bits);
  }
  for (const Trace::Extension& one : trace.extensions) {
    for (std::uint32_t value : {one.from, one.to, one.option}) extensions.push_back(static_cast<std::int32_t>(value));
    extension_scores.push_back(one.score);
  }
  nb::typed<nb::dict, nb::str, nb::any> result;
  auto give = [&](const char* name, auto& values, std::size_t width) {
    std::size_t rows = values.size() / width;
    result[name] = array_of(std::move(values), {rows, width});
  };
  give("options", options, 5);
  give("spans", spans, 3);
  give("owed", owed, 2);
  give("option_scores", option_scores, 2);
  give("hypotheses", hypotheses, 4);
  give("hypothesis_scores", hypothesis_scores, 3);
  give("extensions", extensions, 3);
  std::size_t rows = trace.hypotheses.size(), size = bytes.size(), ends = offsets.size();
  std::size_t count = extension_scores.size(), stacks = trace.skipped.size();
  result["dense"] = array_of(std::move(trace.dense), {rows, features});
  result["coverage"] = array_of(std::move(coverage), {rows});
  result["extension_scores"] = array_of(std::move(extension_scores), {count});
  result["skipped"] = array_of(std::move(trace.skipped), {stacks});
  result["text"] = array_of(std::move(bytes), {size});
  result["text_offsets"] = array_of(std::move(offsets), {ends});
  return result;
}

}  // namespace

void bind_decoder(nb::module_& module) {
  nb::class_<SearchSettings>(module, "SearchSettings")
      .def(nb::init<>())
      .def_rw("beam", &SearchSettings::beam)
      .def_rw("pop_limit", &SearchSettings::pop_limit)
      .def_rw("threshold", &SearchSettings::threshold)
      .def_rw("distortion_limit", &SearchSettings::distortion_limit)
      .def_rw("options", &SearchSettings::options)
      .def_rw("future_distortion", &SearchSettings::future_distortion)
      .def_rw("early_distortion", &SearchSettings::early_distortion)
      .def_rw("drop_unknown", &SearchSettings::drop_unknown)
      .def_rw("span_limit", &SearchSettings::span_limit)
      .def_rw("lookahead", &SearchSettings::lookahead)
      .def_rw("gap_span", &SearchSettings::gap_span)
      .def_rw("target_gap", &SearchSettings::target_gap)
      .def_rw("owed", &SearchSettings::owed)
      .def_rw("crossing", &SearchSettings::crossing)
      .def_rw("seconds", &SearchSettings::seconds);
  nb::class_<Weights>(module, "DecoderWeights", "Weights of dense features, and of sparse ones by name.")
      .def(
          "__init__",
          [](Weights* self, const std::vector<float>& dense, const std::unordered_map<std::string, float>& sparse) {
            std::vector<std::uint64_t> names;
            std::vector<float> weights;
            for (const auto& [name, weight] : sparse) {
              names.push_back(TextHash::of(name).value);
              weights.push_back(weight);
            }
            new (self) Weights{dense, {names, weights}};
          },
          nb::arg("dense"), nb::arg("sparse"))
      .def(
          "__init__",
          [](Weights* self, const std::vector<float>& dense, const Vector<std::uint64_t>& names,
             const Vector<float>& weights) {
            nb::gil_scoped_release unlocked;
            new (self) Weights{dense, {span_of(names), span_of(weights)}};
          },
          nb::arg("dense"), nb::arg("names").noconvert(), nb::arg("weights").noconvert(),
          "The names of sparse features as hash_feature_names gives them.")
      .def(
          "__init__",
          [](Weights* self, const std::vector<float>& dense, const Vector<std::uint64_t>& buckets,
             const Vector<float>& weights, int bits) {
            nb::gil_scoped_release unlocked;
            new (self) Weights{dense, {span_of(buckets), span_of(weights), bits}};
          },
          nb::arg("dense"), nb::arg("buckets").noconvert(), nb::arg("weights").noconvert(), nb::arg("bits"),
          "The buckets of sparse features as feature_buckets gives them.");
  module.def(
      "hash_feature_names",
      [](const std::vector<std::string>& names) {
        std::vector<std::uint64_t> hashes;
        {
          nb::gil_scoped_release unlocked;
          for (const std::string& name : names) hashes.push_back(TextHash::of(name).value);
        }
        std::size_t size = hashes.size();
        return array_of(std::move(hashes), {size});
      },
      nb::arg("names"), "What the decoder knows each sparse feature by.");
  module.def(
      "feature_buckets",
      [](const Vector<std::uint64_t>& hashes, int bits) {
        if (bits < 1 || bits > 32) throw std::invalid_argument("names have from 2 to 2^32 buckets");
        std::vector<std::uint64_t> buckets;
        for (std::uint64_t hash : span_of(hashes)) buckets.push_back(TextHash{hash}.bucket(bits));
        std::size_t size = buckets.size();
        return array_of(std::move(buckets), {size});
      },
      nb::arg("hashes").noconvert(), nb::arg("bits"), "The bucket of each hash of a name, of 2^bits.");
  module.def("sparse_templates", &sparse_templates,
             "Each template of sparse features: its name, what it is, and how its features' names start.");
  nb::class_<Model>(module, "DecoderModel", "Tables, language models, and the places of their features.")
      .def(
          "__init__",
          [](Model* self, const std::vector<TablePlaces>& tables,
             const std::vector<LanguageModelPlaces>& language_models, const Places& places, std::size_t features,
             const std::vector<std::string>& sparse, const std::vector<std::string>& frequent_source,
             const std::vector<std::string>& frequent_target, PythonPhraseFeatures* phrase_features,
             PythonStepFeatures* step_features) {
            new (self) Model(
                model_of(tables, language_models, places, features, sparse, frequent_source, frequent_target,
                         phrase_features, step_features));
          },
          nb::arg("tables"), nb::arg("language_models"), nb::arg("places"), nb::arg("features"), nb::arg("sparse"),
          nb::arg("frequent_source"), nb::arg("frequent_target"), nb::arg("phrase_features").none(),
          nb::arg("step_features").none(),
          "The caller keeps tables, language models and features alive.")
      .def(
          "translate",
          [](const Model& model, const Weights& weights, const SearchSettings& search,
             const std::vector<std::string>& texts, const std::vector<Given>& given,
             const std::optional<std::vector<std::vector<std::string>>>& references, int complete, bool distinct,
             int partial, bool with_rest, int threads, const Without& without) {
            check_weights(model, weights);
            Flat lists, bins;
            std::vector<std::int32_t> reached;
            {
              nb::gil_scoped_release unlocked;
              std::vector<SourceSentence> sentences = sentences_of(texts, given, references);
              take_away(without, sentences);
              auto results = translate(model, weights, search, {complete, distinct, partial, with_rest}, sentences, threads);
              for (const Translations& one : results) {
                lists.add(one.complete, model.features);
                bins.add(one.partial, model.features);
                reached.push_back(static_cast<std::int32_t>(one.reached));
              }
            }
            std::size_t size = reached.size();
            return std::make_tuple(lists.arrays(), bins.arrays(), array_of(std::move(reached), {size}));
          },
          nb::arg("weights"), nb::arg("search"), nb::arg("sentences"), nb::arg("given"), nb::arg("references").none(),
          nb::arg("complete"), nb::arg("distinct"), nb::arg("partial"), nb::arg("with_rest"),
          nb::arg("threads"), nb::arg("without").none(),
          "Candidates of each sentence, those of its search bins, and the words of its reference that were reached.")
      .def(
          "complete",
          [](const Model& model, const Weights& weights, const SearchSettings& search,
             const std::vector<std::string>& texts, const std::vector<Given>& given,
             const std::vector<Begun>& prefixes, float penalty, int nbest, int threads) {
            check_weights(model, weights);
            if (prefixes.size() != texts.size())
              throw std::invalid_argument("completion needs a prefix for each sentence");
            Flat lists;
            {
              nb::gil_scoped_release unlocked;
              std::vector<SourceSentence> sentences = sentences_of(texts, given, {});
              for (std::size_t i = 0; i < sentences.size(); ++i) {
                const auto& [words, partial, any] = prefixes[i];
                sentences[i].begun = true;
                sentences[i].prefix = {words, partial, any, penalty};
              }
              auto results = translate(model, weights, search, {nbest, true, 0, false}, sentences, threads);
              for (const Translations& one : results) lists.add(one.complete, model.features);
            }
            return lists.arrays();
          },
          nb::arg("weights"), nb::arg("search"), nb::arg("sentences"), nb::arg("given"), nb::arg("prefixes"),
          nb::arg("penalty"), nb::arg("nbest"), nb::arg("threads"),
          "Candidates that begin with the words of each prefix: these, whether the last is only the start of one, and "
          "whether words may be in it that no table has.")
      .def(
          "lattices",
          [](const Model& model, const Weights& weights, const SearchSettings& search,
             const std::vector<std::string>& texts, int threads) {
            check_weights(model, weights);
            std::vector<Lattice> found;
            {
              nb::gil_scoped_release unlocked;
              found = lattices(model, weights, search, sentences_of(texts, {}, {}), threads);
            }
            std::vector<nb::typed<nb::dict, nb::str, nb::any>> arrays;
            for (Lattice& lattice : found) arrays.push_back(arrays_of(lattice));
            return arrays;
          },
          nb::arg("weights"), nb::arg("search"), nb::arg("sentences"), nb::arg("threads"),
          "The nodes and arcs of each sentence's search.")
      .def(
          "trace",
          [](const Model& model, const Weights& weights, const SearchSettings& search, const std::string& text,
             const Given& given) {
            check_weights(model, weights);
            Trace found;
            {
              nb::gil_scoped_release unlocked;
              std::vector<std::string> texts{text};
              found = trace(model, weights, search, sentences_of(texts, {given}, {}).front());
            }
            return arrays_of(found, model.features);
          },
          nb::arg("weights"), nb::arg("search"), nb::arg("sentence"), nb::arg("given"),
          "Options, hypotheses and extensions of a sentence's search, also those that were pruned.");
}

}  // namespace pitchpipe::python
