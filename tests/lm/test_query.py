"""Asking a model: the same answers as KenLM's and as the definition's, from the least possible state."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pitchpipe import InputError, _native
from pitchpipe.lm import LanguageModel

from .models import WORDS, as_estimated, both, random_table, read

seeds = st.integers(0, 2**32)
sentences = st.lists(st.sampled_from([*WORDS, "zzz"]), max_size=8)


@settings(max_examples=60)
@given(seeds, st.integers(1, 7), st.booleans(), st.lists(sentences, min_size=1, max_size=5))
def test_scores_are_those_of_the_definition(
    tmp_path_factory: pytest.TempPathFactory, seed: int, order: int, unknown: bool, lines: list[list[str]]
) -> None:
    table = random_table(seed, order, unknown=unknown, density=min(0.4, 1.6 / order))
    scores = read(table, tmp_path_factory.mktemp("lm")).score(lines)
    for i, line in enumerate(lines):
        words = ["<s>", *line, "</s>"]
        expected = [table.log10(words[at], tuple(words[:at])) for at in range(1, len(words))]
        assert scores.line(i) == pytest.approx(expected, abs=1e-4)


@settings(max_examples=60)
@given(seeds, st.integers(2, 6), st.booleans(), st.lists(sentences, min_size=1, max_size=5))
def test_scores_and_lengths_are_kenlms_also_where_ends_were_pruned(
    tmp_path_factory: pytest.TempPathFactory, seed: int, order: int, unknown: bool, lines: list[list[str]]
) -> None:
    table = random_table(seed, order, unknown=unknown, density=min(0.6, 2.4 / order), holes=0.1)
    try:
        ours, theirs = both(table, tmp_path_factory.mktemp("lm"))
    except OSError:  # KenLM has no room for so many pruned n-grams
        assume(False)
    for begin, end in [(True, True), (False, True), (True, False)]:
        scores = ours.score(lines, bos=begin, eos=end)
        for i, line in enumerate(lines):
            full = list(theirs.full_scores(" ".join(line), bos=begin, eos=end))
            assert scores.line(i).tolist() == [one[0] for one in full]
            at = slice(scores.offsets[i], scores.offsets[i + 1])
            assert scores.lengths[at].tolist() == [one[1] for one in full]
            assert (scores.words[at] == 0).tolist() == [one[2] for one in full]


def test_a_pruned_model_of_which_ends_are_missing_is_read_as_kenlm_reads_it(tmp_path: Path) -> None:
    table = random_table(1, 4, density=0.5, holes=0.2)
    assert any(key[1:] not in table.weights for key in table.weights if len(key) > 1)
    ours, theirs = both(table, tmp_path)
    for line in product([*WORDS, "zzz"], repeat=4):
        assert ours.score([line]).totals[0] == pytest.approx(theirs.score(" ".join(line)), abs=1e-4)


def test_perplexity_is_kenlms(tmp_path: Path) -> None:
    ours, theirs = both(random_table(2, 3, holes=0), tmp_path)
    for line in ["a b c", "zzz a", ""]:
        assert ours.perplexity([line]) == pytest.approx(theirs.perplexity(line), rel=1e-5)


def contexts(model: LanguageModel, longest: int) -> dict[tuple[str, ...], object]:
    """The state after every sequence of words up to a length, with and without a sentence start."""
    states: dict[tuple[str, ...], object] = {
        (): model.native.empty(),
        ("<s>",): model.native.begin_sentence(),
    }
    shorter = list(states)
    for _ in range(longest):
        longer = [(*start, word) for start in shorter for word in [*WORDS, "zzz"]]
        for context in longer:
            state = states[context[:-1]]
            states[context] = model.native.full_score(state, model.id(context[-1]))[3]
        shorter = longer
    return states


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("order", [2, 3, 4])
def test_equal_states_have_equal_futures(tmp_path: Path, seed: int, order: int) -> None:
    model = read(random_table(seed, order), tmp_path)
    futures: dict[object, list[tuple[float, object]]] = {}
    ids = [model.id(word) for word in [*WORDS, "</s>", "zzz"]]
    for state in contexts(model, 4).values():
        after = [model.native.full_score(state, number) for number in ids]
        future = [(log10, next_state) for log10, _, _, next_state in after]
        assert futures.setdefault(state, future) == future
    assert len(futures) < len(contexts(model, 4))


@pytest.mark.parametrize("seed", range(6))
def test_a_state_has_the_words_that_can_still_matter_and_no_more(tmp_path: Path, seed: int) -> None:
    table = random_table(seed, 3)
    model = read(table, tmp_path)
    starts = {key[:-1] for key in table.weights}
    # Of n-grams that were put in where pruning took an end away, the starts count too.
    starts |= {key[skip:-1] for key in table.weights for skip in range(len(key) - 1)}
    for context, state in contexts(model, 3).items():
        known = tuple(word if (word,) in table.weights else "<unk>" for word in context)
        needed = [
            length
            for length in range(1, 3)
            if len(known) >= length
            and (known[-length:] in starts or table.weights.get(known[-length:], (0, 0))[1] != 0)
        ]
        assert len(state) == max(needed, default=0)
        assert [model.words[word] for word in state.words] == list(reversed(known))[: len(state)]


def test_states_are_keys_and_differ_from_other_things(tmp_path: Path) -> None:
    model = read(random_table(3, 3), tmp_path)
    begin, empty = model.native.begin_sentence(), model.native.empty()
    assert {begin: 1, empty: 2}[model.native.begin_sentence()] == 1
    assert begin != empty
    assert begin != "state"


@settings(max_examples=60)
@given(seeds, st.integers(1, 5), st.tuples(sentences, sentences), st.booleans())
def test_a_fragment_is_corrected_by_what_turns_out_to_precede_it(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    order: int,
    parts: tuple[list[str], list[str]],
    begins: bool,
) -> None:
    before, words = parts
    table = as_estimated(random_table(seed, order, density=min(0.5, 2 / order)))
    model = read(table, tmp_path_factory.mktemp("lm")).native
    state = model.begin_sentence() if begins else model.empty()
    for word in before:
        state = model.full_score(state, model.id(word))[3]
    fragment, expected, after = _native.LanguageModelFragment(), 0.0, state
    for word in words:
        fragment.append(model, model.id(word))
        log10, _, _, after = model.full_score(after, model.id(word))
        expected += log10
    correction, found = fragment.attach(model, state)
    assert fragment.log10 + correction == pytest.approx(expected, abs=1e-4)
    assert found == after
    assert found.backoff == after.backoff


@settings(max_examples=100)
@given(seeds, st.integers(1, 5), st.lists(sentences, min_size=1, max_size=4), st.booleans())
def test_fragments_join_to_what_their_words_make_one_by_one(
    tmp_path_factory: pytest.TempPathFactory, seed: int, order: int, parts: list[list[str]], from_left: bool
) -> None:
    table = as_estimated(random_table(seed, order, density=min(0.5, 2 / order)))
    model = read(table, tmp_path_factory.mktemp("lm")).native

    def fragment(words: list[str]) -> _native.LanguageModelFragment:
        made = _native.LanguageModelFragment()
        for word in words:
            made.append(model, model.id(word))
        return made

    pieces = [fragment(words) for words in parts]
    while len(pieces) > 1:
        at = 0 if from_left else len(pieces) - 2
        pieces[at].join(model, pieces.pop(at + 1))
    expected = fragment([word for words in parts for word in words])
    assert pieces[0].log10 == pytest.approx(expected.log10, abs=1e-4)
    for before in (model.begin_sentence(), model.empty(), model.full_score(model.empty(), 1)[3]):
        (correction, after), (wanted, state) = (one.attach(model, before) for one in (pieces[0], expected))
        assert pieces[0].log10 + correction == pytest.approx(expected.log10 + wanted, abs=1e-4)
        assert after == state


def test_threads_change_nothing(tmp_path: Path) -> None:
    model = read(random_table(4, 4), tmp_path)
    rng = np.random.default_rng(1)
    lines = [" ".join(rng.choice([*WORDS, "zzz"], rng.integers(0, 12))) for _ in range(20_000)]
    one, three = model.score(lines), model.score(lines, threads=3)
    for name in ("words", "log10", "lengths", "offsets"):
        np.testing.assert_array_equal(getattr(one, name), getattr(three, name))
    assert len(one) == len(lines)


def test_sums_of_lines_leave_out_nothing(tmp_path: Path) -> None:
    model = read(random_table(5, 3), tmp_path)
    scores = model.score(["", "a zzz", "", "zzz zzz b", ""], eos=False)
    assert scores.tokens.tolist() == [0, 2, 0, 3, 0]
    assert scores.unknown.tolist() == [0, 1, 0, 2, 0]
    assert scores.totals.tolist() == [
        0,
        sum(scores.line(1).tolist()),
        0,
        pytest.approx(sum(scores.line(3).tolist())),
        0,
    ]


def test_a_model_without_unk_gives_unknown_words_minus_100(tmp_path: Path) -> None:
    ours, theirs = both(random_table(6, 2, unknown=False, holes=0), tmp_path)
    assert ours.score([["zzz"]], bos=False, eos=False).totals[0] == -100
    assert theirs.score("zzz", bos=False, eos=False) == -100


@pytest.mark.parametrize("lines", [["a b", "c"], [["a", "b"], ["c"]]])
def test_lines_may_be_texts_or_tokens(tmp_path: Path, lines: list[str]) -> None:
    model = read(random_table(7, 2), tmp_path)
    np.testing.assert_array_equal(model.score(lines).log10, model.score(["a  b", "c\t"]).log10)


def test_what_is_no_token_is_refused(tmp_path: Path) -> None:
    model = read(random_table(7, 2), tmp_path)
    with pytest.raises(InputError, match="found the token 'a b', expected one without white space"):
        model.score([["a b"]])
    with pytest.raises(InputError, match="put it in a list"):
        model.score("a b")
