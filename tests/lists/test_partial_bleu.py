"""Partial BLEU prorates the reference length, and is BLEU otherwise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.arrays import SparseRows
from pitchpipe.decoder import Candidates, PhraseDecoder, SearchSettings
from pitchpipe.lists.decoded import bins_pool, covered_shares, last_bins
from pitchpipe.lists.partial_bleu import PartialBleu
from pitchpipe.metrics import find_metric
from pitchpipe.text import GroupedTexts, Texts
from pitchpipe.tuning.loop.stages import tune_stages
from pitchpipe.tuning.settings import TuningSettings
from tests.decoder.phrasebook import phrasebook
from tests.papers.test_liu_huang import REFERENCE, SOURCE, WORDS

texts = st.lists(st.sampled_from("abc"), max_size=6).map(" ".join)


COVERED = [1, 1, 2, 2, 1, 1, 2, 2, 3, 3]


def two_sentences(some):
    """Candidates of two sentences of 2 and 3 words, two in each search bin, with these texts."""
    return Candidates(
        groups=np.array([0, 4, 10]),
        texts=Texts.of(some),
        scores=np.zeros(10),
        dense=np.zeros((10, 1), np.float32),
        dense_names=("f",),
        sparse=SparseRows.none(10),
        sparse_names=(),
        covered=np.array(COVERED, np.int32),
        extended=Texts.of(["extended"] * 10),
    )


def reference_length(how, references, candidate, share):
    """As defined, of one candidate."""
    lengths = sorted(len(one.split()) * share for one in references)
    if how == "average":
        return sum(lengths) / len(lengths)
    return lengths[0] if how == "shortest" else min(lengths, key=lambda one: abs(one - candidate))


@given(
    st.lists(texts, min_size=10, max_size=10),
    st.lists(st.lists(texts, min_size=1, max_size=3), min_size=2, max_size=2),
    st.sampled_from(["closest", "shortest", "average"]),
)
def test_rows_are_those_of_bleu_with_a_prorated_reference(some, references, how):
    bleu = find_metric(f"bleu(length={how})")
    pool = bins_pool(two_sentences(tuple(some)), references, "partial")
    rows = pool.statistics(PartialBleu.of(bleu))
    for row, text in enumerate(some):
        sentence, covered = int(row >= 4), int(COVERED[row])
        whole = bleu.statistics(GroupedTexts.singles([text]), GroupedTexts.of([references[sentence]]))[0]
        assert rows[row, :-1].tolist() == whole[:-1].tolist()
        share = covered / (2 + sentence)
        wanted = reference_length(how, references[sentence], len(text.split()), share)
        assert rows[row, -1] == pytest.approx(wanted)


def test_bins_that_cover_everything_are_scored_as_translations():
    pool = bins_pool(two_sentences(("a b",) * 10), [["a b"], ["a b c", "a"]], "partial")
    assert pool.group_ids == ("0.1/2", "0.2/2", "1.1/3", "1.2/3", "1.3/3")
    assert covered_shares(pool.group_ids).tolist() == [1 / 2, 1, 1 / 3, 2 / 3, 1]
    last = last_bins(pool)
    assert last.group_ids == ("0.2/2", "1.3/3")
    bleu = find_metric("bleu")
    assert last.statistics(PartialBleu.of(bleu)).tolist() == last.statistics(bleu).tolist()


def test_the_papers_example_as_a_pool(tmp_path):
    model = phrasebook(tmp_path, {source: [target] for source, target in WORDS.items()})
    found = PhraseDecoder(model, SearchSettings(strategy="exhaustive", beam=0)).bins([SOURCE], 1000)
    scores = {}
    for how, judge in (("partial", PartialBleu.of(find_metric("bleu"))), ("potential", find_metric("bleu"))):
        pool = bins_pool(found, [[REFERENCE]], how)
        values = judge.sentence_scores(pool.statistics(judge))
        scores[how] = dict(zip(zip(found.texts, pool.group_of, strict=True), values, strict=True))
    easy, promising = ("I from", 1), ("I fly", 1)
    assert scores["partial"][easy] > scores["partial"][promising]
    assert scores["potential"][easy] < scores["potential"][promising]


@pytest.mark.parametrize("spec", ["ter", "bleu - ter", "gold"])
def test_other_metrics_have_no_partial_form(spec):
    with pytest.raises(InputError, match="partial translations are scored by bleu only, not by"):
        PartialBleu.of(find_metric(spec))


def test_it_keeps_the_settings_and_says_so():
    partial = PartialBleu.of(find_metric("bleu:2(smooth=none)"))
    assert partial.order == 2
    assert partial.signature == f"partial-{find_metric('bleu:2(smooth=none)').signature}"


def test_a_second_metric_for_pairs_is_refused():
    with pytest.raises(InputError, match="expected no gold"):
        tune_stages(None, None, TuningSettings(method="pro(gold=ter)", search_aware="partial"))
