"""Arguments and options that several commands have."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from pitchpipe.cli import completion
from pitchpipe.errors import InputError

Lists = Annotated[
    list[str],
    typer.Argument(
        metavar="LISTS",
        help="Candidate lists of any format, compressed or not, as files or folders; - is stdin.",
        show_default=False,
    ),
]


def reference_option(help: str) -> Any:
    """The option `-r`, with what a command says of it."""
    return typer.Option("--reference", "-r", "--refs", metavar="FILE", help=help, show_default=False)


References = Annotated[
    list[str] | None,
    reference_option(
        "References, a line for each sentence, with or without ids; one -r for each file. Lists may carry their own."
    ),
]
ReferenceTexts = Annotated[
    list[str],
    reference_option("References, a line for each sentence; one -r for each file."),
]
GivenReferences = Annotated[
    list[str] | None,
    reference_option(
        "References, a line for each sentence; one -r for each file. Metrics for quality estimation need none."
    ),
]
MetricSpec = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        "-m",
        metavar="METRIC",
        help="Metric, as in: bleu, bleu:2, ter, 'bleu - ter'. Default: bleu.",
        autocompletion=completion.metrics,
        show_default=False,
    ),
]
Tokenize = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Tokenise the text first, by one of sacreBLEU's tokenisers, as in 13a, or another, as in moses:de.",
        autocompletion=completion.tokenizers,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Format of the lists. Default: auto-detected.",
        autocompletion=completion.formats,
        show_default=False,
    ),
]
Missing = Annotated[
    str,
    typer.Option(
        metavar="WAY",
        help="What to do about features that are NaN in JSON lines and tables: refuse; mean or lowest, to put that "
        "value of the list in their place; or flag, to put the mean and add a feature NAME_missing.",
    ),
]
Ids = Annotated[
    bool,
    typer.Option("--ids", help="Write the id of each sentence before it, as in Kaldi's text files."),
]
AllowMissing = Annotated[
    bool,
    typer.Option(
        "--allow-missing",
        help="Give features without a weight the weight 0, and skip weights without a feature.",
    ),
]
CaseMode = Annotated[
    str,
    typer.Option(
        metavar="lm|frequent",
        help="Choose the case of words by a language model of cased words, or take each "
        "word's most frequent case.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ENGINE:ADDRESS", help="Cluster to run on, as in dask:tcp://host:8786", show_default=False
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help="Use the settings of a paper, as in hopkins2011; other options override them, and 'pitchpipe explain "
        "hopkins2011' lists them.",
        autocompletion=completion.presets,
        show_default=False,
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="Random seed.")]
Threads = Annotated[
    int | None, typer.Option(min=1, help="Number of threads. Default: all cores.", show_default=False)
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON to stdout, for machines.")]


def thread_count(threads: int | None) -> int:
    """The number of threads asked for, or that of the cores this process may use."""
    if threads is not None:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_inputs(*paths: str) -> None:
    """Refuse what cannot work before anything is read."""
    if paths.count("-") > 1:
        raise InputError("found - twice, expected it once: there is one standard input")


def check_outputs(*paths: str | None, inputs: Iterable[str | None] = ()) -> None:
    """Refuse outputs that cannot be written, or that would take the place of an input or of each other.

    This is before the work and not after it. Options that were not given are None.
    """
    outputs = [path for path in paths if path is not None]
    for number, path in enumerate(outputs):
        _check_output(path)
        if any(_same_file(path, other) for other in outputs[:number]):
            raise InputError(f"{path}: found twice as an output, expected different names")
        if any(_same_file(path, name) for name in inputs if name not in (None, "-")):
            raise InputError(f"{path}: is an input and would be replaced; choose another name for the output")


def _same_file(one: str, other: str | None) -> bool:
    """Whether two names are of the same file; devices and pipes are not replaced."""
    if other is None:
        return False
    try:
        return os.path.samefile(one, other) and os.path.isfile(one)
    except (OSError, ValueError):
        return os.path.abspath(one) == os.path.abspath(other)


def _check_output(path: str) -> None:
    if path == "-":
        raise InputError("found - as the output, expected the name of a file")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise InputError(f"{path}: cannot be written: there is no folder {folder!r}")
    if os.path.isdir(path):
        raise InputError(f"{path}: cannot be written: it is a folder")
    if not os.access(folder, os.W_OK):
        raise InputError(f"{path}: cannot be written: Permission denied")


def one_metric(specs: list[str] | None) -> str:
    """The metric that was asked for; a second one would otherwise silently replace the first."""
    if specs and len(specs) > 1:
        raise InputError(f"found {len(specs)} metrics, expected one; combine them as in 'bleu - ter'")
    return specs[0] if specs else "bleu"
