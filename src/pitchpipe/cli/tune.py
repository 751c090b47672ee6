"""`pitchpipe tune`: the best weights for candidate lists, or for a decoder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from pitchpipe.cli import completion
from pitchpipe.cli.open_model import Features, search_given
from pitchpipe.cli.options import (
    AllowMissing,
    Cluster,
    Format,
    Json,
    MetricSpec,
    Missing,
    Preset,
    References,
    Threads,
    Tokenize,
    check_inputs,
    check_outputs,
    one_metric,
    thread_count,
)
from pitchpipe.cli.setting_options import Set, settings_of, taking
from pitchpipe.errors import InputError


def _settings() -> Any:
    from pitchpipe.tuning.settings import TuningSettings

    return TuningSettings


@taking(_settings, leave_out=("method", "metric"))
def tune(
    lists: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LISTS",
            help="Candidate lists of any format, as files or folders; - is stdin. Or the folder of a model.",
            show_default=False,
        ),
    ] = None,
    *,
    reference: References = None,
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            metavar="METHOD",
            help="Method, as in: mert, simplex, 'mert(directions=random)'. To compare several, separate them with "
            "commas or repeat the option. Default: mert for lists, kbmira for a model.",
            autocompletion=completion.methods,
            show_default=False,
        ),
    ] = None,
    metric: MetricSpec = None,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Weights to start from. Default: equal ones, or a model's own.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the weights here. Default: stdout.",
            show_default=False,
        ),
    ] = None,
    allow_missing: AllowMissing = False,
    tokenize: Tokenize = "none",
    format: Format = None,
    missing: Missing = "refuse",
    tie: Annotated[
        str,
        typer.Option(
            metavar="PATTERNS",
            help="For lists: features that match the same pattern share a weight, as in 'LM* Lex*'.",
            show_default=False,
        ),
    ] = "",
    pareto: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="For lists and several -m: tune to N mixtures of the metrics, from one to the other; 0 turns this "
            "off.",
        ),
    ] = 0,
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="With --pareto: plot the points in this file: .html, .svg or .png.",
            show_default=False,
        ),
    ] = None,
    folds: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="For lists: cross-validate over N parts of the sentences; 0 turns this off.",
        ),
    ] = 0,
    bootstrap: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="For lists: tune on N random draws of sentences, for intervals of the weights; 0 turns this off.",
        ),
    ] = 0,
    ablation: Annotated[
        bool, typer.Option("--ablation", help="With --folds: show what each feature adds.")
    ] = False,
    curve: Annotated[
        bool, typer.Option("--curve", help="With --folds: show how many sentences are enough.")
    ] = False,
    average: Annotated[
        bool,
        typer.Option(
            "--average",
            help="With --folds: write the mean of the folds' weights, not those tuned on all sentences.",
        ),
    ] = False,
    dev: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="For a model: text to translate and tune on; without -r, a file of both sides (TSV, TMX).",
            show_default=False,
        ),
    ] = None,
    prepared: Annotated[
        bool,
        typer.Option("--prepared", help="For a model: use texts as they are, without preparing them."),
    ] = False,
    run: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="For a model, or with --settings: keep each iteration or trial here; rerun the command to resume.",
            show_default=False,
        ),
    ] = None,
    replicas: Annotated[
        int,
        typer.Option(
            min=1, max=10_000, metavar="N", help="For a model: number of replicas, with seeds from --seed on."
        ),
    ] = 1,
    decoder: Annotated[
        str | None,
        typer.Option(
            "--decoder",
            metavar="COMMAND",
            help="Tune this program instead of a model, as in 'decode {weights} {input} {nbest}'.",
            show_default=False,
        ),
    ] = None,
    decoder_timeout: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            metavar="SECONDS",
            help="With --decoder: time limit for each run. Default: no limit.",
            show_default=False,
        ),
    ] = None,
    settings: Annotated[
        str | None,
        typer.Option(
            metavar="RANGES",
            help="Search for the best values of settings that are not weights, as in 'alpha=0..2, beam=4..32'. They "
            "stand in braces in --decoder, whose first translations are scored, or in --add.",
            show_default=False,
        ),
    ] = None,
    evaluations: Annotated[
        int, typer.Option(min=1, metavar="N", help="With --settings: maximum number of trials.")
    ] = 30,
    add: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FEATURE",
            help="With --settings, for lists: feature to add, as in 'per_length(logprob, exponent={a})'; one --add for each.",
            show_default=False,
        ),
    ] = None,
    cluster: Cluster = None,
    preset: Preset = None,
    feature: Features = None,
    set: Set = None,
    threads: Threads = None,
    json: Json = False,
    given: dict[str, Any],
) -> None:
    """Find the best weights for candidate lists, or for a model.

    The best weights are those whose top-scored candidates are best under the metric. For lists, you can compare
    several methods; the weights of the best one are written: the best on the held-out sentences if there are any,
    else on the lists themselves. For a model, the decoder runs in every iteration.

    \b
    Example:
      pitchpipe tune nbest.gz -r reference.txt --method mert --metric bleu -o weights.txt
      pitchpipe tune samples.jsonl --metric chrf --held-out 0.1 --method mert,simplex > weights.txt
      pitchpipe tune samples.jsonl --metric chrf --folds 5 --bootstrap 50 --ablation -o weights.txt
      pitchpipe tune exp/nbest -r data/text --metric wer -o weights.txt
      pitchpipe tune model --dev val.de -r val.en --method kbmira --run tuning -o weights.txt
      pitchpipe tune model --dev val.de -r val.en --preset hopkins2011 --method pro -o weights.txt
      pitchpipe tune --decoder "decode {weights} {input} {nbest}" --dev val.de -r val.en --start weights.txt
      pitchpipe tune --decoder "decode --alpha {alpha} {input} {output}" --settings "alpha=0..2" --dev val.de -r val.en
      pitchpipe tune nbest.jsonl --settings "a=0..2" --add 'per_length(logprob, exponent={a})' -o weights.txt
      pitchpipe tune model --dev val.de -r val.en --method adagrad -o weights.txt
    """
    from pitchpipe.cli.tune_lists import tune_lists
    from pitchpipe.cli.tune_model import ModelRun, tune_model
    from pitchpipe.cli.tune_settings import SettingRun, tune_settings
    from pitchpipe.lists.formats import holds_lists

    paths, references = lists or [], reference or []
    check_inputs(*paths, *references, *([start] if start else []))
    check_outputs(output, plot, inputs=[*paths, *references, start, dev])
    _need({"--plot": (plot, "--pareto", pareto), "--add": (add, "--settings", settings)})
    chosen = {
        **({"metric": one_metric(metric)} if metric and not pareto else {}),
        **search_given(set, feature),
        **given,
    }
    if "method" in chosen:
        raise InputError("found method in --set, expected --method")
    if metric and "metric" in settings_of(set):
        raise InputError("found both --metric and metric in --set, expected one of them")
    decodes = decoder is not None or (
        len(paths) == 1 and os.path.isdir(paths[0]) and not holds_lists(paths[0])
    )
    if start and chosen.get("initial", "model") != "model":
        raise InputError("found both --start and --initial, expected one of them")
    if preset:
        from pitchpipe.training.presets import preset_methods

        specs = preset_methods(preset, _specs(method) if method else [])
        if decodes:
            chosen = _of_paper(preset, specs[0], searches=decoder is None, starts=start is None) | chosen
        else:
            chosen = _metric_of_paper(preset, specs[0]) | chosen
    else:
        specs = _specs(method or ["kbmira" if decodes else "mert"])
    of_lists = {
        "--format": format,
        "--missing": missing != "refuse",
        "--allow-missing": allow_missing,
        "--tie": tie,
        "--pareto": pareto,
        "--plot": plot,
        "--folds": folds,
        "--bootstrap": bootstrap,
    }
    of_models = {
        "--dev": dev,
        "--prepared": prepared,
        "--run": run,
        "--replicas": replicas > 1,
        "--decoder-timeout": decoder_timeout,
        "--cluster": cluster,
    }
    if settings is not None:
        of_weights = {
            name: value for name, value in of_lists.items() if name not in ("--format", "--missing")
        }
        others = {"--start": start, "--replicas": replicas > 1, "--cluster": cluster, "--prepared": prepared}
        _refuse({**of_weights, **others}, "has no effect with --settings, expected none")
        asked = SettingRun(
            settings,
            evaluations,
            paths,
            references,
            add or [],
            specs,
            chosen,
            decoder,
            dev,
            decoder_timeout,
            run,
            tokenize,
            format,
            missing,
        )
        tune_settings(asked, threads=thread_count(threads), output=output, json=json)
        return
    if decodes:
        _refuse(of_lists, "is for lists, expected none with a model or a decoder")
        model = ModelRun(
            paths,
            references,
            specs,
            chosen,
            dev,
            prepared,
            start,
            run,
            replicas,
            decoder,
            decoder_timeout,
            cluster,
            tokenize,
        )
        tune_model(model, threads=thread_count(threads), output=output, json=json)
        return
    if not paths:
        raise InputError("missing argument 'LISTS'; see 'pitchpipe tune --help'")
    _refuse(of_models, f"is for tuning a model, expected its folder and not {paths[0]!r}")
    from pitchpipe.cli.tune_folds import Trust
    from pitchpipe.cli.tune_pareto import Mixtures

    tune_lists(
        paths,
        references,
        specs,
        chosen,
        start=start,
        allow_missing=allow_missing,
        tokenize=tokenize,
        format=format,
        missing=missing,
        trust=Trust(folds, bootstrap, ablation, curve, average),
        tie=tie,
        mixtures=Mixtures(pareto, metric or [], plot),
        threads=thread_count(threads),
        output=output,
        json=json,
    )


def _of_paper(name: str, method: str, *, searches: bool, starts: bool) -> dict[str, Any]:
    """What a preset sets of the loop and, where the decoder is ours, of its search; given start weights go before."""
    from pitchpipe.decoder import SearchSettings
    from pitchpipe.training.presets import find_preset
    from pitchpipe.tuning.settings import TuningSettings

    kinds = [TuningSettings, SearchSettings] if searches else [TuningSettings]
    values = find_preset(name).values(method, kinds)
    return {key: value for key, value in values.items() if starts or key != "initial"}


def _metric_of_paper(name: str, method: str) -> dict[str, Any]:
    """What a preset sets that makes a difference for lists."""
    values = _of_paper(name, method, searches=False, starts=True)
    return {key: value for key, value in values.items() if key == "metric"}


def _refuse(options: Mapping[str, object], why: str) -> None:
    """Refuse options that would have no effect."""
    for name, value in options.items():
        if value:
            raise InputError(f"{name} {why}")


def _need(options: Mapping[str, tuple[object, str, object]]) -> None:
    """Refuse options that go with another one, where that is not there."""
    for name, (value, other, there) in options.items():
        if value and not there:
            raise InputError(f"found {name} without {other}, expected both")


def _specs(texts: list[str]) -> list[str]:
    from pitchpipe.specs import split_specs

    specs = [spec for text in texts for spec in split_specs(text)]
    if not specs:
        raise InputError(f"found no method in {' '.join(texts)!r}, expected one such as mert")
    return specs
