"""Word classes by exchange, against the definition of the likelihood."""

import itertools
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.lm import WordClasses, cluster_words, estimate
from pitchpipe.text import Corpus

TEXTS = st.lists(
    st.lists(st.sampled_from("abcdefgh"), max_size=7).map(" ".join), min_size=1, max_size=12
).filter(any)


def log_likelihood(lines: list[str], of: dict[str, str]) -> float:
    """The sum of log p(c_w|c_v) p(w|c_w) over a text, by its relative frequencies."""
    sentences = [["<s>", *line.split(), "</s>"] for line in lines]
    named = {**of, "<s>": "<s>", "</s>": "</s>"}
    pairs = Counter((named[v], named[w]) for one in sentences for v, w in itertools.pairwise(one))
    before = Counter(named[v] for one in sentences for v in one[:-1])
    words = Counter(w for one in sentences for w in one[1:])
    classes = Counter(named[w] for one in sentences for w in one[1:])
    return math.fsum(
        math.log(pairs[named[v], named[w]] / before[named[v]]) + math.log(words[w] / classes[named[w]])
        for one in sentences
        for v, w in itertools.pairwise(one)
    )


@settings(max_examples=80, deadline=None)
@given(TEXTS, st.integers(1, 5))
def test_the_likelihood_is_that_of_the_definition_and_no_single_move_gains(lines, number):
    found = cluster_words(Corpus.of(lines), number)
    of = dict(found.classes.of)
    assert found.settled
    assert found.log_likelihood == pytest.approx(log_likelihood(lines, of), abs=1e-8)
    for word in of:
        for other in range(number):
            moved = log_likelihood(lines, {**of, word: str(other)})
            assert moved <= found.log_likelihood + 1e-8


@settings(max_examples=40, deadline=None)
@given(TEXTS, st.integers(1, 5))
def test_no_pass_lowers_the_likelihood(lines, number):
    reached = [cluster_words(Corpus.of(lines), number, passes=passes).log_likelihood for passes in range(6)]
    assert all(after >= before - 1e-9 for before, after in itertools.pairwise(reached))


@settings(max_examples=30, deadline=None)
@given(TEXTS, st.integers(2, 4))
def test_each_word_goes_to_the_best_class_in_its_turn(lines, number):
    """One pass, word by word, by the definition alone; where several classes are as good, which one is open."""
    corpus = Corpus.of(lines)
    counts = Counter(word for line in lines for word in line.split())
    order = sorted(counts, key=lambda word: (-counts[word], list(corpus.words).index(word)))
    of = {word: str(rank % number) for rank, word in enumerate(order)}
    for word in order:
        scores = [log_likelihood(lines, {**of, word: str(c)}) for c in range(number)]
        ranked = sorted(scores, reverse=True)
        if ranked[0] - ranked[1] < 1e-6:
            return
        of[word] = str(scores.index(ranked[0]))
    assert dict(cluster_words(corpus, number, passes=1).classes.of) == of


def test_words_with_like_neighbours_share_a_class():
    lines = [f"{article} {noun} {verb}" for article in ("the", "a") for noun in ("dog", "cat", "horse")
             for verb in ("runs", "sleeps", "eats")]  # fmt: skip
    of = cluster_words(Corpus.of(lines), 3).classes.of
    groups = {frozenset(word for word in of if of[word] == name) for name in of.values()}
    assert groups == {frozenset({"the", "a"}), frozenset({"dog", "cat", "horse"}),
                      frozenset({"runs", "sleeps", "eats"})}  # fmt: skip


def test_files_are_read_again_and_so_are_those_of_mkcls(tmp_path: Path):
    found = cluster_words(Corpus.of(["the dog sees the cat", "a cat"]), 2).classes
    found.write(tmp_path / "made")
    assert WordClasses.read(tmp_path / "made") == found
    assert (tmp_path / "made").read_text().splitlines()[0].startswith("the\t")
    (tmp_path / "mkcls").write_text("1$\t2\n,\t17\nhaus\t3\n")
    assert WordClasses.read(tmp_path / "mkcls").of == {"1$": "2", ",": "17", "haus": "3"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a 1\n", r":1: found 'a 1', expected a word, a tab and its class"),
        ("a\t1\nb\t\n", r":2: found 'b\\t', expected a word, a tab and its class"),
        ("a\t1\t2\n", ":1: found .*, expected a word, a tab and its class"),
        ("a b\t1\n", ":1: found .*, expected a word, a tab and its class"),
        ("a\t1\na\t2\n", ":2: found the word 'a' again, expected each word once"),
        ("a\t</s>\n", ":1: found the class '</s>', expected another name"),
        ("", ": found no lines, expected a word and its class on each"),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, text: str, problem: str):
    (tmp_path / "classes").write_text(text)
    with pytest.raises(InputError, match=problem):
        WordClasses.read(tmp_path / "classes")


def test_wrong_settings_are_refused():
    text = Corpus.of(["a b"])
    with pytest.raises(InputError, match="found 0 classes, expected 1 to 4096"):
        cluster_words(text, 0)
    with pytest.raises(InputError, match="found -1 passes, expected 0 or more"):
        cluster_words(text, 2, passes=-1)
    with pytest.raises(InputError, match="the text: found no words, expected a text"):
        cluster_words(Corpus.of([""]), 2)


def test_native_code_checks_what_it_is_given():
    ids, offsets = np.array([0, 1], np.int32), np.array([0, 2], np.int64)
    with pytest.raises(ValueError, match="a word's number"):
        _native.WordExchange(ids, offsets, 1, 2)
    with pytest.raises(ValueError, match="the offsets of the lines"):
        _native.WordExchange(ids, np.array([0, 3], np.int64), 2, 2)
    with pytest.raises(ValueError, match="the number of classes"):
        _native.WordExchange(ids, offsets, 2, 0)


def test_text_of_classes_is_the_text_word_by_word():
    classes = WordClasses({"the": "A", "dog": "B", "cat": "B"})
    corpus = classes.corpus(Corpus.of(["the dog", "cat the cow"]))
    assert [" ".join(corpus.line(i)) for i in range(2)] == ["A B", "B A <unk>"]
    assert classes.line("cat the cow") == "B A <unk>"


def test_unseen_words_are_unknown_to_a_model_of_classes():
    classes = WordClasses({"the": "A", "dog": "B"})
    model = estimate(Corpus.of(["A B", "A B B"]), 2).model
    native = classes.native(model)
    assert [native.id(word) for word in ("the", "dog", "cow")] == [model.id("A"), model.id("B"), 0]
