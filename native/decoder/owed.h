#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "decoder/options.h"

namespace pitchpipe::decoder {

// What hypotheses owe: of each phrase whose target side is not yet complete, the piece that has to come next, and how many
// words were put after the piece before. In the order in which the phrases were begun. Lists are numbered; 0 is empty.
class Owed {
 public:
  static constexpr std::uint32_t kImpossible = UINT32_MAX;

  struct Piece {
    std::uint32_t option;  // number in the sentence's options
    std::uint32_t since;   // words
    auto operator<=>(const Piece&) const = default;
  };

  void start(const SentenceOptions& options, int longest_gap, int most) {
    options_ = &options;
    longest_gap_ = static_cast<std::uint32_t>(longest_gap);
    most_ = static_cast<std::uint32_t>(most);
    lists_.assign(1, {});
    numbers_.clear();
  }

  const std::vector<Piece>& pieces(std::uint32_t list) const { return lists_[list].pieces; }
  std::uint32_t level(std::uint32_t list) const { return lists_[list].level; }  // pieces to come, all in all
  float estimate(std::uint32_t list) const { return lists_[list].estimate; }
  std::uint32_t most() const { return most_; }

  // After an option that is no piece of another.
  std::uint32_t after(std::uint32_t list, std::uint32_t option) {
    const SentenceOptions::Reference& added = (*options_)[option];
    if (list == 0 && added.next == kNoOption) return 0;
    std::vector<Piece> pieces = lists_[list].pieces;
    for (Piece& one : pieces) one.since += added.option().length;
    if (added.next != kNoOption) pieces.push_back({added.next, 0});
    return number(pieces);
  }

  // After the piece at this place of the list, which at least a word has to separate from the piece before.
  std::uint32_t after_piece(std::uint32_t list, std::size_t place) {
    std::vector<Piece> pieces = lists_[list].pieces;
    if (pieces[place].since == 0) return kImpossible;
    const SentenceOptions::Reference& added = (*options_)[pieces[place].option];
    for (Piece& one : pieces) one.since += added.option().length;
    if (added.next != kNoOption)
      pieces[place] = {added.next, 0};
    else
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(place));
    return number(pieces);
  }

  // Calls visit for the number of each piece to come.
  template <class Visit>
  void each_to_come(std::uint32_t list, Visit visit) const {
    for (const Piece& one : lists_[list].pieces) each_to_come(one, visit);
  }

 private:
  template <class Visit>
  void each_to_come(const Piece& one, Visit visit) const {
    for (std::uint32_t piece = one.option; piece != kNoOption; piece = (*options_)[piece].next) visit(piece);
  }

  struct List {
    std::vector<Piece> pieces;
    std::uint32_t level = 0;
    float estimate = 0;
  };

  std::uint32_t number(const std::vector<Piece>& pieces) {
    List list{pieces, 0, 0};
    for (const Piece& one : pieces) {
      if (one.since > longest_gap_) return kImpossible;
      each_to_come(one, [&](std::uint32_t piece) {
        ++list.level;
        list.estimate += (*options_)[piece].option().estimate;
      });
    }
    if (list.level > most_) return kImpossible;
    if (pieces.empty()) return 0;
    auto [found, is_new] = numbers_.try_emplace(pieces, static_cast<std::uint32_t>(lists_.size()));
    if (is_new) lists_.push_back(std::move(list));
    return found->second;
  }

  const SentenceOptions* options_ = nullptr;
  std::uint32_t longest_gap_ = 0, most_ = 0;
  std::vector<List> lists_{1};
  std::map<std::vector<Piece>, std::uint32_t> numbers_;
};

}  // namespace pitchpipe::decoder
