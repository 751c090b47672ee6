"""Cells of a study: what they do, once, whatever happens."""

import json
import math
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from pitchpipe import InputError
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.lists import Pool, rerank
from pitchpipe.metrics import find_metric
from pitchpipe.model import Model
from pitchpipe.study import Results, compare
from pitchpipe.study.reading import read_study
from pitchpipe.study.texts import read_lists, read_text, text_digest
from pitchpipe.training import tune_decoder
from pitchpipe.tuning import tune
from pitchpipe.tuning.loop import tune_stages
from pitchpipe.tuning.settings import TuningSettings
from pitchpipe.weights import Weights

from .studies import LISTS, SYNTHETIC, bytes_of, run, write_lists


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A study that was run in one piece."""
    place = tmp_path_factory.mktemp("whole")
    (place / "tiny.toml").write_text(SYNTHETIC)
    return place / "study", run(place / "tiny.toml", place / "study")


def folder_of(ended, **wanted):
    """The folder of the cell with these facts, from the study's."""
    (found,) = [
        one.cell for one in ended if all(getattr(one.cell, name) == value for name, value in wanted.items())
    ]
    return found.folder


def test_a_cell_is_the_run_of_its_method_and_seed(whole):
    folder, ended = whole
    assert [one.problem for one in ended] == [""] * 5
    place = folder / folder_of(ended, method="kbmira", seed=2)
    model = Model.read(folder / "model")
    dev, test = (read_text(folder, name) for name in ("dev", "test"))
    decoder = PhraseDecoder(model, threads=1)
    (alone,) = tune_decoder(decoder, dev, method="kbmira", nbest=10, iterations=2, seed=2)
    assert Weights.read(place / "result.json") == alone.weights
    result = json.loads((place / "result.json").read_text())
    assert result["curve"] == [one.objective for one in alone.iterations]
    translated = list(PhraseDecoder(model).translate(test.sentences, weights=alone.weights).best())
    assert (place / "test.output").read_text().splitlines() == translated
    assert find_metric("bleu").corpus_score(
        (place / "dev.output").read_text().splitlines(), dev.references
    ) == pytest.approx(alone.objective)


def test_curves_are_translations_with_the_weights_of_each_iteration(whole):
    folder, ended = whole
    place = folder / folder_of(ended, method="regression", seed=1)
    model, test = Model.read(folder / "model"), read_text(folder, "test")
    for number in range(3):
        weights = json.loads((place / "loop" / f"{number:02}.json").read_text())["weights"]
        translated = list(PhraseDecoder(model).translate(test.sentences, weights=weights).best())
        assert (place / f"test.{number:02}.output").read_text().splitlines() == translated


def test_lists_are_kept_only_if_asked_for(whole, tmp_path):
    folder, _ = whole
    assert not list((folder / "cells").rglob("*.npz"))
    (tmp_path / "tiny.toml").write_text(SYNTHETIC.replace("curves = true", "keep_lists = true"))
    run(tmp_path / "tiny.toml", tmp_path / "study")
    assert len(list((tmp_path / "study" / "cells").rglob("*.npz"))) == 4 * 3


def test_what_is_done_is_not_done_again(whole):
    folder, ended = whole
    before = {path: path.stat().st_mtime_ns for path in (folder / "cells").rglob("*")}
    again = run(folder.parent / "tiny.toml", folder)
    assert all(one.earlier for one in again)
    assert {one.cell: one.result for one in again} == {one.cell: one.result for one in ended}
    assert {path: path.stat().st_mtime_ns for path in (folder / "cells").rglob("*")} == before


def test_a_text_that_is_not_there_is_told(tmp_path):
    for read in (read_text, text_digest, read_lists):
        with pytest.raises(InputError, match=r"news.*: cannot be read: No such file or directory"):
            read(tmp_path, "news")


def test_a_cell_of_a_method_that_the_study_lacks_is_told(whole, tmp_path):
    folder = shutil.copytree(whole[0], tmp_path / "study")
    path = folder / "grid.json"
    path.write_text(path.read_text().replace('"method": "kbmira"', '"method": "kbmirra"'))
    with pytest.raises(InputError, match="there is no method of the study 'kbmirra'; did you mean 'kbmira'"):
        Results.read(folder)


def test_a_cell_in_a_folder_that_cannot_be_is_not_done(whole, tmp_path):
    folder = shutil.copytree(whole[0], tmp_path / "study")
    (cell, *others) = json.loads((folder / "grid.json").read_text())["cells"]
    cells = [cell | {"folder": "x" * 5000}, *others]
    (folder / "grid.json").write_text(json.dumps({"cells": cells}))
    found = Results.read(folder)
    assert len(found.done) == len(others)
    assert not found.failed


def test_a_run_that_was_killed_goes_on_to_the_same_results(whole, tmp_path):
    folder, _ = whole
    (tmp_path / "tiny.toml").write_text(SYNTHETIC)
    command = [sys.executable, "-m", "pitchpipe", "compare", "tiny.toml", "-o", "study", "--threads", "1"]
    for awaited in ("cells/*/loop/01.npz", "cells/kbmira*/loop/00.json", "cells/kbmira*/test.output"):
        process = subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while process.poll() is None and not list((tmp_path / "study").glob(awaited)):
            time.sleep(0.001)
        process.kill()
        assert process.wait() == -signal.SIGKILL
    assert not (tmp_path / "study" / "report.html").exists()
    run(tmp_path / "tiny.toml", tmp_path / "study", workers=2)
    assert bytes_of(tmp_path / "study") == bytes_of(folder)


def test_another_setting_makes_other_cells_and_another_replica_only_its_own(whole, tmp_path):
    folder, _ = whole
    shutil.copytree(folder, tmp_path / "study")
    (tmp_path / "more.toml").write_text(SYNTHETIC.replace("replicas = 2", "replicas = 3"))
    more = run(tmp_path / "more.toml", tmp_path / "study")
    assert [one.cell.seed for one in more if not one.earlier] == [3, 3]
    (tmp_path / "other.toml").write_text(SYNTHETIC + "[method.kbmira]\nnbest = 5\n")
    other = run(tmp_path / "other.toml", tmp_path / "study")
    assert {one.cell.method for one in other if not one.earlier} == {"kbmira"}


def test_the_loop_is_run_as_the_grid_says(tmp_path):
    told = 'curves = false\ninterpolation = 0.25\nchoose = "last"\nheld_out = 0.25\nmax_dev_length = 12\n'
    told += "max_dev_sentences = 5\n"
    text = SYNTHETIC.replace("replicas = 2", "replicas = 1").replace("curves = true\n", told)
    (tmp_path / "tiny.toml").write_text(text)
    folder = tmp_path / "study"
    ended = run(tmp_path / "tiny.toml", folder)
    short = read_text(folder, "dev").up_to(12)
    assert 5 < len(short) < 20
    seen, held_out = short.first(5).split(0.25, 1)
    (alone,) = tune_stages(
        PhraseDecoder(Model.read(folder / "model"), threads=1),
        seen,
        TuningSettings(nbest=10, iterations=2, interpolation=0.25, choose="last"),
        held_out=held_out,
    )
    place = folder / folder_of(ended, method="kbmira")
    assert Weights.read(place / "result.json") == alone.weights
    assert not list(place.glob("test.0*.output"))


def test_a_cell_that_fails_is_told_and_the_others_go_on(tmp_path):
    text = SYNTHETIC.replace("[report]", '[method.kbmira]\nsearch_aware = "partial"\n[report]')
    (tmp_path / "tiny.toml").write_text(text.replace("[grid]", '[grid]\nmetrics = ["chrf"]'))
    ended = run(tmp_path / "tiny.toml", tmp_path / "study")
    failed = [one for one in ended if one.problem]
    assert {one.cell.method for one in failed} == {"kbmira"}
    assert all(one.problem.startswith("partial translations are scored by bleu only") for one in failed)
    assert sum(one.result is not None for one in ended) == 3
    told = (tmp_path / "study" / failed[0].cell.folder / "error.txt").read_text()
    assert told.startswith(failed[0].problem)
    assert "Traceback" in told


def test_lists_are_tuned_on_and_reranked_without_a_decoder(tmp_path):
    _, news = write_lists(tmp_path)
    (tmp_path / "lists.toml").write_text(LISTS)
    ended = run(tmp_path / "lists.toml", tmp_path / "study", threads=2)
    assert [one.problem for one in ended] == [""] * 9
    place = tmp_path / "study" / folder_of(ended, method="mert", metric="wer", seed=2)
    lists = Pool.read(tmp_path / "dev.nbest", references=[tmp_path / "dev.ref"]).without_duplicates()
    start = dict.fromkeys(lists.feature_names, 1 / len(lists.feature_names))
    alone = tune(lists, "mert(restarts=1)", "wer", start, seed=2)
    assert Weights.read(place / "result.json") == alone.weights
    assert (place / "news.output").read_text().splitlines() == rerank(news, alone.weights)
    result = json.loads((place / "result.json").read_text())
    assert result["curve"] == [alone.start_objective, alone.objective]


def test_start_weights_and_a_tokeniser_are_taken(tmp_path):
    write_lists(tmp_path)
    names = Pool.read(tmp_path / "dev.nbest").feature_names
    (tmp_path / "start").write_text("".join(f"{name} {number}\n" for number, name in enumerate(names)))
    (tmp_path / "lists.toml").write_text(LISTS.replace("[test]", 'start = "start"\ntokenize = "13a"\n[test]'))
    ended = run(tmp_path / "lists.toml", tmp_path / "study")
    place = tmp_path / "study" / folder_of(ended, method="untuned")
    assert list(Weights.read(place / "result.json").values()) == list(range(len(names)))


def test_an_online_method_is_a_cell_like_any_other(whole, tmp_path):
    text = SYNTHETIC.replace('"kbmira"', '"adagrad(synchronous=true)"').replace(
        "replicas = 2", "replicas = 1"
    )
    assert "adagrad" in text
    (tmp_path / "tiny.toml").write_text(text)
    ended = run(tmp_path / "tiny.toml", tmp_path / "study")
    assert [one.problem for one in ended] == [""] * len(ended)
    (found,) = [one for one in ended if one.cell.method.startswith("adagrad")]
    assert len(found.result["curve"]) == 3
    assert (tmp_path / "study" / found.cell.folder / "test.output").exists()


def test_an_online_method_on_lists_is_told(tmp_path):
    write_lists(tmp_path)
    (tmp_path / "lists.toml").write_text(LISTS.replace('"mert(restarts=1)"', '"adagrad"'))
    with pytest.raises(InputError, match="adagrad learns from a decoder, expected a model and not lists"):
        read_study(tmp_path / "lists.toml")


def test_the_time_left_goes_by_cells_that_were_tuned_in_this_run(tmp_path):
    write_lists(tmp_path)
    (tmp_path / "study.toml").write_text(LISTS)
    ended = run(tmp_path / "study.toml", tmp_path / "study")
    tuned = [one for one in ended if one.cell.method != "untuned"]
    assert ended[0].cell.method == "untuned"
    assert ended[0].seconds_left is None
    assert all(one.seconds_left > 0 for one in tuned[:-1])
    assert ended[-1].seconds_left == 0
    assert [one.seconds_left for one in run(tmp_path / "study.toml", tmp_path / "study")] == [None] * len(
        ended
    )


def test_the_bar_shows_the_same_time_left_as_the_lines(tmp_path):
    write_lists(tmp_path)
    (tmp_path / "study.toml").write_text(LISTS)
    shown, told = [], []

    @contextmanager
    def bar(title):
        yield lambda done, total=None, note="", seconds_left=None: shown.append((done, seconds_left))

    compare(
        tmp_path / "study.toml",
        tmp_path / "study",
        bar=bar,
        told=lambda ended, done, total: told.append((done, ended.seconds_left)),
    )
    assert shown[-len(told) :] == [(done, math.inf if left is None else left) for done, left in told]
    assert len(told) == 9
