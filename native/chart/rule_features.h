#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/constraints.h"

namespace pitchpipe::chart {

// A rule where it is applied, or glue, whose number is 0. What is in its gaps comes in the order of the source.
struct Application {
  std::int64_t rule;  // number among the sentence's rules
  std::int64_t begin, end;
  std::int64_t states[grammar::kMostGaps];  // that the features gave what is in the gaps
  std::int64_t gap_begins[grammar::kMostGaps], gap_ends[grammar::kMostGaps];  // -1 where there is no gap
};

// What the rule of a number is: its sides with gaps between words, and its label, empty if it has none.
struct RuleFacts {
  std::string source, target, label;
};

// Features of rules where they are applied, computed elsewhere, such as in Python, with a state that nodes must share to be
// recombined. Their calls come from all threads; what they throw ends the translation.
class RuleFeatures {
 public:
  virtual ~RuleFeatures() = default;
  virtual std::size_t count() const = 0;
  // Before search. Returns the state of the sentence's start, to which phrases are glued.
  virtual std::int64_t start(std::size_t sentence, const std::vector<std::string_view>& source) = 0;
  // Fills count() values and the state for each application. `fresh` are rules that come after those known before.
  virtual void score(std::size_t sentence, std::span<const RuleFacts> fresh, std::span<const Application> applications,
                     std::span<float> values, std::span<std::int64_t> states) = 0;
  virtual void finish(std::size_t sentence) noexcept = 0;
};

}  // namespace pitchpipe::chart
