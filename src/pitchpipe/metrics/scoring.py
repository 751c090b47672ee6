"""The score of a system's output against references, with what was computed written beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pitchpipe.errors import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.base import Metric, short_name
from pitchpipe.metrics.judged import JudgedTexts
from pitchpipe.notebook import counted, html_table
from pitchpipe.text import GroupedTexts, find_tokenizer
from pitchpipe.text.tokenizers import tokenizer_signature


@dataclass(frozen=True)
class Score:
    """A corpus score, and the score of each sentence on its own."""

    score: float
    signature: str
    sentences: tuple[float, ...]
    """Smoothed where the metric needs it; for most metrics the mean of them is not the corpus score."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """What the score is made of: of `wer`, the substitutions, insertions, deletions and words of the references."""

    def __repr__(self) -> str:
        return f"Score({short_name(self.signature)} {self.score:.2f}, {counted(len(self.sentences), 'sentence')})"

    def _repr_html_(self) -> str:
        rows = [(self.signature, round(self.score, 2), len(self.sentences))]
        return html_table("Score", ("metric", "score", "sentences"), rows)


def score(
    hypotheses: Sequence[str],
    references: Sequence[str | Sequence[str]] | None,
    metric: str | Metric = "bleu",
    *,
    sources: Sequence[str] | None = None,
    tokenize: str = "none",
    threads: int = 1,
) -> Score:
    """Score a system's output.

    Parameters
    ----------
    hypotheses
        The output, a text for each sentence.
    references
        For each sentence a reference, or a list of references; None for a metric that needs none.
    sources
        What was translated, for a metric that wants to see it.
    tokenize
        For text that is not tokenised: one of sacreBLEU's tokenisers, as `13a`, or another, as `moses:de`. Sources stay.

    Examples
    --------
    >>> score(["the house is small"], ["the house is tiny"], "bleu:2").score
    """
    built = find_metric(metric)
    texts = _judged(hypotheses, references, sources, tokenize)
    rows = built.pool_statistics(texts, threads)
    return Score(
        float(built.score(rows.sum(axis=0))),
        signature(built, tokenize),
        tuple(built.sentence_scores(rows).tolist()),
        {} if texts.references is None else built.counts(texts.candidates, texts.references, threads),
    )


def statistics(
    hypotheses: Sequence[str],
    references: Sequence[str | Sequence[str]] | None,
    metric: Metric,
    *,
    sources: Sequence[str] | None = None,
    tokenize: str = "none",
    threads: int = 1,
) -> NDArray[np.float64]:
    """The metric's row of each sentence of a system's output."""
    return metric.pool_statistics(_judged(hypotheses, references, sources, tokenize), threads)


def _judged(
    hypotheses: Sequence[str],
    references: Sequence[str | Sequence[str]] | None,
    sources: Sequence[str] | None,
    tokenize: str,
) -> JudgedTexts:
    """The hypotheses, each in a group of its own, with their references and sources."""
    if isinstance(hypotheses, str):
        raise InputError("found one text as the hypotheses, expected a list of them")
    if references is not None and len(hypotheses) != len(references):
        raise InputError(f"{len(hypotheses)} hypotheses but references for {len(references)} sentences")
    if sources is not None and len(hypotheses) != len(sources):
        raise InputError(f"{len(hypotheses)} hypotheses but sources of {len(sources)} sentences")
    if not len(hypotheses):
        raise InputError("there is nothing to score")
    cut = find_tokenizer(tokenize).tokenize
    candidates = GroupedTexts.singles(map(cut, hypotheses))
    if references is None:
        return JudgedTexts(candidates, None, sources)
    lists = [[cut(text) for text in ([texts] if isinstance(texts, str) else texts)] for texts in references]
    if not all(lists):
        raise InputError(f"sentence {lists.index([])} (from 0) has no reference")
    return JudgedTexts(candidates, GroupedTexts.of(lists), sources)


def signature(metric: Metric, tokenize: str = "none") -> str:
    """What was computed, and on which tokens; text that was taken as it is goes without saying."""
    return (
        metric.signature
        if tokenize == "none"
        else f"{metric.signature}|tokenize:{tokenizer_signature(tokenize)}"
    )
