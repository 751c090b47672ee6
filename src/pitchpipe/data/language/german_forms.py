"""German inflection: nouns by case, articles, adjective endings, verbs by person."""

from __future__ import annotations

import re
from dataclasses import dataclass

CASES = {"nom": 0, "acc": 1, "dat": 2, "gen": 3}
Forms = tuple[str, ...]
Declension = dict[str, Forms]
"""Forms or endings of the four cases, by gender; `pl` for the plural."""


def _declension(table: str) -> Declension:
    return {
        gender: tuple(row.split(","))
        for gender, row in zip(("m", "f", "n", "pl"), table.split(), strict=True)
    }


DEFINITE = _declension("der,den,dem,des die,die,der,der das,das,dem,des die,die,den,der")
RELATIVE: Declension = {**DEFINITE, "pl": ("die", "die", "denen", "deren")}
DIES = _declension("er,en,em,es e,e,er,er es,es,em,es e,e,en,er")
EIN = _declension(",en,em,es e,e,er,er ,,em,es e,e,en,er")
WEAK = _declension("e,en,en,en e,e,en,en e,e,en,en en,en,en,en")
"""Adjective endings after der, dieser, jeder, alle."""
MIXED = _declension("er,en,en,en e,e,en,en es,es,en,en en,en,en,en")
"""Adjective endings after ein, kein, mein."""
STRONG = _declension("er,en,em,en e,e,er,er es,es,em,en e,e,en,er")
"""Adjective endings after no article, after numbers and after viele."""

_CONTRACTIONS = "in dem=im in das=ins an dem=am an das=ans zu dem=zum zu der=zur bei dem=beim von dem=vom"
CONTRACTIONS = dict(re.findall("(\\w+ \\w+)=(\\w+)", _CONTRACTIONS))
_IRREGULAR = """
sein bin bist ist sind seid sind
haben habe hast hat haben habt haben
werden werde wirst wird werden werdet werden
wissen weiß weißt weiß wissen wisst wissen
mögen mag magst mag mögen mögt mögen
können kann kannst kann können könnt können
müssen muss musst muss müssen müsst müssen
wollen will willst will wollen wollt wollen
sollen soll sollst soll sollen sollt sollen
dürfen darf darfst darf dürfen dürft dürfen
möchten möchte möchtest möchte möchten möchtet möchten
wandern wandere wanderst wandert wandern wandert wandern
"""
_PRESENT = {line.split()[0]: tuple(line.split()[1:]) for line in _IRREGULAR.strip().splitlines()}
"""The present of verbs that follow no rule."""


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


@dataclass(frozen=True, slots=True)
class GermanVerb:
    """The forms of a verb; present and past have six persons. A prefix that is a word of its own ends in a space."""

    infinitive: str
    prefix: str
    present: Forms
    past: Forms
    participle: str
    auxiliary: str
    reflexive: bool = False

    @property
    def passive(self) -> GermanVerb:
        """`gekauft werden`, in which the participle behaves as a separable prefix."""
        prefix = f"{self.participle} "
        return GermanVerb("werden", prefix, WERDEN.present, WERDEN.past, f"{prefix}worden", "sein")


def german_verb(text: str) -> GermanVerb:
    """A verb from its principal parts: `kochen`, `gehen ging ist:gegangen`, `an+fangen fängt fing angefangen`."""
    parts = [part.replace("_", " ") for part in text.removeprefix("sich ").split()]
    prefix, _, infinitive = parts[0].rpartition("+")
    stem = re.sub("e?n$", "", infinitive)
    third = parts[1] if len(parts) == 4 else _ending(stem, "t")
    kept = infinitive.endswith("ieren") or (
        not prefix and re.match("be|ver|er|ge|ent|zer|über|unter", infinitive)
    )
    regular = [_ending(stem, "te"), f"{prefix}{'' if kept else 'ge'}{_ending(stem, 't')}"]
    past, participle = parts[-2:] if len(parts) > 1 else regular
    auxiliary = "sein" if participle.startswith("ist:") else "haben"
    present = _PRESENT.get(infinitive) or _present(infinitive, stem, third)
    participle = participle.removeprefix("ist:")
    return GermanVerb(
        infinitive, prefix, present, _past(past), participle, auxiliary, text.startswith("sich ")
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


SEIN, HABEN, WERDEN = map(
    german_verb, ("sein war ist:gewesen", "haben hatte gehabt", "werden wurde ist:geworden")
)
_MODALS = "können konnte müssen musste wollen wollte sollen sollte dürfen durfte möchten wollte".split()
MODALS = {
    name: german_verb(f"{name} {past} {past}") for name, past in zip(_MODALS[::2], _MODALS[1::2], strict=True)
}
