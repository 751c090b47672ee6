"""Phrases looked up: against all phrase pairs, and against the decoder's own features."""

import math

import pytest

from pitchpipe.data import language_pair
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.lm import estimate
from pitchpipe.model import Lookup
from pitchpipe.phrases import HOLE, PhraseTable
from pitchpipe.text import Corpus
from pitchpipe.training import assemble
from tests.decoder.toy_gaps import cut, gap_toy
from tests.phrases.tables import extracted, synthetic_sentences


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    extracted(synthetic_sentences(), folder / "phrases.table")
    text = [lines[0] for lines in language_pair(train=150, dev=0, test=0).train.references]
    estimate(Corpus.of(text), 3).model.save(folder / "lm.lm")
    return assemble(folder / "model", [folder / "phrases.table"], [folder / "lm.lm"])


def test_translations_are_those_of_the_table(model):
    table = model.tables[0].table
    lookup = Lookup.of(model)
    for source in list(table.phrases())[::50]:
        found = [one.option for one in lookup.translations(source)]
        assert sorted(found, key=lambda one: one.target) == sorted(
            table.options(source), key=lambda one: one.target
        )
        assert [one.score for one in lookup.translations(source)] == sorted(
            (one.score for one in lookup.translations(source)), reverse=True
        )


def test_the_source_phrases_of_a_target_phrase_are_all_pairs_that_have_it(model):
    table = model.tables[0].table
    pairs = {}
    for source in table.phrases():
        for option in table.options(source):
            pairs.setdefault(option.target, []).append((source, option))
    for target in sorted(pairs)[::40]:
        found = [(one.source, one.option) for one in Lookup.of(table).sources(target)]
        assert sorted(found, key=lambda one: one[0]) == sorted(pairs[target], key=lambda one: one[0])
    assert Lookup.of(table).sources("no such words") == []


def test_the_sum_is_the_decoders_for_a_sentence_of_one_phrase(model):
    """With the language model off, whose context differs, and the phrase penalty so that one phrase is best."""
    table = model.tables[0].table
    weights = dict.fromkeys(model.feature_names, 0.0) | {
        name: value
        for name, value in model.weights.items()
        if name.startswith(("TranslationModel", "WordPenalty"))
    }
    weights |= {"PhrasePenalty0": -100.0, "RuleCount0": 0.3, "UniqueRule0": -0.2}
    weighted = model.with_weights(weights)
    decoder, lookup = PhraseDecoder(weighted), Lookup.of(weighted)
    sources = [source for source in table.phrases() if len(source.split()) > 1][::300]
    assert len(sources) > 5
    for source, candidate in zip(
        sources, [decoder.translate([source]).of(0)[0] for source in sources], strict=True
    ):
        first = lookup.translations(source)[0]
        assert len(candidate.phrases) == 1
        assert candidate.score == pytest.approx(first.score, rel=1e-5)
        assert all(
            candidate.features[name] == pytest.approx(value, rel=1e-5)
            for name, value in first.features.items()
            if name != "LM0"
        )


def test_the_language_model_sees_the_words_alone(model):
    (language,) = model.language_models
    pair = Lookup.of(model).translations(next(model.tables[0].table.phrases()))[0]
    scored = language.model.score([pair.option.target], bos=False, eos=False)
    assert pair.features["LM0"] == pytest.approx(scored.totals[0] * 2.302585093)


def test_parts_are_all_known_phrases_within_one(model):
    table = model.tables[0].table
    lookup = Lookup.of(table)
    known = set(table.phrases())
    words = [*max(known, key=lambda one: len(one.split())).split(), "unheard", *min(known).split()]
    every = {
        " ".join(words[begin:end]) for begin in range(len(words)) for end in range(begin + 1, len(words) + 1)
    }
    assert set(lookup.parts(" ".join(words))) == every & known
    cover = lookup.cover(" ".join(words))
    assert " ".join(cover).split() == words
    assert "unheard" in cover
    assert set(cover) - {"unheard"} <= known


def test_a_mistyped_word_has_near_ones(model):
    lookup = Lookup.of(model)
    word = max((one for one in model.tables[0].table.phrases() if " " not in one), key=len)
    assert word in lookup.nearest(word + "x")


def test_a_table_alone_ranks_by_probability(model):
    lookup = Lookup.of(PhraseTable.read(model.tables[0].table.file.path))
    for source in list(model.tables[0].table.phrases())[::100]:
        values = [one.option.scores["p(e|f)"] for one in lookup.translations(source)]
        assert values == sorted(values, reverse=True)
        assert all(one.score is None for one in lookup.translations(source))


def test_a_gap_is_no_word_of_a_translation(tmp_path):
    """Its pieces are scored alone, as the decoder scores them, and the gaps of both sides are counted."""
    made = gap_toy(tmp_path, 1)
    (language,) = made.model.language_models
    lookup = Lookup.of(made.model)
    seen = set()
    for source, pairs in made.pairs.items():
        found = {one.option.target: one.features for one in lookup.translations(" ".join(source))}
        for pair in pairs:
            features = found[" ".join(pair.target)]
            pieces = cut(pair.target)
            alone = sum(language.model.score([piece], bos=False, eos=False).totals.sum() for piece in pieces)
            assert features["LM0"] == pytest.approx(math.log(10) * alone, abs=1e-4)
            assert features["WordPenalty0"] == -sum(map(len, pieces))
            assert features["SourceGap0"] == (HOLE in source)
            assert features["TargetGap0"] == (HOLE in pair.target)
            seen.add((HOLE in source, HOLE in pair.target))
    assert len(seen) == 4
