"""`pitchpipe score`: systems' outputs against references."""

from __future__ import annotations

import itertools
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Json, ReferenceTexts, Seed, Threads, Tokenize, check_inputs, thread_count

if TYPE_CHECKING:
    from pitchpipe.metrics.scoring import Score


def score(
    outputs: Annotated[
        list[str],
        typer.Argument(
            metavar="HYP",
            help="Systems' outputs, a line for each sentence; - is stdin.",
            show_default=False,
        ),
    ],
    *,
    reference: ReferenceTexts,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            metavar="METRIC",
            help="As in: bleu, bleu:2, ter, 'bleu - ter'; one -m for each. Default: bleu.",
            show_default=False,
        ),
    ] = None,
    tokenize: Tokenize = "none",
    sentence: Annotated[bool, typer.Option("--sentence", help="Write the score of each sentence.")] = False,
    compare: Annotated[
        str | None,
        typer.Option(
            metavar="ar|bs",
            help="Test the difference from the first system, by approximate randomisation or the paired bootstrap.",
            show_default=False,
        ),
    ] = None,
    trials: Annotated[int, typer.Option(min=1, help="For --compare: random trials.")] = 10_000,
    correction: Annotated[
        str,
        typer.Option(metavar="holm|bonferroni|none", help="For --compare: the correction for many systems."),
    ] = "holm",
    seed: Seed = 1,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Score one system's output, or several.

    Text is taken as tokenised; --tokenize does it for you. Below the scores are the metrics' signatures, which
    say exactly what was computed. With --compare, files with commas between them are replicas of one system: its output
    after tuning with several seeds.

    \b
    Example:
      pitchpipe score output.txt -r reference.txt -m bleu -m ter
      pitchpipe score a.txt b.txt -r ref1.txt -r ref2.txt -m chrf++ --json
      pitchpipe score old.txt new.txt -r reference.txt --compare ar
      pitchpipe score old1.txt,old2.txt,old3.txt new1.txt,new2.txt,new3.txt -r reference.txt --compare ar
    """
    from pitchpipe.files import input_name
    from pitchpipe.metrics import find_metric
    from pitchpipe.metrics.scoring import score

    specs = list(dict.fromkeys(metric or ["bleu"]))
    built = [find_metric(spec) for spec in specs]
    if compare is not None:
        from pitchpipe.cli.score_compare import check_choices, replicas_of, score_compare

        check_choices(compare, correction, sentence)
        files = [replicas_of(argument) for argument in outputs]
        check_inputs(*itertools.chain(*files), *reference)
        read, references = read_outputs(list(itertools.chain(*files)), reference)
        warn_of_misfits(read, references, list(itertools.chain(*files)), input_name(reference[0]))
        lines = iter(read)
        score_compare(
            [
                (input_name(argument), list(itertools.islice(lines, len(paths))))
                for argument, paths in zip(outputs, files, strict=True)
            ],
            references,
            dict(zip(specs, built, strict=True)),
            test=compare,
            trials=trials,
            correction=correction,
            seed=seed,
            tokenize=tokenize,
            threads=thread_count(threads),
            json=json,
        )
        return
    check_inputs(*outputs, *reference)
    systems, references = read_outputs(outputs, reference)
    names = [input_name(path) for path in outputs]
    warnings = warn_of_misfits(systems, references, names, input_name(reference[0]))
    scores = [
        [score(lines, references, one, tokenize=tokenize, threads=thread_count(threads)) for one in built]
        for lines in systems
    ]
    if json:
        terminal.write_json(_as_json(names, specs, scores, sentence) | {"warnings": warnings})
    elif sentence:
        _write_sentences(names, specs, scores)
    else:
        rows = [
            [name, *(f"{one.score:.2f}" for one in found)] for name, found in zip(names, scores, strict=True)
        ]
        terminal.show_table(["system", *specs], rows, sys.stdout)
        terminal.write_lines(f"{spec} = {one.signature}" for spec, one in zip(specs, scores[0], strict=True))


def read_outputs(outputs: list[str], references: list[str]) -> tuple[list[list[str]], list[list[str]]]:
    """The lines of each output, and the references of each sentence."""
    from pitchpipe.files import read_sentences
    from pitchpipe.lists.formats.references import ReferenceFiles

    found = ReferenceFiles.read(references)
    systems = [found.match(read_sentences(path, "output")) for path in outputs]
    return systems, [list(texts) for texts in zip(*found.lines, strict=True)]


def warn_of_misfits(
    systems: list[list[str]], references: list[list[str]], names: list[str], reference: str
) -> list[str]:
    """Warn of outputs that do not look like what the references are references of."""
    from pitchpipe.text.misfits import output_misfits

    found = [
        warning
        for name, lines in zip(names, systems, strict=True)
        for warning in output_misfits(lines, references, (name, reference))
    ]
    for warning in found:
        terminal.warn(warning)
    return found


def _as_json(
    outputs: list[str], specs: list[str], scores: list[list[Score]], sentence: bool
) -> dict[str, Any]:
    """All systems; if there is only one, its fields are on top as well."""
    systems: list[dict[str, Any]] = []
    for name, found in zip(outputs, scores, strict=True):
        by_metric: dict[str, dict[str, Any]] = {}
        for spec, one in zip(specs, found, strict=True):
            by_metric[spec] = {"score": one.score, "signature": one.signature}
            if sentence:
                by_metric[spec]["sentences"] = one.sentences
        systems.append({"system": name, "sentences": len(found[0].sentences), "metrics": by_metric})
    return {**(systems[0] if len(systems) == 1 else {}), "systems": systems}


def _write_sentences(outputs: list[str], specs: list[str], scores: list[list[Score]]) -> None:
    """A line for each sentence, with tabs between the columns."""
    columns = [one for found in scores for one in found]
    names = [spec if len(outputs) == 1 else f"{name} {spec}" for name in outputs for spec in specs]
    terminal.write_lines(["\t".join(["line", *names])])
    values = zip(*(one.sentences for one in columns), strict=True)
    terminal.write_lines(
        "\t".join([str(number), *(f"{value:.4f}" for value in row)]) for number, row in enumerate(values, 1)
    )
    for spec, one in zip(specs, scores[0], strict=True):
        terminal.log(f"{spec} = {one.signature}")
