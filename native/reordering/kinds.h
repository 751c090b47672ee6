#pragma once

#include <bitset>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

#include "reordering/hierarchical.h"
#include "reordering/word_based.h"
#include "util/type_list.h"

namespace pitchpipe::reordering {

// All kinds of reordering models; each is known by its place here. A kind has
//
//   kName                                 Moses's name of it, as in the files of phrase tables
//   kBlocks                               whether it looks at blocks: phrase pairs of any length, in text and in search
//   previous_in_text, next_in_text        its orientations of a phrase pair in aligned text, by its neighbours there
//                                         (phrases::SentencePhrases::Neighbours)
//   previous, next                        and in search (decoder::ReorderingStep): of the phrase to those before it, and
//                                         of the phrase before to this one
using Kinds = std::tuple<WordBased, Hierarchical>;

inline constexpr std::size_t kKinds = std::tuple_size_v<Kinds>;
using KindSet = std::bitset<kKinds>;

// Calls visit.operator()<Kind>(place) for each.
template <class Visit>
void for_each_kind(Visit visit) {
  util::for_each_type<Kinds>(visit);
}

template <class Kind>
inline constexpr std::size_t kPlace = util::place_of_name<Kinds>(Kind::kName);

// Throws std::invalid_argument if there is no such kind.
inline std::size_t place_of(std::string_view name) {
  std::size_t place = util::place_of_name<Kinds>(name);
  if (place == kKinds) throw std::invalid_argument("there is no reordering model called " + std::string(name));
  return place;
}

inline bool needs_blocks(KindSet kinds) {
  bool needs = false;
  for_each_kind([&]<class Kind>(std::size_t place) { needs = needs || (Kind::kBlocks && kinds.test(place)); });
  return needs;
}

}  // namespace pitchpipe::reordering
