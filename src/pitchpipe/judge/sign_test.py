"""Whether one of two systems is preferred: tests, intervals, and how much more there is to judge."""

from __future__ import annotations

import math

CONFIDENCE = 0.95
ALPHA, POWER = 0.05, 0.8
MOST_EXACT = 2000
"""Sentences above which the normal approximation will do."""


def binomial_test(wins: int, losses: int) -> float:
    """The one-sided p-value of a preference for the first of two systems: as many wins or more, by tossing a coin.

    60 % of 200 gives .0028 (Cer 2011, section 4.5).
    """
    from scipy.stats import binom

    return float(binom.sf(wins - 1, wins + losses, 0.5)) if wins + losses else 1.0


def sign_test(wins: int, losses: int) -> float:
    """The two-sided p-value that two systems differ; ties are left out (Dixon and Mood 1946)."""
    return min(1.0, 2 * binomial_test(max(wins, losses), min(wins, losses)))


def wilson_interval(wins: float, total: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of a share (Wilson 1927); all of it if there is nothing to say."""
    from scipy.stats import norm

    if not total:
        return 0.0, 1.0
    z = float(norm.ppf(0.5 + confidence / 2))
    share = wins / total
    middle = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def sentences_needed(share: float, alpha: float = ALPHA, power: float = POWER) -> int | None:
    """How many sentences with a preference it takes to find a share of wins different from a half, by the one-sided test.

    From this number on the test has this power; where it is large, by the normal approximation. None for a half, which no number
    would do for.
    """
    import numpy as np
    from scipy.stats import binom, norm

    share = max(share, 1 - share)
    if math.isclose(share, 0.5):
        return None
    spread = float(0.5 * norm.ppf(1 - alpha) + math.sqrt(share * (1 - share)) * norm.ppf(power))
    about = math.ceil((spread / (share - 0.5)) ** 2)
    if about > MOST_EXACT:
        return about
    counts = np.arange(1, 2 * about + 50)
    critical = binom.isf(alpha, counts, 0.5) + 1
    powers = binom.sf(critical - 1, counts, share)
    return int(counts[np.flatnonzero(powers < power)[-1]]) + 1
