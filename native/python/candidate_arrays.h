#pragma once

#include <nanobind/stl/string.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "decoder/translate.h"
#include "python/arrays.h"

namespace pitchpipe::python {

using decoder::Candidate;
using decoder::Derivation;
using decoder::SourceSentence;

// (begin, end, words, log probability, whether tables have no say)
using Given = std::vector<std::tuple<std::uint32_t, std::uint32_t, std::vector<std::string>, float, bool>>;

// The candidates of many sentences as flat arrays.
class Flat {
 public:
  void add(const std::vector<Candidate>& candidates, std::size_t features) {
    for (const Candidate& candidate : candidates) {
      const Derivation& derivation = candidate.derivation;
      put(text_, text_offsets_, derivation.text);
      put(extended_, extended_offsets_, candidate.extended);
      scores_.push_back(candidate.score);
      covered_.push_back(static_cast<std::int32_t>(candidate.covered));
      places_.push_back(static_cast<std::int32_t>(candidate.place));
      dense_.insert(dense_.end(), derivation.dense.begin(), derivation.dense.end());
      for (const auto& [name, value] : derivation.sparse) {
        auto [found, is_new] = numbers_.try_emplace(name, static_cast<std::int32_t>(numbers_.size()));
        if (is_new) put(names_, name_offsets_, name);
        sparse_.push_back(found->second);
        sparse_values_.push_back(value);
      }
      sparse_starts_.push_back(static_cast<std::int64_t>(sparse_.size()));
      segments_.insert(segments_.end(), derivation.segments.begin(), derivation.segments.end());
      segment_offsets_.push_back(static_cast<std::int64_t>(segments_.size() / 4));
      links_.insert(links_.end(), derivation.links.begin(), derivation.links.end());
      link_offsets_.push_back(static_cast<std::int64_t>(links_.size() / 2));
    }
    groups_.push_back(static_cast<std::int64_t>(scores_.size()));
    features_ = features;
  }

  nb::typed<nb::dict, nb::str, nb::any> arrays() {
    nb::typed<nb::dict, nb::str, nb::any> result;
    std::size_t rows = scores_.size();
    auto give = [&](const char* name, auto& values) {
      std::size_t size = values.size();
      result[name] = array_of(std::move(values), {size});
    };
    result["dense"] = array_of(std::move(dense_), {rows, features_});
    std::size_t segments = segments_.size() / 4, links = links_.size() / 2;
    result["segments"] = array_of(std::move(segments_), {segments, 4});
    result["links"] = array_of(std::move(links_), {links, 2});
    give("groups", groups_);
    give("text", text_);
    give("text_offsets", text_offsets_);
    give("extended", extended_);
    give("extended_offsets", extended_offsets_);
    give("scores", scores_);
    give("covered", covered_);
    give("places", places_);
    give("segment_offsets", segment_offsets_);
    give("link_offsets", link_offsets_);
    give("sparse_starts", sparse_starts_);
    give("sparse_features", sparse_);
    give("sparse_values", sparse_values_);
    give("sparse_names", names_);
    give("sparse_name_offsets", name_offsets_);
    return result;
  }

 private:
  static void put(std::vector<std::uint8_t>& bytes, std::vector<std::int64_t>& offsets, const std::string& text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }

  std::vector<std::int64_t> groups_{0};
  std::vector<std::uint8_t> text_, extended_, names_;
  std::vector<std::int64_t> text_offsets_{0}, extended_offsets_{0}, name_offsets_{0};
  std::vector<double> scores_;
  std::vector<std::int32_t> covered_, places_;
  std::vector<float> dense_;
  std::size_t features_ = 0;
  std::unordered_map<std::string, std::int32_t> numbers_;
  std::vector<std::int64_t> sparse_starts_{0};
  std::vector<std::int32_t> sparse_;
  std::vector<double> sparse_values_;
  std::vector<std::uint32_t> segments_, links_;
  std::vector<std::int64_t> segment_offsets_{0}, link_offsets_{0};
};

inline std::vector<SourceSentence> sentences_of(const std::vector<std::string>& texts, const std::vector<Given>& given,
                                         const std::optional<std::vector<std::vector<std::string>>>& references) {
  std::vector<SourceSentence> sentences(texts.size());
  if (!given.empty() && given.size() != texts.size())
    throw std::invalid_argument("given translations need a list for each sentence");
  if (references && references->size() != texts.size())
    throw std::invalid_argument("forced decoding needs a reference for each sentence");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    sentences[i].text = texts[i];
    if (!given.empty())
      for (const auto& [begin, end, words, log, exclusive] : given[i])
        sentences[i].given.push_back({begin, end, words, log, exclusive});
    if (references) {
      sentences[i].reference = (*references)[i];
      sentences[i].forced = true;
    }
  }
  return sentences;
}

}  // namespace pitchpipe::python
