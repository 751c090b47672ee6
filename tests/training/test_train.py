"""From parallel text to a tuned system, on the synthetic language pair."""

import json
from pathlib import Path

import pytest

from pitchpipe import InputError
from pitchpipe.data import language_pair
from pitchpipe.decoder import PhraseDecoder, Translator
from pitchpipe.metrics import find_metric
from pitchpipe.model import Model, ModelTexts
from pitchpipe.training import TextSet, TrainSettings, train
from pitchpipe.training.recipe import Recipe

PAIR = language_pair(train=400, dev=40, test=20, references=2)
QUICK = {"iterations": 3, "nbest": 30, "order": 3, "max_phrase": 4}
STAGES = ["prepare", "align", "phrases", "lm", "check", "width", "tune", "widen", "test"]
MADE = ["phrases.table", "lm.lm", "weights", "work/alignment", "work/tuned.weights", "test.output"]


@pytest.fixture(autouse=True)
def texts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    PAIR.write(tmp_path)


def built(folder="model", *, tuned=True, threads=1, iteration=None, lm_text=(), **settings):
    return train(
        "train.de",
        "train.en",
        folder,
        dev=TextSet("dev.de", ["dev.en0", "dev.en1"]) if tuned else None,
        test=TextSet("test.de", ["test.en0", "test.en1"]),
        lm_text=lm_text,
        settings=TrainSettings.of(**(QUICK | settings)),
        threads=threads,
        iteration=iteration,
    )


def bytes_of(tmp_path, folder):
    return {name: (tmp_path / folder / name).read_bytes() for name in MADE}


def cached(trained):
    return [stage.name for stage in trained.stages if stage.cached]


def test_tuning_makes_the_translation_of_the_tuning_text_better():
    tuning = built(iterations=6).summary["tuning"]
    assert tuning["after"] > tuning["before"] + 2


def test_the_folder_is_a_model_that_translates_as_well_as_the_summary_says():
    tuning = built(iterations=6, pop_limit=100).summary["tuning"]
    assert tuning["chosen"] > 0
    sentences = ModelTexts.read("model").source(PAIR.dev.source)
    texts = list(PhraseDecoder(Model.read("model")).translate(sentences).best())
    assert find_metric("bleu").corpus_score(texts, PAIR.dev.references) == pytest.approx(tuning["after"])


def test_the_summary_is_in_the_folder_and_says_what_was_measured(tmp_path):
    trained = built()
    summary = json.loads((tmp_path / "model" / "summary.json").read_text())
    assert summary == trained.summary
    assert list(summary["seconds"]) == STAGES
    output = (tmp_path / "model" / "test.output").read_text().splitlines()
    for name in ("bleu", "chrf", "ter"):
        score = find_metric(name).corpus_score(output, PAIR.test.references)
        assert summary["test"][name]["after"] == pytest.approx(score)
        assert summary["test"][name]["signature"] == find_metric(name).signature
    after = {references[0]: line for references, line in zip(PAIR.test.references, output, strict=True)}
    assert summary["test"]["examples"]
    assert all(one["after"] == after[one["reference"]] for one in summary["test"]["examples"])


def test_done_again_nothing_is_done(tmp_path):
    first = built()
    made = bytes_of(tmp_path, "model")
    again = built()
    assert cached(again) == STAGES
    assert again.summary == first.summary
    assert bytes_of(tmp_path, "model") == made


def test_only_what_depends_on_a_setting_is_done_again():
    built()
    assert cached(built(order=2)) == ["prepare", "align", "phrases", "check"]
    assert cached(built(order=2, metric="chrf")) == STAGES[: STAGES.index("tune")]
    assert cached(built(order=2, metric="chrf", discount="kneser-ney")) == ["prepare", "align", "lm", "check"]
    assert Model.read("model").tables[0].table.facts.settings["discount"] == "kneser-ney"


def test_a_changed_text_changes_everything(tmp_path):
    built()
    (tmp_path / "train.de").write_text((tmp_path / "train.de").read_text().replace("der", "dar", 1))
    assert cached(built()) == []


@pytest.mark.parametrize("name", ["lm.lm", "phrases.table", "work/alignment"])
def test_a_damaged_file_is_made_again(tmp_path, name):
    built(tuned=False)
    path = tmp_path / "model" / name
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    built(tuned=False)
    assert path.read_bytes() == whole


def test_a_run_stopped_in_tuning_goes_on_to_the_same_bits(tmp_path):
    def stop(number, iteration):
        if number == 1:
            raise KeyboardInterrupt

    built("whole")
    with pytest.raises(KeyboardInterrupt):
        built("stopped", iteration=stop)
    seen = []
    trained = built("stopped", threads=2, iteration=lambda number, iteration: seen.append(number))
    assert cached(trained) == STAGES[: STAGES.index("tune")]
    assert seen[0] == 0
    assert bytes_of(tmp_path, "stopped") == bytes_of(tmp_path, "whole")


def test_the_number_of_threads_does_not_matter(tmp_path):
    built("one", threads=1)
    built("two", threads=2)
    assert bytes_of(tmp_path, "one") == bytes_of(tmp_path, "two")


def test_without_a_tuning_text_the_start_weights_stay():
    summary = built(tuned=False).summary
    assert "tuning" not in summary
    assert summary["test"]["bleu"]["before"] == summary["test"]["bleu"]["after"] > 0


def test_more_text_goes_into_the_language_model(tmp_path):
    (tmp_path / "more.en").write_text("a zyzzyva sleeps\n" * 3)
    plain = built("plain", tuned=False)
    more = built("more", tuned=False, lm_text=["more.en"])
    tokens = [
        next(stage for stage in one.stages if stage.name == "lm").facts["tokens"] for one in (plain, more)
    ]
    assert tokens[1] == tokens[0] + 9


def test_words_that_language_models_use_themselves_stop_nothing(tmp_path):
    lines = (tmp_path / "train.en").read_text().splitlines()
    (tmp_path / "tags.en").write_text("".join(f"{line}\n" for line in ["a <s> b", *lines[1:]]))
    (tmp_path / "more.en").write_text("a house\nan <unk> house\n")
    trained = train("train.de", "tags.en", "tags", lm_text=["more.en"], method="none", order=3)
    assert trained.summary["texts"]["train"]["removed"]["unusable token"] == 1
    assert "an <unk> house" not in (tmp_path / "tags" / "work" / "lm.target").read_text()


def test_sparse_features_get_weights():
    weights = built(sparse="PT+LO").model.weights
    assert {name.partition(":")[0] for name in weights if ":" in name} == {"PT", "LO"}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"method": "mertt"}, "there is no method 'mertt'"),
        ({"metric": "blue"}, "there is no metric 'blue'"),
        ({"aligner": "hm"}, "there is no aligner 'hm'"),
        ({"symmetrize": "grown"}, "there is no symmetrisation 'grown'"),
        ({"sparse": "PT+XX"}, "there is no kind of sparse features 'XX'"),
        ({"lm_text": ["missing"]}, "missing: cannot be read"),
    ],
)
def test_wrong_names_are_told_before_anything_is_done(tmp_path, wrong, sentence):
    with pytest.raises(InputError, match=sentence):
        built(**wrong)
    assert not (tmp_path / "model").exists()


def test_a_tuning_text_of_other_length_is_told_before_anything_is_done(tmp_path):
    with pytest.raises(
        InputError, match=r"test.en0: found another number of lines, 20, expected 40 as in dev.de"
    ):
        train("train.de", "train.en", "model", dev=TextSet("dev.de", ["test.en0"]))
    assert not (tmp_path / "model").exists()


def test_a_training_text_that_is_refused_leaves_no_folder_behind(tmp_path):
    (tmp_path / "bad.tsv").write_text("a\tb\tc\n")
    with pytest.raises(InputError, match="found 3 columns"):
        train("bad.tsv", None, "model")
    assert not (tmp_path / "model").exists()
    built(tuned=False)
    with pytest.raises(InputError, match="found 3 columns"):
        train("bad.tsv", None, "model")
    assert Model.read(tmp_path / "model")


def test_warnings_of_the_language_model_are_in_the_summary(tmp_path):
    for side in ("de", "en"):
        (tmp_path / f"tiny.{side}").write_text("a b\n")
    told = []
    found = train("tiny.de", "tiny.en", "model", warn=told.append).summary["warnings"]
    assert found == told
    assert found[0].startswith(
        "language model: the text is too small or too regular for 1-gram discounts of its own"
    )
    assert found[0].endswith(" instead; likewise for 4 more of its orders")


def test_a_hierarchical_system_is_built_tuned_and_read(tmp_path):
    trained = built(grammar="hierarchical", pop_limit=30, iterations=2, constraints="loose(max_initial=6)")
    assert [stage.name for stage in trained.stages] == [
        "rules" if name == "phrases" else name for name in STAGES if name not in ("width", "widen")
    ]
    assert trained.summary["tuning"]["after"] > trained.summary["tuning"]["before"]
    model = Model.read("model")
    assert model.is_hierarchical
    assert "Glue0" in model.weights
    assert Translator("model").translate("das Haus .")
    assert cached(
        built(grammar="hierarchical", pop_limit=30, iterations=2, constraints="loose(max_initial=6)")
    )


def test_a_system_is_built_from_parses_and_its_recipe_names_them(tmp_path):
    PAIR.write(tmp_path, parses=True)
    text = Path("train.en").read_text().splitlines()
    Path("train.en").write_text(
        "\n".join(["", *text[1:]]) + "\n"
    )  # a pair that is cleaned away with its tree
    how = {"grammar": "ghkm", "constraints": "ghkm(size=2)", "pop_limit": 30}
    trained = train("train.de", "train.en", "model", target_parses="train.parses", **how)
    assert [stage.name for stage in trained.stages][:4] == ["prepare", "align", "rules", "lm"]
    table = Model.read("model").tables[0].table
    assert {"NP", "VP", "NN"} <= set(table.facts.labels)
    assert Translator("model").translate("das Haus .")
    recipe = Recipe.read("model/recipe.toml")
    assert recipe.target_parses == str(tmp_path / "train.parses")
    assert recipe.settings.build.constraints == "ghkm(size=2)"
    with pytest.raises(InputError, match="found no parses of the target, expected some for ghkm"):
        train("train.de", "train.en", "other", **how)
    with pytest.raises(
        InputError, match="found parses of the target, expected them for ghkm or labels=samt alone"
    ):
        train("train.de", "train.en", "other", target_parses="train.parses")
    with pytest.raises(InputError, match="expected those of loose"):
        TrainSettings.of(grammar="hierarchical", constraints="ghkm")
    parses = Path("train.parses").read_text().splitlines()
    Path("train.parses").write_text("\n".join([*parses[:2], "(S no)", *parses[3:]]) + "\n")
    with pytest.raises(InputError, match=r"train\.parses:3: found a tree of 1 words"):
        train("train.de", "train.en", "other", target_parses="train.parses", **how)
    Path("train.parses").write_text("(S no)\n")
    with pytest.raises(InputError, match="expected a tree for each line"):
        train("train.de", "train.en", "other", target_parses="train.parses", **how)


def test_a_model_is_the_same_in_little_memory(monkeypatch):
    built(tuned=False)
    monkeypatch.setattr("pitchpipe.files.scratch._SHARE", 1 << 20)
    built("small", tuned=False, memory=16)
    for made in ("phrases.table", "lm.lm", "aligner", "work/alignment", "test.output"):
        assert Path("small", made).read_bytes() == Path("model", made).read_bytes()


def test_phrase_pairs_are_filtered_as_told():
    whole = built(tuned=False).summary["build"]["phrases"]["phrase_pairs"]
    kept = built("small", tuned=False, min_count=2, top=3)
    assert kept.summary["build"]["phrases"]["phrase_pairs"] < whole / 2
    counts = kept.model.tables[0].table.file.arrays
    assert counts["counts"][:, 2].min() >= 2
    assert (counts["ranges"][1:] - counts["ranges"][:-1]).max() <= 3
