#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "text/grouped_texts.h"

namespace pitchpipe::python {

namespace nb = nanobind;

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using NewArray = nb::ndarray<nb::numpy, T>;

// GroupedTexts.arrays of the Python side: bytes, offsets, groups.
using TextArrays = std::tuple<Vector<std::uint8_t>, Vector<std::int64_t>, Vector<std::int64_t>>;

template <class T>
std::span<const T> span_of(const Vector<T>& array) {
  return {array.data(), array.shape(0)};
}

inline GroupedTexts texts_of(const TextArrays& arrays) {
  const auto& [data, offsets, groups] = arrays;
  return {{reinterpret_cast<const char*>(data.data()), data.shape(0)}, span_of(offsets), span_of(groups)};
}

// A NumPy array that takes over the vector's memory.
template <class T>
NewArray<T> array_of(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
  auto kept = std::make_unique<std::vector<T>>(std::move(values));
  T* data = kept->data();
  nb::capsule owner(kept.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  kept.release();
  return NewArray<T>(data, shape, owner);
}

}  // namespace pitchpipe::python
