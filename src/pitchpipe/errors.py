"""What can be wrong with what a user gives us."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class InputError(ValueError):
    """Bad input, told in one sentence: where, what was found, what was expected."""


class MissingReferencesError(InputError):
    """A metric needs references, and there are none; commands say by which option they are given."""


def unknown_name(kind: str, name: str, known: Iterable[str]) -> InputError:
    """The error for a mistyped name, with the nearest known one suggested."""
    names = sorted(known)
    spelled = {known_name.lower(): known_name for known_name in names}
    near = get_close_matches(name.lower(), spelled, n=1)
    hint = f"did you mean {spelled[near[0]]!r}?" if near else f"known: {', '.join(names) or 'none'}"
    return InputError(f"there is no {kind} {name!r}; {hint}")
