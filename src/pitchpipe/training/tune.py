"""Tuning a decoder, whatever it is and whatever the method is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from pitchpipe.decoder import Decoder
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.list_decoder import ListDecoder
from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.score_store import keeping_scores
from pitchpipe.online import Epoch, OnlineResult, any_method, find_online, is_online, online_loop
from pitchpipe.training.presets import with_preset
from pitchpipe.training.start import initial_weights
from pitchpipe.tuning import Tuned, find_method
from pitchpipe.tuning.loop import Iteration, LoopResult, Statistics, tune_stages
from pitchpipe.tuning.settings import TuningSettings
from pitchpipe.weights import Weights

ONLINE = (
    "method",
    "metric",
    "nbest",
    "iterations",
    "held_out",
    "max_dev_length",
    "max_dev_sentences",
    "seed",
)
"""Settings that online methods take too."""
ON_LISTS = ("method", "metric", "seed")
"""Those that make a difference for lists that stay as they are."""


class TuningResult(Protocol):
    """What any method comes to."""

    @property
    def weights(self) -> Weights: ...
    @property
    def chosen(self) -> int:
        """The iteration or epoch that they are from."""

    @property
    def reason(self) -> str:
        """Why it ended."""

    @property
    def curve(self) -> list[float]:
        """The metric of the tuning text in each of them, from the start weights on."""

    @property
    def objective(self) -> float: ...
    @property
    def decode_seconds(self) -> float: ...
    @property
    def optimize_seconds(self) -> float: ...


@dataclass(frozen=True)
class ListResult:
    """Weights tuned on lists that stay as they are."""

    tuned: Tuned
    chosen: int = 1
    reason: str = "the lists stay as they are"
    decode_seconds: float = 0.0

    @property
    def weights(self) -> Weights:
        return Weights(self.tuned.weights)

    @property
    def curve(self) -> list[float]:
        return [self.tuned.start_objective, self.tuned.objective]

    @property
    def objective(self) -> float:
        return self.tuned.objective

    @property
    def optimize_seconds(self) -> float:
        return self.tuned.seconds


@dataclass(frozen=True)
class Watch:
    """Whom to tell how tuning goes."""

    stage: Callable[[Metric, int], None] | None = None
    """The metric of a stage that begins, and the size of its lists."""
    iteration: Callable[[int, Iteration], None] | None = None
    batch: Callable[[int, int, int], None] | None = None
    """The number of the epoch, the batches of it that are done, and those that there are."""
    epoch: Callable[[int, Epoch], None] | None = None


def tune_decoder(
    decoder: Decoder,
    text: DevSet,
    settings: TuningSettings | None = None,
    start: Mapping[str, float] | None = None,
    *,
    split_seed: int | None = None,
    held_out: DevSet | None = None,
    folder: StrPath | None = None,
    threads: int | None = None,
    statistics: Statistics | None = None,
    watch: Watch | None = None,
    **named: Any,
) -> Sequence[TuningResult]:
    """Tune the weights of a decoder: the result of each stage, of which the last one counts.

    Parameters
    ----------
    settings, named
        All settings together, or each by its name, as in `method="mert", nbest=50`; or those of a paper with
        `preset="hopkins2011"`, which other names override.
    start
        The weights to start from; the decoder's own by default. The setting `initial` goes before them.
    split_seed
        Which sentences are held out; by default, the seed of the settings decides that too.
    held_out
        A text that only chooses among the weights found; the setting of this name takes a part of the text instead.
    folder
        Where the run is kept, so that one that was stopped is resumed.

    Examples
    --------
    >>> text = DevSet(["ein haus", ...], [["a house"], ...])
    >>> (found,) = tune_decoder(Decoder.read("model"), text, method="mert", metric="bleu")
    >>> found.weights.write("weights.txt")
    """
    given = with_preset(named, [TuningSettings])
    chosen = TuningSettings.from_spec(None, {**asdict(settings or TuningSettings()), **given})
    check_tuning(chosen, decoder)
    if held_out is not None and chosen.held_out:
        raise InputError("found held_out beside a text to choose the weights by, expected one of them")
    told = watch or Watch()
    first = Weights(decoder.weights if start is None else start)
    if chosen.initial != "model":
        first = Weights(initial_weights(chosen.initial, decoder.dense_names, chosen.seed))
    count = threads or decoder.threads
    with keeping_scores(folder):
        if isinstance(decoder, ListDecoder):
            method = find_method(chosen.method)
            found = method.optimize(
                decoder.pool, find_metric(chosen.metric), first, seed=chosen.seed, threads=count
            )
            return [ListResult(found)]
        used = text.up_to(chosen.max_dev_length or None).first(chosen.max_dev_sentences or None)
        if is_online(chosen.method):
            return [
                _online(
                    decoder, used, chosen, first, judged=held_out, folder=folder, threads=count, watch=told
                )
            ]
        seed = chosen.seed if split_seed is None else split_seed
        seen = used
        if held_out is not None:
            chosen = replace(chosen, held_out=0.5)  # that there is such a text; it is not cut from the other
        elif chosen.held_out:
            seen, held_out = used.split(chosen.held_out, seed)
        return tune_stages(
            decoder,
            seen,
            chosen,
            first,
            held_out=held_out,
            folder=folder,
            threads=count,
            statistics=statistics,
            begin=told.stage if len(chosen.metrics) > 1 else None,
            progress=told.iteration,
        )


def tuning_misfits(results: Sequence[TuningResult], metric: Metric, reference: str) -> list[str]:
    """What is likely wrong if tuning came to nothing."""
    last = results[-1]
    if re.fullmatch(r"(bleu|chrf)[^ ]*", metric.spec) and last.objective < 1:
        return [
            f"{reference}: the tuned system has {metric.spec} {last.objective:.2f} on the tuning text; "
            "the references likely belong to another text, or are tokenised or cased in another way"
        ]
    if isinstance(last, OnlineResult) and (doubt := last.doubt):
        return [doubt]
    if any(one.objective != one.curve[0] for one in results):
        return []
    if isinstance(last, LoopResult) and last.held_out is not None:
        return [
            f"no weights that were found are better than the start weights on held-out text ({metric.spec} "
            f"{last.held_out:.2f} there), and these are kept; the tuning text is likely too small, or of another kind"
        ]
    return [
        f"tuning gained nothing on {metric.spec} ({last.objective:.2f}), and the start weights are kept; the tuning text "
        "is likely too small, or the iterations too few (--iterations)"
    ]


def check_tuning(settings: TuningSettings, decoder: Decoder | None = None) -> None:
    """Refuse methods and metrics that there are not, and settings that would have no effect."""
    for metric in settings.metrics:
        find_metric(metric)
    any_method(settings.method)
    if isinstance(decoder, ListDecoder):
        if is_online(settings.method):
            raise InputError(f"{settings.method} learns from a decoder, expected a model and not lists")
        _refuse(settings, ON_LISTS, "is for a decoder, expected it with a model and not with lists")
    elif is_online(settings.method):
        name = find_online(settings.method).name
        _refuse(settings, ONLINE, f"is not for {name}, expected a batch method such as kbmira with it")


def check_cluster(method: str) -> None:
    """Refuse a method that cannot learn on a cluster, before one is connected to."""
    if method != "none" and is_online(method):
        raise InputError(f"{method} learns on one machine, expected a batch method on a cluster")


def _refuse(settings: TuningSettings, known: Sequence[str], why: str) -> None:
    for name in settings.changed:
        if name not in known:
            raise InputError(f"{name} {why}")


def _online(
    decoder: Decoder,
    text: DevSet,
    settings: TuningSettings,
    start: Mapping[str, float],
    *,
    judged: DevSet | None,
    folder: StrPath | None,
    threads: int,
    watch: Watch,
) -> OnlineResult:
    method = find_online(settings.method, epochs=settings.iterations)
    if settings.held_out:
        method = replace(method, held_out=settings.held_out)
    return online_loop(
        decoder,
        text,
        method,
        find_metric(settings.metric),
        start,
        nbest=settings.list_size(),
        judged=judged,
        folder=folder,
        seed=settings.seed,
        threads=threads,
        progress=watch.batch,
        epoch_done=watch.epoch,
    )
