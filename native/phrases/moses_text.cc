#include "phrases/moses_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "util/quoted.h"

namespace pitchpipe::phrases {

namespace {

void check_words(const TableVocabulary& words) {
  for (std::size_t w = 0; w < words.size(); ++w)
    if (words[w].find("|||") != std::string_view::npos)
      throw std::invalid_argument("found the word " + util::quoted(words[w]) + ", expected none with ||| in it");
}

// As the bytes of the lines are compared, where ||| follows a phrase.
bool line_before(std::span<const WordId> a, std::span<const WordId> b, const TableVocabulary& words) {
  for (std::size_t i = 0; i <= std::min(a.size(), b.size()); ++i) {
    std::string_view one = i < a.size() ? words[a[i]] : "|||", other = i < b.size() ? words[b[i]] : "|||";
    if (one != other) return one < other;
  }
  return a.size() < b.size();
}

void add_words(std::span<const WordId> phrase, const TableVocabulary& words, std::string& text) {
  for (WordId word : phrase) {
    text += words[word];
    text += ' ';
  }
}

void add_probabilities(std::span<const float> logs, std::string& text) {
  for (float log : logs) {
    char digits[32];
    double value = std::exp(double{log});
    auto [end, error] = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 6);
    text.append(digits, error == std::errc() ? end : digits);
    text += ' ';
  }
}

void add_count(float count, std::string& text) {
  char digits[64];
  auto [end, error] = std::to_chars(digits, digits + sizeof digits, count, std::chars_format::fixed);
  text.append(digits, error == std::errc() ? end : digits);
  text += ' ';
}

// Calls add(entry) after the beginning of each line of a source phrase, and ends the line.
template <class Add>
void add_lines(const PhraseTable& table, std::size_t phrase, std::string& text, Add add) {
  PhraseTable::Range range = table.range(phrase);
  std::vector<PhraseTable::Entry> entries;
  for (std::size_t i = range.begin; i < range.end; ++i) entries.push_back(table.entry(i));
  std::sort(entries.begin(), entries.end(), [&](const auto& a, const auto& b) {
    return line_before(a.target, b.target, table.target_words());
  });
  for (const PhraseTable::Entry& entry : entries) {
    add_words(table.phrase(phrase), table.source_words(), text);
    text += "||| ";
    add_words(entry.target, table.target_words(), text);
    text += "||| ";
    add(entry);
    text += '\n';
  }
}

}  // namespace

std::vector<std::uint32_t> moses_order(const PhraseTable& table) {
  check_words(table.source_words());
  check_words(table.target_words());
  std::vector<std::uint32_t> order(table.phrase_count());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return line_before(table.phrase(a), table.phrase(b), table.source_words());
  });
  return order;
}

void add_phrase_lines(const PhraseTable& table, std::size_t phrase, std::string& text) {
  add_lines(table, phrase, text, [&](const PhraseTable::Entry& entry) {
    add_probabilities(entry.scores, text);
    text += "||| ";
    for (AlignmentPoint point : entry.alignment)
      text += std::to_string(point.source) + '-' + std::to_string(point.target) + ' ';
    text += "||| ";
    for (float count : {entry.target_count, entry.source_count, entry.joint_count}) add_count(count, text);
    text += "||| |||";
  });
}

void add_reordering_lines(const PhraseTable& table, std::size_t phrase, std::size_t first, std::size_t count,
                          std::string& text) {
  if (first > table.reordering_count() || count > table.reordering_count() - first)
    throw std::invalid_argument("the table has no such reordering model");
  add_lines(table, phrase, text, [&](const PhraseTable::Entry& entry) {
    add_probabilities(entry.reordering.subspan(first, count), text);
    text.pop_back();
  });
}

}  // namespace pitchpipe::phrases
