"""Sentences of the model's own text, each translated as if it had not been part of it.

Cf. Green, Wang, Cer and Manning, 2013, Fast and adaptive online training of feature-rich translation models, section
4.4, who leave the lines that they tune on out of the model.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.model import Model
from pitchpipe.phrases.contributions import Contributions
from pitchpipe.text import Corpus

NativeGroups = tuple[_native.Contributions, list[int]]


@dataclass(frozen=True)
class LeaveOneOut:
    """What is taken away from the counts of a model's table when certain sentences are translated.

    For such a sentence, counts, p(f|e), p(e|f) and orientations are those of the other lines, and a phrase pair that
    these do not have is no option. Lexical weights, and the alignment within a phrase pair, are those of all lines.
    """

    contributions: Contributions
    groups: Mapping[str, int]
    """The group of lines of each sentence."""
    lines: Sequence[Sequence[int]]
    """The lines of each group: those with the sentence's source, and those with a target that one of these has."""

    @classmethod
    def of(
        cls,
        model: Model,
        sentences: Sequence[str],
        text: tuple[Sequence[str], Sequence[str]],
        links: NDArray[np.int32],
        offsets: NDArray[np.int64],
        *,
        threads: int = 1,
    ) -> LeaveOneOut:
        """Of sentences of the text, source and target, that the model was built from, under its own alignment.

        All lines are prepared. A sentence that is not in the text is translated as any other.

        Examples
        --------
        >>> work = Path("model", "work")
        >>> text = read_lines(work / "train.source"), read_lines(work / "train.target")
        >>> links = Alignments.read(work / "alignment")
        >>> model = Model.read("model")
        >>> known = LeaveOneOut.of(model, text[0][:100], text, links.links, links.offsets)
        >>> PhraseDecoder(model, leave_one_out=known).translate(text[0][:100])
        """
        if len(model.tables) != 1 or model.is_hierarchical or model.has_gaps:
            raise InputError(
                "found a model of several tables, or of phrases with gaps, expected one table of phrases to leave lines out of"
            )
        lines = _groups([*dict.fromkeys(map(_plain, sentences))], [[*map(_plain, side)] for side in text])
        counted = Contributions.of(
            model.tables[0].table,
            (Corpus.of(text[0]), Corpus.of(text[1])),
            links,
            offsets,
            [*lines.values()],
            threads=threads,
        )
        return cls(counted, {sentence: number for number, sentence in enumerate(lines)}, [*lines.values()])

    def native(self, sentences: Sequence[str]) -> NativeGroups:
        """What the native decoder takes for these sentences."""
        return self.contributions.native, [self.groups.get(_plain(one), -1) for one in sentences]

    @property
    def digest(self) -> str:
        """Tells it from others."""
        found = hashlib.blake2b("\n".join(self.groups).encode(), digest_size=8)
        for counts in (self.contributions.sources, self.contributions.targets, self.contributions.entries):
            for array in counts:
                found.update(array.tobytes())
        return found.hexdigest()


def _groups(sentences: Sequence[str], text: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    """The lines that are left out for each sentence that the text has."""
    by_source, by_target = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for line, (source, target) in enumerate(zip(*text, strict=True)):
        by_source[source].append(line)
        by_target[target].append(line)
    return {
        sentence: sorted(
            {other for line in by_source[sentence] for other in (line, *by_target[text[1][line]])}
        )
        for sentence in sentences
        if sentence in by_source
    }


def _plain(line: str) -> str:
    return " ".join(line.split())
