"""Tiny random models whose phrases have gaps, and everything that they can say by plain enumeration."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

from pitchpipe.lm import estimate
from pitchpipe.model import Language, Model, SparseFeatures, Table, TableFeatures
from pitchpipe.phrases import HOLE, read_moses
from pitchpipe.text import Corpus

from .toy import KINDS, REORDERING, SOURCE, TARGET, Pair, _log10, _orientation, _random_pair, write_texts

Span = tuple[int, int]
Spans = tuple[Span, ...]


@dataclass(frozen=True)
class Begun:
    """A phrase: all its source words, and its first target piece. The pair is None for a word passed through."""

    spans: Spans
    words: tuple[str, ...]
    pair: Pair | None


@dataclass(frozen=True)
class Placed:
    """The next piece of the phrase that was begun at this step."""

    begun: int
    words: tuple[str, ...]


Steps = tuple[Begun | Placed, ...]


def cut(side: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The pieces of a side."""
    pieces: list[tuple[str, ...]] = [()]
    for symbol in side:
        if symbol == HOLE:
            pieces.append(())
        else:
            pieces[-1] += (symbol,)
    return pieces


@dataclass(frozen=True)
class GapToy:
    model: Model
    pairs: dict[tuple[str, ...], list[Pair]]
    kinds: tuple[str, ...]
    gap_span: int = 15
    target_gap: int = 7
    owed: int = 3
    crossing: bool = True

    @property
    def search(self) -> dict[str, object]:
        names = ("gap_span", "target_gap", "owed", "crossing")
        return {name: getattr(self, name) for name in names}

    def matches(self, words: tuple[str, ...]) -> list[tuple[Spans, list[Pair | None]]]:
        """All places of source sides in a sentence, literally: every choice of spans is looked up."""
        spans = [(b, e) for b in range(len(words)) for e in range(b + 1, len(words) + 1)]
        choices: list[Spans] = [(one,) for one in spans]
        choices += [(a, b) for a in spans for b in spans if a[1] < b[0]]
        choices += [(a, b, c) for a in spans for b in spans for c in spans if a[1] < b[0] and b[1] < c[0]]
        found: list[tuple[Spans, list[Pair | None]]] = []
        for choice in choices:
            if len(choice) > 1 and choice[-1][1] - choice[0][0] > self.gap_span:
                continue
            side: tuple[str, ...] = ()
            for number, (b, e) in enumerate(choice):
                side += ((HOLE,) if number else ()) + words[b:e]
            if side in self.pairs:
                found.append((choice, [*self.pairs[side]]))
                if len(side) == 1 and all(HOLE in pair.target for pair in self.pairs[side]):
                    found.append((choice, [None]))
            elif len(side) == 1:
                found.append((choice, [None]))
        return found

    def derivations(self, sentence: str, limit: int, partial: bool = False) -> Iterator[Steps]:
        words = tuple(sentence.split())
        matches = self.matches(words)

        def grow(  # noqa: PLR0912
            steps: Steps, covered: frozenset[int], last: int, owed: tuple[tuple[int, tuple, int], ...]
        ) -> Iterator[Steps]:
            if any(since > self.target_gap for _, _, since in owed):
                return
            if sum(len(pieces) for _, pieces, _ in owed) > self.owed:
                return
            if steps and partial:
                yield steps
            if len(covered) == len(words) and not owed:
                if not partial:
                    yield steps
                return
            for place, (begun, pieces, since) in enumerate(owed):
                if since == 0 or (not self.crossing and place < len(owed) - 1):
                    continue
                size = len(pieces[0])
                rest = [(number, others, n + size) for number, others, n in owed]
                rest[place : place + 1] = [(begun, pieces[1:], 0)] if len(pieces) > 1 else []
                yield from grow((*steps, Placed(begun, pieces[0])), covered, last, tuple(rest))
            for spans, pairs in matches:
                new = {place for b, e in spans for place in range(b, e)}
                if covered & new:
                    continue
                gap = min(set(range(len(words))) - covered)
                begin, end = spans[0][0], spans[-1][1]
                left = min(set(range(len(words) + 1)) - covered - new)
                if limit >= 0 and begin > gap and abs(begin - last) > limit:
                    continue
                if limit >= 0 and left < end and end - left > limit:
                    continue
                for pair in pairs:
                    first, *later = cut(pair.target) if pair else [words[begin:end]]
                    after = tuple((number, others, n + len(first)) for number, others, n in owed)
                    if later:
                        after += ((len(steps), tuple(later), 0),)
                    yield from grow((*steps, Begun(spans, first, pair)), covered | new, end, after)

        yield from grow((), frozenset(), 0, ())

    def features(self, steps: Steps, complete: bool = True) -> Counter[str]:
        found: Counter[str] = Counter()
        last, stack, covered = (0, 0), [(0, 0)], set[int]()
        before: Pair | None = None
        starts, at = [], 0
        for step in steps:
            starts.append((at, at + len(step.words)))
            at += len(step.words)
        for number, step in enumerate(steps):
            if isinstance(step, Placed):
                own = [
                    i
                    for i in range(number)
                    if i == step.begun or steps[i] == Placed(step.begun, steps[i].words)
                ]
                found["TargetGapWords0"] += starts[number][0] - starts[own[-1]][1]
                found["CrossingGaps0"] += any(
                    isinstance(other, Begun) and self._owes(steps, i, number)
                    for i, other in enumerate(steps[:number])
                    if i > step.begun
                )
                continue
            whole, piece = (step.spans[0][0], step.spans[-1][1]), step.spans[-1]
            found["Distortion0"] -= abs(whole[0] - last[1])
            holes = sum(b[0] - a[1] for a, b in pairwise(step.spans))
            found["Distortion0"] -= holes
            found["SourceGapWords0"] += holes
            found["SourceGap0"] += len(step.spans) > 1
            found["PhrasePenalty0"] += 1
            if step.pair is None:
                found["UnknownWordPenalty0"] -= 100
                found["WordPenalty0"] -= 1
            else:
                found["WordPenalty0"] -= len([word for word in step.pair.target if word != HOLE])
                found["TargetGap0"] += HOLE in step.pair.target
                for i, score in enumerate(step.pair.scores):
                    found[f"TranslationModel0_{i}"] += score
                found["RuleCount0"] += math.log(step.pair.joint)
                found["UniqueRule0"] += step.pair.joint == 1
            word = _orientation(last, whole)
            on_the_way = (
                0
                if whole[0] >= last[1] and not covered & set(range(last[1], whole[0]))
                else 1
                if whole[1] <= last[0] and not covered & set(range(whole[1], last[0]))
                else 3
                if whole[0] < last[0]
                else 2
            )
            for pair, side, hier in ((step.pair, 0, _orientation(stack[-1], whole)), (before, 1, on_the_way)):
                for kind in self.kinds if pair else ():
                    one = {"word": word, "hier": hier}[kind.removesuffix("4")]
                    place = 4 * side + one if kind.endswith("4") else 3 * side + min(one, 2)
                    found[f"{REORDERING[kind]}0_{place}"] += pair.reordering[kind][place]
            for span in step.spans:
                block = span
                while stack and _orientation(stack[-1], block) < 2:
                    top = stack.pop()
                    block = (min(top[0], block[0]), max(top[1], block[1]))
                stack.append(block)
                covered |= set(range(*block))
            covered |= {place for span in step.spans for place in range(*span)}
            last, before = piece, step.pair
        text = [word for step in steps for word in step.words]
        for language in self.model.language_models:
            found[language.name] = math.log(10) * _log10(language, text, complete)
        return found

    def _owes(self, steps: Steps, begun: int, until: int) -> bool:
        """Whether a phrase begun at one step has pieces to come at another."""
        step = steps[begun]
        pair = step.pair if isinstance(step, Begun) else None
        placed = sum(isinstance(one, Placed) and one.begun == begun for one in steps[:until])
        return pair is not None and placed < len(cut(pair.target)) - 1

    def score(self, features: Counter[str]) -> float:
        return sum(value * self.model.weights.get(name, 0.0) for name, value in features.items())


def text_of(steps: Steps) -> str:
    return " ".join(word for step in steps for word in step.words)


def side_of(random: Random, letters: str, most: int) -> tuple[str, ...]:
    """Words with up to two gaps between them."""
    words = random.choices(letters, k=random.randint(1, most))
    side = (words[0],)
    for word in words[1:]:
        side += ((HOLE,) if random.random() < 0.6 and side.count(HOLE) < 2 else ()) + (word,)
    return side


def gap_toy(
    folder: Path, seed: int, *, order: int = 3, kinds: tuple[str, ...] = ("word", "hier"), **limits: object
) -> GapToy:
    """A random model; the words e and f of the source are in no table."""
    random = Random(seed)
    pairs: dict[tuple[str, ...], list[Pair]] = {}
    for _ in range(22):
        source = side_of(random, SOURCE[:3], 3)
        targets = {side_of(random, TARGET, 3) for _ in range(random.randint(1, 2))}
        pairs[source] = [random_pair(random, source, target) for target in sorted(targets)]
    write_texts(folder, pairs, kinds)
    table = read_moses(
        folder / "phrases",
        [folder / kind for kind in kinds],
        path=folder / "table",
        reordering_models=[KINDS[kind] for kind in kinds],
        gaps=True,
    )
    features = TableFeatures(
        "TranslationModel0", [f"{REORDERING[kind]}0" for kind in kinds], "RuleCount0", "UniqueRule0"
    )
    text = [" ".join(random.choices(TARGET + "e", k=random.randint(1, 6))) for _ in range(30)]
    language = Language(estimate(Corpus.of(text), order).model, "LM0")
    model = Model([Table(table, features)], [language], {}, SparseFeatures())
    weights = {name: random.uniform(0.1, 1) for name in model.feature_names}
    for name in ("WordPenalty0", "SourceGap0", "TargetGap0", "TargetGapWords0", "CrossingGaps0"):
        weights[name] = random.uniform(-1, 1)
    weights["UnknownWordPenalty0"] = 0.01
    return GapToy(model.with_weights(weights), pairs, kinds, **limits)  # type: ignore[arg-type]


def random_pair(random: Random, source: tuple[str, ...], target: tuple[str, ...]) -> Pair:
    """With links between words only."""
    while True:
        pair = _random_pair(random, source, target, (1, 2, 3, 7))
        if all(source[s] != HOLE and target[t] != HOLE for s, t in pair.links):
            return pair
