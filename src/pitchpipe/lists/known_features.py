"""The features that phrase-based decoders write under the same names everywhere."""

from __future__ import annotations

import re
from collections.abc import Collection

KNOWN_FEATURES: dict[str, str] = {
    "LM": "Log probability of the candidate under a language model: how fluent it is.",
    "TranslationModel": "Log scores of the phrases used, in the phrase table's order: p(f|e), lex(f|e), p(e|f), lex(e|f).",
    "LexicalReordering": (
        "Log probabilities of how phrases are ordered: monotone, swapped or discontinuous (right and left, in models "
        "with eight), seen from the phrase before and then from the phrase after."
    ),
    "Distortion": "Minus the source words jumped over between one phrase and the next: 0 for the order of the source.",
    "WordPenalty": "Minus the number of words: the larger its weight, the shorter the output.",
    "PhrasePenalty": "The number of phrases used: the larger its weight, the more and the shorter they are.",
    "Origin": "The number of phrases used that occur in the text of an origin: the larger its weight, the more that "
    "text is trusted.",
    "Glue": "The number of phrases that a hierarchical system puts side by side: the larger its weight, the less it "
    "uses rules.",
    "UnknownWordPenalty": "Minus 100 for each source word that the phrase table does not have.",
}


def known_feature(name: str) -> str | None:
    """The name without the numbers that tell several of a kind apart, as in `LM0` or `TranslationModel0_3`."""
    stem = re.sub(r"\d*(_\d+)?$", "", name)
    return stem if stem in KNOWN_FEATURES else None


_SHORT = {
    "LM": "language model",
    "Distortion": "distortion",
    "WordPenalty": "word penalty",
    "PhrasePenalty": "phrase penalty",
    "UnknownWordPenalty": "unknown word penalty",
    "Glue": "glue",
    "RuleCount": "rule count",
    "UniqueRule": "unique rule",
    "LexicalReordering": "lexical",
    "HierarchicalReordering": "hier.",
}
_PARTS = {
    "TranslationModel": ("p(f|e)", "lex(f|e)", "p(e|f)", "lex(e|f)"),
    **dict.fromkeys(
        ("LexicalReordering", "HierarchicalReordering"),
        tuple(f"{kind}, {side}" for side in ("before", "after") for kind in ("monotone", "swap", "jump")),
    ),
}
_FOUR = tuple(
    f"{kind}, {side}"
    for side in ("before", "after")
    for kind in ("monotone", "swap", "jump right", "jump left")
)


def readable(name: str, names: Collection[str] = ()) -> str:
    """A feature's name for readers, as `language model` for `LM0`; the name itself where there is none.

    `names` are those of all features: a reordering model with eight tells jumps to the right from those to the left.
    """
    found = re.fullmatch(r"([A-Za-z]+)(\d*)(?:_(\d+))?", name)
    if found is None:
        return name
    stem, number, part = found.groups()
    parts = _FOUR if "Reordering" in stem and f"{stem}{number}_7" in names else _PARTS.get(stem, ())
    if part is not None and int(part) >= len(parts):
        return name
    words = [_SHORT.get(stem, ""), parts[int(part)] if part is not None else ""]
    if not any(words):
        return name
    more = f" {int(number) + 1}" if number and int(number) else ""
    return " ".join(filter(None, words)) + more
