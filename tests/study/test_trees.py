"""Studies of systems whose rules come from trees."""

from pathlib import Path

from pitchpipe.data import language_pair
from pitchpipe.model import Model
from pitchpipe.study import begin_study, read_study

from .studies import SYNTHETIC, run

TREES = SYNTHETIC.replace("order = 3", 'order = 3\ngrammar = "ghkm"').replace(
    '"regression", "kbmira"', '"regression"'
)


def labels_of(folder):
    """Those of a model's rules."""
    return set(Model.read(folder).tables[0].table.facts.labels)


def test_synthetic_text_has_its_own_trees(tmp_path):
    (tmp_path / "study.toml").write_text(TREES.replace("replicas = 2", "replicas = 1"))
    run(tmp_path / "study.toml", tmp_path / "study")
    assert len(list((tmp_path / "study" / "cells").rglob("result.json"))) == 2  # the start is one of them
    assert {"NP", "VP"} <= labels_of(tmp_path / "study" / "model")


def test_a_text_comes_with_trees_in_a_file_and_the_same_rules_come_of_them(tmp_path):
    pair = language_pair(150, 20, 10, references=2, seed=5)
    pair.write(tmp_path, parses=True)
    dev = [f'"{name}"' for name in pair.files("dev")]
    train = [f'"{name}"' for name in pair.files("train")]
    text = f'[text]\ntrain = [{", ".join(train)}]\ntarget_parses = "train.parses"\ndev = [{", ".join(dev)}]\n'
    (tmp_path / "files.toml").write_text(text + TREES[TREES.index("[train]") :])
    (tmp_path / "synthetic.toml").write_text(TREES)
    for name in ("files", "synthetic"):
        begin_study(read_study(tmp_path / f"{name}.toml"), tmp_path / name)
    tables = [next(Path(tmp_path / name / "model").glob("*.table")) for name in ("files", "synthetic")]
    assert tables[0].read_bytes() == tables[1].read_bytes()


def test_the_study_kept_with_its_results_names_the_trees(tmp_path):
    text = '[text]\ntrain = ["a", "b"]\ntarget_parses = "trees"\ndev = ["c", "d"]\n'
    (tmp_path / "study.toml").write_text(text + TREES[TREES.index("[train]") :])
    study = read_study(tmp_path / "study.toml")
    study.write(tmp_path / "kept.toml")
    assert read_study(tmp_path / "kept.toml").target_parses == str(tmp_path / "trees")
