import pytest

from pitchpipe import align, online
from pitchpipe.cluster.engines import engines
from pitchpipe.data.translations import FEATURES
from pitchpipe.decoder import SearchSettings
from pitchpipe.explain import explain, explanations
from pitchpipe.lists.formats import FORMATS
from pitchpipe.lists.known_features import KNOWN_FEATURES
from pitchpipe.lists.rescoring import FEATURES as LIST_FEATURES
from pitchpipe.metrics import METRICS
from pitchpipe.settings import setting_fields
from pitchpipe.study.settings import GridSettings, ReportSettings, SyntheticSettings, TuningText
from pitchpipe.study.study import CELL
from pitchpipe.training import BuildSettings
from pitchpipe.tuning import METHODS
from pitchpipe.tuning.directions import STRATEGIES
from pitchpipe.tuning.settings import TuningSettings

from .commands import refusal, run, run_json

TOKENISERS = ["none", "moses:en", "sacrebleu:13a"]
ALIGNERS = [*align.METHODS, *align.HEURISTICS, "posterior"]
LISTED = [
    f"{name}({kind.positional.upper()})" if kind.positional else name for name, kind in LIST_FEATURES.items()
]
NAMES = [
    *METRICS,
    *METRICS.presets,
    *METHODS,
    *online.METHODS,
    *STRATEGIES,
    *FORMATS,
    *LISTED,
    *TOKENISERS,
    *ALIGNERS,
    *KNOWN_FEATURES,
    *engines(),
    "train",
    "search",
    "tuning",
    "study",
    "features",
]

WITH_SETTINGS = {
    **METRICS,
    **METHODS,
    **online.METHODS,
    **align.METHODS,
    "train": BuildSettings,
    "search": SearchSettings,
    "tuning": TuningSettings,
}


def test_without_a_name_everything_is_listed():
    listed = {line.split()[0] for line in run("explain").stdout.splitlines() if line.startswith("  ")}
    assert listed >= set(NAMES)
    assert [one["name"] for one in run_json("explain")["known"]] == [one.name for one in explanations()]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_has_a_page_with_an_example(name):
    page = run("explain", name).stdout
    found = explain(name)
    assert page.startswith(f"{name}: a {found.family}\n")
    assert found.summary.split()[0] in page
    assert "Example\n  pitchpipe " in page


@pytest.mark.parametrize("name", [*METRICS, *METHODS, *online.METHODS, *STRATEGIES, *ALIGNERS, "search"])
def test_every_metric_and_method_names_its_paper(name):
    references = explain(name).references
    assert references
    assert all(any(part.strip().isdigit() for part in one.split(",")) for one in references)


@pytest.mark.parametrize("name", WITH_SETTINGS)
def test_all_settings_are_shown_with_default_and_help(name):
    page = run("explain", name).stdout
    for field in setting_fields(WITH_SETTINGS[name]).values():
        assert f"  {field.name} = " in page
        assert field.metadata["help"] in page


def test_a_study_shows_the_settings_of_all_its_tables():
    page = run("explain", "study").stdout
    tables = {"synthetic": [SyntheticSettings], "grid": [GridSettings, TuningSettings, SearchSettings]}
    tables |= {"report": [ReportSettings], "train": [BuildSettings], "tune_on.NAME": [TuningText]}
    for table, kinds in tables.items():
        assert f"[{table}]" in page
        for name, field in [one for kind in kinds for one in setting_fields(kind).items()]:
            if table == "grid" and name in CELL and name != "seed":
                continue
            assert f"  {table}.{name} = " in page
            assert field.metadata["help"] in page
    for name in ("methods", "metrics", "beams", "scores"):
        assert f"`{name}`" in page


def test_a_preset_shows_its_own_defaults():
    assert "word_order = 2" in run("explain", "chrf++").stdout
    assert "word_order = 0" in run("explain", "chrf").stdout


def test_a_spec_with_settings_is_known_by_its_name():
    assert run("explain", "mert(directions=random)").stdout.startswith("mert: a method")
    assert run("explain", "bleu:2").stdout.startswith("bleu: a metric")
    assert run("explain", "moses:de").stdout.startswith("moses:en: a tokeniser")
    assert run("explain", "moses").stdout.startswith("moses: a list format")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("merd", "mert"),
        ("cordinate", "coordinate"),
        ("blue", "bleu"),
        ("mose", "moses"),
        ("feature", "features"),
    ],
)
def test_a_mistyped_name_gets_the_nearest_of_any_family(typed, meant):
    assert refusal("explain", typed).endswith(f"'{typed}'; did you mean '{meant}'?")


@pytest.mark.parametrize("name", FEATURES)
def test_a_feature_is_explained_under_the_name_that_lists_give_it(name):
    assert explain(name).family == "feature"
    assert name.startswith(explain(name).name)


def test_a_name_in_capitals_gets_the_right_one_suggested():
    assert refusal("explain", "BLEU").endswith("did you mean 'bleu'?")
    assert refusal("explain", "distortion").endswith("did you mean 'Distortion'?")


PLUG_INS = '''
from pitchpipe.cluster import Engine
from pitchpipe.decoder.features import PhraseFeature


class Slurm(Engine):
    """Workers that Slurm starts."""

    name = "slurm"


class Rhymes(PhraseFeature):
    """How often the ends of lines rhyme."""

    names = ("Rhymes",)
'''


def test_engines_and_features_of_other_packages_are_listed_and_explained(folder, monkeypatch):
    about = folder / "rhymes-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: rhymes\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[pitchpipe.clusters]\nslurm = rhymes:Slurm\n[pitchpipe.features]\nrhymes = rhymes:Rhymes\n"
    )
    (folder / "rhymes.py").write_text(PLUG_INS)
    monkeypatch.syspath_prepend(folder)
    listed = run("explain").stdout
    assert "plug-in features\n  rhymes " in listed
    assert "  slurm " in listed
    page = run("explain", "rhymes").stdout
    assert page.startswith("rhymes: a plug-in feature\n\nHow often the ends of lines rhyme.\n")
    assert "--feature rhymes" in page
    assert "--cluster slurm:" in run("explain", "slurm").stdout
