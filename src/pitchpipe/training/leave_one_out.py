"""Tuning on lines of the text that a model is built from, each translated as if the model had not seen it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pitchpipe.align import Alignments
from pitchpipe.decoder import LeaveOneOut, PhraseDecoder, SearchSettings
from pitchpipe.files import read_lines
from pitchpipe.lm import estimate
from pitchpipe.model import Model
from pitchpipe.text import Corpus


def leaving_decoder(
    model: Model,
    search: SearchSettings,
    sentences: Sequence[str],
    work: Path,
    *,
    lm_text: Path,
    threads: int = 1,
    say: Callable[[str], None] = lambda text: None,
) -> PhraseDecoder:
    """A decoder that translates each of these sentences without the phrase pairs that it contributes.

    Its language model is estimated without all of these lines, which for each of them is what the model of the other
    lines would be, but for those that are tuned on.

    Parameters
    ----------
    work
        Has the text that the model was built from, prepared and aligned.
    lm_text
        What the language model was estimated from: the lines of the target, and perhaps more.
    """
    sides = read_lines(work / "train.source"), read_lines(work / "train.target")
    links = Alignments.read(work / "alignment")
    left = LeaveOneOut.of(model, sentences, sides, links.links, links.offsets, threads=threads)
    text = Corpus.read(lm_text)
    taken = np.array(sorted({line for group in left.lines for line in group}), np.int64)
    rest = text.take(np.setdiff1d(np.arange(len(text)), taken))
    language = replace(
        model.language_models[0],
        model=estimate(rest, model.language_models[0].model.order, threads=threads).model,
    )
    unseen = sum(sentence not in left.groups for sentence in {" ".join(one.split()) for one in sentences})
    say(
        f"  leaving out, one at a time: {len(left.groups):,} sentences, {len(taken):,} lines; "
        f"{unseen:,} of the sentences are not in the model's text"
    )
    tuned = replace(model, language_models=[language, *model.language_models[1:]])
    return PhraseDecoder(tuned, search, threads, leave_one_out=left)
