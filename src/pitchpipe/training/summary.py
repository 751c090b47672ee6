"""What came out of building a system, to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitchpipe.files.plain_table import aligned


def summary_text(summary: Mapping[str, Any]) -> str:
    """Times, scores before and after tuning, and examples."""
    seconds = summary["seconds"]
    total = sum(seconds.values())
    times = [[name, f"{value:.1f}", f"{100 * value / (total or 1):.0f}%"] for name, value in seconds.items()]
    found = "".join(f"{side:10} {one['found']}\n" for side, one in summary.get("text", {}).items())
    parts = [found] if found else []
    parts += [aligned(["stage", "seconds", "share"], [*times, ["all", f"{total:.1f}", "100%"]])]
    rows = []
    if "tuning" in summary:
        tuning = summary["tuning"]
        rows.append(
            [f"dev {summary['settings']['metric']}", f"{tuning['before']:.2f}", f"{tuning['after']:.2f}"]
        )
    test = dict(summary.get("test", {}))
    examples = test.pop("examples", [])
    rows += [[f"test {name}", f"{one['before']:.2f}", f"{one['after']:.2f}"] for name, one in test.items()]
    if rows:
        parts.append(aligned(["", "before", "after"], rows))
    parts += ["".join(f"{name:10} {text}\n" for name, text in one.items()) for one in examples]
    return "\n".join(parts)
