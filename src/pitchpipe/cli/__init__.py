"""The command line: a file for each command, which reads its arguments and calls the library."""

from __future__ import annotations

import sys


def main() -> None:
    """What the script `pitchpipe` runs."""
    try:
        from pitchpipe.cli.app import app
    except KeyboardInterrupt:
        sys.exit(130)
    app(prog_name="pitchpipe")
