"""`pitchpipe phrases`: a phrase looked up, with all its scores."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.options import Json
from pitchpipe.errors import InputError

if TYPE_CHECKING:
    from pitchpipe.model import Lookup, ModelTexts, PhrasePair


def phrases(
    model: Annotated[
        str,
        typer.Argument(metavar="MODEL", help="The folder of a model, or a phrase table.", show_default=False),
    ],
    phrase: Annotated[str, typer.Argument(metavar="PHRASE", help="What to look up.", show_default=False)],
    *,
    parts: Annotated[
        bool, typer.Option("--parts", help="Look up all phrases within it that are known too.")
    ] = False,
    target: Annotated[
        bool, typer.Option("--target", help="Look up a phrase of the target language: what it translates.")
    ] = False,
    number: Annotated[
        int, typer.Option("-n", "--number", min=0, metavar="N", help="Show the N best; 0 shows all.")
    ] = 10,
    prepared: Annotated[
        bool, typer.Option("--prepared", help="Take the phrase as it is, without preparing it as text.")
    ] = False,
    json: Json = False,
) -> None:
    """Look a phrase up in a model, with all its scores.

    Translations are in the order in which the decoder ranks them, by the weighted sum of all features that look at a
    phrase alone, the language model among them. In a phrase table they are ordered by p(e|f). The scores
    are probabilities; --json has natural logarithms, as the decoder adds them.

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
            terminal.write_json(documents if parts else documents[0])
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
    """A table of the pairs' scores, and one of their reordering."""
    shown = _first(pairs, number)
    many = f"{len(pairs):,} {'source phrase' if target else 'translation'}{'' if len(pairs) == 1 else 's'}"
    terminal.write(f"{phrase}: {many}{f', the best {len(shown)}' if len(shown) < len(pairs) else ''}\n\n")
    if not shown:
        return
    names = list(dict.fromkeys(name for one in shown for name in one.option.scores))
    counted = any(one.option.joint_count for one in shown)
    several = len(lookup.tables) > 1
    header = [
        "source" if target else "translation",
        *(["table"] if several else []),
        *(["score"] if lookup.model else []),
        *names,
        *(["lm"] if lookup.model and lookup.model.language_models else []),
        *(["count", "of f", "of e"] if counted else []),
        "alignment",
    ]
    rows = []
    for one in shown:
        option = one.option
        counts = (option.joint_count, option.source_count, option.target_count)
        rows.append(
            [
                one.source if target else option.target,
                *([str(one.table)] if several else []),
                *([f"{one.score:.2f}"] if one.score is not None else []),
                *(_probability(option.scores[name]) if name in option.scores else "" for name in names),
                *([_language_models(lookup, one)] if "lm" in header else []),
                *([f"{count:g}" for count in counts] if counted else []),
                " ".join(f"{source}-{place}" for source, place in option.alignment),
            ]
        )
    terminal.show_table(header, rows, sys.stdout)
    terminal.write("\n")
    _show_reordering(shown, target)
    if lookup.model and lookup.model.sparse.templates:
        terminal.log("scores are without sparse features, which count in the decoder too")


def _show_reordering(shown: Sequence[PhrasePair], target: bool) -> None:
    for model in dict.fromkeys(name for one in shown for name in one.option.reordering):
        kind = model.partition("-")[0]
        rows = [
            [
                one.source if target else one.option.target,
                *(_probability(value) for value in one.option.reordering[model].values()),
            ]
            for one in shown
            if model in one.option.reordering
        ]
        title = {"wbe": "word-based", "hier": "hierarchical"}.get(kind, model)
        header = [f"{title} reordering", "prev m", "prev s", "prev d", "next m", "next s", "next d"]
        terminal.show_table(header, rows, sys.stdout)
        terminal.write("\n")


def _language_models(lookup: Lookup, pair: PhrasePair) -> str:
    """The probability of the words alone, of each language model."""
    assert lookup.model is not None
    return " ".join(_probability(pair.features[one.name]) for one in lookup.model.language_models)


def _probability(log: float) -> str:
    value = math.exp(log)
    return f"{value:.3f}" if value >= 0.001 else f"{value:.0e}".replace("e-0", "e-")
