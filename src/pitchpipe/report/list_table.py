"""What candidate lists allow, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from pitchpipe.analysis import ListFacts
from pitchpipe.pages.table import Table


def list_table(
    facts: Mapping[str, Sequence[ListFacts]], metric: str, *, name: str = "lists", note: str = ""
) -> Table:
    """A row for each of them: the k-best oracle, the anti-oracle and the diversity of its lists, or their means."""
    names = ("anti_oracle", "first", "oracle", "diversity")
    return Table(
        name,
        f"{metric} of a choice of one candidate from each list",
        ["lists of", "candidates a sentence", "worst found", "first", "best found", "diversity"],
        [
            [
                what,
                fmean(one.candidates / one.sentences for one in found),
                *(fmean(getattr(one, fact) for one in found) for fact in names),
            ]
            for what, found in facts.items()
        ],
        digits=[0, 1, 2, 2, 2, 3],
        note=f"{note}Best and worst are what a greedy search finds. Diversity is the mean distance of two candidates of a "
        "list in their word pairs, from 0 to 1 (Liu and Huang 2014).",
    )
