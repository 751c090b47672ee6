"""`pitchpipe tune --settings "alpha=0..2"`: settings that are not weights, of a program or of features that are added to lists."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitchpipe.cli import terminal
from pitchpipe.cli.read_lists import read_lists
from pitchpipe.errors import InputError
from pitchpipe.files import locked, read_sentences, write_texts
from pitchpipe.lists import split, tokenized
from pitchpipe.lists.external import filled_in
from pitchpipe.lists.fingerprint import of_pool
from pitchpipe.lists.formats.references import ReferenceFiles
from pitchpipe.lists.outside_program import OutsideProgram
from pitchpipe.lists.rescoring import rescore
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.score_store import keeping_scores
from pitchpipe.metrics.scorer import tally_lines
from pitchpipe.metrics.scoring import score, signature
from pitchpipe.tuning import tune_each
from pitchpipe.tuning.kept_trials import KeptTrials, TunedTrial
from pitchpipe.tuning.methods import find_method
from pitchpipe.tuning.setting_search import SettingSearch, Trial, Values, parse_ranges, search_settings
from pitchpipe.tuning.settings import TuningSettings
from pitchpipe.weights import Weights, weight_lines


@dataclass(frozen=True)
class SettingRun:
    """What was asked for."""

    ranges: str
    evaluations: int
    paths: Sequence[str]
    references: Sequence[str]
    added: Sequence[str]
    methods: Sequence[str]
    given: Mapping[str, Any]
    """Settings of tuning."""
    decoder: str | None
    dev: str | None
    timeout: float | None
    run: str | None
    tokenize: str
    format: str | None
    missing: str

    @property
    def settings(self) -> TuningSettings:
        found: TuningSettings = TuningSettings.from_spec(None, dict(self.given))
        return found

    @property
    def metric(self) -> Metric:
        return find_metric(self.settings.metric)


def tune_settings(asked: SettingRun, *, threads: int, output: str | None, json: bool) -> None:
    """Search settings, and write them, or the weights that go with them."""
    if asked.decoder is not None:
        if asked.paths or asked.added:
            raise InputError("found LISTS or --add with --decoder, expected one of them with --settings")
        found, lines = _of_program(asked)
        facts: dict[str, Any] = {}
        if output is not None:
            write_texts({output: lines})
            terminal.log(f"the settings are in {output}")
    else:
        found, weights = _of_features(asked, threads)
        facts, lines = {"weights": weights}, list(weight_lines(weights, "standard output"))
        if output is not None:
            Weights(weights).write(output)
            shown = " ".join(f"--add '{filled_in(one, found.best.values)}'" for one in asked.added)
            terminal.log(f"the weights are in {output}, for lists with: rescore {shown}")
    for line in (
        f"{asked.metric.spec} = {signature(asked.metric, asked.tokenize)}",
        *tally_lines([asked.metric]),
    ):
        terminal.log(line)
    if json:
        signed = {"metric": asked.metric.spec, "signature": signature(asked.metric, asked.tokenize)}
        terminal.write_json({**signed, **facts, **_as_dict(found)})
    elif output is None:
        terminal.write_lines(lines)


def _of_program(asked: SettingRun) -> tuple[SettingSearch, list[str]]:
    """Settings of a program whose first translations are best, and the lines that say them."""
    names, judge = tuple(one.name for one in parse_ranges(asked.ranges)), asked.metric
    program = OutsideProgram(str(asked.decoder), names, asked.run, asked.timeout)
    if asked.dev is None or not asked.references:
        raise InputError("settings of a decoder are tuned on --dev FILE with -r REFERENCE")
    files = ReferenceFiles.read(asked.references)
    sentences = files.match(read_sentences(asked.dev))
    groups = [list(each) for each in zip(*files.lines, strict=True)]
    sources = sentences if judge.wants_source else None

    def scored(values: Values) -> float:
        translations = program.translate(sentences, values)
        return score(translations, groups, judge, tokenize=asked.tokenize, sources=sources).score

    with locked(asked.run), keeping_scores(asked.run):
        found = _searched(asked, scored)
    return found, [f"{name} {value}" for name, value in found.best.values.items()]


def _of_features(asked: SettingRun, threads: int) -> tuple[SettingSearch, dict[str, float]]:
    """Settings of added features, for each of which the weights of all features are tuned; and the weights of the best."""
    if not asked.paths or not asked.added or len(asked.methods) > 1:
        raise InputError("found --settings, expected --decoder, or lists with --add and one method")
    for one in parse_ranges(asked.ranges):
        if not any(f"{{{one.name}}}" in feature for feature in asked.added):
            raise InputError(
                f"found the setting {one.name}, expected {{{one.name}}} in a feature, as in "
                f"--add 'per_length(logprob, exponent={{{one.name}}})'"
            )
    method, settings = find_method(asked.methods[0]), asked.settings
    lists = read_lists(
        asked.paths, asked.references, format=asked.format, threads=threads, missing=asked.missing
    )
    pool = tokenized(lists.without_duplicates(), asked.tokenize)
    kept = KeptTrials(asked.run)
    trials: dict[tuple[Any, ...], TunedTrial] = {}

    def scored(values: Values) -> float:
        more = rescore(pool, [filled_in(one, values) for one in asked.added], threads=threads)

        def tuned() -> TunedTrial:
            seen, unseen = (
                split(more, settings.held_out, settings.seed) if settings.held_out else (more, None)
            )
            how: dict[str, Any] = {"held_out": unseen, "seed": settings.seed, "threads": threads}
            (run,) = tune_each(seen, [method], asked.metric, None, **how)
            score = run.tuned.objective if run.held_out is None else run.held_out
            return TunedTrial(score, run.tuned.weights)

        # Features may be made of files and functions that change: the trial is known by their values.
        about = [of_pool(more), method.spec, asked.metric.signature, settings.held_out, settings.seed]
        trials[tuple(values.values())] = found = kept.get(about, tuned)
        return found.score

    with locked(asked.run), keeping_scores(asked.run):
        found = _searched(asked, scored)
    return found, trials[tuple(found.best.values.values())].weights


def _searched(asked: SettingRun, scored: Callable[[Values], float]) -> SettingSearch:
    judge = asked.metric

    def tell(trial: Trial) -> None:
        terminal.log(f"  {_shown(trial.values)}: {judge.spec} {trial.score:.2f}")

    found = search_settings(
        scored,
        parse_ranges(asked.ranges),
        higher_is_better=judge.higher_is_better,
        evaluations=asked.evaluations,
        told=tell,
    )
    first = found.trials[0]
    rows = [["first", _shown(first.values), f"{first.score:.2f}"]]
    rows.append(["best", _shown(found.best.values), f"{found.best.score:.2f}"])
    terminal.show_table([f"of {len(found.trials)} trials", "settings", judge.spec], rows, sys.stderr, best=1)
    return found


def _shown(values: Values) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


def _as_dict(found: SettingSearch) -> dict[str, Any]:
    trials = [{"settings": one.values, "score": one.score} for one in found.trials]
    return {"settings": found.best.values, "score": found.best.score, "trials": trials}
