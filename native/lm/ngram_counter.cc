#include "lm/ngram_counter.h"

#include <stdexcept>

#include "lm/adjusted_counts.h"
#include "lm/language_model.h"
#include "text/utf8.h"
#include "text/words.h"
#include "util/quoted.h"

namespace pitchpipe::lm {

namespace {

// Counts the n-grams of a line that begins with as many <s> as they need; `records` is scratch memory.
void add_line(unsigned order, std::vector<std::uint32_t>& line, std::vector<std::uint32_t>& records,
              util::SortedRuns& counted) {
  line.push_back(kEnd);
  records.clear();
  for (std::size_t last = order - 1; last < line.size(); ++last) {
    for (std::size_t i = 0; i < order; ++i) records.push_back(line[last - i]);
    records.push_back(1);
  }
  counted.add(records.data(), line.size() - (order - 1));
}

}  // namespace

NgramCounter::NgramCounter(unsigned order, std::size_t memory, const std::string& folder, int threads)
    : order_(order), counted_({order + 1, order, memory, folder, threads}) {
  if (order < 1 || order > kMostOrder) throw std::invalid_argument("the order is 1 to 7");
  for (const char* word : {"<unk>", "<s>", "</s>"}) words_.intern(word);
}

void NgramCounter::feed(std::string_view chunk) {
  while (!chunk.empty()) {
    std::size_t end = chunk.find('\n');
    if (end == std::string_view::npos) {
      unfinished_ += chunk;
      return;
    }
    if (unfinished_.empty()) {
      line(chunk.substr(0, end));
    } else {
      unfinished_ += chunk.substr(0, end);
      line(unfinished_);
      unfinished_.clear();
    }
    chunk.remove_prefix(end + 1);
  }
}

void NgramCounter::finish() {
  if (!unfinished_.empty()) line(unfinished_);
  unfinished_.clear();
}

void NgramCounter::add(const text::GroupedTexts& words, std::span<const std::int32_t> ids,
                       std::span<const std::int64_t> offsets) {
  constexpr std::uint32_t kUnseen = UINT32_MAX;
  std::vector<std::uint32_t> numbers(words.size(), kUnseen);
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    if (offsets[i] < 0 || offsets[i + 1] < offsets[i] || static_cast<std::uint64_t>(offsets[i + 1]) > ids.size())
      throw std::invalid_argument("the offsets of the lines are not in order");
    line_.assign(order_ - 1, kBegin);
    for (std::int64_t at = offsets[i]; at < offsets[i + 1]; ++at) {
      auto id = static_cast<std::uint32_t>(ids[static_cast<std::size_t>(at)]);
      if (id >= numbers.size()) throw std::invalid_argument("a word number is not in the vocabulary");
      if (numbers[id] == kUnseen) numbers[id] = number(words[id]);
      line_.push_back(numbers[id]);
    }
    count_line();
  }
}

std::vector<std::uint32_t> NgramCounter::number(const text::GroupedTexts& words) {
  std::vector<std::uint32_t> numbers(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) numbers[i] = number(words[i]);
  return numbers;
}

void NgramCounter::add_counted(std::span<const std::uint32_t> records, std::uint64_t lines, std::uint64_t tokens) {
  for (std::size_t at = 0; at < records.size(); ++at)
    if (at % (order_ + 1) < order_ && records[at] >= words_.size())
      throw std::invalid_argument("a word number is not in the vocabulary");
  counted_.add_run(records);
  lines_ += lines;
  tokens_ += tokens;
}

void NgramCounter::line(std::string_view text) {
  if (std::size_t valid = text::valid_utf8(text); valid < text.size())
    throw std::invalid_argument(std::to_string(lines_ + 1) + ": found a byte that is not UTF-8 (byte " +
                                std::to_string(valid + 1) + " of the line), expected UTF-8 text");
  line_.assign(order_ - 1, kBegin);
  text::for_each_token(text, [&](std::string_view token) { line_.push_back(number(token)); });
  count_line();
}

std::uint32_t NgramCounter::number(std::string_view word) {
  std::int32_t found = words_.intern(word);
  if (static_cast<std::uint32_t>(found) <= kEnd)
    throw std::invalid_argument(std::to_string(lines_ + 1) + ": found the word " + util::quoted(word) +
                                ", expected a text without it: language models use it themselves");
  if (words_.size() >= INT32_MAX)
    throw std::invalid_argument(std::to_string(lines_ + 1) +
                                ": found more different words than can be numbered, 2^31");
  return static_cast<std::uint32_t>(found);
}

void NgramCounter::count_line() {
  ++lines_;
  tokens_ += line_.size() - (order_ - 1);
  add_line(order_, line_, records_, counted_);
}

std::vector<std::uint32_t> count_ngrams(unsigned order, std::span<const std::uint32_t> ids,
                                        std::span<const std::int64_t> offsets, std::size_t memory,
                                        const std::string& folder) {
  if (order < 1 || order > kMostOrder) throw std::invalid_argument("the order is 1 to 7");
  util::SortedRuns counted({order + 1, order, memory, folder, 1});
  std::vector<std::uint32_t> line, records, result;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    if (offsets[i] < 0 || offsets[i + 1] < offsets[i] || static_cast<std::uint64_t>(offsets[i + 1]) > ids.size())
      throw std::invalid_argument("the offsets of the lines are not in order");
    line.assign(order - 1, kBegin);
    line.insert(line.end(), ids.begin() + offsets[i], ids.begin() + offsets[i + 1]);
    add_line(order, line, records, counted);
  }
  counted.merge([&](const std::uint32_t* record) { result.insert(result.end(), record, record + order + 1); });
  return result;
}

}  // namespace pitchpipe::lm
