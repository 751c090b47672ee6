"""The terminal: data on stdout, everything else on stderr; bars and colour only where a person looks on."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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


def show_table(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    file: TextIO,
    best: int = -1,
    *,
    cells: Collection[tuple[int, int]] = (),
) -> None:
    """A table: drawn on a terminal, aligned lines elsewhere. The first column is text, the others are numbers.

    The `best` row, and the best `cells` by row and column, stand out on a terminal.

    On a narrow terminal the headers of numbers break between words, and then the text of the first column does; where
    there is no room for its words, it has a line of its own above its numbers.
    """
    if _shows(file):
        from rich.text import Text

        console = _console(file)
        parts = [[name] for name in header]
        if sum(_widths(parts, rows)) + 2 * len(header) > console.width:
            parts[1:] = [name.split() or [""] for name in header[1:]]
        widths = _widths(parts, rows)
        room = console.width - sum(widths[1:]) - 2 * len(header)
        if room < max(len(word) for row in [header, *rows] for word in ["", *row[0].split()]):
            lines = _stacked(parts, rows, widths)
            for index, line in enumerate(lines):
                console.print(Text(line, "bold green" if index - 1 == best else ""), soft_wrap=True)
            return
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
        for index, name in enumerate(parts):
            width = min(widths[0], room) if index == 0 else widths[index]
            justify: Any = "right" if index else "left"
            table.add_column(Text("\n".join(name)), justify=justify, width=width, overflow="fold")
        for index, row in enumerate(rows):
            looks = ["bold green" if (index, column) in cells else "" for column in range(len(row))]
            table.add_row(*map(Text, row, looks), style="bold green" if index == best else None)
        console.print(table)
        return
    text = aligned(header, rows)
    if file is sys.stdout:
        write(text)
    else:
        file.write(text)


def _widths(header: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column, whose name may have several lines."""
    return [
        max(map(len, [*name, *(row[column] for row in rows)]), default=0)
        for column, name in enumerate(header)
    ]


def _stacked(
    header: Sequence[Sequence[str]], rows: Sequence[Sequence[str]], widths: Sequence[int]
) -> Iterator[str]:
    """The header of a table, and each row, with the text of the first column above the numbers."""

    def numbers(cells: Sequence[str]) -> str:
        return "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True)).rstrip()

    depth = max(map(len, header[1:]), default=0)
    names = [[""] * (depth - len(name)) + list(name) for name in header[1:]]
    yield "\n".join([header[0][0], *(numbers(line) for line in zip(*names, strict=True))])
    for row in rows:
        yield f"{row[0]}\n{numbers(row[1:])}"


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

    Where the total is not known, it is None. Who knows better than the bar how long it takes gives the
    `seconds_left`, infinite as long as it cannot be told.
    """
    if not _shows(sys.stderr):
        log(f"{title} ...")
        yield lambda done, total=None, note="", seconds_left=None: None
        return
    from rich import progress as rich

    columns = (
        rich.TextColumn("{task.description}", markup=False),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TextColumn("{task.fields[note]}", markup=False),
        rich.TimeElapsedColumn(),
        _time_left(),
    )
    with rich.Progress(*columns, console=_console(sys.stderr), transient=True) as bars:
        task = bars.add_task(title, total=None, note="", due=None)

        def show(
            done: int, total: int | None = None, note: str = "", seconds_left: float | None = None
        ) -> None:
            due = None if seconds_left is None else time.monotonic() + seconds_left
            bars.update(task, completed=done, total=total, note=note, due=due)

        yield show


def duration(seconds: float) -> str:
    """As in `40 s` and `5 min`."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def _time_left() -> Any:
    """The column of the time that is left: as the work says, else as the bar reckons from its last steps."""
    from rich import progress as rich
    from rich.text import Text

    class TimeLeft(rich.TimeRemainingColumn):
        def render(self, task: rich.Task) -> Text:
            due = task.fields["due"]
            if due is None:
                return super().render(task)
            left = max(0.0, due - time.monotonic())
            return Text(f"about {duration(left)} left" if math.isfinite(left) else "")

    return TimeLeft()


def _shows(file: TextIO) -> bool:
    return file.isatty() and os.environ.get("TERM") != "dumb"


def _console(file: TextIO) -> Any:
    from rich.console import Console

    return Console(file=file, highlight=False)
