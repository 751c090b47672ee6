"""`pitchpipe classes`: word classes from text."""

from __future__ import annotations

from typing import Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Json, check_outputs
from pitchpipe.errors import InputError


def classes(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT",
            help="Tokenised text, a line for each sentence; stdin by default.",
            show_default=False,
        ),
    ] = "-",
    *,
    number: Annotated[int, typer.Option("--number", "-n", min=1, max=4096, help="Number of classes.")] = 100,
    passes: Annotated[
        int,
        typer.Option(
            min=0, help="Maximum number of passes over all words; clustering ends when no word moves."
        ),
    ] = 50,
    class_text: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Also write the text with a class in place of each word, for a language model of classes.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to this file instead of stdout.", show_default=False
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Cluster words into classes by their neighbours.

    Each line of the result is a word, a tab and the number of its class, as mkcls writes them. Words are exchanged between
    classes until no move makes the text more likely under a bigram model of classes (Kneser and Ney 1993). With --json, the
    likelihood and the classes are written as JSON.

    \b
    Example:
      pitchpipe classes train.en -o en.classes --number 100
      pitchpipe classes train.en -o en.classes --class-text train.classes
      pitchpipe lm estimate -n 7 train.classes -o classes.lm
    """
    from pitchpipe.files import input_name, write_whole
    from pitchpipe.lm import cluster_words
    from pitchpipe.text import Corpus

    check_outputs(output, class_text, inputs=[text])
    corpus = Corpus.read(text)
    if not len(corpus.words):
        raise InputError(f"{input_name(text)}: found no words, expected a text")
    with terminal.progress_bar(f"exchanging words between {number} classes") as show:
        found = cluster_words(corpus, number, passes=passes, progress=show)
    if class_text:
        written = found.classes.corpus(corpus)
        with write_whole(class_text) as file:
            for line in range(len(written)):
                file.write(f"{' '.join(written.line(line))}\n".encode())
    summary = {
        "words": len(found.classes),
        "classes": len({*found.classes.of.values()}),
        "passes": found.passes,
        "settled": found.settled,
        "log_likelihood": found.log_likelihood,
        "perplexity": found.perplexity,
    }
    if output:
        found.classes.write(output)
    if json:
        terminal.write_json({**summary, "of": dict(found.classes.of)})
    elif not output:
        terminal.write(found.classes.tsv)
    ended = "no move gains more" if found.settled else "moves that gain are left"
    terminal.log(
        f"{summary['words']} words in {summary['classes']} classes after {found.passes} passes, {ended}; "
        f"perplexity {found.perplexity:.2f}"
    )
