"""The derivation of a translation by rules, for `pitchpipe show`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pitchpipe.cli import terminal

if TYPE_CHECKING:
    from pitchpipe.decoder import Candidate, ChartDecoder, Given
    from pitchpipe.decoder.forest import Applied, Glued
    from pitchpipe.decoder.source_text import SourceText

Spans = Mapping[tuple[int, int], Sequence[tuple[str, float]]]


def show_derivation(
    decoder: ChartDecoder,
    sentence: str,
    given: Sequence[Sequence[Given]],
    best: Candidate,
    *,
    html: str | None,
    top: int,
    text: SourceText,
) -> None:
    """Write the tree of the best translation, and the best translations of each span."""
    from pitchpipe.cli.interactive import explained
    from pitchpipe.decoder.tokens import tokens

    words = tokens(sentence)
    (forest,) = decoder.forests([sentence], given=given)
    tree = forest.best()
    spans = best_of_spans(decoder, sentence, given, top)
    if html is None:
        lines = [
            *tree_lines(tree),
            "",
            *span_lines(words, spans, top),
            "",
            *explained(words, best, decoder.weights),
        ]
        terminal.write_lines(lines)
        return
    from pitchpipe.files import write_whole
    from pitchpipe.pages.derivation_page import DerivationPage

    (readable,) = text.texts.restored([best.text])
    said = ", ".join(
        f"{name}={getattr(decoder.search, name)}" for name in ("pop_limit", "beam", "options", "span_limit")
    )
    page = DerivationPage(words, tree, best, spans, readable, decoder.weights, said)
    with write_whole(html) as file:
        file.write(page.to_html().encode())
    terminal.log(f"{html}: {' '.join(words)} → {readable}")


def best_of_spans(
    decoder: ChartDecoder, sentence: str, given: Sequence[Sequence[Given]], top: int
) -> dict[tuple[int, int], list[tuple[str, float]]]:
    """The best translations of each span, whatever their labels, each text once; short spans first."""
    found = decoder.bins([sentence], 3 * top, given=given)
    assert found.covered is not None
    assert found.derivations is not None
    spans: dict[tuple[int, int], dict[str, float]] = {}
    size = len(sentence.split())
    for row, score in enumerate(found.scores.tolist()):
        begin, end = found.derivations.phrases[found.derivations.phrase_offsets[row], :2].tolist()
        if found.covered[row] < size:
            texts = spans.setdefault((begin, end), {})
            texts[found.texts[row]] = max(score, texts.get(found.texts[row], score))
    return {
        span: sorted(texts.items(), key=lambda one: -one[1])[:top]
        for span, texts in sorted(spans.items(), key=lambda item: (item[0][1] - item[0][0], item[0][0]))
    }


def tree_lines(tree: Glued) -> Iterator[str]:
    """A line for each rule, those in its gaps below it."""
    yield "derivation: each rule with the source words that it covers and what it adds to the score; below it, what fills its gaps"

    def below(one: Applied, indent: str, last: bool) -> Iterator[str]:
        yield f"{indent}{'└─' if last else '├─'} {one.begin}-{one.end}  {one.source} → {one.target or '(nothing)'}  {one.adds:.3f}"
        for place, gap in enumerate(one.gaps, 1):
            yield from below(gap, f"{indent}{'   ' if last else '│  '}", place == len(one.gaps))

    for phrase in tree.phrases:
        yield from below(phrase, "", phrase is tree.phrases[-1])
    yield f"glue {tree.glue:.3f}, end of the sentence {tree.end:.3f}, total {tree.score:.3f}"


def span_lines(words: Sequence[str], spans: Spans, top: int) -> Iterator[str]:
    """The best translations of each span."""
    from pitchpipe.files.plain_table import columns_of, padded

    yield f"spans: the best {top} translations of each, with their scores as parts of a sentence"
    sources = {span: " ".join(words[slice(*span)]) for span in spans}
    width = min(max(map(columns_of, sources.values()), default=0), 32)
    for span, texts in spans.items():
        said = " | ".join(f"{text or '(nothing)'} {score:.2f}" for text, score in texts)
        yield f"  {padded(sources[span], width)}  {said}"
