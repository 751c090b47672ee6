"""Figures of a system's parts: what each stage found, counted where it is at hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pitchpipe.align import Alignments
from pitchpipe.lm import LanguageModel
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.gaps import gap_counts
from pitchpipe.phrases.table_file import SIDES, gap_numbers
from pitchpipe.text import Corpus
from pitchpipe.text.corpus import known_ids

_PHRASES = 1 << 20
"""Source phrases that are counted at a time."""


class AlignmentFigures:
    """Tokens and types of both sides, the links, and how many words have none; parts of the text come one by one."""

    def __init__(self, source: Corpus, target: Corpus) -> None:
        self._sides = {"source": source, "target": target}
        self._linked = dict.fromkeys(self._sides, 0)
        self._lines = self._links = 0

    def add(self, alignments: Alignments) -> None:
        """Those of the lines that follow."""
        lines, first = alignments.lines, self._lines
        self._lines += len(alignments)
        self._links += len(alignments.links)
        for side, (name, corpus) in enumerate(self._sides.items()):
            part = corpus.part(first, self._lines)
            linked = np.zeros(len(part.ids), bool)
            linked[part.offsets[:-1][lines] + alignments.links[:, side]] = True
            self._linked[name] += int(linked.sum())

    @property
    def facts(self) -> dict[str, Any]:
        sides = {
            name: {
                "tokens": len(corpus.ids),
                "types": len(corpus.words),
                "unaligned": len(corpus.ids) - self._linked[name],
            }
            for name, corpus in self._sides.items()
        }
        return {"links": self._links, **sides}


def phrase_figures(table: PhraseTable) -> dict[str, Any]:
    """Phrase pairs, source phrases, pairs by the number of their source words, and those with gaps if there are some."""
    by_length = np.zeros(table.facts.longest_source + 1, np.int64)
    for begin in range(0, table.phrase_count, _PHRASES):
        lengths, pairs = (
            np.diff(table.file.arrays[name][begin : begin + _PHRASES + 1]).astype(np.int64)
            for name in ("phrase_offsets", "ranges")
        )
        np.add.at(by_length, lengths, pairs)
    return {
        "phrase_pairs": len(table),
        "source_phrases": table.phrase_count,
        "by_length": {str(length): int(count) for length, count in enumerate(by_length) if count},
        **({"with_gaps": _with_gaps(table)} if table.facts.hole else {}),
    }


def _with_gaps(table: PhraseTable) -> dict[str, int]:
    """The phrase pairs with gaps in one side only, and in both."""
    arrays, hole = table.file.arrays, table.facts.hole
    has_gaps = []
    for (words, offsets), vocabulary in zip(SIDES, table.words, strict=True):
        numbers = gap_numbers(vocabulary, [hole])
        gap = numbers[0] if numbers else len(vocabulary)
        has_gaps.append(gap_counts(arrays[words], arrays[offsets], gap) > 0)
    source = np.repeat(has_gaps[0], np.diff(arrays["ranges"]).astype(np.int64))
    target = has_gaps[1][arrays["entries"][:, 0]]
    named = {"source": source & ~target, "target": target & ~source, "both": source & target}
    return {name: int(found.sum()) for name, found in named.items()}


def text_figures(
    sentences: Sequence[str],
    references: Sequence[Sequence[str]],
    table: PhraseTable,
    model: LanguageModel,
    others: Sequence[PhraseTable] = (),
) -> dict[str, Any]:
    """Tokens of a prepared text, those that no source phrase has, and the perplexity of its first references."""
    known = [known_ids(sentences, one.words[0])[0] for one in (table, *others)]
    ids = np.max(known, axis=0)
    first = [texts[0] for texts in references]
    return {
        "lines": len(sentences),
        "tokens": len(ids),
        "types": len({word for line in sentences for word in line.split()}),
        "unknown": int(np.count_nonzero(ids < 0)),
        "reference_tokens": sum(len(line.split()) for line in first),
        "perplexity": round(model.perplexity(first), 2),
    }
