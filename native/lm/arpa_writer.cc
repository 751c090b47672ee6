#include "lm/arpa_writer.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "util/parallel.h"

namespace pitchpipe::lm {
namespace {

constexpr std::size_t kRowsPerPiece = 1 << 13;
constexpr float kSmallestPlain = 1e-6f;

void append_number(std::string& line, std::uint32_t bits) {
  auto value = std::bit_cast<float>(bits);
  if (value == 0) {
    line += '0';
    return;
  }
  char digits[64];
  bool plain = std::fabs(value) >= kSmallestPlain;
  auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  char* end = std::to_chars(digits, digits + sizeof digits, value, format).ptr;
  if (!plain && end[-2] == '0') {  // to_chars writes e-07, lmplz e-7
    end[-2] = end[-1];
    --end;
  }
  line.append(digits, end);
}

}  // namespace

std::string arpa_lines(std::string_view words, std::span<const std::int64_t> offsets, const NgramRows& rows,
                       bool backoff, int threads) {
  if (rows.order == 0 || rows.values.size() % rows.width() || offsets.empty())
    throw std::invalid_argument("the rows of n-grams have another length than their order says");
  std::vector<std::string> pieces((rows.size() + kRowsPerPiece - 1) / kRowsPerPiece);
  struct None {};
  util::parallel_for<None>(pieces.size(), threads, [&](None&, std::size_t piece) {
    std::string& text = pieces[piece];
    std::size_t last = std::min(rows.size(), (piece + 1) * kRowsPerPiece);
    for (std::size_t row = piece * kRowsPerPiece; row < last; ++row) {
      append_number(text, rows[row][rows.order]);
      for (unsigned i = 0; i < rows.order; ++i) {
        std::size_t word = rows[row][i];
        if (word + 1 >= offsets.size() || offsets[word] < 0 || offsets[word + 1] < offsets[word] ||
            static_cast<std::uint64_t>(offsets[word + 1]) > words.size())
          throw std::invalid_argument("an n-gram has a word that is not in the vocabulary");
        text += i == 0 ? '\t' : ' ';
        text += words.substr(static_cast<std::size_t>(offsets[word]),
                             static_cast<std::size_t>(offsets[word + 1] - offsets[word]));
      }
      if (backoff) {
        text += '\t';
        append_number(text, rows[row][rows.order + 1]);
      }
      text += '\n';
    }
  }, 1);
  std::string result;
  for (const std::string& piece : pieces) result += piece;
  return result;
}

}  // namespace pitchpipe::lm
