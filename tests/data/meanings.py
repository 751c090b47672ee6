"""Short ways to write down a meaning."""

from pitchpipe.data.language.dictionary import (
    ADJECTIVES,
    COMPOUNDS,
    CONJUNCTIONS,
    NOUNS,
    PHRASES,
    PRONOUNS,
    VERBS,
    Preposition,
    compound,
    fixed,
    proper_name,
)
from pitchpipe.data.language.meaning import Clause, Phrase


def noun(german, determiner="the", kind="", **rest):
    """A phrase with this noun; `adjective` is its German word, `preposition` three words."""
    entry = next(entry for entry in NOUNS if entry.german == german and (not kind or kind in entry.kinds))
    if "adjective" in rest:
        rest["adjective"] = next(entry for entry in ADJECTIVES if entry.german == rest["adjective"])
    if "preposition" in rest:
        rest["preposition"] = Preposition(*rest["preposition"].split())
    return Phrase(entry, determiner, **rest)


def joined(first, head, determiner="the"):
    """A phrase with a compound."""
    modifier = next(row for row in COMPOUNDS if row[0] == first)
    return Phrase(compound(modifier[0], modifier[1], noun(head).noun), determiner)


def name(german, english="", kind="man", **rest):
    return Phrase(proper_name(german, english or german, kind), **rest)


def pronoun(word):
    return Phrase(PRONOUNS[word])


def adverb(role, german):
    kind, words, english = next(row for row in PHRASES[role] if row[1].replace("/1", "") == german)[:3]
    return fixed(words, english, kind)


def clause(infinitive, subject, content="", link=None, **rest):
    """A clause with this verb; phrases and adverbs by their roles, `link` a conjunction and a clause."""
    verb = next(
        entry
        for entry in VERBS
        if entry.german.prefix + entry.german.infinitive == infinitive and entry.content == content
    )
    made = Clause(verb, {"subject": subject})
    for key, value in rest.items():
        if isinstance(value, Phrase):
            made.parts[key] = value
        elif isinstance(value, tuple):
            made.adverbs[key] = value
        else:
            setattr(made, key, value)
    if link:
        made.conjunction, made.link = CONJUNCTIONS[link[0]], link[1]
    return made


def with_relative(head, inner, gap, preposition=None):
    """A phrase with a relative clause, in which it has the role of the gap."""
    inner.parts[gap] = Phrase(
        head.noun, plural=head.plural, preposition=preposition and Preposition(*preposition.split())
    )
    inner.gap = gap
    head.relative = inner
    return head
