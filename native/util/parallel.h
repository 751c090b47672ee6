#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace pitchpipe::util {

// Calls work(scratch, i) once for every i in [0, count), on up to `threads` threads, each with a Scratch of
// its own, `chunk` of them at a time. Which thread takes which i is not fixed: work must write only what
// belongs to i. The first exception is thrown again here, after all threads have stopped.
template <class Scratch, class Work>
void parallel_for(std::size_t count, int threads, Work work, std::size_t chunk = 16) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::exception_ptr failure;
  std::mutex failure_lock;
  auto run = [&] {
    try {
      Scratch scratch;
      while (!stop) {
        std::size_t begin = next.fetch_add(chunk);
        if (begin >= count) break;
        std::size_t end = begin + chunk < count ? begin + chunk : count;
        for (std::size_t i = begin; i < end; ++i) work(scratch, i);
      }
    } catch (...) {
      std::lock_guard<std::mutex> hold(failure_lock);
      if (!failure) failure = std::current_exception();
      stop = true;
    }
  };
  std::size_t most = (count + chunk - 1) / chunk;
  std::size_t helpers = threads > 1 ? static_cast<std::size_t>(threads) - 1 : 0;
  if (helpers >= most) helpers = most ? most - 1 : 0;
  std::vector<std::thread> pool;
  pool.reserve(helpers);
  try {
    for (std::size_t t = 0; t < helpers; ++t) pool.emplace_back(run);
  } catch (const std::system_error&) {
    // The machine has no more threads to give; those that are there do the work.
  }
  run();
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace pitchpipe::util
