"""Candidates as lines of Moses's n-best lists: `0 ||| text ||| LM0= -12.3 WordPenalty0= -4 ||| total ||| 0-0 1-1`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from pitchpipe.decoder.candidates import Candidates


def nbest_lines(candidates: Candidates, first: int = 0) -> Iterator[str]:
    """A line for each candidate; `first` is the number of the first sentence."""
    blocks = [
        (label, [place for place, _ in group])
        for label, group in groupby(enumerate(candidates.dense_names), lambda item: _label(item[1]))
    ]
    for sentence in range(len(candidates)):
        for row in range(candidates.groups[sentence], candidates.groups[sentence + 1]):
            one = candidates[row]
            values = candidates.dense[row].tolist()
            features = [
                f"{label}= {' '.join(f'{values[place]:.6g}' for place in places)}" for label, places in blocks
            ]
            features += [f"{name}= {value:.6g}" for name, value in candidates.sparse(row).items()]
            links = " ".join(f"{source}-{target}" for source, target in one.alignment)
            yield f"{first + sentence} ||| {one.text} ||| {' '.join(features)} ||| {one.score:.6g} ||| {links}"


def _label(name: str) -> str:
    """The name without the number of its value."""
    return re.sub(r"_\d+$", "", name)
