"""Which sentences changed most between two systems, and which of their words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pitchpipe.errors import InputError
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.scoring import score

Piece = tuple[str, str]
"""`same`, `removed` or `added`, and words."""


@dataclass(frozen=True)
class Change:
    """A sentence that two systems translate differently."""

    line: int
    """Counted from 1."""
    gain: float
    """By how much the second system's sentence score is better."""
    before: str
    after: str
    scores: tuple[float, float]
    references: tuple[str, ...]
    source: str | None = None

    @property
    def pieces(self) -> list[Piece]:
        """What became of the words."""
        return word_differences(self.before, self.after)


def changes(
    before: Sequence[str],
    after: Sequence[str],
    references: Sequence[str | Sequence[str]],
    metric: str | Metric = "bleu",
    *,
    sources: Sequence[str] | None = None,
    tokenize: str = "none",
    threads: int = 1,
) -> list[Change]:
    """The sentences whose translation differs, the largest change of the sentence score first, for better or worse."""
    built = find_metric(metric)
    if sources is not None and len(sources) != len(references):
        raise InputError(f"{len(sources)} source sentences but references for {len(references)}")
    old, new = (
        score(lines, references, built, tokenize=tokenize, threads=threads).sentences
        for lines in (before, after)
    )
    sign = 1.0 if built.higher_is_better else -1.0
    found = []
    for index, (one, other) in enumerate(zip(before, after, strict=True)):
        if one == other:
            continue
        texts = references[index]
        found.append(
            Change(
                index + 1,
                sign * (new[index] - old[index]),
                one,
                other,
                (old[index], new[index]),
                (texts,) if isinstance(texts, str) else tuple(texts),
                None if sources is None else sources[index],
            )
        )
    return sorted(found, key=lambda change: -abs(change.gain))


def word_differences(before: str, after: str) -> list[Piece]:
    """The words of both texts in order: those of the first alone are `removed`, those of the second alone `added`."""
    one, other = before.split(), after.split()
    pieces = []
    for kind, i, i_end, j, j_end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(("same", " ".join(one[i:i_end])))
        if kind in ("delete", "replace"):
            pieces.append(("removed", " ".join(one[i:i_end])))
        if kind in ("insert", "replace"):
            pieces.append(("added", " ".join(other[j:j_end])))
    return pieces
