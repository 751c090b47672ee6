"""What a campaign can be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.settings import Settings, seed_setting, setting

PROTOCOLS = {
    "pairwise": "two translations: the first is better, both are equal, or the second is better",
    "rank": "several translations, ranked; equal ranks are allowed",
    "direct": "one translation, scored from 0 to 100",
    "mqm": "one translation, whose errors are marked with their severities",
}


@dataclass(frozen=True)
class CampaignSettings(Settings):
    """What judges see: which sentences, which systems side by side, and which items check the judges.

    The defaults are those of the thesis where it names them: the first 200 sentences, pairs, one random reference,
    three judges, and words that differ shown in bold and underlined.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (sections 4.5 and 5.6).
    """

    name: ClassVar[str] = "judge"

    protocol: str = setting(
        "pairwise",
        "what a judge does with an item: choose, rank, score, or mark errors",
        choices=tuple(PROTOCOLS),
    )
    sentences: int = setting(200, "number of sentences to draw", minimum=1)
    draw: str = setting(
        "first",
        "sentences to draw: the first, random ones, or those whose translations differ most",
        choices=("first", "random", "different"),
    )
    pairs: str = setting(
        "baseline", "systems to pair: all with the first, or all with all", choices=("baseline", "all")
    )
    most: int = setting(5, "most translations in an item, for the protocol rank", minimum=2, maximum=9)
    ties: bool = setting(True, "allow the answer that translations are equally good")
    show_source: bool = setting(False, "show the source too; without references it is always shown")
    highlight: bool = setting(True, "show words that differ between two translations in bold and underlined")
    task: int = setting(
        50, "number of items in a task, which one judge does, without the controls", minimum=1
    )
    judgements: int = setting(3, "number of judges for each task", minimum=1)
    identical: int = setting(1, "controls in each task that show the same translation twice", minimum=0)
    bad: int = setting(2, "controls in each task with a spoilt translation", minimum=0)
    repeats: int = setting(
        2, "items in each task that come twice, to measure how far judges agree with themselves", minimum=0
    )
    seed: int = seed_setting()
