#include "tuning/nbest_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "text/utf8.h"
#include "util/decimal.h"
#include "util/quoted.h"

namespace pitchpipe::tuning {
namespace {

using Field = NbestFormat::Field;
using Style = NbestFormat::Style;

[[noreturn]] void fail(const std::string& found, const std::string& expected) {
  throw std::invalid_argument("found " + found + ", expected " + expected);
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// A separator may share its space with the next one, so that "||| |||" holds an empty field. That after the id needs none
// before it.
void split_fields(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  std::size_t begin = 0;
  std::size_t at = 0;
  while ((at = line.find("|||", at)) != std::string_view::npos) {
    bool starts = at == 0 || line[at - 1] == ' ' || (fields.empty() && all_digits(line.substr(0, at)));
    bool ends = at + 3 == line.size() || line[at + 3] == ' ';
    if (starts && ends) {
      fields.push_back(stripped(line.substr(begin, at - begin)));
      begin = at + 3;
    }
    at += starts && ends ? 3 : 1;
  }
  fields.push_back(stripped(line.substr(begin)));
}

// The next token of `rest`, which loses it; empty at the end.
std::string_view take_token(std::string_view& rest) {
  std::size_t begin = 0;
  while (begin < rest.size() && (rest[begin] == ' ' || rest[begin] == '\t')) ++begin;
  std::size_t end = begin;
  while (end < rest.size() && rest[end] != ' ' && rest[end] != '\t') ++end;
  std::string_view token = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return token;
}

std::optional<double> number_of(std::string_view token) {
  if (token.size() > 1 && token[0] == '+' && token[1] != '-') token.remove_prefix(1);
  std::optional<double> value = util::decimal(token);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

bool is_number(std::string_view field) { return number_of(field).has_value(); }

}  // namespace

void NbestReader::feed(std::string_view chunk) {
  lines_.feed(chunk, [this](std::string_view text) { line(text); });
}

void NbestReader::finish() {
  lines_.finish([this](std::string_view text) { line(text); });
}

void NbestReader::line(std::string_view text) {
  if (stripped(text).empty()) {
    if (empty_line_ == 0) empty_line_ = lines_.number();
    return;
  }
  if (empty_line_ != 0)
    throw std::invalid_argument(std::to_string(empty_line_) + ": found an empty line, expected id ||| text ||| features");
  try {
    parse(text);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::to_string(lines_.number()) + ": " + error.what());
  }
}

void NbestReader::parse(std::string_view text) {
  if (std::size_t valid = text::valid_utf8(text); valid != text.size())
    fail("a byte that is not UTF-8 (byte " + std::to_string(valid + 1) + " of the line)", "UTF-8 text");
  if (std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    fail("a NUL character (byte " + std::to_string(nul + 1) + " of the line)", "text");
  split_fields(text, fields_);
  if (fields_.size() < 3) fail(util::quoted(stripped(text)), "id ||| text ||| features, with spaces around |||");
  std::int64_t group = group_of(fields_[0]);
  if (least_fields_ == 0) least_fields_ = std::min<std::size_t>(fields_.size(), 4);
  std::string_view field = feature_field();
  if (fields_.size() < least_fields_)
    fail(std::to_string(fields_.size()) + " fields", std::to_string(least_fields_) + " as on the first line");
  table_.begin(group, fields_[1]);
  features(field);
}

std::int64_t NbestReader::group_of(std::string_view field) const {
  std::int64_t group = 0;
  auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), group);
  if (error != std::errc() || end != field.data() + field.size() || group < 0)
    fail("the sentence id " + util::quoted(field), "a whole number from 0");
  if (group >= kMostGroups) fail("the sentence id " + util::quoted(field), "one of at most 18 digits");
  if (group >= group_limit_)
    fail("the sentence id " + util::quoted(field),
         "one of at most " + std::to_string(group_limit_ - 1) + ", the number of reference lines");
  return group;
}

// The field that starts with `F0=`; empty if there is none.
std::string_view NbestReader::marian_field() const {
  for (std::size_t i = 2; i < fields_.size(); ++i)
    if (fields_[i].starts_with("F0=")) return fields_[i];
  return {};
}

std::string_view NbestReader::feature_field() {
  if (format_.field == Field::kUnknown && !marian_field().empty() &&
      (fields_[2].find('=') == std::string_view::npos || fields_[2].starts_with("WordScores=")))
    format_.field = Field::kMarian;
  if (format_.field == Field::kMarian) {
    if (marian_field().empty()) fail("no field that starts with F0=", "the features, as in 'F0= -1.2'");
    return marian_field();
  }
  if (format_.field == Field::kUnknown && !fields_[2].empty()) {
    bool total_first = fields_.size() > 3 && is_number(fields_[2]) && !is_number(fields_[3]);
    format_.field = total_first ? Field::kFourth : Field::kThird;
  }
  if (format_.field != Field::kFourth) return fields_[2];
  if (fields_.size() < 4) fail("3 fields", "id ||| text ||| total ||| features");
  return fields_[3];
}

void NbestReader::features(std::string_view field) {
  if (field.empty()) return;
  if (format_.style == Style::kUnknown) {
    std::string_view rest = field;
    std::string_view first = take_token(rest);
    if (first.back() == '=') format_.style = Style::kEquals;
    else if (first.back() == ':') format_.style = Style::kColon;
    else if (first.find('=') != std::string_view::npos) format_.style = Style::kPairs;
    else fail(util::quoted(first), "a feature as in 'LM0= -1.2', 'lm: -1.2' or 'lm=-1.2'");
  }
  if (format_.style == Style::kPairs)
    for (std::string_view token; !(token = take_token(field)).empty();) pair(token);
  else
    labelled(field, format_.style == Style::kEquals ? '=' : ':');
}

void NbestReader::pair(std::string_view token) {
  std::size_t cut = token.rfind('=');
  if (cut == std::string_view::npos) fail(util::quoted(token), "a feature as in 'lm=-1.2'");
  std::optional<double> value = number_of(token.substr(cut + 1));
  if (!value) fail(util::quoted(token), "a feature as in 'lm=-1.2', with a finite number");
  table_.add(token.substr(0, cut), {&*value, 1});
}

void NbestReader::labelled(std::string_view field, char mark) {
  label_ = {};
  values_.clear();
  for (std::string_view token; !(token = take_token(field)).empty();) {
    if (token.back() == mark) {
      flush_label();
      label_ = token;
    } else if (label_.empty()) {
      fail(util::quoted(token), std::string("a feature name that ends in ") + mark);
    } else if (std::optional<double> value = number_of(token)) {
      values_.push_back(*value);
    } else {
      fail(util::quoted(token), "a finite number or a feature name that ends in " + std::string(1, mark));
    }
  }
  flush_label();
}

void NbestReader::flush_label() {
  if (label_.empty()) return;
  if (values_.empty()) fail("no value after " + util::quoted(label_), "a number");
  label_.remove_suffix(1);
  table_.add(label_, values_);
  values_.clear();
}

}  // namespace pitchpipe::tuning
