"""Tiny random grammars, and everything that they can say by plain enumeration."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from pitchpipe.decoder import AppliedRule, KnownRule, RuleFeature
from pitchpipe.decoder.rule_features import GLUE
from pitchpipe.grammar import GAPS, read_rules
from pitchpipe.grammar.gap_orientation import CONTEXTS, VALUES
from pitchpipe.lm import LanguageModel, estimate
from pitchpipe.model import Glue, Language, Model, SparseFeatures, Table, TableFeatures
from pitchpipe.text import Corpus
from tests.lm.models import WORDS, as_estimated, random_table, read
from tests.lm.models import Table as Ngrams

from .toy_orientations import GLUED, ToyOrientations, gap_orientations

SOURCE = "abcd"
ANY = "*"
"""The label of a word that no rule translates."""
_GAP = re.compile(r"\[(.+),(\d)\]")
TARGET = WORDS[:4]


@dataclass(frozen=True)
class Rule:
    source: tuple[str, ...]
    target: tuple[str, ...]
    scores: tuple[float, ...]
    label: str = "X"
    links: frozenset[tuple[int, int]] = frozenset()

    @property
    def text(self) -> str:
        values = " ".join(repr(score) for score in self.scores)
        links = " ".join(f"{i}-{j}" for i, j in sorted(self.links))
        return (
            f"[{self.label}] ||| {' '.join(self.source)} ||| {' '.join(self.target)} ||| {values} ||| {links}"
        )

    @property
    def gap_labels(self) -> list[str]:
        return [found[1] for symbol in self.source if (found := _GAP.fullmatch(symbol))]

    def sparse(self, on: tuple[str, ...]) -> Iterator[str]:
        """The sparse features of the rule, which has no aligned words."""
        root = () if self.label == "X" else (f"[{self.label}]",)
        source, target = (
            [word for word in side if word not in GAPS and not _GAP.fullmatch(word)] for side in self.sides
        )
        if "PT" in on:
            yield f"PT:{'_'.join(self.source)}~{'_'.join((*self.target, *root))}"
        if "AL" in on:
            yield from (f"AL:{word}~<none>" for word in source)
        if "INS" in on:
            yield from (f"INS:{word}" for word in target)
        if "length" in on:
            yield from (f"src={len(source)}", f"tgt={len(target)}", f"src/tgt={len(source)},{len(target)}")
        if "SH" in on:
            marks = [
                "".join(found[2] if (found := _GAP.fullmatch(word)) else "w" for word in side)
                for side in self.sides
            ]
            yield f"SH:{re.sub('w+', 'w', '~'.join(marks))}"
        if "gaps" in on:
            yield f"gaps={len(self.gap_labels)}"
        for name in ("RO", "NC"):
            if name in on and root:
                yield f"{name}:{root[0]}"

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.source, self.target


@dataclass(frozen=True)
class Derivation:
    """What translates a span: words, features, and the spans of its rules, the outer one first."""

    words: tuple[str, ...]
    features: Counter[str]
    spans: tuple[tuple[int, int], ...]
    label: str = ""
    parts: tuple[tuple[int, Derivation], ...] = ()
    """All that it is made of, each with the target words before it."""
    state: Any = 0
    """That a feature gave it."""


def _parts(before: int, one: Derivation) -> tuple[tuple[int, Derivation], ...]:
    """A derivation that stands after so many words, and its parts."""
    return ((before, one), *((before + at, part) for at, part in one.parts))


@dataclass(frozen=True)
class ToyGrammar:
    model: Model
    rules: tuple[Rule, ...]
    ngrams: Ngrams
    span_limit: int
    templates: tuple[str, ...] = ()
    feature: RuleFeature | None = None
    """One that is written in Python."""
    orientations: ToyOrientations | None = None

    def derivations(self, words: tuple[str, ...]) -> list[tuple[float, Derivation]]:
        """All derivations of a sentence with their scores, best first."""
        found = [(self.score(one), one) for one in self._sentences(words)]
        return sorted(found, key=lambda one: -one[0])

    def score(self, derivation: Derivation) -> float:
        weights = self.model.weights
        return math.fsum(weights[name] * value for name, value in self.features(derivation).items())

    def features(self, derivation: Derivation) -> dict[str, float]:
        text = ("<s>", *derivation.words, "</s>")
        lm = sum(self.ngrams.log10(text[at], text[:at]) for at in range(1, len(text)))
        whole = Counter(derivation.features)
        whole["LM0"] = lm * math.log(10)
        whole["WordPenalty0"] = -len(text)
        whole["PhrasePenalty0"] += 2
        return whole

    def part_features(self, derivation: Derivation) -> dict[str, float]:
        """Of what translates a span, with no words before it."""
        words = derivation.words
        lm = sum(self.ngrams.log10(words[at], words[:at]) for at in range(len(words)))
        whole = Counter(derivation.features)
        whole["LM0"] = lm * math.log(10)
        whole["WordPenalty0"] = -len(words)
        return whole

    def phrases(self, words: tuple[str, ...], begin: int, end: int) -> list[Derivation]:
        """All that translates a span."""
        return self._phrases(words, begin, end)

    def _sentences(self, words: tuple[str, ...]) -> Iterator[Derivation]:
        """Rows of phrases, each glued to those before it."""
        start = self.feature.initial if self.feature else 0
        done: list[list[Derivation]] = [[Derivation((), Counter(), (), state=start)]]
        for end in range(1, len(words) + 1):
            done.append([])
            for begin in range(end):
                for left in done[begin]:
                    for right in self._phrases(words, begin, end):
                        features = Counter(left.features)
                        for name, value in right.features.items():
                            features[name] += value
                        features["Glue0"] += self.model.glue.value
                        features["PhrasePenalty0"] += 1
                        self._orient(features, words, (begin, end), GLUED)
                        state = self._ask(features, GLUE, 0, end, [((0, begin), left), ((begin, end), right)])
                        done[end].append(
                            Derivation(
                                left.words + right.words,
                                features,
                                left.spans + right.spans,
                                parts=(*left.parts, *_parts(len(left.words), right)),
                                state=state,
                            )
                        )
        yield from done[-1]

    def _phrases(self, words: tuple[str, ...], begin: int, end: int) -> list[Derivation]:
        if end - begin > self.span_limit:
            return []
        found = []
        for rule in self.rules:
            for gaps in _matches(rule.source, words, begin, end):
                children = [
                    [one for one in self._phrases(words, *gap) if one.label in (label, ANY)]
                    for gap, label in zip(gaps, rule.gap_labels, strict=True)
                ]
                found += [self._apply(rule, words, begin, end, some) for some in _choices(children)]
        if not any(one.source == words[begin:end] for one in self.rules) and end == begin + 1:
            features = Counter({"PhrasePenalty0": 1, "UnknownWordPenalty0": -100})
            state = self._ask(features, KnownRule(words[begin:end], words[begin:end]), begin, end, [])
            found.append(Derivation(words[begin:end], features, ((begin, end),), ANY, state=state))
        return found

    def _orient(
        self,
        features: Counter[str],
        words: tuple[str, ...],
        span: tuple[int, int],
        orientations: tuple[str | None, str | None],
    ) -> None:
        """Add the values of what fills a gap or is glued."""
        if self.orientations:
            for name, value in self.orientations.features(words, *span, orientations):
                features[name] += value

    def _apply(
        self, rule: Rule, source: tuple[str, ...], begin: int, end: int, children: tuple[Derivation, ...]
    ) -> Derivation:
        words: tuple[str, ...] = ()
        spans: tuple[tuple[int, int], ...] = ((begin, end),)
        parts: tuple[tuple[int, Derivation], ...] = ()
        features = Counter({f"TranslationModel0_{i}": score for i, score in enumerate(rule.scores)})
        features["PhrasePenalty0"] += 1
        features.update(rule.sparse(self.templates))
        for child, one in zip(children, gap_orientations(*rule.sides, rule.links), strict=True):
            self._orient(features, source, child.spans[0], one)
        for symbol in rule.target:
            if gap := _GAP.fullmatch(symbol):
                child = children[int(gap[2]) - 1]
                parts += _parts(len(words), child)
                words += child.words
                spans += child.spans
                for name, value in child.features.items():
                    features[name] += value
            else:
                words += (symbol,)
        known = KnownRule(rule.source, rule.target, "" if rule.label == "X" else rule.label)
        state = self._ask(features, known, begin, end, [(child.spans[0], child) for child in children])
        return Derivation(words, features, spans, rule.label, parts, state)

    def _ask(
        self,
        features: Counter[str],
        known: KnownRule,
        begin: int,
        end: int,
        gaps: list[tuple[tuple[int, int], Derivation]],
    ) -> Any:
        """Add the values of the feature that is written in Python; the state that it gives."""
        if self.feature is None:
            return 0
        spans, states = tuple(span for span, _ in gaps), tuple(one.state for _, one in gaps)
        values, state = self.feature.rule(None, AppliedRule(begin, end, known, spans, states))
        for name, value in zip(self.feature.names, values, strict=True):
            features[name] += value
        return state


def _matches(
    symbols: tuple[str, ...], words: tuple[str, ...], begin: int, end: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    """The spans of the gaps, in every way that these symbols stand for a span."""
    if not symbols:
        if begin == end:
            yield ()
    elif _GAP.fullmatch(symbols[0]):
        for middle in range(begin + 1, end + 1):
            for rest in _matches(symbols[1:], words, middle, end):
                yield ((begin, middle), *rest)
    elif begin < end and words[begin] == symbols[0]:
        yield from _matches(symbols[1:], words, begin + 1, end)


def _choices(lists: list[list[Derivation]]) -> list[tuple[Derivation, ...]]:
    found: list[tuple[Derivation, ...]] = [()]
    for one in lists:
        found = [(*some, choice) for some in found for choice in one]
    return found


def random_rule(rng: Random, labels: str) -> Rule:
    gaps = rng.choice([0, 0, 0, 1, 1, 2] if labels == "X" else [0, 0, 0, 1, 1, 2, 2, 3])
    words = [rng.choice(SOURCE) for _ in range(rng.choice([1, 1, 2]))]
    source = [*words]
    for _ in range(gaps):
        source.insert(rng.randrange(len(source) + 1), "gap")
    names = GAPS if labels == "X" else [f"[{rng.choice(labels)},{i}]" for i in (1, 2, 3)]
    order = iter(names)
    source = [next(order) if symbol == "gap" else symbol for symbol in source]
    target = [rng.choice(TARGET) for _ in range(rng.choice([0, 1, 1, 2]))]
    for gap in names[:gaps]:
        target.insert(rng.randrange(len(target) + 1), gap)
    if not target:
        target = [rng.choice(TARGET)]
    scores = tuple(round(-3 * rng.random(), 3) for _ in range(2))
    return Rule(tuple(source), tuple(target), scores, "X" if labels == "X" else rng.choice(labels))


def random_grammar(
    seed: int,
    folder: Path,
    order: int = 3,
    span_limit: int = 20,
    *,
    labels: str = "X",
    templates: tuple[str, ...] = (),
    oriented: bool = False,
) -> ToyGrammar:
    """Rules with these labels; with X alone they have none."""
    rng = Random(seed)
    made = {
        (rule.source, rule.target, rule.label): rule
        for rule in (random_rule(rng, labels) for _ in range(rng.randrange(3, 14)))
    }
    rules = tuple(made[key] for key in sorted(made))
    if oriented:
        rules = tuple(replace(rule, links=random_links(rng, rule)) for rule in rules)
    (folder / "rules").write_text("".join(f"{rule.text}\n" for rule in rules))
    table = read_rules(folder / "rules", folder / "rules.table", labels=labels != "X")
    ngrams = as_estimated(random_table(seed, order, density=0.5))
    glue = Glue(value=1.5)
    names = [f"TranslationModel0_{i}" for i in range(2)]
    weights = {name: round(rng.uniform(-0.2, 1), 3) for name in [*names, "LM0", "WordPenalty0"]}
    weights |= {"PhrasePenalty0": 0.1, "Glue0": -0.3, "UnknownWordPenalty0": 0.02}
    names = sorted({name for rule in rules for name in rule.sparse(templates)})
    weights |= {name: round(rng.uniform(-1, 1), 3) for name in names}
    orientations = None
    if oriented:
        orientations = ToyOrientations.random(
            rng, tuple(word for word in table.words[0] if not _GAP.fullmatch(word))
        )
        table = orientations.put_into(table)
        weights |= {
            f"GapOrientation0_{i}": round(rng.uniform(-0.5, 1), 3) for i in range(len(CONTEXTS) * len(VALUES))
        }
    model = Model(
        [Table(table, TableFeatures("TranslationModel0", ()))],
        [Language(read(ngrams, folder))],
        weights,
        SparseFeatures(templates),
        glue=glue,
    )
    return ToyGrammar(model, rules, ngrams, span_limit, templates, orientations=orientations)


def random_links(rng: Random, rule: Rule) -> frozenset[tuple[int, int]]:
    """Links of the rule's words."""
    places = [[i for i, word in enumerate(side) if not _GAP.fullmatch(word)] for side in rule.sides]
    return frozenset(pair for pair in product(*places) if rng.random() < 0.5)


def small_grammar(folder: Path, words: int = 12) -> Model:
    """A saved model of words s0, s1, ... that each become t0 or u0 and the like, and swap around s1."""
    folder.mkdir()
    rules = [
        Rule((f"s{i}",), (target,), scores)
        for i in range(words)
        for target, scores in (
            (f"t{i}", (-0.4, -1.5)),
            (f"u{i}", (-1.0, -0.2)),
            (f"t{(i + 1) % words}", (-2.0, -2.0)),
        )
    ]
    rules.append(Rule((GAPS[0], "s1", GAPS[1]), (GAPS[1], "u1", GAPS[0]), (-0.3, -0.7)))
    (folder / "rules").write_text("".join(f"{rule.text}\n" for rule in rules))
    table = read_rules(folder / "rules", folder / "phrases.table")
    lines = [
        " ".join(f"{letter}{(i + n) % words}" for n in range(4)) for i in range(words) for letter in "tu"
    ]
    estimate(Corpus.of(lines), 2).model.save(folder / "lm.lm")
    model = Model(
        [Table(table, TableFeatures("TranslationModel0", ()))],
        [Language(LanguageModel.read(folder / "lm.lm"))],
        {"TranslationModel0_0": 0.5, "TranslationModel0_1": 0.05, "LM0": 0.4, "WordPenalty0": -0.5}
        | {"PhrasePenalty0": 0.1, "Glue0": -0.1, "UnknownWordPenalty0": 1.0},
        glue=Glue(),
    )
    model.save(folder)
    return Model.read(folder)
