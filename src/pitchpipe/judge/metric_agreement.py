"""How metrics relate to what judges say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitchpipe.errors import InputError
from pitchpipe.judge.results import Results
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.correlation import Agreement, agreement
from pitchpipe.metrics.judged import JudgedTexts
from pitchpipe.metrics.judgements import Judgements
from pitchpipe.text import GroupedTexts, find_tokenizer


def judgements_of(results: Results) -> Judgements:
    """The judged translations with their scores, as `metric evaluate` and `metric train` read them."""
    segments = {segment.line: segment for segment in results.campaign.segments}
    keys = sorted(results.gold, key=lambda key: (key[0], list(results.campaign.systems).index(key[1])))
    if not keys:
        raise InputError("found no judged translation, expected some")
    sources = [segments[line].source for line, _ in keys]
    return Judgements(
        tuple(str(line) for line, _ in keys),
        tuple(system for _, system in keys),
        tuple(segments[line].outputs[system] for line, system in keys),
        np.array([results.gold[key] for key in keys]),
        None if None in sources else tuple(map(str, sources)),
    )


def metric_agreements(
    results: Results, specs: Sequence[str], *, tokenize: str = "none", threads: int = 1
) -> dict[str, Agreement]:
    """How each metric agrees with the judges, with all references of each sentence."""
    judged = judgements_of(results)
    references = {str(one.line): list(one.references) for one in results.campaign.segments}
    cut = find_tokenizer(tokenize).tokenize
    lists = [[cut(text) for text in references[segment]] for segment in judged.segments]
    texts = JudgedTexts(
        GroupedTexts.singles(map(cut, judged.targets)),
        GroupedTexts.of(lists) if all(lists) else None,
        judged.sources,
    )
    found = {}
    for spec in specs:
        metric = find_metric(spec)
        if metric.needs_references and texts.references is None:
            raise InputError(f"{spec} needs references, and the campaign has none")
        rows = metric.pool_statistics(texts, threads)
        found[spec] = agreement(judged, metric, rows, trials=results.trials, seed=results.seed)
    return found
