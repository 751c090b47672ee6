"""Making grammars in tests."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.arrays import offsets_of
from pitchpipe.grammar import extract_rules
from pitchpipe.phrases import PhraseTable
from pitchpipe.text import Corpus
from tests.phrases.definitions import Sentence


def extracted(sentences: list[Sentence], path: Path, **settings: Any) -> PhraseTable:
    links = [sorted(one.links) for one in sentences]
    return extract_rules(
        Corpus.of(" ".join(one.source) for one in sentences),
        Corpus.of(" ".join(one.target) for one in sentences),
        np.array([link for line in links for link in line], np.int32).reshape(-1, 2),
        offsets_of([len(line) for line in links]),
        path,
        **settings,
    )


@contextmanager
def grammar_of(sentences: list[Sentence], **settings: Any) -> Iterator[PhraseTable]:
    with tempfile.TemporaryDirectory() as folder:
        yield extracted(sentences, Path(folder, "grammar"), **settings)
