#pragma once

#include <bitset>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

#include "decoder/sparse/aligned_words.h"
#include "decoder/sparse/gap_count.h"
#include "decoder/sparse/inserted_word.h"
#include "decoder/sparse/node_count.h"
#include "decoder/sparse/orientation.h"
#include "decoder/sparse/phrase_length.h"
#include "decoder/sparse/phrase_pair.h"
#include "decoder/sparse/rule_count.h"
#include "decoder/sparse/rule_overlap.h"
#include "decoder/sparse/rule_shape.h"
#include "decoder/sparse/word_class.h"
#include "util/type_list.h"

namespace pitchpipe::decoder {

// All templates of sparse features. A template has a name, a help text and the starts of its features' names, and some
// of these, which put names together:
//
//   whole              once for a phrase pair
//   link               for each alignment point
//   unaligned_source   for each source word aligned to nothing
//   unaligned_target   for each target word aligned to nothing
//   oriented           for each orientation of the phrase pair, word-based
//
// Weights are summed in this order, which is part of the result.
using SparseTemplateList = std::tuple<PhrasePairFeature, AlignedWordsFeature, OrientationFeature, InsertedWordFeature,
                                      RuleCountFeature, WordClassFeature, PhraseLengthFeature, RuleShapeFeature,
                                      GapCountFeature, RuleOverlapFeature, NodeCountFeature>;

inline constexpr std::size_t kSparseTemplates = std::tuple_size_v<SparseTemplateList>;

// Calls visit.operator()<Template>(place) for each.
template <class Visit>
void for_each_template(Visit visit) {
  util::for_each_type<SparseTemplateList>(visit);
}

template <class Template>
concept HasWhole = requires { &Template::template whole<int>; };
template <class Template>
concept HasLink = requires { &Template::template link<int>; };
template <class Template>
concept HasUnalignedSource = requires { &Template::template unaligned_source<int>; };
template <class Template>
concept HasUnalignedTarget = requires { &Template::template unaligned_target<int>; };
template <class Template>
concept HasOriented = requires { &Template::template oriented<int>; };

// Which templates are on, and the words that some need.
struct SparseTemplates {
  std::bitset<kSparseTemplates> on;
  FrequentWords frequent;

  bool any() const { return on.any(); }

  bool any_oriented() const {
    bool found = false;
    for_each_template([&]<class Template>(std::size_t place) { found |= HasOriented<Template> && on.test(place); });
    return found;
  }

  // Throws std::invalid_argument if there is no template of this name.
  void switch_on(std::string_view name) {
    std::size_t place = util::place_of_name<SparseTemplateList>(name);
    if (place == kSparseTemplates)
      throw std::invalid_argument("there are no sparse features called " + std::string(name));
    on.set(place);
  }
};

}  // namespace pitchpipe::decoder
