#include "tuning/duplicates.h"

#include "python/arrays.h"
#include "python/bindings.h"

namespace pitchpipe::python {

void bind_duplicates(nb::module_& module) {
  module.def(
      "first_of_equals",
      [](const TextArrays& texts, const Matrix<double>& dense, const Vector<std::int64_t>& starts,
         const Vector<std::int32_t>& features, const Vector<double>& values) {
        std::vector<std::int64_t> found;
        {
          nb::gil_scoped_release unlocked;
          tuning::CandidateFeatures rows{
              {dense.data(), dense.size()}, dense.shape(1), span_of(starts), span_of(features), span_of(values)};
          found = tuning::first_of_equals(texts_of(texts), rows);
        }
        std::size_t count = found.size();
        return array_of(std::move(found), {count});
      },
      nb::arg("texts"), nb::arg("dense"), nb::arg("starts"), nb::arg("features"), nb::arg("values"),
      "For each candidate the first one of its group with the same text and features, which may be itself.");
}

}  // namespace pitchpipe::python
