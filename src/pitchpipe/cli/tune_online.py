"""`pitchpipe tune MODEL --method adagrad`: online tuning."""

from __future__ import annotations

import dataclasses

from pitchpipe.cli import terminal
from pitchpipe.cli.loop_options import LoopOptions
from pitchpipe.cli.tune_model import read_dev
from pitchpipe.decoder import Decoder
from pitchpipe.files.folder_lock import locked
from pitchpipe.metrics import Metric
from pitchpipe.model import Model
from pitchpipe.online import find_online
from pitchpipe.training.tune_online import tune_online as tune
from pitchpipe.tuning.loop.stages import LISTS
from pitchpipe.weights.files import weight_lines, write_weights

ONLINE = ("dev", "prepared", "nbest", "max_dev_length", "run", "iterations")
"""Options of the loop that online methods take too."""


def tune_online(
    folder_of_model: str,
    options: LoopOptions,
    method: str,
    metric: Metric,
    *,
    reference: list[str],
    start: str | None,
    dev_split: float | None,
    seed: int,
    threads: int,
    output: str | None,
    json: bool,
) -> None:
    """Tune a model on a text, and write the weights."""
    chosen = find_online(method, epochs=options.iterations)
    if dev_split is not None:
        chosen = dataclasses.replace(chosen, held_out=dev_split)
    options.refuse(f"is not for {chosen.name}, expected a batch method such as kbmira with it", ONLINE)
    model = Model.open(folder_of_model, start)
    model.verify(threads)
    text = read_dev(options, reference, [folder_of_model])
    with locked(options.run), terminal.progress_bar(chosen.spec) as show:
        found = tune(
            Decoder(model, threads=threads),
            text,
            chosen,
            metric,
            lists=options.nbest or LISTS,
            folder=options.run,
            seed=seed,
            progress=lambda epoch, done, batches: show(done, batches, f"epoch {epoch}"),
            epoch_done=lambda number, epoch: terminal.log(f"  epoch {number}: {epoch}"),
        )
    terminal.log(f"learned from {', '.join(f'{count:,} {name}' for name, count in found.facts.items())}")
    terminal.log(
        f"stopped: {found.reason}; the weights of epoch {found.chosen} are the best: {found.objective:.2f}, "
        f"{found.epochs[0].objective:.2f} before; {found.epochs[found.chosen].features:,} sparse features are not 0"
    )
    if output is not None:
        write_weights(output, found.weights)
        terminal.log(f"the weights are in {output}")
    if json:
        terminal.write_json({"metric": metric.signature, "method": chosen.spec, **dataclasses.asdict(found)})
    elif output is None:
        terminal.write_lines(weight_lines(found.weights, "standard output"))
