"""Search settings of a moses.ini as ours."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from pitchpipe.errors import InputError
from pitchpipe.model.moses.ini import Line, Sections
from pitchpipe.model.moses.plan import Plan


def search_settings(sections: Sections, plan: Plan, say: Callable[[str], None]) -> dict[str, Any]:
    """What the ini says of search; what it leaves open stays ours, but for the distortion limit, which is then none."""
    found: dict[str, Any] = {}
    for line in sections.get("search-algorithm", [])[:1]:
        found["strategy"] = "cube" if line.text == "1" else "exhaustive"
        if found["strategy"] == "exhaustive":
            say("[search-algorithm] 0 becomes strategy=exhaustive; translate --set strategy=cube is faster")
    for line in sections.get("stack", [])[:1]:
        found["beam"] = line.whole()
    for line in sections.get("cube-pruning-pop-limit", [])[:1]:
        found["pop_limit"] = line.whole(1)
    for line in sections.get("beam-threshold", [])[:1]:
        if threshold := _threshold(line):
            found["threshold"] = threshold
    found["distortion_limit"] = -1
    for line in sections.get("distortion-limit", [])[:1]:
        found["distortion_limit"] = max(line.whole(-(10**9)), -1)
    found |= _options(sections, plan)
    for section, name in (
        ("early-distortion-cost", "early_distortion_cost"),
        ("drop-unknown", "drop_unknown"),
    ):
        if any(line.flag() for line in sections.get(section, [])[:1]):
            found[name] = True
    for line in sections.get("time-out", [])[:1]:
        if line.number() > 0:
            found["seconds"] = line.number()
    return found


def _threshold(line: Line) -> float:
    """Moses keeps what has at least this share of the best probability; ours is a difference of logarithms."""
    share = line.number()
    if not 0 <= share < 1:
        raise InputError(
            f"{line.place}: found the threshold {line.text}, expected a share of at least 0 and below 1"
        )
    return -math.log(share) if share else 0.0


def _options(sections: Sections, plan: Plan) -> dict[str, int]:
    """Moses limits the options of each table, ours the options of all together; 0 is no limit, and 20 the default."""
    limits = [20 if table.limit is None else table.limit for table in plan.tables]
    total = sum(limits) if all(limits) else 0
    for line in sections.get("max-trans-opt-per-coverage", [])[:1]:
        total = min(total or line.whole(), line.whole() or total)
    return {"options": total}
