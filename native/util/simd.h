#pragma once

// Marks a hot loop to be compiled for AVX2 too and chosen when the program starts. Fused multiply-add is left
// out on purpose: every machine gets the same bits.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(PITCHPIPE_SANITIZE)
#define PITCHPIPE_HOT __attribute__((target_clones("avx2", "default")))
#else
#define PITCHPIPE_HOT
#endif
