#include "phrases/moses_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <system_error>

#include "phrases/best_first.h"
#include "text/words.h"
#include "util/decimal.h"
#include "util/quoted.h"

namespace pitchpipe::phrases {

namespace {

constexpr std::size_t kMostWords = 255;  // of a phrase: positions are bytes
constexpr std::size_t kMostScores = 100;

template <class T>
std::optional<T> number_of(std::string_view token) {
  T value = 0;
  auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size()) return {};
  return value;
}

std::optional<float> log_of(std::string_view token) {
  std::optional<double> value = util::decimal(token);
  if (!value || !std::isfinite(*value) || *value < 0) return {};
  return std::max(static_cast<float>(std::log(*value)), kLowestLog);
}

// Whether sort, with LC_ALL=C, puts the lines of one source phrase before those of another.
bool sorts_before(const std::string& one, const std::string& other) { return one + " |||" < other + " |||"; }

// A word such as [X] at the end of both sides; [X,1] is a gap of ours.
bool is_rule(std::span<const std::string_view> source, std::span<const std::string_view> target) {
  auto is_label = [](std::string_view word) { return word.size() > 2 && word.starts_with('[') && word.ends_with(']') && word.find(',') == word.npos; };
  return is_label(source.back()) && is_label(target.back());
}

}  // namespace

std::size_t ReorderingColumns::width() const {
  return static_cast<std::size_t>(std::max(*std::ranges::max_element(columns), kNone) + 1);
}

MosesReader::MosesReader(TextLines phrases, std::vector<Reordering> reordering) : phrases_(std::move(phrases)) {
  for (auto& [lines, columns] : reordering) {
    bool known = std::ranges::all_of(columns.columns, [](int column) { return column >= ReorderingColumns::kNone; });
    std::size_t scores = columns.columns.size();
    if ((scores != 6 && scores != 8) || !known ||
        (!columns.missing.empty() && columns.missing.size() != columns.width()))
      throw std::invalid_argument("a reordering table needs the columns of six or eight scores");
    ReorderingTable& table = tables_.emplace_back(ReorderingTable{std::move(lines), std::move(columns), width_, {}, {}});
    width_ += scores;
    for (float& value : table.columns.missing) value = std::max(std::log(value), kLowestLog);
  }
}

std::size_t MosesReader::missing() const {
  return std::accumulate(tables_.begin(), tables_.end(), std::size_t{0},
                         [](std::size_t sum, const ReorderingTable& table) { return sum + table.missing; });
}

std::span<const std::string_view> MosesReader::Fields::operator[](std::size_t i) const {
  std::size_t begin = i == 0 ? 0 : ends[i - 1];
  return std::span(words).subspan(begin, ends[i] - begin);
}

std::string MosesReader::Fields::text(std::size_t i) const {
  std::string joined;
  for (std::string_view word : (*this)[i]) {
    if (!joined.empty()) joined += ' ';
    joined += word;
  }
  return joined;
}

void MosesReader::split(std::string_view line, Fields& fields) {
  fields.words.clear();
  fields.ends.clear();
  text::for_each_token(line, [&](std::string_view token) {
    if (token == "|||") fields.ends.push_back(fields.words.size());
    else fields.words.push_back(token);
  });
  fields.ends.push_back(fields.words.size());
}

bool MosesReader::next_phrase_line() {
  std::string_view line;
  if (!phrases_.next(line)) return false;
  line_ = line;
  split(line_, fields_);
  if (fields_.size() < 3) phrases_.fail(util::quoted(line_), "source ||| target ||| scores, with spaces around |||");
  for (std::size_t side : {0, 1})
    if (std::size_t size = fields_[side].size(); size == 0 || size > kMostWords)
      phrases_.fail("a phrase of " + std::to_string(size) + " words", "1 to " + std::to_string(kMostWords));
  if (phrases_.number() == 1 && is_rule(fields_[0], fields_[1]))
    phrases_.fail("a rule of a hierarchical or syntax model", "phrase pairs: train a phrase-based model");
  return true;
}

void MosesReader::read(TableWriter& writer) {
  at_end_ = !next_phrase_line();
  for (ReorderingTable& table : tables_) next_reordering_line(table);
  while (!at_end_) {
    read_group();
    for (ReorderingTable& table : tables_) read_reordering(table);
    write_group(writer);
  }
}

void MosesReader::read_group() {
  std::string source = fields_.text(0);
  sorted_ = sorted_ && !sorts_before(source, source_);
  source_ = std::move(source);
  source_ids_.clear();
  for (std::string_view word : fields_[0]) source_ids_.push_back(static_cast<WordId>(source_words_.intern(word)));
  words_.clear();
  scores_.clear();
  points_.clear();
  lines_.clear();
  do {
    add_line();
    at_end_ = !next_phrase_line();
  } while (!at_end_ && fields_.text(0) == source_);
  sort_lines();
  orientations_.assign(lines_.size() * width_, 0);
}

void MosesReader::add_line() {
  Line line{fields_.text(1), phrases_.number(), words_.size(), 0, points_.size(), 0, {}};
  for (std::string_view word : fields_[1]) words_.push_back(static_cast<WordId>(target_words_.intern(word)));
  line.words_end = words_.size();
  read_scores();
  if (fields_.size() > 3) read_alignment(line.words_end - line.words_begin);
  line.points_end = points_.size();
  if (fields_.size() > 4) read_counts(line);
  if (fields_.size() > 5 && !fields_[5].empty())
    phrases_.fail("the sparse features " + util::quoted(fields_.text(5)),
                  "none in the sixth column, since they cannot be converted");
  lines_.push_back(std::move(line));
}

void MosesReader::read_scores() {
  std::size_t size = fields_[2].size();
  if (score_count_ == 0) score_count_ = size;
  if (size == 0 || size > kMostScores || size != score_count_) {
    std::string expected = score_count_ == 0 || score_count_ > kMostScores
                               ? "1 to " + std::to_string(kMostScores)
                               : std::to_string(score_count_) + " as on the first line";
    phrases_.fail(std::to_string(size) + " scores", expected);
  }
  for (std::string_view token : fields_[2]) {
    std::optional<float> log = log_of(token);
    if (!log) phrases_.fail("the score " + util::quoted(token), "a number of at least 0");
    scores_.push_back(*log);
  }
}

void MosesReader::read_alignment(std::size_t target_size) {
  std::size_t begin = points_.size();
  for (std::string_view token : fields_[3]) {
    std::size_t dash = std::min(token.find('-'), token.size());
    auto source = number_of<std::uint32_t>(token.substr(0, dash));
    auto target = number_of<std::uint32_t>(token.substr(std::min(dash + 1, token.size())));
    if (!source || !target) phrases_.fail(util::quoted(token), "an alignment point as in 0-0");
    if (*source >= source_ids_.size() || *target >= target_size)
      phrases_.fail("the alignment point " + util::quoted(token), "positions within phrases of " +
                    std::to_string(source_ids_.size()) + " and " + std::to_string(target_size) + " words");
    points_.push_back({static_cast<std::uint8_t>(*source), static_cast<std::uint8_t>(*target)});
  }
  std::sort(points_.begin() + static_cast<std::ptrdiff_t>(begin), points_.end(), [](auto a, auto b) {
    return a.target != b.target ? a.target < b.target : a.source < b.source;
  });
}

void MosesReader::read_counts(Line& line) {
  std::span<const std::string_view> tokens = fields_[4];
  for (std::size_t i = 0; i < std::min<std::size_t>(tokens.size(), 3); ++i) {
    std::optional<double> count = util::decimal(tokens[i]);
    if (!count || !std::isfinite(*count) || *count < 0)
      phrases_.fail("the count " + util::quoted(tokens[i]), "a number of at least 0");
    line.counts[i] = static_cast<float>(*count);
  }
}

void MosesReader::sort_lines() {
  by_target_.resize(lines_.size());
  std::iota(by_target_.begin(), by_target_.end(), 0);
  auto before = [&](std::uint32_t a, std::uint32_t b) {
    int order = lines_[a].target.compare(lines_[b].target);
    return order != 0 ? order < 0 : a < b;
  };
  std::sort(by_target_.begin(), by_target_.end(), before);
  for (std::size_t i = 1; i < by_target_.size(); ++i) {
    const Line &one = lines_[by_target_[i - 1]], &other = lines_[by_target_[i]];
    if (one.target == other.target)
      throw std::invalid_argument(phrases_.name() + ":" + std::to_string(other.number) + ": found " +
                                  util::quoted(source_ + " ||| " + one.target) +
                                  " again, expected it once, as on line " + std::to_string(one.number));
  }
}

void MosesReader::next_reordering_line(ReorderingTable& table) {
  std::string_view line;
  table.source.clear();
  if (!table.lines.next(line)) return;
  split(line, table.fields);
  std::string count = std::to_string(table.columns.width());
  std::size_t numbers = table.columns.by_source ? 1 : 2;
  if (table.fields.size() <= numbers || table.fields[0].empty())
    table.lines.fail(util::quoted(line), std::string("source ||| ") + (numbers == 2 ? "target ||| " : "") + count +
                     " probabilities");
  if (std::size_t size = table.fields[numbers].size(); size != table.columns.width())
    table.lines.fail(std::to_string(size) + " probabilities", count + " as the model's type says");
  table.source = table.fields.text(0);
}

void MosesReader::read_reordering(ReorderingTable& table) {
  std::vector<bool> found(lines_.size(), false);
  auto next = [&] {
    std::string before = table.source;
    next_reordering_line(table);
    if (!table.source.empty()) table.sorted = table.sorted && !sorts_before(table.source, before);
  };
  // Where lines may be missing, the phrase's place is known by the order of the bytes, until that turns out to be another.
  auto may_follow = [&] {
    bool ordered = !table.columns.missing.empty() && table.sorted && sorted_;
    return !table.source.empty() && table.source != source_ && (!ordered || sorts_before(table.source, source_));
  };
  while (may_follow()) next();
  for (; table.source == source_; next()) {
    if (table.columns.by_source) {
      for (std::size_t line = 0; line < lines_.size(); ++line) read_orientations(table, values_of(table, line));
      found.assign(lines_.size(), true);
      continue;
    }
    std::string target = table.fields.text(1);
    auto at = std::lower_bound(by_target_.begin(), by_target_.end(), target,
                               [&](std::uint32_t i, const std::string& text) { return lines_[i].target < text; });
    if (at == by_target_.end() || lines_[*at].target != target) continue;
    read_orientations(table, values_of(table, *at));
    found[*at] = true;
  }
  if (!std::ranges::all_of(found, [](bool one) { return one; })) fill_missing(table, found);
  if (table.missing > 0 && !(table.sorted && sorted_))
    throw std::invalid_argument(table.lines.name() + ": found lines in another order than those of " + phrases_.name() +
                                ", expected both to be sorted: LC_ALL=C sort FILE > SORTED");
}

void MosesReader::read_orientations(ReorderingTable& table, float* values) {
  std::span<const std::string_view> tokens = table.fields[table.columns.by_source ? 1 : 2];
  for (int column : table.columns.columns) {
    *values = 0;
    if (column != ReorderingColumns::kNone) {
      std::string_view token = tokens[static_cast<std::size_t>(column)];
      std::optional<float> log = log_of(token);
      if (!log) table.lines.fail("the probability " + util::quoted(token), "a number of at least 0");
      *values = *log;
    }
    ++values;
  }
}

void MosesReader::fill_missing(ReorderingTable& table, const std::vector<bool>& found) {
  const ReorderingColumns& columns = table.columns;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (found[i]) continue;
    if (columns.missing.empty())
      throw std::invalid_argument(table.lines.name() + ": found no line for " +
                                  util::quoted(source_ + " ||| " + lines_[i].target) + ", expected one where line " +
                                  std::to_string(lines_[i].number) + " of " + phrases_.name() +
                                  " is, in the same order");
    float* values = values_of(table, i);
    for (int column : columns.columns)
      *values++ = column == ReorderingColumns::kNone ? 0 : columns.missing[static_cast<std::size_t>(column)];
    ++table.missing;
  }
}

void MosesReader::write_group(TableWriter& writer) {
  entries_.clear();
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    entries_.push_back({std::span(words_).subspan(line.words_begin, line.words_end - line.words_begin),
                        std::span(scores_).subspan(i * score_count_, score_count_),
                        std::span(orientations_).subspan(i * width_, width_),
                        std::span(points_).subspan(line.points_begin, line.points_end - line.points_begin),
                        line.counts[0], line.counts[1], line.counts[2]});
  }
  auto words_before = [&](std::span<const WordId> a, std::span<const WordId> b) {
    return std::ranges::lexicographical_compare(a, b, [&](WordId one, WordId other) {
      return target_words_[one] < target_words_[other];
    });
  };
  best_first(entries_, {}, words_before, order_);
  writer.begin(source_ids_);
  for (std::uint32_t i : order_) writer.add(entries_[i]);
}

}  // namespace pitchpipe::phrases
