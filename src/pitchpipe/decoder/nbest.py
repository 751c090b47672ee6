"""Candidates as lines of Moses's n-best lists: `0 ||| text ||| LM0= -12.3 WordPenalty0= -4 ||| total ||| 0-0 1-1`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from pitchpipe.decoder.candidates import Candidates
from pitchpipe.errors import InputError

_SEPARATOR = "|||"


def nbest_lines(candidates: Candidates, first: int = 0) -> Iterator[str]:
    """A line for each candidate; `first` is the number of the first sentence."""
    blocks = _blocks(candidates.dense_names)
    for sentence in range(len(candidates)):
        for row in range(candidates.groups[sentence], candidates.groups[sentence + 1]):
            one = candidates[row]
            values = candidates.dense[row].tolist()
            features = [
                f"{label}= {' '.join(f'{values[place]:.6g}' for place in places)}" for label, places in blocks
            ]
            features += [f"{name}= {value:.6g}" for name, value in candidates.sparse_features(row).items()]
            links = " ".join(f"{source}-{target}" for source, target in one.alignment)
            listed = " ".join(features)
            if _SEPARATOR in one.text or _SEPARATOR in listed:
                raise InputError(
                    f"sentence {first + sentence + 1}: found {_SEPARATOR} in a translation or a feature, expected "
                    "it nowhere: it separates the fields of n-best lists; take --json"
                )
            yield f"{first + sentence} ||| {one.text} ||| {listed} ||| {one.score:.6g} ||| {links}"


def _blocks(names: Sequence[str]) -> list[tuple[str, list[int]]]:
    """Labels and the places of their values: name_0, name_1 and so on are written as one label with several values."""
    blocks = []
    for label, group in groupby(enumerate(names), lambda item: re.sub(r"_\d+$", "", item[1])):
        places = [place for place, _ in group]
        if len(places) > 1 and [names[place] for place in places] == [
            f"{label}_{i}" for i in range(len(places))
        ]:
            blocks.append((label, places))
        else:
            blocks += [(names[place], [place]) for place in places]
    return blocks
