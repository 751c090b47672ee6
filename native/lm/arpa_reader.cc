#include "lm/arpa_reader.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "lm/language_model.h"
#include "text/latin1.h"
#include "text/utf8.h"
#include "util/decimal.h"
#include "util/quoted.h"

namespace pitchpipe::lm {
namespace {

constexpr std::size_t kTrustedRows = std::size_t{1} << 20;  // beyond these, a count is believed when they are there

[[noreturn]] void fail(const std::string& found, const std::string& expected) {
  throw std::invalid_argument("found " + found + ", expected " + expected);
}

std::string shown(std::string_view text) { return text.empty() ? "an empty line" : util::quoted(text); }

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

void split(std::string_view text, std::vector<std::string_view>& fields) {
  fields.clear();
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t begin = at;
    while (at < text.size() && !is_blank(text[at])) ++at;
    if (at > begin) fields.push_back(text.substr(begin, at - begin));
    while (at < text.size() && is_blank(text[at])) ++at;
  }
}

std::optional<float> float_of(std::string_view text) {
  float value = 0;
  const char* end = text.data() + text.size();
  auto [at, error] = std::from_chars(text.data(), end, value);
  if (at != end) return {};
  if (error == std::errc::result_out_of_range) {  // too close to 0 for a float, or too far from it
    std::optional<double> wide = util::decimal(text);
    if (!wide) return {};
    value = static_cast<float>(*wide);
  } else if (error != std::errc()) {
    return {};
  }
  return std::isfinite(value) ? std::optional<float>(value) : std::nullopt;
}

bool is_unknown(std::string_view word) { return word == "<unk>" || word == "<UNK>"; }

std::string header(std::size_t order) { return "\\" + std::to_string(order) + "-grams:"; }

}  // namespace

ArpaReader::ArpaReader() { words_.intern("<unk>"); }

void ArpaReader::feed(std::string_view chunk) {
  lines_.feed(chunk, [this](std::string_view text) { line(text); });
}

void ArpaReader::finish() {
  lines_.finish([this](std::string_view text) { line(text); });
  if (part_ == Part::kEnd) return;
  std::string expected = "\\end\\";
  if (part_ == Part::kStart) expected = "\\data\\";
  if (part_ == Part::kCounts) expected = "'ngram " + std::to_string(counts_.size() + 1) + "=...' or a section";
  if (part_ == Part::kSection && rows_.size() < counts_.size()) expected = header(rows_.size() + 1);
  if (part_ == Part::kNgrams)
    expected = std::to_string(left_) + " more " + std::to_string(rows_.size()) + "-grams";
  throw std::invalid_argument(std::to_string(lines_.number() + 1) + ": found the end of the file, expected " + expected);
}

void ArpaReader::line(std::string_view text) {
  try {
    if (std::size_t valid = text::valid_utf8(text); valid != text.size())
      fail("a byte that is not UTF-8 (byte " + std::to_string(valid + 1) + " of the line)",
           text::looks_like_latin1(text) ? "UTF-8 text; the file seems to be in Latin-1" : "UTF-8 text");
    parse(trimmed(text));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::to_string(lines_.number()) + ": " + error.what());
  }
}

void ArpaReader::parse(std::string_view text) {
  switch (part_) {
    case Part::kStart:
      if (text == "\\data\\")
        part_ = Part::kCounts;
      else if (!text.empty() && text.front() != '#')
        fail(util::quoted(text), "\\data\\, the start of an ARPA file");
      return;
    case Part::kCounts:
      if (text.empty() && counts_.empty()) return;
      if (!text.empty() && text.front() != '\\') return count(text);
      if (counts_.empty()) fail(shown(text), "'ngram 1=...'");
      part_ = Part::kSection;
      [[fallthrough]];
    case Part::kSection:
      if (!text.empty()) section(text);
      return;
    case Part::kNgrams:
      return ngram(text);
    case Part::kEnd:
      if (!text.empty()) fail(util::quoted(text), "nothing after \\end\\");
  }
}

void ArpaReader::count(std::string_view text) {
  std::string order = std::to_string(counts_.size() + 1), start = "ngram " + order + "=";
  std::uint64_t value = 0;
  // IRSTLM writes blanks around the numbers.
  std::size_t equals = std::min(text.find('='), text.size());
  split(text.substr(0, equals), fields_);
  if (equals == text.size() || fields_.size() != 2 || fields_[0] != "ngram" || fields_[1] != order)
    fail(util::quoted(text), "'" + start + "...'");
  std::string_view digits = trimmed(text.substr(equals + 1));
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size())
    fail(util::quoted(text), "a whole number after '" + start + "'");
  counts_.push_back(value);
  if (counts_.size() > kMostOrder) fail("a model of order 8 or more", "one of at most " + std::to_string(kMostOrder));
}

void ArpaReader::section(std::string_view text) {
  if (rows_.size() == counts_.size()) {
    if (text != "\\end\\") fail(util::quoted(text), "\\end\\");
    part_ = Part::kEnd;
    return;
  }
  std::size_t order = rows_.size() + 1;
  if (text != header(order)) fail(util::quoted(text), header(order));
  left_ = counts_[order - 1];
  rows_.emplace_back();
  rows_.back().reserve(std::min<std::uint64_t>(left_, kTrustedRows) * (order + 2));
  first_lines_.push_back(static_cast<std::int64_t>(lines_.number() + 1));
  part_ = Part::kNgrams;
  if (left_ == 0) part_ = Part::kSection;
}

void ArpaReader::ngram(std::string_view text) {
  std::size_t order = rows_.size();
  bool has_backoff = order < counts_.size();
  split(text, fields_);
  if (fields_.size() != order + 1 && fields_.size() != order + 2) {
    std::string more = std::to_string(left_) + " more " + std::to_string(order) + "-grams";
    if (text.empty() || text.front() == '\\') fail(shown(text), more + ", as the count at the top says");
    fail(util::quoted(text), "a log10 probability, " + std::to_string(order) + " words" +
                           (has_backoff ? " and perhaps a back-off weight" : ""));
  }
  std::optional<float> log10 = float_of(fields_[0]);
  if (!log10 || *log10 > 0) fail(util::quoted(fields_[0]), "a log10 probability, a number of at most 0");
  std::optional<float> backoff = 0.0f;
  if (fields_.size() == order + 2) backoff = float_of(fields_.back());
  if (!backoff) fail(util::quoted(fields_.back()), "a back-off weight, a finite number");
  if (!has_backoff && *backoff != 0)
    fail("the back-off weight " + util::quoted(fields_.back()), "none in the highest order");
  std::vector<std::uint32_t>& rows = rows_.back();
  for (std::size_t i = 1; i <= order; ++i) {
    std::int32_t word = is_unknown(fields_[i]) ? 0 : words_.find(fields_[i]);
    if (word == util::WordStore::kUnknown) {
      if (order > 1) fail("the word " + util::quoted(fields_[i]), "one of the 1-grams");
      word = words_.intern(fields_[i]);
    }
    rows.push_back(static_cast<std::uint32_t>(word));
  }
  rows.push_back(std::bit_cast<std::uint32_t>(*log10));
  rows.push_back(std::bit_cast<std::uint32_t>(*backoff));
  if (--left_ == 0) part_ = Part::kSection;
}

ArpaReader::Result ArpaReader::release() {
  Result result;
  words_.copy_to(result.words, result.offsets);
  result.rows = std::move(rows_);
  result.first_lines = std::move(first_lines_);
  return result;
}

}  // namespace pitchpipe::lm
