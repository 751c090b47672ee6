"""Systems whose rules have labels from trees over the source."""

import re
from pathlib import Path

import pytest

from pitchpipe import InputError
from pitchpipe.data import language_pair
from pitchpipe.decoder import ChartDecoder
from pitchpipe.decoder.forest import Applied
from pitchpipe.model import Model
from pitchpipe.training import train
from pitchpipe.training.recipe import Recipe

PAIR = language_pair(train=400, dev=40, test=20, references=2, variety="head-final")
LABELLED = {"grammar": "hierarchical", "constraints": "loose(labels=source-samt, max_initial=6)"}
QUICK = {**LABELLED, "order": 3, "pop_limit": 30, "iterations": 2, "nbest": 30, "method": "kbmira"}


@pytest.fixture(autouse=True)
def texts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    PAIR.write(tmp_path, parses=True)


def built(folder="model", parses="train.source.parses", **settings):
    return train("train.hf", "train.en", folder, source_parses=parses, **(QUICK | settings))


def refusal(**how):
    with pytest.raises(InputError) as caught:
        train("train.hf", "train.en", "refused", **(QUICK | how))
    assert not Path("refused").exists()
    return str(caught.value)


def label_of(target):
    """Of a rule; what is copied has none."""
    found = re.search(r"\[([^]]+)\]$", target)
    return found and found[1]


def misfits(applied: Applied):
    """Gaps that are filled by a rule of another label."""
    gaps = re.findall(r"\[(\S+),\d\]", applied.source)
    assert len(gaps) == len(applied.gaps)
    for gap, inner in zip(gaps, applied.gaps, strict=True):
        if label_of(inner.target) not in (gap, None):
            yield gap, inner
        yield from misfits(inner)


def test_a_system_is_built_tuned_and_translates_text_without_trees():
    trained = built(dev=("dev.hf", "dev.en0", "dev.en1"))
    assert [stage.name for stage in trained.stages] == ["prepare", "align", "rules", "lm", "check", "tune"]
    assert trained.summary["tuning"]["after"] > trained.summary["tuning"]["before"]
    model = Model.read("model")
    assert {"NP", "PP", "VP", "RP", "X"} <= {*model.tables[0].table.facts.labels}
    assert any("+" in label for label in model.tables[0].table.facts.labels)
    pieces = [
        piece
        for forest in ChartDecoder(model, threads=1).forests(PAIR.test.source)
        for piece in forest.best().phrases
    ]
    assert sum(len(piece.gaps) > 0 for piece in pieces) > 10
    assert [misfit for piece in pieces for misfit in misfits(piece)] == []
    recipe = Recipe.read("model/recipe.toml")
    assert recipe.parses == {"source": str(Path("train.source.parses").absolute())}
    assert recipe.settings.build.constraints == LABELLED["constraints"]


def test_a_pair_that_is_cleaned_away_takes_its_tree_along():
    text = Path("train.en").read_text().splitlines()
    Path("train.en").write_text("\n".join(["", *text[1:]]) + "\n")
    built()
    assert Path("model/work/train.parses").read_text().splitlines() == PAIR.train.source_parses[1:]


def test_trees_over_the_other_side_make_other_rules_in_the_same_folder():
    built()
    table = Path("model/phrases.table").read_bytes()
    other = LABELLED["constraints"].replace("source-samt", "samt")
    train("train.hf", "train.en", "model", target_parses="train.parses", **(QUICK | {"constraints": other}))
    assert Path("model/phrases.table").read_bytes() != table
    again = built()
    assert Path("model/phrases.table").read_bytes() == table
    assert not any(stage.cached for stage in again.stages if stage.name in ("prepare", "rules"))


def test_compounds_are_left_whole(tmp_path):
    language_pair(train=200, dev=1, test=1).write(tmp_path, parses=True)
    text = Path("train.de").read_text()
    Path("raw.de").write_text(re.sub(" ([.,?])", r"\1", text))
    for name, more in (
        ("whole", {"source_parses": "train.source.parses"}),
        ("split", {"constraints": "loose"}),
    ):
        trained = train("raw.de", "train.en", name, **(QUICK | {"source_language": "de"} | more))
        assert trained.summary["build"]["prepare"]["lines"] == 200
        assert ("compounds" in trained.summary["build"]["prepare"]) == (name == "split")
        assert trained.summary["text"]["source"]["raw"]
    told = refusal(compounds="true", source_parses="train.source.parses")
    assert "found compounds=true with parses of the source" in told


def test_trees_and_settings_go_together():
    over = {"source": "train.source.parses", "target": "train.parses"}
    assert (
        "found no parses of the source, expected some for hierarchical rules with labels=source-samt"
        in refusal()
    )
    assert "found parses of the target" in refusal(source_parses=over["source"], target_parses=over["target"])
    for other in (
        {"constraints": "loose"},
        {"constraints": "loose(labels=samt)"},
        {"grammar": "ghkm", "constraints": "auto"},
    ):
        told = refusal(source_parses=over["source"], **other)
        assert told == (
            "found parses of the source, expected them for hierarchical rules with labels=source-samt alone"
        )
    assert "found trees over the training text" in refusal(source_parses=over["source"], tune_on="train:20")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("(S no)", r"train\.source\.parses:3: found a tree of 1 words, expected the \d+ of the text"),
        ("(S a", r"train\.source\.parses:3: found 1 brackets that are not closed"),
        (None, r"train\.source\.parses: found 399 lines for a text of 400, expected a tree for each line"),
    ],
)
def test_a_wrong_tree_is_named(line, told):
    trees = PAIR.train.source_parses
    Path("train.source.parses").write_text("\n".join([*trees[:2], *filter(None, [line]), *trees[3:]]) + "\n")
    assert re.match(told, refusal(source_parses="train.source.parses"))
