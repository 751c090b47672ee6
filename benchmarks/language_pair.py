"""How long the synthetic language pair takes to make, and that this grows with its size and no faster."""

from __future__ import annotations

import time

from pitchpipe.data import language_pair


def main() -> None:
    print(f"{'training pairs':>15}{'seconds':>10}{'pairs per second':>18}")
    for pairs in (5_000, 10_000, 20_000, 40_000):
        began = time.perf_counter()
        language_pair(train=pairs)
        seconds = time.perf_counter() - began
        print(f"{pairs:15,}{seconds:10.2f}{pairs / seconds:18,.0f}")


if __name__ == "__main__":
    main()
