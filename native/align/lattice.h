#pragma once

#include <cstddef>
#include <vector>

namespace pitchpipe::align {

// Eight numbers at a time; rows are padded with zeros to whole ones.
constexpr std::size_t kFloats = 8;
typedef float Floats __attribute__((vector_size(kFloats * sizeof(float))));
typedef float UnalignedFloats __attribute__((vector_size(kFloats * sizeof(float)), aligned(4), may_alias));

// What words of one language a sentence of the other may come from. Row j is for word j that is generated; its entry
// at position i is for word i - 1 of the generating sentence, and position 0, before the sentence, generates nothing.
// Holds probabilities of words first, posteriors of links when a model is done with it.
struct Lattice {
  std::size_t length = 0;  // words that are generated
  std::size_t states = 0;  // words that may generate them
  std::size_t stride = 0;  // of a row, a multiple of kFloats
  std::vector<float> links;
  std::vector<float> null;  // by generated word: that it comes from no word at all

  void resize(std::size_t generated, std::size_t generating) {
    length = generated, states = generating;
    stride = (generating + 1 + kFloats - 1) / kFloats * kFloats;
    links.assign(length * stride, 0.0f);
    null.resize(length);
  }
  float* row(std::size_t j) { return links.data() + j * stride; }
  const float* row(std::size_t j) const { return links.data() + j * stride; }
};

}  // namespace pitchpipe::align

// Macros, not functions: a function that returns a vector has another calling convention with AVX than without.
#define PITCHPIPE_LOAD8(from) (*reinterpret_cast<const ::pitchpipe::align::UnalignedFloats*>(from))
#define PITCHPIPE_STORE8(to, floats) (*reinterpret_cast<::pitchpipe::align::UnalignedFloats*>(to) = (floats))
#define PITCHPIPE_SUM8(v) \
  ((((v)[0] + (v)[4]) + ((v)[2] + (v)[6])) + (((v)[1] + (v)[5]) + ((v)[3] + (v)[7])))
