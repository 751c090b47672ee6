"""How sharp the probabilities of minimum risk should get: the choice of its defaults, against MERT.

Each method tunes the first half of several synthetic pools; the other half is held out.
"""

from __future__ import annotations

from benchmarks.mert_quality import compare, halves

POOL_SEEDS = (11, 12, 13, 14, 15)
METHODS = ("mert", *(f"risk(last={last})" for last in (2, 4, 8, 16, 32, 64)), "risk(first=8)", "risk(l2=0.1)")


def main() -> None:
    compare(METHODS, [halves(seed) for seed in POOL_SEEDS], seeds=(1,))


if __name__ == "__main__":
    main()
