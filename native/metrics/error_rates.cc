#include "metrics/error_rates.h"

#include <vector>

#include "metrics/bag.h"
#include "metrics/edit_distance.h"
#include "util/parallel.h"

namespace pitchpipe::metrics {
namespace {

struct Errors {
  std::size_t edits;
  std::size_t length;

  // Compares the rates without dividing, so that an empty reference fits only an empty candidate.
  bool better_than(const Errors& other) const {
    std::size_t mine = edits * other.length, others = other.edits * length;
    return mine < others || (mine == others && length < other.length);
  }
};

// Measure is EditDistance or Bag.
template <class Measure>
class Rater {
 public:
  void set_references(const text::GroupedTexts& references, std::size_t group, Unit unit) {
    reader_.set_references(references, group, unit);
    if (measures_.size() < reader_.reference_count()) measures_.resize(reader_.reference_count());
    for (std::size_t k = 0; k < reader_.reference_count(); ++k)
      measures_[k].set_reference(reader_.reference(k), reader_.alphabet());
  }

  Errors errors(std::string_view candidate) {
    Symbols text = reader_.candidate(candidate);
    Errors best = against(0, text);
    for (std::size_t k = 1; k < reader_.reference_count(); ++k)
      if (Errors errors = against(k, text); errors.better_than(best)) best = errors;
    return best;
  }

 private:
  Errors against(std::size_t k, Symbols text) {
    return {measures_[k].distance(text), reader_.reference(k).size()};
  }

  SymbolReader reader_;
  std::vector<Measure> measures_;
};

template <class Measure>
void statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, Unit unit, int threads,
                double* rows) {
  text::check_references(candidates, references);
  util::parallel_for<Rater<Measure>>(
      candidates.group_count(), threads, [&](Rater<Measure>& rater, std::size_t group) {
        rater.set_references(references, group, unit);
        for (std::size_t i = candidates.group_begin(group); i < candidates.group_end(group); ++i) {
          Errors errors = rater.errors(candidates[i]);
          rows[2 * i] = static_cast<double>(errors.edits);
          rows[2 * i + 1] = static_cast<double>(errors.length);
        }
      });
}

}  // namespace

void edit_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, Unit unit, int threads,
                     double* rows) {
  statistics<EditDistance>(candidates, references, unit, threads, rows);
}

void bag_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, int threads,
                    double* rows) {
  statistics<Bag>(candidates, references, Unit::kWords, threads, rows);
}

}  // namespace pitchpipe::metrics
