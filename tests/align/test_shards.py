"""A text in shards: the lexicon of all of it, and the sums of what each counts."""

import contextlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import _native
from pitchpipe.align import train
from pitchpipe.align.lexicon import collect
from pitchpipe.align.parameters import Expected, maximized, uniform
from pitchpipe.align.shards import in_shards, line_parts, shard_expectations
from pitchpipe.files.scratch import Scratch
from pitchpipe.text import Corpus
from tests.align.definitions import corpora

WORDS = st.lists(st.sampled_from("abcdef"), max_size=4).map(" ".join)
PAIRS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=8)
ON_DISK = Scratch(16)


@given(PAIRS, st.integers(1, 30), st.sampled_from([ON_DISK, Scratch()]))
def test_the_lexicon_is_that_of_the_whole_text_however_it_is_cut(pairs, cells, scratch):
    source, target = corpora(pairs)
    whole, numbered = collect(source, target)
    lexicon, shards = in_shards(source, target, 2, scratch, cells)
    assert lexicon.rows.tolist() == whole.rows.tolist()
    assert lexicon.targets.tolist() == whole.targets.tolist()
    found = [shard.numbers[shard.cells] for shard in shards.shards]
    assert np.concatenate(found).tolist() == numbered.cells.tolist()


@settings(max_examples=50)
@given(PAIRS, st.integers(1, 30), st.booleans(), st.sampled_from([None, 3]))
def test_the_sum_over_shards_is_what_the_whole_text_expects(pairs, cells, agreement, window):
    source, target = corpora(pairs)
    whole, numbered = collect(source, target)
    start = uniform(whole, 0.1)
    start = start if window is None else start.with_jumps(window)
    _, shards = in_shards(source, target, 1, ON_DISK, cells)
    expected = numbered.expectations(start.arrays, agreement, 1)
    for threads in (1, 2):
        found = shards.expectations(start.arrays, agreement, threads)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-12)
    if len(shards.shards) == 1:
        assert all(np.array_equal(one, other) for one, other in zip(found, expected, strict=True))


def test_shards_may_be_counted_anywhere_and_in_any_order():
    source, target = (Corpus.of([f"{word} x", f"x {word} y", "y x"] * 5) for word in "ab")
    lexicon, shards = in_shards(source, target, cells=9)
    parameters = uniform(lexicon, 0.1).with_jumps(2).arrays
    here = shards.expectations(parameters, True, 1)
    elsewhere = [shard_expectations(shard, shard.own(parameters), True) for shard in reversed(shards.shards)]
    there = shards.summed(iter(elsewhere[::-1]), len(parameters[0]))
    assert len(shards.shards) > 3
    assert all(np.array_equal(one, other) for one, other in zip(here, there, strict=True))


@pytest.mark.parametrize("spec", ["hmm", "model1(smoothing=0.01)"])
def test_a_model_of_shards_is_the_same_in_memory_and_on_disk_for_any_threads(spec, monkeypatch):
    source, target = (Corpus.of([f"{word} x", f"x {word} y", "y x", "q"] * 5) for word in "ab")
    whole = train(source, target, spec)
    monkeypatch.setattr("pitchpipe.align.parameters._AT_A_TIME", 2)
    again = train(source, target, spec)
    assert np.array_equal(whole.parameters.pairs, again.parameters.pairs)
    monkeypatch.setattr("pitchpipe.align.shards.in_shards.__defaults__", (1, None, 9))
    models = [
        train(source, target, spec, threads=threads, scratch=scratch)
        for threads, scratch in ((1, None), (2, None), (1, ON_DISK))
    ]
    for model in models:
        assert np.array_equal(model.parameters.pairs, models[0].parameters.pairs)
        assert model.log_likelihoods == models[0].log_likelihoods
    np.testing.assert_allclose(models[0].parameters.pairs, whole.parameters.pairs, rtol=1e-4)


@given(PAIRS, st.integers(1, 20))
def test_parts_are_all_lines_in_order(pairs, cells):
    source, target = corpora(pairs)
    parts = line_parts(source, target, cells)
    assert [line for first, last in parts for line in range(first, last)] == [*range(len(pairs))]
    products = source.lengths * target.lengths
    assert all(products[first + 1 : last].sum() < cells for first, last in parts)


@given(PAIRS, st.integers(1, 5), st.floats(0, 1))
def test_maximising_some_pairs_at_a_time_changes_no_bit(pairs, size, smoothing):
    lexicon, numbered = collect(*corpora(pairs))
    expected = Expected(*numbered.expectations(uniform(lexicon, 0.1).arrays, True, 1))
    whole = maximized(lexicon, expected, 0.1, smoothing)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitchpipe.align.parameters._AT_A_TIME", size)
        parts = maximized(lexicon, expected, 0.1, smoothing, ON_DISK)
    assert np.array_equal(whole.pairs, parts.pairs)
    counts = expected.pairs[: len(lexicon)] + smoothing
    totals = np.bincount(lexicon.sources, counts[:, 0], len(lexicon.source))
    sources = np.repeat(np.arange(len(lexicon.source)), np.diff(lexicon.rows))
    shares = counts[:, 0] / np.maximum(totals[sources], 1e-12)
    assert np.array_equal(whole.pairs[: len(lexicon), 0], np.clip(shares, 1e-12, 1).astype(np.float32))


@given(st.data())
def test_tables_that_do_not_fit_are_refused_and_never_crash(data):
    numbers = st.lists(st.integers(-2, 5), max_size=4)
    tables = [
        (np.array(rows, np.int64), np.array(targets, np.int32))
        for rows, targets in data.draw(st.lists(st.tuples(numbers, numbers), max_size=3))
    ]
    words = data.draw(st.integers(0, 3)), data.draw(st.integers(0, 3))
    try:
        rows = _native.joined_rows(tables, *words, 1)
    except ValueError:
        rows = np.array(data.draw(numbers), np.int64)
    sizes = data.draw(st.lists(st.integers(0, 5), max_size=4))
    places = [np.zeros(size, np.int32) for size in sizes]
    with contextlib.suppress(ValueError):
        _native.join_pairs(
            tables, rows, words[1], np.zeros(data.draw(st.integers(0, 5)), np.int32), places, 1
        )
    try:
        texts = [(np.zeros(2, np.int32), np.array([0, 2]), 1)] * 2
        cells = np.array(data.draw(numbers), np.int32)
        pairs = _native.WordPairs(*texts, cells, 2)
        assert ((cells >= 0) & (cells < 2)).all()
        assert pairs.cells.tolist() == cells.tolist()
    except ValueError:
        pass
