from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import TER, lib_ter

from pitchpipe import InputError
from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts

from .corpora import MULTI30K, TOKENS, corpora, corrupted, needs_multi30k
from .error_rates import edit_distance

SACREBLEU_LIMITS = {
    "shift_size": "_MAX_SHIFT_SIZE",
    "shift_distance": "_MAX_SHIFT_DIST",
    "shift_candidates": "_MAX_SHIFT_CANDIDATES",
    "beam": "_BEAM_WIDTH",
}


def rows_of(spec, candidates, references):
    return (
        find_metric(spec).statistics(GroupedTexts.singles(candidates), GroupedTexts.of(references)).tolist()
    )


def sacrebleu_rows(candidates, references):
    peer = TER(case_sensitive=True)
    return [
        peer._compute_segment_statistics(candidate, peer._extract_reference_info(group))
        for candidate, group in zip(candidates, references, strict=True)
    ]


def sacrebleu_score(candidates, references):
    streams = [list(stream) for stream in zip(*references, strict=True)]
    return TER(case_sensitive=True).corpus_score(list(candidates), streams).score


@settings(deadline=None)
@given(corpora())
def test_ter_equals_sacrebleu(corpus):
    candidates, references = corpus
    assert rows_of("ter", candidates, references) == sacrebleu_rows(candidates, references)
    ours = find_metric("ter").corpus_score(candidates, references)
    assert ours == pytest.approx(sacrebleu_score(candidates, references), abs=1e-6)


@settings(deadline=None)
@given(
    corpora(most_sentences=1, most_words=30, tokens=["a", "b", "c"]),
    st.fixed_dictionaries(
        {
            "shift_size": st.integers(1, 4),
            "shift_distance": st.integers(0, 8),
            "shift_candidates": st.integers(1, 60),
            "beam": st.integers(1, 8),
        }
    ),
)
def test_other_limits_mean_what_sacrebleu_means_by_them(corpus, limits):
    spec = f"ter({', '.join(f'{name}={value}' for name, value in limits.items())})"
    ours = rows_of(spec, *corpus)
    with mock.patch.multiple(lib_ter, **{SACREBLEU_LIMITS[name]: value for name, value in limits.items()}):
        assert ours == sacrebleu_rows(*corpus)


@pytest.mark.parametrize("count", [1, 4])
def test_corrupted_sentences_equal_sacrebleu(count):
    rng = np.random.default_rng(count)
    references = [
        [" ".join(rng.choice(TOKENS, rng.integers(8, 20))) for _ in range(count)] for _ in range(500 // count)
    ]
    candidates = [corrupted(group[0], rng, most_errors=9) for group in references]
    assert rows_of("ter", candidates, references) == sacrebleu_rows(candidates, references)


@pytest.mark.parametrize("vocabulary", [1, 3, 40, 1000])
def test_long_sentences_equal_sacrebleu(vocabulary):
    rng = np.random.default_rng(vocabulary)

    def sentence():
        return " ".join(map(str, rng.integers(vocabulary, size=rng.integers(65, 121))))

    references = [[sentence()], [sentence()]]
    candidates = [corrupted(references[0][0], rng), sentence()]
    assert rows_of("ter", candidates, references) == sacrebleu_rows(candidates, references)


def test_the_search_for_shifts_stops_where_sacrebleu_stops():
    rng = np.random.default_rng(1)
    candidate, reference = (" ".join(rng.choice(list("abcdef"), 60)) for _ in range(2))
    ours = rows_of("ter", [candidate], [[reference]])
    assert ours == sacrebleu_rows([candidate], [[reference]])
    assert ours != rows_of("ter(shift_candidates=100000)", [candidate], [[reference]])


def test_the_beam_cuts_off_what_sacrebleu_cuts_off():
    reference = " ".join(str(i) for i in range(200))
    candidate = " ".join([*reference.split()[60:], *["wrong"] * 60])
    ours = rows_of("ter", [candidate], [[reference]])
    assert ours == sacrebleu_rows([candidate], [[reference]])
    assert rows_of("ter(beam=100)", [candidate], [[reference]]) == [[120, 200]] != ours


def test_a_reference_of_thousands_of_words_equals_sacrebleu():
    reference = " ".join(str(i) for i in range(9000))
    candidate = " ".join(str(i) for i in [1, 0, *range(20, 30), 3, 8999])
    assert rows_of("ter", [candidate], [[reference]]) == sacrebleu_rows([candidate], [[reference]])


@needs_multi30k
@pytest.mark.parametrize("count", [1, 4])
def test_corrupted_multi30k_equals_sacrebleu(count):
    rng = np.random.default_rng(count)
    lines = (MULTI30K / "test_2016_flickr.tok.en").read_text("utf-8").splitlines()[:: 3 * count]
    others = (MULTI30K / "train.tok.en").read_text("utf-8").splitlines()
    references = [[line, *rng.choice(others, count - 1).tolist()] for line in lines]
    candidates = [corrupted(line, rng) for line in lines]
    assert rows_of("ter", candidates, references) == sacrebleu_rows(candidates, references)
    ours = find_metric("ter").corpus_score(candidates, references)
    assert ours == pytest.approx(sacrebleu_score(candidates, references), abs=1e-6)


@pytest.mark.parametrize(
    ("candidate", "references", "edits", "length"),
    [
        ("c d a b", ["a b c d"], 1, 4),
        ("d c b a", ["a b c d"], 3, 4),
        ("the cat sat", ["the cat sat", "a b c d e"], 0, 4),
        ("", ["a b", "a b c"], 2, 2.5),
        ("a b", [""], 2, 0),
        ("", [""], 0, 0),
        ("A", ["a"], 1, 1),
    ],
)
def test_edits_by_hand(candidate, references, edits, length):
    assert rows_of("ter", [candidate], [references]) == [[edits, length]]


def test_words_against_an_empty_reference_are_all_wrong():
    assert find_metric("ter").corpus_score(["a b"], [[""]]) == 100
    assert find_metric("ter").corpus_score([""], [[""]]) == 0


@given(corpora())
def test_without_shifts_the_edits_are_the_edit_distance(corpus):
    candidates, references = corpus
    for row, candidate, group in zip(
        rows_of("ter(shifts=false)", *corpus), candidates, references, strict=True
    ):
        assert row[0] == min(edit_distance(candidate.split(), text.split()) for text in group)
        assert row[1] == np.mean([len(text.split()) for text in group])


def test_the_signature_names_every_limit():
    assert find_metric("ter(shift_size=3)").signature == (
        "ter|shifts:True|shift_size:3|shift_distance:50|shift_candidates:1000|beam:25|version:1"
    )


def test_a_beam_of_nothing_is_refused():
    with pytest.raises(InputError, match="beam must be a whole number from 1 to 1000, not '0'"):
        find_metric("ter(beam=0)")
