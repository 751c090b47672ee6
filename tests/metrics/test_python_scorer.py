"""Python functions and classes as metrics."""

import sys

import pytest

from pitchpipe import InputError, metric, score
from pitchpipe.metrics import PythonScorer
from pitchpipe.metrics.score_store import keeping_scores

from .scorers import best_f

CANDIDATES, REFERENCES = ["a b", "c", "a b"], ["a b", "c d", "a b"]


@pytest.fixture(autouse=True)
def run_folder(tmp_path):
    with keeping_scores(tmp_path / "run"):
        yield


def test_a_function_is_a_metric():
    built = metric(best_f)
    assert score(CANDIDATES, REFERENCES, built).sentences == pytest.approx((100, 200 / 3, 100))
    assert built.spec == "python(tests.metrics.scorers:best_f)"
    assert metric(built.spec) == built


@pytest.mark.parametrize("settings", ["batch=1", "batch=2", "workers=2, batch=2"])
def test_batches_and_processes_do_not_change_scores(settings):
    built = metric(f"python(tests.metrics.scorers:best_f, {settings})")
    assert score(CANDIDATES, REFERENCES, built) == score(CANDIDATES, REFERENCES, best_f)


@pytest.mark.parametrize("workers", [0, 1])
def test_a_class_is_made_and_called_with_the_source(workers):
    built = metric(f"python(tests.metrics.scorers:Lengths, workers={workers}, source=true, references=false)")
    assert score(CANDIDATES, None, built, sources=["x y", "x y z", "x"]).score == pytest.approx(5 / 6)
    assert "|release:2|" in built.signature


def test_each_distinct_question_is_asked_once():
    calls = []

    def lengths(candidates, references, sources):
        calls.append(list(candidates))
        return [len(text) for text in candidates]

    built = PythonScorer(function=lengths)
    assert score(["a", "bb", "a"], ["x", "x", "x"], built).score == pytest.approx(4 / 3)
    score(["bb", "ccc"], ["x", "x"], built)
    assert calls == [["a", "bb"], ["ccc"]]


def test_other_code_has_another_signature():
    def one(candidates, references, sources):
        return [1 for _ in candidates]

    first = metric(one).signature

    def one(candidates, references, sources):
        return [2 for _ in candidates]

    assert metric(one).signature != first


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("python", "found the function '', expected a module and a name, as in my_module:score"),
        ("python(no_such_module:f)", "no_such_module:f: cannot be imported: No module named"),
        ("python(math:f)", "math:f: cannot be imported: module 'math' has no attribute 'f'"),
        ("python(math:sqrt, release=3)", "expected one as its attribute"),
    ],
)
def test_what_cannot_be_called_is_refused(spec, message):
    with pytest.raises(InputError, match=message):
        score(["a"], ["a"], spec)


def test_too_few_scores_are_refused():
    with pytest.raises(InputError, match="found 0 scores, expected 1, one for each candidate"):
        score(["a"], ["a"], metric(lambda candidates, references, sources: []))


def test_what_others_cannot_import_has_no_workers():
    with pytest.raises(
        InputError, match="found workers, expected none for what other processes cannot import"
    ):
        PythonScorer(function=lambda candidates, references, sources: [], workers=2)


def test_an_error_in_a_process_says_what_it_is(tmp_path, monkeypatch):
    (tmp_path / "broken_scorer.py").write_text(
        "def f(candidates, references, sources):\n    raise KeyError('model')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(
        InputError, match=r"ended with status 1, expected an answer; it said .KeyError: 'model'"
    ):
        score(["a"], ["a"], "python(broken_scorer:f, workers=1)")
    sys.modules.pop("broken_scorer", None)
