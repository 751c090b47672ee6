"""Judgements for other commands and tools: tables, candidate lists with gold scores, and items for crowd platforms."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from pitchpipe.judge.campaign import Campaign
from pitchpipe.judge.differences import as_html, marked_texts
from pitchpipe.judge.metric_agreement import judgements_of
from pitchpipe.judge.results import Results
from pitchpipe.pages.table import csv_cell

REFERENCE = "ref"
"""What `metric evaluate` and `metric train` know references by."""
COLUMNS = ("segment", "system", "source", "target", "score")


def as_tsv(results: Results) -> Iterator[str]:
    """Tab-separated values as `metric evaluate` and `metric train` read them; higher scores are better.

    References stand there as a system named `ref`, with the best score that there is: they are not judged.
    """
    judged = judgements_of(results)
    sources = judged.sources or [""] * len(judged)
    best = max(map(float, judged.scores))
    references = {str(one.line): one.references for one in results.campaign.segments}
    yield "\t".join(COLUMNS)
    seen = set()
    for row, segment in enumerate(judged.segments):
        if segment not in seen and references[segment]:
            yield _row([segment, REFERENCE, sources[row], references[segment][0], f"{best:.6g}"])
        seen.add(segment)
        yield _row(
            [segment, judged.systems[row], sources[row], judged.targets[row], f"{judged.scores[row]:.6g}"]
        )


def as_gold(results: Results) -> Iterator[str]:
    """Candidate lists in JSON lines, a list for each judged sentence, with the judges' score as `gold` and systems as features."""
    for segment in results.campaign.segments:
        candidates = [
            {"text": text, "features": {system: 1.0}, "gold": results.gold[segment.line, system]}
            for system, text in segment.outputs.items()
            if (segment.line, system) in results.gold
        ]
        if candidates:
            fields = {
                "id": str(segment.line),
                **({} if segment.source is None else {"source": segment.source}),
                "references": list(segment.references),
                "candidates": candidates,
            }
            yield json.dumps(fields, ensure_ascii=False)


def as_answers(results: Results) -> Iterator[str]:
    """Every answer and skip that counts, in CSV, with what was judged. No spreadsheet runs what judges wrote."""
    rows: list[Sequence[object]] = [
        ("judge", "item", "kind", "line", "systems", "answer", "comment", "seconds", "at")
    ]
    for event in results.events:
        item = results.campaign.by_id.get(event.item)
        if item is not None:
            systems = " ".join(item.systems)
            what = "" if event.value is None else json.dumps(event.value)
            rows.append(
                (
                    csv_cell(event.judge),
                    event.item,
                    event.kind,
                    item.line,
                    systems,
                    what,
                    csv_cell(event.comment),
                    event.seconds,
                    event.at,
                )
            )
    return _csv(rows)


def as_crowd(campaign: Campaign) -> Iterator[str]:
    """The items in CSV, a row each, for platforms that fill a template: plain texts, and HTML with differences marked.

    Systems and kinds are not in it: workers may see all columns.
    """
    most = max(len(item.texts) for item in campaign.items)
    numbers = range(1, most + 1)
    header = [
        "item",
        "task",
        "source",
        "reference",
        *(f"text_{n}" for n in numbers),
        *(f"html_{n}" for n in numbers),
    ]
    rows: list[Sequence[object]] = [header]
    for item in campaign.items:
        if item.task is not None:
            pad = [""] * (most - len(item.texts))
            marked = map(as_html, marked_texts(item, campaign.settings.highlight))
            rows.append(
                [
                    item.id,
                    item.task + 1,
                    item.source or "",
                    item.reference or "",
                    *item.texts,
                    *pad,
                    *marked,
                    *pad,
                ]
            )
    return _csv(rows)


FORMATS: dict[str, Callable[[Results], Iterable[str]]] = {
    "tsv": as_tsv,
    "gold": as_gold,
    "answers": as_answers,
}
"""What `judge export` writes of the answers; `crowd` is of the items."""


def _row(cells: Sequence[str]) -> str:
    return "\t".join(" ".join(cell.split()) for cell in cells)


def _csv(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    for row in rows:
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow(row)
        yield line.getvalue()
