"""`pitchpipe translate`: text through a model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Json, Threads, check_output, thread_count
from pitchpipe.cli.setting_options import settings_of
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.decoder import Candidates


def translate(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="The folder of a model.", show_default=False)],
    source: Annotated[str, typer.Argument(metavar="TEXT", help="A sentence on each line; - is stdin.")] = "-",
    *,
    weights: Annotated[
        str | None,
        typer.Option(
            "--weights", "-w", metavar="FILE", help="Other weights than the model's.", show_default=False
        ),
    ] = None,
    nbest: Annotated[
        int | None,
        typer.Option(min=1, metavar="K", help="Find the K best translations.", show_default=False),
    ] = None,
    nbest_file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write them here, in Moses's format.", show_default=False),
    ] = None,
    distinct: Annotated[bool, typer.Option("--distinct", help="List each text once.")] = False,
    set: Annotated[
        str | None,
        typer.Option(
            "--set",
            metavar="SETTINGS",
            help="How to search, as in: pop_limit=1000,beam=500,distortion_limit=4",
            show_default=False,
        ),
    ] = None,
    prepared: Annotated[
        bool,
        typer.Option("--prepared", help="Take text as it is, and leave translations as they come."),
    ] = False,
    capitals: Annotated[
        bool | None,
        typer.Option(
            help="Begin sentences with a capital letter or not. Default: as the training text did.",
            show_default=False,
        ),
    ] = None,
    verify: Annotated[bool, typer.Option(help="Check that the model's files are what was written.")] = True,
    interactive: Annotated[
        bool, typer.Option("--interactive", help="Show how each translation is put together.")
    ] = False,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Translate text, a line for each line.

    Text is prepared like that which the model was built from, and translations are made readable: raw text for a
    model of raw text, tokenised text for one of tokenised text. Lists have translations as they come.

    \b
    Example:
      pitchpipe translate model < in.de > out.en
      pitchpipe translate model in.de --nbest 100 --nbest-file nbest.gz > out.en
    """
    from dataclasses import replace

    from pitchpipe.decoder import PhraseDecoder, SearchSettings
    from pitchpipe.decoder.stream import translate_stream
    from pitchpipe.files import write_packed
    from pitchpipe.model import Model, ModelTexts

    check_output(nbest_file)
    if nbest and not nbest_file and not json:
        raise InputError("--nbest needs --nbest-file, or --json")
    opened = Model.read(model, weights)
    if verify:
        opened.verify(thread_count(threads))
    settings = SearchSettings.from_spec(None, {**opened.search, **settings_of(set)})
    try:
        decoder = PhraseDecoder(opened, settings, thread_count(threads))
    except InputError as error:
        raise InputError(f"{weights or f'{model}/weights'}: {error}") from None
    texts = ModelTexts() if prepared else ModelTexts.read(model)
    if capitals is not None:
        texts = replace(texts, capitals=capitals)
    if interactive:
        from pitchpipe.cli.interactive import talk

        talk(decoder, texts, source)
        return
    done = 0
    with ExitStack() as stack:
        file = stack.enter_context(write_packed(nbest_file)) if nbest_file else None
        bar = stack.enter_context(terminal.progress_bar("translating"))
        for sentences, found in translate_stream(
            decoder,
            _lines(source),
            nbest=nbest or 1,
            distinct=distinct,
            prepared=lambda lines: texts.source(lines, processes=decoder.threads),
        ):
            if file:
                from pitchpipe.decoder.nbest import nbest_lines

                for line in nbest_lines(found, str(nbest_file), done):
                    file.write(f"{line}\n".encode())
            if json:
                terminal.write_lines(_json_lines(sentences, found, done))
            else:
                terminal.write_lines(texts.restored(list(found.best()), processes=decoder.threads))
            done += len(sentences)
            bar(done)


def _lines(source: str) -> Iterator[str]:
    """Lines as they come, so that a pipe need not end first."""
    from pitchpipe.decoder.phrase_decoder import LONGEST
    from pitchpipe.files import input_name, open_input
    from pitchpipe.files.sentences import text_lines

    with open_input(source) as file:
        for number, line in enumerate(text_lines(file, input_name(source)), 1):
            size = len(line.split())
            if size > LONGEST:
                raise InputError(
                    f"{input_name(source)}:{number}: found a line of {size:,} tokens, expected at most {LONGEST:,}"
                )
            try:
                yield line.decode().rstrip("\r\n")
            except UnicodeDecodeError as error:
                raise InputError(
                    f"{input_name(source)}:{number}: found a byte that is not UTF-8 "
                    f"(byte {error.start + 1} of the line), expected UTF-8 text"
                ) from None


def _json_lines(sentences: list[str], found: Candidates, first: int) -> Iterator[str]:
    """A line of JSON for each sentence, as `tune` and `rerank` read it."""
    import dataclasses
    import json

    for index, sentence in enumerate(sentences):
        candidates = []
        for one in found.of(index):
            candidate = dataclasses.asdict(one)
            del candidate["extended"], candidate["covered"]
            candidate["phrases"] = [list(dataclasses.astuple(phrase)) for phrase in one.phrases]
            candidates.append(candidate)
        group = {"id": first + index, "source": sentence, "candidates": candidates}
        yield json.dumps(group, ensure_ascii=False)
