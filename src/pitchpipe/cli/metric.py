"""`pitchpipe metric`: metrics held against human judgements, and learned from them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import completion, terminal
from pitchpipe.cli.options import Json, Seed, Threads, Tokenize, check_outputs, thread_count

if TYPE_CHECKING:
    from pitchpipe.arrays import Array
    from pitchpipe.metrics import Metric
    from pitchpipe.metrics.correlation import Agreement, Gap
    from pitchpipe.metrics.judgements import Judgements
    from pitchpipe.pages import Figure

MOST_POINTS = 2000
"""Translations in a plot, evenly spaced."""

app = typer.Typer(rich_markup_mode=None)

File = Annotated[
    str,
    typer.Argument(
        metavar="JUDGEMENTS",
        help="Tab-separated values with the columns segment, system, source, target and a score.",
        show_default=False,
    ),
]
ScoreColumn = Annotated[str, typer.Option("--score", metavar="COLUMN", help="The column of the judgements.")]
LowerIsBetter = Annotated[bool, typer.Option("--lower-is-better", help="Lower judgements are better.")]
Reference = Annotated[
    str | None,
    typer.Option(
        metavar="SYSTEM",
        help="System whose translations are the references. Default: the best judged one whose name starts with ref; "
        "systems with such names are not evaluated.",
        show_default=False,
    ),
]


@app.callback()
def metric() -> None:
    """Compare metrics with human judgements, and learn a metric from them.

    \b
    Example:
      pitchpipe metric evaluate judgements.tsv --score mqm --lower-is-better -m bleu -m terp
      pitchpipe metric train judgements.tsv --score mqm --lower-is-better --features bleu,ter,chrf -o my.metric
      pitchpipe score output.txt -r reference.txt -m 'learned(my.metric)'
    """


@app.command()
def evaluate(
    judgements: File,
    *,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            metavar="METRIC",
            autocompletion=completion.metrics,
            help="As in: bleu, ter, 'learned(my.metric)'; one -m for each. Default: bleu.",
            show_default=False,
        ),
    ] = None,
    score: ScoreColumn = "score",
    lower_is_better: LowerIsBetter = False,
    reference: Reference = None,
    tokenize: Tokenize = "none",
    trials: Annotated[
        int, typer.Option(min=1, help="Number of resampled sets of segments, for the intervals.")
    ] = 1000,
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write scatter plots of judgements and scores here, as a page: .html.",
            show_default=False,
        ),
    ] = None,
    seed: Seed = 1,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Measure how well metrics agree with human judgements.

    The first table is for single translations, the second for whole systems; 1 is perfect agreement. The range in
    brackets holds 95 % of the values over resampled segments. Two more tables show by how much the first metric is
    ahead of each of the others, with p by the paired bootstrap.

    \b
    Example:
      pitchpipe metric evaluate judgements.tsv --score mqm --lower-is-better -m bleu -m terp
    """
    from pitchpipe.cli.plots import check_plot, write_plot
    from pitchpipe.metrics import find_metric
    from pitchpipe.metrics.correlation import agreement
    from pitchpipe.metrics.scorer import tally_lines
    from pitchpipe.metrics.scoring import signature

    specs = list(dict.fromkeys(metric or ["bleu"]))
    built = [find_metric(spec) for spec in specs]
    if plot is not None:
        check_plot(plot, 2 * len(specs))
        check_outputs(plot, inputs=[judgements])
    read = _read(judgements, score, lower_is_better, reference)
    texts = read.judged(tokenize)
    found: dict[str, Agreement] = {}
    figures: list[Figure] = []
    with terminal.progress_bar("scoring") as progress:
        for spec, one in zip(specs, built, strict=True):
            progress(len(found), len(specs), spec)
            rows = one.pool_statistics(texts, thread_count(threads))
            found[spec] = agreement(read, one, rows, trials=trials, seed=seed)
            if plot is not None:
                figures += scatter_plots(spec, read, one, rows, score)
    for line in tally_lines(built):
        terminal.log(line)
    if plot is not None:
        lead = f"{len(read):,} translations by {len(read.names)} systems, against {read.reference}"
        write_plot(plot, "Metrics and people", lead, figures)
        terminal.log(f"the plots are in {plot}")
    signed = {spec: signature(one, tokenize) for spec, one in zip(specs, built, strict=True)}
    if json:
        facts = {"reference": read.reference, "judgements": len(read), "systems": read.names}
        metrics = {spec: {**one.as_dict(), "signature": signed[spec]} for spec, one in found.items()}
        terminal.write_json({**facts, "metrics": metrics, "first_less": _gaps_as_dict(found)})
        return
    _show(found)
    terminal.write_lines(f"{spec} = {text}" for spec, text in signed.items())


@app.command()
def train(
    judgements: File,
    *,
    features: Annotated[
        str,
        typer.Option(
            metavar="METRICS", help="Metrics to learn from, as in: bleu,ter,meteor,chrf", show_default=False
        ),
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Write the metric here.", show_default=False)
    ],
    score: ScoreColumn = "score",
    lower_is_better: LowerIsBetter = False,
    reference: Reference = None,
    tokenize: Tokenize = "none",
    l2: Annotated[float, typer.Option(min=0, help="How strongly the weights are drawn to 0.")] = 1.0,
    folds: Annotated[
        int, typer.Option(min=2, help="Number of parts of the segments; each is predicted from the others.")
    ] = 10,
    seed: Seed = 1,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Learn a metric from human judgements: a linear regression on other metrics' scores.

    The tables show how well it agrees with the judgements of segments that it has not seen, how well its parts agree,
    and by how much it is ahead of each of them, with p by the paired bootstrap.

    \b
    Example:
      pitchpipe metric train judgements.tsv --score mqm --lower-is-better --features bleu,ter,meteor,chrf -o my.metric
      pitchpipe tune nbest.gz -r reference.txt --metric 'learned(my.metric)' -o weights.txt
    """
    from pitchpipe.metrics.learning import learn_metric
    from pitchpipe.specs import split_specs

    check_outputs(output, inputs=[judgements])
    read = _read(judgements, score, lower_is_better, reference)
    learned = learn_metric(
        read,
        split_specs(features),
        l2=l2,
        folds=folds,
        tokenize=tokenize,
        seed=seed,
        threads=thread_count(threads),
    )
    learned.model.write(output)
    if json:
        parts = {spec: one.as_dict() for spec, one in learned.parts.items()}
        weights = dict(zip(learned.model.features, learned.model.weights, strict=True))
        held_out = learned.agreement.as_dict()
        less = _gaps_as_dict({"learned": learned.agreement, **learned.parts})
        terminal.write_json(
            {"weights": weights, "held_out": held_out, "features": parts, "learned_less": less}
        )
    else:
        _show({"learned, held out": learned.agreement, **learned.parts})
    terminal.log(f"the metric is in {output}: use it as learned({output})")


def _read(path: str, score: str, lower_is_better: bool, reference: str | None) -> Judgements:
    from pitchpipe.metrics.judgements import Judgements

    read = Judgements.read(path, score, lower_is_better=lower_is_better).against(reference)
    terminal.log(
        f"{len(read):,} translations of {int(read.segment_of.max()) + 1:,} segments by {len(read.names)} systems, "
        f"against {read.reference}"
    )
    return read


def _show(found: dict[str, Agreement]) -> None:
    """A table by segment and one by system, the best of each column marked."""
    for level in ("segment", "system"):
        tables = {name: getattr(one, level) for name, one in found.items()}
        measures = list(next(iter(tables.values())))
        rows = [[name, *(str(one[measure]) for measure in measures)] for name, one in tables.items()]
        values = [[one[measure].value for one in tables.values()] for measure in measures]
        best = {(max(range(len(rows)), key=values[c].__getitem__), c + 1) for c in range(len(measures))}
        terminal.show_table([f"by {level}", *measures], rows, sys.stdout, cells=best)
        terminal.write("\n")
    for level, gaps in _gaps(found).items():
        if gaps:
            measures = list(next(iter(gaps.values())))
            rows = [[name, *(str(one[measure]) for measure in measures)] for name, one in gaps.items()]
            title = f"by {level}, {next(iter(found))} less"
            terminal.show_table([title, *measures], rows, sys.stdout)
            terminal.write("\n")


def _gaps(found: dict[str, Agreement]) -> dict[str, dict[str, dict[str, Gap]]]:
    """How much higher each measure of the first metric is than that of each of the others."""
    from pitchpipe.metrics.correlation import gap

    first, *others = found
    return {
        level: {
            name: {
                measure: gap(one, getattr(found[name], level)[measure])
                for measure, one in getattr(found[first], level).items()
            }
            for name in others
        }
        for level in ("segment", "system")
    }


def _gaps_as_dict(found: dict[str, Agreement]) -> dict[str, Any]:
    return {
        level: {
            name: {measure: {"value": one.value, "p": one.p} for measure, one in measures.items()}
            for name, measures in gaps.items()
        }
        for level, gaps in _gaps(found).items()
    }


def scatter_plots(spec: str, judged: Judgements, metric: Metric, rows: Array, judgement: str) -> list[Figure]:
    """A metric's scores over judgements: a point for each system, and one for each translation."""
    import numpy as np

    from pitchpipe.pages import Figure, Line, Lines

    better = "" if metric.higher_is_better else " (lower is better)"
    axes = f"{judgement}, higher is better", f"{spec}{better}"
    sums = np.stack(
        [np.bincount(judged.system_of, column, len(judged.names)).astype(np.float64) for column in rows.T],
        axis=-1,
    )
    means = np.bincount(judged.system_of, judged.scores) / np.bincount(judged.system_of)
    systems = Line("system", means.tolist(), metric.score(sums).tolist(), joined=False, labels=judged.names)
    every = -(-len(judged) // MOST_POINTS)
    shown = slice(None, None, every)
    texts = Line(
        "translation",
        judged.scores[shown].tolist(),
        metric.sentence_scores(rows)[shown].tolist(),
        joined=False,
        labels=[f"segment {one} of {two}" for one, two in zip(judged.segments, judged.systems, strict=True)][
            shown
        ],
    )
    note = "" if every == 1 else f"Every {every}th translation is shown."
    name = "".join(letter if letter.isalnum() else "-" for letter in spec)
    return [
        Figure(f"{name}-systems", f"{spec}: systems", Lines([systems], *axes)),
        Figure(f"{name}-translations", f"{spec}: translations", Lines([texts], *axes), note),
    ]
