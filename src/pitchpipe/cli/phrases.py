"""`pitchpipe phrases`: a phrase looked up, with all its scores."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Json
from pitchpipe.errors import InputError
from pitchpipe.files.plain_table import aligned
from pitchpipe.reordering import score_names

if TYPE_CHECKING:
    from pitchpipe.model import Lookup, ModelTexts, PhrasePair


def phrases(
    model: Annotated[
        str,
        typer.Argument(metavar="MODEL", help="The folder of a model, or a phrase table.", show_default=False),
    ],
    phrase: Annotated[str, typer.Argument(metavar="PHRASE", help="Phrase to look up.", show_default=False)],
    *,
    parts: Annotated[bool, typer.Option("--parts", help="Look up all known phrases within it too.")] = False,
    target: Annotated[
        bool, typer.Option("--target", help="Look up a target phrase, and show what it translates.")
    ] = False,
    number: Annotated[
        int, typer.Option("-n", "--number", min=0, metavar="N", help="Show the N best; 0 shows all.")
    ] = 10,
    prepared: Annotated[
        bool, typer.Option("--prepared", help="Take the phrase as it is, without preparing it like raw text.")
    ] = False,
    json: Json = False,
) -> None:
    """Look up a phrase in a model, with all its scores.

    Translations are in the decoder's order: by the weighted sum of all features that need only the phrase itself,
    including the language model. In a phrase table they are ordered by p(e|f). The scores are probabilities; --json
    has natural logarithms, as the decoder adds them. The reordering scores <m, <s and <d stand for monotone, swap and
    discontinuous (or <r and <l for right and left) relative to the phrase before; >m, >s and >d are relative to the
    phrase after.

    \b
    Example:
      pitchpipe phrases model "ein kleines haus"
      pitchpipe phrases model "ein kleines haus" --parts -n 3
      pitchpipe phrases model "small" --target
      pitchpipe phrases phrases.table "haus"
    """
    with ExitStack() as stack:
        lookup, texts = _opened(model, stack)
        asked = " ".join(phrase.split())
        if not prepared:
            (asked,) = (texts.target if target else texts.source)([asked])
        if not asked:
            raise InputError("found an empty phrase, expected some words")
        if parts and target:
            raise InputError("found --parts with --target, expected parts of a source phrase")
        if asked != phrase:
            terminal.log(f"looked up as: {asked}")
        wanted = dict.fromkeys([asked, *(lookup.parts(asked) if parts else [])])
        found = {one: lookup.sources(one) if target else lookup.translations(one) for one in wanted}
        if json:
            documents = [
                {
                    "phrase": one,
                    "count": len(pairs),
                    "pairs": [pair.as_dict() for pair in _first(pairs, number)],
                }
                for one, pairs in found.items()
            ]
            terminal.write_json({"phrases": documents})
            return
        if not any(found.values()):
            raise InputError(_missing(lookup, asked, model, target))
        for one, pairs in found.items():
            _show(lookup, one, pairs, number, target)


def _opened(path: str, stack: ExitStack) -> tuple[Lookup, ModelTexts]:
    """What to look up in, and how text is prepared for it."""
    import os
    from tempfile import TemporaryDirectory

    from pitchpipe.files.flat_file import is_flat_file
    from pitchpipe.model import Lookup, Model, ModelTexts
    from pitchpipe.phrases import PhraseTable, read_moses

    if os.path.isdir(path):
        return Lookup.of(Model.read(path)), ModelTexts.read(path)
    if is_flat_file(path):
        return Lookup.of(PhraseTable.read(path)), ModelTexts()
    folder = stack.enter_context(TemporaryDirectory())
    return Lookup.of(read_moses(path, path=os.path.join(folder, "phrases.table"))), ModelTexts()


def _first(pairs: Sequence[PhrasePair], number: int) -> Sequence[PhrasePair]:
    return pairs[:number] if number else pairs


def _missing(lookup: Lookup, phrase: str, model: str, target: bool) -> str:
    """That a phrase is not there, and what is."""
    side = "target phrase" if target else "phrase"
    said = f"{model}: found no {side} {phrase!r}"
    if target:
        return f"{said}, expected one of the table's"
    cover = lookup.cover(phrase)
    known = [repr(part) for part in cover if lookup.knows(part)]
    if known:
        said += f"; its known parts are {', '.join(known)}"
    for word in [part for part in cover if not lookup.knows(part)][:3]:
        near = lookup.nearest(word)
        said += f"; {word!r} is not known" + (
            f", did you mean {' or '.join(map(repr, near))}?" if near else ""
        )
    return said


def _show(lookup: Lookup, phrase: str, pairs: Sequence[PhrasePair], number: int, target: bool) -> None:
    """Tables of the pairs' scores, of their counts, and of their reordering."""
    shown = _first(pairs, number)
    many = f"{len(pairs):,} {'source phrase' if target else 'translation'}{'' if len(pairs) == 1 else 's'}"
    terminal.write(f"{phrase}: {many}{f', the best {len(shown)}' if len(shown) < len(pairs) else ''}\n\n")
    if not shown:
        return
    named = [one.source if target else one.option.target for one in shown]
    title = "source" if target else "translation"
    for header, cells in (*_scores(lookup, shown), *_counts(shown), *_reordering(shown)):
        rows = [[name, *row] for name, row in zip(named, cells, strict=True)]
        # Plain lines, which a narrow terminal wraps: a drawn table would leave columns out there.
        terminal.write(f"{aligned([title, *header], rows)}\n")
    if lookup.model and lookup.model.sparse.templates:
        terminal.log("scores are without sparse features, which count in the decoder too")


Rows = tuple[list[str], list[list[str]]]


def _scores(lookup: Lookup, shown: Sequence[PhrasePair]) -> Iterator[Rows]:
    names = list(dict.fromkeys(name for one in shown for name in one.option.scores))
    header, rows = (
        [*names],
        [
            [_probability(one.option.scores[name]) if name in one.option.scores else "" for name in names]
            for one in shown
        ],
    )
    if lookup.model:
        languages = [one.name for one in lookup.model.language_models]
        header = ["score", *names, *languages]
        rows = [
            [f"{one.score:.2f}", *row, *(_probability(one.features[name]) for name in languages)]
            for one, row in zip(shown, rows, strict=True)
        ]
    if len(lookup.tables) > 1:
        header.append("table")
        rows = [[*row, str(one.table)] for one, row in zip(shown, rows, strict=True)]
    yield header, rows


def _counts(shown: Sequence[PhrasePair]) -> Iterator[Rows]:
    """How often each pair and its phrases occurred, if the table knows, and the alignment of its words."""
    links = [" ".join(f"{source}-{target}" for source, target in one.option.alignment) for one in shown]
    if not any(one.option.joint_count for one in shown):
        yield ["alignment"], [[link] for link in links]
        return
    counts = ((one.option.joint_count, one.option.source_count, one.option.target_count) for one in shown)
    yield (
        ["count", "of f", "of e", "alignment"],
        [[*(f"{count:g}" for count in row), link] for row, link in zip(counts, links, strict=True)],
    )


def _reordering(shown: Sequence[PhrasePair]) -> Iterator[Rows]:
    """The probabilities that the phrase is monotone, swapped or discontinuous to the one before and the one after it."""
    for model in dict.fromkeys(name for one in shown for name in one.option.reordering):
        kind = {"wbe": "word", "hier": "hier"}.get(model.partition("-")[0], model)
        names = [f"{'<>'[name.startswith('next')]}{name.split()[1][0]}" for name in score_names(model)]
        header = [f"{kind} {names[0]}", *names[1:]]
        rows = [[*map(_probability, one.option.reordering.get(model, {}).values())] for one in shown]
        yield header, [row or [""] * len(header) for row in rows]


def _probability(log: float) -> str:
    value = math.exp(log)
    return f"{value:.3f}" if value >= 0.001 else f"{value:.0e}".replace("e-0", "e-")
