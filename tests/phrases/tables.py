"""Making phrase tables in tests."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.arrays import offsets_of
from pitchpipe.data import language_pair
from pitchpipe.phrases import Option, PhraseTable, extract
from pitchpipe.text import Corpus

from .definitions import Sentence

DATA = Path(__file__).parents[2].parent / "shared" / "data"


def extracted(sentences: list[Sentence], path: Path, **settings: Any) -> PhraseTable:
    links = [sorted(one.links) for one in sentences]
    return extract(
        Corpus.of(" ".join(one.source) for one in sentences),
        Corpus.of(" ".join(one.target) for one in sentences),
        np.array([link for line in links for link in line], np.int32).reshape(-1, 2),
        offsets_of([len(line) for line in links]),
        path,
        **settings,
    )


@contextmanager
def table_of(sentences: list[Sentence], **settings: Any) -> Iterator[PhraseTable]:
    with tempfile.TemporaryDirectory() as folder:
        yield extracted(sentences, Path(folder, "table"), **settings)


def all_options(table: PhraseTable) -> dict[tuple[str, str], Option]:
    return {(source, one.target): one for source in table.phrases() for one in table.options(source)}


@cache
def synthetic_sentences(count: int = 150) -> list[Sentence]:
    text = language_pair(train=count, dev=0, test=0).train
    rows = zip(text.source, text.references, text.alignments, strict=True)
    return [Sentence(s.split(), t[0].split(), frozenset(links)) for s, t, links in rows]
