#include "metrics/error_rates.h"

#include <algorithm>
#include <cstdint>
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
    text_ = reader_.candidate(candidate);
    closest_ = 0;
    Errors best = against(0, text_);
    for (std::size_t k = 1; k < reader_.reference_count(); ++k)
      if (Errors errors = against(k, text_); errors.better_than(best)) best = errors, closest_ = k;
    return best;
  }

  // Of the candidate whose errors were asked for last.
  Symbols text() const { return text_; }
  Symbols closest_reference() const { return reader_.reference(closest_); }

 private:
  Errors against(std::size_t k, Symbols text) {
    return {measures_[k].distance(text), reader_.reference(k).size()};
  }

  SymbolReader reader_;
  std::vector<Measure> measures_;
  Symbols text_;
  std::size_t closest_ = 0;
};

// Calls write(i, rater, errors) for every candidate i.
template <class Measure, class Write>
void for_each_candidate(const text::GroupedTexts& candidates, const text::GroupedTexts& references, Unit unit,
                        int threads, Write write) {
  text::check_references(candidates, references);
  util::parallel_for<Rater<Measure>>(
      candidates.group_count(), threads, [&](Rater<Measure>& rater, std::size_t group) {
        rater.set_references(references, group, unit);
        for (std::size_t i = candidates.group_begin(group); i < candidates.group_end(group); ++i) {
          Errors errors = rater.errors(candidates[i]);
          write(i, rater, errors);
        }
      });
}

template <class Measure>
void statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, Unit unit, int threads,
                double* rows) {
  for_each_candidate<Measure>(candidates, references, unit, threads,
                              [&](std::size_t i, const Rater<Measure>&, const Errors& errors) {
                                rows[2 * i] = static_cast<double>(errors.edits);
                                rows[2 * i + 1] = static_cast<double>(errors.length);
                              });
}

// The substitutions of an alignment with the fewest edits and, of these, the fewest substitutions. A cell of the edit
// matrix holds edits in its upper half and substitutions in its lower one, so that one comparison is enough.
std::size_t fewest_substitutions(Symbols text, Symbols reference) {
  constexpr std::uint64_t kEdit = std::uint64_t{1} << 32;
  std::vector<std::uint64_t> row(reference.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j * kEdit;
  for (std::int32_t symbol : text) {
    std::uint64_t diagonal = row[0];
    row[0] += kEdit;
    for (std::size_t j = 1; j < row.size(); ++j) {
      std::uint64_t aligned = symbol == reference[j - 1] ? diagonal : diagonal + kEdit + 1;
      diagonal = row[j];
      row[j] = std::min({aligned, diagonal + kEdit, row[j - 1] + kEdit});
    }
  }
  return static_cast<std::size_t>(row.back() % kEdit);
}

}  // namespace

void edit_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, Unit unit, int threads,
                     double* rows) {
  statistics<EditDistance>(candidates, references, unit, threads, rows);
}

void edit_kinds(const text::GroupedTexts& candidates, const text::GroupedTexts& references, Unit unit, int threads,
                double* rows) {
  for_each_candidate<EditDistance>(
      candidates, references, unit, threads,
      [&](std::size_t i, const Rater<EditDistance>& rater, const Errors& errors) {
        Symbols text = rater.text(), reference = rater.closest_reference();
        auto substitutions = static_cast<double>(fewest_substitutions(text, reference));
        auto others = static_cast<double>(errors.edits) - substitutions;
        auto longer = static_cast<double>(text.size()) - static_cast<double>(reference.size());
        double* row = rows + 4 * i;
        row[0] = substitutions;
        row[1] = (others + longer) / 2;
        row[2] = (others - longer) / 2;
        row[3] = static_cast<double>(errors.length);
      });
}

void bag_statistics(const text::GroupedTexts& candidates, const text::GroupedTexts& references, int threads,
                    double* rows) {
  statistics<Bag>(candidates, references, Unit::kWords, threads, rows);
}

}  // namespace pitchpipe::metrics
