"""What the documentation says is so."""

import re
import shlex
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from typer.main import get_command

from pitchpipe import InputError, Pool, align, online
from pitchpipe.analysis import read_expected
from pitchpipe.cli.app import app
from pitchpipe.cluster.engines import engines
from pitchpipe.decoder import SearchSettings
from pitchpipe.decoder.features import FEATURES
from pitchpipe.judge.settings import CampaignSettings
from pitchpipe.lists.formats import FORMATS
from pitchpipe.lists.rescoring import FEATURES as LIST_FEATURES
from pitchpipe.lists.rescoring import named_feature
from pitchpipe.metrics import METRICS, find_metric
from pitchpipe.metrics.significance.comparison import TESTS
from pitchpipe.metrics.significance.corrections import CORRECTIONS
from pitchpipe.model import SPARSE_TEMPLATES
from pitchpipe.serve.settings import ServeSettings
from pitchpipe.settings import setting_fields
from pitchpipe.specs import parse_settings, split_specs
from pitchpipe.study import read_pairs, read_study
from pitchpipe.study.settings import GridSettings, ReportSettings, SyntheticSettings
from pitchpipe.text import TOKENIZERS
from pitchpipe.training import BuildSettings, TrainSettings
from pitchpipe.training.origins import OriginSettings
from pitchpipe.tuning import METHODS, find_method, tune
from pitchpipe.tuning.directions import STRATEGIES
from pitchpipe.tuning.settings import TuningSettings

from .decoder.phrasebook import phrasebook
from .study.studies import SYNTHETIC
from .tuning.tunable_pools import random_pool

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {path.name: path.read_text() for path in DOCS.glob("*.md")}
COMMANDS = [
    line
    for path in sorted(DOCS.rglob("*.md"))
    for line in path.read_text().splitlines()
    if line.startswith("pitchpipe ")
]


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("metrics.md", [*METRICS, *METRICS.presets]),
        ("methods.md", [*METHODS, *STRATEGIES]),
        ("online.md", online.METHODS),
        ("tune.md", FORMATS),
        ("rescore.md", LIST_FEATURES),
        ("text.md", TOKENIZERS),
        ("align.md", [*align.METHODS, *align.HEURISTICS, align.Posterior.name]),
        ("translate.md", [*setting_fields(SearchSettings), *SPARSE_TEMPLATES]),
        ("study.md", [*TESTS, *CORRECTIONS]),
    ],
)
def test_every_name_is_on_its_page(page, names):
    for name in names:
        assert re.search(rf"`{re.escape(name)}`|## {re.escape(name)}\n", PAGES[page]), name


def test_every_setting_of_a_method_is_on_its_page():
    for kind in METHODS.values():
        for name in setting_fields(kind):
            assert f"`{name}`" in PAGES["methods.md"], name


def test_every_setting_of_an_online_method_is_on_its_page():
    for kind in online.METHODS.values():
        for name in setting_fields(kind):
            assert f"`{name}`" in PAGES["online.md"], name


def test_every_setting_of_an_aligner_is_on_its_page():
    for kind in align.METHODS.values():
        for name in setting_fields(kind):
            assert f"`{name}`" in PAGES["align.md"], name


def test_every_setting_of_a_list_feature_is_on_its_page():
    for kind in LIST_FEATURES.values():
        for name in setting_fields(kind):
            assert f"`{name}`" in PAGES["rescore.md"], name


def test_every_setting_of_a_study_is_on_its_page():
    for kind in (GridSettings, ReportSettings, SyntheticSettings):
        for name in setting_fields(kind):
            assert f"`{name}`" in PAGES["compare.md"], name


def test_every_setting_of_a_campaign_is_on_its_page():
    for name in setting_fields(CampaignSettings):
        assert f"`{name}`" in PAGES["judge.md"], name


def test_every_setting_of_serve_is_on_its_page():
    for name in setting_fields(ServeSettings):
        assert f"`{name}`" in PAGES["serve.md"], name


def test_the_python_of_the_page_on_judging_works(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for block in re.findall(r"```python\n(.*?)```", PAGES["judge.md"], re.S):
        exec(block, {})
    assert (tmp_path / "campaign" / "items.jsonl").exists()
    assert capsys.readouterr().out == "0.0028 169\n"


def test_every_setting_of_tuning_is_on_its_page():
    for name in setting_fields(TuningSettings):
        assert f"`{name}`" in PAGES["train.md"], name


def test_every_setting_of_train_is_on_its_page():
    for name in (*setting_fields(BuildSettings), *setting_fields(OriginSettings)):
        assert f"`{name}`" in PAGES["train.md"], name


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_have_options_and_specs_that_exist(command):
    words = shlex.split(command.partition(" > ")[0])
    command_line = get_command(app).get_command(None, words[1])
    if hasattr(command_line, "commands"):
        command_line = command_line.commands[words[2]]
    known = {spelling for parameter in command_line.params for spelling in parameter.opts}
    assert {word for word in words if word.startswith("-") and word != "-"} <= known
    for option, value in pairwise(words):
        if option in ("-m", "--metric"):
            find_metric(value)
        elif option == "--add":
            named_feature(re.sub(r"\{\w+\}", "1", value))  # a value that --settings searches
        elif option == "--set":
            TrainSettings.of(**parse_settings(value))
        elif option == "--aligner":
            align.find_aligner(value)
        elif option == "--symmetrize":
            align.symmetrization(value)
        elif option == "--method":
            assert [
                online.find_online(spec) if online.is_online(spec) else find_method(spec)
                for spec in split_specs(value)
            ]


def test_the_plug_in_on_the_page_is_ten_lines_and_works():
    block = next(
        text for text in re.findall(r"```python\n(.*?)```", PAGES["metrics.md"], re.S) if "class" in text
    )
    names: dict = {}
    exec(block, names)
    exact = names["Exact"]()
    assert exact.corpus_score(["a b", "c"], [["x", "a b"], ["d"]]) == 50
    pool = random_pool(np.random.default_rng(1), groups=10)
    assert tune(pool, "mert(restarts=1)", exact).objective >= 0
    assert len([line for line in block.splitlines() if line.strip()]) <= 12


def test_every_family_of_plug_ins_is_on_its_page():
    families = METRICS, METHODS, online.METHODS, FORMATS, TOKENIZERS, align.METHODS, FEATURES, engines()
    for family in (*families, LIST_FEATURES):
        assert f"| `pitchpipe.{family.family}` |" in PAGES["plugins.md"]


def test_the_plug_in_on_the_page_on_plug_ins_reads_lists(tmp_path):
    (block,) = re.findall(r"```python\n(.*?)```", PAGES["plugins.md"], re.S)
    names: dict = {}
    exec(block, names)
    lists = tmp_path / "samples.tsv"
    lists.write_text("0\tthe house\t-1.5\n0\ta house\t-2\n")
    assert list(Pool.read(lists, format=names["Tsv"]()).texts) == ["the house", "a house"]
    lists.write_text("0\tthe house\n")
    with pytest.raises(InputError, match=r"samples\.tsv:1: "):
        Pool.read(lists, format=names["Tsv"]())


def test_the_python_of_the_page_on_translating_works(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pairs = {"das": ["the"], "haus": ["house"], "ist": ["is"], "klein": ["small"]}
    phrasebook(tmp_path / "model", pairs)
    names: dict = {}
    for block in re.findall(r"```python\n(.*?)```", PAGES["translate.md"], re.S):
        exec(block, names)
    assert names["found"].of(0)[0].text == "the house is small"
    assert names["found"].of(0)[0].features["LengthRatio"] == 4
    assert names["forced"].reached.tolist() == [4]


def test_the_python_of_the_page_on_studies_works():
    pool = random_pool(np.random.default_rng(1), groups=20)
    names: dict = {"pool": pool, "weights": {"f0": 0.5, "f1": 0.3}}
    for block in re.findall(r"```python\n(.*?)```", PAGES["study.md"], re.S):
        exec(block, names)
    assert names["compared"].systems[1].difference.value > 0
    assert names["changed"][0].pieces
    assert names["plane"].shape == (3, 5)
    assert names["page"].to_html().startswith("<!doctype html>")


def test_the_python_of_the_page_on_online_tuning_works(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pairs = {"das": ["the"], "haus": ["home", "house"], "ist": ["is"], "klein": ["small", "little"]}
    phrasebook(tmp_path / "model", pairs, ["PT"])
    names: dict = {}
    (block,) = re.findall(r"```python\n(.*?)```", PAGES["online.md"], re.S)
    exec(block, names)
    assert len(names["tuned"].epochs) == 3
    assert names["tuned"].epochs[-1].features > 0


def test_the_study_and_the_python_of_the_page_on_comparing_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    study, method, varied, texts, order, pairs = re.findall(r"```toml\n(.*?)```", PAGES["compare.md"], re.S)
    (tmp_path / "pairs.toml").write_text(pairs)
    assert set(read_pairs(tmp_path / "pairs.toml")) == {"german", "head-final"}
    for text in (study, *(study[: study.index("[grid]")] + grid for grid in (method, varied))):
        (tmp_path / "study.toml").write_text(text)
        assert read_study(tmp_path / "study.toml").has_decoder
    begin = study[: study.index("[test]")].replace('model = "model"  ', 'train = ["a", "b"]  ')
    (tmp_path / "study.toml").write_text(begin + texts + order)
    axis = read_study(tmp_path / "study.toml")
    assert [one.name for one in axis.methods[:3]] == ["kbmira captions", "kbmira messages", "kbmira bitext"]
    assert axis.ordered == ("captions",)
    annotations = (
        PAGES["compare.md"].partition("captions.order")[2].partition("```\n\n```\n")[2].partition("```")[0]
    )
    (tmp_path / "captions.order").write_text(annotations)
    read = read_expected(tmp_path / "captions.order", ["a b c d e f g h i j k l m n"] * 3)
    assert [[*map(str, each)] for each in read] == [["0 1+5 3"], [], ["2 7 4", "9 12+10"]]
    (tmp_path / "study.toml").write_text(SYNTHETIC)
    (block,) = re.findall(r"```python\n(.*?)```", PAGES["compare.md"], re.S)
    names: dict = {}
    exec(block, names)
    assert all(one.result for one in names["ended"])
    assert names["page"].to_html().startswith("<!doctype html>")


def test_the_signature_on_the_page_is_that_of_bleu():
    assert find_metric("bleu").signature in PAGES["metrics.md"]


def test_the_python_of_the_page_on_agreement_works(capsys):
    (block,) = re.findall(r"```python\n(.*?)```", PAGES["mbr.md"], re.S)
    exec(block, {})
    assert capsys.readouterr().out == "['the house is old']\n"


def test_the_python_of_the_page_on_rescoring_works(capsys):
    names: dict = {}
    for block in re.findall(r"```python\n(.*?)```", PAGES["rescore.md"], re.S):
        exec(block, names)
    assert names["more"].feature_names == ("words", "mbr_chrf", "shouting")
    assert names["more"].dense[:, 2].tolist() == [0, 0, 1]


def test_the_python_of_the_page_on_tuning_works_on_weights_you_can_trust():
    section = PAGES["tune.md"].partition("## Weights you can trust")[2].partition("\n## ")[0]
    pool = random_pool(np.random.default_rng(1), groups=12)
    names: dict = {"pool": pool, "pitchpipe": __import__("pitchpipe")}
    for block in re.findall(r"```python\n(.*?)```", section, re.S):
        exec(
            block.replace(
                'trainer = Trainer.of(pool, "mert"', 'trainer = Trainer.of(pool, "mert(restarts=0)"'
            ),
            names,
        )
    assert len(names["best"]) == 12
    assert names["found"].interval[0] <= names["found"].score


def test_the_tests_that_the_page_on_hardening_names_are_there():
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGES["hardening.md"])
    assert len(named) > 30
    for path, name in named:
        assert f"def {name}(" in (DOCS.parent / "tests" / path).read_text(), name
