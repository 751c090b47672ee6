"""How commands end: 0, 1 (the run failed) or 2 (usage or input), with one sentence and no traceback."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from pitchpipe.errors import InputError, MissingReferencesError

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
"""What shells expect of a command that Ctrl-C ended."""


class Commands(TyperGroup):
    """A group of commands that says what went wrong in one sentence.

    A command is built when it is asked for: the options of some come from settings, whose modules are slow to import.
    """

    functions: ClassVar[dict[str, Callable[..., None]]] = {}
    """The commands that are built late, by name."""

    def list_commands(self, context: Any) -> list[str]:
        return [*self.functions, *super().list_commands(context)]

    def get_command(self, context: Any, name: str) -> Any:
        if name in self.functions and name not in self.commands:
            self.commands[name] = _built(name, self.functions[name])
        return super().get_command(context, name)

    def resolve_command(self, context: Any, arguments: list[str]) -> Any:
        if arguments and arguments[0] not in self.list_commands(context):
            for name in self.functions:
                self.get_command(context, name)  # so that the nearest one is suggested
        return super().resolve_command(context, arguments)

    def format_commands(self, context: Any, formatter: Any) -> None:
        rows = []
        for name in self.list_commands(context):
            function = self.functions.get(name)
            text = inspect.getdoc(function) if function else self.commands[name].help
            rows.append((name, (text or "").partition("\n")[0]))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def main(self, *arguments: Any, **settings: Any) -> Any:
        settings["standalone_mode"] = False
        try:
            code = super().main(*arguments, **settings)
        except MissingReferencesError as error:
            _stop(f"{error}; give them with -r", BAD_INPUT)
        except InputError as error:
            _stop(str(error), BAD_INPUT)
        except (KeyboardInterrupt, typer.Abort):
            sys.exit(INTERRUPTED)
        except MemoryError:
            _stop("there is not enough memory for this", FAILED)
        except OSError as error:
            _stop(f"{error.filename or 'the output'}: {error.strerror or error}", FAILED)
        except Exception as error:
            if not hasattr(error, "format_message"):
                raise
            _stop(_usage(error), BAD_INPUT)
        sys.exit(code if isinstance(code, int) else 0)


def _built(name: str, function: Callable[..., None]) -> Any:
    """The command of a function. One that has `setting_options` is first given the options that it names."""
    add_options = getattr(function, "setting_options", None)
    alone = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    kind = getattr(function, "command_class", TyperCommand)
    alone.command(name, cls=kind)(add_options()(function) if add_options else function)
    return get_command(alone)


def leave_threads(sentence: str) -> NoReturn:
    """End a command that was interrupted, though threads are at work; what they have written is whole.

    Threads cannot be interrupted, and Python would wait for them.
    """
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
    os._exit(INTERRUPTED)


def _usage(error: Any) -> str:
    """Typer's message with where to read on; its classes differ from version to version."""
    path = getattr(getattr(error, "ctx", None), "command_path", "pitchpipe")
    message = " ".join(str(error.format_message()).split()).rstrip(".").replace(". Did you", "; did you")
    sentence = f"{message[:1].lower()}{message[1:]}"
    return sentence if sentence.endswith("?") else f"{sentence}; see '{path} --help'"


def _stop(sentence: str, code: int) -> None:
    one_line = " ".join(sentence.splitlines())
    sys.stderr.write(f"pitchpipe: {one_line}\n")
    sys.exit(code)
