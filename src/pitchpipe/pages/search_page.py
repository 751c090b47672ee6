"""A translation being built, on one page: its steps and features, the options there were, and the stacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from pitchpipe.decoder import Candidate, Trace
from pitchpipe.decoder.trace import Stack, TracedHypothesis, TracedOption
from pitchpipe.pages.shell import resource, whole_page
from pitchpipe.pages.svg import document, element, width_of

COLOURS = 8
SPACE, LINE, EDGE = 8.0, 22.0, 5.0
LONG, LONGER = 16, 21
"""Words of a sentence from which on the options, and from which on its alignment, are too wide for paper."""
GAPPED = " The pieces of a phrase with gaps have one colour."
MOST_PRUNED = 3
"""Pruned hypotheses shown of each stack, the best ones."""


@dataclass(frozen=True)
class SearchPage:
    """What a search made of a sentence."""

    trace: Trace
    best: Candidate
    """With all its features; `trace` has dense ones only."""
    readable: str
    weights: Mapping[str, float]
    search: str
    """The settings of the search."""
    top: int = 8
    """How many hypotheses to show of each stack, and half as many options of each span."""

    def to_html(self) -> str:
        """The whole page. It may run its own script and nothing else, and load nothing."""
        words = " ".join(self.trace.words)
        title = f"How “{_cut(words, 60)}” was translated"
        facts = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in self._facts())
        return whole_page(
            title,
            f"{resource('report', 'report.css')}\n{resource('pages', 'search.css')}",
            resource("pages", "search.js"),
            [
                f"<header><h1>{escape(self.readable)}</h1><p>{escape(words)}</p></header>",
                f'<dl class="facts">{facts}</dl>',
                self._steps(),
                features_section(self.best, self.weights),
                self._options(),
                self._stacks(),
            ],
        )

    def _facts(self) -> list[tuple[str, str]]:
        stacks = self.trace.stacks[1:]
        return [
            ("score", f"{_number(self.best.score, 2)}"),
            ("options", f"{len(self.trace.options):,}"),
            ("hypotheses", f"{sum(len(one.hypotheses) for one in stacks):,}"),
            ("recombined", f"{sum(one.recombined for one in stacks):,}"),
            ("pruned", f"{sum(one.pruned for one in stacks):,}"),
        ]

    def _steps(self) -> str:
        path, numbers = self._path()
        rows, before = [], 0
        for place, (one, number) in enumerate(zip(path, numbers, strict=True), 1):
            step = one.extension
            assert step is not None
            option = step.option
            jump = option.begin - before if option.spans else 0
            rows.append(
                f'<tr><td class="number">{place}</td><td>{self._source(option, number)}</td>'
                f"<td>{_phrase(option.text, number)}{_origin(option)}</td>"
                f'<td class="number">{f"{jump:+d}" if jump else "0"}</td><td class="number">{_number(step.score)}</td>'
                f'<td class="number">{_number(one.score)}</td></tr>'
            )
            before = option.end if option.spans else before
        if self.trace.best is not None:
            rest = self.trace.best.rest
            rows.append(
                '<tr><td></td><td class="text">end of the sentence</td><td></td><td></td>'
                f'<td class="number">{_number(rest)}</td><td class="number">{_number(self.best.score)}</td></tr>'
            )
        header = '<th class="number">step</th><th>source</th><th>target</th><th class="number">jump</th><th class="number">adds</th><th class="number">score</th>'
        return (
            "<section><h2>The translation, step by step</h2>"
            "<p>Each colour is a phrase. Lines join aligned words. Steps follow the order of the translation; a jump is "
            f"the distance from the last phrase's end.{GAPPED * (len(set(numbers)) < len(numbers))}</p>"
            f"{self._wide(aligned_words(self.trace.words, self.best, self._colours()), LONGER)}"
            f'<div class="table"><div><table><thead><tr>{header}</tr></thead><tbody>{"".join(rows)}</tbody></table></div></div></section>'
        )

    def _path(self) -> tuple[list[TracedHypothesis], list[int]]:
        """The steps of the translation, and the number of the phrase of each."""
        best = self.trace.best
        return (
            ([], [])
            if best is None
            else (self.trace.path(best.number), self.trace.phrase_numbers(best.number))
        )

    def _source(self, option: TracedOption, number: int) -> str:
        """The source words of a step, piece by piece."""
        pieces = (_phrase(" ".join(self.trace.words[b:e]), number) for b, e in option.spans)
        return " … ".join(pieces) or _phrase("…", number)

    def _colours(self) -> tuple[dict[int, int], dict[int, int]]:
        """The phrase of each source word and of each target word."""
        source: dict[int, int] = {}
        target: dict[int, int] = {}
        for one, number in zip(*self._path(), strict=True):
            assert one.extension is not None
            option = one.extension.option
            source |= {word: number for b, e in option.spans for word in range(b, e)}
            words = len(option.text.split(" ")) if option.text else 0
            target |= dict.fromkeys(range(len(target), len(target) + words), number)
        return source, target

    def _options(self) -> str:
        trace = self.trace
        most = max(1, self.top // 2 if len(trace.words) < LONG else min(self.top // 2, 3))
        used = {
            id(one.extension.option): number
            for one, number in zip(*self._path(), strict=True)
            if one.extension
        }
        shown, left_out = _best_options(trace.options, most, used)
        cells = [
            f'<div class="source" style="grid-area:1/{place + 1}">{escape(word)} <small>{place}</small></div>'
            for place, word in enumerate(trace.words)
        ]
        full: list[list[bool]] = []
        for option in shown:
            row = next((i for i, taken in enumerate(full) if not any(taken[option.begin : option.end])), None)
            if row is None:
                row = len(full)
                full.append([False] * len(trace.words))
            full[row][option.begin : option.end] = [True] * (option.end - option.begin)
            number = used.get(id(option))
            kind = "option" if number is None else f"option used c{number % COLOURS}"
            source = " … ".join(" ".join(trace.words[b:e]) for b, e in option.spans)
            said = f"{source or '…'} → {option.text}: {_number(option.score)}, with the language model of the phrase alone {option.estimate:.3f}"
            cells.append(
                f'<div class="{kind}" style="grid-area:{row + 2}/{option.begin + 1}/auto/{option.end + 1}" '
                f'title="{escape(said)}">{_with_dots(option)} <small>{_number(option.estimate, 2)}</small>{_origin(option)}</div>'
            )
        note = f" {left_out:,} more are not shown." if left_out else ""
        columns = f"repeat({len(trace.words)},minmax(0,1fr));min-width:{5.5 * len(trace.words):.1f}rem"
        chart = f'<div class="chart" style="grid-template-columns:{columns}">{"".join(cells)}</div>'
        return (
            "<section><h2>Options</h2><p>Translations of each span of source words, the best ones of each, with their scores "
            f"and the language model's of the phrase alone. Those that the translation uses are coloured.{note}</p>"
            f"{self._wide(chart, LONG)}</section>"
        )

    def _wide(self, drawn: str, long: int) -> str:
        """A drawing that scrolls where it is too wide, and is left out on paper."""
        if len(self.trace.words) < long:
            return f'<div class="wide">{drawn}</div>'
        return f'<div class="wide long">{drawn}</div><p class="note on-paper">The drawing is too wide for paper.</p>'

    def _stacks(self) -> str:
        path = set()
        if self.trace.best is not None:
            path = {one.number for one in self.trace.path(self.trace.best.number)}
        columns = "".join(self._stack(stack, path) for stack in self.trace.stacks[1:])
        return (
            "<section><h2>Stacks</h2><p>Stack n has the hypotheses that cover n source words, ranked by their score and an "
            "estimate of the rest. Open one to see its features, and the worse ways to the same state that were recombined "
            "with it.</p>"
            '<ul class="legend"><li><span class="swatch best"></span>on the way to the translation</li>'
            '<li><span class="swatch"></span>kept</li><li><span class="swatch pruned"></span>pruned</li>'
            "<li>● a covered word, ○ one that is not</li></ul>"
            f'<div class="wide"><div class="stacks">{columns}</div></div>'
            f'<p class="note">Search: {escape(self.search)}</p></section>'
        )

    def _stack(self, stack: Stack, path: set[int]) -> str:
        shown = shown_hypotheses(stack, path, self.top)
        cards = "".join(self._hypothesis(place, one, one.number in path) for place, one in shown)
        left_out = len(stack.hypotheses) - len(shown)
        more = f'<p class="left-out">{left_out:,} more are not shown.</p>' if left_out else ""
        words = "word" if stack.covered == 1 else "words"
        return f'<div class="stack"><h3>{stack.covered} {words}</h3><p class="note">{stack_summary(stack)}</p>{cards}{more}</div>'

    def _hypothesis(self, place: int, one: TracedHypothesis, best: bool) -> str:
        step = one.extension
        assert step is not None
        before = self.trace.text(step.start)
        kind = "hypothesis" + (" best" if best else "") + ("" if one.kept else " pruned")
        dots = "".join("●" if covered else "○" for covered in one.coverage)
        tags = [] if one.kept else ["pruned"]
        if one.recombined:
            tags.append(f"{len(one.recombined)} recombined")
        if one.owed:
            tags.append(f"owes {', '.join(escape(piece.text) for piece in one.owed)}")
        tag = f' <span class="tag">{" · ".join(tags)}</span>' if tags else ""
        complete = one.covered == len(self.trace.words) and not one.owed
        rest = "end" if complete else "rest"
        return (
            f'<details class="{kind}" data-number="{one.number}" data-start="{step.start}"><summary>'
            f'<span class="dots" title="rank {place}">{dots}</span><span class="score">{_number(one.rank, 2)}</span>'
            f'<span class="text">{escape(before)} <b>{escape(step.option.text) or "∅"}</b>{tag}</span></summary>'
            f'<div class="more"><p>Rank {place}: {_number(one.score)} and {rest} {_number(one.rest)}. '
            f"The last step adds {_number(step.score)}.</p>"
            f"<table>{''.join(self._products(one))}</table>{self._recombined(one)}</div></details>"
        )

    def _products(self, one: TracedHypothesis) -> Iterator[str]:
        complete = one.covered == len(self.trace.words) and not one.owed
        total = one.score + (one.rest if complete else 0.0)
        for name, value in one.features.items():
            product = value * self.weights.get(name, 0.0)
            total -= product
            if value:
                yield _product(name, value, product)
        if abs(total) > 1e-3 * max(1.0, abs(one.score)):
            yield _product("sparse features", None, total)

    def _recombined(self, one: TracedHypothesis) -> str:
        rows = [
            f"<tr><td>{escape(f'{self.trace.text(other.start)} {other.option.text}'.strip())}</td>"
            f'<td class="number">{_number(other.total)}</td></tr>'
            for other in sorted(one.recombined, key=lambda other: -other.total)[: self.top]
        ]
        if not rows:
            return ""
        left_out = len(one.recombined) - len(rows)
        more = f'<p class="left-out">{left_out} more are not shown.</p>' if left_out else ""
        return f"<p>Recombined:</p><table>{''.join(rows)}</table>{more}"


def aligned_words(
    words: Sequence[str], best: Candidate, numbers: tuple[Mapping[int, int], Mapping[int, int]] | None = None
) -> str:
    """Source words over target words, in the colours of their phrases, whose numbers may be given for each side."""
    target = best.text.split(" ") if best.text else []
    if numbers is None:
        source: dict[int, int] = {}
        translated: dict[int, int] = {}
        for number, phrase in enumerate(best.phrases):
            source |= dict.fromkeys(range(phrase.source_begin, phrase.source_end), number)
            translated |= dict.fromkeys(range(phrase.target_begin, phrase.target_end), number)
        numbers = source, translated
    source_colour, target_colour = ({word: n % COLOURS for word, n in side.items()} for side in numbers)
    tops, width = _row(words, source_colour, 16)
    bottoms, other = _row(target, target_colour, 106)
    middles = [[x for x, _ in part] for part in (tops, bottoms)]
    links = [
        element(
            "path",
            d=f"M{middles[0][s]:.1f} 22C{middles[0][s]:.1f} 60 {middles[1][t]:.1f} 52 {middles[1][t]:.1f} 90",
            class_=f"link c{source_colour.get(s, 6)}",
            fill="none",
            stroke="#888",
        )
        for s, t in best.alignment
    ]
    parts = [drawn for part in (tops, bottoms) for _, drawn in part]
    label = f"The alignment of {' '.join(words)} and {best.text}"
    return document(max(width, other), 116, label, *links, *parts)


def features_section(best: Candidate, weights: Mapping[str, float]) -> str:
    """Each feature times its weight."""
    zero = [name for name, value in best.features.items() if value == 0]
    rows = sorted(
        ((name, value, weights.get(name, 0.0)) for name, value in best.features.items() if value),
        key=lambda row: -abs(row[1] * row[2]),
    )
    most = max((abs(value * weight) for _, value, weight in rows), default=0.0) or 1.0
    lines = []
    for name, value, weight in rows:
        product = value * weight
        bar = f'<b style="width:{100 * abs(product) / most:.1f}%"></b>'
        sides = f"<i>{bar if product < 0 else ''}</i><i>{bar if product > 0 else ''}</i>"
        lines.append(
            f'<tr><td class="text">{escape(name)}</td><td class="number">{_number(value)}</td>'
            f'<td class="number">{weight:.4f}</td><td class="number">{_number(product)}</td>'
            f'<td class="contribution"><div>{sides}</div></td></tr>'
        )
    total = f'<tr class="total"><td>score</td><td></td><td></td><td class="number">{_number(best.score)}</td><td></td></tr>'
    header = '<th>feature</th><th class="number">value</th><th class="number">weight</th><th class="number">product</th><th></th>'
    return (
        f"<section><h2>Features times weights</h2><p>Their products add up to the score.{_zero(zero)}</p>"
        f'<div class="table"><div><table><thead><tr>{header}</tr></thead><tbody>{"".join(lines)}{total}</tbody></table></div></div></section>'
    )


def shown_hypotheses(stack: Stack, path: set[int], top: int) -> list[tuple[int, TracedHypothesis]]:
    """The best hypotheses of a stack with their ranks from 1, those on the path, and the best of those pruned."""
    kept, pruned = [], 0
    for place, one in enumerate(stack.hypotheses, 1):
        if one.number in path or (one.kept and place <= top):
            kept.append((place, one))
        elif not one.kept and pruned < MOST_PRUNED:
            pruned += 1
            kept.append((place, one))
    return kept


def stack_summary(stack: Stack) -> str:
    """What became of a stack's extensions."""
    made = len(stack.hypotheses) + stack.recombined
    return (
        f"{made:,} extensions made, {stack.skipped:,} not made; {stack.recombined:,} recombined; "
        f"{stack.kept:,} hypotheses kept, {stack.pruned:,} pruned"
    )


def _best_options(
    options: Sequence[TracedOption], most: int, used: Mapping[int, int]
) -> tuple[list[TracedOption], int]:
    """The first ones of each span and those that are used, short spans first; and how many are left out."""
    counts: dict[object, int] = {}
    shown = []
    for option in options:
        span = option.begin, option.end, option.spans
        counts[span] = counts.get(span, 0) + 1
        if counts[span] <= most or id(option) in used:
            shown.append(option)
    shown.sort(key=lambda one: (id(one) not in used, one.end - one.begin, one.begin))
    return shown, len(options) - len(shown)


def _row(words: Sequence[str], colours: Mapping[int, int], y: float) -> tuple[list[tuple[float, str]], float]:
    """Words beside each other: the middle of each, and its drawing; and how wide all are."""
    drawn, x = [], SPACE / 2
    for place, word in enumerate(words):
        broad = sum(char.isupper() or char in "mw" for char in word)
        width = width_of(word, 15) + 5 * broad + EDGE
        colour = f"c{colours.get(place, 6)}"
        box = element(
            "rect",
            x=x,
            y=y - 16,
            width=width,
            height=LINE,
            rx=3,
            class_=f"under {colour}",
            fill="#888",
            fill_opacity=0.9,
        )
        label = element(
            "text",
            escape(word),
            x=x + width / 2,
            y=y,
            text_anchor="middle",
            class_="word",
            font_size=15,
        )
        drawn.append((x + width / 2, box + label))
        x += width + SPACE
    return drawn, x


def _product(name: str, value: float | None, product: float) -> str:
    said = "" if value is None else f"{_number(value, 2)}"
    return f'<tr><td>{escape(name)}</td><td class="number">{said}</td><td class="number">{_number(product)}</td></tr>'


def _phrase(text: str, number: int) -> str:
    return f'<span class="phrase c{number % COLOURS}">{escape(text) or "∅"}</span>'


def _with_dots(option: TracedOption) -> str:
    """The target words of an option, with dots where pieces come before or after them."""
    before, after = ("" if option.spans else "… "), ("" if option.next is None else " …")
    return f"{before}{escape(option.text) or '∅'}{after}"


def _origin(option: TracedOption) -> str:
    unknown = f"unknown, {'copied' if option.text else 'dropped'}" if option.unknown else ""
    said = "given" if option.given else unknown
    return f' <span class="tag">{said}</span>' if said else ""


def _zero(names: Sequence[str]) -> str:
    if not names:
        return ""
    shown = ", ".join(names[:12])
    return escape(f" These are 0: {shown}{', …' if len(names) > 12 else ''}.")


def _number(value: float, digits: int = 3) -> str:
    """Without a sign before 0."""
    said = f"{value:.{digits}f}"
    return said.removeprefix("-") if float(said) == 0 else said


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"
