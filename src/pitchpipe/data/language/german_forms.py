"""German inflection: nouns by case, articles, adjective endings, verbs by person."""

from __future__ import annotations

import re
from typing import NamedTuple

from pitchpipe.data.language.tables import table

Forms = tuple[str, ...]
CASES = {"nom": 0, "acc": 1, "dat": 2, "gen": 3}
ENDINGS = {
    name: {
        gender: tuple(row.replace("-", "").split(" "))
        for gender, row in zip(("m", "f", "n", "pl"), rows, strict=False)
    }
    for name, *rows in table("endings")
}
"""Forms or endings of the four cases, by gender; `pl` for the plural."""
CONTRACTIONS = {"in dem": "im", "in das": "ins", "an dem": "am", "an das": "ans"}
CONTRACTIONS |= {"zu dem": "zum", "zu der": "zur", "bei dem": "beim", "von dem": "vom"}


def noun_forms(singular: str, plural: str, gender: str) -> tuple[Forms, Forms]:
    """The four cases of the singular and of the plural; `-` for no plural, `mn` for a masculine noun in -n."""
    one: Forms = (singular,) * 4
    if gender == "mn":
        one = (singular, *(singular + ("n" if singular[-1] in "er" else "en"),) * 3)
    elif gender in ("m", "n"):
        one = (*one[:3], _genitive(singular))
    return one, () if plural == "-" else (
        plural,
        plural,
        plural + ("" if plural[-1] in "ns" else "n"),
        plural,
    )


def _genitive(noun: str) -> str:
    if noun.endswith("nis"):
        return noun + "ses"
    short = len(re.findall("[aeiouäöüy]+", noun.lower())) == 1 and noun[-1] not in "aeiouäöü"
    return noun + ("es" if short or re.search("(s|ß|z|x|sch|tt|st)$", noun) else "s")


class GermanVerb(NamedTuple):
    """The forms of a verb; present and past have six persons. A prefix that is a word of its own ends in a space."""

    infinitive: str
    prefix: str
    present: Forms
    past: Forms
    participle: str
    auxiliary: str
    reflexive: bool


def german_verb(text: str) -> GermanVerb:
    """A verb from its principal parts: `kochen`, `gehen ging ist:gegangen`, `an+fangen fängt fing angefangen`."""
    parts = [part.replace("_", " ") for part in text.removeprefix("sich ").split()]
    prefix, _, infinitive = parts[0].rpartition("+")
    stem = re.sub("e?n$", "", infinitive)
    third = parts[1] if len(parts) == 4 else _ending(stem, "t")
    kept = re.match("(be|ver|er|ge|ent|zer|über|unter)|.*ieren$", infinitive) and not prefix
    regular = [_ending(stem, "te"), prefix + ("" if kept else "ge") + _ending(stem, "t")]
    past, participle = parts[-2:] if len(parts) > 1 else regular
    auxiliary, _, participle = participle.rpartition(":")
    present = HELPERS[infinitive][0] if infinitive in HELPERS else _present(infinitive, stem, third)
    return GermanVerb(
        infinitive,
        prefix,
        present,
        _past(past),
        participle,
        "sein" if auxiliary else "haben",
        "sich " in text,
    )


def _ending(stem: str, ending: str) -> str:
    return stem + ("e" if re.search("(t|d|fn|chn|gn)$", stem) else "") + ending


def _present(infinitive: str, stem: str, third: str) -> Forms:
    strong = third != _ending(stem, "t") and stem.endswith("t")
    base = third if strong else third.removesuffix("t")
    second = base + ("t" if base[-1] in "sßz" else "st")
    return (stem + "e", second, third, infinitive, _ending(stem, "t"), infinitive)


def _past(first: str) -> Forms:
    if first.endswith("e"):
        return (first, f"{first}st", first, f"{first}n", f"{first}t", f"{first}n")
    link = "e" if first[-1] in "tdsß" else ""
    return (first, f"{first}{link}st", first, f"{first}en", f"{first}{link}t", f"{first}en")


HELPERS = {row[0]: (tuple(row[1].split()), _past(row[2])) for row in table("helpers")}
"""Present and past of auxiliary, modal and irregular verbs."""
