"""German inflection: nouns by case, articles, adjective endings, verbs by person."""

from __future__ import annotations

import re
from dataclasses import dataclass

NOMINATIVE, ACCUSATIVE, DATIVE, GENITIVE = range(4)
Declension = dict[str, tuple[str, ...]]
"""Forms or endings of the four cases, by gender; `pl` for the plural."""
CASES = {"nom": NOMINATIVE, "acc": ACCUSATIVE, "dat": DATIVE, "gen": GENITIVE}

DEFINITE: Declension = {
    "m": ("der", "den", "dem", "des"),
    "f": ("die", "die", "der", "der"),
    "n": ("das", "das", "dem", "des"),
    "pl": ("die", "die", "den", "der"),
}
RELATIVE: Declension = {**DEFINITE, "pl": ("die", "die", "denen", "deren")}
_DIES: Declension = {
    "m": ("er", "en", "em", "es"),
    "f": ("e", "e", "er", "er"),
    "n": ("es", "es", "em", "es"),
    "pl": ("e", "e", "en", "er"),
}
_EIN: Declension = {**_DIES, "m": ("", "en", "em", "es"), "n": ("", "", "em", "es")}

WEAK: Declension = {
    "m": ("e", "en", "en", "en"),
    "f": ("e", "e", "en", "en"),
    "n": ("e", "e", "en", "en"),
    "pl": ("en", "en", "en", "en"),
}
"""Adjective endings after der, dieser, jeder, alle."""
MIXED: Declension = {**WEAK, "m": ("er", "en", "en", "en"), "n": ("es", "es", "en", "en")}
"""Adjective endings after ein, kein, mein."""
STRONG: Declension = {**_DIES, "m": ("er", "en", "em", "en"), "n": ("es", "es", "em", "en")}
"""Adjective endings after no article, after numbers and after viele."""

CONTRACTIONS = {
    ("in", "dem"): "im",
    ("in", "das"): "ins",
    ("an", "dem"): "am",
    ("an", "das"): "ans",
    ("zu", "dem"): "zum",
    ("zu", "der"): "zur",
    ("bei", "dem"): "beim",
    ("von", "dem"): "vom",
}

_INSEPARABLE = ("be", "ver", "er", "ge", "ent", "zer", "über", "unter")
_VOWELS = re.compile("[aeiouäöüy]+", re.IGNORECASE)


def article(stem: str, gender: str, case: int) -> str:
    """A word that declines like `ein` (ein, kein, mein) or like `dies` (dies, jed, welch, all)."""
    if stem in ("dies", "jed", "welch", "all"):
        return stem + _DIES[gender][case]
    ending = _EIN[gender][case]
    return ("eur" if stem == "euer" and ending else stem) + ending


def noun_forms(
    singular: str, plural: str | None, gender: str, weak: bool
) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """The four cases of the singular and of the plural."""
    if weak:
        oblique = "Herrn" if singular == "Herr" else singular + ("n" if singular[-1] in "er" else "en")
        one = (singular, oblique, oblique, oblique)
    elif gender in ("m", "n"):
        one = (singular, singular, singular, _genitive(singular))
    else:
        one = (singular,) * 4
    if plural is None:
        return one, None
    dative = plural if plural[-1] in "ns" else plural + "n"
    return one, (plural, plural, dative, plural)


def _genitive(noun: str) -> str:
    if noun.endswith("nis"):
        return noun + "ses"
    if noun.endswith(("s", "ß", "z", "x", "sch")):
        return noun + "es"
    short = len(_VOWELS.findall(noun)) == 1 and noun[-1] not in "aeiouäöü"
    return noun + ("es" if short or noun.endswith(("tt", "st")) else "s")


@dataclass(frozen=True, slots=True)
class GermanVerb:
    """All the forms of a verb; present and past have six persons, prefix apart."""

    infinitive: str
    prefix: str
    present: tuple[str, ...]
    past: tuple[str, ...]
    participle: str
    auxiliary: str
    reflexive: str = ""
    phrase: tuple[str, ...] = ()

    @property
    def full(self) -> str:
        return self.prefix + self.infinitive

    @property
    def to_infinitive(self) -> tuple[str, ...]:
        """`zu gehen`, `anzurufen`."""
        return (f"{self.prefix}zu{self.infinitive}",) if self.prefix else ("zu", self.infinitive)


def german_verb(text: str) -> GermanVerb:
    """A verb from its principal parts: `kochen`, `gehen ging ist:gegangen`, `an+fangen fängt fing angefangen`.

    `sich` before it makes it reflexive (`sich/dat` with the dative); words in brackets belong to the verb,
    as in `haben (Angst)`.
    """
    text, _, phrase = text.partition("(")
    parts = text.split()
    reflexive = ""
    if parts[0].startswith("sich"):
        reflexive = "dat" if parts.pop(0).endswith("dat") else "acc"
    prefix, _, infinitive = parts[0].rpartition("+")
    stem = infinitive.removesuffix("en") if infinitive.endswith("en") else infinitive.removesuffix("n")
    third = parts[1] if len(parts) == 4 else _ending(stem, "t")
    past = parts[-2] if len(parts) > 1 else _ending(stem, "te")
    participle = parts[-1] if len(parts) > 1 else _weak_participle(prefix, stem, infinitive)
    auxiliary = "sein" if participle.startswith("ist:") else "haben"
    return GermanVerb(
        infinitive,
        prefix,
        _present(infinitive, stem, third),
        _past(past),
        participle.removeprefix("ist:"),
        auxiliary,
        reflexive,
        tuple(phrase.rstrip(") ").split()),
    )


def _ending(stem: str, ending: str) -> str:
    return f"{stem}e{ending}" if stem.endswith(("t", "d", "fn", "chn", "gn")) else stem + ending


def _weak_participle(prefix: str, stem: str, infinitive: str) -> str:
    plain = infinitive.endswith("ieren") or (not prefix and infinitive.startswith(_INSEPARABLE))
    return prefix + ("" if plain else "ge") + _ending(stem, "t")


def _present(infinitive: str, stem: str, third: str) -> tuple[str, ...]:
    if infinitive in IRREGULAR_PRESENT:
        return IRREGULAR_PRESENT[infinitive]
    changed = third != _ending(stem, "t")
    base = third if changed and third.endswith("t") and stem.endswith("t") else third.removesuffix("t")
    second = base + ("t" if base.endswith(("s", "ß", "z")) else "st")
    return (stem + "e", second, third, infinitive, _ending(stem, "t"), infinitive)


def _past(first: str) -> tuple[str, ...]:
    if first.endswith("e"):
        return (first, first + "st", first, first + "n", first + "t", first + "n")
    link = "e" if first.endswith(("t", "d", "s", "ß")) else ""
    return (first, f"{first}{link}st", first, f"{first}en", f"{first}{link if link else ''}t", f"{first}en")


IRREGULAR_PRESENT = {
    "sein": ("bin", "bist", "ist", "sind", "seid", "sind"),
    "haben": ("habe", "hast", "hat", "haben", "habt", "haben"),
    "werden": ("werde", "wirst", "wird", "werden", "werdet", "werden"),
    "wissen": ("weiß", "weißt", "weiß", "wissen", "wisst", "wissen"),
    "mögen": ("mag", "magst", "mag", "mögen", "mögt", "mögen"),
    "können": ("kann", "kannst", "kann", "können", "könnt", "können"),
    "müssen": ("muss", "musst", "muss", "müssen", "müsst", "müssen"),
    "wollen": ("will", "willst", "will", "wollen", "wollt", "wollen"),
    "sollen": ("soll", "sollst", "soll", "sollen", "sollt", "sollen"),
    "dürfen": ("darf", "darfst", "darf", "dürfen", "dürft", "dürfen"),
    "möchten": ("möchte", "möchtest", "möchte", "möchten", "möchtet", "möchten"),
    "wandern": ("wandere", "wanderst", "wandert", "wandern", "wandert", "wandern"),
    "tun": ("tue", "tust", "tut", "tun", "tut", "tun"),
}
SEIN = german_verb("sein war ist:gewesen")
HABEN = german_verb("haben hatte gehabt")
WERDEN = german_verb("werden wurde ist:geworden")
