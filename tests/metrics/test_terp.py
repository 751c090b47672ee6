"""TERp against its definition, written out, and against numbers of TERp itself where they are at hand."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError, metric
from pitchpipe.metrics import Terp
from pitchpipe.metrics.wordnet import find_synonyms
from pitchpipe.text import GroupedTexts

from .lexicons import TERP_PARAPHRASES, WORDNET

LEXICON = f"synonyms={WORDNET}, paraphrases={TERP_PARAPHRASES}"
PAIRS = {("at once",): [("immediately", 0.2)], ("small",): [("not big", 3.0)]}
STOP = {"the", "not", "at"}
WORDS = ["the", "house", "home", "houses", "small", "little", "not", "big", "at", "once", "immediately"]


class Definition:
    """TERp, word by word: the cheapest edits, and the best shift as long as one lowers the cost."""

    def __init__(self, built, reference):
        self.built, self.reference = built, reference
        self.synonyms, self.stop = (
            find_synonyms(built.synonyms),
            STOP if built.stop_words != "none" else set(),
        )

    def same_stem(self, one, other):
        return one != other and one.rstrip("s") == other.rstrip("s")

    def same_set(self, one, other):
        return bool({*self.synonyms.of(one)} & {*self.synonyms.of(other)})

    def word_cost(self, one, other):
        built = self.built
        if one == other:
            return built.match
        costs = [built.substitution]
        costs += [built.stem] if self.same_stem(one, other) else []
        costs += [built.synonym] if self.same_set(one, other) else []
        return min(costs)

    def phrase_cost(self, words, reference):
        """What a paraphrase costs, or None."""
        for (left,), rights in PAIRS.items():
            for right, p in rights:
                if tuple(left.split()) == reference and tuple(right.split()) == words:
                    edits = Definition(self.built, reference).total(words, phrases=False)
                    built = self.built
                    slope = (
                        built.paraphrase_log * math.log10(p)
                        + built.paraphrase_linear * p
                        + built.paraphrase_edits
                    )
                    return max(0.0, built.paraphrase + edits * slope)
        return None

    def edits(self, words, phrases=True):
        """The cheapest way from each pair of suffixes, with the first step of it."""
        reference, built = self.reference, self.built

        @cache
        def best(j, i):
            if j == len(words) and i == len(reference):
                return 0.0, None
            ways = []
            if phrases:
                for b in range(j + 1, min(len(words), j + 2) + 1):
                    for a in range(i + 1, min(len(reference), i + 2) + 1):
                        cost = self.phrase_cost(words[j:b], reference[i:a])
                        if cost is not None:
                            ways.append((cost + best(b, a)[0], (b, a)))
            if j < len(words) and i < len(reference):
                ways.append((self.word_cost(words[j], reference[i]) + best(j + 1, i + 1)[0], (j + 1, i + 1)))
            if j < len(words):
                ways.append((built.insertion + best(j + 1, i)[0], (j + 1, i)))
            if i < len(reference):
                ways.append((built.deletion + best(j, i + 1)[0], (j, i + 1)))
            return min(ways)

        return best(0, 0)[0]

    def total(self, words, phrases=True):
        return self.edits(tuple(words), phrases)


def built_of(spec):
    return metric(f"{spec}({LEXICON}, cap=false, stop_words=none)") if "(" not in spec else metric(spec)


def native(built, candidate, reference):
    texts = GroupedTexts.of([[" ".join(candidate)]]), GroupedTexts.of([[" ".join(reference)]])
    return built.statistics(*texts)[0, 0]


sentences = st.lists(st.sampled_from(WORDS), max_size=6).map(tuple)


@given(sentences, sentences, st.sampled_from(["terp", "terpa"]))
@settings(max_examples=150)
def test_without_shifts_it_is_the_cheapest_edits(candidate, reference, name):
    built = metric(f"{name}({LEXICON}, cap=false, shifts=none)")
    expected = Definition(built, reference).total(candidate)
    assert native(built, candidate, reference) == pytest.approx(expected)


def shifts_of(words):
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            rest = words[:start] + words[end:]
            for to in range(len(rest) + 1):
                yield rest[:to] + words[start:end] + rest[to:]


def orders_of(words):
    """Every order that shifts of any words to any place lead to, with the fewest shifts to it."""
    found, last = {words: 0}, {words}
    while last:
        last = {other for order in last for other in shifts_of(order)} - found.keys()
        found |= dict.fromkeys(last, max(found.values()) + 1)
    return found


short_sentences = st.lists(st.sampled_from(WORDS), max_size=4).map(tuple)


@given(short_sentences, sentences)
@settings(max_examples=100, deadline=None)
def test_shifts_cost_what_some_order_of_the_words_costs_and_lower_it(candidate, reference):
    built = metric(f"terpa({LEXICON}, cap=false, stop_words=none)")
    definition, found = Definition(built, reference), native(built, candidate, reference)
    orders = {definition.total(order) + made * built.shift for order, made in orders_of(candidate).items()}
    # Costs of paraphrases are kept as floats of 32 bits.
    assert min(orders) - 1e-7 <= found <= definition.total(candidate) + 1e-7
    assert any(found == pytest.approx(cost) for cost in orders)


def cost(spec, candidate, reference):
    return metric(spec).statistics(GroupedTexts.of([[candidate]]), GroupedTexts.of([[reference]]))[0].tolist()


PLAIN = "insertion=1, deletion=1, substitution=1, shift=1, stem=1, synonym=1, cap=false"


@given(sentences, sentences)
def test_with_costs_of_one_and_exact_matches_it_is_not_above_the_word_errors(candidate, reference):
    built = metric(f"terp({PLAIN}, synonyms=none, stems=none, shifts=none, stop_words=none)")
    texts = GroupedTexts.of([[" ".join(candidate)]]), GroupedTexts.of([[" ".join(reference)]])
    assert built.statistics(*texts).tolist() == metric("wer").statistics(*texts).tolist()


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        ("a b c d", "c d a b", 1),
        ("a b c d e", "c d e a b", 1),
        ("a b x", "a b", 1),
        ("d a b c", "a b c d", 1),
        ("c b a", "a b c", 2),
    ],
)
def test_shifts_by_hand(candidate, reference, expected):
    assert cost(f"terp({PLAIN}, synonyms=none)", candidate, reference)[0] == expected


def test_stop_words_do_not_shift_alone():
    settings = f"{PLAIN}, synonyms=none"
    assert cost(f"terp({settings}, stop_words=none)", "x y z the", "the x y z")[0] == 1
    assert cost(f"terp({settings})", "x y z the", "the x y z")[0] == 2


def test_words_that_match_by_stem_shift_unless_shifts_are_exact():
    settings = f"{PLAIN}, synonyms=none".replace("stem=1", "stem=0")
    assert cost(f"terp({settings})", "runs a b c d", "a b c d run")[0] == 1
    assert cost(f"terp({settings}, shifts=exact, shift_size=1)", "runs a b c d", "a b c d run")[0] == 2


def test_paraphrases_cost_what_the_formula_says():
    built = metric(f"terpa({LEXICON}, cap=false)")
    edits = built.substitution + built.deletion
    p = np.float32(0.2)
    slope = built.paraphrase_log * np.log10(p) + built.paraphrase_linear * p + built.paraphrase_edits
    expected = min(edits, max(0, built.paraphrase + edits * slope))
    found = native(built, ("go", "immediately"), ("go", "at", "once"))
    assert found == pytest.approx(expected)
    assert found < edits


def test_case_and_punctuation_count_where_asked():
    assert cost("terp(synonyms=none)", "The house .", "the house")[0] == pytest.approx(0.516, abs=1e-3)
    assert cost("terp(synonyms=none, punctuation=false)", "The house .", "the house")[0] == 0
    assert cost("terp(synonyms=none, case=true, punctuation=false)", "The house", "the house")[0] > 0


def test_the_lowest_cost_counts_over_the_average_length_and_a_cap():
    built = metric("terp(synonyms=none)")
    rows = built.statistics(
        GroupedTexts.of([["a b", "x y z x y z x y z"]]), GroupedTexts.of([["a b", "a b c d"]])
    )
    assert rows[0].tolist() == [0, 3]
    assert rows[1].tolist() == [3, 3]
    assert metric("terp(synonyms=none, cap=false)").corpus_score(["x y z x y z"], [["a"]]) > 100


def test_a_way_to_shift_that_there_is_not_is_refused():
    with pytest.raises(
        InputError, match="terp: shifts must be one of none, exact, words, relaxed, not 'any'"
    ):
        Terp(shifts="any")
