"""`pitchpipe score`: systems' outputs against references."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitchpipe.cli import completion, terminal
from pitchpipe.cli.options import GivenReferences, Json, Seed, Threads, Tokenize, check_inputs, thread_count
from pitchpipe.errors import MissingReferencesError

RAW = ("chrf", "cer", "command", "python", "learned")
"""Metrics that see raw text as people do, or whose text is no concern of ours."""

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
    reference: GivenReferences = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--source", metavar="FILE", help="Source text, for metrics that look at it.", show_default=False
        ),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric",
            "-m",
            metavar="METRIC",
            autocompletion=completion.metrics,
            help="As in: bleu, bleu:2, ter, 'bleu - ter'; one -m for each. Default: bleu.",
            show_default=False,
        ),
    ] = None,
    tuned_to: Annotated[
        list[str] | None,
        typer.Option(
            "--tuned-to",
            metavar="METRIC",
            help="Metric that the output was tuned to or chosen by. Its scores are marked, since they flatter the "
            "output.",
            autocompletion=completion.metrics,
            show_default=False,
        ),
    ] = None,
    tokenize: Tokenize = "none",
    ids: Annotated[
        bool,
        typer.Option(
            "--ids", help="Match lines by the sentence id that they start with, as in Kaldi's text files."
        ),
    ] = False,
    sentence: Annotated[bool, typer.Option("--sentence", help="Write the score of each sentence.")] = False,
    compare: Annotated[
        str | None,
        typer.Option(
            metavar="ar|bs",
            help="Test the difference from the first system, by approximate randomisation or the paired bootstrap.",
            show_default=False,
        ),
    ] = None,
    trials: Annotated[int, typer.Option(min=1, help="For --compare: number of random trials.")] = 10_000,
    correction: Annotated[
        str,
        typer.Option(
            metavar="holm|bonferroni|none", help="For --compare: the correction for comparing many systems."
        ),
    ] = "holm",
    seed: Seed = 1,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Score one system's output, or several.

    Text is expected to be tokenised; use --tokenize if it is not. The metrics' signatures, below the scores, say
    exactly what was computed. With --compare, files separated by commas are replicas of one system: its output after
    tuning with several seeds.

    \b
    Example:
      pitchpipe score output.txt -r reference.txt -m bleu -m ter
      pitchpipe score a.txt b.txt -r ref1.txt -r ref2.txt -m chrf++ --json
      pitchpipe score old.txt new.txt -r reference.txt --compare ar
      pitchpipe score old1.txt,old2.txt,old3.txt new1.txt,new2.txt,new3.txt -r reference.txt --compare ar
    """
    from pitchpipe.cli.score_compare import check_choices, replicas_of, score_compare
    from pitchpipe.files import input_name
    from pitchpipe.metrics import find_metric
    from pitchpipe.metrics.optimised import MARK, flattered, verdict_note
    from pitchpipe.metrics.scorer import tally_lines
    from pitchpipe.metrics.scoring import score

    specs = list(dict.fromkeys(metric or ["bleu"]))
    built = [find_metric(spec) for spec in specs]
    marked = flattered(dict(zip(specs, built, strict=True)), tuned_to or [])
    titles = [f"{spec} {MARK}" if spec in marked else spec for spec in specs]
    needing = [one.name for one in built if one.needs_references]
    if needing and not reference:
        raise MissingReferencesError(f"{needing[0]} needs references, and there are none")
    files = [replicas_of(one) for one in outputs] if compare is not None else [[one] for one in outputs]
    if compare is not None:
        check_choices(compare, correction, sentence)
    paths = list(itertools.chain(*files))
    check_inputs(*paths, *(reference or ()), *([source] if source else ()))
    systems, references, sources = _read(paths, reference, source, ids)
    warnings = _warn_raw(specs, tokenize, references, dict(zip(paths, systems, strict=True)))
    if references is not None and reference:
        warnings += warn_of_misfits(
            systems, references, list(map(input_name, paths)), input_name(reference[0])
        )
    if note := verdict_note(specs, marked):
        terminal.warn(note)
        warnings.append(note)
    names = [input_name(path) for path in outputs]
    if compare is not None:
        lines = iter(systems)
        score_compare(
            [
                (name, list(itertools.islice(lines, len(replicas))))
                for name, replicas in zip(names, files, strict=True)
            ],
            references,
            dict(zip(specs, built, strict=True)),
            marked,
            sources=sources,
            test=compare,
            trials=trials,
            correction=correction,
            seed=seed,
            tokenize=tokenize,
            threads=thread_count(threads),
            json=json,
        )
        return
    scores = [
        [
            score(lines, references, one, sources=sources, tokenize=tokenize, threads=thread_count(threads))
            for one in built
        ]
        for lines in systems
    ]
    for line in tally_lines(built):
        terminal.log(line)
    if json:
        terminal.write_json(
            _as_json(names, specs, scores, sentence) | {"tuned_to": marked, "warnings": warnings}
        )
    elif sentence:
        _write_sentences(names, specs, scores)
    else:
        rows = [
            [name, *(f"{one.score:.2f}" for one in found)] for name, found in zip(names, scores, strict=True)
        ]
        terminal.show_table(["system", *titles], rows, sys.stdout)
        terminal.write_lines(_counts(names, specs, scores))
        terminal.write_lines(f"{spec} = {one.signature}" for spec, one in zip(specs, scores[0], strict=True))


def _read(
    outputs: list[str], references: list[str] | None, source: str | None, ids: bool
) -> tuple[list[list[str]], list[list[str]] | None, list[str] | None]:
    """The lines of each output, the references of each sentence and the source, where they are given."""
    from pitchpipe.files import check_line_counts, read_sentences

    sources = None if source is None else list(read_sentences(source, "source").lines)
    if references:
        systems, found = read_outputs(outputs, references, ids)
    else:
        systems, found = [list(read_sentences(path, "output").lines) for path in outputs], None
    for path, lines in zip(outputs, systems, strict=True):
        if source is not None and sources is not None:
            check_line_counts([path, source], [len(lines), len(sources)])
    return systems, found, sources


def read_outputs(
    outputs: list[str], references: list[str], ids: bool | None = None
) -> tuple[list[list[str]], list[list[str]]]:
    """The lines of each output, and the references of each sentence; with `ids`, matched by the ids that lines start with.

    None if this cannot be asked for.
    """
    from pitchpipe.cli.sentence_ids import lone_ids, matched_by_id, same_ids
    from pitchpipe.files import input_name, read_sentences
    from pitchpipe.lists.formats.references import WHITE_SPACE, ReferenceFiles

    found = ReferenceFiles.read(references)
    read = [read_sentences(path, "output") for path in outputs]
    if ids:
        texts = [[line.strip(WHITE_SPACE) for line in one.lines] for one in read]
        return matched_by_id(list(zip(map(input_name, outputs), texts, strict=True)), found)
    systems = [found.match(one) for one in read]
    if ids is not None and all(same_ids(lines, found.lines[0]) for lines in systems):
        terminal.warn("the lines start with ids, which count as words here; --ids matches the lines by them")
    elif odd := lone_ids(
        dict(zip([*map(input_name, outputs), found.name], [*systems, found.lines[0]], strict=True))
    ):
        terminal.warn(odd)
    return systems, [list(texts) for texts in zip(*found.lines, strict=True)]


def _warn_raw(
    specs: list[str], tokenize: str, references: list[list[str]] | None, outputs: dict[str, list[str]]
) -> list[str]:
    """Say which option helps if text looks raw: words with commas and full stops at their ends match less often."""
    from pitchpipe.files import input_name
    from pitchpipe.text import looks_raw
    from pitchpipe.text.raw_text import has_words

    if references is None or tokenize != "none" or all(spec.startswith(RAW) for spec in specs):
        return []
    texts = {**outputs, "the reference": [each[0] for each in references]}
    for name, lines in texts.items():
        if looks_raw(lines):
            shown = name if name == "the reference" else input_name(name)
            names = "13a" if has_words(lines) else "zh, ja-mecab or char"
            default = (
                "is sacreBLEU's default" if has_words(lines) else "are sacreBLEU's for scripts without spaces"
            )
            warning = f"{shown} looks untokenised, and is scored as it is; --tokenize {names} {default}"
            terminal.warn(warning)
            return [warning]
    return []


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
            if one.counts:
                by_metric[spec]["counts"] = dict(one.counts)
            if sentence:
                by_metric[spec]["sentences"] = one.sentences
        systems.append({"system": name, "sentences": len(found[0].sentences), "metrics": by_metric})
    return {**(systems[0] if len(systems) == 1 else {}), "systems": systems}


def _counts(outputs: list[str], specs: list[str], scores: list[list[Score]]) -> Iterator[str]:
    """What the scores are made of, where a metric says it."""
    for name, found in zip(outputs, scores, strict=True):
        for spec, one in zip(specs, found, strict=True):
            if one.counts:
                counts = ", ".join(f"{count:,} {what}" for what, count in one.counts.items())
                yield f"{spec} of {name}: {counts}"


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
