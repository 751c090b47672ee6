"""The studies in experiments/ can be run."""

from dataclasses import replace
from pathlib import Path

import pytest

from pitchpipe.analysis import read_expected
from pitchpipe.files import read_lines
from pitchpipe.online import is_online
from pitchpipe.study import has_pairs, read_pairs, read_study
from pitchpipe.study.results import Results
from tests.study.studies import run

EXPERIMENTS = Path(__file__).parent.parent / "experiments"
STUDIES = sorted(EXPERIMENTS.glob("*.toml"))
FILES = [path for path in STUDIES if not has_pairs(path)]
"""Those of a paper each."""
PAIRS = [path for path in STUDIES if has_pairs(path)]
"""Those that choose our defaults."""
ON_REAL = sorted((EXPERIMENTS / "real").glob("[!.]*.toml"))
REAL = [path for path in ON_REAL if has_pairs(path)]
"""The same on real text."""
GRAMMARS = sorted((EXPERIMENTS / "grammars").glob("[!.]*.toml"))
"""Some of them on systems of rules with gaps."""


def test_there_is_one_for_each_paper():
    names = {path.stem.partition("_")[0] for path in FILES}
    assert names == {"pro", "regression", "adagrad", "search", "thesis"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_study_is_of_the_synthetic_pair_and_names_its_paper(path):
    study = read_study(path)
    assert study.synthetic is not None
    assert study.grid.replicas >= 3
    assert path.read_text().startswith("# ")
    assert f"experiments/{path.name}" in (path.parents[1] / "docs" / "papers.md").read_text()


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_every_study_of_real_text_has_both_pairs_and_is_in_the_table_of_claims(path):
    studies = read_pairs(path)
    assert set(studies) == {"multi30k-de-en", "tanaka-ja-en"}
    assert all(one.grid.replicas >= 3 and one.synthetic is None for one in studies.values())
    assert f"experiments/real/{path.name}" in (path.parents[2] / "docs" / "papers.md").read_text()


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_every_study_of_a_grammar_is_of_the_synthetic_pair_and_in_the_page_of_grammars(path):
    study = read_study(path)
    assert study.synthetic is not None
    assert study.grid.replicas >= 3
    assert study.training.grammar == ("ghkm" if path.stem.endswith("ghkm") else "hierarchical")
    assert f"experiments/grammars/{path.name}" in (path.parents[2] / "docs" / "grammar.md").read_text()


def test_every_paper_has_a_study_of_real_text():
    assert {path.stem for path in REAL} == {path.stem for path in FILES} - {
        "search_aware_beams",
        "adagrad_order",
    }


def test_the_study_of_tuning_texts_has_two_sizes_and_two_domains_and_is_in_the_table_of_claims():
    (path,) = [path for path in ON_REAL if path not in REAL]
    study = read_study(path)
    assert [*study.tuning_texts] == ["captions-200", "captions-1000", "messages-1000", "bitext-1000"]
    assert study.texts == ("dev", "captions", "messages")
    assert study.ordered == ("captions",)
    annotations = read_lines(path.parent / "captions.order")
    assert read_expected(path.parent / "captions.order", ["word " * 30] * len(annotations))
    assert study.grid.replicas >= 3
    assert f"experiments/real/{path.name}" in (path.parents[2] / "docs" / "papers.md").read_text()


def test_the_study_of_word_order_judges_it():
    (path,) = [path for path in FILES if path.stem == "adagrad_order"]
    assert read_study(path).ordered == ("test",)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_loop_of_lists_has_all_the_iterations_of_its_paper(path):
    chosen = [method.tuning for method in read_study(path).methods]
    assert {one.patience for one in chosen if not is_online(one.method)} == {0}


def test_the_study_of_the_default_method_has_four_texts_and_both_varieties():
    studies = read_pairs(EXPERIMENTS / "default_method.toml")
    varieties = {one.synthetic.variety for one in studies.values() if one.synthetic}
    assert (len(studies), varieties) == (6, {"german", "head-final"})


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
def test_studies_of_text_pairs_are_in_the_docs(path):
    assert f"experiments/{path.name}" in (path.parents[1] / "docs" / "train.md").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_study_runs_in_small(path, tmp_path):
    study = read_study(path)
    small = replace(
        study,
        synthetic=replace(study.synthetic, sentences=150, dev=20, test=10),
        grid=replace(study.grid, replicas=1),
        beams=study.beams[:2],
        methods=[
            replace(method, tuning=replace(method.tuning, iterations=1, nbest=5)) for method in study.methods
        ],
        report=replace(study.report, trials=10),
    )
    small.write(tmp_path / "small.toml")
    ended = run(tmp_path / "small.toml", tmp_path / "study")
    cells = (1 + len(study.methods) * len(study.metrics)) * max(1, len(small.beams))
    assert [one.problem for one in ended] == [""] * cells
    assert len(Results.read(tmp_path / "study").done) == len(ended)
