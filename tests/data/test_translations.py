import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.arrays import first_best
from pitchpipe.data import language_pair, translation_pool
from pitchpipe.metrics import find_metric

BLEU = find_metric("bleu")


@pytest.fixture(scope="module")
def pool():
    return translation_pool(sentences=150, candidates=60)


@pytest.fixture(scope="module")
def rows(pool):
    return pool.statistics(BLEU)


def bleu(pool, rows, weights):
    return float(BLEU.score(rows[pool.winners(np.asarray(weights, float))].sum(axis=0)))


def regression(pool, rows):
    """Weights by least squares from features to sentence BLEU, group means taken off: a quick, fair tuner."""
    group, size = pool.group_of, np.diff(pool.offsets)[:, None]
    scores = BLEU.sentence_scores(rows)[:, None]
    centred = [
        part - (np.add.reduceat(part, pool.offsets[:-1]) / size)[group] for part in (pool.dense, scores)
    ]
    return np.linalg.lstsq(*centred, rcond=None)[0][:, 0]


def test_the_pool_has_the_asked_shape_and_moses_names(pool):
    assert (pool.group_count, len(pool), pool.dense.shape) == (150, 9000, (9000, 14))
    assert pool.dense_names[:4] == ("LM0", "Distortion0", "WordPenalty0", "PhrasePenalty0")
    assert pool.dense_names[4] == "TranslationModel0_0"
    assert pool.dense_names[-1] == "LexicalReordering0_5"
    pool.check_finite()


def test_penalties_count_and_probabilities_are_negative(pool):
    named = dict(zip(pool.dense_names, pool.dense.T, strict=True))
    lengths = [len(text.split()) for text in pool.texts]
    assert (-named["WordPenalty0"]).tolist() == lengths
    for name in ("Distortion0", "PhrasePenalty0"):
        np.testing.assert_array_equal(named[name], np.rint(named[name]))
    assert (named["PhrasePenalty0"] >= 1).all()
    assert (named["PhrasePenalty0"] <= lengths).all()
    assert all((values <= 0).all() for name, values in named.items() if name != "PhrasePenalty0")


def test_texts_are_clean_corrupted_copies(pool):
    said = language_pair(0, 150, 0, 4).dev.references
    assert [pool.references.group(group) for group in range(150)] == [lines[:1] for lines in said]
    words = {word for lines in said for line in lines for word in line.split()}
    for text in pool.texts:
        assert text == " ".join(text.split())
        assert text
        assert set(text.split()) <= words


def test_tuning_has_something_to_find(pool, rows):
    uniform = bleu(pool, rows, np.ones(14))
    tuned = bleu(pool, rows, regression(pool, rows))
    oracle = float(BLEU.score(rows[first_best(BLEU.sentence_scores(rows), pool.offsets)].sum(axis=0)))
    assert uniform + 10 < tuned < oracle - 5
    assert all(bleu(pool, rows, axis) + 5 < tuned for axis in np.eye(14))


def test_texts_repeat_with_other_features(pool):
    for group in range(5):
        start, end = pool.offsets[group : group + 2]
        texts = pool.candidates.group(group)
        assert 0.5 * len(texts) < len(set(texts)) < len(texts)
        assert len(np.unique(pool.dense[start:end], axis=0)) == len(texts)


def test_references_can_be_many():
    pool = translation_pool(10, 5, references=6)
    assert all(len(set(pool.references.group(group))) == 6 for group in range(10))


def test_features_can_be_few_or_many():
    assert translation_pool(5, 4, features=3).dense_names == ("LM0", "Distortion0", "WordPenalty0")
    wide = translation_pool(5, 4, features=16)
    assert wide.dense.shape == (20, 16)
    assert wide.dense_names[-2:] == ("Noise0", "Noise1")


def test_the_seed_decides(pool):
    again, other = (translation_pool(150, 60, seed=seed) for seed in (1, 2))
    np.testing.assert_array_equal(pool.dense, again.dense)
    assert list(pool.texts) == list(again.texts)
    assert (pool.dense != other.dense).any()


@pytest.mark.parametrize("bad", [{"sentences": 0}, {"candidates": 0}, {"features": 0}, {"references": 9}])
def test_impossible_settings_are_refused(bad):
    with pytest.raises(InputError, match=next(iter(bad))):
        translation_pool(**bad)
