"""A text of one's own and others beside it: joined, without lines that come again and lines that are not near."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.settings import Settings, setting
from pitchpipe.text import prepare_lines
from pitchpipe.training.nearness import nearest_lines

Pair = tuple[Sequence[str], Sequence[str]]
"""The lines of both sides."""


@dataclass(frozen=True)
class OriginSettings(Settings):
    """How texts of other origins, given with more, are used."""

    name: ClassVar[str] = "origins"

    origins: str = setting(
        "features",
        "how to use texts given with more: in one table, with a feature for each origin that is 1 for its phrase "
        "pairs (features); in a table for each origin (tables); or as if all were one text (none)",
        choices=("features", "tables", "none"),
    )
    mixture: str = setting(
        "linear",
        "how to use the language models of the origins: mixed into one, with weights that make the tuning text "
        "likeliest (linear); as a feature each (log-linear); or one model of all text instead (none)",
        choices=("linear", "log-linear", "none"),
    )
    select: float = setting(
        0.0,
        "take only those lines from each text given with more that are nearest to your own text, by the "
        "cross-entropy difference of language models: a share below 1, or a number of lines; 0 takes all",
        minimum=0,
    )
    once: bool = setting(
        True,
        "take each sentence pair of the texts given with more only once, and none that your own text has",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.select > 1 and self.select != int(self.select):
            raise InputError(f"found select={self.select:g}, expected a share below 1 or a number of lines")

    def chosen(self, lines: int) -> int:
        """How many of so many lines are taken."""
        if not self.select:
            return lines
        return min(lines, int(self.select) if self.select >= 1 else max(1, round(self.select * lines)))


@dataclass(frozen=True)
class Joined:
    """Texts of several origins, one after the other."""

    sides: tuple[list[str], list[str]]
    figures: list[dict[str, Any]]
    """Of each origin: lines that were given, that came again, that stand in a text to tune on, and that are taken."""


def join_texts(
    own: Pair,
    more: Sequence[Pair],
    settings: OriginSettings,
    *,
    taken: Collection[str] = (),
    languages: tuple[str, str] = ("none", "none"),
    processes: int = 1,
    seed: int = 1,
) -> Joined:
    """One's own text, all of it, and what is taken of others.

    Parameters
    ----------
    taken
        Lines of either side that are tuned on, and were taken out of one's own text for that: others may not have them.
    languages
        What tokenises each side where lines are chosen by nearness; case is not looked at.
    """
    sides: tuple[list[str], list[str]] = ([*own[0]], [*own[1]])
    figures = [_figures(len(own[0]), 0, 0, len(own[0]))]
    known = {_plain(pair) for pair in zip(*own, strict=True)}
    hidden = {" ".join(line.casefold().split()) for line in taken}
    near: list[list[str]] = []

    def tokens(lines: Sequence[str], side: int) -> list[str]:
        return prepare_lines(lines, language=languages[side], lowercase=True, processes=processes)

    for text in more:
        kept, repeated, tuned_on = [], 0, 0
        for pair in zip(*text, strict=True):
            plain = _plain(pair)
            if hidden and not hidden.isdisjoint(" ".join(line.casefold().split()) for line in pair):
                tuned_on += 1
            elif settings.once and plain in known:
                repeated += 1
            else:
                kept.append(pair)
                known.add(plain)
        count = settings.chosen(len(kept))
        if count < len(kept):
            near = near or [tokens(lines, side) for side, lines in enumerate(own)]
            theirs = [tokens([pair[side] for pair in kept], side) for side in (0, 1)]
            kept = [kept[line] for line in nearest_lines(theirs, near, count, seed=seed).tolist()]
        for side in (0, 1):
            sides[side].extend(pair[side] for pair in kept)
        figures.append(_figures(len(text[0]), repeated, tuned_on, len(kept)))
    return Joined(sides, figures)


def _figures(given: int, repeated: int, tuned_on: int, taken: int) -> dict[str, Any]:
    return {"given": given, "repeated": repeated, "tuned_on": tuned_on, "taken": taken}


def _plain(pair: Sequence[str]) -> tuple[str, ...]:
    """A pair as it is compared: without regard to spaces."""
    return tuple(" ".join(line.split()) for line in pair)
