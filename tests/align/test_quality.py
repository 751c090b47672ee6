"""How good alignments are, where the truth is known."""

from pathlib import Path

import pytest

from pitchpipe.align import aer, align, train
from pitchpipe.text import read_parallel

from .language import language

SIZE = 2000
DATA = Path(__file__).parents[2].parent / "shared" / "data" / "multi30k-de-en"


def error(method, symmetrize="grow-diag-final-and"):
    source, target, truth = language(SIZE)
    return aer(align(source, target, method, symmetrize, threads=2), truth)


def test_the_agreeing_hmm_beats_model_1_by_far():
    best = error("hmm")
    assert best < 0.11
    assert best < 0.7 * error("model1(agreement=false)")
    assert best < 0.85 * error("model1")


def test_agreement_makes_fewer_errors():
    for method in ("hmm", "model1"):
        assert error(method) < 0.9 * error(f"{method}(agreement=false)")


def test_posteriors_above_a_threshold_are_as_good_as_the_heuristics():
    assert error("hmm", "posterior") < 1.1 * error("hmm")


def test_a_lower_threshold_gives_more_links():
    source, target, _ = language(SIZE)
    aligner = train(source, target, "hmm(iterations=2)", threads=2)
    sizes = [
        len(aligner.align(source, target, f"posterior:{threshold}", threads=2).links)
        for threshold in (0.1, 0.5, 0.9)
    ]
    assert sizes[0] > sizes[1] > sizes[2] > 0


@pytest.mark.skipif(not DATA.is_dir(), reason="the Multi30k corpus is not beside the repository")
def test_captions_are_aligned_nearly_word_by_word_and_end_with_end():
    source, target = read_parallel([DATA / "val.tok.de", DATA / "val.tok.en"])
    found = align(source, target, threads=2)
    assert 0.7 * len(target.ids) < len(found.links) < 1.2 * len(target.ids)
    last = source.lengths[found.lines] - 1 == found.links[:, 0]
    also_last = target.lengths[found.lines] - 1 == found.links[:, 1]
    assert also_last[last].mean() > 0.9
