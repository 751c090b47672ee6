"""Studies of systems whose rules come from trees."""

from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("key", "file", "train"),
    [
        ("target_parses", "train.parses", 'grammar = "ghkm"'),
        (
            "source_parses",
            "train.source.parses",
            'grammar = "hierarchical"\nconstraints = "loose(labels=source-samt)"',
        ),
    ],
)
def test_a_text_comes_with_trees_in_a_file_and_the_same_rules_come_of_them(tmp_path, key, file, train):
    pair = language_pair(150, 20, 10, references=2, seed=5)
    pair.write(tmp_path, parses=True)
    both, dev = (", ".join(f'"{name}"' for name in pair.files(part)) for part in ("train", "dev"))
    text = f'[text]\ntrain = [{both}]\n{key} = "{file}"\ndev = [{dev}]\n'
    study = TREES.replace('grammar = "ghkm"', train)
    (tmp_path / "files.toml").write_text(text + study[study.index("[train]") :])
    (tmp_path / "synthetic.toml").write_text(study)
    for name in ("files", "synthetic"):
        begin_study(read_study(tmp_path / f"{name}.toml"), tmp_path / name)
    tables = [next(Path(tmp_path / name / "model").glob("*.table")) for name in ("files", "synthetic")]
    assert tables[0].read_bytes() == tables[1].read_bytes()
    assert "NP" in labels_of(tmp_path / "files" / "model")


@pytest.mark.parametrize("key", ["target_parses", "source_parses"])
def test_the_study_kept_with_its_results_names_the_trees(tmp_path, key):
    text = f'[text]\ntrain = ["a", "b"]\n{key} = "trees"\ndev = ["c", "d"]\n'
    (tmp_path / "study.toml").write_text(text + TREES[TREES.index("[train]") :])
    study = read_study(tmp_path / "study.toml")
    study.write(tmp_path / "kept.toml")
    assert getattr(read_study(tmp_path / "kept.toml"), key) == str(tmp_path / "trees")
