"""The pages of `docs/jobs/`: their blocks of code, and their commands run one after the other."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from typer.testing import CliRunner

from pitchpipe.cli.app import app

JOBS = Path(__file__).parents[2] / "docs" / "jobs"


def blocks(page: str, language: str = "") -> list[str]:
    """The blocks of code of a page that are in a language; shell commands have none."""
    text = (JOBS / page).read_text()
    return [
        code for name, code in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M) if name == language
    ]


def commands(page: str) -> Iterator[str]:
    """The commands of a page, in order."""
    for block in blocks(page):
        for line in block.splitlines():
            if re.match(r"(echo .* \| )?pitchpipe ", line):
                yield line


def run_line(line: str) -> str:
    """Run a command as a shell would, with `echo`, `<` and `>` around it, in this folder; what it wrote to stdout."""
    said, _, rest = line.rpartition(" | ")
    rest, _, into = rest.partition(" > ")
    rest, _, read = rest.partition(" < ")
    stdin = Path(read).read_text() if read else " ".join(shlex.split(said)[1:]) + "\n"
    done = CliRunner().invoke(app, shlex.split(rest)[1:], input=stdin)
    assert done.exit_code == 0, f"{line}\n{done.output}\n{done.exception!r}"
    if into:
        Path(into).write_text(done.stdout)
    return str(done.stdout)


def run_page(page: str) -> dict[str, str]:
    """Run all commands of a page; what each wrote to stdout."""
    return {line: run_line(line) for line in commands(page)}
