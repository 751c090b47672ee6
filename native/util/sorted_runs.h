#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pitchpipe::util {

// Sorts more records than memory holds: what does not fit is spilled to a nameless temporary file as sorted
// runs, and all runs are merged at the end. A record is `width` words of 32 bits; records are ordered by their
// first `key` words, compared as numbers, first word first.
//
// The words after the key are counts: records with the same key become one, their counts added, except where a
// sum would pass 32 bits, so that merge() may show a key more than once.
class SortedRuns {
 public:
  using Visit = std::function<void(const std::uint32_t* record)>;

  struct Settings {
    std::size_t width;         // words of a record
    std::size_t key;           // words of it that are the key, at most width
    std::size_t memory;        // bytes; what is spilled depends on it, what is visited does not
    std::string folder;        // where the temporary file is made
    int threads = 1;
  };

  // Throws std::invalid_argument if key or width make no sense.
  explicit SortedRuns(Settings settings);
  ~SortedRuns();
  SortedRuns(const SortedRuns&) = delete;
  SortedRuns& operator=(const SortedRuns&) = delete;

  // Copies `count` records. Throws std::runtime_error, with the folder and the reason, if a run cannot be
  // written.
  void add(const std::uint32_t* records, std::size_t count = 1);

  // Adds records that are in order already, as merge() shows them: they are a run of their own. Throws
  // std::invalid_argument if they are not in order, and as add() does.
  void add_run(std::span<const std::uint32_t> records);

  // Calls visit for every record in order, once; there is nothing left to add to afterwards.
  void merge(const Visit& visit);

  bool spilled() const { return !runs_.empty(); }

 private:
  struct Run {
    std::size_t begin, end;  // bytes in the file
  };
  class Source;
  class Spill;

  void sort_buffer();
  void spill();
  void merge_sources(std::vector<Source>& sources, const Visit& visit) const;

  Settings settings_;
  std::size_t capacity_;               // words that the buffer may hold
  std::vector<std::uint32_t> buffer_;
  std::vector<std::vector<std::uint32_t>> pieces_;  // the sorted buffer, one piece for each thread
  std::unique_ptr<Spill> file_;
  std::vector<Run> runs_;
};

}  // namespace pitchpipe::util
