#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grammar/rule_records.h"
#include "grammar/rule_filter.h"
#include "util/sorted_runs.h"

namespace pitchpipe::grammar {

// Takes instance records in order and adds a pair record for each rule to `pairs`: with the most frequent alignment (of
// equals the first in the order of the records), and with the count of the target side over all rules. Holds the rules
// of one target side.
class RuleCounter {
 public:
  // Rules whose source side matches none of the lines of `only`, if that is given, are counted but not passed on.
  // All are added to `roots`, if that is given, by the labels that their target sides end in.
  RuleCounter(const RuleRecords& records, const RuleFilter* only, util::SortedRuns& pairs, RootCounts* roots = nullptr)
      : records_(records), only_(only), pairs_(pairs), roots_(roots) {}

  // Throws std::runtime_error if `pairs` cannot be written.
  void add(const std::uint32_t* instance);
  void finish();

  std::size_t size() const { return size_; }  // rules passed on

 private:
  void finish_alignment();
  void finish_rule();
  void finish_target();

  const RuleRecords& records_;
  const RuleFilter* only_;
  util::SortedRuns& pairs_;
  RootCounts* roots_;

  std::vector<std::uint32_t> last_;  // the record before
  std::vector<std::uint32_t> best_;  // alignment
  std::uint64_t best_count_ = 0, alignment_count_ = 0, rule_count_ = 0, target_count_ = 0;
  std::vector<std::uint32_t> of_target_;  // pair records
  std::vector<WordId> source_, target_;
  std::size_t size_ = 0;
};

}  // namespace pitchpipe::grammar
