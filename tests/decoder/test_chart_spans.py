"""Candidates of all spans of a chart against all derivations of small grammars."""

from collections import Counter, defaultdict
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.decoder import ChartDecoder, SearchSettings
from pitchpipe.lists.decoded import bins_pool, covered_shares, last_bins

from .toy_grammar import ANY, SOURCE, Derivation, ToyGrammar, random_grammar

ALL = SearchSettings(strategy="exhaustive", beam=0, options=0)
Group = tuple[int, int, str]


def ways_through(toy: ToyGrammar, words: tuple[str, ...]) -> dict[Group, list[tuple[float, Derivation, int]]]:
    """The whole derivations through each span and label, best first, each with the number of the part that is there."""
    found = defaultdict(list)
    for score, whole in toy.derivations(words):
        for number, (_, part) in enumerate(whole.parts):
            found[(*part.spans[0], part.label)].append((score, whole, number))
    return found


def put_in(whole: Derivation, number: int, other: Derivation) -> Derivation:
    """A whole derivation with another part in the place of one."""
    before, part = whole.parts[number]
    features = Counter(whole.features)
    features.subtract(part.features)
    features.update(other.features)
    words = whole.words[:before] + other.words + whole.words[before + len(part.words) :]
    return Derivation(words, features, ())


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10_000),
    st.lists(st.sampled_from([*SOURCE, "q"]), min_size=2, max_size=4).map(tuple),
    st.sampled_from(["X", "AB"]),
    st.booleans(),
)
def test_candidates_of_spans_stand_in_the_best_translation_through_their_span(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    words: tuple[str, ...],
    labels: str,
    oriented: bool,
) -> None:
    toy = random_grammar(seed, tmp_path_factory.mktemp("toy"), labels=labels, oriented=oriented)
    decoder = ChartDecoder(toy.model, ALL, threads=1)
    alone, whole = (decoder.bins([" ".join(words)], 6, with_rest=rest) for rest in (False, True))
    assert list(alone.texts) == list(whole.texts)
    assert list(alone.extended) == list(whole.extended)
    assert alone.covered.tolist() == whole.covered.tolist()
    names = [*(toy.model.tables[0].table.facts.labels or "X"), ANY]
    groups = defaultdict(list)
    for row, (covered, place) in enumerate(zip(alone.covered.tolist(), alone.places.tolist(), strict=True)):
        begin, label = divmod(place, len(names))
        groups[begin, begin + covered, names[label - 1]].append(row)
    complete = groups.pop((0, len(words), ANY))
    ways = ways_through(toy, words)
    assert groups.keys() == {group for group in ways if group[1] - group[0] < len(words)}
    for group, rows in groups.items():
        some = [one for one in toy.phrases(words, *group[:2]) if one.label == group[2]]
        weights = toy.model.weights
        scored = [sum(weights[n] * v for n, v in toy.part_features(one).items()) for one in some]
        assert [alone.scores[row] for row in rows] == pytest.approx(
            sorted(scored, reverse=True)[:6], abs=1e-3
        )
        (best, around, number), *others = ways[group]
        if any(score > best - 1e-3 for score, *_ in others):
            continue  # which of equals it is, is open
        extended = {
            (" ".join(one.words), " ".join(put.words)): toy.score(put)
            for one in some
            for put in [put_in(around, number, one)]
        }
        by_text = defaultdict(list)
        for one in some:
            by_text[" ".join(one.words)].append(toy.score(put_in(around, number, one)))
        for row in rows:
            assert (whole.texts[row], whole.extended[row]) in extended
            scores = by_text[whole.texts[row]]
            assert any(whole.scores[row] == pytest.approx(score, abs=1e-3) for score in scores)
    expected = [score for score, _ in toy.derivations(words)[:6]]
    assert [whole.scores[row] for row in complete] == pytest.approx(expected, abs=1e-3)


def test_a_pool_has_a_group_for_each_span_and_label(tmp_path_factory: pytest.TempPathFactory) -> None:
    toy = random_grammar(11, tmp_path_factory.mktemp("toy"))
    decoder = ChartDecoder(toy.model, replace(ALL, beam=5), threads=1)
    found = decoder.bins(["a b c", "", "d a"], 3, with_rest=True)
    pool = bins_pool(found, [["x y"], ["z"], ["x"]], "potential", ["a b c", "", "d a"])
    assert len(set(pool.group_ids)) == len(pool.group_ids)
    assert set(covered_shares(pool.group_ids)) == {1 / 3, 1 / 2, 1.0}
    assert last_bins(pool).group_ids == ("0.3/3", "2.2/2")
    again = ChartDecoder(toy.model, replace(ALL, beam=5), threads=3).bins(
        ["a b c", "", "d a"], 3, with_rest=True
    )
    assert again.scores.tolist() == found.scores.tolist()
    assert list(again.extended) == list(found.extended)
