"""Presets: what papers say, as our settings."""

from __future__ import annotations

import pytest

from pitchpipe import InputError
from pitchpipe.data import language_pair
from pitchpipe.decoder import SearchSettings
from pitchpipe.explain import explain
from pitchpipe.metrics import find_metric
from pitchpipe.model import Model
from pitchpipe.online import any_method, is_online
from pitchpipe.settings import setting_fields
from pitchpipe.study.reading import _method
from pitchpipe.training import TrainSettings, check_tuning, train
from pitchpipe.training.presets import PRESETS, find_preset, preset_methods, with_preset
from pitchpipe.tuning import find_method
from pitchpipe.tuning.settings import TuningSettings

EACH = [(preset.name, method) for preset in PRESETS.values() for method in preset.methods]


def test_all_papers_have_one():
    assert set(PRESETS) == {
        "hopkins2011",
        "cer2011-search",
        "cer2011-metrics",
        "cer2011-learning",
        "bazrafshan2012",
        "green2013",
        "liu2014",
    }


@pytest.mark.parametrize(("name", "method"), EACH)
def test_a_preset_gives_settings_that_a_system_can_be_trained_with(name, method):
    settings = TrainSettings.of(preset=name, method=method)
    check_tuning(settings.tuning)
    built = any_method(settings.tuning.method)
    for option, one in find_preset(name).methods[method].items():
        assert getattr(built, option) == one.value
    for option, value in find_preset(name).values(method, TrainSettings.KINDS).items():
        assert settings.flat()[option] == value
    for metric in settings.tuning.metrics:
        find_metric(metric)


@pytest.mark.parametrize(("name", "method"), EACH)
def test_a_study_takes_them_for_all_methods_or_for_one(name, method):
    of_grid = _method("x", method, {"preset": name}, {})
    assert of_grid == _method("x", method, {}, {"preset": name})
    wanted = {**find_preset(name).values(method, (TuningSettings, SearchSettings))}
    wanted.pop("metric", None)  # of the grid's cells
    assert {key: of_grid.loop[key] for key in wanted} == wanted
    assert of_grid.spec == find_preset(name).method(method)


def test_what_is_given_overrides_a_preset():
    settings = TrainSettings.of(preset="hopkins2011", method="pro(keep=7)", nbest=50, beam=9)
    pro = find_method(settings.tuning.method)
    assert (pro.keep, pro.samples, pro.standardize) == (7, 5000, False)
    assert (settings.tuning.nbest, settings.tuning.iterations, settings.search.beam) == (50, 30, 9)
    one = _method("x", "mert(restarts=2)", {"preset": "cer2011-search", "nbest": 30}, {"beam": 7})
    assert find_method(one.spec).restarts == 2
    assert find_method(one.spec).directions == "random"
    assert (one.tuning.nbest, one.tuning.tolerance, one.search["beam"]) == (30, 1e-5, 7)


def test_a_default_that_is_given_overrides_a_preset_too():
    default = setting_fields(TuningSettings)["tolerance"].default
    settings = TrainSettings.of(preset="cer2011-search", tolerance=default)
    assert settings.tuning.tolerance == default


def test_without_a_method_it_is_the_papers_own():
    own = {name: TrainSettings.of(preset=name).tuning.method.partition("(")[0] for name in PRESETS}
    assert own == {
        "hopkins2011": "pro",
        "cer2011-search": "mert",
        "cer2011-metrics": "mert",
        "cer2011-learning": "loglinear",
        "bazrafshan2012": "regression",
        "green2013": "adagrad",
        "liu2014": "mert",
    }
    assert preset_methods("hopkins2011", []) == [find_preset("hopkins2011").method("pro")]


def test_without_a_preset_nothing_changes():
    assert with_preset({"nbest": 5}, [TuningSettings]) == {"nbest": 5}


def test_only_settings_of_the_kinds_are_set():
    tuning = with_preset({"preset": "cer2011-search"}, [TuningSettings])
    assert "beam" not in tuning
    assert "order" not in tuning
    assert tuning["tolerance"] == 1e-5


def test_a_method_that_the_paper_does_not_run_is_told():
    with pytest.raises(
        InputError, match="hopkins2011 says nothing of svm, expected one of its methods: pro, mert"
    ):
        TrainSettings.of(preset="hopkins2011", method="svm")


def test_a_name_that_there_is_not_is_told_with_the_nearest():
    with pytest.raises(InputError, match=r"there is no preset 'hopkins2012'.*hopkins2011"):
        TrainSettings.of(preset="hopkins2012")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_explain_lists_everything_with_its_section(name):
    page = explain(name)
    assert page.family == "paper preset"
    shown = {option.name: (option.default, option.accepts) for option in page.settings}
    assert shown == {key: (one.value, f"section {one.section}") for key, one in find_preset(name).items()}
    assert all(one.section for _, one in find_preset(name).items())


def test_online_methods_get_only_what_they_take():
    assert is_online("adagrad")
    one = _method("x", "adagrad", {"preset": "green2013"}, {})
    assert any_method(one.spec).start == "uniform"
    assert one.tuning.initial == "model"


def test_a_system_as_in_green2013_has_the_19_dense_features_of_the_paper(tmp_path):
    """4.1: eight of them are of a hierarchical reordering model, so one that tells left from right."""
    pair = language_pair(train=60, dev=2, test=2)
    pair.write(tmp_path)
    source, target = (tmp_path / file for file in pair.files("train"))
    settings = TrainSettings.of(preset="green2013", method="none")
    train(source, target, tmp_path / "model", settings=settings, threads=1)
    assert set(Model.read(tmp_path / "model").feature_names) == {
        *(f"HierarchicalReordering0_{number}" for number in range(8)),
        *(f"TranslationModel0_{number}" for number in range(4)),
        *("LM0", "Distortion0", "WordPenalty0", "PhrasePenalty0", "UnknownWordPenalty0"),
        *("RuleCount0", "UniqueRule0"),
    }
