"""`pitchpipe show`: a translation being built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.open_model import (
    Features,
    Inclusive,
    IsPrepared,
    Markup,
    ModelFolder,
    ModelWeights,
    SearchSet,
    TermsFile,
    open_decoder,
    open_source_text,
)
from pitchpipe.cli.options import check_outputs
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.decoder import SearchSettings, Trace
    from pitchpipe.decoder.trace import TracedOption

LONGEST = 200
"""Words of a sentence; the search for longer ones has too many hypotheses to look at."""


def show(
    model: ModelFolder,
    sentence: Annotated[
        str, typer.Argument(metavar="SENTENCE", help="Sentence to translate.", show_default=False)
    ],
    *,
    html: Annotated[
        str | None,
        typer.Option(
            "--html", metavar="FILE", help="Write an HTML page of the search here.", show_default=False
        ),
    ] = None,
    top: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            help="Number of hypotheses to show for each stack, and of options for each span.",
        ),
    ] = 5,
    weights: ModelWeights = None,
    terms: TermsFile = None,
    markup: Markup = False,
    inclusive: Inclusive = False,
    feature: Features = None,
    set: SearchSet = None,
    prepared: IsPrepared = False,
) -> None:
    """Show how a sentence is translated: its options, its stacks, and the scores of the best translation.

    Each stack has the hypotheses that cover the same number of source words, ranked by their score plus the estimate
    of the rest. A star marks those on the way to the translation. If the model is a grammar, the tree of rules is
    drawn, and the best translations of each span are listed.

    \b
    Example:
      pitchpipe show model "ein kleines haus"
      pitchpipe show model "ein kleines haus" --html page.html
      pitchpipe show model "ein kleines haus" --set beam=3,pop_limit=10 --top 3
    """
    from pitchpipe.cli.show_derivation import show_derivation
    from pitchpipe.decoder import ChartDecoder
    from pitchpipe.decoder.tokens import tokens

    check_outputs(html, inputs=[weights, terms])
    decoder = open_decoder(model, weights, set, threads=1, features=feature)
    text = open_source_text(model, prepared=prepared, terms=terms, markup=markup, inclusive=inclusive)
    (prepared_sentence,), given = text.prepare([sentence], place=lambda _: "the sentence")
    words = tokens(prepared_sentence)
    if not 1 <= len(words) <= LONGEST:
        raise InputError(f"found a sentence of {len(words)} words, expected 1 to {LONGEST}")
    found = decoder.translate([prepared_sentence], given=given)
    if not len(found.texts):
        raise InputError("the search found no translation; widen it, as in --set distortion_limit=6,beam=500")
    if isinstance(decoder, ChartDecoder):
        show_derivation(decoder, prepared_sentence, given, found[0], html=html, top=top, text=text)
        return
    trace = decoder.trace(prepared_sentence, given=given[0] if given else ())
    if html:
        from pitchpipe.files import write_whole
        from pitchpipe.pages.search_page import SearchPage

        (readable,) = text.texts.restored([found[0].text])
        page = SearchPage(trace, found[0], readable, decoder.weights, _said(decoder.search), 2 * top)
        with write_whole(html) as file:
            file.write(page.to_html().encode())
        terminal.log(f"{html}: {' '.join(words)} → {readable}")
        return
    from pitchpipe.cli.interactive import explained

    terminal.write_lines(
        [
            *option_lines(trace, top),
            "",
            *stack_lines(trace, top),
            *explained(words, found[0], decoder.weights),
        ]
    )


def _said(search: SearchSettings) -> str:
    names = ("strategy", "pop_limit", "beam", "threshold", "distortion_limit", "options")
    return ", ".join(f"{name}={getattr(search, name)}" for name in names)


def option_lines(trace: Trace, top: int) -> Iterator[str]:
    """The best options of each span with their estimates."""
    from pitchpipe.files.plain_table import columns_of, padded

    yield f"options: the best {top} of each span, with their scores and the language model's of the phrase alone"
    spans: dict[tuple[tuple[int, int], ...], list[str]] = {}
    for option in trace.options:
        mark = " (given)" if option.given else " (unknown)" if option.unknown else ""
        if option.spans:
            text = _with_pieces(trace, option)
            spans.setdefault(option.spans, []).append(f"{text or '(nothing)'} {option.estimate:.2f}{mark}")
    sources = {pieces: " … ".join(" ".join(trace.words[b:e]) for b, e in pieces) for pieces in spans}
    width = min(max(map(columns_of, sources.values()), default=0), 32)
    for pieces, texts in sorted(spans.items(), key=lambda item: (item[0][-1][1] - item[0][0][0], item[0])):
        more = f" | {len(texts) - top} more" if len(texts) > top else ""
        yield f"  {padded(sources[pieces], width)}  {' | '.join(texts[:top])}{more}"


def _with_pieces(trace: Trace, option: TracedOption) -> str:
    """The target words of an option, and of the pieces that have to follow."""
    if option.next is None:
        return option.text
    return f"{option.text} … {_with_pieces(trace, trace.options[option.next])}"


def stack_lines(trace: Trace, top: int) -> Iterator[str]:
    """The best hypotheses of each stack."""
    from pitchpipe.pages.search_page import shown_hypotheses, stack_summary

    path = set() if trace.best is None else {one.number for one in trace.path(trace.best.number)}
    for stack in trace.stacks[1:]:
        shown = shown_hypotheses(stack, path, top)
        yield f"stack {stack.covered}: {stack_summary(stack)}"
        for place, one in shown:
            star = "*" if one.number in path else " "
            dots = "".join("●" if covered else "○" for covered in one.coverage)
            fate = "" if one.kept else "  (pruned)"
            fate += f"  ({len(one.recombined)} recombined)" if one.recombined else ""
            fate += f"  (owes {', '.join(piece.text for piece in one.owed)})" if one.owed else ""
            score = f"{one.rank:8.2f} = {one.score:7.2f} {'-' if one.rest < 0 else '+'} {abs(one.rest):5.2f}"
            yield f"{star}{place:4}  {score}  {dots}  {trace.text(one.number)}{fate}"
        if len(stack.hypotheses) > len(shown):
            yield f"      {len(stack.hypotheses) - len(shown)} more"
        yield ""
