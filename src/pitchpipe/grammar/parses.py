"""Which side's trees rules are taken from, and which are given."""

from __future__ import annotations

from collections.abc import Collection

from pitchpipe.errors import InputError

TAKERS = {"source": "hierarchical rules with labels=source-samt", "target": "ghkm or labels=samt"}
"""What trees over each side are for."""
PARSES = tuple(f"{side}_parses" for side in TAKERS)
"""What they are called among the texts of a system."""


def parses_by_side(source: str | None, target: str | None) -> dict[str, str]:
    """The files that are given."""
    return {side: path for side, path in (("source", source), ("target", target)) if path}


def check_parses(needed: str, given: Collection[str]) -> None:
    """Raise `InputError` unless trees over the side that rules need are given, if they need some, and no others."""
    for side in given:
        if side != needed:
            raise InputError(f"found parses of the {side}, expected them for {TAKERS[side]} alone")
    if needed and not given:
        raise InputError(f"found no parses of the {needed}, expected some for {TAKERS[needed]}")
