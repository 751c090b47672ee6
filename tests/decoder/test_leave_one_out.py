"""Leave-one-out: a sentence of the model's text is translated as by a table of all other lines."""

import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.align import Alignments
from pitchpipe.decoder import LeaveOneOut, PhraseDecoder, SearchSettings
from pitchpipe.model import Model, SparseFeatures, Table, TableFeatures
from pitchpipe.phrases import Extraction, Filter
from pitchpipe.reordering import CHOICES, FEATURES
from tests.phrases.definitions import Sentence
from tests.phrases.tables import extracted, synthetic_sentences

EVERYTHING = SearchSettings(beam=0, pop_limit=100_000, options=0, distortion_limit=-1)
LEXICAL = {"TranslationModel0_1", "TranslationModel0_3"}


def random_text(random, lines):
    def line():
        source, target = (random.choices(words, k=random.randint(1, 4)) for words in ("ab", "xy"))
        pairs = [(s, t) for s in range(len(source)) for t in range(len(target))]
        return Sentence(
            source, target, frozenset(random.sample(pairs, k=min(len(pairs), random.randint(1, 4))))
        )

    return [line() for _ in range(lines)]


def model_of(sentences, path, models, **how):
    names = CHOICES[models]
    table = extracted(sentences, path, settings=Extraction(max_length=3, reordering=models, **how))
    features = TableFeatures(
        reordering=[FEATURES[name] for name in names], rule_count="RuleCount0", unique_rule="UniqueRule0"
    )
    empty = Model([Table(table, features)], [], {}, SparseFeatures(("PT", "RC")))
    random = Random(5)
    weights = {name: 0.0 if name in LEXICAL else random.uniform(-1, 1) for name in empty.feature_names}
    return replace(empty, weights=weights)


def leaving(model, sentences, texts):
    sides = [" ".join(one.source) for one in sentences], [" ".join(one.target) for one in sentences]
    links = Alignments.of([sorted(one.links) for one in sentences])
    return LeaveOneOut.of(model, texts, sides, links.links, links.offsets)


def described(decoder, sentence):
    """All derivations of a sentence, with all features but lexical weights."""
    found = decoder.translate([sentence], nbest=400).of(0)
    return Counter(
        (
            one.text,
            tuple((name, value) for name, value in sorted(one.features.items()) if name not in LEXICAL),
        )
        for one in found
    )


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 7), st.sampled_from(sorted(CHOICES)))
@example(20515, 2, "both")  # links that no phrase pair is consistent with
def test_a_sentence_is_translated_as_by_a_table_of_all_other_lines(seed, lines, models):
    random = Random(seed)
    text = random_text(random, lines)
    with tempfile.TemporaryDirectory() as folder:
        whole = model_of(text, Path(folder, "whole"), models)
        sentence = " ".join(text[0].source)
        targets = [one.target for one in text if one.source == text[0].source]
        rest = [one for one in text if one.source != text[0].source and one.target not in targets]
        left = leaving(whole, text, [sentence])
        assert left.lines == [[n for n, one in enumerate(text) if one not in rest]]
        decoder = PhraseDecoder(whole, EVERYTHING, 1, leave_one_out=left)
        found = described(decoder, sentence)
        if rest:
            without = PhraseDecoder(model_of(rest, Path(folder, "rest"), models), EVERYTHING, 1)
            assert found == described(without, sentence)
        else:
            assert {tuple(sorted(one.split())) for one, _ in found} == {tuple(sorted(text[0].source))}


def test_every_sentence_has_its_own_options_and_others_have_those_of_all(tmp_path):
    text = synthetic_sentences()[:40]
    whole = model_of(text, tmp_path / "whole", "both")
    sentences = [" ".join(one.source) for one in text]
    chosen, others = sentences[:8], sentences[20:24]
    plain = PhraseDecoder(whole, threads=1)
    left = leaving(whole, text, chosen)
    decoder = PhraseDecoder(whole, threads=1, leave_one_out=left)
    found = decoder.translate([*chosen, *others], nbest=5, threads=2)
    assert list(found.best())[8:] == list(plain.translate(others).best())
    alone = [next(iter(decoder.translate([one]).best())) for one in chosen]
    assert list(found.best())[:8] == alone
    assert alone != list(plain.translate(chosen).best())
    assert decoder.fingerprint.startswith(plain.fingerprint)
    assert decoder.fingerprint != plain.fingerprint
    assert leaving(whole, text, chosen[:7]).digest != left.digest


def test_forced_derivations_and_bins_leave_the_sentence_out_too(tmp_path):
    text = [Sentence(["a", "b"], ["x", "y"], frozenset([(0, 0), (1, 1)]))]
    text += [Sentence(["a"], ["x"], frozenset([(0, 0)]))] * 2
    whole = model_of(text, tmp_path / "whole", "none")
    decoder = PhraseDecoder(whole, EVERYTHING, 1, leave_one_out=leaving(whole, text, ["a b"]))
    assert list(PhraseDecoder(whole, EVERYTHING, 1).force(["a b"], ["x y"]).candidates.best()) == ["x y"]
    assert decoder.force(["a b"], ["x y"]).reached.tolist() == [1]
    assert "y" not in " ".join(one.text for one in decoder.bins(["a b"], 9).of(0))


def test_what_is_not_in_the_text_contributes_nothing(tmp_path):
    text = synthetic_sentences()[:10]
    whole = model_of(text, tmp_path / "whole", "both")
    left = leaving(whole, text, ["some thing else"])
    assert not len(left.contributions)
    assert not left.groups
    assert PhraseDecoder(whole, threads=1, leave_one_out=left).translate(["some thing"]).best()


@pytest.mark.parametrize("how", [{"discount": "kneser-ney"}, {"filter": Filter(top=3)}])
def test_tables_whose_counts_are_not_those_of_a_text_are_refused(tmp_path, how):
    text = synthetic_sentences()[:10]
    whole = model_of(text, tmp_path / "whole", "both", **how)
    with pytest.raises(InputError, match="expected all phrase pairs of an aligned text"):
        leaving(whole, text, [" ".join(text[0].source)])


def test_another_text_than_the_tables_is_refused(tmp_path):
    text = synthetic_sentences()
    whole = model_of(text[:10], tmp_path / "whole", "both")
    with pytest.raises(InputError, match="expected the text that it is of"):
        leaving(whole, text[10:20], [" ".join(text[12].source)])


def test_contributions_of_all_groups_are_the_counts_of_the_table(tmp_path):
    text = synthetic_sentences()[:30]
    sentences = list(dict.fromkeys(" ".join(one.source) for one in text))
    assert len({" ".join(one.target) for one in text}) == len(sentences) == len(text)
    whole = model_of(text, tmp_path / "whole", "both")
    counted = leaving(whole, text, sentences).contributions
    arrays = whole.tables[0].table.file.arrays
    joint = np.zeros(len(arrays["counts"]))
    np.add.at(joint, counted.entries[1].astype(np.int64), counted.entries[2][:, 0])
    assert joint.tolist() == arrays["counts"][:, 2].tolist()
    of_target = np.zeros(len(arrays["target_offsets"]))
    np.add.at(of_target, counted.targets[1].astype(np.int64), counted.targets[2][:, 0])
    assert of_target[arrays["entries"][:, 0]].tolist() == arrays["counts"][:, 0].tolist()
