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
    """What judges see: which sentences, which systems side by side, and which items are there to check the judges.

    The defaults are the thesis's where it says them: the first 200 sentences, pairs, one random reference, three judges, and
    words that differ set bold and underlined.

    References
    ----------
    Cer, 2011, Parameterizing phrase based statistical machine translation models: an analytic study (sections 4.5 and 5.6).
    """

    name: ClassVar[str] = "judge"

    protocol: str = setting("pairwise", "what a judge says of an item", choices=tuple(PROTOCOLS))
    sentences: int = setting(200, "number of sentences to draw", minimum=1)
    draw: str = setting(
        "first",
        "the first sentences, random ones, or those whose translations differ most",
        choices=("first", "random", "different"),
    )
    pairs: str = setting(
        "baseline", "systems to pair: all with the first, or all with all", choices=("baseline", "all")
    )
    most: int = setting(5, "most translations in an item of the protocol rank", minimum=2, maximum=9)
    ties: bool = setting(True, "allow the answer that translations are equally good")
    show_source: bool = setting(False, "show the source too; without references it is always shown")
    highlight: bool = setting(True, "set words that differ between two translations bold and underlined")
    task: int = setting(
        50, "number of items in a task, which one judge does; controls come on top", minimum=1
    )
    judgements: int = setting(3, "number of judges of each task", minimum=1)
    identical: int = setting(1, "controls of each task that show the same translation twice", minimum=0)
    bad: int = setting(2, "controls of each task with a spoilt translation", minimum=0)
    repeats: int = setting(2, "items of each task that come twice, for agreement with oneself", minimum=0)
    seed: int = seed_setting()
