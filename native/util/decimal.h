#pragma once

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace pitchpipe::util {

// The number that all of a text stands for. One too close to 0 for a double is 0, and one too far from it is none.
inline std::optional<double> decimal(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  auto [at, error] = std::from_chars(text.data(), end, value);
  if (at != end) return {};
  if (error == std::errc()) return value;
  if (error != std::errc::result_out_of_range) return {};
  value = std::strtod(std::string(text).c_str(), nullptr);
  return value > -1 && value < 1 ? std::optional<double>(value) : std::nullopt;
}

}  // namespace pitchpipe::util
