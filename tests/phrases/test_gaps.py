"""Extraction of phrases with gaps against the definition."""

import math
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.files.flat_file import read_flat_file, write_flat_file
from pitchpipe.phrases import HOLE, REORDERING_MODELS, Extraction, Filter, Gaps, PhraseTable, gaps
from pitchpipe.phrases.gaps import gap_counts, misplaced_gaps
from pitchpipe.phrases.table_file import KIND, VERSION, gap_numbers
from pitchpipe.text import Texts

from .definitions import Sentence, best_alignment, lexical_weight, sentence, smoothed, word_counts
from .gap_definitions import all_pairs
from .tables import all_options, extracted, synthetic_sentences, table_of

some_sentences = st.lists(sentence(most=6), min_size=1, max_size=2).filter(
    lambda some: any(one.links for one in some)
)
sparse_links = st.lists(
    st.builds(
        lambda n, extra: Sentence(
            [*"abcdefg"[:n]],
            [*"ABCDEFG"[:n]],
            frozenset((i, j % n) for i, j in enumerate(extra[:n]) if j >= 0),
        ),
        st.integers(3, 6),
        st.lists(st.integers(-1, 5), min_size=6, max_size=6),
    ).filter(lambda one: bool(one.links)),
    min_size=1,
    max_size=2,
)
"""Most words are aligned once, so that many pairs have gaps."""
limits = st.builds(
    Gaps,
    sides=st.sampled_from(["source", "target", "both", "both"]),
    count=st.integers(1, 2),
    symbols=st.integers(2, 5),
    span=st.sampled_from([3, 5, 15]),
    target_gap=st.sampled_from([1, 2, 7]),
)


@settings(max_examples=60)
@given(st.one_of(some_sentences, sparse_links, sparse_links), limits)
def test_the_pairs_with_gaps_are_those_of_the_definition(some: list[Sentence], chosen: Gaps) -> None:
    expected = all_pairs(some, 5, chosen)
    of_source, of_target = defaultdict(int), defaultdict(int)
    for (source, target), pair in expected.items():
        of_source[source] += pair.count
        of_target[target] += pair.count
    words = word_counts(some)
    turned = type(words)({(e, f): count for (f, e), count in words.items()})
    with table_of(some, settings=Extraction(max_length=5, gaps=chosen)) as table:
        found = all_options(table)
        counts = {key: (one.joint_count, one.source_count, one.target_count) for key, one in found.items()}
        assert counts == {
            key: (pair.count, of_source[key[0]], of_target[key[1]]) for key, pair in expected.items()
        }
        for (source, target), one in found.items():
            pair = expected[source, target]
            alignment = best_alignment(pair, 5)
            assert set(one.alignment) == alignment
            for name, orientations in zip(REORDERING_MODELS[:2], (pair.word, pair.hierarchical), strict=True):
                values = [math.exp(value) for value in one.reordering[name].values()]
                assert values == pytest.approx(smoothed(orientations, pair.count), rel=1e-5)
            f, e = source.split(), target.split()
            weights = [
                lexical_weight_of_words(f, e, alignment, words),
                lexical_weight_of_words(e, f, {(j, i) for i, j in alignment}, turned),
            ]
            assert [math.exp(one.scores[name]) for name in ("lex(f|e)", "lex(e|f)")] == pytest.approx(
                weights, rel=1e-5
            )


def lexical_weight_of_words(words, others, alignment, counts):  # type: ignore[no-untyped-def]
    """As without gaps, which are nobody's translation."""
    kept = [i for i, word in enumerate(words) if word != HOLE]
    points = {(kept.index(i), j) for i, j in alignment}
    return lexical_weight([words[i] for i in kept], others, points, counts)


def test_continuous_pairs_stay_and_share_their_phrases_with_those_with_gaps(tmp_path: Path) -> None:
    plain = all_options(extracted(synthetic_sentences(40), tmp_path / "plain"))
    table = extracted(synthetic_sentences(40), tmp_path / "gaps", settings=Extraction(gaps=Gaps.of("both")))
    found = all_options(table)
    continuous = {key: one for key, one in found.items() if HOLE not in " ".join(key).split()}
    assert continuous.keys() == plain.keys()
    for key, one in continuous.items():
        assert (one.joint_count, one.alignment, one.reordering) == (
            plain[key].joint_count,
            plain[key].alignment,
            plain[key].reordering,
        )
    of_source, of_target = defaultdict(float), defaultdict(float)
    for (source, target), one in found.items():
        of_source[source] += math.exp(one.scores["p(e|f)"])
        of_target[target] += math.exp(one.scores["p(f|e)"])
    assert {round(total, 5) for total in [*of_source.values(), *of_target.values()]} == {1}


def test_the_file_depends_on_neither_memory_nor_threads(tmp_path: Path) -> None:
    chosen = Extraction(gaps=Gaps.of("both"))
    extracted(synthetic_sentences(40), tmp_path / "whole", settings=chosen)
    for memory, threads in [(1, 1), (1 << 20, 3)]:
        extracted(
            synthetic_sentences(40), tmp_path / "table", settings=chosen, memory=memory, threads=threads
        )
        assert (tmp_path / "table").read_bytes() == (tmp_path / "whole").read_bytes()


def test_only_source_phrases_that_fit_into_a_line_are_kept(tmp_path: Path) -> None:
    some = [Sentence([*"abc"], [*"ABC"], frozenset({(0, 0), (1, 1), (2, 2)}))]
    chosen = Extraction(gaps=Gaps.of("both"))
    whole = extracted(some, tmp_path / "whole", settings=chosen)
    assert "a [X] c" in set(whole.phrases())
    for line, kept in (("a x y c", {"a", "c", "a [X] c"}), ("a c", {"a", "c"}), ("c b a", {"a", "b", "c"})):
        table = extracted(some, tmp_path / "table", settings=chosen, restrict_to=[line])
        assert set(table.phrases()) == kept
        assert set(whole.filtered(tmp_path / "filtered", Filter(), [line]).phrases()) == kept


@pytest.mark.parametrize("block", [2, 100])
@given(phrases=st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=7), min_size=1, max_size=6))
def test_gaps_are_counted_and_misplaced_ones_found(block: int, phrases: list[list[int]]) -> None:
    """The number 0 is a gap; the work is done in blocks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gaps, "BLOCK", block)
        check_gaps(phrases)


def check_gaps(phrases: list[list[int]]) -> None:
    words, offsets = np.concatenate(phrases), np.cumsum([0, *map(len, phrases)])
    assert gap_counts(words, offsets, 0).tolist() == [one.count(0) for one in phrases]
    wrong = [
        number
        for number, one in enumerate(phrases)
        if one[0] == 0 or one[-1] == 0 or (0, 0) in pairwise(one) or one.count(0) > 2
    ]
    assert misplaced_gaps(words, offsets, 0).tolist() == wrong


def test_a_text_may_not_have_what_stands_for_a_gap(tmp_path: Path) -> None:
    some = [Sentence(["a", HOLE], ["A", "B"], frozenset({(0, 0)}))]
    extracted(some, tmp_path / "table")
    with pytest.raises(InputError, match=r"source:1: found the token '\[X\]'"):
        extracted(some, tmp_path / "table", settings=Extraction(gaps=Gaps.of("both")))


def test_a_table_with_gaps_whose_trie_is_odd_or_missing_is_refused(tmp_path: Path) -> None:
    table = extracted(synthetic_sentences(4), tmp_path / "whole", settings=Extraction(gaps=Gaps.of("both")))
    file = read_flat_file(table.file.path, KIND, VERSION)
    nodes, slots = file.arrays["trie_nodes"], file.arrays["trie_slots"]
    for changed in (
        {"trie_nodes": nodes.reshape(-1)},
        {"trie_nodes": nodes.astype(np.int64)},
        {"trie_slots": slots[:, None]},
        {"trie_slots": slots.astype(np.float32)},
    ):
        write_flat_file(tmp_path / "odd", KIND, VERSION, {**file.arrays, **changed}, file.facts)
        with pytest.raises(InputError, match="odd: the file is damaged"):
            PhraseTable.read(tmp_path / "odd")
    without = {name: array for name, array in file.arrays.items() if not name.startswith("trie")}
    write_flat_file(tmp_path / "odd", KIND, VERSION, without, file.facts)
    with pytest.raises(InputError, match="odd: the file is damaged: found no 'trie_nodes'"):
        PhraseTable.read(tmp_path / "odd")


def test_a_word_that_is_no_text_does_not_hide_gaps() -> None:
    words = Texts(np.frombuffer(b"a\xff[X]b", np.uint8), np.array([0, 2, 5, 6]))
    assert gap_numbers(words, [HOLE]) == [1]
    assert gap_numbers(words, ["\ud800"]) == []
