"""Weights to start tuning from."""

import pytest

from pitchpipe.training.start import initial_weights, start_weights, thesis_weights

NAMES = [
    *(f"LexicalReordering0_{i}" for i in range(6)),
    "Distortion0",
    "LM0",
    "WordPenalty0",
    "PhrasePenalty0",
    *(f"TranslationModel0_{i}" for i in range(4)),
    "RuleCount0",
    "UnknownWordPenalty0",
]


def test_the_weights_that_the_thesis_prints():
    """6.3, note 4."""
    assert thesis_weights(NAMES) == {
        **{f"LexicalReordering0_{i}": 1.0 for i in range(6)},
        "Distortion0": 1.0,
        "LM0": 1.0,
        "WordPenalty0": 0.0,
        "PhrasePenalty0": 0.0,
        "TranslationModel0_0": 0.2,  # P(f|e)
        "TranslationModel0_1": 0.3,  # P_lex(f|e)
        "TranslationModel0_2": 0.2,  # P(e|f)
        "TranslationModel0_3": 0.3,  # P_lex(e|f)
        "RuleCount0": 0.0,
        "UnknownWordPenalty0": 0.0,
    }
    assert initial_weights("thesis", NAMES, seed=1) == thesis_weights(NAMES)


def test_the_models_own_are_others():
    assert start_weights(NAMES) != thesis_weights(NAMES)


def test_equal_weights_sum_to_one():
    weights = initial_weights("uniform", NAMES, seed=1)
    assert len(set(weights.values())) == 1
    assert sum(weights.values()) == pytest.approx(1)


def test_random_weights_are_those_of_the_seed():
    one, again, other = (initial_weights("random", NAMES, seed=seed) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert list(one) == NAMES
    assert all(-1 <= value <= 1 for value in one.values())
    assert min(one.values()) < 0


def test_positive_ones_are_random_too():
    one, other = (initial_weights("positive", NAMES, seed=seed) for seed in (1, 2))
    assert one != other
    assert 0 <= min(one.values()) < max(one.values())
    assert sum(one.values()) == pytest.approx(1)


def test_rules_with_labels_start_without_a_gain_for_glue():
    names = [*NAMES, "Glue0"]
    plain, labelled = start_weights(names), start_weights(names, labels=True)
    assert plain["Glue0"] > 0 == labelled["Glue0"]
    assert plain["PhrasePenalty0"] > 0 > labelled["PhrasePenalty0"]
    same = set(names) - {"Glue0", "PhrasePenalty0"}
    assert {name: plain[name] for name in same} == {name: labelled[name] for name in same}
