"""The derivation of a translation by rules, on one page: its tree, its features, and what else its spans could be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from pitchpipe.decoder import Candidate
from pitchpipe.decoder.forest import Applied, Glued
from pitchpipe.pages.search_page import COLOURS, LONG, aligned_words, features_section
from pitchpipe.pages.shell import resource, whole_page


@dataclass(frozen=True)
class DerivationPage:
    """What chart search made of a sentence."""

    words: Sequence[str]
    tree: Glued
    best: Candidate
    spans: Mapping[tuple[int, int], Sequence[tuple[str, float]]]
    """The best translations of each span, with their scores."""
    readable: str
    weights: Mapping[str, float]
    search: str
    """The settings of the search."""

    def to_html(self) -> str:
        """The whole page. It runs no script and loads nothing."""
        source = " ".join(self.words)
        facts = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in self._facts())
        return whole_page(
            f"How “{source[:60]}{'…' * (len(source) > 60)}” was translated",
            f"{resource('report', 'report.css')}\n{resource('pages', 'search.css')}\n{resource('pages', 'derivation.css')}",
            "",
            [
                f"<header><h1>{escape(self.readable)}</h1><p>{escape(source)}</p></header>",
                f'<dl class="facts">{facts}</dl>',
                self._derivation(),
                features_section(self.best, self.weights),
                self._spans(),
            ],
        )

    def _facts(self) -> list[tuple[str, str]]:
        rules = list(applied(self.tree))
        return [
            ("score", f"{self.best.score:.2f}"),
            ("rules", f"{len(rules):,}"),
            ("with gaps", f"{sum(bool(one.gaps) for one, _ in rules):,}"),
            ("glued", f"{len(self.tree.phrases):,}"),
        ]

    def _derivation(self) -> str:
        numbers = {(one.source_begin, one.source_end): place for place, one in enumerate(self.best.phrases)}
        items = "".join(self._item(one, numbers) for one in self.tree.phrases)
        drawn = aligned_words(self.words, self.best)
        long = " long" * (len(self.words) >= LONG)
        return (
            "<section><h2>The derivation</h2><p>A rule, the source words that it covers and what it adds to the score; below it what "
            "fills its gaps, in the order of the source. Phrases side by side are glued, which adds "
            f"{self.tree.glue:.3f}; the end of the sentence adds {self.tree.end:.3f}.</p>"
            f'<div class="wide{long}">{drawn}</div><ul class="tree">{items}</ul></section>'
        )

    def _item(self, one: Applied, numbers: Mapping[tuple[int, int], int]) -> str:
        inner = "".join(self._item(gap, numbers) for gap in one.gaps)
        below = f"<ul>{inner}</ul>" if inner else ""
        colour = f"c{numbers.get((one.begin, one.end), 0) % COLOURS}"  # as in the drawing of aligned words
        span = " ".join(self.words[one.begin : one.end])
        return (
            f'<li><div class="rule {colour}" title="{escape(span)}"><small>{one.begin}–{one.end}</small> {_side(one.source)} '
            f'<span class="to">→</span> {_side(one.target)} <small class="adds">{one.adds:.3f}</small></div>{below}</li>'
        )

    def _spans(self) -> str:
        rows = []
        for (begin, end), some in self.spans.items():
            texts = [f"{escape(text) or '∅'} <small>{score:.2f}</small>" for text, score in some]
            source = escape(" ".join(self.words[begin:end]))
            rows.append(
                f'<tr><td class="number">{begin}–{end}</td><td>{source}</td><td>{" · ".join(texts)}</td></tr>'
            )
        header = '<th class="number">words</th><th>source</th><th>translations, with their scores</th>'
        return (
            "<section><h2>Spans</h2><p>The best translations of each span that some translation in the chart goes through, with "
            "their scores as parts of a sentence: the language model sees no words before them.</p>"
            f'<div class="table"><div><table><thead><tr>{header}</tr></thead><tbody>{"".join(rows)}</tbody></table></div></div>'
            f'<p class="note">Search: {escape(self.search)}</p></section>'
        )


def applied(tree: Glued) -> Iterator[tuple[Applied, int]]:
    """All rules of a derivation, an outer one first, each with how many are around it."""

    def below(one: Applied, depth: int) -> Iterator[tuple[Applied, int]]:
        yield one, depth
        for gap in one.gaps:
            yield from below(gap, depth + 1)

    for phrase in tree.phrases:
        yield from below(phrase, 0)


def _side(text: str) -> str:
    """The words of a side, its gaps and labels marked."""
    symbols = [
        f'<span class="gap">{escape(symbol)}</span>'
        if symbol.startswith("[") and symbol.endswith("]") and len(symbol) > 2
        else escape(symbol)
        for symbol in text.split()
    ]
    return " ".join(symbols) or "∅"
