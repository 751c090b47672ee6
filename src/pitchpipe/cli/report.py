"""`pitchpipe report`: a run on one page."""

from __future__ import annotations

from typing import Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import check_output


def report(
    run: Annotated[
        str,
        typer.Argument(metavar="RUN", help="The folder of a tuning loop, or of train.", show_default=False),
    ],
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where the page goes.")
    ] = "report.html",
    figures: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Write figures here as SVG and PNG, and tables as CSV and LaTeX.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Write a report of a run: one HTML file that needs nothing else.

    It has curves over the iterations, weights, what the candidate lists allow, the error surface, scores, and what is
    needed to repeat the run. PNG files need the package resvg-py.

    \b
    Example:
      pitchpipe report model -o report.html
      pitchpipe report tuning -o tuning.html --figures figures
    """
    from pathlib import Path

    from pitchpipe.report import report, write_files
    from pitchpipe.text import write_whole

    check_output(output)
    with terminal.progress_bar(f"reading {run}"):
        made = report(run)
    with write_whole(output) as file:
        file.write(made.to_html().encode())
    terminal.log(f"the report is in {output}")
    if figures is not None:
        written = write_files(made, Path(figures))
        terminal.log(f"{len(written)} files are in {figures}")
        if not any(path.suffix == ".png" for path in written):
            terminal.warn("no PNG files were written; they need the package resvg-py: pip install resvg-py")
