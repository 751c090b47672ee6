"""What a system was built from and of: its texts, alignment, phrases and language model, as tables."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pitchpipe.notebook import counted
from pitchpipe.pages import Bars, Figure, Section, Table
from pitchpipe.pages.table import Cell
from pitchpipe.training.recipe import Recipe


def text_section(recipe: Recipe | None, summary: Mapping[str, Any]) -> Section:
    """The texts, as prepared: files, lines, tokens, types, and words that the system does not know."""
    build, texts = summary.get("build", {}), summary.get("texts", {})
    rows: list[list[Cell]] = []
    prepare, align = build.get("prepare", {}), build.get("align", {})
    for side, number in (("source", 0), ("target", 1)):
        found = align.get(side, {})
        rows.append(
            [
                f"train, {side}",
                _file(recipe, "train", number),
                prepare.get("lines"),
                found.get("tokens"),
                found.get("types"),
                None,
            ]
        )
    for name, one in texts.items():
        if "tokens" in one:
            share = f"{one['unknown'] / max(1, one['tokens']):.2%}"
            rows.append([name, _file(recipe, name, 0), one["lines"], one["tokens"], one["types"], share])
    tables = [
        Table(
            "texts",
            "Lines and words, as prepared",
            ["text", "file", "lines", "tokens", "types", "unknown"],
            rows,
            note="The training text is counted after cleaning. Unknown tokens are those that no source phrase has; they "
            f"are copied into the translation.{_repetitions(texts)}",
        )
    ]
    kinds: list[list[Cell]] = [[side, one["found"]] for side, one in summary.get("text", {}).items()]
    if kinds:
        tables.append(Table("kinds", "What the training text is", ["side", "found, and done"], kinds))
    removed = {reason: count for reason, count in prepare.get("removed", {}).items() if count}
    if removed:
        shown: list[list[Cell]] = [[reason, count] for reason, count in removed.items()]
        tables.append(Table("removed", "Lines removed from the training text", ["reason", "lines"], shown))
    if origins := summary.get("origins"):
        tables.append(_origins(origins))
    return Section("Texts", tables)


def _origins(origins: Sequence[Mapping[str, Any]]) -> Table:
    """What came of each text, where there are several."""
    names = [name for name in origins[0] if name not in ("name", "tuned_on", "taken")]
    return Table(
        "origins",
        "Texts of several origins",
        ["origin", *(name.replace("_", " ") for name in names)],
        [
            [one["name"], *(f"{one[name]:.1%}" if _is_share(name) else one[name] for name in names)]
            for one in origins
        ],
        note="Unknown are words of the text named that the origin alone lacks; the perplexity is that of the tuning text "
        "under the origin's own language model.",
    )


def _is_share(name: str) -> bool:
    return name == "share" or name.startswith("unknown_")


def model_section(summary: Mapping[str, Any]) -> Section | None:
    """Figures of the alignment, the phrases, the language model and the search; None of a model without such records."""
    build, texts = summary.get("build", {}), summary.get("texts", {})
    align, phrases, lm = (build.get(name, {}) for name in ("align", "phrases", "lm"))
    items: list[Table | Figure] = []
    if "links" in align:
        rows: list[list[Cell]] = []
        for side in ("source", "target"):
            tokens = max(1, align[side]["tokens"])
            rows.append([side, align["links"] / tokens, f"{align[side]['unaligned'] / tokens:.1%}"])
        title = f"Alignment: {align['links']:,} links"
        items.append(Table("alignment", title, ["side", "links a word", "unaligned words"], rows))
    if "by_length" in phrases:
        lengths, gapped = phrases["by_length"], phrases.get("with_gaps", {})
        total = max(1, sum(lengths.values()))
        items.append(
            Table(
                "phrases",
                f"Phrases: {phrases['phrase_pairs']:,} pairs of {phrases['source_phrases']:,} source phrases",
                ["source words and gaps" if gapped else "source words", "phrase pairs", "share"],
                [[int(length), count, f"{count / total:.1%}"] for length, count in lengths.items()],
            )
        )
        if gapped:
            title = f"Gaps: {sum(gapped.values()):,} of {phrases['phrase_pairs']:,} phrase pairs have some"
            found: list[list[Cell]] = [
                [f"in the {side}" if side != "both" else "in both", count, f"{count / total:.1%}"]
                for side, count in gapped.items()
            ]
            items.append(Table("gaps", title, ["gaps", "phrase pairs", "share"], found))
    if "by_length" in (rules := build.get("rules", {})):
        total = max(1, rules["phrase_pairs"])
        items.append(
            Table(
                "rules",
                f"Rules: {rules['phrase_pairs']:,} of {rules['source_phrases']:,} source sides",
                ["source words and gaps", "rules", "share"],
                [
                    [int(length), count, f"{count / total:.1%}"]
                    for length, count in rules["by_length"].items()
                ],
            )
        )
    if "ngrams" in lm:
        items.append(
            Table(
                "language_model",
                f"Language model: order {len(lm['ngrams'])}, {lm['tokens']:,} tokens",
                ["order", "n-grams"],
                [[order, count] for order, count in enumerate(lm["ngrams"], 1)],
                note=_perplexities(texts),
            )
        )
    if search := summary.get("search", {}):
        items.append(
            Table(
                "search",
                "Search: settings of this system",
                ["setting", "value"],
                [[name.replace("_", " "), value] for name, value in search.items()],
            )
        )
    return Section("Alignment, phrases, language model and search", items, beside=True) if items else None


def time_section(seconds: Mapping[str, float]) -> Section:
    bars = Bars(list(seconds), list(seconds.values()), 1, " s")
    return Section("Time", [Figure("stages", "Seconds of each stage", bars)])


def more_facts(summary: Mapping[str, Any], known: Sequence[str]) -> list[Section]:
    """Whatever else a summary has, so that what training finds is seen without a table of its own."""
    rows: list[list[Cell]] = [
        [name, text]
        for name, value in summary.items()
        if name not in known
        for name, text in _flat(name.replace("_", " "), value)
    ]
    table = Table("found", "Found while building", ["what", "value"], rows)
    return [Section("Also found", [table])] if rows else []


def command(recipe: Recipe, folder: Path) -> str:
    """The command that builds the same system: its files, and the settings that differ from their defaults.

    Paths are from the folder that the system's is in, where they are below it.
    """
    home = folder.resolve().parent

    def shown_path(path: str) -> str:
        beside = os.path.relpath(path, home)
        return shlex.quote(path if beside.startswith("..") else beside)

    words = ["pitchpipe train", *map(shown_path, recipe.train.files)]
    words += [word for one in recipe.more for word in ("--more", *map(shown_path, one.files))]
    for name in ("dev", "test"):
        if texts := getattr(recipe, name):
            others = texts.references[1:]
            words += [f"--{name}", *map(shown_path, texts.files[:2])]
            words += [word for more in others for word in (f"--{name}-reference", shown_path(more))]
    words += [word for extra in recipe.lm_text for word in ("--lm-text", shown_path(extra))]
    words += ["-o", shlex.quote(folder.resolve().name)]
    given, usual = recipe.settings.flat(), type(recipe.settings)().flat()
    changed = [f"{name}={_value(value)}" for name, value in given.items() if value != usual.get(name)]
    return " ".join([*words, *(["--set", shlex.quote(",".join(changed))] if changed else [])])


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _file(recipe: Recipe | None, name: str, number: int) -> str:
    texts = getattr(recipe, name, None)
    return str(texts.names[number]) if texts else ""


def _repetitions(texts: Mapping[str, Mapping[str, Any]]) -> str:
    """Lines that come more than once: within the training text, or in it and in another."""
    said = ""
    if repeated := texts.get("train", {}).get("repeated"):
        said += f" {counted(repeated, 'line')} of the training text came before in it."
    for name, one in texts.items():
        if count := one.get("in_training", {}).get("pairs", {}).get("count"):
            said += f" {counted(count, 'line')} of {name} stand in the training text too."
    return said


def _perplexities(texts: Mapping[str, Mapping[str, Any]]) -> str:
    found = [f"{one['perplexity']:.1f} on {name}" for name, one in texts.items() if "perplexity" in one]
    return f"Perplexity of the references: {', '.join(found)}." if found else ""


def _flat(name: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, Mapping):
        return [
            row
            for key, inner in value.items()
            for row in _flat(f"{name}, {str(key).replace('_', ' ')}", inner)
        ]
    if isinstance(value, list):
        return [row for inner in value for row in _flat(name, inner)]
    return [(name, _value(value))]
