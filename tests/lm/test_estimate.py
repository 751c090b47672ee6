"""Estimation: the definition's weights and lmplz's, probabilities that sum to one, and the same bits in any memory."""

import gzip
import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitchpipe import InputError, _native
from pitchpipe.data import language_pair
from pitchpipe.lm import LanguageModel, NgramLists, estimate, read_arpa, write_arpa
from pitchpipe.lm.discounts import closed_form
from pitchpipe.text import Corpus

from .kneser_ney import BookModel
from .models import kenlm_model, probability_sum

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
texts = st.lists(st.lists(st.sampled_from("aaaabbbccdefg"), max_size=7), min_size=1, max_size=40).filter(any)
thresholds = st.lists(st.integers(0, 2), max_size=4).map(sorted)


def corpus(lines: list[list[str]]) -> Corpus:
    return Corpus.of(" ".join(line) for line in lines)


def weights(ngrams: NgramLists) -> dict[tuple[str, ...], tuple[float, float]]:
    words = list(ngrams.words)
    return {
        tuple(words[i] for i in ids): (log10, backoff)
        for n in range(1, ngrams.order + 1)
        for ids, log10, backoff in zip(
            ngrams.ids(n).tolist(), ngrams.log10(n).tolist(), ngrams.backoff(n).tolist(), strict=True
        )
    }


def scrambled_text() -> list[str]:
    """400 lines of words that are drawn by a congruential generator, some often and many seldom."""
    number, lines = 1, []
    for length in range(400):
        words = []
        for _ in range(length % 9 + 1):
            number = (1103515245 * number + 12345) % 2**31
            words.append(f"w{int(((number >> 8) % 1000 / 1000) ** 9 * 300)}")
        lines.append(" ".join(words))
    return lines


@settings(max_examples=150)
@given(texts, st.integers(1, 5), thresholds)
@example([[], ["a"], ["a"], ["b", "c"], ["a", "a", "a"], ["a", "a", "a", "a", "c"]], 2, [])  # discounts of 0
def test_weights_are_those_of_the_definition(lines: list[list[str]], order: int, prune: list[int]) -> None:
    prune = prune[:order]
    found = estimate(corpus(lines), order, prune=prune)
    padded = [*prune, *[prune[-1] if prune else 0] * (order - len(prune))]
    expected = BookModel(lines, order, padded, (0.5, 1, 1.5)).weights()
    ours = weights(found.ngrams)
    assert ours.keys() == expected.keys()
    for ngram, (log10, backoff) in expected.items():
        assert ours[ngram] == (pytest.approx(log10, abs=1e-4), pytest.approx(backoff, abs=1e-4)), ngram


LMPLZ = {
    (): {
        "<unk>": (-2.7379286, 0),
        "<s>": (0, -0.6435641),
        "</s>": (-0.90733975, 0),
        "w0": (-0.75745064, -0.4588025),
        "w7": (-2.1128688, -0.21509005),
        "<s> w1": (-1.4603062, -0.32730854),
        "w0 </s>": (-0.78499806, 0),
        "w1 w2": (-1.6204529, -0.07445358),
        "<s> w0 w0": (-0.23848204, -0.4254817),
        "w0 w2 w0": (-0.5822129, -0.16705121),
        "w0 w0 w0 w0": (-0.34215665, 0),
        "<s> w0 w0 w0": (-0.23778652, 0),
        "w0 w0 w0 </s>": (-0.53184354, 0),
    },
    (0, 1, 2): {
        "<unk>": (-2.7379286, 0),
        "<s>": (0, -0.57353914),
        "w0": (-0.75745064, -0.41023508),
        "w7": (-2.1128688, -0.12557597),
        "<s> w1": (-1.4416181, -0.27060288),
        "w1 w2": (-1.5799527, 0),
        "<s> w0 w0": (-0.22563994, -0.37498876),
        "w0 w0 w0 w0": (-0.3160792, 0),
        "<s> w0 w0 w0": (-0.21754794, 0),
        "w0 w0 w0 </s>": (-0.5080165, 0),
    },
}
SIZES = {(): [190, 784, 1167, 1236], (0, 1, 2): [190, 245, 81, 40]}


@pytest.mark.parametrize("prune", LMPLZ)
def test_weights_are_those_that_lmplz_prints(prune: tuple[int, ...]) -> None:
    found = estimate(Corpus.of(scrambled_text()), 4, prune=prune)
    assert [len(rows) for rows in found.ngrams.rows] == SIZES[prune]
    assert found.counted.tolist() == SIZES[()]
    assert found.discounts[:, 0] == pytest.approx([0.37415, 0.705521, 0.842454, 0.916667], abs=1e-5)
    assert found.discounts[:, 2] == pytest.approx([2.38776, 1.62337, 1.43544, 1.95238], abs=1e-5)
    ours = weights(found.ngrams)
    for ngram, expected in LMPLZ[prune].items():
        assert ours[tuple(ngram.split())] == pytest.approx(expected, abs=1e-6), ngram


@pytest.mark.skipif(not SHARED.is_dir(), reason="the Multi30k corpus is not beside the repository")
def test_the_model_of_multi30k_is_lmplzs(tmp_path: Path) -> None:
    theirs = read_arpa(SHARED / "moses-sample" / "lm.arpa.gz")
    ours = estimate(SHARED / "multi30k-de-en" / "train.tok.en", 3, threads=2).ngrams
    assert list(ours.words) == list(theirs.words)
    for n in range(1, 4):
        np.testing.assert_array_equal(ours.ids(n), theirs.ids(n))
        np.testing.assert_allclose(ours.log10(n), theirs.log10(n), atol=1e-6)
        if n < 3:
            np.testing.assert_allclose(ours.backoff(n), theirs.backoff(n), atol=1e-6)


@settings(max_examples=25)
@given(texts, st.integers(1, 4), thresholds)
def test_probabilities_sum_to_one_after_any_words(
    lines: list[list[str]], order: int, prune: list[int]
) -> None:
    model = estimate(corpus(lines), order, prune=prune[:order]).model
    words = sorted({word for line in lines for word in line})[:3]
    for length in range(order):
        for context in itertools.product([*words, "zzz"], repeat=length):
            assert probability_sum(model, [*context]) == pytest.approx(1, abs=1e-4)
            assert probability_sum(model, ["<s>", *context]) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(("order", "prune"), [(2, ()), (3, (0, 0, 1)), (5, ()), (6, (0, 1))])
def test_kenlm_reads_the_model_and_gives_the_same_scores(
    tmp_path: Path, order: int, prune: tuple[int, ...]
) -> None:
    pair = language_pair(train=300, dev=50, test=0, references=1, seed=3)
    found = estimate(Corpus.of(references[0] for references in pair.train.references), order, prune=prune)
    write_arpa(tmp_path / "arpa", found.ngrams)
    theirs = kenlm_model(tmp_path / "arpa")
    lines = [*(references[0] for references in pair.dev.references), "unknown words here"]
    totals = found.model.score(lines).totals
    assert totals == pytest.approx([theirs.score(line) for line in lines], abs=1e-4)
    assert found.model.perplexity(lines[:1]) == pytest.approx(theirs.perplexity(lines[0]), rel=1e-4)


@pytest.mark.parametrize("order", [1, 3, 7])
def test_memory_and_threads_change_no_bit(tmp_path: Path, order: int) -> None:
    (tmp_path / "text").write_text("\n".join(scrambled_text()))
    whole = estimate(tmp_path / "text", order, prune=(0, 0, 1)[:order]).ngrams
    for memory, threads in [(1, 1), (1 << 15, 3)]:
        again = estimate(
            tmp_path / "text",
            order,
            prune=(0, 0, 1)[:order],
            memory=memory,
            threads=threads,
            folder=tmp_path,
        ).ngrams
        for one, other in zip(whole.rows, again.rows, strict=True):
            np.testing.assert_array_equal(one, other)
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_a_file_and_its_corpus_give_the_same_model(tmp_path: Path) -> None:
    text = "".join(f"{line}\n" for line in scrambled_text())
    (tmp_path / "text.gz").write_bytes(gzip.compress(text.encode()))
    from_file, from_corpus = estimate(tmp_path / "text.gz", 3), estimate(Corpus.of(scrambled_text()), 3)
    assert list(from_file.ngrams.words) == list(from_corpus.ngrams.words)
    for one, other in zip(from_file.ngrams.rows, from_corpus.ngrams.rows, strict=True):
        np.testing.assert_array_equal(one, other)
    assert (from_file.lines, from_file.tokens) == (from_corpus.lines, from_corpus.tokens) == (400, 1990)


def test_words_that_are_pruned_are_unknown() -> None:
    found = estimate(Corpus.of(["a a a", "a b", "a c c"]), 2, prune=(1,))
    assert list(found.ngrams.words) == ["<unk>", "<s>", "</s>", "a", "c"]
    assert "b" not in found.model


def test_a_progress_ends_where_it_should() -> None:
    seen: list[tuple[int, int]] = []
    estimate(Corpus.of(["a b"]), 3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]


def test_a_small_text_takes_fallback_discounts_and_says_so() -> None:
    found = estimate(Corpus.of(["a b", "a c"]), 2)
    assert len(found.warnings) == 2
    assert "too small or too regular for 1-gram discounts of its own" in found.warnings[0]
    assert "took 0.5, 1, 1.5 instead" in found.warnings[0]
    other = estimate(Corpus.of(["a b", "a c"]), 2, fallback=(0.1, 0.2, 0.3))
    assert other.discounts[0] == pytest.approx([0.1, 0.2, 0.3])


def test_discounts_of_0_leave_weights_that_can_be_read_again(tmp_path: Path) -> None:
    found = estimate(Corpus.of(["a b", "b a", "c"]), 2, fallback=(0, 0, 0))
    assert found.discounts[1].tolist() == [0, 0, 0]
    write_arpa(tmp_path / "lm.arpa", found.ngrams)
    assert weights(read_arpa(tmp_path / "lm.arpa")) == weights(found.ngrams)
    assert weights(found.ngrams)["a",][1] == -99


def test_without_fallback_a_small_text_is_refused() -> None:
    with pytest.raises(
        InputError, match="too small or too regular for 1-gram discounts of its own: no n-gram has"
    ):
        estimate(Corpus.of(["a b", "a c"]), 2, fallback=None)


def test_a_discount_out_of_range_is_refused() -> None:
    with pytest.raises(InputError, match="the discount of the adjusted count 2 would be -"):
        closed_form([0, 10, 1, 100, 1])


@pytest.mark.parametrize("word", ["<s>", "</s>", "<unk>"])
def test_reserved_words_are_told_by_line(tmp_path: Path, word: str) -> None:
    (tmp_path / "text").write_text(f"a b\nc {word}\n")
    with pytest.raises(InputError, match=rf"text:2: found the word '{word}', expected a text without it"):
        estimate(tmp_path / "text", 2)
    with pytest.raises(InputError, match=rf"the text:2: found the word '{word}'"):
        estimate(Corpus.of(["a b", f"c {word}"]), 2)


def test_bytes_that_are_not_utf8_are_told_by_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"a\nb \xff\n")
    with pytest.raises(InputError, match=r"text:2: found a byte that is not UTF-8 \(byte 3 of the line\)"):
        estimate(tmp_path / "text", 2)


def test_an_empty_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("")
    with pytest.raises(InputError, match="text: found no lines, expected a text"):
        estimate(tmp_path / "text", 2)


def test_a_truncated_gzip_is_told(tmp_path: Path) -> None:
    (tmp_path / "text.gz").write_bytes(gzip.compress(b"a b\n" * 100)[:-9])
    with pytest.raises(InputError, match=r"text.gz: the gzip data is cut short"):
        estimate(tmp_path / "text.gz", 2)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match="missing: a temporary file cannot be made: No such file or directory"
    ):
        estimate(Corpus.of(["a b"]), 2, folder=tmp_path / "missing")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"order": 0}, "found the order 0, expected 1 to 7"),
        ({"order": 8}, "found the order 8, expected 1 to 7"),
        ({"prune": (0, 0, 1)}, "found 3 pruning thresholds, 0, 0, 1, expected at most 2, the order"),
        (
            {"prune": (1, 0)},
            "found the pruning thresholds 1, 0, expected each at least as large as the one before",
        ),
        ({"prune": (-1,)}, "found the pruning thresholds -1, expected each at least as large"),
        ({"fallback": (0.5, 1)}, "found the fallback discounts 0.5, 1, expected three"),
        ({"fallback": (0.5, 1, 4)}, "found the fallback discounts 0.5, 1, 4, expected three"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        estimate(Corpus.of(["a b"]), **{"order": 2, **settings})


def test_steps_out_of_order_are_refused() -> None:
    counter = _native.NgramCounter(2, 1 << 20, "/tmp", 1)
    counter.feed(b"a b\n")
    smoothing = _native.KneserNey(3, [0, 0, 0], 1 << 20, "/tmp", 1)
    with pytest.raises(ValueError, match="of another order"):
        smoothing.adjust(counter)
    with pytest.raises(ValueError, match="have not been adjusted"):
        smoothing.discount(1, [0, 0.5, 1, 1.5])
    with pytest.raises(ValueError, match="the shorter n-grams come first"):
        smoothing.interpolate(1)


def test_a_saved_estimate_is_the_model(tmp_path: Path) -> None:
    found = estimate(Corpus.of(scrambled_text()), 5)
    found.model.save(tmp_path / "m.lm")
    lines = scrambled_text()[:20]
    opened = LanguageModel.read(tmp_path / "m.lm")
    np.testing.assert_array_equal(opened.score(lines).log10, found.model.score(lines).log10)


def test_words_that_null_characters_make_alike_are_refused_in_one_sentence():
    with pytest.raises(
        InputError, match="the word 'b' is twice in the vocabulary, expected words that differ"
    ):
        estimate(Corpus.of(["a\x00 b c"]), 2).model  # noqa: B018
