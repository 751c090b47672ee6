"""The benchmark that says why a search loses derivations, against searches small enough to know."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from benchmarks.lost_derivations import FOUND, HIGH, LOW, NO_OPTION, PRUNED, Rest, best_path, reason

from pitchpipe.decoder import PhraseDecoder, SearchSettings
from tests.decoder.test_search import EXHAUSTIVE, sentences
from tests.decoder.toy import toy


@pytest.mark.parametrize("seed", range(3))
def test_the_estimate_of_the_rest_is_the_search_s(tmp_path: Path, seed: int) -> None:
    made = toy(tmp_path, seed)
    for sentence in sentences(seed, longest=6):
        trace = PhraseDecoder(made.model, SearchSettings(beam=5), 1).trace(sentence)
        rest = Rest(trace, made.model.weights["Distortion0"])
        for one in trace.hypotheses[1:]:
            if one.extension and not all(one.coverage):
                assert rest(one.coverage, one.extension.option.end) == pytest.approx(one.rest, abs=1e-4)


@pytest.mark.parametrize("narrow", [(1, 1, 0), (2, 50, 0), (3, 3, 0), (50, 50, 1)], ids=str)
def test_a_derivation_is_lost_for_a_reason_exactly_where_the_score_is_lower(
    tmp_path: Path, narrow: tuple[int, int, int]
) -> None:
    beam, pops, options = narrow
    reasons: Counter[str] = Counter()
    for seed in range(4):
        made = toy(tmp_path / str(seed), seed)
        wide = PhraseDecoder(made.model, SearchSettings(**EXHAUSTIVE), 1)  # type: ignore[arg-type]
        search = PhraseDecoder(made.model, SearchSettings(beam=beam, pop_limit=pops, options=options), 1)
        texts = sentences(seed, count=8, longest=6)
        best, found = wide.translate(texts).scores, search.translate(texts).scores
        for text, lattice, most, score in zip(texts, wide.lattices(texts), best, found, strict=True):
            path = best_path(lattice)
            assert sum(phrase.score for phrase in path) == pytest.approx(most, abs=1e-4)
            why = reason(search.trace(text), path, made.model.weights)
            assert (why == FOUND) == (score >= most - 1e-4)
            reasons[why] += 1
    expected = {
        (1, 1, 0): {HIGH, LOW},  # what is popped is kept
        (2, 50, 0): {PRUNED},  # and here everything is popped, or nearly
        (3, 3, 0): {HIGH, LOW},
        (50, 50, 1): {NO_OPTION},
    }[narrow]
    assert expected & set(reasons)
    assert (PRUNED in reasons) == (pops > beam)
    assert (NO_OPTION in reasons) == (options > 0)
