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
//   kName, kSidesName                     Moses's names of it, as in the files of phrase tables: of the model with three
//                                         orientations, and of that with four
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

inline bool needs_blocks(KindSet kinds) {
  bool needs = false;
  for_each_kind([&]<class Kind>(std::size_t place) { needs = needs || (Kind::kBlocks && kinds.test(place)); });
  return needs;
}

// A kind with three orientations or, if it tells the sides of discontinuous phrases, with four. What a model says of a
// phrase pair is a score of each orientation to what is translated before it, then to what is translated after it.
struct Type {
  std::size_t kind;
  bool sides;

  std::size_t orientations() const { return sides ? kOrientations : kOrientations - 1; }
  std::size_t scores() const { return 2 * orientations(); }
  // The place of an orientation among its scores to what is before, or after.
  std::size_t place(Orientation one) const { return !sides && one == kLeft ? kDiscontinuous : one; }
};

// The types of a table's models, in the order of their scores: those without sides first.
inline constexpr std::size_t kTypes = 2 * kKinds;
using TypeSet = std::bitset<kTypes>;
inline constexpr std::size_t kMostScores = 2 * kKinds * (2 * kOrientations - 1);  // with a model of each

inline Type type_at(std::size_t place) { return {place % kKinds, place >= kKinds}; }
inline std::size_t place_of(Type type) { return type.kind + (type.sides ? kKinds : 0); }

// Throws std::invalid_argument if there is no such type.
inline Type type_of(std::string_view name) {
  std::size_t found = kTypes;
  for_each_kind([&]<class Kind>(std::size_t place) {
    if (name == Kind::kName) found = place;
    if (name == Kind::kSidesName) found = place + kKinds;
  });
  if (found == kTypes) throw std::invalid_argument("there is no reordering model called " + std::string(name));
  return type_at(found);
}

template <class Visit>
void for_each_type(TypeSet types, Visit visit) {
  for (std::size_t place = 0; place < kTypes; ++place)
    if (types.test(place)) visit(type_at(place));
}

inline std::size_t scores_of(TypeSet types) {
  std::size_t count = 0;
  for_each_type(types, [&](Type type) { count += type.scores(); });
  return count;
}

// What has to be found of a phrase pair in text, for models of these types.
struct Wanted {
  bool blocks = false, sides = false;

  Wanted() = default;
  explicit Wanted(TypeSet types) {
    KindSet kinds;
    for_each_type(types, [&](Type type) {
      kinds.set(type.kind);
      sides = sides || type.sides;
    });
    blocks = needs_blocks(kinds);
  }
};

}  // namespace pitchpipe::reordering
