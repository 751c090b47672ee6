#include "lm/token_scores.h"

#include "text/words.h"
#include "util/parallel.h"

namespace pitchpipe::lm {
namespace {

struct None {};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size();) {
    lines.push_back(text.substr(at, text.find('\n', at) - at));
    at += lines.back().size() + 1;
  }
  return lines;
}

}  // namespace

TokenScores token_scores(const LanguageModel& model, std::string_view text, bool begin, bool end, int threads) {
  std::vector<std::string_view> lines = lines_of(text);
  TokenScores result;
  result.offsets.assign(lines.size() + 1, 0);
  parallel_for<None>(lines.size(), threads, [&](None&, std::size_t i) {
    std::int64_t tokens = end;
    for_each_token(lines[i], [&](std::string_view) { ++tokens; });
    result.offsets[i + 1] = tokens;
  });
  for (std::size_t i = 0; i < lines.size(); ++i) result.offsets[i + 1] += result.offsets[i];
  auto size = static_cast<std::size_t>(result.offsets.back());
  result.words.resize(size);
  result.log10.resize(size);
  result.lengths.resize(size);
  parallel_for<None>(lines.size(), threads, [&](None&, std::size_t i) {
    auto at = static_cast<std::size_t>(result.offsets[i]);
    State states[2] = {begin ? model.begin_sentence() : model.empty(), {}};
    unsigned now = 0;
    auto add = [&](WordId word) {
      FullScore score = model.full_score(states[now], word, states[1 - now]);
      now = 1 - now;
      result.words[at] = word;
      result.log10[at] = score.log10;
      result.lengths[at] = score.length;
      ++at;
    };
    for_each_token(lines[i], [&](std::string_view token) { add(model.id(token)); });
    if (end) add(model.end_sentence());
  });
  return result;
}

}  // namespace pitchpipe::lm
