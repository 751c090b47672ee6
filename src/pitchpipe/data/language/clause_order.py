"""Where the translation has a clause's verb, subject and object, if the source has them elsewhere."""

from __future__ import annotations

from pitchpipe.data.language.meaning import Clause, Tag, Word, places_of

ROLES = ("subject", "object")


def clause_orders(source: list[Word], target: list[Word]) -> str:
    """An annotation for each clause whose words are to move, as `pitchpipe.analysis.word_order` reads them.

    Words of the source, counted from 0: those of the verb, separated prefix and reflexive included, and the heads of subject
    and object, in the order of the target. Clauses whose verb is in two places in the target are left out.
    """
    here, there = places_of(source), places_of(target)
    clauses = dict.fromkeys(
        node for _, tags in source for node, part in tags if part == "main" and isinstance(node, Clause)
    )
    found = [_order(clause, source, here, there) for clause in clauses]
    return "; ".join(filter(None, found))


def _order(
    clause: Clause, source: list[Word], here: dict[Tag, list[int]], there: dict[Tag, list[int]]
) -> str:
    heads: list[Tag] = [(clause.parts[role], "head") for role in ROLES if role in clause.parts]
    verb: Tag = (clause, "main")
    tags = [tag for tag in (verb, *heads) if tag in here and tag in there]
    if verb not in tags or not all(_adjacent(there[tag]) for tag in tags):
        return ""
    realised = {place for at in here[verb] for tag in source[at][1] for place in there.get(tag, ())}
    if len(here[verb]) > 1 and not _adjacent(sorted(realised)):
        return ""
    groups = [here[tag] for tag in sorted(tags, key=there.__getitem__)]
    words = [word for group in groups for word in group]
    if len(words) < 2 or (words == sorted(words) and all(map(_adjacent, groups))):
        return ""
    return " ".join("+".join(map(str, group)) for group in groups)


def _adjacent(places: list[int]) -> bool:
    return places[-1] - places[0] < len(places)
