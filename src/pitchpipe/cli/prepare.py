"""`pitchpipe prepare`: raw text made ready for training, or for a system that was trained."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import CaseMode, Threads, check_inputs, check_output, thread_count
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.text import Cleaned, Pieces, TextPlan


def prepare(
    source: Annotated[
        str, typer.Argument(metavar="SRC", help="A text, a sentence on each line.", show_default=False)
    ],
    target: Annotated[
        str | None,
        typer.Argument(metavar="TGT", help="Its translation, line by line.", show_default=False),
    ] = None,
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="PREFIX", help="How the outputs' names begin.", show_default=False
        ),
    ],
    suffixes: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="How their names end, .gz to pack them; the languages or the inputs' endings by default.",
            show_default=False,
        ),
    ] = None,
    tokenize: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="Languages or tokenisers, as in de,en; none for a side that is tokenised, auto to look at it.",
            show_default=False,
        ),
    ] = None,
    normalize: Annotated[
        bool, typer.Option("--normalize", help="Bring quotes and dashes to their plain forms before.")
    ] = False,
    truecase: Annotated[
        bool, typer.Option("--truecase", help="Learn the case of words, write what was learnt, and truecase.")
    ] = False,
    truecasers: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="Truecase by what an earlier run has learnt; all lines are kept.",
            show_default=False,
        ),
    ] = None,
    mode: CaseMode = "lm",
    pieces: Annotated[
        str | None,
        typer.Option(
            metavar="S,T",
            help="Cut words into so many pieces and write them, as in 8000,8000, or into those of a file that an earlier "
            "run has written; none for whole words.",
            show_default=False,
        ),
    ] = None,
    lowercase: Annotated[bool, typer.Option("--lowercase", help="Write lower-cased text.")] = False,
    min_length: Annotated[int, typer.Option(min=1, help="Tokens that a line must have.")] = 1,
    max_length: Annotated[int, typer.Option(min=1, help="Tokens that a line may have.")] = 80,
    ratio: Annotated[float, typer.Option(min=1, help="How many times longer one side may be.")] = 9,
    keep_all: Annotated[
        bool, typer.Option("--keep-all", help="Keep all lines: for text that is translated or compared.")
    ] = False,
    threads: Threads = None,
) -> None:
    """Tokenise, clean and truecase text.

    Writes PREFIX.de and PREFIX.en, or whatever the suffixes are, and with --truecase also PREFIX.truecaser.de and
    PREFIX.truecaser.en. Text of a script without spaces is cut into words if a package finds them, else into pieces,
    which are written to PREFIX.pieces.ja. Pairs of lines are removed that are empty, too long, of too different lengths, or with ||| or a
    control character in a token; a single text keeps all its lines.

    \b
    Example:
      pitchpipe prepare train.de train.en -o clean --tokenize de,en --truecase
      pitchpipe prepare dev.de dev.en -o dev.clean --tokenize de,en --truecasers clean.truecaser.de,clean.truecaser.en
    """
    from pitchpipe.files import write_texts
    from pitchpipe.text import Truecaser, plan_text, prepare, prepare_lines

    inputs = [source] if target is None else [source, target]
    check_inputs(*inputs)
    keep_all = keep_all or truecasers is not None or target is None
    if truecase and keep_all:
        raise InputError(
            "--truecase learns from a training text, which is cleaned; --truecasers uses what it has learnt"
        )
    languages = _one_each("--tokenize", tokenize, inputs) or ["none"] * len(inputs)
    cut = [_pieces(one, keep_all) for one in _one_each("--pieces", pieces, inputs) or ["none"] * len(inputs)]
    endings = _one_each("--suffixes", suffixes, inputs) or _endings(languages, inputs)
    paths = [f"{output}.{ending}" for ending in endings]
    models = [f"{output}.truecaser.{ending}" for ending in endings] if truecase else []
    learning_pieces = [] if keep_all else [f"{output}.pieces.{ending}" for ending in endings]
    _check_outputs([*paths, *models, *learning_pieces], inputs)
    learnt: list[Truecaser | None] = [
        Truecaser.read(path) for path in _one_each("--truecasers", truecasers, inputs)
    ]
    texts = _read(inputs)
    plans = [
        plan_text(
            lines,
            language=language,
            pieces=known if isinstance(known, int) else 1,
            truecase=truecase,
            name=path,
            side=side,
        )
        for side, (lines, language, known, path) in enumerate(zip(texts, languages, cut, inputs, strict=True))
    ]
    _tell_plans(inputs, languages, plans)
    if tokenize is None:
        _warn_raw(inputs, texts)
    how: dict[str, Any] = {"normalize": normalize, "mode": mode, "lowercase": lowercase}
    with terminal.progress_bar("preparing text") as progress:
        how |= {"processes": thread_count(threads), "progress": progress}
        if keep_all:
            sides = [
                prepare_lines(lines, language=plan.tokenizer, truecaser=truecaser, pieces=known, **how)
                for lines, plan, truecaser, known in zip(
                    texts, plans, learnt or [None] * len(texts), _learnt_pieces(plans, cut), strict=True
                )
            ]
            write_texts(dict(zip(paths, sides, strict=True)))
            return
        how |= {"min": min_length, "max": max_length, "ratio": ratio, "truecase": truecase}
        how |= {"pieces": tuple(plan.pieces for plan in plans)}
        made = prepare(texts[0], texts[1], languages=(plans[0].tokenizer, plans[1].tokenizer), **how)
    learning = [truecaser.lines() for truecaser in made.truecasers or () if truecaser]
    for path, learned in zip(learning_pieces, made.pieces, strict=True):
        if learned is not None:
            learned.save(path)
    write_texts(dict(zip([*paths, *models], [made.source, made.target, *learning], strict=True)))
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


def _pieces(value: str, keep_all: bool) -> int | Pieces:
    """How many pieces to learn, or those of a file."""
    from pitchpipe.text import Pieces

    if value == "none":
        return 0
    if not value.isdecimal():
        if not keep_all:
            raise InputError(
                f"--pieces: found the file {value}, expected it with --keep-all or --truecasers; "
                "a training text learns its own, as in --pieces 8000"
            )
        return Pieces.read(value)
    if keep_all:
        raise InputError(
            f"--pieces: found {value}, expected a file: pieces are learnt from a training text, which is cleaned"
        )
    return int(value)


def _learnt_pieces(plans: list[TextPlan], known: list[int | Pieces]) -> list[Pieces | None]:
    """The pieces to cut text into that is not a training text."""
    found = [None if isinstance(one, int) else one for one in known]
    for plan, one in zip(plans, found, strict=True):
        if plan.pieces and one is None and plan.language:
            raise InputError(
                f"found {plan.language.name} without spaces, "
                "expected --pieces FILE, which an earlier run has learnt from the training text"
            )
    return found


def _tell_plans(inputs: list[str], languages: list[str], plans: list[TextPlan]) -> None:
    """What was found by looking, and what looks as if a tokeniser had been forgotten."""
    from pitchpipe.files import input_name

    for path, language, plan in zip(inputs, languages, plans, strict=True):
        if language == "auto" or (plan.pieces and plan.language):
            terminal.log(f"{input_name(path)}: {plan}")


def _warn_raw(inputs: list[str], texts: list[list[str]]) -> None:
    from pitchpipe.files import input_name
    from pitchpipe.text import looks_raw, plan_text

    raw = [bool(looks_raw(lines)) for lines in texts]
    if not any(raw):
        return
    plans = [
        plan_text(lines, name=path, side=side)
        for side, (path, lines) in enumerate(zip(inputs, texts, strict=True))
    ]
    codes = ",".join(plan.language.code if plan.raw and plan.language else "none" for plan in plans)
    terminal.warn(
        f"{input_name(inputs[raw.index(True)])} looks raw, and is taken as tokenised; try --tokenize {codes}"
    )


def _endings(languages: list[str], inputs: list[str]) -> list[str]:
    """The languages, or how the inputs end if that tells them apart."""
    from pitchpipe.text import TOKENIZERS

    named = [
        one for one in languages if one in ("auto", *TOKENIZERS.names) or not one.replace("-", "").isalnum()
    ]
    if not named and len(set(languages)) == len(languages):
        return languages
    plain = [Path(path).with_suffix("") if path.endswith((".gz", ".zst")) else Path(path) for path in inputs]
    endings = [path.suffix.removeprefix(".") for path in plain]
    if not all(endings) or len(set(endings)) < len(endings):
        raise InputError(f"found no different endings of {' and '.join(inputs)}, expected them or --suffixes")
    return endings


def _check_outputs(outputs: list[str], inputs: list[str]) -> None:
    for path in outputs:
        check_output(path)
        if outputs.count(path) > 1:
            raise InputError(f"{path}: found twice as an output, expected different --suffixes")
        if any(
            os.path.exists(path) and os.path.exists(name) and os.path.samefile(path, name) for name in inputs
        ):
            raise InputError(f"{path}: is an input and would be replaced; choose another --output")


def _read(inputs: list[str]) -> list[list[str]]:
    from pitchpipe.files import check_line_counts, input_name, read_lines

    texts = [read_lines(path) for path in inputs]
    check_line_counts(inputs, [len(lines) for lines in texts])
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
