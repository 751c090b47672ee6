#include "align/model1.h"

#include "align/log_product.h"
#include "util/simd.h"

namespace pitchpipe::align {

PITCHPIPE_HOT double model1_posteriors(Lattice& lattice, float null) {
  LogProduct likelihood;
  float share = (1.0f - null) / static_cast<float>(lattice.states);
  for (std::size_t j = 0; j < lattice.length; ++j) {
    float* row = lattice.row(j);
    Floats sums{};
    for (std::size_t i = 0; i < lattice.stride; i += kFloats) sums += PITCHPIPE_LOAD8(row + i);
    float from_null = null * lattice.null[j];
    float total = share * PITCHPIPE_SUM8(sums) + from_null;
    likelihood.multiply(total);
    float scale = share / total;
    for (std::size_t i = 0; i < lattice.stride; i += kFloats)
      PITCHPIPE_STORE8(row + i, PITCHPIPE_LOAD8(row + i) * scale);
    lattice.null[j] = from_null / total;
  }
  return likelihood.log();
}

}  // namespace pitchpipe::align
