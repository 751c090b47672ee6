"""`pitchpipe mbr`: the candidate of each list that agrees best with the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import completion, terminal
from pitchpipe.cli.options import (
    AllowMissing,
    Format,
    Ids,
    Json,
    Lists,
    Missing,
    Seed,
    Threads,
    check_inputs,
    thread_count,
)
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.lists import Pool
    from pitchpipe.text import GroupedTexts


def mbr(
    lists: Lists,
    *,
    metric: Annotated[
        str,
        typer.Option(
            "--metric",
            "-m",
            metavar="METRIC",
            help="Utility: how good a candidate is if another one is the truth; any metric.",
            autocompletion=completion.metrics,
        ),
    ] = "chrf",
    weights: Annotated[
        str | None,
        typer.Option(
            "--weights",
            "-w",
            metavar="FILE",
            help="Weights for the probabilities of candidates, as tune writes them. Default: all candidates are "
            "equally likely.",
            show_default=False,
        ),
    ] = None,
    temperature: Annotated[
        float, typer.Option(min=1e-9, help="Divide model scores by this before they become probabilities.")
    ] = 1.0,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LISTS",
            help="Compare with these lists instead of the candidates, such as samples of another model; matched by "
            "id.",
            show_default=False,
        ),
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="K",
            help="Choose among the K best of each list by the weights.",
            show_default=False,
        ),
    ] = None,
    average: Annotated[
        bool,
        typer.Option(
            "--average", help="Compare with the mean of a list's texts: faster, with nearly the same result."
        ),
    ] = False,
    prune: Annotated[
        float,
        typer.Option(
            min=0,
            max=0.9999,
            help="For slow metrics: drop candidates that are worse than the best with this confidence, as in 0.99.",
        ),
    ] = 0.0,
    nbest: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="K",
            help="Write the K best of each list in Moses's format, with the expected utilities as totals.",
            show_default=False,
        ),
    ] = None,
    seed: Seed = 1,
    ids: Ids = False,
    allow_missing: AllowMissing = False,
    format: Format = None,
    missing: Missing = "refuse",
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Choose by minimum Bayes risk: write the candidate of each list that is best on average against all others.

    It also works on lists without scores, such as samples of a language model.

    \b
    Example:
      pitchpipe mbr samples.jsonl > best.txt
      pitchpipe mbr nbest.gz -m bleu -w weights.txt --temperature 2 > best.txt
      pitchpipe mbr nbest.gz -w weights.txt --keep 20 -m 'chrf - ter' > best.txt
    """
    from pitchpipe.cli.read_lists import read_lists
    from pitchpipe.cli.rerank import chosen_output
    from pitchpipe.lists import Mbr, expected_utilities, read_weights_for, reordered

    check_inputs(*lists, *(against or []), *([weights] if weights else []))
    how = Mbr(metric=metric, temperature=temperature, average=average, prune=prune, seed=seed)
    if keep is not None and weights is None:
        raise InputError("found --keep without --weights, expected the weights by which candidates are kept")
    count = thread_count(threads)
    pool = read_lists(lists, format=format, threads=count, missing=missing)
    named = None
    if weights is not None:
        named, notes = read_weights_for(pool, weights, allow_missing=allow_missing)
        for note in notes:
            terminal.warn(note)
    if keep is not None and named is not None:
        pool = reordered(pool, named, keep)
    texts = _texts(pool, read_lists(against, format=format, threads=count)) if against else None
    with terminal.progress_bar("comparing candidates"):
        utilities = expected_utilities(
            pool, how, weights=None if texts else named, references=texts, threads=count
        )
    chosen_output(pool, utilities, nbest=nbest, ids=ids, json=json)


def _texts(pool: Pool, others: Pool) -> GroupedTexts:
    """The texts of other lists, in the order of the pool's sentences."""
    import numpy as np

    places = {name: place for place, name in enumerate(others.group_ids)}
    missing = next((name for name in pool.group_ids if name not in places), None)
    if missing is not None:
        raise InputError(
            f"found no sentence {missing} in the lists of --against, expected all of the candidates'"
        )
    return others.candidates.take_groups(np.array([places[name] for name in pool.group_ids]))
