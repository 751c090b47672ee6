#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

namespace pitchpipe::util {

// Calls visit.operator()<Type>(place) for each type of a std::tuple.
template <class List, class Visit>
constexpr void for_each_type(Visit visit) {
  [&]<std::size_t... Place>(std::index_sequence<Place...>) {
    (visit.template operator()<std::tuple_element_t<Place, List>>(Place), ...);
  }(std::make_index_sequence<std::tuple_size_v<List>>());
}

// The place of the type with this kName; how many types there are if none has it.
template <class List>
constexpr std::size_t place_of_name(std::string_view name) {
  std::size_t found = std::tuple_size_v<List>;
  for_each_type<List>([&]<class Type>(std::size_t place) {
    if (Type::kName == name) found = place;
  });
  return found;
}

}  // namespace pitchpipe::util
