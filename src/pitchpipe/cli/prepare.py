"""`pitchpipe prepare`: raw text made ready for training, or for a system that was trained."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import CaseMode, Threads, check_inputs, check_outputs, thread_count
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitchpipe.files import ParallelText
    from pitchpipe.text import Cleaned


def prepare(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SRC",
            help="A text, a sentence on each line; or both sides in one file, TSV or TMX.",
            show_default=False,
        ),
    ],
    target: Annotated[
        str | None,
        typer.Argument(metavar="TGT", help="Its translation, line by line.", show_default=False),
    ] = None,
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="PREFIX", help="Prefix of the output files' names.", show_default=False
        ),
    ],
    suffixes: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="Suffixes of their names; .gz or .xz compresses them. Default: the languages, or the inputs' "
            "endings.",
            show_default=False,
        ),
    ] = None,
    tokenize: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="Languages or tokenisers, as in de,en; none for a side that is already tokenised, auto to detect it "
            "from the text.",
            show_default=False,
        ),
    ] = None,
    normalize: Annotated[
        bool, typer.Option("--normalize", help="Replace quotes and dashes by their plain forms first.")
    ] = False,
    truecase: Annotated[
        bool,
        typer.Option("--truecase", help="Learn a truecaser for each side, write it, and truecase the text."),
    ] = False,
    truecasers: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="Truecase with the truecasers of an earlier run; all lines are kept.",
            show_default=False,
        ),
    ] = None,
    mode: CaseMode = "lm",
    pieces: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="Cut words into subword pieces: learn and write this many, as in 8000,8000, or use the file of an "
            "earlier run; none for whole words.",
            show_default=False,
        ),
    ] = None,
    lowercase: Annotated[bool, typer.Option("--lowercase", help="Write lower-cased text.")] = False,
    min_length: Annotated[int, typer.Option(min=1, help="Minimum number of tokens in a line.")] = 1,
    max_length: Annotated[int, typer.Option(min=1, help="Maximum number of tokens in a line.")] = 80,
    ratio: Annotated[
        float, typer.Option(min=1, help="Maximum ratio between the lengths of the two sides.")
    ] = 9,
    keep_all: Annotated[
        bool, typer.Option("--keep-all", help="Keep all lines, for text to translate or to compare.")
    ] = False,
    threads: Threads = None,
) -> None:
    """Tokenise, clean and truecase text.

    Writes PREFIX.de and PREFIX.en, or files with other suffixes, and with --truecase also PREFIX.truecaser.de and
    PREFIX.truecaser.en. Text in a script without spaces is cut into words if a package for it is installed, else into
    subword pieces, which are written to PREFIX.pieces.ja. Pairs of lines are removed if a side is empty or too long,
    if their lengths differ too much, or if a token has ||| or a control character in it; a single text keeps all its
    lines.

    \b
    Example:
      pitchpipe prepare train.de train.en -o clean --tokenize de,en --truecase
      pitchpipe prepare memory.tmx -o clean --tokenize de,en
      pitchpipe prepare dev.de dev.en -o dev.clean --tokenize de,en --truecasers clean.truecaser.de,clean.truecaser.en
    """
    from pitchpipe.cli.prepare_sides import pieces_of, plan_sides, size_or_pieces, tell_plans, warn_raw
    from pitchpipe.files import write_texts
    from pitchpipe.files.parallel import is_parallel
    from pitchpipe.text import Truecaser, prepare, prepare_lines

    both = target is None and is_parallel(source)
    inputs = [source, source] if both else [source] if target is None else [source, target]
    check_inputs(source, *([target] if target else []))
    keep_all = keep_all or truecasers is not None or len(inputs) == 1
    if truecase and keep_all:
        raise InputError(
            "--truecase learns from a training text, which is cleaned; --truecasers uses what it has learned"
        )
    languages = _one_each("--tokenize", tokenize, inputs) or ["none"] * len(inputs)
    cut = [
        size_or_pieces(one, keep_all)
        for one in _one_each("--pieces", pieces, inputs) or ["none"] * len(inputs)
    ]
    read = _read_both(source, languages) if both else None
    endings = _one_each("--suffixes", suffixes, inputs)
    endings = endings or [*((read and read.languages) or _endings(languages, inputs))]
    paths = [f"{output}.{ending}" for ending in endings]
    models = [f"{output}.truecaser.{ending}" for ending in endings] if truecase else []
    learning_pieces = [] if keep_all else [f"{output}.pieces.{ending}" for ending in endings]
    check_outputs(
        *paths, *models, *learning_pieces, inputs=[*inputs, *_one_each("--truecasers", truecasers, inputs)]
    )
    learned: list[Truecaser | None] = [
        Truecaser.read(path) for path in _one_each("--truecasers", truecasers, inputs)
    ]
    texts = [read.source, *read.references[:1]] if read else _read(inputs)
    named = [f"{source}.{code}" for code in read.languages] if read and read.languages else inputs
    plans = plan_sides(named, texts, languages, cut)
    known = pieces_of(plans, cut) if keep_all else []
    tell_plans(inputs, languages, plans)
    if tokenize is None:
        warn_raw(inputs, texts)
    how: dict[str, Any] = {"normalize": normalize, "mode": mode, "lowercase": lowercase}
    with terminal.progress_bar("preparing text") as progress:
        how |= {"processes": thread_count(threads), "progress": progress}
        if keep_all:
            sides = [
                prepare_lines(lines, language=plan.tokenizer, truecaser=truecaser, pieces=one, **how)
                for lines, plan, truecaser, one in zip(
                    texts, plans, learned or [None] * len(texts), known, strict=True
                )
            ]
            write_texts(dict(zip(paths, sides, strict=True)))
            return
        how |= {"min": min_length, "max": max_length, "ratio": ratio, "truecase": truecase}
        how |= {"pieces": tuple(plan.pieces for plan in plans)}
        made = prepare(texts[0], texts[1], languages=(plans[0].tokenizer, plans[1].tokenizer), **how)
    learning = [truecaser.lines() for truecaser in made.truecasers or () if truecaser]
    files: dict[str, Any] = dict(zip([*paths, *models], [made.source, made.target, *learning], strict=True))
    files |= {path: one.model for path, one in zip(learning_pieces, made.pieces, strict=True) if one}
    write_texts(files)
    _tell(made.cleaned)


def _one_each(option: str, value: str | None, inputs: list[str]) -> list[str]:
    """The parts of an option that has one for each input; none if it is not given."""
    if value is None:
        return []
    parts = [part.strip() for part in re.split(r",(?![^()]*\))", value)]
    if len(parts) != len(inputs) or not all(parts):
        expected = "two, with a comma between them" if len(inputs) == 2 else "one, as there is one text"
        raise InputError(f"{option}: found {value!r}, expected {expected}")
    return parts


def _endings(languages: list[str], inputs: list[str]) -> list[str]:
    """The languages, or how the inputs end if that tells them apart."""
    from pitchpipe.files.packing import unpacked_name
    from pitchpipe.text import TOKENIZERS

    named = [
        one for one in languages if one in ("auto", *TOKENIZERS.names) or not one.replace("-", "").isalnum()
    ]
    if not named and len(set(languages)) == len(languages):
        return languages
    endings = [Path(unpacked_name(path)).suffix.removeprefix(".") for path in inputs]
    if not all(endings) or len(set(endings)) < len(endings):
        names = " and ".join(dict.fromkeys(inputs))
        raise InputError(f"found no different endings of {names}, expected them or --suffixes, as in de,en")
    return endings


def _read_both(path: str, languages: list[str]) -> ParallelText:
    """Both sides of one file."""
    from pitchpipe.files import ParallelText

    text = ParallelText.read([path], languages)
    if text.left_out:
        terminal.log(f"units without both languages: {text.left_out:,}")
    return text


def _read(inputs: list[str]) -> list[Sequence[str]]:
    from pitchpipe.files import input_name, matched, read_sentences

    parts = ("source", "reference")
    texts = matched([read_sentences(path, part) for path, part in zip(inputs, parts, strict=False)])
    if not texts[0]:
        raise InputError(f"{input_name(inputs[0])}: found no lines, expected a text")
    return texts


def _tell(cleaned: Cleaned) -> None:
    """What was kept, and what was removed and why."""
    total = len(cleaned.verdicts)
    terminal.log(f"kept {len(cleaned.kept):,} of {total:,} pairs of lines")
    for reason, count in cleaned.removed.items():
        if count:
            terminal.log(f"removed {count:,}: {reason}, the first on line {cleaned.first(reason) + 1:,}")
