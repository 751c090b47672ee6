"""A decoder that knows all candidates of each sentence, whose quality is a linear function of their features."""

import numpy as np

from pitchpipe.arrays import SparseRows
from pitchpipe.lists import Pool
from pitchpipe.lists.decoded import decoded
from pitchpipe.lists.list_decoder import ListDecoder
from pitchpipe.metrics import find_metric
from pitchpipe.online import find_online, online_loop
from pitchpipe.text import Texts

DENSE = ("d0", "d1", "d2")
START = dict(zip(DENSE, (1.0, -0.5, 0.2), strict=True))
GOLD = find_metric("gold")


class World(ListDecoder):
    """Lists the candidates that weights score highest; every candidate fires a few of many sparse features."""

    def __init__(self, seed=1, sentences=60, candidates=30, sparse=40, fired=6):
        rng = np.random.default_rng(seed)
        planted = np.concatenate([rng.normal(size=len(DENSE)), rng.normal(size=sparse)])
        planted[len(DENSE) :: 2] = 0
        rows = sentences * candidates
        dense = rng.normal(size=(rows, len(DENSE))) * [3.0, 1.0, 0.3]
        features = np.sort(np.argsort(rng.random((rows, sparse)), axis=1)[:, :fired], axis=1).astype(np.int32)
        gold = dense @ planted[: len(DENSE)] + planted[len(DENSE) :][features].sum(axis=1)
        pool = Pool(
            np.arange(sentences + 1) * candidates,
            dense,
            DENSE,
            SparseRows(np.arange(rows + 1) * fired, features.ravel(), np.ones(rows * fired)),
            tuple(f"s{index:02}" for index in range(sparse)),
            Texts.of(f"c{row}" for row in range(rows)),
            gold=gold,
        )
        super().__init__(pool, START)
        best = gold.reshape(sentences, candidates).max(axis=1).mean() if rows else 0.0
        vars(self).update(calls=0, best=best)

    def translate(self, sentences, *, weights, nbest, threads=None):
        vars(self)["calls"] += 1
        return super().translate(sentences, weights=weights, nbest=nbest)

    def lists(self, sentences, weights, nbest):
        return decoded(self, self.text.take(sentences), weights, nbest=nbest)


class SparseWorld(World):
    """One that says that it has sparse features."""

    has_sparse = True


class Stopped(World):
    """Is interrupted at one of its calls."""

    def __init__(self, at):
        super().__init__()
        vars(self).update(at=at)

    def translate(self, sentences, **how):
        if self.calls == self.at:
            raise KeyboardInterrupt
        return super().translate(sentences, **how)


def learned(spec, world=None, *, start=START, nbest=10, **settings):
    asked = world or World()
    return online_loop(asked, asked.text, find_online(spec), GOLD, start, nbest=nbest, **settings)


def without_times(result):
    epochs = [{k: v for k, v in vars(epoch).items() if k != "seconds"} for epoch in result.epochs]
    return result.weights, result.chosen, result.reason, epochs, result.facts
