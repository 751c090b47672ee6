"""Extraction against the definitions."""

import math
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.phrases import Extraction
from pitchpipe.reordering import CHOICES

from .definitions import (
    Sentence,
    best_alignment,
    lexical_weight,
    phrase_pairs,
    sentence,
    sentences,
    smoothed,
    word_counts,
)
from .tables import all_options, extracted, synthetic_sentences, table_of

lengths = st.integers(1, 5)


@settings(max_examples=60)
@given(sentences, lengths)
def test_the_phrase_pairs_are_all_consistent_ones_and_counted(some: list[Sentence], longest: int) -> None:
    expected = phrase_pairs(some, longest)
    of_source, of_target = defaultdict(int), defaultdict(int)
    for (source, target), pair in expected.items():
        of_source[source] += pair.count
        of_target[target] += pair.count
    with table_of(some, settings=Extraction(max_length=longest)) as table:
        found = all_options(table)
        counts = {key: (one.joint_count, one.source_count, one.target_count) for key, one in found.items()}
        assert counts == {
            key: (pair.count, of_source[key[0]], of_target[key[1]]) for key, pair in expected.items()
        }
        assert table.facts.longest_source == max((len(source.split()) for source in of_source), default=0)


@settings(max_examples=60)
@given(sentences, lengths)
def test_orientations_are_those_of_the_definitions_smoothed(some: list[Sentence], longest: int) -> None:
    expected = phrase_pairs(some, longest)
    for choice in ("both", "both-mslr"):
        with table_of(some, settings=Extraction(max_length=longest, reordering=choice)) as table:
            for key, one in all_options(table).items():
                pair = expected[key]
                for name, counts in zip(CHOICES[choice], (pair.word, pair.hierarchical), strict=True):
                    values = [math.exp(value) for value in one.reordering[name].values()]
                    assert values == pytest.approx(smoothed(counts, pair.count, name), rel=1e-5)


@settings(max_examples=60)
@given(sentences, lengths)
def test_lexical_weights_are_those_of_the_most_frequent_alignment(some: list[Sentence], longest: int) -> None:
    expected = phrase_pairs(some, longest)
    counts = word_counts(some)
    turned = type(counts)({(e, f): count for (f, e), count in counts.items()})
    with table_of(some, settings=Extraction(max_length=longest)) as table:
        for (source, target), one in all_options(table).items():
            alignment = best_alignment(expected[source, target], longest)
            assert set(one.alignment) == alignment
            back = {(j, i) for i, j in alignment}
            f, e = source.split(), target.split()
            assert math.exp(one.scores["lex(f|e)"]) == pytest.approx(
                lexical_weight(f, e, alignment, counts), rel=1e-5
            )
            assert math.exp(one.scores["lex(e|f)"]) == pytest.approx(
                lexical_weight(e, f, back, turned), rel=1e-5
            )


def test_probabilities_sum_to_one_on_both_sides(tmp_path: Path) -> None:
    of_source, of_target = defaultdict(float), defaultdict(float)
    for (source, target), one in all_options(extracted(synthetic_sentences(), tmp_path / "table")).items():
        of_source[source] += math.exp(one.scores["p(e|f)"])
        of_target[target] += math.exp(one.scores["p(f|e)"])
    assert len(of_source) > 1000
    assert {round(total, 5) for total in [*of_source.values(), *of_target.values()]} == {1}


def test_orientations_of_a_pair_sum_to_one(tmp_path: Path) -> None:
    for one in all_options(extracted(synthetic_sentences(), tmp_path / "table")).values():
        for values in one.reordering.values():
            chances = list(map(math.exp, values.values()))
            assert [sum(chances[:3]), sum(chances[3:])] == pytest.approx([1, 1], abs=1e-5)


@settings(max_examples=20)
@given(sentence(most=4, words="abcd"))
def test_what_a_phrase_stands_to_does_not_depend_on_how_long_that_is(one: Sentence) -> None:
    def after(words: int) -> Sentence:
        """The sentence behind words that are translated one by one, more than a machine word has bits."""
        links = {(i, i) for i in range(words)} | {(i + words, j + words) for i, j in one.links}
        before = [f"w{i}" for i in range(words)]
        return Sentence(before + one.source, before + one.target, frozenset(links))

    found = []
    for words in (1, 70):
        with table_of([after(words)]) as table:
            options = all_options(table).items()
            found.append({key: option.reordering for key, option in options if "w" not in " ".join(key)})
    assert found[0] == found[1]


def test_a_block_of_any_length_counts_for_the_hierarchical_model_only(tmp_path: Path) -> None:
    """Galley and Manning's figure: a phrase after a swapped pair of words is monotone to both together."""
    some = [Sentence(["a", "b", "c"], ["B", "A", "C"], frozenset({(0, 1), (1, 0), (2, 2)}))]
    (option,) = extracted(some, tmp_path / "table").options("c")
    word, hierarchical = (option.reordering[name] for name in CHOICES["both"])
    assert (
        max(hierarchical, key=lambda name: hierarchical[name] if "previous" in name else -9)
        == "previous monotone"
    )
    assert max(word, key=lambda name: word[name] if "previous" in name else -9) == "previous discontinuous"


def test_many_words_are_told_apart(tmp_path: Path) -> None:
    """More words than 16 bits can number, each with a translation of its own."""
    size, count = 10, 70_000
    links = frozenset((i, i) for i in range(size))
    some = []
    for first in range(0, count, size):
        numbers = range(first, first + size)
        some.append(Sentence([f"w{n}" for n in numbers], [f"v{n}" for n in numbers], links))
    table = extracted(some, tmp_path / "table", settings=Extraction(max_length=2, reordering="none"))
    assert table.phrase_count == len(table) == count + count // size * (size - 1)
    for number in range(0, count, 997):
        assert [option.target for option in table.options(f"w{number}")] == [f"v{number}"]


@pytest.mark.parametrize("longest", [7, 8, 10])
def test_long_phrases_and_their_alignments_come_out_whole(tmp_path: Path, longest: int) -> None:
    size = 12
    links = frozenset((i, size - 1 - i) for i in range(size))
    words = [f"w{i}" for i in range(size)]
    table = extracted(
        [Sentence(words, words, links)], tmp_path / "table", settings=Extraction(max_length=longest)
    )
    assert table.facts.longest_source == longest
    (option,) = table.options(" ".join(words[:longest]))
    assert option.target == " ".join(words[-longest:])
    assert set(option.alignment) == {(i, longest - 1 - i) for i in range(longest)}


@pytest.mark.parametrize(("reordering", "models"), CHOICES.items())
def test_each_reordering_model_can_be_had_alone(
    tmp_path: Path, reordering: str, models: tuple[str, ...]
) -> None:
    both = "both-mslr" if reordering.endswith("mslr") else "both"
    whole = all_options(
        extracted(synthetic_sentences(20), tmp_path / "both", settings=Extraction(reordering=both))
    )
    table = extracted(synthetic_sentences(20), tmp_path / "table", settings=Extraction(reordering=reordering))
    assert tuple(table.facts.reordering) == models
    for key, option in all_options(table).items():
        assert option.reordering == {name: whole[key].reordering[name] for name in models}
        assert option.scores == whole[key].scores


def test_a_table_may_have_no_reordering_model(tmp_path: Path) -> None:
    table = extracted(synthetic_sentences(20), tmp_path / "table", settings=Extraction(reordering="none"))
    assert all(option.reordering == {} for option in all_options(table).values())


def test_the_file_depends_on_neither_memory_nor_threads(tmp_path: Path) -> None:
    extracted(synthetic_sentences(), tmp_path / "whole")
    expected = (tmp_path / "whole").read_bytes()
    for memory, threads in [(1, 1), (1, 3), (1 << 20, 2), (1 << 30, 4)]:
        extracted(synthetic_sentences(), tmp_path / "table", memory=memory, threads=threads)
        assert (tmp_path / "table").read_bytes() == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table", "whole"]


def test_progress_grows_to_one(tmp_path: Path) -> None:
    seen: list[float] = []
    extracted(synthetic_sentences(20), tmp_path / "table", progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1


def test_what_progress_raises_stops_the_work(tmp_path: Path) -> None:
    def stop(done: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        extracted(synthetic_sentences(20), tmp_path / "table", progress=stop)
    assert list(tmp_path.iterdir()) == []
