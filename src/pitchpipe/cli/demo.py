"""`pitchpipe demo`: a translation system built, tuned and measured, from a synthetic language pair."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Json, Seed, Threads, thread_count
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.training import TextSet

SENTENCES = {"system": 10_000, "lists": 1014}
TUNED = MEASURED = 300

BEFORE = """\
From {sentences:,} pairs of sentences of a made-up German and English: words aligned,
phrases extracted, a language model estimated, weights tuned on {dev} other
sentences, and the system measured on {test} that it has never seen, with the
weights before and after tuning.
"""

AFTER = """\
The same with your own text:
  pitchpipe train train.de train.en --dev val.de val.en --test test.de test.en -o model
  pitchpipe translate model < in.de > out.en
And to see lists of any system's candidates tuned by several methods:
  pitchpipe demo lists
"""


def demo(
    what: Annotated[str, typer.Argument(metavar="[system|lists]", help="What to show.")] = "system",
    *,
    sentences: Annotated[
        int | None, typer.Option(min=8, help="How many sentences.", show_default=False)
    ] = None,
    candidates: Annotated[
        int, typer.Option(min=2, help="For lists: how many candidates a sentence has.")
    ] = 60,
    seed: Seed = 1,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Build a translation system of synthetic text, or tune lists.

    The text is that of a made-up language pair; lists are tuned by several methods. It takes about ten seconds.

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
        demo_system(count, seed=seed, threads=thread_count(threads), json=json)


def demo_system(sentences: int, *, seed: int, threads: int, json: bool) -> None:
    """Build, tune and measure a system in a folder that is gone afterwards."""
    from pitchpipe.cli.loop_report import tell_iteration
    from pitchpipe.data import language_pair
    from pitchpipe.training import train
    from pitchpipe.training.summary import summary_text

    terminal.log("making text ...")
    pair = language_pair(train=sentences, dev=TUNED, test=MEASURED, seed=seed)
    with tempfile.TemporaryDirectory() as folder:
        texts = {
            name: _written(Path(folder), name, part.source, part.references)
            for name, part in (("train", pair.train), ("dev", pair.dev), ("test", pair.test))
        }
        trained = train(
            texts["train"].source,
            texts["train"].references[0],
            f"{folder}/model",
            dev=texts["dev"],
            test=texts["test"],
            seed=seed,
            threads=threads,
            say=terminal.log,
            bar=terminal.progress_bar,
            iteration=tell_iteration,
        )
    if json:
        terminal.write_json(dict(trained.summary))
        return
    terminal.write(BEFORE.format(sentences=sentences, dev=TUNED, test=MEASURED) + "\n")
    terminal.write(summary_text(trained.summary) + "\n" + AFTER)


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
