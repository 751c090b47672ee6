"""`pitchpipe extract`: a phrase table or a grammar from word-aligned text."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Threads, check_inputs, check_outputs, thread_count
from pitchpipe.errors import InputError
from pitchpipe.reordering import CHOICES


def extract(
    source: Annotated[
        str, typer.Argument(metavar="SRC", help="Tokenised source text, a sentence on each line.")
    ],
    target: Annotated[str, typer.Argument(metavar="TGT", help="Its translation, line by line.")],
    alignment: Annotated[
        str, typer.Argument(metavar="ALIGNMENT", help="Word alignments, as in: 0-0 1-2; - is stdin.")
    ],
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The table to write.", show_default=False)
    ],
    moses_dir: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Write Moses's text tables into this folder too.", show_default=False
        ),
    ] = None,
    max_length: Annotated[int, typer.Option(min=1, max=10, help="The longest phrase, in words.")] = 7,
    reordering: Annotated[
        str,
        typer.Option(metavar="MODELS", help=f"Reordering models: {', '.join(CHOICES)}."),
    ] = "both",
    grammar: Annotated[
        str | None,
        typer.Option(
            metavar="CONSTRAINTS",
            help="Extract rules with gaps under these constraints, as in: chiang2007, moses(max_initial=5), ghkm",
            show_default=False,
        ),
    ] = None,
    gaps: Annotated[
        str,
        typer.Option(
            metavar="SIDES",
            help="Extract phrases with gaps on these sides too: source, target, both, as in: both(count=1, span=10)",
        ),
    ] = "none",
    target_parses: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Trees over the target in Penn brackets, one on each line, for --grammar ghkm and labels=samt.",
            show_default=False,
        ),
    ] = None,
    source_parses: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Trees over the source in the same format, for labels=source-samt.",
            show_default=False,
        ),
    ] = None,
    discount: Annotated[
        str,
        typer.Option(
            metavar="METHOD", help="Discount counts of phrase pairs: none, kneser-ney, modified-kneser-ney."
        ),
    ] = "none",
    min_probability: Annotated[
        float, typer.Option(min=0, max=1, metavar="P", help="Keep translations with p(e|f) of at least P.")
    ] = 0.0,
    min_count: Annotated[
        int, typer.Option(min=0, metavar="N", help="Keep phrase pairs that occur at least N times.")
    ] = 0,
    top: Annotated[
        int,
        typer.Option(min=0, metavar="K", help="Keep the K best translations of a source phrase; 0 for all."),
    ] = 0,
    restrict_to: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Keep only source phrases that occur in this text; one --restrict-to for each file.",
            show_default=False,
        ),
    ] = None,
    memory: Annotated[
        int, typer.Option(min=1, metavar="MB", help="Memory for sorting; what does not fit goes to disk.")
    ] = 1024,
    threads: Threads = None,
) -> None:
    """Extract and score the phrase pairs of a word-aligned text.

    The table has both relative frequencies, both lexical weights, and the word-based and the hierarchical reordering
    model. It is one file that is mapped into memory, not read. With --grammar, it has rules with gaps (Chiang 2007),
    from trees over the target with ghkm (Galley et al. 2004, 2006). With --gaps, phrase pairs may have gaps on the source,
    the target or both (Galley and Manning 2010), as in: rufe [X] an, call [X] up.

    \b
    Example:
      pitchpipe extract train.de train.en train.align -o phrases.table
      pitchpipe extract train.de train.en train.align -o small.table --top 20 --restrict-to test.de
      pitchpipe extract train.de train.en train.align -o phrases.table --gaps both
      pitchpipe extract train.de train.en train.align -o grammar.table --grammar chiang2007
      pitchpipe extract train.de train.en train.align -o grammar.table --grammar ghkm --target-parses train.parses
      pitchpipe extract train.de train.en train.align -o grammar.table --grammar "loose(labels=source-samt)" --source-parses de.parses
    """
    from pitchpipe.align import Alignments
    from pitchpipe.files import input_name, read_lines, read_sentences
    from pitchpipe.grammar import Trees, check_parses, extract_rules, parses_by_side, rule_settings
    from pitchpipe.phrases import Extraction, Filter, Gaps, Names, write_moses
    from pitchpipe.phrases import extract as extract_phrases
    from pitchpipe.text import read_parallel

    parses = parses_by_side(source_parses, target_parses)
    inputs = [source, target, alignment, *(restrict_to or []), *parses.values()]
    check_inputs(*inputs)
    check_outputs(output, inputs=inputs)
    if moses_dir is not None and not os.path.isdir(moses_dir):
        check_outputs(output, moses_dir)
    kept = Filter(min_probability=min_probability, min_count=min_count, top=top)
    chosen = (
        rule_settings(grammar, kept)
        if grammar
        else Extraction(
            max_length=max_length, reordering=reordering, discount=discount, filter=kept, gaps=Gaps.of(gaps)
        )
    )
    if grammar and gaps != "none":
        raise InputError(
            "found --gaps with --grammar, expected one of them: the rules of a grammar have gaps"
        )
    check_parses("" if isinstance(chosen, Extraction) else chosen.trees_over, parses)
    if grammar and moses_dir is not None:
        raise InputError("--moses-dir is for phrase tables, expected convert --to moses for a grammar")
    lines = [line for path in restrict_to for line in read_sentences(path).lines] if restrict_to else None
    source_text, target_text = read_parallel([source, target])
    links = Alignments.read(alignment)
    texts, trees = {"source": source_text, "target": target_text}, None
    for side, path in parses.items():
        trees = Trees.of(read_lines(path), texts[side], name=input_name(path))
    with terminal.progress_bar("extracting rules" if grammar else "extracting phrases") as progress:
        how: dict[str, Any] = {
            "restrict_to": lines,
            "threads": thread_count(threads),
            "memory": memory << 20,
            "names": Names(input_name(source), input_name(target), input_name(alignment)),
            "progress": lambda share: progress(round(100 * share), 100),
        }
        aligned = source_text, target_text, links.links, links.offsets, output
        if isinstance(chosen, Extraction):
            table = extract_phrases(*aligned, settings=chosen, **how)
        else:
            table = extract_rules(*aligned, settings=chosen, trees=trees, **how)
    what = ("rules", "source sides") if grammar else ("phrase pairs", "source phrases")
    terminal.log(f"{output}: {len(table):,} {what[0]} of {table.phrase_count:,} {what[1]}")
    if moses_dir is not None:
        with terminal.progress_bar("writing Moses's tables") as progress:
            written = write_moses(table, moses_dir, progress=lambda share: progress(round(100 * share), 100))
        terminal.log(f"wrote {', '.join(map(str, written))}")
