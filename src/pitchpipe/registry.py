"""Families of named things: the members that come with pitchpipe, and those that other packages add."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Any, Generic, TypeVar, cast

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.specs import Spec, parse_spec

Member = TypeVar("Member")


class Registry(Mapping[str, type[Member]], Generic[Member]):
    """The classes of a family by name; as a mapping, those that come with pitchpipe.

    A package adds a member by an entry point of the group `pitchpipe.FAMILY`, whose name is the member's and whose value
    is a class that is derived from `base`.

    Parameters
    ----------
    family
        What the family is called in the group's name, as in `metrics`.
    kind
        What messages call a member.
    presets
        Names that stand for a member with other settings, as specs.
    """

    def __init__(
        self,
        family: str,
        kind: str,
        base: type[Any],
        members: Iterable[type[Member]],
        presets: Mapping[str, str] | None = None,
    ) -> None:
        self.family = family
        self.kind = kind
        self.base = base
        self.presets = dict(presets or {})
        self._members: dict[str, type[Member]] = {one.name: one for one in members}  # type: ignore[attr-defined]

    def __getitem__(self, name: str) -> type[Member]:
        return self._members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    @property
    def plugins(self) -> dict[str, EntryPoint]:
        """What other packages add, not loaded yet."""
        return {entry.name: entry for entry in _entry_points(f"pitchpipe.{self.family}", tuple(sys.path))}

    @property
    def names(self) -> list[str]:
        """All members, those of other packages last; presets are not among them."""
        return [*self, *(name for name in sorted(self.plugins) if name not in self)]

    def find(self, name: str, others: Iterable[str] = ()) -> type[Member]:
        """The class behind a name; `others` are names that would do too, to suggest to those who mistype one."""
        if name in self:
            return self[name]
        if name not in self.plugins:
            raise unknown_name(self.kind, name, [*self.names, *self.presets, *others])
        found = self.plugins[name].load()
        if not (isinstance(found, type) and issubclass(found, self.base)):
            base = f"{self.base.__module__}.{self.base.__name__}"
            raise InputError(f"the plug-in {self.plugins[name].value} is not a subclass of {base}")
        kind: type[Member] = found
        return kind

    def build(
        self,
        spec: str | Spec | Member,
        defaults: Mapping[str, Any] | None = None,
        others: Iterable[str] = (),
    ) -> Member:
        """The member that a spec such as `mert(restarts=5)` names; settings it does not name are from `defaults`."""
        if isinstance(spec, self.base):
            member: Any = spec
            return cast(Member, member)
        parsed = parse_spec(spec) if isinstance(spec, str) else spec
        assert isinstance(parsed, Spec)
        preset = parse_spec(self.presets[parsed.name]) if parsed.name in self.presets else Spec(parsed.name)
        kind: Any = self.find(preset.name, others)
        options = {**(defaults or {}), **preset.options, **parsed.options}
        positional = preset.positional if parsed.positional is None else parsed.positional
        built: Member = kind.from_spec(positional, options)
        return built


@cache
def _entry_points(group: str, path: tuple[str, ...]) -> EntryPoints:
    """Those of a group, of all packages on the path: to find them, a file of every package is read."""
    return entry_points(group=group)
