"""What can be wrong with what a user gives us."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches


class InputError(ValueError):
    """Bad input, told in one sentence: where, what was found, what was expected."""


class MissingReferencesError(InputError):
    """A metric needs references, and there are none; commands say by which option they are given."""


def unknown_name(kind: str, name: str, known: Iterable[str]) -> InputError:
    """The error for a mistyped name, with the nearest known one suggested."""
    names = sorted(known)
    spelled = {known_name.lower(): known_name for known_name in names}
    given = name.lower()

    def nearness(one: str) -> tuple[float, bool]:
        """Of equally near ones, letters in another order are the likelier slip."""
        return SequenceMatcher(None, one, given).ratio(), sorted(one) == sorted(given)

    near = max(get_close_matches(given, spelled, n=5), key=nearness, default=None)
    hint = f"did you mean {spelled[near]!r}?" if near else f"known: {', '.join(names) or 'none'}"
    return InputError(f"there is no {kind} {name!r}; {' '.join(hint.splitlines())}")
