"""Options that take two files, a source and its reference, or one file of both: `--dev val.de val.en`, `--dev val.tsv`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from typer.core import TyperCommand

BETWEEN = "\0"
"""Between the files of an option that may be given several times: no name of a file has it."""


def file_pairs(
    *options: str, several: Sequence[str] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let these options of a command, declared with two values, have one; the second is then empty.

    Options that may be given `several` times are declared as a list of texts, each of which is then both files.
    """

    class FilePairs(TyperCommand):
        def parse_args(self, context: Any, args: list[str]) -> list[str]:
            return super().parse_args(context, one_value(completed(args, [*options, *several]), several))

    def mark(command: Callable[..., None]) -> Callable[..., None]:
        command.command_class = FilePairs  # type: ignore[attr-defined]
        return command

    return mark


def completed(arguments: Sequence[str], options: Sequence[str]) -> list[str]:
    """Arguments with an empty second value where one of the options has one value only."""
    found = list(arguments)
    for place in range(len(found) - 1, -1, -1):
        if found[place] == "--":
            continue
        name, given, _ = found[place].partition("=")
        if name not in options or "--" in found[:place]:
            continue
        second = place + (1 if given else 2)
        if second <= len(found) and (second == len(found) or _is_option(found[second])):
            found.insert(second, "")
    return found


def one_value(arguments: Sequence[str], options: Sequence[str]) -> list[str]:
    """Arguments with both values of these options in one."""
    found = list(arguments)
    for place in range(len(found) - 1, -1, -1):
        name, given, _ = found[place].partition("=")
        if name in options and "--" not in found[:place]:
            first = place if given else place + 1
            both = found[first : first + 2]
            found[first : first + 2] = [BETWEEN.join(both)] if both else []
    return found


def _is_option(argument: str) -> bool:
    return argument.startswith("-") and argument != "-"
