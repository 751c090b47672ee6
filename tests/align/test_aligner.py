"""Trained models: new text, files, threads, and texts that cannot be aligned."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError, _native
from pitchpipe.align import METHODS, Aligner, align, find_aligner, train
from pitchpipe.align.lexicon import MOST_TOKENS
from pitchpipe.text import Corpus

from .language import language


@pytest.fixture(scope="module")
def aligner():
    source, target, _ = language(2000)
    return train(source, target, "hmm(iterations=3)", threads=2)


@pytest.mark.parametrize("spec", ["hmm(iterations=2)", "hmm(iterations=2, agreement=false)", "model1"])
def test_the_same_bits_whatever_the_number_of_threads(spec):
    source, target, _ = language(2000)
    models = [train(source, target, spec, threads=threads) for threads in (1, 2, 7)]
    found = [
        model.align(source, target, threads=threads) for model, threads in zip(models, (1, 2, 7), strict=True)
    ]
    for model, links in zip(models[1:], found[1:], strict=True):
        assert model.log_likelihoods == models[0].log_likelihoods
        for one, other in zip(model.parameters.arrays, models[0].parameters.arrays, strict=True):
            np.testing.assert_array_equal(one, other)
        assert links.pharaoh == found[0].pharaoh


def test_a_model_that_was_saved_gives_the_same_alignments(aligner, tmp_path):
    source, target, _ = language(2000)
    aligner.save(tmp_path / "model")
    opened = Aligner.read(tmp_path / "model")
    assert opened.method == "hmm(iterations=3)"
    assert opened.log_likelihoods == aligner.log_likelihoods
    for how in ("grow-diag-final-and", "posterior"):
        assert opened.align(source, target, how).pharaoh == aligner.align(source, target, how).pharaoh


def test_text_under_other_numbers_is_aligned_alike(aligner):
    source, target, _ = language(2000)
    some = np.arange(1999, 1899, -1)
    lines = [[" ".join(text.line(n)) for n in some] for text in (source, target)]
    found = aligner.align(*lines)
    all_lines = aligner.align(source, target)
    assert [found.line(k) for k in range(100)] == [all_lines.line(n) for n in some]


def test_a_text_is_aligned_alike_in_parts(aligner, monkeypatch):
    source, target, _ = language(2000)
    whole = aligner.align(source, target).pharaoh
    monkeypatch.setattr("pitchpipe.align.aligner._CELLS", 1000)
    assert aligner.align(source, target).pharaoh == whole


@pytest.mark.parametrize("agreement", [True, False])
def test_a_text_ten_times_over_counts_ten_times(aligner, agreement):
    """More than what is counted at a time in memory."""
    source, target, _ = language(2000)
    lines = np.tile(np.arange(2000), 10)
    once, often = (
        aligner.lexicon.find(source.take(part), target.take(part)).expectations(
            aligner.parameters.arrays, agreement, 2
        )
        for part in (lines[:2000], lines)
    )
    for one, ten in zip(once, often, strict=True):
        np.testing.assert_allclose(ten, 10 * np.array(one), rtol=1e-6)


def test_an_unknown_name_is_aligned_to_itself(aligner):
    source, target, truth = language(2000)
    wrong = 0
    tried = 0
    for n in range(200):
        here, there = source.line(n), target.line(n)
        links = truth.line(n)
        for s, t in links:
            alone = sum(s == other for other, _ in links) == sum(t == other for _, other in links) == 1
            if alone and len(here[s]) > 4 and here.count(here[s]) == there.count(there[t]) == 1:
                here[s], there[t] = "Blorbs", "Blorbs"
                tried += 1
                wrong += (s, t) not in aligner.align([" ".join(here)], [" ".join(there)]).line(0)
                break
    assert tried > 100
    assert wrong < 0.1 * tried


def test_lines_without_words_have_no_links(aligner):
    found = aligner.align(["", "der Hund", "", "neu"], ["the dog", "", "", "new"])
    assert [len(found.line(n)) for n in range(4)] == [0, 0, 0, 1]
    for spec in ("hmm", "model1"):
        source, target = Corpus.of(["a b", "", "a"]), Corpus.of(["x y", "x", ""])
        assert [len(align(source, target, spec).line(n)) > 0 for n in range(3)] == [True, False, False]


def test_a_line_of_the_longest_length_is_aligned_and_a_longer_one_is_told():
    words = [f"w{n % 97}" for n in range(MOST_TOKENS)]
    source = target = Corpus.of([*words[:97], " ".join(words)])
    found = align(source, target, threads=2)
    assert found.line(97) == [(n, n) for n in range(MOST_TOKENS)]
    with pytest.raises(InputError) as error:
        align(Corpus.of(["a", "b"]), Corpus.of(["b", "w " * 10_000]), names=("x.de", "x.en"))
    assert str(error.value) == (
        "x.en:2: found a line of 10,000 tokens, expected at most 1,000; clean the text first"
    )
    with pytest.raises(ValueError, match="target line 1 has 1001 tokens, and at most 1000"):
        _native.WordPairs(
            (np.zeros(1, np.int32), np.array([0, 1]), 1),
            (np.zeros(1001, np.int32), np.array([0, 1001]), 1),
            1,
        )


@pytest.mark.parametrize("spec", ["hmm", "model1"])
def test_texts_that_teach_nothing_are_refused(spec):
    with pytest.raises(InputError, match="found another number of lines, 2, expected 1"):
        train(Corpus.of(["a"]), Corpus.of(["a", "b"]), spec)
    with pytest.raises(InputError, match="source: found no line that has words in target too"):
        train(Corpus.of(["a", ""]), Corpus.of(["", "b"]), spec)


@pytest.fixture(scope="module")
def small_model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "model"
    train(Corpus.of(["a b", "b"]), Corpus.of(["x y", "y z"]), "hmm").save(path)
    return path


@settings(max_examples=100)
@given(st.data())
def test_a_damaged_model_is_told_and_never_used(small_model, data):
    whole = bytearray(small_model.read_bytes())
    place = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        del whole[place:]
    else:
        whole[place] ^= 1 << data.draw(st.integers(0, 7))
    path = small_model.with_name("damaged")
    path.write_bytes(whole)
    try:
        opened = Aligner.read(path)
    except InputError:
        return
    sound = Aligner.read(small_model)
    lines = ["a b", "c"], ["z y", "x"]
    assert opened.align(*lines).pharaoh == sound.align(*lines).pharaoh


@given(st.data())
def test_arrays_that_do_not_fit_are_refused_and_never_crash(data):
    """What a forged file could hold: any numbers, of any size."""
    small = st.integers(-3, 4)
    ids = st.lists(small, max_size=4).map(lambda values: np.array(values, np.int32))
    offsets = st.lists(small, max_size=4).map(lambda values: np.array(values, np.int64))
    text = st.tuples(ids, offsets, st.integers(0, 3))
    floats = st.sampled_from([0.0, 1e-20, 0.5, 2.0, -1.0, float("nan"), float("inf")])
    vectors = st.lists(floats, max_size=5).map(lambda values: np.array(values, np.float32))
    matrices = st.lists(floats, max_size=4).map(lambda values: np.array([values, values], np.float32))
    pairs = st.lists(st.tuples(floats, floats), max_size=4).map(
        lambda values: np.array(values, np.float32).reshape(-1, 2)
    )
    try:
        numbered = _native.WordPairs(
            data.draw(text), data.draw(text), data.draw(offsets), data.draw(ids), data.draw(st.integers(1, 2))
        )
        model = (
            data.draw(pairs),
            data.draw(vectors),
            data.draw(vectors),
            data.draw(matrices),
            data.draw(floats),
        )
        found = numbered.posteriors(model, 0, data.draw(st.integers(0, 3)), 1)
        assert np.isfinite(found).all()
    except (ValueError, IndexError):
        pass


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("hhm", "there is no aligner 'hhm'; did you mean 'hmm'?"),
        ("hmm(iteration=3)", "there is no setting of hmm 'iteration'; did you mean 'iterations'?"),
        ("hmm(window=16)", "hmm: window must be a whole number from 1 to 15, not '16'"),
        ("model1(agreement=maybe)", "model1: agreement must be true or false, not 'maybe'"),
    ],
)
def test_a_wrong_spec_is_told(spec, message):
    with pytest.raises(InputError) as error:
        find_aligner(spec)
    assert str(error.value) == message


@pytest.mark.parametrize("name", METHODS)
def test_a_method_writes_itself_as_a_spec(name):
    assert find_aligner(name).spec == name


def test_progress_is_told_step_by_step():
    source, target, _ = language(2000)
    calls = []
    train(source, target, "hmm(start=1, iterations=2)", progress=lambda *call: calls.append(call))
    assert [call[:2] for call in calls] == [(1, 3), (2, 3), (3, 3)]
    perplexities = [float(call[2].removeprefix("perplexity ")) for call in calls]
    assert perplexities[0] > perplexities[1] > perplexities[2] > 1


def test_smoothing_leaves_no_word_pair_without_hope():
    source, target = Corpus.of(["a b", "a"]), Corpus.of(["x y", "x"])
    sharp, smooth = (
        train(source, target, f"model1(iterations=30, smoothing={add})").parameters.pairs[:-2]
        for add in (0, 0.1)
    )
    assert smooth.min() > 10 * sharp.min()
