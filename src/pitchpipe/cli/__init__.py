"""The command line: a file for each command, which reads its arguments and calls the library."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """What the script `pitchpipe` runs."""
    for stream in ("stdout", "stderr"):
        if getattr(sys, stream) is None:  # closed by the caller
            setattr(sys, stream, open(os.devnull, "w"))
    try:
        from pitchpipe.cli.app import app

        app(prog_name="pitchpipe")
    except KeyboardInterrupt:  # before a command has begun
        sys.exit(130)
