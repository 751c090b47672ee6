"""Each added feature by its definition."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError, Pool, rescore
from pitchpipe.lists import expected_utilities
from pitchpipe.lists.rescoring import find_feature, model1
from pitchpipe.lists.rescoring.sanity import copied_share, loop_share, wrong_script
from pitchpipe.text import Corpus
from tests.lists.pools import pool_of

from .models import SOURCE, TARGET, write_models

LISTS = [["the house is small", "the house"], ["a dog", "dog dog dog cat"]]
SOURCES = ["das haus ist klein", "ein hund"]
LINES = st.lists(st.sampled_from(["das", "haus", "ist", "klein", "hund", "new"]), max_size=5).map(" ".join)
OTHER_LINES = st.lists(st.sampled_from(["the", "house", "is", "small", "dog", "strange"]), max_size=5).map(
    " ".join
)


def column(spec, lists=LISTS, sources=SOURCES):
    found = rescore(Pool.of(lists, sources=sources), [spec])
    return found.dense[:, 0].tolist() if len(found.dense_names) == 1 else found.dense.tolist()


def test_words_and_lengths():
    assert column("words") == [4, 2, 2, 4]
    assert column("words(tokenize=13a)", [["a house, old."]], None) == [5]
    assert column("length_ratio") == [1, 0.5, 1, 2]
    assert column("length_ratio(unit=characters)") == [1, 0.5, 5 / 8, 15 / 8]
    np.testing.assert_allclose(column("length_ratio(typical=2)"), [-log(2), -log(4), -log(2), 0])


def test_a_language_model_gives_log_probabilities_of_sentences(tmp_path):
    model, _ = write_models(tmp_path)
    texts = [text for group in LISTS for text in group]
    totals = [float(model.score([text]).log10.sum()) * log(10) for text in texts]
    np.testing.assert_allclose(column(f"lm({tmp_path}/small.lm)"), totals, rtol=1e-6)
    words = np.array([5, 3, 3, 5])
    np.testing.assert_allclose(column(f"lm({tmp_path}/small.lm, per_word=true)"), totals / words, rtol=1e-6)
    found = rescore(Pool.of(LISTS), [f"fluency=lm({tmp_path}/small.lm, unknown=true)"])
    assert found.feature_names == ("fluency", "fluency_unknown")
    assert found.dense[:, 1].tolist() == [0, 0, 0, 1]
    shouted = [[text.upper() for text in group] for group in LISTS]
    np.testing.assert_allclose(column(f"lm({tmp_path}/small.lm, lowercase=true)", shouted), totals, rtol=1e-6)


@pytest.fixture(scope="module")
def aligner(tmp_path_factory):
    return write_models(tmp_path_factory.mktemp("models"))[1]


def test_model_1_agrees_with_the_likelihood_that_training_maximises(aligner):
    texts = Corpus.of(SOURCE), Corpus.of(TARGET)
    found = model1.log_likelihoods(aligner, *texts)
    pairs = aligner.lexicon.find(*texts)
    expected = pairs.expectations(aligner.parameters.arrays, False, 1)[-1]
    np.testing.assert_allclose(found.sum(axis=0), expected, rtol=1e-5)


@given(LINES, OTHER_LINES)
def test_model_1_is_a_product_of_sums(aligner, source, target):
    found = model1.log_likelihoods(aligner, Corpus.of([source]), Corpus.of([target]))[0]
    for direction, (given_words, words) in enumerate([(source, target), (target, source)]):
        expected = sum(
            log(probability(aligner, direction, word, given_words.split())) for word in words.split()
        )
        assert found[direction] == pytest.approx(expected, rel=1e-5, abs=1e-6)


def probability(aligner, direction, word, given_words):
    """p(word | given words) by the definition, from the tables."""
    lexicon, tables = aligner.lexicon, aligner.parameters
    sides = list(lexicon.source), list(lexicon.target)
    own = sides[1 - direction]
    null = [tables.null_target, tables.null_source][direction]
    from_none = float(null[own.index(word)] if word in own else null[-1])
    if not given_words:
        return from_none

    def share(other):
        one, two = (other, word) if direction == 0 else (word, other)
        if one not in sides[0] and two not in sides[1]:
            return float(tables.pairs[len(lexicon) + 1, direction])
        if one in sides[0] and two in sides[1]:
            row = sides[0].index(one)
            for pair in range(lexicon.rows[row], lexicon.rows[row + 1]):
                if lexicon.targets[pair] == sides[1].index(two):
                    return float(tables.pairs[pair, direction])
        return float(tables.pairs[len(lexicon), direction])

    return tables.null * from_none + (1 - tables.null) * sum(map(share, given_words)) / len(given_words)


def test_blocks_do_not_change_the_likelihoods(aligner, monkeypatch):
    texts = Corpus.of(SOURCE), Corpus.of(TARGET)
    whole = model1.log_likelihoods(aligner, *texts)
    monkeypatch.setattr(model1, "MOST_CELLS", 20)
    np.testing.assert_array_equal(model1.log_likelihoods(aligner, *texts), whole)


def test_endless_texts_are_cut(tmp_path):
    write_models(tmp_path)
    found = column(
        f"model1({tmp_path}/small.aligner, per_word=true)", [["dog " * 1001, "dog " * 1000]], ["ein"]
    )
    assert found[0] == found[1]


def test_agreement_is_the_expected_utility_and_named_after_the_metric():
    pool = Pool.of(LISTS)
    found = rescore(pool, ["mbr", "mbr(chrf - ter)", "mbr(bleu, average=true)"])
    assert found.feature_names == ("mbr_chrf", "mbr_chrf_ter", "mbr_bleu")
    np.testing.assert_array_equal(found.dense[:, 0], expected_utilities(pool, "chrf"))
    np.testing.assert_array_equal(found.dense[:, 1], expected_utilities(pool, "chrf - ter"))


def test_votes_are_shares_of_equal_answers():
    lists = [["The answer is 7.", "so the answer is  7. Or not", "answer is 8.", "I do not know"]]
    assert column(r"votes('answer is\s+(\d+)')", lists, None) == [0.5, 0.5, 0.25, 0]
    assert column(r"votes('\d')", lists, None) == [0.5, 0.5, 0.25, 0]
    assert column("votes", [["Yes", "no", " yes "]], None) == [2 / 3, 1 / 3, 2 / 3]
    assert column("votes(function=tests.lists.rescoring.test_features:last_word)", lists, None) == [
        0.25,
        0.25,
        0.25,
        0.25,
    ]
    with pytest.raises(InputError, match="expected a regular expression"):
        find_feature("votes('(')")


def last_word(text):
    return text.split()[-1]


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("a b c d", 0),
        ("very very good", 0),
        ("very very very good", 2 / 4),
        ("a b a b a b", 4 / 6),
        ("x a b a b a b a", 5 / 8),
        ("no", 0),
        ("", 0),
        ("哈哈哈", 0),
        ("我们我们我们我们我们我们", 10 / 12),
    ],
)
def test_loops(text, share):
    assert loop_share(text) == pytest.approx(share)


@given(st.lists(st.sampled_from("ab"), min_size=2, max_size=12))
def test_loops_by_their_definition(words):
    looping = set()
    for period in range(1, len(words)):
        for begin in range(len(words) - 3 * period + 1):
            if all(words[begin + i] == words[begin + i + period] for i in range(2 * period)):
                looping |= set(range(begin + period, begin + 3 * period))
    assert loop_share(" ".join(words)) == pytest.approx(len(looping) / len(words))


def test_copies_of_the_source():
    assert copied_share("das Haus ist klein", "Das haus ist klein") == 1
    assert copied_share("the house is small", "das haus ist klein") == 0
    assert copied_share("yes , das haus ist", "das haus ist klein") == 1 / 3
    assert copied_share("Peter", "Peter kommt") == 1
    assert copied_share("", "ja") == 0
    assert copied_share("他说你好吗", "他说你好") == 2 / 3
    assert copied_share("he said hello", "他说你好") == 0


def test_the_wrong_script():
    texts = ["a house", "дом a", "42 !", "das Haus"]
    assert wrong_script(texts).tolist() == [0, 0.75, 0, 0]
    assert wrong_script(texts, "CYRILLIC").tolist() == [1, 0.25, 0, 1]
    assert wrong_script(["漢字とカナ", "kana"], "HIRAGANA").tolist() == [0, 1]


def test_runaway_length_is_measured_by_the_source_or_by_the_list():
    lists = [["a" * 10, "a" * 10, "a" * 40, "a" * 20], ["b" * 10, "b" * 80]]
    names = Pool.of(lists, sources=["x" * 10, "y" * 10])
    assert rescore(Pool.of(lists), ["sanity"]).feature_names == (
        "sanity_loop",
        "sanity_script",
        "sanity_length",
    )
    found = rescore(names, ["sanity"])
    assert found.feature_names == ("sanity_loop", "sanity_copy", "sanity_script", "sanity_length")
    usual = np.median([1, 1, 4, 2, 1, 8])
    expected = [max(0, np.log2(ratio / usual) - 1) for ratio in [1, 1, 4, 2, 1, 8]]
    np.testing.assert_allclose(found.dense[:, 3], expected)
    of_lists = rescore(Pool.of(lists), ["sanity"]).dense[:, 2]
    np.testing.assert_allclose(of_lists, [0, 0, np.log2(40 / 15) - 1, 0, 0, 0])


def transformed(spec, *lists):
    return (
        rescore(pool_of([[("w w", [value]) for value in values] for values in lists]), [spec])
        .dense[:, 1]
        .tolist()
    )


def test_a_feature_is_transformed_within_its_list():
    assert transformed("rank(a)", [3, 1, 2], [7], [1, 1]) == [1, 0, 0.5, 0.5, 0.5, 0.5]
    assert transformed("zscore(a)", [1, 3], [7], [0.1] * 3, [1e9, 1e9 + 2]) == [-1, 1, 0, 0, 0, 0, -1, 1]
    assert transformed("per_length(a)", [3, 1]) == [1.5, 0.5]
    np.testing.assert_allclose(transformed("per_length(a, exponent=0.5)", [3, 1]), np.array([3, 1]) / 2**0.5)
    np.testing.assert_allclose(transformed("log(a)", [3, 1]), [log(3), 0])
    np.testing.assert_allclose(transformed("log(a, floor=1e-3)", [0, -1]), [log(1e-3)] * 2)
    with pytest.raises(InputError, match=r"found 0 for candidate 1 of sentence 0, expected numbers above 0"):
        transformed("log(a)", [3, 0])
    with pytest.raises(InputError, match="there is no feature 'b'"):
        transformed("rank(b)", [3, 0])


@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=5), min_size=1, max_size=3))
def test_ranks_by_their_definition(lists):
    expected = [
        sum((other < one) + (other == one) / 2 for other in values[:i] + values[i + 1 :]) / (len(values) - 1)
        if len(values) > 1
        else 0.5
        for values in lists
        for i, one in enumerate(values)
    ]
    assert transformed("rank(a)", *lists) == pytest.approx(expected)


def test_features_may_be_made_of_those_that_were_just_added():
    pool = Pool.of(LISTS)
    found = rescore(pool, ["words", "rank(words)"])
    assert found.feature_names == ("words", "rank_words")
    assert found.dense[:, 1].tolist() == [1, 0, 0, 1]
