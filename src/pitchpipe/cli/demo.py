"""`pitchpipe demo`: a translation system built, tuned and measured, from a synthetic language pair."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Json, Seed, Threads, check_outputs, thread_count
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.training import TextSet
    from pitchpipe.tuning.loop import Iteration

SENTENCES = {"system": 10_000, "lists": 1014}
TUNED = MEASURED = 300

BEFORE = """\
From {sentences:,} pairs of sentences of a made-up German and English: words aligned,
phrases extracted, a language model estimated, weights tuned on {dev} other
sentences, and the system measured on {test} that it has never seen, with the
weights before and after tuning.
"""

FELL = """\
The score fell from {before:.1f} to {after:.1f} in iteration {number}. That is normal: weights are tuned
on the candidates found so far, decoding with them finds new, worse ones, and those
teach the next iteration what to avoid. {kept}
"""
BEST = "The best iteration is kept, here {chosen}."
AVERAGE = "The average of the weights found in\nthe later half of the iterations is kept."

AFTER = """\
Look at the report:   {folder}/report.html
Try the system:       echo "{sentence}" | pitchpipe translate {folder}/model
Use your own text:    pitchpipe train train.de train.en --dev val.de val.en -o model
"""


def demo(
    what: Annotated[str, typer.Argument(metavar="[system|lists]", help="What to show.")] = "system",
    *,
    sentences: Annotated[
        int | None, typer.Option(min=8, help="Number of sentences.", show_default=False)
    ] = None,
    candidates: Annotated[
        int, typer.Option(min=2, help="For lists: number of candidates for each sentence.")
    ] = 60,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FOLDER", help="Where to put the system and its report.")
    ] = "demo",
    seed: Seed = 1,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Build a translation system from synthetic text, or tune lists.

    The text is in a made-up language pair. Lists are tuned by several methods. It takes about ten seconds.

    \b
    Example:
      pitchpipe demo
      pitchpipe demo lists
    """
    if what not in SENTENCES:
        raise InputError(f"found {what!r}, expected system or lists")
    count = sentences or SENTENCES[what]
    if what == "lists":
        from pitchpipe.cli.demo_lists import demo_lists

        demo_lists(count, candidates, seed=seed, threads=thread_count(threads), json=json)
    else:
        demo_system(count, output, seed=seed, threads=thread_count(threads), json=json)


def demo_system(sentences: int, folder: str, *, seed: int, threads: int, json: bool) -> None:
    """Build, tune and measure a system in a folder, and write a report of it."""
    from pitchpipe.cli.loop_report import tell_iteration
    from pitchpipe.data import language_pair
    from pitchpipe.files import write_whole
    from pitchpipe.report import report
    from pitchpipe.training import train
    from pitchpipe.training.summary import summary_text

    place = Path(folder)
    check_outputs(str(place / "report.html") if place.is_dir() else folder)
    with terminal.progress_bar("making text"):
        pair = language_pair(train=sentences, dev=TUNED, test=MEASURED, seed=seed)
        (place / "text").mkdir(parents=True, exist_ok=True)
        texts = {
            name: _written(place / "text", name, part.source, part.references)
            for name, part in (("train", pair.train), ("dev", pair.dev), ("test", pair.test))
        }
    iterations: list[Iteration] = []

    def told(number: int, one: Iteration) -> None:
        iterations.append(one)
        tell_iteration(number, one)

    trained = train(
        texts["train"].source,
        texts["train"].references[0],
        str(place / "model"),
        dev=texts["dev"],
        test=texts["test"],
        seed=seed,
        threads=threads,
        say=terminal.log,
        warn=terminal.warn,
        bar=terminal.progress_bar,
        iteration=told,
    )
    with terminal.progress_bar("writing the report"), write_whole(place / "report.html") as file:
        file.write(report(place / "model", threads).to_html().encode())
    if json:
        terminal.write_json(dict(trained.summary))
        return
    terminal.write(BEFORE.format(sentences=sentences, dev=TUNED, test=MEASURED) + "\n")
    terminal.write(summary_text(trained.summary) + "\n")
    terminal.write(why_it_fell(iterations, trained.summary["tuning"]["chosen"]))
    terminal.write(AFTER.format(folder=folder, sentence=next(iter(pair.test.source))))


def why_it_fell(iterations: Sequence[Iteration], chosen: int) -> str:
    """What to make of the first iteration that translates worse than the one before, if there is one."""
    scores = [one.objective for one in iterations if not one.averaged]
    for number, (before, after) in enumerate(pairwise(scores), 1):
        if after < before:
            kept = AVERAGE if iterations[chosen].averaged else BEST.format(chosen=chosen)
            return FELL.format(before=before, after=after, number=number, kept=kept) + "\n"
    return ""


def _written(folder: Path, name: str, source: object, references: object) -> TextSet:
    """The part's texts in files."""
    from pitchpipe.training import TextSet

    lines, groups = list(source), list(references)  # type: ignore[call-overload]
    (folder / f"{name}.de").write_text("".join(f"{line}\n" for line in lines))
    paths = []
    for number in range(min(map(len, groups))):
        paths.append(str(folder / f"{name}.{number}.en"))
        Path(paths[-1]).write_text("".join(f"{group[number]}\n" for group in groups))
    return TextSet(str(folder / f"{name}.de"), paths)
