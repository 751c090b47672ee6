"""`pitchpipe tune MODEL`: the decoder in the loop."""

from __future__ import annotations

import dataclasses
from typing import Any

from pitchpipe.cli import terminal
from pitchpipe.cli.train import tell_iteration
from pitchpipe.decoder import Decoder
from pitchpipe.errors import InputError
from pitchpipe.metrics import Metric
from pitchpipe.model import Model
from pitchpipe.text import input_name, read_lines
from pitchpipe.training import DevSet
from pitchpipe.training import tune_model as tune
from pitchpipe.tuning.formats.references import ReferenceFiles
from pitchpipe.tuning.optimizer import Optimizer
from pitchpipe.tuning.weights import weight_lines, write_weights


def tune_model(
    folder_of_model: str,
    dev: tuple[str, list[str], int | None],
    method: Optimizer,
    metric: Metric,
    *,
    start: str | None,
    threads: int,
    output: str | None,
    json: bool,
    **settings: Any,
) -> None:
    """Tune a model on a text, and write the weights."""
    text = read_dev(*dev)
    decoder = Decoder(Model.open(folder_of_model, start), threads=threads)
    found = tune(decoder, text, method, metric, progress=tell_iteration, **settings)
    terminal.log(
        f"stopped: {found.reason}; the weights of iteration {found.chosen} are the best on the text: "
        f"{found.objective:.2f}, {found.iterations[0].objective:.2f} before"
    )
    if output is not None:
        write_weights(output, found.weights)
        terminal.log(f"the weights are in {output}")
    if json:
        terminal.write_json({"metric": metric.signature, "method": method.spec, **dataclasses.asdict(found)})
    elif output is None:
        terminal.write_lines(weight_lines(found.weights, "standard output"))


def read_dev(path: str, references: list[str], longest: int | None) -> DevSet:
    """The text to tune on, of sentences of at most so many words."""
    lines, files = read_lines(path), ReferenceFiles.read(references)
    if len(lines) != files.size:
        raise InputError(
            f"{input_name(path)}: found another number of lines, {len(lines)}, expected {files.size} as in {files.name}"
        )
    return DevSet(lines, [list(each) for each in zip(*files.lines, strict=True)]).up_to(longest)
