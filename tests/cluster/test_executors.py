"""Work in chunks on an executor gives the bits of one piece of work."""

import pickle
import shutil
import time
from concurrent.futures import Executor, ThreadPoolExecutor

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.cluster import ClusterDecoder, ClusterStatistics
from pitchpipe.decoder import FolderDecoder, PhraseDecoder, SearchSettings
from pitchpipe.executors import in_order
from pitchpipe.lists import Pool
from pitchpipe.lists.decoded import decoded
from pitchpipe.lists.partial_bleu import PartialBleu
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.score_store import keeping_scores
from pitchpipe.model import Model

from .systems import small_system, text


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("system") / "model"
    small_system(folder)
    return folder


@pytest.fixture(scope="module")
def executor():
    with ThreadPoolExecutor(3) as executor:
        yield executor


def same(first: Pool, second: Pool):
    for name, value in vars(first).items():
        pairs = [(value, getattr(second, name))]
        if not isinstance(value, np.ndarray | tuple | None):
            pairs = [(one, vars(pairs[0][1])[key]) for key, one in vars(value).items()]
        for one, other in pairs:
            assert pickle.dumps(one) == pickle.dumps(other), name
    return True


@pytest.mark.parametrize("chunk", [1, 7, 30, 100])
@pytest.mark.parametrize("search_aware", ["none", "potential", "partial"])
def test_lists_of_chunks_are_the_lists_of_the_text(folder, executor, chunk, search_aware):
    model = Model.read(folder)
    whole, cut = PhraseDecoder(model, threads=1), ClusterDecoder(FolderDecoder.of(folder), executor, chunk)
    one, other = (
        decoded(decoder, text(), model.weights, nbest=10, search_aware=search_aware)
        for decoder in (whole, cut)
    )
    assert one.sparse_names
    assert one.dense.tobytes() == other.dense.tobytes()
    assert same(one, other)


@pytest.mark.parametrize("candidates", [1, 50, 10_000])
def test_statistics_of_parts_are_those_of_the_pool(folder, executor, candidates):
    model = Model.read(folder)
    statistics = ClusterStatistics(executor, candidates)
    for search_aware, judge in (
        ("none", find_metric("bleu")),
        ("none", find_metric("bleu - ter")),
        ("none", find_metric("nist")),
        ("partial", PartialBleu.of(find_metric("bleu"))),
    ):
        decoder = PhraseDecoder(model)
        pool = decoded(decoder, text(), model.weights, nbest=10, search_aware=search_aware)
        assert statistics(pool, judge).tolist() == pool.statistics(judge).tolist()


def test_a_model_is_opened_once(folder, executor, monkeypatch):
    opened = []
    monkeypatch.setattr(
        Model, "read", classmethod(lambda cls, *given, real=Model.read: opened.append(given) or real(*given))
    )
    model = FolderDecoder.of(folder, threads=2)
    assert len(opened) == 1
    for _ in range(3):
        pickle.loads(pickle.dumps(model)).translate(["s1"], weights={"LM0": 1.0})
    assert len(opened) == 2


def test_another_model_in_the_folder_is_told(folder, tmp_path):
    shutil.copytree(folder, tmp_path / "model")
    model = FolderDecoder.of(tmp_path / "model")
    assert model.fingerprint == FolderDecoder.of(folder).fingerprint
    (tmp_path / "model" / "model.json").write_text(
        (tmp_path / "model" / "model.json").read_text().replace('"AL"', '"LO"')
    )
    with pytest.raises(
        InputError, match="found another model than the one to tune, expected the same everywhere"
    ):
        model.translate(["s1"], weights={})


def test_a_folder_may_be_searched_in_another_way(folder):
    model = Model.read(folder)
    alone = PhraseDecoder(model, SearchSettings(options=1, distortion_limit=0))
    narrow, wide = FolderDecoder.of(folder, options=1, distortion_limit=0), FolderDecoder.of(folder)
    expected, found, other = (
        one.translate(text().sentences, weights=model.weights, nbest=10).scores.tolist()
        for one in (alone, narrow, wide)
    )
    assert found == expected
    assert found != other


def test_other_weights_do_not_make_another_model(folder, tmp_path):
    shutil.copytree(folder, tmp_path / "model")
    (tmp_path / "model" / "weights").write_text(
        (folder / "weights").read_text().replace("LM0 0.1", "LM0 0.2")
    )
    assert FolderDecoder.of(tmp_path / "model").fingerprint == FolderDecoder.of(folder).fingerprint


def test_a_task_that_fails_is_told_and_those_behind_it_do_not_begin():
    begun = []

    def work(number):
        begun.append(number)
        if number == 1:
            raise InputError("not this one")
        time.sleep(0.3)

    with ThreadPoolExecutor(1) as executor, pytest.raises(InputError, match="not this one"):
        in_order(executor, work, [(number,) for number in range(10)])
    assert len(begun) <= 3


def test_scorers_are_asked_on_the_executor_and_their_answers_kept_here(folder, executor, tmp_path):
    model = Model.read(folder)
    pool = decoded(PhraseDecoder(model), text(), model.weights, nbest=10)
    judge = find_metric("bleu + python(tests.metrics.scorers:best_f, batch=4)")
    with keeping_scores(tmp_path / "run"):
        found = ClusterStatistics(executor)(pool, judge)
        assert ClusterStatistics(Refusing())(pool, judge).tolist() == found.tolist()
    with keeping_scores(tmp_path / "other"):
        assert pool.statistics(judge).tolist() == found.tolist()


class Refusing(Executor):
    def submit(self, work, *given, **named):
        raise AssertionError("all answers are known")
