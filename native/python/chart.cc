#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chart/translate.h"
#include "python/arrays.h"
#include "python/bindings.h"
#include "python/candidate_arrays.h"
#include "python/outside_features.h"
#include "python/rule_features.h"

namespace pitchpipe::python {

namespace {

using chart::Model;

// (table, trie's nodes, trie's slots, labels, first feature, rule count, unique rule)
using GrammarPlaces = std::tuple<const phrases::PhraseTable*, Matrix<std::uint32_t>, Vector<std::uint32_t>,
                                 std::vector<std::string>, int, int, int>;
// (model, feature, count of unknown words, classes of its words or null)
using LanguageModelPlaces = std::tuple<const lm::LanguageModel*, int, int, const lm::WordClasses*>;
using Places = std::unordered_map<std::string, int>;
// (keys, values, words, how many words there are, the table that numbers them)
using OrientationArrays = std::tuple<Vector<std::uint64_t>, Matrix<float>, Vector<float>, std::size_t, std::size_t>;

Model model_of(const std::vector<GrammarPlaces>& grammars, const std::vector<LanguageModelPlaces>& language_models,
               const Places& places, float glue_value, std::size_t features, const std::vector<std::string>& sparse,
               const std::vector<std::string>& frequent_source, const std::vector<std::string>& frequent_target,
               const std::optional<OrientationArrays>& orientations, decoder::PhraseFeatures* phrase_features,
               chart::RuleFeatures* rule_features) {
  Model model;
  for (const auto& [table, nodes, slots, labels, feature, rule_count, unique_rule] : grammars) {
    decoder::TranslationModel& one = model.system.tables.emplace_back();
    one.table = table;
    one.feature = feature;
    one.rule_count = rule_count;
    one.unique_rule = unique_rule;
    model.grammars.emplace_back(grammar::RuleTrie({nodes.data(), nodes.size()}, span_of(slots)), *table, labels,
                                model.labels);
  }
  for (auto [lm, feature, unknown, classes] : language_models)
    model.system.language_models.push_back({lm, feature, unknown, classes});
  auto place = [&](const char* name) {
    auto found = places.find(name);
    return found == places.end() ? decoder::kAbsent : found->second;
  };
  model.system.word_penalty = place("word_penalty");
  model.system.phrase_penalty = place("phrase_penalty");
  model.system.unknown_words = place("unknown_words");
  model.glue = place("glue");
  model.glue_value = glue_value;
  model.system.features = features;
  for (const std::string& name : sparse) model.system.sparse.switch_on(name);
  model.system.sparse.frequent.source.insert(frequent_source.begin(), frequent_source.end());
  model.system.sparse.frequent.target.insert(frequent_target.begin(), frequent_target.end());
  model.system.phrase_features = phrase_features;
  model.system.phrase_feature = place("phrase_features");
  if (orientations) {
    const auto& [keys, values, words, vocabulary, table] = *orientations;
    model.orientations.emplace(span_of(keys), std::span(values.data(), values.size()), span_of(words), vocabulary);
    model.orientation_table = table;
    model.orientation = place("orientation");
  }
  model.rule_features = rule_features;
  model.rule_feature = place("rule_features");
  model.prepare();
  return model;
}

void check_weights(const Model& model, const decoder::Weights& weights) {
  if (weights.dense.size() != model.system.features)
    throw std::invalid_argument("there are " + std::to_string(weights.dense.size()) + " weights for " +
                                std::to_string(model.system.features) + " features");
}

// (begin, end, whether a prefix)
using ForestNode = std::tuple<std::uint32_t, std::uint32_t, bool>;
// (head, tails, score, source, target)
using ForestArc = std::tuple<std::uint32_t, std::vector<std::uint32_t>, double, std::string, std::string>;

std::pair<std::vector<ForestNode>, std::vector<ForestArc>> lists_of(const chart::Forest& forest) {
  std::pair<std::vector<ForestNode>, std::vector<ForestArc>> lists;
  for (const chart::Forest::Node& node : forest.nodes) lists.first.emplace_back(node.begin, node.end, node.is_prefix);
  for (const chart::Forest::Arc& arc : forest.arcs) {
    std::vector<std::uint32_t> tails;
    for (std::uint32_t tail : arc.tails)
      if (tail != chart::kNone) tails.push_back(tail);
    lists.second.emplace_back(arc.head, std::move(tails), arc.score, arc.source, arc.target);
  }
  return lists;
}

}  // namespace

void bind_chart(nb::module_& module) {
  nb::class_<Model>(module, "ChartModel", "Grammars, language models, and the places of their features.")
      .def(
          "__init__",
          [](Model* self, const std::vector<GrammarPlaces>& grammars,
             const std::vector<LanguageModelPlaces>& language_models, const Places& places, float glue_value,
             std::size_t features, const std::vector<std::string>& sparse,
             const std::vector<std::string>& frequent_source, const std::vector<std::string>& frequent_target,
             const std::optional<OrientationArrays>& orientations, PythonPhraseFeatures* phrase_features,
             PythonRuleFeatures* rule_features) {
            new (self) Model(model_of(grammars, language_models, places, glue_value, features, sparse,
                                      frequent_source, frequent_target, orientations, phrase_features,
                                      rule_features));
          },
          nb::arg("grammars").noconvert(), nb::arg("language_models"), nb::arg("places"), nb::arg("glue_value"),
          nb::arg("features"), nb::arg("sparse"), nb::arg("frequent_source"), nb::arg("frequent_target"),
          nb::arg("orientations").none(), nb::arg("phrase_features").none(), nb::arg("rule_features").none(),
          "The caller keeps tables, their arrays, language models and features alive.")
      .def(
          "translate",
          [](const Model& model, const decoder::Weights& weights, const decoder::SearchSettings& search,
             const std::vector<std::string>& texts, const std::vector<Given>& given, int complete, bool distinct,
             int threads) {
            check_weights(model, weights);
            Flat lists;
            {
              nb::gil_scoped_release unlocked;
              std::vector<SourceSentence> sentences = sentences_of(texts, given, {});
              for (const decoder::Translations& one :
                   translate(model, weights, search, {complete, distinct, 0, false}, sentences, threads))
                lists.add(one.complete, model.system.features);
            }
            return lists.arrays();
          },
          nb::arg("weights"), nb::arg("search"), nb::arg("sentences"), nb::arg("given"), nb::arg("complete"),
          nb::arg("distinct"), nb::arg("threads"), "Candidates of each sentence.")
      .def(
          "spans",
          [](const Model& model, const decoder::Weights& weights, const decoder::SearchSettings& search,
             const std::vector<std::string>& texts, const std::vector<Given>& given, int partial, bool with_rest,
             int threads) {
            check_weights(model, weights);
            Flat lists;
            {
              nb::gil_scoped_release unlocked;
              for (const decoder::Translations& one : translate(model, weights, search, {0, false, partial, with_rest},
                                                                sentences_of(texts, given, {}), threads))
                lists.add(one.partial, model.system.features);
            }
            return lists.arrays();
          },
          nb::arg("weights"), nb::arg("search"), nb::arg("sentences"), nb::arg("given"), nb::arg("partial"),
          nb::arg("with_rest"), nb::arg("threads"), "Candidates of each span of each sentence.")
      .def(
          "force",
          [](const Model& model, const decoder::Weights& weights, const decoder::SearchSettings& search,
             const std::vector<std::string>& texts, const std::vector<std::vector<std::string>>& references,
             int complete, int threads) {
            check_weights(model, weights);
            Flat lists;
            std::vector<std::int32_t> reached;
            {
              nb::gil_scoped_release unlocked;
              std::vector<SourceSentence> sentences = sentences_of(texts, {}, references);
              for (const decoder::Translations& one :
                   translate(model, weights, search, {complete, false, 0, false}, sentences, threads)) {
                lists.add(one.complete, model.system.features);
                reached.push_back(static_cast<std::int32_t>(one.reached));
              }
            }
            std::size_t size = reached.size();
            return std::make_tuple(lists.arrays(), array_of(std::move(reached), {size}));
          },
          nb::arg("weights"), nb::arg("search"), nb::arg("sentences"), nb::arg("references"), nb::arg("complete"),
          nb::arg("threads"),
          "Derivations of each sentence that yield its reference, and the words of its start that were reached.")
      .def(
          "forests",
          [](const Model& model, const decoder::Weights& weights, const decoder::SearchSettings& search,
             const std::vector<std::string>& texts, const std::vector<Given>& given, int threads) {
            check_weights(model, weights);
            std::vector<std::pair<std::vector<ForestNode>, std::vector<ForestArc>>> lists;
            {
              nb::gil_scoped_release unlocked;
              for (const chart::Forest& one :
                   forests(model, weights, search, sentences_of(texts, given, {}), threads))
                lists.push_back(lists_of(one));
            }
            return lists;
          },
          nb::arg("weights"), nb::arg("search"), nb::arg("sentences"), nb::arg("given"), nb::arg("threads"),
          "The nodes and arcs of each sentence's search.");
}

}  // namespace pitchpipe::python
