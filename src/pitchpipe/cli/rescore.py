"""`pitchpipe rescore`: more features for the candidates of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import completion, terminal
from pitchpipe.cli.options import (
    Format,
    Lists,
    Missing,
    References,
    Threads,
    check_inputs,
    check_outputs,
    thread_count,
)

if TYPE_CHECKING:
    from pitchpipe.lists import Pool


def rescore(
    lists: Lists,
    *,
    add: Annotated[
        list[str],
        typer.Option(
            "--add",
            metavar="FEATURE",
            help="Feature to add, as in: words, 'lm(news.lm)', 'mbr(chrf)', 'qe=command(\"python qe.py\")'; one --add "
            "for each. Put NAME= before a feature to name it.",
            autocompletion=completion.list_features,
            show_default=False,
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the lists here: JSON lines if the name ends in .jsonl, arrays if in .npz, else Moses's format.",
            show_default=False,
        ),
    ],
    source: Annotated[
        str | None,
        typer.Option(
            "--source",
            metavar="FILE",
            help="Source text, a line for each sentence, where the lists do not carry it.",
            show_default=False,
        ),
    ] = None,
    reference: References = None,
    run: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep the scores of programs and functions here; rerun the command to resume.",
            show_default=False,
        ),
    ] = None,
    format: Format = None,
    missing: Missing = "refuse",
    threads: Threads = None,
) -> None:
    """Add features to candidate lists: language models, lengths, quality estimates, agreement.

    "pitchpipe explain" lists the features. A metric that needs no references can be a feature too, such as a program
    that estimates quality. References are copied into the new lists, and not used.

    \b
    Example:
      pitchpipe rescore nbest.gz --source val.de --add 'lm(en.lm)' --add length_ratio --add 'mbr(chrf)' -o more.jsonl
      pitchpipe rescore samples.jsonl --add sanity --add votes --add 'qe=command("python qe.py", source=true)' -o more.jsonl
      pitchpipe tune more.jsonl -r val.en -o weights.txt
    """
    from pitchpipe.cli.read_lists import read_lists
    from pitchpipe.lists.formats.references import ReferenceFiles
    from pitchpipe.lists.rescoring import named_feature
    from pitchpipe.lists.rescoring import rescore as rescored
    from pitchpipe.metrics.score_store import keeping_scores

    check_inputs(*lists, *(reference or []), *([source] if source else []))
    check_outputs(output, inputs=[*lists, *(reference or []), source])
    for spec in add:
        named_feature(spec)
    pool = read_lists(lists, reference, format=format, threads=thread_count(threads), missing=missing)
    if source is not None:
        pool = ReferenceFiles.read([source]).sources_added_to(pool)
    with keeping_scores(run), terminal.progress_bar(f"adding {len(add)} features") as progress:
        more = rescored(pool, add, threads=thread_count(threads), progress=progress)
    _write(more, output)
    names = more.dense_names[len(pool.dense_names) :]
    terminal.log(
        f"{len(more):,} candidates of {more.group_count:,} sentences with {', '.join(names)} are in {output}"
    )


def _write(pool: Pool, path: str) -> None:
    """Write a pool in the format that the name of the file asks for, packed or not."""
    from pitchpipe.files.packing import ENDINGS

    plain = next((path.removesuffix(ending) for ending in ENDINGS if path.endswith(ending)), path)
    if plain.endswith(".jsonl"):
        pool.write_jsonl(path)
    elif path.endswith(".npz"):
        pool.save(path)
    else:
        lost = [
            what
            for what, there in (
                ("sources", pool.sources is not None),
                ("references", pool.references is not None),
                ("gold scores", pool.gold is not None),
            )
            if there
        ]
        if lost:
            terminal.warn(
                f"Moses's format has no place for {' and '.join(lost)}; a name in .jsonl keeps them"
            )
        pool.write_nbest(path)
