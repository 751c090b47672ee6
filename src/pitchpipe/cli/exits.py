"""How commands end: 0, 1 (the run failed) or 2 (usage or input), with one sentence and no traceback."""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from pitchpipe.errors import InputError, MissingReferencesError

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
"""What shells expect of a command that Ctrl-C ended."""


class Commands(TyperGroup):
    """A group of commands that tells what went wrong in one sentence."""

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
