#pragma once

// Marks a hot loop to be compiled for AVX2 too and chosen when the program starts. Fused multiply-add is left
// out on purpose: every machine gets the same bits.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(PITCHPIPE_SANITIZE)
#define PITCHPIPE_HOT __attribute__((target_clones("avx2", "default")))
#else
#define PITCHPIPE_HOT
#endif

namespace pitchpipe::util {

// Four numbers at a time; plain loops over these are what a compiler turns into vector code everywhere.
constexpr int kLanes = 4;
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));
typedef double UnalignedLanes __attribute__((vector_size(kLanes * sizeof(double)), aligned(8), may_alias));

}  // namespace pitchpipe::util

// Macros, not functions: a function that returns a vector has another calling convention with AVX than without.
#define PITCHPIPE_LOAD(from) (*reinterpret_cast<const ::pitchpipe::util::UnalignedLanes*>(from))
#define PITCHPIPE_STORE(to, lanes) (*reinterpret_cast<::pitchpipe::util::UnalignedLanes*>(to) = (lanes))
