"""The terminal: data on stdout, everything else on stderr; bars and colour only where a person looks on."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from pitchpipe.files.plain_table import aligned

if TYPE_CHECKING:
    from pitchpipe.tuning.optimizer import Optimizer, Progress


def write(text: str) -> None:
    """Write data to stdout, as UTF-8. A reader that has gone away ends the command quietly."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Python flushes stdout once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def write_lines(lines: Iterable[str]) -> None:
    """Write data to stdout, a line each, in large pieces."""
    piece: list[str] = []
    for line in lines:
        piece.append(line)
        if len(piece) == 10_000:
            write("\n".join([*piece, ""]))
            piece.clear()
    if piece:
        write("\n".join([*piece, ""]))


def write_json(value: Mapping[str, Any]) -> None:
    """Write a JSON document to stdout, with the version of what wrote it."""
    from pitchpipe import __version__

    write(json.dumps({"version": __version__, **value}, ensure_ascii=False, indent=2) + "\n")


def log(message: str) -> None:
    """Tell what is going on, on stderr."""
    sys.stderr.write(f"{message}\n")
    sys.stderr.flush()


def warn(message: str) -> None:
    """Tell what the user should look at, on stderr."""
    if _shows(sys.stderr):
        from rich.text import Text

        _console(sys.stderr).print(Text.assemble(("warning: ", "yellow"), message), soft_wrap=True)
    else:
        log(f"warning: {message}")


def show_table(header: Sequence[str], rows: Sequence[Sequence[str]], file: TextIO, best: int = -1) -> None:
    """A table: drawn on a terminal, aligned lines elsewhere. The first column is text, the others are numbers."""
    if _shows(file):
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD)
        for index, name in enumerate(header):
            table.add_column(Text(name), justify="right" if index else "left", no_wrap=index > 0)
        for index, row in enumerate(rows):
            table.add_row(*map(Text, row), style="bold green" if index == best else None)
        _console(file).print(table)
        return
    text = aligned(header, rows)
    if file is sys.stdout:
        write(text)
    else:
        file.write(text)


def show_pieces(pieces: Iterable[tuple[str, str]], marks: Mapping[str, tuple[str, str, str]]) -> None:
    """Write text in pieces to stdout, each with its kind: in the kind's colours on a terminal, between its marks elsewhere.

    Kinds without an entry in `marks` are plain.
    """
    if _shows(sys.stdout):
        from rich.text import Text

        parts = [(text, marks.get(kind, ("",))[0]) for kind, text in pieces]
        _console(sys.stdout).print(Text.assemble(*parts), soft_wrap=True)
        return
    plain = ("", "", "")
    write(
        "".join(f"{marks.get(kind, plain)[1]}{text}{marks.get(kind, plain)[2]}" for kind, text in pieces)
        + "\n"
    )


@contextmanager
def tuning_progress() -> Iterator[Callable[[Optimizer], Progress | None]]:
    """What `tune_each` takes as its progress: a bar for each method on a terminal, a line elsewhere."""
    if not _shows(sys.stderr):
        yield lambda optimizer: log(f"tuning with {optimizer.spec}")
        return
    from rich import progress as rich

    columns = (
        rich.TextColumn("{task.fields[spec]}", markup=False),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TextColumn("{task.fields[objective]}", markup=False),
        rich.TimeElapsedColumn(),
    )
    with rich.Progress(*columns, console=_console(sys.stderr), transient=True) as bars:

        def bar(optimizer: Optimizer) -> Progress:
            task = bars.add_task("", total=None, spec=optimizer.spec, objective="")

            def show(done: int, total: int, objective: float) -> None:
                bars.update(task, completed=done, total=total, objective=f"{objective:.2f}")

            return show

        yield bar


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[..., None]]:
    """What is told how much is done, of how much, and a word on how it goes: a bar on a terminal, a line elsewhere.

    Where the total is not known, it is None.
    """
    if not _shows(sys.stderr):
        log(f"{title} ...")
        yield lambda done, total=None, note="": None
        return
    from rich import progress as rich

    columns = (
        rich.TextColumn("{task.description}", markup=False),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TextColumn("{task.fields[note]}", markup=False),
        rich.TimeElapsedColumn(),
        rich.TimeRemainingColumn(),
    )
    with rich.Progress(*columns, console=_console(sys.stderr), transient=True) as bars:
        task = bars.add_task(title, total=None, note="")

        def show(done: int, total: int | None = None, note: str = "") -> None:
            bars.update(task, completed=done, total=total, note=note)

        yield show


def _shows(file: TextIO) -> bool:
    return file.isatty() and os.environ.get("TERM") != "dumb"


def _console(file: TextIO) -> Any:
    from rich.console import Console

    return Console(file=file, highlight=False)
