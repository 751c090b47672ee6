#include "lm/hash_slots.h"

#include <algorithm>
#include <utility>

namespace pitchpipe::lm {

std::uint32_t* GrowingSlots::find(std::uint64_t key) {
  std::size_t at = slot(key);
  return at < size() && key_at(at) == key ? slots_.data() + at * width_ + 2 : nullptr;
}

std::uint32_t* GrowingSlots::insert(std::uint64_t key) {
  if (5 * (entries_ + 1) > 4 * layout_.homes) grow();
  std::size_t at = slot(key);
  if (at == size()) slots_.resize(slots_.size() + width_);
  if (key_at(at) == key) return nullptr;
  std::memcpy(slots_.data() + at * width_, &key, sizeof key);
  ++entries_;
  layout_.probes = std::max(layout_.probes, at - home_of(key, layout_.homes) + 1);
  return slots_.data() + at * width_ + 2;
}

SlotMemory GrowingSlots::release() {
  slots_.resize((layout_.homes + layout_.probes - 1) * width_);
  return std::move(slots_);
}

std::uint64_t GrowingSlots::key_at(std::size_t at) const {
  std::uint64_t key;
  std::memcpy(&key, slots_.data() + at * width_, sizeof key);
  return key;
}

std::size_t GrowingSlots::slot(std::uint64_t key) const {
  std::size_t at = home_of(key, layout_.homes);
  while (at < size() && key_at(at) != 0 && key_at(at) != key) ++at;
  return at;
}

void GrowingSlots::resize(std::size_t expected) {
  layout_ = {expected + expected / 2 + 8, 1};
  slots_.resize(layout_.homes * width_);
  entries_ = 0;
}

void GrowingSlots::grow() {
  SlotMemory old = std::exchange(slots_, SlotMemory(slots_.folder()));
  resize(2 * layout_.homes);
  for (std::size_t at = 0; at < old.size(); at += width_) {
    std::uint64_t key;
    std::memcpy(&key, old.data() + at, sizeof key);
    if (key != 0) std::copy_n(old.data() + at + 2, width_ - 2, insert(key));
  }
}

}  // namespace pitchpipe::lm
