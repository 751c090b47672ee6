"""Sentences with a separated particle (`ruft ... an`) that models reach with gaps and without, by forced decoding.

Run as `python -m benchmarks.separable_verbs [LINES] [SENTENCES]`. The text is the synthetic language pair, in both directions,
with its own alignments and with those that the aligner learns. A sentence is reached if search finds a derivation of its
reference. Sentences are counted by the words between verb and particle.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pitchpipe.align import Alignments, align
from pitchpipe.data import ParallelText, language_pair
from pitchpipe.data.language.dictionary import VERBS
from pitchpipe.decoder import PhraseDecoder, SearchSettings
from pitchpipe.lm import estimate
from pitchpipe.model import Language, Model, Table
from pitchpipe.phrases import Extraction, Gaps, extract
from pitchpipe.text import Corpus

SIDES = ("none", "source", "target", "both")
DISTANCES = ((1, 2), (3, 4), (5, 6), (7, 99))
"""Words between verb and particle: from, to. Phrases have at most 7 words, so the last are beyond continuous ones."""
PARTICLES = {verb.german.prefix.strip() for verb in VERBS} - {""}
SEARCH = SearchSettings(beam=200, distortion_limit=12)


def separated(part: ParallelText) -> list[list[tuple[int, int]]]:
    """The verb and the particle of each sentence that other words separate, as places in the source.

    A particle is a word of that form which is aligned to the same target word as an earlier one.
    """
    found = []
    for line, links in zip(part.source, part.alignments, strict=True):
        words = line.split()
        pairs = {(a, b) for a, s in links for b, t in links if s == t and b - a > 1 and words[b] in PARTICLES}
        found.append(sorted(pairs))
    return found


def fates(part: ParallelText, learned: Alignments) -> Counter[str]:
    """What an alignment does with separated particles."""
    counts: Counter[str] = Counter()
    for number, pairs in enumerate(separated(part)):
        links = learned.line(number)
        for verb, particle in pairs:
            own, other = ({target for source, target in links if source == word} for word in (particle, verb))
            counts["unaligned" if not own else "with the verb" if own & other else "with other words"] += 1
    return counts


def reached(
    train: tuple[Sequence[str], Sequence[str]],
    links: Alignments,
    test: tuple[Sequence[str], Sequence[str]],
    sides: str,
) -> np.ndarray:
    """Which references a model that was built from aligned text can produce."""
    source, target = map(Corpus.of, train)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        settings = Extraction(gaps=Gaps.of(sides))
        table = extract(source, target, *links.arrays, path, settings=settings, restrict_to=test[0])
        model = Model([Table(table)], [Language(estimate(target, 3).model)], {})
        decoder = PhraseDecoder(model.with_weights(dict.fromkeys(model.feature_names, 0.1)), SEARCH)
        return np.diff(decoder.force(*test).candidates.groups) > 0


def main(lines: int = 3000, sentences: int = 1000) -> None:
    pair = language_pair(train=lines, dev=0, test=sentences, references=1)
    german = pair.train.source, [each[0] for each in pair.train.references]
    given = Alignments.of(pair.train.alignments)
    learned = align(Corpus.of(german[0]), Corpus.of(german[1]))
    counts = fates(pair.train, learned)
    print(
        f"separated particles in the learned alignment: {', '.join(f'{n} {name}' for name, n in counts.most_common())}"
    )
    words = np.array([max((b - a - 1 for a, b in pairs), default=0) for pairs in separated(pair.test)])
    split = np.flatnonzero(words)
    test = [pair.test.source[i] for i in split], [pair.test.references[i][0] for i in split]
    print(f"{len(split)} of {sentences} test sentences have a separated particle\n")
    bands = "".join(f"{f'{a}-{b}' if b < 99 else f'{a}+':>8}" for a, b in DISTANCES)
    print(
        f"{'alignment':<11}{'direction':<11}{'gaps':<8}{'reached':>8}{'gained':>8}{'lost':>6}   words between:{bands}"
    )
    in_band = [(words[split] >= a) & (words[split] <= b) for a, b in DISTANCES]
    print(f"{'':<30}{len(split):>8}{'':31}{''.join(f'{each.sum():>8}' for each in in_band)}   of")
    for alignment, links in (("its own", given), ("learned", learned)):
        for direction in ("to English", "to German"):
            turn = slice(None, None, 1 if direction == "to English" else -1)
            turned = Alignments.of([[link[turn] for link in links.line(i)] for i in range(lines)])  # type: ignore[misc]
            plain: np.ndarray | None = None
            for sides in SIDES:
                found = reached(german[turn], turned, test[turn], sides)  # type: ignore[arg-type]
                plain = found if plain is None else plain
                by_band = "".join(f"{found[each].sum():>8}" for each in in_band)
                gained, lost = (found & ~plain).sum(), (plain & ~found).sum()
                print(
                    f"{alignment:<11}{direction:<11}{sides:<8}{found.sum():>8}{gained:>8}{lost:>6}{'':17}{by_band}",
                    flush=True,
                )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
