"""Judges of known quality."""

import numpy as np

from pitchpipe.judge.answers import Event
from pitchpipe.judge.campaign import REFERENCE, SPOILT


def answers(made, judges, strengths, *, seed=1, seconds=2.0):
    """What judges say of every item of a pairwise or rank campaign, as events.

    Each sentence has one truth: who wins is drawn by the systems' strengths, as Bradley and Terry have it. A judge of quality q
    says it with probability q, and anything at all otherwise.
    """
    rng = np.random.default_rng(seed)
    strengths = {**strengths, REFERENCE: 99.0, SPOILT: -99.0}
    truths, found = {}, []
    for item in made.items:
        if item.task is not None:
            about = item.of if item.kind == "repeat" else item.id
            if about not in truths:
                truths[about] = truth(made.by_id[about], strengths, rng)
            ranks = truths[about][::-1] if item.kind == "repeat" else truths[about]
            for judge, quality in judges.items():
                said = ranks if rng.random() < quality else any_ranks(len(ranks), made.settings.ties, rng)
                found.append(
                    Event(f"{judge}-{item.id}", judge, item.id, "answer", {"ranks": said}, "", seconds)
                )
    return found


def truth(item, strengths, rng):
    if item.kind == "identical":
        return [1] * len(item.texts)
    luck = rng.gumbel(size=len(item.texts))
    order = np.argsort([-strengths[system] - one for system, one in zip(item.systems, luck, strict=True)])
    ranks = [0] * len(order)
    for rank, place in enumerate(order, 1):
        ranks[place] = rank
    return ranks


def any_ranks(count, ties, rng):
    if ties:
        return rng.integers(1, count + 1, count).tolist()
    return (1 + rng.permutation(count)).tolist()
