"""Declared settings: metrics and methods are frozen dataclasses whose fields say what they accept."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.specs import write_spec


def setting(
    default: Any,
    help: str,
    *,
    choices: Sequence[str] | None = None,
    minimum: float | None = None,
    maximum: float | None = None,
    objects_with: str | None = None,
    kind: type | None = None,
    signed: bool = True,
) -> Any:
    """A dataclass field with its help text and the values it accepts.

    They are of the default's type, or of another `kind` where the default is a word such as `auto`.
    Python objects that have a method of the name `objects_with` are taken as they are.
    Settings of a metric that make no difference to its scores, such as a number of workers, are not `signed`.
    """
    limits: dict[str, Any] = {"help": help, "choices": choices, "minimum": minimum, "maximum": maximum}
    limits |= {"objects_with": objects_with, "kind": kind, "signed": signed}
    return dataclasses.field(default=default, metadata=limits)


def seed_setting() -> Any:
    """The field of a random seed."""
    return setting(1, "random seed", minimum=0)


def setting_fields(owner: Any) -> dict[str, dataclasses.Field[Any]]:
    """The declared settings of a dataclass or of an instance of it, by name."""
    return {field.name: field for field in dataclasses.fields(owner) if "help" in field.metadata}


@dataclasses.dataclass(frozen=True)
class Settings:
    """Base of everything that a spec string can name: checks its fields and writes itself as a spec."""

    name: ClassVar[str]
    positional: ClassVar[str | None] = None
    """The field that a value without a name sets, as in `bleu:2` and `learned(my.metric)`."""

    def __post_init__(self) -> None:
        for field in setting_fields(self).values():
            value = checked(self.name, field, getattr(self, field.name))
            object.__setattr__(self, field.name, value)

    @classmethod
    def from_spec(cls, positional: str | None, options: dict[str, Any]) -> Any:
        """Build from the parts of a parsed spec string."""
        values = dict(options)
        if positional is not None:
            if cls.positional is None:
                raise InputError(
                    f"{cls.name} takes no value without a name, found {positional!r}; "
                    f"settings go in brackets, as in {cls.name}(name=value)"
                )
            if cls.positional in values:
                raise InputError(
                    f"{cls.name}: {cls.positional} is set twice, by {positional!r} and by its name"
                )
            values[cls.positional] = positional
        known = setting_fields(cls)
        for key in values:
            if key not in known:
                raise unknown_name(f"setting of {cls.name}", key, known)
        return cls(**values)

    @property
    def changed(self) -> dict[str, Any]:
        """The settings that are not the default."""
        fields = setting_fields(self)
        return {name: value for name in fields if (value := getattr(self, name)) != fields[name].default}

    @property
    def spec(self) -> str:
        """The spec string that builds this object, default settings left out."""
        options = self.changed
        positional = options.pop(self.positional, None) if self.positional else None
        return write_spec(self.name, positional, options)


def grouped(owner: str, kinds: Sequence[type[Settings]], values: Mapping[str, Any]) -> list[Any]:
    """Settings of several kinds from values by name; `owner` is what messages call all of them together."""
    known = {name: kind for kind in kinds for name in setting_fields(kind)}
    for name in values:
        if name not in known:
            raise unknown_name(f"setting of {owner}", name, known)
    return [kind(**{name: value for name, value in values.items() if known[name] is kind}) for kind in kinds]


def checked(owner: str, field: dataclasses.Field[Any], value: Any) -> Any:
    """The value, converted to the type of the field's default; `InputError` where it does not fit."""
    limits = field.metadata
    if limits["objects_with"] and callable(getattr(value, limits["objects_with"], None)):
        return value
    if limits["kind"] and value == field.default:
        return value
    kind: type[Any] = limits["kind"] or type(field.default)
    expected = f"one of {', '.join(limits['choices'])}" if limits["choices"] else _expected(kind, limits)
    expected = f"{field.default} or {expected}" if limits["kind"] else expected
    problem = InputError(f"{owner}: {field.name} must be {expected}, not {value!r}")
    try:
        if kind is bool:
            converted: Any = {"true": True, "false": False}[str(value).lower()]
        elif kind in (int, float):
            converted = kind(value)
            if kind is int and converted != float(value):
                raise problem
        else:
            converted = value if field.default is None else kind(value)
    except (TypeError, ValueError, KeyError, OverflowError):
        raise problem from None
    if limits["choices"] and converted not in limits["choices"]:
        raise problem
    if limits["minimum"] is not None and not converted >= limits["minimum"]:
        raise problem
    if limits["maximum"] is not None and not converted <= limits["maximum"]:
        raise problem
    return converted


def _expected(kind: type, limits: Any) -> str:
    words = {bool: "true or false", int: "a whole number", float: "a number"}.get(kind, "a text")
    low, high = limits["minimum"], limits["maximum"]
    if low is not None and high is not None:
        return f"{words} from {low} to {high}"
    if low is not None:
        return f"{words} of at least {low}"
    return words if high is None else f"{words} of at most {high}"
