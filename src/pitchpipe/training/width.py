"""How wide to search, and how far to jump: so that twice the width, and a third more reach, find next to nothing better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from pitchpipe.arrays import Array
from pitchpipe.decoder import SearchSettings, open_decoder
from pitchpipe.model import Model

ENOUGH = 0.04
"""The share of sentences that a search twice as wide may still translate better."""
ENOUGH_AHEAD = 0.02
"""The same with lookahead: where words jump far, each such sentence is worth more."""
WIDEST, WIDEST_CHART = 1600, 800
"""The most pops, of phrases and of rules, which take longer."""
FURTHER = 4 / 3
"""By how much more is tried of a distortion limit."""
ENOUGH_REACH = 0.001
"""The share of the model score by which a search that jumps farther may still be better."""
SENTENCES = 200
"""That are translated to find out, spread over the text."""
SAME = 1e-6
"""The share of a score by which equal ones may differ."""


def enough_width(
    model: Model,
    sentences: Sequence[str],
    search: SearchSettings,
    *,
    fixed_beam: bool = False,
    threads: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[SearchSettings, float | None]:
    """From the width of `search` on, the first that a search twice as wide hardly improves on, and the share of sentences that it
    does improve; none if no wider search is to be tried.

    Where the first width is not enough, lookahead is tried before more width, with half the pops: it finds as much in less time if
    words jump far, and costs time for nothing if they do not. The beam grows with the width unless it is fixed. Searches are
    compared by the model's own scores, so there is no need for references. What counts is how many sentences gain and not how much:
    a few that are translated much better change the score of a text, and next to nothing of the sum of model scores.
    """
    sample = _sample(sentences)

    def scores(how: SearchSettings) -> Array:
        return open_decoder(model, how, threads).translate(sample).scores

    looks_ahead = search.lookahead or model.is_hierarchical  # rules are ranked in one way only
    widest = WIDEST_CHART if model.is_hierarchical else WIDEST

    def times(factor: float) -> SearchSettings:
        beam = search.beam if fixed_beam else max(int(factor * search.beam), 1)
        return replace(search, pop_limit=max(int(factor * search.pop_limit), 1), beam=beam)

    here, steps = scores(search), int(np.log2(widest / search.pop_limit)) + 2 * (not looks_ahead)
    for step in range(steps):
        wider = times(2)
        there = scores(wider)
        share = float(np.mean(there - here > SAME * np.abs(here)))
        progress(step + 1, steps)
        if share <= (ENOUGH_AHEAD if search.lookahead else ENOUGH):
            return search, share
        if not looks_ahead:
            looks_ahead = True
            search = replace(times(0.5), lookahead=True)
            here = scores(search)
        else:
            search, here = wider, there
    return search, None


def enough_reach(
    model: Model, sentences: Sequence[str], search: SearchSettings, threads: int = 1
) -> tuple[SearchSettings, float]:
    """From the distortion limit of `search` on, the first that a third more hardly improves on, and what that gains.

    The limit that the aligned text needs was found without a search: one that is wide enough, and looks ahead, may find better
    translations beyond it.
    """
    sample = _sample(sentences)
    longest = max((len(sentence.split()) for sentence in sample), default=0)
    here, gain = open_decoder(model, search, threads).translate(sample).scores, 0.0
    while 0 < search.distortion_limit < longest:
        further = replace(search, distortion_limit=int(np.ceil(FURTHER * search.distortion_limit)))
        there = open_decoder(model, further, threads).translate(sample).scores
        gain = float((there - here).sum() / (np.abs(there).sum() or 1.0))
        if gain < ENOUGH_REACH:
            break
        search, here, gain = further, there, 0.0
    return search, gain


def _sample(sentences: Sequence[str]) -> list[str]:
    picked = np.unique(np.linspace(0, len(sentences) - 1, min(SENTENCES, len(sentences))).astype(int))
    return [sentences[i] for i in picked]
