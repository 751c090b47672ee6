"""Declared settings as options of commands: name, default, range and help stand where a setting is declared, and only there."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any

import typer

from pitchpipe.cli import completion
from pitchpipe.settings import Settings, setting_fields

Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SETTINGS",
        help="Further settings, as in: beam=500,distortion_limit=9. 'pitchpipe explain' lists them.",
        show_default=False,
    ),
]


def with_settings(
    kind: type[Settings], leave_out: Collection[str] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command an option for each setting of a kind; it gets those that are given as a dictionary, `given`."""
    fields = {name: field for name, field in setting_fields(kind).items() if name not in leave_out}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def with_options(*arguments: Any, **options: Any) -> None:
            values = {name: options.pop(name) for name in fields}
            given = {name: value for name, value in values.items() if value is not None}
            command(*arguments, **options, given=given)

        signature = inspect.signature(command, eval_str=True)
        own = [one for one in signature.parameters.values() if one.name != "given"]
        added = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_option(field))
            for name, field in fields.items()
        ]
        parameters = [*own, *added]
        with_options.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        with_options.__annotations__ = {one.name: one.annotation for one in parameters}
        return with_options

    return decorate


def taking(
    kind: Callable[[], type[Settings]], leave_out: Collection[str] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """`with_settings`, when the command is asked for and not before: settings may be slow to import."""

    def mark(command: Callable[..., None]) -> Callable[..., None]:
        command.setting_options = lambda: with_settings(kind(), leave_out)  # type: ignore[attr-defined]
        return command

    return mark


def settings_of(texts: Sequence[str] | None) -> dict[str, str]:
    """The names and values that `--set` gives, which may be given several times; no name twice."""
    from pitchpipe.specs import parse_settings

    return parse_settings(",".join(texts)) if texts else {}


def _option(field: Any) -> Any:
    default = str(field.default)
    shown = "" if default in ("0", "0.0", "", "none", "auto") else f" Default: {default}."
    help = field.metadata["help"]
    return Annotated[
        str | None,
        typer.Option(
            f"--{field.name.replace('_', '-')}",
            metavar=_metavar(field),
            help=f"{help[:1].upper()}{help[1:]}.{shown}",
            autocompletion=completion.of_setting(field),
            show_default=False,
        ),
    ]


def _metavar(field: Any) -> str:
    choices = field.metadata["choices"]
    if choices:
        return "|".join(choices)
    return {int: "N", float: "X"}.get(field.metadata["kind"] or type(field.default), "TEXT")
