#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "phrases/extraction.h"
#include "python/arrays.h"

namespace pitchpipe::python {

// Gives the records that were found in some more lines, and None at the end.
using NextRecords = nb::typed<nb::callable, std::optional<Vector<std::uint32_t>>()>;

// Calls it from native code that has let go of the GIL; `next` must outlive the result.
inline phrases::FoundPhrases found_by(const std::optional<NextRecords>& next) {
  if (!next) return {};
  return [&next](std::vector<std::uint32_t>& records) {
    nb::gil_scoped_acquire locked;
    nb::object given = (*next)();
    if (given.is_none()) return false;
    auto array = nb::cast<Vector<std::uint32_t>>(given);
    records.assign(array.data(), array.data() + array.size());
    return true;
  };
}

inline auto array_of_records(std::vector<std::uint32_t> records) {
  std::size_t size = records.size();
  return array_of(std::move(records), {size});
}

}  // namespace pitchpipe::python
