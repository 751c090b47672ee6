"""What came out of building a system, to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pitchpipe.files.plain_table import aligned


def summary_text(summary: Mapping[str, Any]) -> str:
    """Times, what was found in the texts, scores before and after tuning, and examples."""
    seconds = summary["seconds"]
    total = sum(seconds.values())
    times = [[name, f"{value:.1f}", f"{100 * value / (total or 1):.0f}%"] for name, value in seconds.items()]
    found = "".join(f"{side:10} {one['found']}\n" for side, one in summary.get("text", {}).items())
    parts = [found] if found else []
    parts.append(aligned(["stage", "seconds", "share"], [*times, ["all", f"{total:.1f}", "100%"]]))
    texts = summary.get("texts", {})
    if texts:
        parts.append(_texts(texts))
    if "origins" in summary:
        parts.append(_origins(summary["origins"]))
    if lines := "".join(f"{line}\n" for line in _notes(texts, summary.get("warnings", []))):
        parts.append(lines)
    if "search" in summary:
        parts.append("".join(f"{name} {value}\n" for name, value in summary["search"].items()))
    rows = []
    if "tuning" in summary:
        tuning = summary["tuning"]
        where = "tuning text" if summary["settings"].get("tune_on") else "dev"
        rows.append(
            [f"{where} {summary['settings']['metric']}", f"{tuning['before']:.2f}", f"{tuning['after']:.2f}"]
        )
    test = dict(summary.get("test", {}))
    examples = test.pop("examples", [])
    rows += [[f"test {name}", f"{one['before']:.2f}", f"{one['after']:.2f}"] for name, one in test.items()]
    if rows:
        parts.append(aligned(["", "before", "after"], rows))
    parts += ["".join(f"{name:10} {text}\n" for name, text in one.items()) for one in examples]
    return "\n".join(parts)


def _texts(texts: Mapping[str, Any]) -> str:
    """A row for each text; lines are those that are used."""
    rows = [["train", f"{texts['train']['lines']:,}", f"{texts['train']['repeated']:,}", "", ""]]
    for name in ("dev", "test"):
        if name in texts:
            one = texts[name]
            shared = f"{one['in_training']['sources']['count']:,}"
            rows.append([name, f"{one['lines']:,}", "", f"{one['unknown_words']:.1%}", shared])
    return aligned(["text", "lines", "repeated", "unknown words", "also in train"], rows)


def _origins(origins: list[Mapping[str, Any]]) -> str:
    """A row for each origin; unknown words are those of the tuning and test text that it alone lacks."""
    columns = {
        "given": ("given", ","),
        "repeated": ("repeated", ","),
        "lines": ("lines", ","),
        "share": ("share", ".0%"),
        "phrase_pairs": ("phrase pairs", ","),
        "unknown_dev": ("unknown, dev", ".1%"),
        "unknown_test": ("unknown, test", ".1%"),
        "perplexity": ("perplexity, dev", ".1f"),
        "lm_weight": ("lm weight", ".2f"),
    }
    shown = {name: how for name, how in columns.items() if name in origins[0]}
    rows = [[one["name"], *(format(one[name], how) for name, (_, how) in shown.items())] for one in origins]
    return aligned(["origin", *(label for label, _ in shown.values())], rows)


def _notes(texts: Mapping[str, Any], warnings: list[str]) -> Iterator[str]:
    """Lines that were left out, compounds, lines that stand in the training text too, and warnings."""
    train = texts.get("train", {})
    removed = ", ".join(f"{count:,} {reason}" for reason, count in train.get("removed", {}).items() if count)
    if removed:
        yield f"removed from the training text: {removed}"
    if train.get("left_out"):
        yield f"units without both languages: {train['left_out']:,}"
    if train.get("compounds"):
        yield f"compounds split into their parts: {train['compounds']:,}"
    for name in ("dev", "test"):
        found = texts.get(name, {}).get("in_training", {})
        for what, label in (("sources", "source"), ("pairs", "source and reference")):
            if found and found[what]["count"]:
                lines, count = found[what]["lines"], found[what]["count"]
                more = f" and {count - len(lines):,} more" if count > len(lines) else ""
                shown = ", ".join(map(str, lines))
                yield f"{name} lines whose {label} stand{'s' * (what == 'sources')} in the training text: {shown}{more}"
    for warning in warnings:
        yield f"warning: {warning}"
