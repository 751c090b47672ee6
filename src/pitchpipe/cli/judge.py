"""`pitchpipe judge`: people's judgements of systems' outputs."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pitchpipe.cli import completion, terminal
from pitchpipe.cli.options import (
    CaseMode,
    Json,
    Seed,
    Threads,
    Tokenize,
    check_inputs,
    check_outputs,
    reference_option,
    thread_count,
)
from pitchpipe.cli.setting_options import with_settings
from pitchpipe.errors import InputError
from pitchpipe.judge.settings import CampaignSettings

app = typer.Typer(rich_markup_mode=None)

Folder = Annotated[
    str, typer.Argument(metavar="CAMPAIGN", help="The folder of a campaign.", show_default=False)
]


@app.callback()
def judge() -> None:
    """Have people judge systems' outputs, and report the results.

    \b
    Example:
      pitchpipe judge make old.txt new.txt -r reference.txt --language en -o campaign
      pitchpipe judge serve campaign
      pitchpipe judge report campaign
    """


@app.command()
@with_settings(CampaignSettings)
def make(
    outputs: Annotated[
        list[str],
        typer.Argument(
            metavar="HYP",
            help="Systems' outputs, a line for each sentence; the first is the baseline.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="CAMPAIGN", help="New folder to write.", show_default=False),
    ],
    reference: Annotated[
        list[str] | None,
        reference_option(
            "References, a line for each sentence; one -r for each file. Without references, judges see the source."
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--source", "-s", metavar="FILE", help="Source text.", show_default=False),
    ] = None,
    language: Annotated[
        str, typer.Option("--language", "-l", metavar="CODE", help="Detokenise for this language, as in en.")
    ] = "none",
    truecaser: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Recase lower-cased words with this truecaser from prepare.",
            show_default=False,
        ),
    ] = None,
    mode: CaseMode = "lm",
    given: dict[str, Any],
) -> None:
    """Make a campaign: draw sentences, pair systems, hide and shuffle them, add controls, split into tasks.

    The same files, settings and seed give the same campaign.

    \b
    Example:
      pitchpipe judge make old.txt new.txt -r reference.txt --language en -o campaign
      pitchpipe judge make a.txt b.txt c.txt -s source.txt -r ref.txt --pairs all --draw random --sentences 100 -o campaign
      pitchpipe judge make a.txt b.txt -s source.txt --protocol direct -o campaign
    """
    from pitchpipe.cli.score import read_outputs
    from pitchpipe.files import check_line_counts, read_sentences
    from pitchpipe.judge.making import make_campaign
    from pitchpipe.text import Truecaser, restore

    settings = CampaignSettings(**given)
    with_source = [source] if source else []
    check_inputs(*outputs, *(reference or ()), *with_source)
    if len(set(outputs)) != len(outputs):
        raise InputError("found an output twice, expected different systems")
    if reference:
        texts, references = read_outputs([*outputs, *with_source], reference)
    else:
        texts, references = (
            [list(read_sentences(path, "output").lines) for path in [*outputs, *with_source]],
            None,
        )
        check_line_counts([*outputs, *with_source], [len(lines) for lines in texts])
    sources = texts.pop() if source else None
    named = dict(zip(_names(outputs), texts, strict=True))
    model = None if truecaser is None else Truecaser.read(truecaser)
    capitals = language != "none" or model is not None
    readable = {
        name: restore(lines, language=language, truecaser=model, mode=mode, capitals=capitals)
        for name, lines in named.items()
    }
    detokenized = references and [
        restore(lines, language=language, capitals=capitals) for lines in references
    ]
    made = make_campaign(
        named,
        references=references,
        sources=sources,
        readable=readable,
        readable_references=detokenized,
        language="" if language == "none" else language,
        settings=settings,
    )
    made.write(output)
    _tell(made, output)


def _names(outputs: list[str]) -> list[str]:
    """Systems by the names of their files without endings, where these differ."""
    from pathlib import Path

    for names in ([Path(path).stem for path in outputs], [Path(path).name for path in outputs], outputs):
        if len(set(names)) == len(names):
            return names
    return outputs


def _tell(made: Any, folder: str) -> None:
    from collections import Counter

    from pitchpipe.notebook import counted

    kinds = Counter(item.kind for item in made.items)
    controls = sum(kinds[kind] for kind in ("identical", "bad", "repeat"))
    terminal.log(
        f"{counted(kinds['judged'], 'item')} of {counted(len(made.segments), 'sentence')} and "
        f"{counted(controls, 'control')} in {counted(len(made.tasks), 'task')}, each for "
        f"{counted(made.settings.judgements, 'judge')}, are in {folder}"
    )
    if kinds["same"]:
        terminal.log(f"{counted(kinds['same'], 'item')} of the same translations are not shown")
    terminal.log(f"next: pitchpipe judge serve {folder}")


@app.command()
def serve(
    campaign: Folder,
    *,
    judge: Annotated[
        list[str] | None,
        typer.Option(
            "--judge",
            metavar="NAME",
            help="Print a link for this judge, and admit nobody without a link; one --judge for each.",
            show_default=False,
        ),
    ] = None,
    address: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Address to listen on. Addresses that other machines can reach need --judge.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes any free port.")
    ] = 0,
    host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Host name that a reverse proxy serves this under.", show_default=False
        ),
    ] = None,
) -> None:
    """Serve a campaign to judges, until Ctrl-C.

    Several judges can work at once. Each answer is on disk before the page shows it as saved. If the server is
    stopped or killed, rerun the command to resume. The server does not encrypt: for access from other machines, put a
    reverse proxy with TLS in front of it.

    \b
    Example:
      pitchpipe judge serve campaign
      pitchpipe judge serve campaign --judge ann --judge bob --port 8080 --host judge.example.org
    """
    from pitchpipe.judge.answers import Answers
    from pitchpipe.judge.campaign import Campaign
    from pitchpipe.judge.links import is_name, link, secret_of, token_of
    from pitchpipe.judge.server import JudgeServer
    from pitchpipe.web.door import LOOPBACK, Door, is_loopback
    from pitchpipe.web.server import listening, need_packages, server_of

    need_packages()
    opened = Campaign.read(campaign)
    if not judge and not is_loopback(address):
        raise InputError(
            f"found the address {address}, which other machines reach; expected --judge for each judge"
        )
    for name in judge or ():
        if not is_name(name):
            raise InputError(f"found the judge {name!r}, expected a name of at most 60 letters")
    secret = secret_of(campaign) if judge else None
    with Answers(campaign) as answers, listening(address, port) as sock:
        served = JudgeServer(opened, answers, secret).application()
        door = Door(served, {*LOOPBACK, address, *(host or ())}, any_number=not is_loopback(address))
        shown = f"[{address}]" if ":" in address else address
        url = f"https://{host[0]}/" if host else f"http://{shown}:{sock.getsockname()[1]}/"
        for name in judge or ():
            terminal.log(f"{name}: {link(url, name, token_of(secret or b'', name))}")
        terminal.log(f"the campaign is at {url} until Ctrl-C")
        server_of(door).run(sockets=[sock])


@app.command()
def report(
    campaign: Folder,
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the report as one HTML page.", show_default=False
        ),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            metavar="METRIC",
            autocompletion=completion.metrics,
            help="Compare this metric with the judges, as in: bleu, chrf; one -m for each.",
            show_default=False,
        ),
    ] = None,
    tokenize: Tokenize = "none",
    pass_rate: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="Leave out judges who get a smaller share of the controls right; 0 keeps all."
        ),
    ] = 0.6,
    trials: Annotated[
        int, typer.Option(min=1, help="Number of resampled sets of sentences, for the intervals.")
    ] = 1000,
    seed: Seed = 1,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Report which systems judges prefer, how sure that is, and how well judges and metrics agree.

    You can run it while the campaign is being served.

    \b
    Example:
      pitchpipe judge report campaign
      pitchpipe judge report campaign -m bleu -m chrf -m ter -o judgements.html
    """
    import sys
    from dataclasses import asdict
    from math import isnan

    from pitchpipe.files import write_whole
    from pitchpipe.judge.metric_agreement import metric_agreements
    from pitchpipe.judge.results import Results
    from pitchpipe.report import judge as pages

    check_outputs(output)
    results = Results.read(campaign, pass_rate, trials=trials, seed=seed)
    found = (
        metric_agreements(results, metric, tokenize=tokenize, threads=thread_count(threads)) if metric else {}
    )
    if output is not None:
        with write_whole(output) as file:
            file.write(pages.judge_report(results, found).to_html().encode())
        terminal.log(f"the report is in {output}")
    if json:
        terminal.write_json(
            {
                "systems": list(results.campaign.systems),
                "pairs": [asdict(one) for one in results.pairs],
                "strengths": [asdict(one) for one in results.strengths] if results.preferences else [],
                "scores": [asdict(one) for one in results.scores],
                "judges": [
                    {**asdict(one), "left_out": one.judge in results.left_out} for one in results.records
                ],
                "agreement": {
                    name: None if isnan(value) else value for name, value in asdict(results.agreement).items()
                },
                "metrics": {spec: one.as_dict() for spec, one in found.items()},
            }
        )
        return
    for sentence in pages.verdict(results):
        terminal.write(f"{sentence}\n")
    tables = pages.preference_tables(results) if results.preferences else []
    tables += [
        *pages.system_tables(results),
        *pages.judge_tables(results),
        *(pages.metric_tables(found, len(results.campaign.systems)) if found else []),
    ]
    for table in tables:
        terminal.write(f"\n{table.title}\n")
        terminal.show_table(*table.texts(), sys.stdout)
        if table.note:
            terminal.write(f"{table.note}\n")


@app.command()
def export(
    campaign: Folder,
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to this file. Default: stdout.", show_default=False
        ),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            metavar="tsv|gold|answers|crowd",
            help="Scores for metric evaluate and metric train, candidate lists with gold scores, all answers as CSV, or the "
            "items as CSV for a crowd platform.",
        ),
    ] = "tsv",
    pass_rate: Annotated[
        float,
        typer.Option(min=0, max=1, help="Leave out judges who get a smaller share of the controls right."),
    ] = 0.6,
) -> None:
    """Write judgements, or the items to judge, for other commands and tools.

    \b
    Example:
      pitchpipe judge export campaign -o judgements.tsv
      pitchpipe metric evaluate judgements.tsv -m bleu -m chrf
      pitchpipe judge export campaign --format crowd -o items.csv
    """
    from pitchpipe.errors import unknown_name
    from pitchpipe.files import write_texts
    from pitchpipe.judge.campaign import Campaign
    from pitchpipe.judge.exports import FORMATS, as_crowd
    from pitchpipe.judge.results import Results

    check_outputs(output)
    if format not in (*FORMATS, "crowd"):
        raise unknown_name("format", format, [*FORMATS, "crowd"])
    if format == "crowd":
        lines = list(as_crowd(Campaign.read(campaign)))
    else:
        lines = list(FORMATS[format](Results.read(campaign, pass_rate)))
    if output is None:
        terminal.write_lines(lines)
    else:
        write_texts({output: lines})


@app.command("import")
def import_answers(
    campaign: Folder,
    answers: Annotated[
        str,
        typer.Argument(
            metavar="CSV", help="CSV file with an answer in each row; - is stdin.", show_default=False
        ),
    ],
    *,
    judge: Annotated[str, typer.Option(metavar="COLUMN", help="Column of the judge.")] = "judge",
    item: Annotated[str, typer.Option(metavar="COLUMN", help="Column of the item.")] = "item",
    answer: Annotated[str, typer.Option(metavar="COLUMN", help="Column of the answer.")] = "answer",
    seconds: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Column of the seconds that an answer took.", show_default=False),
    ] = None,
    comment: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Column of comments.", show_default=False)
    ] = None,
) -> None:
    """Import answers from a crowd platform.

    An answer is 1, 2 or equal for two translations, ranks such as 2,1,3 for several, a number from 0 to 100 for one.
    If you import a file again, its answers are kept only once.

    \b
    Example:
      pitchpipe judge import campaign results.csv --judge WorkerId --item Input.item --answer Answer.choice
    """
    from pitchpipe.judge.answers import Answers
    from pitchpipe.judge.campaign import Campaign
    from pitchpipe.judge.crowd import read_answers
    from pitchpipe.notebook import counted

    columns = {"judge": judge, "item": item, "answer": answer, "seconds": seconds, "comment": comment}
    found = read_answers(Campaign.read(campaign), answers, **columns)  # type: ignore[arg-type]
    with Answers(campaign) as store:
        store.keep(found)
    terminal.log(
        f"{counted(len(found), 'answer')} of {counted(len({one.judge for one in found}), 'judge')} are kept"
    )


@app.command()
def mqm(
    ratings: Annotated[
        str,
        typer.Argument(
            metavar="RATINGS",
            help="Published MQM ratings, an error on each line; - is stdin.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="CAMPAIGN", help="New folder to write.", show_default=False),
    ],
    reference: Annotated[
        str | None,
        typer.Option(
            metavar="SYSTEM", help="System whose translations are the references.", show_default=False
        ),
    ] = None,
) -> None:
    """Make a campaign from error spans that are already marked, to report on.

    Lines have the columns system, seg_id, rater, source, target, category and severity, with the error between <v> and </v>.

    \b
    Example:
      pitchpipe judge mqm ratings.tsv --reference refA -o campaign
      pitchpipe judge report campaign -m bleu -m chrf
    """
    from pitchpipe.judge.answers import Answers
    from pitchpipe.judge.mqm_files import read_mqm
    from pitchpipe.notebook import counted

    made, events = read_mqm(ratings, reference)
    made.write(output)
    with Answers(output) as answers:
        answers.keep(events)
    terminal.log(
        f"{counted(len(events), 'rating')} of {counted(len(made.items), 'translation')} by "
        f"{counted(len(made.systems), 'system')} are in {output}"
    )
