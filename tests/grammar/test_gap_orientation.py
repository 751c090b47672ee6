"""The model of the orientation of gaps against its definition."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import _native
from pitchpipe.decoder import ChartDecoder
from pitchpipe.errors import InputError
from pitchpipe.grammar import RuleExtraction
from pitchpipe.grammar.gap_orientation import CONTEXTS, VALUES
from pitchpipe.model import Glue, Model, Table, TableFeatures
from pitchpipe.phrases.table_file import ORIENTATION_ARRAYS
from tests.decoder.toy_orientations import contexts
from tests.phrases.definitions import Sentence, hierarchical_orientations, sentences
from tests.phrases.tables import synthetic_sentences

from .tables import extracted, grammar_of

ORDER = ("monotone", "swap", "discontinuous")


def counted(some: list[Sentence], longest: int) -> dict[tuple[int, str | None, str | None], Counter[str]]:
    """Of each context how many spans there are, and how many are phrases of each orientation."""
    found: dict[tuple[int, str | None, str | None], Counter[str]] = {}
    for sentence in some:
        blocks = sentence.blocks()
        size = len(sentence.source)
        for begin in range(size):
            for end in range(begin + 1, min(size, begin + longest) + 1):
                targets = [e for f, e in blocks if f == (begin, end - 1) and e[1] - e[0] < longest]
                values = Counter({"span": 1})
                if targets:
                    seen = [
                        hierarchical_orientations(sentence, blocks, (begin, end - 1), one) for one in targets
                    ]
                    # A span with several translations has the most orderly of their orientations.
                    for side, each in zip(("previous", "next"), zip(*seen, strict=True), strict=True):
                        values[f"{side} {min(each, key=ORDER.index)}"] = 1
                    values["phrase"] = 1
                for context, pair in enumerate(contexts(sentence.source, begin, end)):
                    found.setdefault((context, *pair), Counter()).update(values)
    return found


def probability(counts: Counter[str], name: str, prior: float, strength: float) -> float:
    side = name.split(maxsplit=1)[0]
    of = ["span"] if name == "phrase" else [f"{side} {one}" for one in ORDER]
    return (counts[name] + strength * prior) / (sum(counts[one] for one in of) + strength)


@settings(max_examples=60)
@given(sentences, st.integers(1, 5))
def test_the_model_is_that_of_the_definition(some: list[Sentence], longest: int) -> None:
    counts = counted(some, longest)
    whole = sum((one for (context, *_), one in counts.items() if context == 0), Counter())
    chosen = RuleExtraction(max_initial=longest, tight=False, orientation=True)
    with grammar_of(some, settings=chosen) as grammar:
        keys, values, words = (np.array(grammar.file.arrays[name]) for name in ORIENTATION_ARRAYS)
        names = list(grammar.words[0])
    size = words.shape[2] - 2
    number = {word: i for i, word in enumerate(names)} | {None: _native.SENTENCE_EDGE}
    expected = {}
    by_word: dict[tuple[int, int, str | None], Counter[str]] = {}
    for (context, *pair), one in counts.items():
        for side, word in enumerate(pair):
            by_word.setdefault((context, side, word), Counter()).update(one)
    for (context, *pair), one in counts.items():
        row = []
        for name in VALUES:
            prior = probability(whole, name, 1 / 3, 1)
            both = [
                probability(by_word[context, side, word], name, prior, 5) for side, word in enumerate(pair)
            ]
            row.append(probability(one, name, sum(both) / 2, 5))
        if one["span"] >= 2:
            expected[context << 60 | number[pair[0]] << 30 | number[pair[1]]] = row
    assert keys.tolist() == sorted(expected)
    for key, row in zip(keys.tolist(), np.exp(values), strict=True):
        assert row.tolist() == pytest.approx(expected[key], rel=1e-4)
    for (context, side, word), one in by_word.items():
        row = words[context, side, size if word is None else number[word]]
        prior = [probability(whole, name, 1 / 3, 1) for name in VALUES]
        assert row.tolist() == pytest.approx(
            [probability(one, name, each, 5) for name, each in zip(VALUES, prior, strict=True)], rel=1e-4
        )
        assert words[context, side, size + 1].tolist() == pytest.approx(prior, rel=1e-4)


def test_threads_change_nothing_and_a_filtered_grammar_keeps_it(tmp_path: Path) -> None:
    some = synthetic_sentences(200)
    chosen = RuleExtraction.of("loose", orientation=True)
    one, other = (
        extracted(some, tmp_path / f"{threads}", settings=chosen, threads=threads) for threads in (1, 3)
    )
    small = one.filtered(tmp_path / "small", restrict_to=[" ".join(some[0].source)])
    for name in ORIENTATION_ARRAYS:
        assert np.array_equal(one.file.arrays[name], other.file.arrays[name])
        assert np.array_equal(one.file.arrays[name], small.file.arrays[name])
    assert len(small) < len(one)


def test_a_grammar_without_it_has_no_such_features(tmp_path: Path) -> None:
    table = extracted(synthetic_sentences(20), tmp_path / "rules", settings=RuleExtraction.of("chiang2007"))
    model = Model([Table(table, TableFeatures("TranslationModel0", ()))], [], {}, glue=Glue())
    assert not any(name.startswith("GapOrientation") for name in model.feature_names)


@pytest.mark.parametrize("name", ORIENTATION_ARRAYS)
def test_rows_that_do_not_fit_are_refused(tmp_path: Path, name: str) -> None:
    from dataclasses import replace

    table = extracted(synthetic_sentences(20), tmp_path / "rules", settings=RuleExtraction(orientation=True))
    arrays = {**table.file.arrays, name: table.file.arrays[name][:-1]}
    damaged = replace(table, file=replace(table.file, arrays=arrays))
    model = Model([Table(damaged, TableFeatures("TranslationModel0", ()))], [], {}, glue=Glue())
    assert len(CONTEXTS) * len(VALUES) == sum(one.startswith("Gap") for one in model.feature_names)
    with pytest.raises(InputError, match="gap orientations"):
        ChartDecoder(model.with_weights(dict.fromkeys(model.feature_names, 0.1)))
