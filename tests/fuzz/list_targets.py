"""Candidate lists of all formats, references, weights and judgements."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np

from pitchpipe.lists import Pool, rerank
from pitchpipe.lists.formats import FORMATS
from pitchpipe.lists.formats.references import ReferenceFiles
from pitchpipe.metrics.judgements import Judgements
from pitchpipe.metrics.learned import LinearModel
from pitchpipe.weights import Weights

from ..lists.pools import pool_of
from .mutations import JSON, TEXT, lines_changed, words_changed
from .sealed import ARRAYS, packed_again
from .target import Target

_TWICE = 2
"""Lines of a format's sample in a good input, so that there is something to mix up."""


def _use(pool: Pool) -> None:
    """What commands do with lists."""
    rerank(pool, dict.fromkeys(pool.feature_names, 1.0))


def _reader(name: str):
    def read(path: Path) -> None:
        _use(Pool.read(path, format=name))

    return read


def _any(path: Path) -> None:
    _use(Pool.read(path))


def _sample(name: str):
    text = f"{FORMATS[name].sample}\n".encode()
    return lambda folder: [text] if name in ("csv", "tsv", "jsonl") else [text, text * _TWICE]


def _formats() -> list[Target]:
    found = []
    for name, kind in FORMATS.items():
        if kind.sample_folder:
            files = dict(kind.sample_folder)
            for number, (file, text) in enumerate(files.items()):
                found.append(
                    Target(
                        f"{name}-{number}" if number else name,
                        _reader(name),
                        lambda folder, text=text: [text.encode()],
                        file=file,
                        beside=lambda folder, files=files: _write(folder, files),
                        whole_folder=True,
                    )
                )
        elif kind.sample:
            found.append(
                Target(name, _reader(name), _sample(name), JSON if kind.sample.startswith("{") else TEXT)
            )
    return found


def _write(folder: Path, files: dict[str, str]) -> None:
    for file, text in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)


def _saved(folder: Path) -> list[bytes]:
    pool = pool_of([[("a b", [1.0, 2.0]), ("a", [0.5, 1.0])], [("c", [1.0, 0.0])]])
    pool.save(folder / "pool")
    return [(folder / "pool").read_bytes()]


def _mixed(folder: Path) -> list[bytes]:
    return [
        f"{kind.sample}\n".encode() for name, kind in FORMATS.items() if kind.sample and name != "opennmt"
    ]


def _packed(folder: Path) -> list[bytes]:
    return [gzip.compress(f"{FORMATS['moses'].sample}\n".encode(), mtime=0)]


def _references(path: Path) -> None:
    ReferenceFiles.read([path]).added_to(pool_of([[("a b", [1.0])], [("c", [1.0])]]))


def _judgements(path: Path) -> None:
    read = Judgements.read(path).against(None)
    assert np.isfinite(read.scores).all()


WEIGHTS = (
    b'lm 0.5\ntm_0= 0.2\nx= 0.1 0.2\n"a b" -1e-3\n# no\ny=3\n',
    b"[feature]\nKENLM name=LM0\n\n[weight]\nLM0= 0.5\nTM0= 0.1 0.2\n[other]\n1\n",
    b'{"weights": {"lm": 0.5, "tm": -1e-3, "b": 2}, "x": [1]}\n',
    b'{"lm": 0.5, "tm": 1}\n',
)
JUDGED = b"segment\tsystem\ttarget\tscore\tsource\n1\ta\tx y\t0.5\tq\n1\tref\tx z\t1\tq\n2\ta\tx\t-3\tr\n2\tref\ty\t0\tr\n"


def _learned(folder: Path) -> list[bytes]:
    LinearModel(("bleu", "ter"), (0.1, -1.0), 0.5, {"l2": 1}).write(folder / "metric")
    return [(folder / "metric").read_bytes()]


LIST_TARGETS = [
    *_formats(),
    Target("lists", _any, _mixed),
    Target("lists.gz", _any, _packed, (*TEXT[:1], packed_again(words_changed), packed_again(lines_changed))),
    Target("pool", _any, _saved, ARRAYS),
    Target(
        "references",
        _references,
        lambda folder: [b"a b\nc d\n", b"0 ||| a b\n1 ||| c\n", b"utt0 a\nutt1 c\n"],
    ),
    Target("weights", Weights.read, lambda folder: WEIGHTS, (*TEXT, *JSON[2:])),
    Target("judgements", _judgements, lambda folder: [JUDGED]),
    Target("learned-metric", LinearModel.read, _learned, JSON),
]
