"""One study on several text pairs."""

import json
from statistics import fmean

import pytest

from pitchpipe import InputError
from pitchpipe.report import report
from pitchpipe.report.study.survey_page import overall_table, pairs_table, survey_verdict
from pitchpipe.study import Survey, compare_pairs, has_pairs, read_pairs
from pitchpipe.weights import Weights
from tests.cli.commands import run as command

PAIRS = """\
[pair.german]
sentences = 150
dev = 12
test = 8

[pair.final]
sentences = 150
dev = 12
test = 8
variety = "head-final"

[train]
order = 3
sparse = "PT+length"

[grid]
methods = ["regression", "kbmira", "words"]
replicas = 2
iterations = 2
nbest = 10
sparse = "none"

[method.words]
method = "kbmira"
sparse = "PT"

[report]
trials = 100
"""

FILES = """\
[pair.news]
train = ["a.de", "a.en"]
dev = ["b.de", "b.en"]
test = ["c.de", "c.en"]

[pair.made]
variety = "head-final"

[grid]
methods = ["kbmira"]
"""


def written(tmp_path, text):
    (tmp_path / "pairs.toml").write_text(text)
    return tmp_path / "pairs.toml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("survey")
    compare_pairs(written(place, PAIRS), place / "out")
    return place / "out"


@pytest.fixture(scope="module")
def survey(folder):
    return Survey.read(folder)


def test_each_pair_is_a_study_with_the_same_grid(tmp_path):
    path = written(tmp_path, FILES)
    assert has_pairs(path)
    news, made = read_pairs(path, {"replicas": 5}).values()
    assert news.train == (str(tmp_path / "a.de"), str(tmp_path / "a.en"))
    assert news.tests == {"test": (str(tmp_path / "c.de"), str(tmp_path / "c.en"))}
    assert made.synthetic is not None
    assert made.synthetic.variety == "head-final"
    assert (news.methods, news.grid.replicas) == (made.methods, 5)


def test_a_pair_may_be_lists(tmp_path):
    text = FILES.replace(
        'train = ["a.de", "a.en"]\ndev = ["b.de", "b.en"]', 'dev = ["b.gz", "b.en"]\nstart = "w"'
    )
    study = read_pairs(written(tmp_path, text))["news"]
    assert (study.has_decoder, study.start) == (False, str(tmp_path / "w"))
    assert study.dev == (str(tmp_path / "b.gz"), str(tmp_path / "b.en"))
    assert study.tests == {"test": (str(tmp_path / "c.de"), str(tmp_path / "c.en"))}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("[pair.news]", "[pair.'a b']"), "a b"),
        (("[grid]", "[text]\nmodel = 'm'\n[grid]"), "found \\[text\\] with \\[pair.NAME\\]"),
        (("variety", "varieties"), "varieties"),
    ],
)
def test_a_pair_that_cannot_be_read_is_named(tmp_path, change, said):
    with pytest.raises(InputError, match=said):
        read_pairs(written(tmp_path, FILES.replace(*change)))


def test_a_method_learns_the_sparse_features_that_it_names(survey):
    for results in survey.pairs.values():
        for cell in results.done:
            weights = Weights.read(cell.path(results.folder) / "result.json")
            kinds = {name.partition(":")[0] for name in weights if name.startswith(("PT:", "LEN", "length"))}
            assert kinds <= ({"PT"} if cell.method == "words" else set())
        assert any(
            name.startswith("PT:")
            for cell in results.replicas("words", "bleu")
            for name in results.done[cell]["weights"]
        )


def test_sparse_features_that_the_model_lacks_are_refused(tmp_path):
    one = PAIRS[: PAIRS.index("[pair.final]")] + PAIRS[PAIRS.index("[train]") :]
    wrong = one.replace('sparse = "PT"\n', 'sparse = "AL"\n').replace('"regression", ', "")
    survey = compare_pairs(written(tmp_path, wrong), tmp_path / "out")
    problems = [problem for results in survey.pairs.values() for problem in results.failed.values()]
    assert len(problems) == 2
    assert all("found no sparse features AL" in problem for problem in problems)


def test_ranks_losses_gains_and_falls_are_those_of_their_definition(survey):
    scores = {
        name: {
            pair: fmean(results.scores(name, "bleu", "test", "bleu"))
            for pair, results in survey.pairs.items()
        }
        for name in ("regression", "kbmira", "words")
    }
    assert {one.name for one in survey.methods} == set(scores)
    for one in survey.methods:
        assert one.means == scores[one.name]
        places = [
            1 + sum(other[pair] > scores[one.name][pair] for other in scores.values())
            for pair in survey.pairs
        ]
        assert one.rank == fmean(places)
        behind = [max(other[pair] for other in scores.values()) - one.means[pair] for pair in survey.pairs]
        assert one.loss == pytest.approx(max(behind))
        gains, falls = [], []
        for pair, results in survey.pairs.items():
            gains += [
                score - survey.untuned(pair) for score in results.scores(one.name, "bleu", "test", "bleu")
            ]
            for cell in results.replicas(one.name, "bleu"):
                curve = results.done[cell]["curve"]
                falls.append(curve[0] - min(curve))
        assert one.gain == pytest.approx(min(gains))
        assert one.fall == pytest.approx(max(falls))
    assert [one.rank for one in survey.methods] == sorted(one.rank for one in survey.methods)


def test_the_report_has_all_pairs(survey, folder):
    page = report(folder)
    assert page.verdict == survey_verdict(survey)
    assert survey.methods[0].name in page.verdict[0]
    assert [one.title for one in page.tables] == [overall_table(survey).title, pairs_table(survey).title]
    assert {"german_curves_bleu_dev", "final_curves_bleu_dev"} <= {figure.name for figure in page.figures}
    assert "<html" in page.to_html()


def test_the_command_runs_all_pairs_and_goes_on_where_it_was(folder):
    out = command("compare", folder.parent / "pairs.toml", "-o", folder)
    assert "ranks best over 2 text pairs" in out.stdout.replace("\n", " ")
    assert (folder / "report.html").exists()
    assert (folder / "german" / "report.html").exists()
    found = json.loads(command("compare", folder.parent / "pairs.toml", "-o", folder, "--json").stdout)
    assert set(found["pairs"]) == {"german", "final"}
