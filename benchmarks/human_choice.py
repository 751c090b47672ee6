"""Choosing among the outputs of thirteen systems, judged by professional translators' error scores.

Run as `python -m benchmarks.human_choice`. Needs WMT 2021's human judgements of TED talks, Chinese to English, beside the
repository (`mqm-ted-zh-en`), and English text for a language model (Multi30k and Tanaka, beside the repository too). The two
references are neither candidates nor looked at. All that is learned from human scores is learned on two of three runs of
segments and used on the third: weights, the method (the best of five by cross-validation within the two runs), and which
single system is best. The quality estimate is IBM model 1 in both directions over words and Chinese characters, trained on all
outputs and their sources; it sees no human score. Differences are tested by approximate randomisation over segments, 10,000 trials.
"""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pitchpipe.align import find_aligner
from pitchpipe.arrays import Array, Numbers, first_best
from pitchpipe.lists import Pool, expected_utilities, tokenized
from pitchpipe.lists.rescoring import rescore
from pitchpipe.lm import estimate
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.significance import System, compare
from pitchpipe.text import Corpus, Texts, find_tokenizer
from pitchpipe.tuning.trust import Trainer, cross_validate

DATA = Path(__file__).parents[1].parent / "shared" / "data"
JUDGEMENTS = DATA / "mqm-ted-zh-en" / "judgements.tsv"
ENGLISH = [DATA / "multi30k-de-en" / "train.tok.en", DATA / "tanaka-ja-en" / "train.en"]
RUN_ENDS = (223, 582)
"""The last segments of the first and the second run."""
UTILITIES = {
    name: f"zscore_{name.replace('++', '2')}" for name in ("chrf", "chrf++", "bleu", "ter", "meteor")
}
"""Metrics of agreement, and the features that they are, scaled within lists."""
METHODS = ("regression", "pro", "kbmira", "loglinear", "mert")
KEPT = 5
"""Candidates among which agreement chooses after tuned weights."""


def main() -> None:
    if not JUDGEMENTS.exists():
        print(f"{JUDGEMENTS.name} is not there; it is public, see the docstring")
        return
    pool, systems, runs = judged()
    pool = with_features(pool, systems)
    priors = [name for name in pool.dense_names if name.startswith("is ")]
    agreement = list(UTILITIES.values())
    surface = ["length_ratio", "words", "lm", "lm_unknown"]
    estimate_of = ["zscore_model1_forward", "zscore_model1_backward"]
    means = pool.gold.reshape(-1, len(systems)).mean(axis=0) if pool.gold is not None else np.zeros(0)
    rows: dict[str, Array] = {
        f"best system in hindsight ({systems[int(means.argmax())]})": of_system(pool, int(means.argmax())),
        "average system": averaged(pool),
        "best system of the other runs": of_best_elsewhere(pool, runs, len(systems)),
    }
    for name, column in UTILITIES.items():
        rows[f"MBR, {name}"] = chosen(pool, values(pool, [column])[:, 0])
    rows["MBR, the five added up"] = chosen(pool, values(pool, agreement).sum(axis=1))
    rows["quality estimate, both directions added up"] = chosen(pool, values(pool, estimate_of).sum(axis=1))
    for name, features in {
        "tuned: system priors": priors,
        "tuned: language model and lengths": surface,
        "tuned: priors, language model, lengths": priors + surface,
        "tuned: MBR by five metrics": agreement,
        "tuned: MBR and quality estimate": agreement + estimate_of,
        "tuned: MBR and priors": agreement + priors,
        "tuned: all of them": agreement + priors + surface + estimate_of,
    }.items():
        choices, scores, methods = tuned(pool, features, runs)
        rows[f"{name} ({', '.join(methods)})"] = rows_of(pool, choices)
        if name == "tuned: priors, language model, lengths":
            rows[f"the {KEPT} best of these, then MBR, chrf"] = rows_of(pool, two_stages(pool, scores))
    rows["oracle"] = chosen(pool, pool.gold if pool.gold is not None else np.zeros(len(pool)))
    report(rows)


def judged() -> tuple[Pool, list[str], list[int]]:
    """The systems' outputs with minus their error scores as gold scores, and the run of each segment."""
    with open(JUDGEMENTS, encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    systems = sorted({line["system"] for line in lines if not line["system"].startswith("ref")})
    by_segment: dict[int, dict[str, dict[str, str]]] = {}
    for line in lines:
        by_segment.setdefault(int(line["segment"]), {})[line["system"]] = line
    segments = sorted(by_segment)
    found = [[by_segment[segment][name] for name in systems] for segment in segments]
    pool = Pool.of(
        [[one["target"] for one in group] for group in found],
        gold=[[-float(one["mqm"]) for one in group] for group in found],
        ids=segments,
        sources=[group[0]["source"] for group in found],
    )
    return pool, systems, [int(np.searchsorted(RUN_ENDS, segment)) for segment in segments]


def with_features(pool: Pool, systems: Sequence[str]) -> Pool:
    """A prior for each system, lengths, a language model, and agreement by five metrics, scaled within lists."""
    place = np.arange(len(pool)) % len(systems)
    priors = np.column_stack([place == number for number in range(len(systems))]).astype(np.float64)
    pool = replace(pool, dense=priors, dense_names=tuple(f"is {name}" for name in systems))
    with tempfile.TemporaryDirectory() as folder:
        lines = [line.lower() for path in ENGLISH for line in path.read_text().splitlines()]
        estimate(Corpus.of(lines), order=3).model.save(f"{folder}/en.lm")
        model = f'lm("{folder}/en.lm", lowercase=true, tokenize=13a, per_word=true, unknown=true)'
        pool = rescore(pool, ["words", "length_ratio(unit=characters)", model])
    # chrF sees characters; the other metrics count words.
    names = {metric: column.removeprefix("zscore_") for metric, column in UTILITIES.items()}
    whole = rescore(pool, {names["chrf"]: "mbr(chrf)"})
    cut = rescore(tokenized(whole, "13a"), {names[one]: f"mbr({one})" for one in UTILITIES if one != "chrf"})
    pool = replace(pool, dense=cut.dense, dense_names=cut.dense_names)
    pool = estimated(pool)
    scaled = [*names.values(), "model1_forward", "model1_backward"]
    return rescore(pool, [f"zscore({name})" for name in scaled])


def estimated(pool: Pool) -> Pool:
    """How well source and output fit, by a translation model of all outputs."""
    assert pool.sources is not None
    outputs = tokenized(pool, "13a").texts
    sources = [find_tokenizer("char").tokenize(line) for line in pool.sources]
    spread = [sources[group] for group in pool.group_of.tolist()]
    with tempfile.TemporaryDirectory() as folder:
        lines = [line.lower() for line in outputs]
        find_aligner("model1").train(Corpus.of(spread), Corpus.of(lines)).save(f"{folder}/aligner")
        cut = replace(pool, texts=Texts.of(lines), sources=tuple(sources))
        found = rescore(cut, [f'model1("{folder}/aligner", per_word=true)'])
    return replace(pool, dense=found.dense, dense_names=found.dense_names)


def values(pool: Pool, names: Sequence[str]) -> Array:
    return pool.dense[:, [pool.dense_names.index(name) for name in names]]


def rows_of(pool: Pool, choices: Numbers) -> Array:
    return find_metric("gold").pool_statistics(pool)[choices]


def chosen(pool: Pool, scores: Array) -> Array:
    return rows_of(pool, first_best(scores, pool.offsets))


def of_system(pool: Pool, number: int) -> Array:
    return rows_of(pool, pool.offsets[:-1] + number)


def averaged(pool: Pool) -> Array:
    """What a system chosen at random for each segment gets on average."""
    return (
        np.add.reduceat(find_metric("gold").pool_statistics(pool), pool.offsets[:-1])
        / np.diff(pool.offsets)[:, None]
    )


def of_best_elsewhere(pool: Pool, runs: Sequence[int], systems: int) -> Array:
    scores = find_metric("gold").pool_statistics(pool)[:, 0].reshape(-1, systems)
    choices, numbers = pool.offsets[:-1].copy(), np.array(runs)
    for run in set(runs):
        choices[numbers == run] += int(scores[numbers != run].mean(axis=0).argmax())
    return rows_of(pool, choices)


def tuned(pool: Pool, features: Sequence[str], runs: Sequence[int]) -> tuple[Numbers, Array, list[str]]:
    """Choices and scores by weights of the other runs, found by the method that cross-validates best there."""
    small = replace(pool, dense=np.ascontiguousarray(values(pool, features)), dense_names=tuple(features))
    numbers = np.array(runs)
    choices, scores, names = small.offsets[:-1].copy(), np.zeros(len(small)), []
    for run in sorted(set(runs)):
        seen = np.flatnonzero(numbers != run)
        part = small.take_groups(seen)
        inner = {
            method: cross_validate(Trainer.of(part, method, "gold"), numbers[seen].tolist(), trials=1).score
            for method in METHODS
        }
        best = max(METHODS, key=lambda method: inner[method])
        weights = Trainer.of(part, best, "gold").weights(np.ones(len(seen), np.int64))
        winners, totals = small.winners(weights), small.scores(weights)
        choices[numbers == run] = winners[numbers == run]
        mine = numbers[small.group_of] == run
        scores[mine] = totals[mine]
        names.append(best)
    return choices, scores, names


def two_stages(pool: Pool, scores: Array) -> Numbers:
    """Of the best by scores, the one that agrees best with the others of these."""
    order = np.lexsort((-scores, pool.group_of))
    place = np.arange(len(pool)) - pool.offsets[pool.group_of]
    kept = np.sort(order[place < KEPT])
    some = pool.take_rows(kept)
    return kept[first_best(expected_utilities(some, "chrf"), some.offsets)]


def report(rows: dict[str, Array]) -> None:
    """A table with p against the best system in hindsight and against the average system."""
    systems = [System(name, one[None]) for name, one in rows.items()]
    baseline = compare(systems, "gold", correction="none", threads=2)
    others = [systems[1], systems[0], *systems[2:]]
    average = {one.name: one for one in compare(others, "gold", correction="none", threads=2).systems}
    print(f"{'choice':<76}{'errors':>8}{'95% interval':>16}{'p, best':>9}{'p, average':>12}")
    for one in baseline.systems:
        high, low = one.interval
        ps = [found.difference.p if found.difference else None for found in (one, average[one.name])]
        cells = ["" if p is None else f"{p:.4f}" for p in ps]
        print(
            f"{one.name:<76}{-one.score:>8.2f}{f'{-low:.2f} to {-high:.2f}':>16}{cells[0]:>9}{cells[1]:>12}"
        )


if __name__ == "__main__":
    main()
