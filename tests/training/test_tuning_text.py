"""Lines of the training text to tune on."""

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.data import language_pair
from pitchpipe.decoder import PhraseDecoder, SearchSettings
from pitchpipe.metrics import find_metric
from pitchpipe.model import Model, ModelTexts
from pitchpipe.training import TextSet, TrainSettings, train
from pitchpipe.training.leave_one_out import leaving_decoder
from pitchpipe.training.start import start_weights
from pitchpipe.training.tuning_text import TuneOnSettings, choose_lines
from tests.cli.commands import refusal

PAIR = language_pair(train=300, dev=20, test=10, references=1)
QUICK = {"iterations": 2, "nbest": 20, "order": 2, "max_phrase": 3, "pop_limit": 50}


def chosen(source, target, count, by="random", **how):
    return choose_lines(source, target, TuneOnSettings(tune_on=f"train:{count}", tune_by=by), **how)


def text(seed, lines=60):
    random = Random(seed)
    return [" ".join(random.choices("abcde", k=random.randint(0, 7))) for _ in range(lines)]


@pytest.mark.parametrize("by", ["random", "length", "nearest"])
@pytest.mark.parametrize("seed", range(5))
def test_no_line_to_tune_on_stands_in_the_rest_or_in_another_text(by, seed):
    source, target, like = text(seed), [line.upper() for line in text(seed + 50)], text(seed + 99, 5)
    taken = [*like, source[3], target[4]]
    found = chosen(source, target, 8, by, like=like, taken=taken, seed=seed)
    plain = [
        (" ".join(s.split()), " ".join(t.casefold().split())) for s, t in zip(source, target, strict=True)
    ]
    sources = [plain[line][0] for line in found.tune]
    assert len(set(sources)) == len(found.tune) == 8
    others = {" ".join(line.casefold().split()) for line in taken}
    for line in found.tune:
        assert all(plain[line])
        assert not others & {*plain[line]}
    for line in found.rest:
        assert plain[line][0] not in sources
        assert plain[line][1] not in {plain[one][1] for one in found.tune}
    assert len(found.tune) + len(found.rest) + found.copies == len(source)
    assert found.known == sum(bool(others & {*one}) for one in plain)


def test_random_lines_are_those_of_the_seed():
    source = [f"line {number}" for number in range(100)]
    one, same, other = (chosen(source, source, 10, seed=seed).tune.tolist() for seed in (1, 1, 2))
    assert one == same != other


def test_lines_by_length_are_those_nearest_to_the_median():
    source = [" ".join(["w", str(number), *["x"] * (number % 10)]) for number in range(50)]
    found = chosen(source, source, 5, "length", like=["a b c d e f"])
    assert {len(source[line].split()) for line in found.tune} == {6}


def test_the_nearest_lines_share_most_ngrams():
    random = Random(7)
    source = [" ".join(random.choices("abcdefgh", k=random.randint(2, 9))) for _ in range(80)]
    like = ["a b c d e", "f a b"]

    def grams(line):
        words = line.split()
        return [tuple(words[i : i + n]) for n in range(1, 5) for i in range(len(words) - n + 1)]

    known = {gram for line in like for gram in grams(line)}
    share = [
        sum(count for gram, count in Counter(grams(line)).items() if gram in known) / len(grams(line))
        if len(line.split()) >= 4
        else 0.0
        for line in source
    ]
    found = chosen(source, [f"t{n}" for n in range(80)], 10, "nearest", like=like)
    left = np.delete(share, found.tune)
    assert min(share[line] for line in found.tune) >= left.max()


@pytest.mark.parametrize("wrong", ["train:0", "train:", "train:x", "train:5.5"])
def test_a_number_of_lines_is_one(wrong):
    with pytest.raises(InputError, match="expected a number of lines, as in train:15000"):
        TuneOnSettings(tune_on=wrong)


def test_more_lines_than_there_are_cannot_be_chosen():
    with pytest.raises(InputError, match="of which 3 can be tuned on, expected more than the 5"):
        chosen(["a", "b", "c", "c"], ["x", "y", "z", "z"], 5)
    with pytest.raises(InputError, match="expected more than the 2"):
        chosen(["a", "b"], ["x", "y"], 2)


@pytest.fixture
def texts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    PAIR.write(tmp_path)


def built(folder, **settings):
    given = {"dev": TextSet("dev.de", ["dev.en"]), **settings}
    return train(
        "train.de",
        "train.en",
        folder,
        dev=given.pop("dev"),
        test=TextSet("test.de", ["test.en"]),
        settings=TrainSettings.of(**(QUICK | given)),
    )


def test_the_model_is_built_without_the_lines_that_it_is_tuned_on(texts, tmp_path):
    trained = built("model", tune_on="train:60", tune_by="nearest")
    tune, rest = (
        [
            (tmp_path / "model" / "work" / part / f"train.{side}").read_text().splitlines()
            for side in ("de", "en")
        ]
        for part in ("tune", "rest")
    )
    assert len(tune[0]) == 60
    assert not {*tune[0]} & {*rest[0]}
    assert {*zip(*tune, strict=True)} | {*zip(*rest, strict=True)} <= {
        *zip(PAIR.train.source, (one[0] for one in PAIR.train.references), strict=True)
    }
    assert (tmp_path / "model" / "work" / "train.source").read_text().count("\n") <= len(rest[0])
    assert trained.summary["texts"]["train"]["lines"] <= len(rest[0])
    assert trained.summary["tuning"]["after"] >= trained.summary["tuning"]["before"]
    assert "tuning text bleu" in (tmp_path / "model" / "summary.txt").read_text()
    again = built("model", tune_on="train:60", tune_by="nearest")
    assert all(stage.cached for stage in again.stages)
    assert dict(again.model.weights) == dict(trained.model.weights)


def test_the_development_text_chooses_among_the_weights(texts):
    trained = built("model", tune_on="train:60", method="adagrad", sparse="length")
    sentences = ModelTexts.read("model").source(PAIR.dev.source)
    found = list(PhraseDecoder(Model.read("model")).translate(sentences).best())
    measured = find_metric("bleu").corpus_score(found, PAIR.dev.references)
    assert trained.summary["tuning"]["after"] == pytest.approx(measured)


def test_a_file_may_be_tuned_on(texts, tmp_path):
    pairs = zip(PAIR.dev.source, (one[0] for one in PAIR.dev.references), strict=True)
    (tmp_path / "own.tsv").write_text("".join(f"{s}\t{t}\n" for s, t in pairs))
    by_file = built("one", dev=None, tune_on="own.tsv")
    by_dev = built("other")
    assert dict(by_file.model.weights) == dict(by_dev.model.weights)


def test_what_does_not_go_together_is_refused(texts):
    files = ("train.de", "train.en", "-o", "model", "--tune-on", "train:50")
    assert "without a development text" in refusal("train", *files, "--tune-by", "nearest")
    assert "expected a method to tune by" in refusal("train", *files, "--method", "none")
    both = refusal("train", *files, "--dev", "dev.de", "dev.en", "--held-out", "0.1")
    assert "found held_out with tune_on" in both


def test_leave_one_out_builds_from_all_lines_and_tunes_without_each(texts, tmp_path):
    trained = built("model", tune_on="train:60", leave="one-out", method="mert")
    work = tmp_path / "model" / "work"
    lines = [(work / f"train.{side}").read_text().splitlines() for side in ("source", "target")]
    assert trained.summary["texts"]["train"]["lines"] > 290
    sentences, references = (
        (work / "tune" / f"train.{side}").read_text().splitlines() for side in ("de", "en")
    )
    prepared = ModelTexts.read("model").source(sentences)
    assert {*prepared} <= {*lines[0]}
    model = Model.read("model")
    untuned = replace(model, weights=start_weights(model.feature_names))
    decoder = leaving_decoder(
        untuned, SearchSettings.of_model(model), prepared, work, lm_text=work / "train.target"
    )
    left = decoder.leave_one_out
    assert {*left.groups} == {*prepared}
    assert decoder.model.language_models[0].model.digest != model.language_models[0].model.digest
    found = list(decoder.translate(prepared, weights=model.weights).best())
    knowing = list(PhraseDecoder(model).translate(prepared).best())
    metric, wanted = find_metric("bleu"), [[one] for one in ModelTexts.read("model").target(references)]
    assert metric.corpus_score(found, wanted) < metric.corpus_score(knowing, wanted) - 5
    again = built("model", tune_on="train:60", leave="one-out", method="mert")
    assert all(stage.cached for stage in again.stages)


def test_leave_one_out_is_for_lines_of_the_text_and_plain_phrases(texts):
    files = ("train.de", "train.en", "-o", "model", "--dev", "dev.de", "dev.en", "--leave", "one-out")
    assert "without lines of the training text" in refusal("train", *files)
    for wrong in ("grammar=hierarchical", "discount=kneser-ney", "gaps=source"):
        assert f"with {wrong}, expected phrases" in refusal(
            "train", *files, "--tune-on", "train:50", "--set", wrong
        )
    assert "leave must be one of out, one-out" in refusal(
        "train", *files[:-1], "some", "--tune-on", "train:50"
    )
