"""A small text of one's own and a large one of others', put together in several ways: BLEU on one's own test text.

    python -m benchmarks.software_messages FOLDER --to messages.de messages.en
    python -m benchmarks.origins messages.de messages.en ../shared/data/multi30k-de-en --own captions
    python -m benchmarks.origins messages.de messages.en ../shared/data/multi30k-de-en --own messages

One's own text is captions of Multi30k, or messages; the other is all of the other. Settings are chosen by nobody: the rows
are all that were run, and dev BLEU is beside test BLEU. Times are processor seconds of building and tuning.
"""

import argparse
import resource
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pitchpipe.training import TrainSettings, train

WAYS: dict[str, dict[str, Any] | None] = {
    "own text only": None,
    "put together": {"origins": "none", "mixture": "none"},
    "together, mixed models": {"origins": "none", "mixture": "linear"},
    "features": {"origins": "features", "mixture": "linear"},
    "features, log-linear": {"origins": "features", "mixture": "log-linear"},
    "tables": {"origins": "tables", "mixture": "linear"},
    "nearest fifth, features": {"origins": "features", "mixture": "linear", "select": 0.2},
}


def part(folder: Path, name: str, paths: Sequence[str | Path], lines: slice) -> list[str]:
    made = []
    for path, side in zip(paths, ("de", "en"), strict=True):
        text = Path(path).read_text().splitlines()[lines]
        made.append(str(folder / f"{name}.{side}"))
        Path(made[-1]).write_text("".join(f"{line}\n" for line in text))
    return made


def texts(folder: Path, given: argparse.Namespace) -> tuple[list[str], ...]:
    """The files of one's own text, the other, dev and test."""
    messages, lines, others, size = given.messages, given.lines, given.others, given.held_out
    caption_files = {
        name: [given.captions / f"{stem}.raw.{side}" for side in ("de", "en")]
        for name, stem in (("train", "train"), ("dev", "val"), ("test", "test_2016_flickr"))
    }
    if given.own == "captions":
        return (
            part(folder, "own", caption_files["train"], slice(lines)),
            part(folder, "other", messages, slice(others)),
            part(folder, "dev", caption_files["dev"], slice(size)),
            part(folder, "test", caption_files["test"], slice(size)),
        )
    return (
        part(folder, "own", messages, slice(2 * size, 2 * size + lines)),
        part(folder, "other", caption_files["train"], slice(others)),
        part(folder, "dev", messages, slice(size)),
        part(folder, "test", messages, slice(size, 2 * size)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("messages", nargs=2)
    parser.add_argument("captions", type=Path)
    parser.add_argument("--own", choices=["captions", "messages"], default="captions")
    parser.add_argument("--lines", type=int, default=3000, help="of one's own text")
    parser.add_argument("--others", type=int, default=30000, help="lines of the other text, at most")
    parser.add_argument("--held-out", type=int, default=500, help="lines to tune on, and to measure with")
    parser.add_argument("--set", action="append", default=[], help="further settings, as in pop_limit=50")
    parser.add_argument("--seed", type=int, default=1, help="of tuning")
    parser.add_argument("--ways", nargs="+", choices=[*WAYS], default=[*WAYS])
    if len(sys.argv) < 4:
        print("give it messages and the folder of Multi30k, as its first lines say")
        return
    given = parser.parse_args()
    further = dict(one.split("=", 1) for one in given.set)
    print("| text | dev | test | unknown | perplexity | seconds |\n|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        own, other, dev, test = texts(folder, given)
        for name in given.ways:
            began = resource.getrusage(resource.RUSAGE_SELF).ru_utime
            settings: dict[str, Any] = {"pop_limit": 100, "seed": given.seed, **further, **(WAYS[name] or {})}
            trained = train(
                own[0],
                own[1],
                str(folder / ("alone" if WAYS[name] is None else "model")),
                more=[] if WAYS[name] is None else [other],
                dev=dev,
                test=test,
                settings=TrainSettings.of(**settings),
            )
            seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - began
            summary = trained.summary
            told = summary["texts"]["test"]
            print(
                f"| {name} | {summary['tuning']['after']:.2f} | {summary['test']['bleu']['after']:.2f} "
                f"| {told['unknown'] / told['tokens']:.1%} | {told['perplexity']:.0f} | {seconds:.0f} |",
                flush=True,
            )
            weights = {
                k: round(v, 3) for k, v in trained.model.weights.items() if k.startswith(("Origin", "LM"))
            }
            print(f"<!-- {name}: {weights} {summary.get('origins', '')} -->", flush=True)


if __name__ == "__main__":
    main()
