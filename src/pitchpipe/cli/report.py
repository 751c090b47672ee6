"""`pitchpipe report`: a run on one page."""

from __future__ import annotations

from typing import Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Threads, check_outputs, thread_count


def report(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN", help="The folder of a tuning loop, of train or of compare.", show_default=False
        ),
    ],
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the page here. Default: report.html; for a study, in its folder.",
            show_default=False,
        ),
    ] = None,
    figures: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Write figures here as SVG and PNG, and tables as CSV and LaTeX.",
            show_default=False,
        ),
    ] = None,
    live: Annotated[
        bool,
        typer.Option("--live", help="Serve the page on this machine while the run goes on, until Ctrl-C."),
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port for --live; 0 takes any free port.")] = 0,
    threads: Threads = None,
) -> None:
    """Write a report of a run as one self-contained HTML file.

    It shows curves over the iterations, the weights, the best scores that the candidate lists allow, the error
    surface, the scores, and what you need to repeat the run. PNG files need the package resvg-py.

    \b
    Example:
      pitchpipe report model -o report.html
      pitchpipe report tuning -o tuning.html --figures figures
      pitchpipe report study --live
    """
    from pathlib import Path

    from pitchpipe.files import write_whole
    from pitchpipe.pages import write_files
    from pitchpipe.report import is_study, report

    if live:
        _serve(run, port, thread_count(threads))
        return
    page = output or str(Path(run if is_study(run) else "", "report.html"))
    check_outputs(page)
    with terminal.progress_bar(f"reading {run}"):
        made = report(run, thread_count(threads))
    with write_whole(page) as file:
        file.write(made.to_html().encode())
    terminal.log(f"the report is in {page}")
    if figures is not None:
        written = write_files(made, Path(figures))
        terminal.log(f"{len(written)} files are in {figures}")
        if not any(path.suffix == ".png" for path in written):
            terminal.warn("no PNG files were written; they need the package resvg-py: pip install resvg-py")


def _serve(run: str, port: int, threads: int) -> None:
    """Answer browsers of this machine until the user has seen enough."""
    from pathlib import Path

    from pitchpipe.errors import InputError
    from pitchpipe.report import report
    from pitchpipe.report.live import ADDRESS, LivePage, live_server

    if not Path(run).is_dir():
        raise InputError(f"{run}: found no folder, expected that of a run")
    with live_server(LivePage(Path(run), lambda: report(run, threads)), port) as server:
        terminal.log(f"the report is at http://{ADDRESS}:{server.server_port}/ until Ctrl-C")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            terminal.log("")
