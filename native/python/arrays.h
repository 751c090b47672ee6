#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "text/grouped_texts.h"

namespace pitchpipe::python {

namespace nb = nanobind;

// A NumPy array whose values lie where their type needs them; others, such as views into a message, are refused.
template <class T, int Dimensions>
struct Aligned : nb::ndarray<T, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu> {
  using Array = nb::ndarray<T, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;
  Aligned() = default;
  Aligned(Array&& array) : Array(std::move(array)) {}
};

template <class T>
using Vector = Aligned<const T, 1>;
template <class T>
using Matrix = Aligned<const T, 2>;
template <class T>
using NewArray = nb::ndarray<nb::numpy, T>;

// GroupedTexts.arrays of the Python side: bytes, offsets, groups.
using TextArrays = std::tuple<Vector<std::uint8_t>, Vector<std::int64_t>, Vector<std::int64_t>>;

template <class T>
std::span<const T> span_of(const Vector<T>& array) {
  return {array.data(), array.shape(0)};
}

inline text::GroupedTexts texts_of(const TextArrays& arrays) {
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

namespace nanobind::detail {

template <class T, int Dimensions>
struct type_caster<pitchpipe::python::Aligned<T, Dimensions>> {
  using Found = pitchpipe::python::Aligned<T, Dimensions>;
  using Array = typename Found::Array;
  NB_TYPE_CASTER(Found, make_caster<Array>::Name)

  bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
    make_caster<Array> array;
    if (!array.from_python(source, flags, cleanup)) return false;
    value = std::move(array.value);
    return reinterpret_cast<std::uintptr_t>(value.data()) % alignof(T) == 0;
  }
};

}  // namespace nanobind::detail
