"""`pitchpipe translate`: text through a model."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.open_model import (
    Features,
    Inclusive,
    IsPrepared,
    Markup,
    ModelFolder,
    ModelWeights,
    SearchSet,
    TermsFile,
    line_batches,
    open_decoder,
    open_source_text,
    search_given,
)
from pitchpipe.cli.options import Cluster, Json, Threads, check_inputs, check_outputs
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.decoder import Candidates, Given, SourceText, SystemDecoder
    from pitchpipe.decoder.stream import StreamDecoder
    from pitchpipe.model import ModelTexts

CLUSTER_BATCHES = 8
"""Of lines that are at work at a time, so that workers need not wait for the slowest sentence of one."""


def translate(
    model: ModelFolder,
    source: Annotated[str, typer.Argument(metavar="TEXT", help="A sentence on each line; - is stdin.")] = "-",
    *,
    weights: ModelWeights = None,
    nbest: Annotated[
        int | None,
        typer.Option(min=1, metavar="K", help="Find the K best translations.", show_default=False),
    ] = None,
    nbest_file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write the K best translations here, in Moses's format.", show_default=False
        ),
    ] = None,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="List each distinct translation once.")
    ] = False,
    terms: TermsFile = None,
    markup: Markup = False,
    inclusive: Inclusive = False,
    feature: Features = None,
    set: SearchSet = None,
    prepared: IsPrepared = False,
    capitals: Annotated[
        bool | None,
        typer.Option(
            help="Begin sentences with a capital letter or not. Default: as in the training text.",
            show_default=False,
        ),
    ] = None,
    verify: Annotated[bool, typer.Option(help="Check that the model's files are not damaged.")] = True,
    interactive: Annotated[
        bool, typer.Option("--interactive", help="Show how each translation is put together.")
    ] = False,
    threads: Threads = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Translate text line by line, as it arrives.

    Text is prepared like the model's training text, and translations are made readable: give raw text to a model of
    raw text, and tokenised text to a model of tokenised text. N-best lists have the decoder's own tokens.

    \b
    Example:
      pitchpipe translate model < in.de > out.en
      pitchpipe translate model in.de --terms terms.tsv > out.en
      pitchpipe translate model in.de --nbest 100 --nbest-file nbest.gz > out.en
      pitchpipe translate model in.de --cluster dask:tcp://host:8786 > out.en
    """
    check_outputs(nbest_file, inputs=[source, terms, weights])
    if nbest and not nbest_file and not json:
        raise InputError("--nbest needs --nbest-file, or --json")
    check_inputs(source, *([terms] if terms else []))
    decoder = open_decoder(model, weights, set, threads, verify=verify, features=feature)
    text = open_source_text(
        model, prepared=prepared, terms=terms, markup=markup, inclusive=inclusive, capitals=capitals
    )
    if source == "-" and sys.stdin is not None and sys.stdin.isatty():
        terminal.log("A sentence on each line; Ctrl-D ends.")
    if interactive:
        from pitchpipe.cli.interactive import talk

        if cluster:
            raise InputError("found --interactive with --cluster, expected one of them")
        talk(decoder, text, source)
        return
    from pitchpipe.cli.exits import leave_threads

    asked: Any = {"nbest": nbest or 1, "nbest_file": nbest_file, "distinct": distinct, "json": json}
    try:
        with _where(decoder, model, search_given(set, feature), cluster) as place:
            _translate(place, text, source, **asked, doubted=not prepared, own=decoder)
    except KeyboardInterrupt:
        leave_threads("stopped")


@contextmanager
def _where(
    decoder: SystemDecoder, model: str, search: dict[str, Any], cluster: str | None
) -> Iterator[StreamDecoder]:
    """What translates: this machine, or a cluster."""
    if cluster is None:
        yield decoder
        return
    from pitchpipe.cluster import ClusterDecoder, SentDecoder, find_engine

    with find_engine(cluster).executor() as executor:
        yield ClusterDecoder(SentDecoder.of(model, **search), executor, derivations=True)


def _translate(
    decoder: StreamDecoder,
    text: SourceText,
    source: str,
    *,
    nbest: int,
    nbest_file: str | None,
    distinct: bool,
    json: bool,
    doubted: bool,
    own: SystemDecoder,
) -> None:
    from pitchpipe.decoder.stream import translate_stream
    from pitchpipe.files import input_name, write_packed
    from pitchpipe.text.misfits import FEWEST_LINES

    done = 0

    def prepared() -> Iterator[tuple[list[str], list[list[Given]]]]:
        read = 0
        for lines in line_batches(source):
            if not read and doubted and len(lines) >= FEWEST_LINES and (doubt := text.texts.misfit(lines, 0)):
                terminal.warn(f"{input_name(source)} {doubt}")
            yield text.prepare(
                lines,
                processes=own.threads,
                place=lambda index, first=read: f"{input_name(source)}:{first + index + 1}",  # type: ignore[misc]
            )
            read += len(lines)

    with ExitStack() as stack:
        file = stack.enter_context(write_packed(nbest_file)) if nbest_file else None
        typed = source == "-" and sys.stdin is not None and sys.stdin.isatty()
        bar = None if typed else stack.enter_context(terminal.progress_bar("translating"))
        elsewhere = decoder is not own
        stream = translate_stream(
            decoder,
            prepared(),
            weights=own.weights if elsewhere else None,
            nbest=nbest,
            distinct=distinct,
            ahead=CLUSTER_BATCHES if elsewhere and source != "-" else 1,
        )
        for sentences, found in stream:
            if file:
                from pitchpipe.decoder.nbest import nbest_lines

                for line in nbest_lines(found, str(nbest_file), done):
                    file.write(f"{line}\n".encode())
            if json:
                terminal.write_lines(_json_lines(sentences, found, done, text.texts, own.threads))
            else:
                terminal.write_lines(text.texts.restored(list(found.best()), processes=own.threads))
            done += len(sentences)
            if bar:
                bar(done)


def _json_lines(
    sentences: list[str], found: Candidates, first: int, texts: ModelTexts, processes: int
) -> Iterator[str]:
    """A line of JSON for each sentence, as `tune` and `rerank` read it, and beside tokens the text for people."""
    import dataclasses
    import json

    different = list(dict.fromkeys(found.texts))
    readable = dict(zip(different, texts.restored(different, processes=processes), strict=True))
    for index, sentence in enumerate(sentences):
        candidates = []
        for one in found.of(index):
            candidate = {"text": one.text, "readable": readable[one.text], **dataclasses.asdict(one)}
            del candidate["extended"], candidate["covered"]
            candidate["phrases"] = [list(dataclasses.astuple(phrase)) for phrase in one.phrases]
            candidates.append(candidate)
        group = {"id": first + index, "source": sentence, "candidates": candidates}
        yield json.dumps(group, ensure_ascii=False)
