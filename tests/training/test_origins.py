"""Texts of several origins."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.align import Alignments
from pitchpipe.data import language_pair
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.lm import LanguageModel, estimate
from pitchpipe.model import Additions, Model, ModelTexts
from pitchpipe.phrases.extraction import Extraction, extract
from pitchpipe.text import Corpus
from pitchpipe.training import TextSet, TrainSettings, train
from pitchpipe.training.nearness import ORDER, RARE, cross_entropy_differences, nearest_lines
from pitchpipe.training.origins import OriginSettings, join_texts
from pitchpipe.training.recipe import Recipe

OWN = language_pair(train=120, dev=20, test=10, references=1)
OTHER = language_pair(train=250, dev=1, test=1, references=1, seed=7)
QUICK = {"iterations": 1, "nbest": 20, "order": 2, "max_phrase": 3, "pop_limit": 50}


@pytest.fixture(autouse=True)
def texts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    OWN.write(tmp_path)
    (tmp_path / "web").mkdir()
    OTHER.write(tmp_path / "web")


def built(folder="model", *, tuned=True, **named):
    return train(
        "train.de",
        "train.en",
        folder,
        more=[("web/train.de", "web/train.en")],
        dev=("dev.de", "dev.en") if tuned else None,
        test=("test.de", "test.en"),
        **(QUICK | named),
    )


def lines_of(name):
    with open(name) as file:
        return file.read().splitlines()


def pairs_of(table):
    return {(phrase, option.target): option for phrase in table.phrases() for option in table.options(phrase)}


def extracted(lines, path):
    """The phrase pairs of some lines of a model's aligned text, extracted alone."""
    source, target = (Corpus.of(lines_of(f"model/work/train.{side}")[lines]) for side in ("source", "target"))
    every = Alignments.read("model/work/alignment")
    links = Alignments.of([every.line(line) for line in range(len(every))[lines]])
    return extract(source, target, links.links, links.offsets, path, settings=Extraction(max_length=3))


def test_provenance_features_are_what_extraction_from_each_origin_says(tmp_path):
    trained = built(tuned=False)
    counts = trained.stages[1].facts["origins"]
    model = Model.read("model")
    assert [name for name in model.feature_names if name.startswith("Origin")] == ["Origin0_0", "Origin0_1"]
    assert model.weights["Origin0_0"] == model.weights["Origin0_1"] == 0
    found = pairs_of(model.tables[0].table)
    whole = pairs_of(extracted(slice(0, sum(counts)), "whole.table"))
    parts = [slice(0, counts[0]), slice(counts[0], sum(counts))]
    seen = [pairs_of(extracted(part, f"part{number}.table")) for number, part in enumerate(parts)]
    assert found.keys() == whole.keys() == seen[0].keys() | seen[1].keys()
    assert set(seen[0]) - set(seen[1])
    assert set(seen[1]) - set(seen[0])
    assert set(seen[0]) & set(seen[1])
    for pair, option in found.items():
        assert [option.scores[f"origin {number}"] for number in (0, 1)] == [pair in one for one in seen]
        assert {name: option.scores[name] for name in whole[pair].scores} == whole[pair].scores
    assert [one["phrase_pairs"] for one in trained.summary["origins"]] == [len(one) for one in seen]


def test_a_candidate_counts_the_phrases_of_each_origin():
    built(tuned=False)
    model = Model.read("model")
    sentences = ModelTexts.read("model").source(OWN.dev.source[:5])
    table = pairs_of(model.tables[0].table)
    found = PhraseDecoder(model).translate(sentences, nbest=3)
    counted = 0
    for row, sentence in enumerate(sentences):
        words = sentence.split()
        for one in found.of(row):
            target = one.text.split()
            pairs = [
                (
                    " ".join(words[p.source_begin : p.source_end]),
                    " ".join(target[p.target_begin : p.target_end]),
                )
                for p in one.phrases
            ]
            for number in (0, 1):
                used = [table[pair].scores[f"origin {number}"] for pair in pairs if pair in table]
                assert one.features[f"Origin0_{number}"] == sum(used)
                counted += sum(used)
    assert counted


def test_a_table_and_a_language_model_each(tmp_path):
    trained = built(origins="tables", mixture="log-linear")
    model = Model.read("model")
    assert [one.path for one in model.tables] == ["phrases0.table", "phrases1.table"]
    assert [one.name for one in model.language_models] == ["LM0", "LM1"]
    counts = trained.summary["build"]["prepare"]["origins"]
    for number, part in enumerate([slice(0, counts[0]), slice(counts[0], sum(counts))]):
        assert pairs_of(model.tables[number].table) == pairs_of(extracted(part, "part.table"))
        alone = estimate(Corpus.of(lines_of("model/work/train.target")[part]), 2).model
        sentences = ["ein the a dog", OWN.dev.references[0][0]]
        np.testing.assert_array_equal(
            model.language_models[number].model.score(sentences).log10, alone.score(sentences).log10
        )


def test_words_are_aligned_over_all_text_and_tuning_weighs_the_origins(tmp_path):
    trained = built(iterations=3)
    own, web = trained.summary["origins"]
    assert (own["given"], web["given"]) == (120, 250)
    assert own["lines"] + web["lines"] == len(lines_of("model/work/alignment"))
    assert own["share"] + web["share"] == pytest.approx(1)
    assert own["lm_weight"] + web["lm_weight"] == pytest.approx(1, abs=1e-3)
    assert "train.de" in (tmp_path / "model" / "summary.txt").read_text()
    assert any(Model.read("model").weights[name] for name in ("Origin0_0", "Origin0_1"))
    mixture = LanguageModel.read("model/lm.lm")
    dev = ModelTexts.read("model").target([one[0] for one in OWN.dev.references])
    assert mixture.perplexity(dev) < min(own["perplexity"], web["perplexity"]) * 1.05


def test_none_is_the_text_of_both_put_together(tmp_path):
    built("apart", tuned=False, origins="none", mixture="none", once=False)
    for side in ("de", "en"):
        both = (tmp_path / f"train.{side}").read_text() + (tmp_path / f"web/train.{side}").read_text()
        (tmp_path / f"both.{side}").write_text(both)
    train("both.de", "both.en", "whole", test=("test.de", "test.en"), **QUICK)
    for name in ("phrases.table", "lm.lm", "weights"):
        assert (tmp_path / "apart" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_done_again_nothing_is_done_and_a_setting_changes_only_what_depends_on_it(tmp_path):
    first = built()
    again = built()
    assert all(stage.cached for stage in again.stages)
    assert again.summary == first.summary
    other = built(mixture="log-linear")
    assert [stage.name for stage in other.stages if stage.cached] == [
        "join",
        "prepare",
        "align",
        "phrases",
        "check",
    ]
    recipe = Recipe.read(tmp_path / "model" / "recipe.toml")
    assert [one.files for one in recipe.more] == [
        [str(tmp_path / f"web/train.{side}") for side in ("de", "en")]
    ]
    assert recipe.settings.origins.mixture == "log-linear"


def test_the_number_of_threads_does_not_matter(tmp_path):
    built("one", select=100)
    built("two", select=100, threads=2)
    for name in ("phrases.table", "lm.lm", "weights", "work/joined/train.de"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_pairs_can_be_added_to_a_model_of_several_origins():
    built(tuned=False)
    assert Additions("model").add(["zyx"], ["xyz"]).pairs == 1
    translated = PhraseDecoder(Model.read("model")).translate(["zyx"])
    assert list(translated.best()) == ["xyz"]
    assert translated.of(0)[0].features["Origin0_1"] == 0


def test_rules_have_origins_too():
    trained = built(tuned=False, grammar="hierarchical", max_line=12)
    assert "Origin0_1" in Model.read("model").feature_names
    seen = [one["phrase_pairs"] for one in trained.summary["origins"]]
    pairs = len(Model.read("model").tables[0].table)
    assert max(seen) <= pairs <= sum(seen)


def test_lines_tuned_on_are_in_no_other_text(tmp_path):
    for side in ("de", "en"):
        lines = (tmp_path / f"train.{side}").read_text()
        (tmp_path / f"web/train.{side}").write_text((tmp_path / f"web/train.{side}").read_text() + lines)
    trained = built(tune_on="train:30", tune_by="random")
    assert trained.summary["origins"][1]["tuned_on"] >= 30
    tune = {" ".join(line.casefold().split()) for line in lines_of("model/work/tune/train.de")}
    assert not tune & {" ".join(line.casefold().split()) for line in lines_of("model/work/joined/train.de")}


def test_a_text_without_a_usable_line_is_named(tmp_path):
    (tmp_path / "empty.de").write_text("\n")
    (tmp_path / "empty.en").write_text("nothing\n")
    with pytest.raises(InputError, match=r"^empty.de: found no line that can be used"):
        train("train.de", "train.en", "model", more=[("empty.de", "empty.en")], **QUICK)


lines = st.lists(st.sampled_from(["a b", "a  b", "c", "d e f", ""]), min_size=1, max_size=8)


@settings(max_examples=40, deadline=None)
@given(lines, lines, lines)
def test_each_pair_of_other_texts_is_taken_once(own, one, other):
    texts = [(text, [line.upper() for line in text]) for text in (own, one, other)]
    found = join_texts(texts[0], texts[1:], OriginSettings())
    seen = {" ".join(line.split()) for line in own}
    wanted = [*own]
    for text in (one, other):
        for line in text:
            if " ".join(line.split()) not in seen:
                wanted.append(line)
                seen.add(" ".join(line.split()))
    assert found.sides == (wanted, [line.upper() for line in wanted])
    assert sum(row["taken"] for row in found.figures) == len(wanted)
    assert all(row["given"] == row["taken"] + row["repeated"] for row in found.figures)
    plain = join_texts(texts[0], texts[1:], replace(OriginSettings(), once=False))
    assert plain.sides[0] == [*own, *one, *other]


sentence = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=6).map(" ".join)
several = st.lists(sentence, min_size=2, max_size=10)


@settings(max_examples=20, deadline=None)
@given(several, several, several)
def test_nearness_is_the_difference_of_cross_entropies(text, near, general):
    found = cross_entropy_differences(text, near, general)
    counts = Counter(word for line in near for word in line.split())

    def bits(line, model):
        words = [word if counts[word] > 1 else RARE for word in line.split()]
        return -model.score([" ".join(words)]).totals[0] * math.log2(10) / (len(words) + 1)

    hidden = [
        [" ".join(word if counts[word] > 1 else RARE for word in line.split()) for line in one]
        for one in (near, general)
    ]
    models = [estimate(Corpus.of(one), ORDER).model for one in hidden]
    wanted = [bits(line, models[0]) - bits(line, models[1]) for line in text]
    np.testing.assert_allclose(found, wanted, atol=1e-9)


def test_the_nearest_lines_are_those_like_ones_own(tmp_path):
    own = ["the dog sees a cat", "a cat sees the dog", "the cat sleeps"] * 4
    web = (
        ["press the key to open a file"] * 5
        + ["a dog sleeps", "the dog sees the cat"]
        + ["open the file"] * 5
    )
    found = nearest_lines([web, web], [own, own], 2)
    assert found.tolist() == [5, 6]
    joined = join_texts((own, own), [(web, web)], OriginSettings(select=0.5))
    assert "a dog sleeps" in joined.sides[0]
    assert joined.figures[1] == {"given": 12, "repeated": 8, "tuned_on": 0, "taken": 2}


@pytest.mark.parametrize(
    ("select", "lines", "wanted"), [(0, 10, 10), (0.2, 10, 2), (0.01, 10, 1), (1, 10, 1), (40, 10, 10)]
)
def test_a_share_or_a_number_of_lines_is_selected(select, lines, wanted):
    assert OriginSettings(select=select).chosen(lines) == wanted


def test_settings_that_mean_nothing_are_refused():
    with pytest.raises(InputError, match=r"found select=2.5, expected a share below 1 or a number of lines"):
        OriginSettings(select=2.5)
    with pytest.raises(InputError, match="found 3 files for more"):
        train("train.de", "train.en", "model", more=[("a", "b", "c")])
    with pytest.raises(InputError, match="origins must be one of features, tables, none"):
        TrainSettings.of(origins="both")


def test_a_recipe_keeps_texts_in_one_file(tmp_path):
    recipe = Recipe(TextSet("a.de", ["a.en"]), [TextSet("b.tsv"), TextSet("c.de", ["c.en"])])
    recipe.write(tmp_path / "recipe.toml")
    read = Recipe.read(tmp_path / "recipe.toml")
    assert [len(one.files) for one in read.more] == [1, 2]
    (tmp_path / "bad.toml").write_text('[text]\ntrain = ["a", "b"]\nmore = ["c"]\n')
    with pytest.raises(InputError, match="found 'c' for train"):
        Recipe.read(tmp_path / "bad.toml")
