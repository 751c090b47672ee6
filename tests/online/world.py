"""A decoder that knows all candidates of each sentence, whose quality is a linear function of their features."""

import numpy as np

from pitchpipe.arrays import SparseRows
from pitchpipe.lists import Pool
from pitchpipe.metrics import find_metric
from pitchpipe.online import find_online, online_loop
from pitchpipe.text import Texts

DENSE = ("d0", "d1", "d2")
START = dict(zip(DENSE, (1.0, -0.5, 0.2), strict=True))
GOLD = find_metric("gold")


class World:
    """Lists the candidates that weights score highest; every candidate fires a few of many sparse features."""

    def __init__(self, seed=1, sentences=60, candidates=30, sparse=40, fired=6):
        rng = np.random.default_rng(seed)
        self.shape = sentences, candidates
        self.dense_names = DENSE
        self.sparse_names = tuple(f"s{index:02}" for index in range(sparse))
        planted = np.concatenate([rng.normal(size=len(DENSE)), rng.normal(size=sparse)])
        planted[len(DENSE) :: 2] = 0
        rows = sentences * candidates
        self.dense = rng.normal(size=(rows, len(DENSE))) * [3.0, 1.0, 0.3]
        self.fired = np.sort(np.argsort(rng.random((rows, sparse)), axis=1)[:, :fired], axis=1).astype(
            np.int32
        )
        self.gold = self.dense @ planted[: len(DENSE)] + planted[len(DENSE) :][self.fired].sum(axis=1)
        self.calls = 0

    def __len__(self):
        return self.shape[0]

    @property
    def best(self):
        """The best that any weights can do."""
        return self.gold.reshape(self.shape).max(axis=1).mean()

    def lists(self, sentences, weights, size, threads):
        self.calls += 1
        named = weights.named()
        sparse = np.array([named.get(name, 0.0) for name in self.sparse_names])
        scores = self.dense @ [named[name] for name in DENSE] + sparse[self.fired].sum(axis=1)
        ranked = np.argsort(-scores.reshape(self.shape)[sentences], axis=1, kind="stable")[:, :size]
        rows = (sentences[:, None] * self.shape[1] + ranked).ravel()
        starts = np.arange(len(rows) + 1) * self.fired.shape[1]
        return Pool(
            np.arange(len(sentences) + 1) * min(size, self.shape[1]),
            self.dense[rows],
            DENSE,
            SparseRows(starts, self.fired[rows].ravel(), np.ones(starts[-1])),
            self.sparse_names,
            Texts.of(f"c{row}" for row in rows),
            gold=self.gold[rows],
        )


def learned(spec, world=None, *, start=START, lists=10, **settings):
    return online_loop(find_online(spec), world or World(), GOLD, start, lists=lists, **settings)


def without_times(result):
    epochs = [{k: v for k, v in vars(epoch).items() if k != "seconds"} for epoch in result.epochs]
    return result.weights, result.chosen, result.reason, epochs, result.facts
