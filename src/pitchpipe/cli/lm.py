"""`pitchpipe lm`: language models estimated, asked and converted."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Json, Threads, check_inputs, check_outputs, thread_count
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.lm import Estimate

app = typer.Typer(rich_markup_mode=None)

_PIECE = 1 << 24
"""Bytes of text that are scored at a time."""

Text = Annotated[
    str,
    typer.Argument(
        metavar="TEXT", help="Tokenised text, a line for each sentence; stdin by default.", show_default=False
    ),
]


@app.callback()
def lm() -> None:
    """Estimate, query, convert and mix language models.

    \b
    Example:
      pitchpipe lm estimate -n 5 train.en -o lm.lm
      pitchpipe lm score lm.lm < output.txt
      pitchpipe lm convert lm.arpa.gz lm.lm
      pitchpipe lm mix own.lm web.lm --text val.en -o lm.lm
    """


@app.command()
def estimate(
    text: Text = "-",
    *,
    order: Annotated[
        int, typer.Option("--order", "-n", help="The length of the longest n-grams, 1 to 7.")
    ] = 5,
    prune: Annotated[
        str,
        typer.Option(
            metavar="COUNTS",
            help="Leave out n-grams that occur at most this often, as in 0,0,1: a number for each order, the last "
            "one for all higher orders.",
        ),
    ] = "0",
    fallback: Annotated[
        str,
        typer.Option(
            metavar="D1,D2,D3",
            help="Discounts for orders with too few n-grams to estimate them from; none makes that an error.",
        ),
    ] = "0.5,1,1.5",
    memory: Annotated[str, typer.Option(metavar="SIZE", help="Memory for sorting, as in 500M or 4G.")] = "1G",
    temporary: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder for temporary files, for what does not fit into memory.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write to this file instead of stdout: an ARPA file, compressed if the name ends in .gz; or, if it "
            "ends in .lm, a model that opens at once.",
            show_default=False,
        ),
    ] = None,
    threads: Threads = None,
) -> None:
    """Estimate a language model by modified Kneser-Ney smoothing.

    The model is the same as lmplz's, and is written in the ARPA format.

    \b
    Example:
      pitchpipe lm estimate -n 5 < train.en > lm.arpa
      pitchpipe lm estimate -n 5 --prune 0,0,1 train.en.gz -o lm.lm
    """
    from pitchpipe.lm import estimate
    from pitchpipe.lm.arpa import arpa_pieces, write_arpa

    check_outputs(output, inputs=[text])
    settings: dict[str, Any] = {
        "prune": _whole_numbers(prune),
        "fallback": None if fallback == "none" else _numbers(fallback),
        "memory": size_in_bytes(memory),
        "folder": temporary,
    }
    count = thread_count(threads)
    with terminal.progress_bar(f"estimating a model of order {order}") as show:
        found = estimate(text, order, **settings, threads=count, progress=show)
    for warning in found.warnings:
        terminal.warn(warning)
    _tell(found)
    if output is None:
        for piece in arpa_pieces(found.ngrams, count):
            terminal.write(piece.decode())
    elif output.endswith(".lm"):
        found.model.save(output)
    else:
        with terminal.progress_bar(f"writing {output}") as show:
            write_arpa(output, found.ngrams, count, show)


@app.command()
def score(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL", help="An ARPA file, compressed or not, or an .lm file.", show_default=False
        ),
    ],
    text: Text = "-",
    *,
    words: Annotated[
        bool,
        typer.Option("--words", help="Write a number for each word and the sentence end, not for each line."),
    ] = False,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Write the log10 probability of each line.

    The number of unknown words and the perplexity go to stderr.

    \b
    Example:
      pitchpipe lm score lm.arpa < output.txt > scores.txt
      pitchpipe lm score lm.lm output.txt --json
    """
    from pitchpipe.files import input_name
    from pitchpipe.lm import LanguageModel
    from pitchpipe.lm.line_scores import LineScores

    check_inputs(model, text)
    loaded = LanguageModel.read(model)
    parts = [loaded.score_text(piece, threads=thread_count(threads)) for piece in _pieces(text)]
    if not parts:
        raise InputError(f"{input_name(text)}: found no lines, expected a text")
    whole = LineScores.joined(parts)
    summary = {
        "lines": len(whole),
        "tokens": int(whole.tokens.sum()),
        "unknown": int(whole.unknown.sum()),
        "log10": float(whole.totals.sum()),
        "perplexity": whole.perplexity,
        "perplexity_of_known": whole.perplexity_of_known,
    }
    if json:
        sentences = {"words": [whole.line(i).tolist() for i in range(len(whole))]} if words else {}
        terminal.write_json({**summary, "sentences": whole.totals.tolist(), **sentences})
    elif words:
        terminal.write_lines(" ".join(f"{value:.6f}" for value in whole.line(i)) for i in range(len(whole)))
    else:
        terminal.write_lines(f"{total:.6f}" for total in whole.totals)
    terminal.log(
        f"{summary['lines']} lines, {summary['tokens']} tokens with sentence ends, {summary['unknown']} unknown words; "
        f"perplexity {whole.perplexity:.2f}, without unknown words {whole.perplexity_of_known:.2f}"
    )


@app.command()
def convert(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="An ARPA file or an .lm file.", show_default=False)
    ],
    output: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="File to write: a model that opens at once if the name ends in .lm, else an ARPA file, compressed "
            "for .gz.",
            show_default=False,
        ),
    ],
    *,
    threads: Threads = None,
) -> None:
    """Convert a language model from and to the ARPA format.

    \b
    Example:
      pitchpipe lm convert lm.arpa.gz lm.lm
      pitchpipe lm convert lm.lm lm.arpa
    """
    from pitchpipe.lm import LanguageModel, write_arpa

    check_outputs(output, inputs=[model])
    loaded = LanguageModel.read(model)
    if output.endswith(".lm"):
        loaded.save(output)
        return
    with terminal.progress_bar(f"writing {output}") as show:
        write_arpa(output, loaded.ngrams, thread_count(threads), show)


@app.command()
def mix(
    models: Annotated[
        list[str], typer.Argument(metavar="MODEL...", help="ARPA files or .lm files.", show_default=False)
    ],
    *,
    text: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Find the weights that make this tokenised text likeliest.",
            show_default=False,
        ),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(metavar="NUMBERS", help="Use these weights, as in 0.7,0.3.", show_default=False),
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="File to write: a model that opens at once if the name ends in .lm, else an ARPA file, compressed "
            "for .gz.",
            show_default=False,
        ),
    ],
    threads: Threads = None,
) -> None:
    """Mix language models into one by linear interpolation.

    The mixture has the n-grams of all models. You give the weights, or expectation-maximisation finds them on a text;
    the weights and the perplexities go to stderr.

    \b
    Example:
      pitchpipe lm mix own.lm web.lm --text val.en -o lm.lm
      pitchpipe lm mix own.arpa web.arpa --weights 0.7,0.3 -o lm.arpa.gz
    """
    from pitchpipe.files import read_lines
    from pitchpipe.lm import LanguageModel, write_arpa
    from pitchpipe.lm.mixture import mixed, mixture_weights

    if (text is None) == (weights is None):
        raise InputError("found both or neither of --text and --weights, expected one of them")
    check_outputs(output, inputs=[*models, *([text] if text else [])])
    loaded = [LanguageModel.read(model) for model in models]
    if text is not None:
        found = mixture_weights(loaded, read_lines(text))
        rows = [
            [name, f"{weight:.4f}", f"{perplexity:.2f}"]
            for name, weight, perplexity in zip(models, found.weights, found.perplexities, strict=True)
        ]
        terminal.show_table(["model", "weight", "perplexity"], rows, sys.stderr)
        terminal.log(f"perplexity of the mixture {found.perplexity:.2f}")
        chosen = found.weights.tolist()
    else:
        chosen = _numbers(weights or "")
    mixture = mixed(loaded, chosen)
    if output.endswith(".lm"):
        mixture.save(output)
    else:
        write_arpa(output, mixture.ngrams, thread_count(threads))


def size_in_bytes(text: str) -> int:
    """What 500M, 4G, 64K or a plain number of bytes stands for."""
    factors = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
    digits, factor = (text[:-1], factors[text[-1].upper()]) if text[-1:].upper() in factors else (text, 1)
    if not digits.isdecimal() or not int(digits):
        raise InputError(f"found the size {text!r}, expected one as in 500M or 4G")
    return int(digits) * factor


def _whole_numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"found {text!r}, expected whole numbers as in 0,0,1") from None


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"found {text!r}, expected numbers as in 0.5,1,1.5") from None


def _pieces(path: str) -> Iterator[bytes]:
    """The text in pieces of whole lines, checked to be UTF-8."""
    from pitchpipe.files import input_name, open_input

    line = 1
    with open_input(path) as file:
        while piece := file.read(_PIECE) + file.readline():
            try:
                piece.decode()
            except UnicodeDecodeError as error:
                line += piece.count(b"\n", 0, error.start)
                raise InputError(
                    f"{input_name(path)}:{line}: found a byte that is not UTF-8, expected UTF-8 text"
                ) from None
            line += piece.count(b"\n")
            yield piece


def _tell(found: Estimate) -> None:
    """How large the text and the model are, and by what was discounted."""
    terminal.log(f"{found.lines} lines, {found.tokens} tokens")
    rows = [
        [f"{n}-grams", f"{counted}", f"{len(kept)}", *(f"{value:.4f}" for value in discounts)]
        for n, (counted, kept, discounts) in enumerate(
            zip(found.counted.tolist(), found.ngrams.rows, found.discounts, strict=True), 1
        )
    ]
    terminal.show_table(["order", "counted", "kept", "D1", "D2", "D3+"], rows, sys.stderr)
