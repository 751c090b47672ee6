"""Which references a decoder can produce: the reachable part of a text (Liu and Huang 2014, section 5.4)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitchpipe.decoder import Decoder


def reachable(
    decoder: Decoder,
    sentences: Sequence[str],
    references: Sequence[Sequence[str]],
    threads: int | None = None,
) -> list[int | None]:
    """For each prepared sentence, which of its references is the first that the decoder can produce; None if none is.

    Every sentence is tried with each of its references (figure 6 of the paper), and counts once.
    """
    found: list[int | None] = [None] * len(sentences)
    for number in range(max(map(len, references), default=0)):
        tried = [i for i, each in enumerate(references) if found[i] is None and number < len(each)]
        if not tried:
            break
        forced = decoder.force(
            [sentences[i] for i in tried], [references[i][number] for i in tried], threads=threads
        )
        for i, count in zip(tried, np.diff(forced.candidates.groups).tolist(), strict=True):
            if count:
                found[i] = number
    return found
