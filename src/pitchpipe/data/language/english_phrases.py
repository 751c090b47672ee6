"""English noun phrases, names and pronouns."""

from __future__ import annotations

from collections.abc import Callable

from pitchpipe.data.language.dictionary import POSSESSIVES, number_words
from pitchpipe.data.language.english_forms import EnglishNoun, indefinite
from pitchpipe.data.language.english_verbs import Chooser
from pitchpipe.data.language.meaning import Phrase, Word, say

THIRD, PLURAL = 2, 5
_DETERMINERS: dict[str, tuple[str, ...]] = {
    **{name: (name,) for name in ("the", "every", "few", "no")},
    **{name: (english,) for name, (_, english) in POSSESSIVES.items()},
    "many": ("many", "a lot of", "lots of"),
    "some": ("some", "several"),
    "all": ("all", "all the"),
    "both": ("both", "both the"),
}
Relative = Callable[[Phrase, int, Chooser], list[Word]]
"""Says the relative clause of a phrase, given its person."""


def english_phrase(
    phrase: Phrase, choose: Chooser, relative: Relative, *, subject: bool = False, denied: bool = False
) -> tuple[list[Word], int]:
    """The words of a phrase, and its person; `denied` says `any` for `no`."""
    noun = choose(phrase.noun.english)
    if noun.number.isdigit():
        return say(noun.one if subject else noun.many, phrase, "head"), int(noun.number)
    many = noun.number == "plural" or (phrase.plural and noun.number != "mass")
    person = PLURAL if many else THIRD
    words = say(number_words(phrase.number)[1] if phrase.number else "", phrase, "number")
    words += say(choose(phrase.adjective.english) if phrase.adjective else "", phrase, "adjective")
    words += say(noun.many if many else noun.one, phrase, "head")
    if phrase.owner:
        words = _owned(phrase, phrase.owner, words, choose, relative)
    else:
        words = [*_determiner(phrase, noun, many, words[0][0], choose, denied), *words]
    if phrase.relative:
        words += relative(phrase, person, choose)
    if phrase.joined:
        words += [*say("and", phrase, "and"), *english_phrase(phrase.joined, choose, relative)[0]]
    return words, PLURAL if phrase.joined else person


def _owned(
    phrase: Phrase, owner: Phrase, words: list[Word], choose: Chooser, relative: Relative
) -> list[Word]:
    """With the owner before the noun and 's, or after it and `of`."""
    said, person = english_phrase(owner, choose, relative)
    if not owner.determiner or choose((True, False)):
        mark = "'" if person == PLURAL and said[-1][0].endswith("s") else "'s"
        return [*said, *say(mark, phrase, "owner"), *words]
    return [*say("the", phrase, "determiner"), *words, *say("of", phrase, "owner"), *said]


def _determiner(
    phrase: Phrase, noun: EnglishNoun, many: bool, following: str, choose: Chooser, denied: bool
) -> list[Word]:
    name = phrase.determiner
    single = not many and noun.number != "mass"
    if name == "a" or (name == "no" and denied):
        return say(indefinite(following) if single else "any" if denied else "", phrase, "determiner")
    if name == "this":
        return say("these" if many else "this", phrase, "determiner")
    tags = ("determiner", "not") if name == "no" else ("determiner",)
    return say(choose(_DETERMINERS[name]), phrase, *tags) if name else []
