#include "lm/token_scores.h"

#include <algorithm>

#include "text/words.h"
#include "util/parallel.h"

namespace pitchpipe::lm {
namespace {

constexpr std::size_t kBytesPerPiece = 1 << 16;
constexpr std::size_t kAhead = 8;  // tokens for which memory is asked before they are scored

struct None {};

// Whole lines of some length, the work of one thread at a time.
std::vector<std::string_view> pieces_of(std::string_view text) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    std::size_t end = text.find('\n', text.size() < kBytesPerPiece ? text.size() : kBytesPerPiece);
    pieces.push_back(text.substr(0, end == std::string_view::npos ? end : end + 1));
    text.remove_prefix(pieces.back().size());
  }
  return pieces;
}

void add_line(const LanguageModel& model, std::string_view line, bool begin, bool end, TokenScores& scores) {
  std::size_t first = scores.words.size();
  text::for_each_token(line, [&](std::string_view token) { scores.words.push_back(model.id(token)); });
  if (end) scores.words.push_back(model.end_sentence());
  scores.log10.resize(scores.words.size());
  scores.lengths.resize(scores.words.size());
  auto ask_for = [&](std::size_t at) {
    if (at < scores.words.size())
      model.prefetch(scores.words[at], static_cast<unsigned>(std::min<std::size_t>(at - first, kMostOrder)),
                     [&](unsigned i) { return scores.words[at - 1 - i]; });
  };
  for (std::size_t i = 0; i < kAhead; ++i) ask_for(first + i);
  State states[2] = {begin ? model.begin_sentence() : model.empty(), {}};
  for (std::size_t at = first, now = 0; at < scores.words.size(); ++at, now = 1 - now) {
    ask_for(at + kAhead);
    FullScore score = model.full_score(states[now], scores.words[at], states[1 - now]);
    scores.log10[at] = score.log10;
    scores.lengths[at] = score.length;
  }
  scores.offsets.push_back(static_cast<std::int64_t>(scores.words.size()));
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

TokenScores token_scores(const LanguageModel& model, std::string_view text, bool begin, bool end, int threads) {
  std::vector<std::string_view> pieces = pieces_of(text);
  std::vector<TokenScores> parts(pieces.size());
  util::parallel_for<None>(pieces.size(), threads, [&](None&, std::size_t i) {
    for (std::size_t at = 0; at < pieces[i].size();) {
      std::string_view line = pieces[i].substr(at, pieces[i].find('\n', at) - at);
      add_line(model, line, begin, end, parts[i]);
      at += line.size() + 1;
    }
  }, 1);
  TokenScores result;
  result.offsets.push_back(0);
  for (TokenScores& part : parts) {
    auto before = static_cast<std::int64_t>(result.words.size());
    append(result.words, part.words);
    append(result.log10, part.log10);
    append(result.lengths, part.lengths);
    for (std::int64_t offset : part.offsets) result.offsets.push_back(before + offset);
    part = {};
  }
  return result;
}

}  // namespace pitchpipe::lm
