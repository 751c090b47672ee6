"""Candidates as lines of Moses's n-best lists: `0 ||| text ||| LM0= -12.3 WordPenalty0= -4 ||| total ||| 0-0 1-1`."""

from __future__ import annotations

from collections.abc import Iterator

from pitchpipe.decoder.candidates import Candidates
from pitchpipe.files.nbest_lines import NbestLines


def nbest_lines(candidates: Candidates, where: str, first: int = 0) -> Iterator[str]:
    """A line for each candidate; `where` is what errors call their place, `first` the number of the first sentence."""
    lines = NbestLines(where, candidates.dense_names, candidates.sparse_names, "{:.6g}".format)
    dense = len(candidates.dense_names)
    for sentence in range(len(candidates)):
        for one in candidates.of(sentence):
            features = list(one.features.items())
            values = [value for _, value in features[:dense]]
            links = " ".join(f"{source}-{target}" for source, target in one.alignment)
            yield lines.line(first + sentence, one.text, values, features[dense:], one.score, links)
