"""Items that check the judges: the same translation twice, a spoilt one, and items that come again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pitchpipe.judge.campaign import BAD, IDENTICAL, JUDGED, REFERENCE, REPEAT, SPOILT, Item
from pitchpipe.judge.settings import CampaignSettings
from pitchpipe.text.raw_text import has_words


def controls_of(
    items: Sequence[Item], donors: Sequence[str], settings: CampaignSettings, rng: np.random.Generator
) -> list[Item]:
    """The controls of a task, without ids; each is about an item of the task, and `donors` are texts to spoil with."""
    sides = settings.protocol in ("pairwise", "rank")
    wanted = {
        IDENTICAL: settings.identical if sides else 0,
        BAD: settings.bad,
        REPEAT: settings.repeats,
    }
    return [
        _control(kind, items[number], donors, sides, rng)
        for kind, count in wanted.items()
        for number in rng.choice(len(items), min(count, len(items)), replace=False)
    ]


def _control(kind: str, item: Item, donors: Sequence[str], sides: bool, rng: np.random.Generator) -> Item:
    if kind == REPEAT:
        order = range(len(item.texts))[::-1]
        return replace(
            item,
            kind=kind,
            systems=[item.systems[one] for one in order],
            texts=[item.texts[one] for one in order],
            of=item.id,
        )
    if kind == IDENTICAL:
        return replace(item, kind=kind, systems=[item.systems[0]] * 2, texts=[item.texts[0]] * 2, of=item.id)
    if not sides:
        return replace(
            item, kind=kind, systems=[SPOILT], texts=[spoil(item.texts[0], donors, rng)], of=item.id
        )
    good = (item.systems[0], item.texts[0]) if item.reference is None else (REFERENCE, item.reference)
    shown = [good, (SPOILT, spoil(good[1], donors, rng))]
    shown = [shown[one] for one in rng.permutation(2)]
    return replace(
        item, kind=kind, systems=[one for one, _ in shown], texts=[text for _, text in shown], of=item.id
    )


def spoil(text: str, donors: Sequence[str], rng: np.random.Generator) -> str:
    """A text with half of its words, those from a random place on, replaced by as many of another text.

    Scripts without spaces are cut into characters.
    """
    glue = " " if has_words([text]) else ""
    units = text.split() if glue else list(text)
    others = [one for one in donors if one != text and one.strip()] or [" ".join(reversed(units)) or "x"]
    other = others[int(rng.integers(len(others)))]
    strange = other.split() if glue else list(other)
    size = max(1, (len(units) + 1) // 2)
    start = int(rng.integers(max(1, len(units) - size + 1)))
    first = int(rng.integers(max(1, len(strange) - size + 1)))
    spoilt = glue.join([*units[:start], *strange[first : first + size], *units[start + size :]])
    return spoilt if spoilt != text else f"{text}{glue}{other}"


def placed(items: Sequence[Item], controls: Sequence[Item], rng: np.random.Generator) -> list[Item]:
    """A task in the order in which it is shown: items keep theirs, and controls stand between them.

    An item and the control that is about it are as far apart as a third of the task, where there is room: a judge who
    remembers an answer does not give another.
    """
    shown = list(items)
    for control in controls:
        about = next(
            (place for place, one in enumerate(shown) if one.id == control.of and one.kind == JUDGED), 0
        )
        places = np.arange(len(shown) + 1)
        gap = np.abs(places - about - 0.5)
        far = places[gap >= min(len(shown) / 3, gap.max())]
        shown.insert(int(far[rng.integers(len(far))]), control)
    return shown
