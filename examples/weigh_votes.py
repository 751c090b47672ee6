"""Weigh votes, log probability and a reward model together, to pick the right one of a language model's answers.

A language model gave ten answers to each question, with its reasoning. Its log probability and a reward model know a little of
which are right, and so does a majority vote. The script tunes the mixture on questions whose answers are known
(gold is 1 for a right answer and 0 for a wrong one, so that the metric gold is pass@1), and tests it on others.

    python examples/weigh_votes.py
"""

from __future__ import annotations

import random

import pitchpipe
from pitchpipe.tuning.trust import Trainer, bootstrap_weights, cross_validate

SAMPLES = 10


def questions(count: int, seed: int) -> pitchpipe.Pool:
    """Answers to made-up questions; some are hard, and on some the model is sure of a wrong answer."""
    rng = random.Random(seed)
    texts, gold, logprob, reward = [], [], [], []
    for _ in range(count):
        truth, tempting = rng.sample(range(100), 2)
        skill, bias = rng.uniform(0.1, 0.6), rng.uniform(0, 0.4)
        answers = [
            truth
            if (draw := rng.random()) < skill
            else tempting
            if draw < skill + bias
            else rng.randrange(100)
            for _ in range(SAMPLES)
        ]
        texts.append([f"Let me see. So the answer is {answer}." for answer in answers])
        gold.append([float(answer == truth) for answer in answers])
        logprob.append(
            [rng.gauss(0.5 * (answer == truth) + 0.3 * (answer == tempting), 1) for answer in answers]
        )
        reward.append([rng.gauss(1.2 * (answer == truth), 1) for answer in answers])
    return pitchpipe.Pool.of(texts, {"logprob": logprob, "reward": reward}, gold=gold)


def pass_at_1(pool: pitchpipe.Pool, weights: dict[str, float]) -> float:
    assert pool.gold is not None
    return 100 * float(pool.gold[pool.winners(pool.vector(weights))].mean())


def main() -> None:
    add = [r"votes('answer is (\d+)')"]
    known, new = (pitchpipe.rescore(questions(300, seed), add) for seed in (1, 2))
    tuned = pitchpipe.tune(known, method="mert", metric="gold", seed=1)
    for name, weights in (
        ("log probability", {"logprob": 1.0}),
        ("reward model", {"reward": 1.0}),
        ("majority vote", {"votes": 1.0}),
        ("tuned mixture", tuned.weights),
    ):
        print(f"{name:<18} pass@1 {pass_at_1(new, weights):.1f}")
    print(f"{'any of ten':<18} pass@{SAMPLES} {100 * pitchpipe.oracle(new, 'gold').best:.1f}")
    trainer = Trainer.of(known, "mert(restarts=3)", "gold")
    found = cross_validate(trainer, 5)
    low, high = (100 * end for end in found.interval)
    print(f"expected of new questions by five folds: {100 * found.score:.1f} ({low:.1f} to {high:.1f})")
    for one in bootstrap_weights(trainer, 20).weights:
        print(f"weight of {one.name}: {one.low:.2f} to {one.high:.2f} {one.note}")


if __name__ == "__main__":
    main()
