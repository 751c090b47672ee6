"""Options that take two files, a source and its reference, or one file of both: `--dev val.de val.en`, `--dev val.tsv`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from typer.core import TyperCommand


def file_pairs(*options: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let these options of a command, declared with two values, have one; the second is then empty."""

    class FilePairs(TyperCommand):
        def parse_args(self, context: Any, args: list[str]) -> list[str]:
            return super().parse_args(context, completed(args, options))

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


def _is_option(argument: str) -> bool:
    return argument.startswith("-") and argument != "-"
