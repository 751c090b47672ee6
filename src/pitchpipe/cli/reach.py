"""`pitchpipe reach`: the lines whose reference a model can produce."""

from __future__ import annotations

from typing import Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.open_model import Features, IsPrepared, ModelFolder, ModelWeights, SearchSet, open_decoder
from pitchpipe.cli.options import Json, References, Threads, check_inputs, check_outputs, thread_count
from pitchpipe.errors import InputError


def reach(
    model: ModelFolder,
    text: Annotated[
        str,
        typer.Argument(metavar="SRC", help="The source side, a sentence on each line.", show_default=False),
    ],
    *,
    reference: References = None,
    output: Annotated[
        tuple[str, str],
        typer.Option(
            "--output", "-o", metavar="SRC REF", help="Write the reachable lines here.", show_default=False
        ),
    ],
    prepared: IsPrepared = False,
    weights: ModelWeights = None,
    feature: Features = None,
    set: SearchSet = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Write the lines whose reference a model can produce.

    Each line is decoded so that it yields exactly its reference (forced decoding). If there are several references,
    the first that can be produced is written. The distortion limit restricts what a model can produce; for rules with
    gaps, the span limit does.

    \b
    Example:
      pitchpipe reach model val.de -r val.en -o reachable.de reachable.en
      pitchpipe tune model --dev reachable.de -r reachable.en --search-aware potential -o weights.txt
    """
    from pitchpipe.files import read_sentences
    from pitchpipe.files.streams import write_texts
    from pitchpipe.lists.formats.references import ReferenceFiles
    from pitchpipe.model import ModelTexts
    from pitchpipe.training.reachable import reachable

    if not reference:
        raise InputError("found no reference, expected -r FILE")
    check_inputs(text, *reference)
    check_outputs(*output, inputs=[text, *reference, weights])
    files = ReferenceFiles.read(reference)
    lines = files.match(read_sentences(text))
    texts = ModelTexts() if prepared else ModelTexts.read(model)
    decoder = open_decoder(model, weights, set, threads, features=feature)
    groups = list(zip(*(texts.target(each) for each in files.lines), strict=True))
    found = reachable(decoder, texts.source(lines), groups, thread_count(threads))
    kept = [(lines[i], files.lines[number][i]) for i, number in enumerate(found) if number is not None]
    write_texts({path: [pair[side] for pair in kept] for side, path in enumerate(output)})
    terminal.log(
        f"{len(kept):,} of {len(lines):,} lines are reachable; they are in {output[0]} and {output[1]}"
    )
    if json:
        terminal.write_json({"lines": len(lines), "reachable": len(kept), "references": found})
