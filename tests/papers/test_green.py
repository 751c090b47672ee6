"""Online learning as Green et al. (2013) print it, against a transcription on random lists."""

import numpy as np
import pytest

from pitchpipe import _native
from pitchpipe.online import find_online
from pitchpipe.online.epochs import batches_of
from pitchpipe.training.presets import find_preset

from ..online.world import DENSE, World, learned

PAPER = (
    "start=uniform, choose=best, rate=0.02, l1=0.1, batch=20, keep=15, synchronous=true, epochs=2, patience=9"
)
SAMPLES = 300
KEPT = 15


def gradient(world, names, weights, sentences, seed):
    """Equation (12): the gradient of the logistic loss of the pairs of a mini-batch, by PRO's sampler."""
    total = dict.fromkeys(names, 0.0)
    by_name = dict(zip(names, weights, strict=True))
    pool = world.lists(sentences, by_name, 10)
    values = [dict(zip(pool.dense_names, row, strict=True)) for row in pool.dense.tolist()]
    for row, found in enumerate(values):
        entries = slice(*pool.sparse.starts[row : row + 2])
        for feature, value in zip(pool.sparse.features[entries], pool.sparse.values[entries], strict=True):
            found[pool.sparse_names[feature]] = value
    scale = np.ptp(pool.gold)
    for group, (begin, end) in enumerate(zip(pool.offsets[:-1], pool.offsets[1:], strict=True)):
        g = pool.gold[begin:end] / scale
        v = [
            (j, other)
            for j, other, _ in zip(*_native.pair_draws(end - begin, SAMPLES, seed, group), strict=True)
            if abs(g[j] - g[other]) >= 0.05
        ]
        v.sort(key=lambda pair: abs(g[pair[0]] - g[pair[1]]), reverse=True)
        ordered = dict.fromkeys((j, o) if g[j] > g[o] else (o, j) for j, o in v)
        for better, worse in list(ordered)[:KEPT]:
            x = {
                name: values[begin + better].get(name, 0.0) - values[begin + worse].get(name, 0.0)
                for name in names
            }
            margin = sum(by_name[name] * x[name] for name in names)
            for name in names:
                total[name] -= x[name] / (1 + np.exp(margin))
    return np.array([total[name] for name in names])


def algorithm_1(world, epochs, *, seed=1, rate=0.02, l1=0.1, dense_l1=False, adaptive=True):
    """Algorithm 1 with mini-batches: AdaGrad's rates (4), forward-backward splitting (13, 15)."""
    names = [*DENSE, *world.pool.sparse_names]
    w = np.array([1 / len(DENSE) if name in DENSE else 0.0 for name in names])
    squares = np.zeros(len(names))
    drawn = np.array([dense_l1 or name not in DENSE for name in names])
    for epoch in range(1, epochs + 1):
        for _, sentences, batch_seed in batches_of(
            find_online(f"adagrad({PAPER})"), len(world.text), seed, epoch
        ):
            g = gradient(world, names, w, sentences.tolist(), batch_seed)
            squares += g**2
            rates = np.divide(
                rate, np.sqrt(squares) if adaptive else 1.0, where=squares > 0, out=np.zeros(len(w))
            )
            half = w - rates * g
            w = np.where(drawn, np.sign(half) * np.maximum(np.abs(half) - rates * l1, 0), half)
    return dict(zip(names, w, strict=True))


@pytest.mark.parametrize("dense_l1", [False, True])
def test_the_weights_are_those_of_the_printed_algorithm(dense_l1):
    world = World(sentences=30, candidates=12, sparse=15)
    result = learned(f"adagrad({PAPER}, samples={SAMPLES}, dense_l1={dense_l1})", world)
    assert result.chosen
    wanted = algorithm_1(world, result.chosen, dense_l1=dense_l1)
    found = {name: result.weights.get(name, 0.0) for name in wanted}
    assert found == pytest.approx(wanted, abs=1e-6)
    for other in ({"dense_l1": not dense_l1}, {"adaptive": False}, {"l1": 0.0}):
        exchanged = algorithm_1(world, result.chosen, **{"dense_l1": dense_l1, **other})
        assert found != pytest.approx(exchanged, abs=1e-4)


def test_the_preset_has_the_papers_settings():
    method = find_online(find_preset("green2013").method("adagrad"))
    assert (method.rate, method.l1, method.batch, method.keep) == (0.02, 0.1, 20, 15)
    assert (method.start, method.choose, method.gold) == ("uniform", "best", "bleu")
