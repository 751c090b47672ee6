"""Tiny random models, and everything that they can say by plain enumeration."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from pitchpipe.lm import WordClasses, estimate
from pitchpipe.model import Language, Model, SparseFeatures, Table, TableFeatures
from pitchpipe.phrases import read_moses
from pitchpipe.text import Corpus

SOURCE, TARGET = "abcd", "xyzw"
REORDERING = {
    "word": "LexicalReordering",
    "hier": "HierarchicalReordering",
    "word4": "LexicalReordering",
    "hier4": "HierarchicalReordering",
}
KINDS = {
    "word": "wbe-msd-bidirectional-fe",
    "hier": "hier-msd-bidirectional-fe",
    "word4": "wbe-mslr-bidirectional-fe",
    "hier4": "hier-mslr-bidirectional-fe",
}
"""Those with a 4 tell right from left."""


@dataclass(frozen=True)
class Pair:
    """A phrase pair as the text tables have it, with logarithms."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    scores: tuple[float, ...]
    links: tuple[tuple[int, int], ...]
    joint: int
    reordering: dict[str, tuple[float, ...]]
    table: int = 0


@dataclass(frozen=True)
class Step:
    begin: int
    end: int
    target: tuple[str, ...]
    pair: Pair | None
    """None for a word passed through."""


Derivation = tuple[Step, ...]


@dataclass(frozen=True)
class Toy:
    model: Model
    pairs: dict[tuple[str, ...], list[Pair]]
    kinds: tuple[str, ...]
    drop_unknown: bool = False
    early_distortion_cost: bool = False

    def options(self, words: tuple[str, ...], begin: int, end: int) -> list[Step]:
        found = self.pairs.get(words[begin:end], [])
        if not found and end == begin + 1:
            dropped = self.drop_unknown and not any(letter.isdigit() for letter in words[begin])
            return [Step(begin, end, () if dropped else words[begin:end], None)]
        return [Step(begin, end, pair.target, pair) for pair in found]

    def derivations(self, sentence: str, limit: int, partial: bool = False) -> Iterator[Derivation]:
        """All derivations, or all starts of derivations that cover a word, under a distortion limit."""
        words = tuple(sentence.split())

        def grow(steps: Derivation, covered: frozenset[int], last: int) -> Iterator[Derivation]:
            if len(covered) == len(words):
                if not partial:
                    yield steps
                return
            gap = min(set(range(len(words))) - covered)
            for begin in range(gap, len(words)):
                for end in range(begin + 1, len(words) + 1):
                    if covered & set(range(begin, end)):
                        break
                    if begin > gap and limit >= 0 and (abs(begin - last) > limit or end - gap > limit):
                        continue
                    for step in self.options(words, begin, end):
                        if partial:
                            yield (*steps, step)
                        yield from grow((*steps, step), covered | set(range(begin, end)), end)

        yield from grow((), frozenset(), 0)

    def features(self, steps: Derivation, complete: bool = True) -> Counter[str]:
        """A literal reading of each feature's definition."""
        found: Counter[str] = Counter()
        last, stack, covered = (0, 0), [(0, 0)], set[int]()
        before: Pair | None = None
        for step in steps:
            span = (step.begin, step.end)
            found["Distortion0"] -= self._jump(last[1], span, covered)
            found["WordPenalty0"] -= len(step.target)
            found["PhrasePenalty0"] += 1
            if step.pair is None:
                found["UnknownWordPenalty0"] -= 100
            else:
                self._local(step.pair, found)
            word = _orientation(last, span)
            free = {"m": range(last[1], step.begin), "s": range(step.end, last[0])}
            on_the_way = (
                0
                if step.begin >= last[1] and not covered & set(free["m"])
                else 1
                if step.end <= last[0] and not covered & set(free["s"])
                else 3
                if step.begin < last[0]
                else 2
            )
            self._orient(step.pair, False, {"word": word, "hier": _orientation(stack[-1], span)}, found)
            self._orient(before, True, {"word": word, "hier": on_the_way}, found)
            block = span
            while stack and _orientation(stack[-1], block) < 2:
                top = stack.pop()
                block = (min(top[0], block[0]), max(top[1], block[1]))
            stack.append(block)
            covered |= set(range(*span))
            last, before = span, step.pair
        text = [word for step in steps for word in step.target]
        for language in self.model.language_models:
            found[language.name] = math.log(10) * _log10(language, text, complete)
            if language.unknown_words:
                found[language.unknown_words] = sum(word not in language.classes.of for word in text)
        return found

    def _jump(self, last: int, span: tuple[int, int], covered: set[int]) -> int:
        if not self.early_distortion_cost:
            return abs(span[0] - last)
        # Moore and Quirk 2007: what the jump and the way back to the first gap will cost at least is paid at once.
        prefix = min(set(range(len(covered) + 1)) - covered)
        length = span[1] - span[0]
        if span[0] == prefix:
            return 0
        if span[1] < last:
            return 2 * length
        return 2 * (span[0] - max(prefix, last) + length)

    def _local(self, pair: Pair, found: Counter[str]) -> None:
        for i, score in enumerate(pair.scores):
            found[f"TranslationModel{pair.table}_{i}"] += score
        found[f"RuleCount{pair.table}"] += math.log(pair.joint)
        found[f"UniqueRule{pair.table}"] += pair.joint == 1
        source, target = pair.source, pair.target
        on = self.model.sparse.templates
        if "PT" in on:
            found[f"PT:{'_'.join(source)}~{'_'.join(target)}"] += 1
        if "RC" in on:
            found[f"RC:{_count_bin(pair.joint)}"] += 1
        if "length" in on:
            for name in (f"src={len(source)}", f"tgt={len(target)}", f"src/tgt={len(source)},{len(target)}"):
                found[name] += 1
        pairs = [(source[s], target[t]) for s, t in pair.links]
        alone = [word for s, word in enumerate(source) if s not in {s for s, _ in pair.links}]
        new = [word for t, word in enumerate(target) if t not in {t for _, t in pair.links}]
        if "AL" in on:
            found.update(f"AL:{s}~{t}" for s, t in pairs)
            found.update(f"AL:{s}~<none>" for s in alone)
        if "INS" in on:
            known = self.model.sparse.frequent_target[:50]
            found.update(f"INS:{t if t in known or not known else '<other>'}" for t in new)
        if "WP" in on:
            sources, targets = self.model.sparse.frequent_source, self.model.sparse.frequent_target
            left = [s if s in sources else "<other>" for s, _ in pairs] + ["<none>"] * len(new)
            right = [t if t in targets else "<other>" for t in [t for _, t in pairs] + new]
            found.update(f"WP:{s}~{t}" for s, t in zip(left, right, strict=True))
            found.update(f"WP:{s if s in sources else '<other>'}~<none>" for s in alone)

    def _orient(
        self, pair: Pair | None, following: bool, orientation: dict[str, int], found: Counter[str]
    ) -> None:
        if pair is None:
            return
        for kind in self.kinds:
            one = orientation[kind.removesuffix("4")]
            place = 4 * following + one if kind.endswith("4") else 3 * following + min(one, 2)
            found[f"{REORDERING[kind]}{pair.table}_{place}"] += pair.reordering[kind][place]
        if "LO" in self.model.sparse.templates:
            side, mark = ("next" if following else "prev"), "msdd"[orientation["word"]]
            words = f"{'_'.join(pair.source)}~{'_'.join(pair.target)}"
            found[f"LO:{side}-{mark}:{words}"] += 1
            if not following:
                found[f"LO:{'mono' if mark == 'm' else 'non-mono'}:{words}"] += 1

    def score(self, features: Counter[str]) -> float:
        return sum(value * self.model.weights.get(name, 0.0) for name, value in features.items())


def _count_bin(count: float) -> str:
    """1, 2, 3-4, 5-8 and so on to 257-512, and 513+."""
    ends = [2**n for n in range(10)]
    end = next((end for end in ends if count <= end), None)
    if end is None:
        return "513+"
    return str(end) if end <= 2 else f"{end // 2 + 1}-{end}"


def text_of(steps: Derivation) -> str:
    return " ".join(word for step in steps for word in step.target)


def _orientation(block: tuple[int, int], span: tuple[int, int]) -> int:
    """Monotone, swap, right or left."""
    return 0 if span[0] == block[1] else 1 if span[1] == block[0] else 3 if span[0] < block[0] else 2


def _log10(language: Language, words: list[str], complete: bool) -> float:
    if language.classes is not None:
        words = [language.classes.of.get(word, "<unk>") for word in words]
    return float(language.model.score([" ".join(words)], eos=complete).totals[0])


def toy(
    folder: Path,
    seed: int,
    *,
    order: int = 3,
    kinds: tuple[str, ...] = ("word", "hier"),
    templates: tuple[str, ...] = (),
    longest: int = 3,
    most: int = 3,
    tables: int = 1,
    languages: int = 1,
    classes: bool = False,
) -> Toy:
    """A random model; the words e and f of the source are in no table, and w has no class."""
    random = Random(seed)
    pairs: dict[tuple[str, ...], list[Pair]] = {}
    opened = []
    for number in range(tables):
        # Counts beyond the last bin of RC, where there are bins.
        own = _random_pairs(random, longest, most, (1, 2, 7, 600) if "RC" in templates else (1, 2, 3, 7))
        opened.append(_table(folder / str(number) if number else folder, own, kinds, number))
        for source, options in own.items():
            pairs.setdefault(source, []).extend(replace(one, table=number) for one in options)
    models = []
    for number in range(languages):
        text = [" ".join(random.choices(TARGET + "e", k=random.randint(1, 6))) for _ in range(30)]
        models.append(Language(estimate(Corpus.of(text), order + number).model, f"LM{number}"))
    if classes:
        of_words = WordClasses({"x": "A", "y": "B", "z": "A", "e": "B"})
        drawn = Random(seed)
        text = [" ".join(drawn.choices("AB", k=drawn.randint(1, 6))) for _ in range(30)]
        of_classes = estimate(Corpus.of(text), order + 1).model
        models.append(Language(of_classes, "ClassLM0", "Classless", classes=of_words))
    model = Model(
        opened,
        models,
        {},
        SparseFeatures(templates, ["a", "b"], ["x"]),
    )
    weights = {name: random.uniform(0.1, 1) for name in model.feature_names}
    weights["WordPenalty0"] = random.uniform(-1, 1)
    weights["UnknownWordPenalty0"] = 0.01
    found = Toy(model.with_weights(weights), pairs, kinds)
    for sparse in _sparse_names(found):
        weights[sparse] = random.uniform(-1, 1)
    return Toy(model.with_weights(weights), pairs, kinds)


def _table(
    folder: Path, pairs: dict[tuple[str, ...], list[Pair]], kinds: tuple[str, ...], number: int
) -> Table:
    features = TableFeatures(
        f"TranslationModel{number}",
        [f"{REORDERING[kind]}{number}" for kind in kinds],
        f"RuleCount{number}",
        f"UniqueRule{number}",
    )
    return Table(_write_tables(folder, pairs, kinds), features)


def _sparse_names(made: Toy) -> list[str]:
    names: Counter[str] = Counter()
    for one in (pair for options in made.pairs.values() for pair in options):
        made._local(one, names)
        for side in (False, True):
            for orientation in range(3):
                made._orient(one, side, {"word": orientation, "hier": orientation}, names)
    dense = set(made.model.feature_names)
    return sorted(name for name in names if name not in dense)


def _random_pairs(
    random: Random, longest: int, most: int, counts: tuple[int, ...]
) -> dict[tuple[str, ...], list[Pair]]:
    pairs: dict[tuple[str, ...], list[Pair]] = {}
    for _ in range(25):
        source = tuple(random.choices(SOURCE, k=random.randint(1, longest)))
        targets: set[tuple[str, ...]] = set()
        while len(targets) < random.randint(1, most):
            targets.add(tuple(random.choices(TARGET, k=random.randint(1, 3))))
        pairs[source] = [_random_pair(random, source, target, counts) for target in sorted(targets)]
    return pairs


def _random_pair(
    random: Random, source: tuple[str, ...], target: tuple[str, ...], counts: tuple[int, ...]
) -> Pair:
    every = [(s, t) for s in range(len(source)) for t in range(len(target))]
    links = tuple(sorted(random.sample(every, random.randint(1, min(3, len(every))))))
    # Of their own, so that models without them stay what they were.
    four = Random(repr((source, target)))
    return Pair(
        source,
        target,
        tuple(math.log(random.uniform(0.01, 1)) for _ in range(4)),
        links,
        random.choice(counts),
        {
            kind: tuple(
                math.log((four if kind.endswith("4") else random).uniform(0.05, 1))
                for _ in range(8 if kind.endswith("4") else 6)
            )
            for kind in KINDS
        },
    )


def write_texts(folder: Path, pairs: dict[tuple[str, ...], list[Pair]], kinds: tuple[str, ...]) -> None:
    """Moses's text tables of phrase pairs."""

    def numbers(logs: tuple[float, ...]) -> str:
        return " ".join(repr(math.exp(value)) for value in logs)

    lines = sorted(
        (" ".join(one.source), " ".join(one.target), one) for options in pairs.values() for one in options
    )
    links = {id(one): " ".join(f"{s}-{t}" for s, t in one.links) for _, _, one in lines}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "phrases").write_text(
        "".join(
            f"{s} ||| {t} ||| {numbers(one.scores)} ||| {links[id(one)]} ||| 9 9 {one.joint} |||\n"
            for s, t, one in lines
        )
    )
    for kind in kinds:
        (folder / kind).write_text(
            "".join(f"{s} ||| {t} ||| {numbers(one.reordering[kind])}\n" for s, t, one in lines)
        )


def _write_tables(folder: Path, pairs: dict[tuple[str, ...], list[Pair]], kinds: tuple[str, ...]):  # type: ignore[no-untyped-def]
    write_texts(folder, pairs, kinds)
    return read_moses(
        folder / "phrases",
        [folder / kind for kind in kinds],
        path=folder / "table",
        reordering_models=[KINDS[kind] for kind in kinds],
    )
