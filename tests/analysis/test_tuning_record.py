import json

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.analysis import TuningRecord
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import find_method
from tests.tuning.loop.test_loop import MERT, START, FixedDecoder, tuned


def test_a_record_holds_what_the_loop_found(tmp_path):
    result = tuned(folder=tmp_path, tolerance=0)
    record = TuningRecord.read(tmp_path)
    assert list(record.iterations) == result.iterations
    assert record.settings["optimizer"] == find_method(MERT).spec
    assert record.settings["start"] == START
    assert len(record.lists(1)) == 12 * 4


def test_trajectories_are_of_weights_whose_sizes_sum_to_1(tmp_path):
    result = tuned(folder=tmp_path, tolerance=0)
    found = TuningRecord.read(tmp_path).trajectories()
    assert set(found) == set(START)
    assert np.abs(list(found.values())).sum(axis=0) == pytest.approx(1)
    for number, one in enumerate(result.iterations):
        size = sum(map(abs, one.weights.values()))
        assert {name: values[number] for name, values in found.items()} == pytest.approx(
            {name: value / size for name, value in one.weights.items()}
        )
    moved = [np.ptp(values) for values in found.values()]
    assert moved == sorted(moved, reverse=True)


@pytest.mark.parametrize("choose", ["average", "best", "last", "held-out"])
def test_the_chosen_iteration_is_that_of_the_loop(tmp_path, choose):
    runs = {}
    for seed in range(4):
        folder = tmp_path / str(seed)
        runs[folder] = tuned(
            FixedDecoder(seed + 3),
            folder=folder,
            held_out=FixedDecoder(seed + 3).text.take(range(3)),
            choose=choose,
            held_out_part=0.3,
            tolerance=0,
            seed=seed,
        )
    records = {folder: TuningRecord.read(folder) for folder in runs}
    for folder, result in runs.items():
        assert records[folder].chosen(find_metric("bleu")) == result.chosen
        gains = records[folder].gains(find_metric("bleu"))
        first, last = result.iterations[0], result.iterations[result.chosen]
        assert gains.seen == last.objective - first.objective
        assert gains.held_out == last.held_out - first.held_out
    best = [tuned(FixedDecoder(seed + 3), tolerance=0, seed=seed, choose="best").chosen for seed in range(4)]
    assert ([result.chosen for result in runs.values()] == best) == (choose == "best")


def test_without_held_out_sentences_there_is_no_gap(tmp_path):
    tuned(folder=tmp_path, iterations=1)
    assert TuningRecord.read(tmp_path).gains(find_metric("bleu")) is None


def test_a_run_that_goes_on_has_its_whole_iterations(tmp_path):
    result = tuned(folder=tmp_path, tolerance=0)
    last = len(result.iterations) - 1
    (tmp_path / f"{last:02}.json").unlink()
    assert list(TuningRecord.read(tmp_path).iterations) == result.iterations[:-1]


@pytest.mark.parametrize(
    ("name", "contents", "sentence"),
    [
        ("loop.json", None, "loop.json: cannot be read: No such file or directory"),
        ("loop.json", "{", "loop.json: found something that is not JSON"),
        ("loop.json", "[]", "loop.json: found a list, expected a JSON object"),
        ("loop.json", "{}", "loop.json: found something else, expected the settings of a tuning loop"),
        ("00.json", "{}", "00.json: found something else, expected an iteration of a tuning loop"),
        ("00.json", None, "found no iteration, expected a tuning loop that has begun"),
    ],
)
def test_what_is_not_a_run_is_told(tmp_path, name, contents, sentence):
    tuned(folder=tmp_path, iterations=1)
    (tmp_path / name).unlink()
    if contents is not None:
        (tmp_path / name).write_text(contents)
    with pytest.raises(InputError, match=sentence):
        TuningRecord.read(tmp_path)


def test_trajectories_leave_out_what_is_not_tuned_and_are_scaled_by_dense_weights(tmp_path):
    tuned(folder=tmp_path, iterations=1, tolerance=0, start=START | {"f9": 50.0})
    path = tmp_path / "01.json"
    one = json.loads(path.read_text())
    one["weights"] |= {"f0": 3.0, "f1": -1.0, "f2": 0.0, "sparse": 2.0}
    path.write_text(json.dumps(one))
    found = TuningRecord.read(tmp_path).trajectories()
    assert {name: values.tolist() for name, values in found.items()} == {
        "f0": [1, 0.75],
        "f1": [0, -0.25],
        "sparse": [0, 0.5],
    }
