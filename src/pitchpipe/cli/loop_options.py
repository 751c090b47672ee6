"""Options of `tune` for a decoder in the loop."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import Annotated

import typer

from pitchpipe.errors import InputError

Dev = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="For a model: the text to translate and tune on.", show_default=False),
]
Prepared = Annotated[
    bool,
    typer.Option("--prepared", help="For a model: take texts as they are; else they are prepared for it."),
]
Nbest = Annotated[
    int | None,
    typer.Option(
        min=2,
        metavar="K",
        help="For a model: translations of each sentence in an iteration, or of each search bin; "
        "100, or 10 of each bin, by default.",
        show_default=False,
    ),
]
Iterations = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        help="For a model: rounds of decoding and tuning, or epochs of online methods, at most; "
        "15, or what the online method says, by default.",
        show_default=False,
    ),
]
Interpolate = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        max=1,
        metavar="PART",
        help="For a model: the share of the new weights in the next; the method's own by default.",
        show_default=False,
    ),
]
SearchAware = Annotated[
    str | None,
    typer.Option(
        metavar="potential|partial",
        help="For a model: tune on all search bins, by what their candidates can become or by what they are.",
        show_default=False,
    ),
]
MaxDevLength = Annotated[
    int | None,
    typer.Option(min=1, metavar="WORDS", help="For a model: leave out longer sentences.", show_default=False),
]
RunFolder = Annotated[
    str | None,
    typer.Option(
        metavar="FOLDER",
        help="For a model: keep each iteration here, and go on from there.",
        show_default=False,
    ),
]
Choose = Annotated[
    str | None,
    typer.Option(
        metavar="best|last|held-out",
        help="For a model: the iteration whose weights are taken; held-out with --dev-split, else best.",
        show_default=False,
    ),
]
Replicas = Annotated[
    int, typer.Option(min=1, metavar="N", help="For a model: tune so often, with seeds from --seed on.")
]
Stages = Annotated[
    str | None,
    typer.Option(
        metavar="METRICS",
        help="For a model: tune to one metric after the other, as in: bleu,meteor",
        show_default=False,
    ),
]
StageNbest = Annotated[
    int, typer.Option(min=2, metavar="K", help="For a model: --nbest of the stages after the first.")
]
DecoderCommand = Annotated[
    str | None,
    typer.Option(
        "--decoder",
        metavar="COMMAND",
        help="Instead of a model: a program, as in 'decode {weights} {input} {nbest}'.",
        show_default=False,
    ),
]
DecoderTimeout = Annotated[
    float | None,
    typer.Option(
        min=0.001,
        metavar="SECONDS",
        help="With --decoder: how long it may take; for ever by default.",
        show_default=False,
    ),
]
Dask = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="The scheduler of a Dask cluster that a model is tuned on, as in tcp://host:8786",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class LoopOptions:
    """What was asked for; the defaults are those of the command."""

    dev: str | None = None
    prepared: bool = False
    nbest: int | None = None
    iterations: int | None = None
    interpolate: float | None = None
    search_aware: str | None = None
    max_dev_length: int | None = None
    run: str | None = None
    choose: str | None = None
    replicas: int = 1
    stages: str | None = None
    stage_nbest: int = 10
    decoder: str | None = None
    decoder_timeout: float | None = None
    dask: str | None = None

    def refuse(self, why: str, known: Collection[str] = ()) -> None:
        """Refuse options other than the known ones."""
        for field in fields(self):
            if field.name not in known and getattr(self, field.name) != field.default:
                raise InputError(f"--{field.name.replace('_', '-')} {why}")
