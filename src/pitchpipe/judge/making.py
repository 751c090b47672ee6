"""A campaign made from systems' outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from pitchpipe.errors import InputError
from pitchpipe.judge.campaign import JUDGED, SAME, Campaign, Item, Segment
from pitchpipe.judge.controls import controls_of, placed
from pitchpipe.judge.drawing import draw_lines, shown_together
from pitchpipe.judge.settings import CampaignSettings

RESERVED = "("
"""What names of controls start with."""


def make_campaign(
    outputs: Mapping[str, Sequence[str]],
    *,
    references: Sequence[Sequence[str]] | None = None,
    sources: Sequence[str] | None = None,
    readable: Mapping[str, Sequence[str]] | None = None,
    readable_references: Sequence[Sequence[str]] | None = None,
    language: str = "",
    settings: CampaignSettings | None = None,
) -> Campaign:
    """Draw sentences, pair systems, hide and shuffle their sides, add controls and split all of it into tasks.

    Parameters
    ----------
    outputs
        The lines of each system, by name; the first system is the baseline.
    references
        The references of each sentence, of which judges see a random one.
    readable, readable_references
        The same texts as judges see them, recased and detokenised; by default as they are.

    Examples
    --------
    >>> made = make_campaign({"old": ["a b"], "new": ["a c"]}, references=[["a d"]])
    >>> made.write("campaign")
    """
    chosen = settings or CampaignSettings()
    shown = {name: (readable or outputs)[name] for name in outputs}
    _check(outputs, shown, references, sources, chosen)
    draws, sides, mixing, spoiling = (np.random.default_rng([chosen.seed, stream]) for stream in range(4))
    names = list(outputs)
    lines = draw_lines(list(shown.values()), chosen, draws)
    segments = [
        Segment(
            line + 1,
            {name: outputs[name][line] for name in names},
            [] if references is None else list(references[line]),
            None if sources is None else sources[line],
        )
        for line in lines
    ]
    seen = readable_references if readable_references is not None else references
    with_source = sources is not None and (chosen.show_source or references is None)
    items = []
    for line in lines:
        reference = None if seen is None else seen[line][int(draws.integers(len(seen[line])))]
        for order in shown_together(len(names), chosen, sides):
            texts = [shown[names[system]][line] for system in order]
            items.append(
                Item(
                    "",
                    None,
                    SAME if len(texts) > 1 and len(set(texts)) == 1 else JUDGED,
                    line + 1,
                    [names[system] for system in order],
                    texts,
                    reference,
                    sources[line] if sources is not None and with_source else None,
                )
            )
    donors = [item.reference or item.texts[0] for item in items]
    return Campaign(names, chosen, segments, _in_tasks(items, donors, chosen, mixing, spoiling), language)


def _in_tasks(
    items: Sequence[Item],
    donors: Sequence[str],
    settings: CampaignSettings,
    mixing: np.random.Generator,
    spoiling: np.random.Generator,
) -> list[Item]:
    """The items in the order in which they are shown, with tasks and controls; those that are not shown come last."""
    named = [replace(item, id=str(number)) for number, item in enumerate(items)]
    judged = [item for item in named if item.kind == JUDGED]
    if not judged:
        raise InputError("found the same translations in all systems, expected some that differ")
    judged = [judged[place] for place in mixing.permutation(len(judged))]
    found: list[Item] = []
    for task, start in enumerate(range(0, len(judged), settings.task)):
        own = judged[start : start + settings.task]
        added = controls_of(own, donors, settings, spoiling)
        found += [replace(item, task=task) for item in placed(own, added, spoiling)]
    return _numbered(found + [item for item in named if item.kind == SAME])


def _numbered(items: Sequence[Item]) -> list[Item]:
    """Items with their places as ids, which do not tell judges a control from others."""
    digits = len(str(len(items)))
    ids = [f"{number:0{digits}d}" for number in range(1, len(items) + 1)]
    new = {item.id: id for item, id in zip(items, ids, strict=True) if item.of is None}
    return [
        replace(item, id=id, of=None if item.of is None else new[item.of])
        for item, id in zip(items, ids, strict=True)
    ]


def _check(
    outputs: Mapping[str, Sequence[str]],
    shown: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]] | None,
    sources: Sequence[str] | None,
    settings: CampaignSettings,
) -> None:
    least = 1 if settings.protocol in ("direct", "mqm") else 2
    if len(outputs) < least:
        raise InputError(
            f"found {len(outputs)} systems, expected at least {least} for the protocol {settings.protocol}"
        )
    if references is None and sources is None:
        raise InputError("found neither references nor a source, expected one for judges to compare with")
    total = len(next(iter(outputs.values())))
    if not total:
        raise InputError("found no sentences, expected some to judge")
    for name, lines in outputs.items():
        if name.startswith(RESERVED) or not name:
            raise InputError(
                f"found a system named {name!r}, expected a name that does not start with a bracket"
            )
        if {len(lines), len(shown[name])} != {total}:
            raise InputError(
                f"{name}: found {len(lines)} sentences, expected {total} as of {next(iter(outputs))}"
            )
    for what, texts in (("references", references), ("source", sources)):
        if texts is not None and len(texts) != total:
            raise InputError(f"{what}: found {len(texts)} sentences, expected {total}")
    if references is not None and not all(references):
        raise InputError("found a sentence without a reference, expected one of each")
