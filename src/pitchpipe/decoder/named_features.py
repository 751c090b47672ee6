"""Features by name: those that packages add by entry point, and classes of modules, as in `my_module:LengthRatio`.

A module is imported if it is installed, or if the user names it: on the command line, in a recipe or a study, or in
Python. What a model's folder names must be installed, and nothing is ever imported from a model's folder.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

from pitchpipe.decoder.features import FEATURES, Feature
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.settings import Settings
from pitchpipe.specs import parse_spec

_IN_MODULE = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)(\(.*\))?", re.DOTALL)
_BETWEEN = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^']*'|[()+]|[^()+'"]+|.)""", re.DOTALL)


def feature_names(text: str) -> list[str]:
    """The names in `length_ratio+my_module:Classes(file=a+b.tsv)`, cut at each + outside of brackets."""
    parts, depth = [""], 0
    for piece in _BETWEEN.findall(text):
        depth += (piece == "(") - (piece == ")")
        if piece == "+" and depth <= 0:
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts if part.strip()]


def joined_names(*texts: str) -> str:
    """All names in these texts, each once."""
    return "+".join(dict.fromkeys(name for text in texts for name in feature_names(text)))


def load_features(names: Sequence[str]) -> list[Any]:
    """The features of these names, which the user gave or `check_installed` has passed."""
    return [_load(name) for name in names]


def code_digest(names: Sequence[str]) -> str:
    """A hash of the files that the features' classes are in, so that work is done again if they change."""
    digest = hashlib.blake2b(digest_size=8)
    for feature in load_features(names):
        file = getattr(sys.modules[type(feature).__module__], "__file__", None)
        digest.update(Path(file).read_bytes() if file else type(feature).__qualname__.encode())
    return digest.hexdigest()


def check_installed(names: Sequence[str], place: str) -> None:
    """Raise `InputError` if a module that a model names is not installed; `place` is where it names it."""
    for name in names:
        found = _IN_MODULE.fullmatch(name)
        if found and found[1].split(".")[0] not in sys.modules and not _is_installed(found[1]):
            raise InputError(
                f"{place} names the feature {name}, whose module {found[1]} is not installed; "
                f"install it, or give --feature {name} if you trust it"
            )


def _load(name: str) -> Any:
    found = _IN_MODULE.fullmatch(name)
    if not found:
        return FEATURES.find(name)()
    module, attribute, settings = found.groups()
    kind = getattr(_imported(module, name), attribute, None)
    if kind is None:
        known = [one for one, value in vars(sys.modules[module]).items() if isinstance(value, type)]
        raise unknown_name(f"class of {module}", attribute, known)
    if not (isinstance(kind, type) and issubclass(kind, Feature)):
        raise InputError(
            f"found {name}, which is no feature, expected a subclass of PhraseFeature or StepFeature"
        )
    built: Any = kind
    if issubclass(kind, Settings):
        spec = parse_spec(f"{attribute}{settings or ''}")
        return built.from_spec(spec.positional, spec.options)
    if settings:
        raise InputError(
            f"found settings in {name}, expected none: {attribute} is not derived from pitchpipe.settings.Settings"
        )
    return built()


def _imported(module: str, name: str) -> Any:
    top = module.split(".", maxsplit=1)[0]
    with _current_folder_last():
        if top not in sys.modules:
            spec = _spec(top)
            if spec is None:
                raise InputError(
                    f"found no module {top!r} for the feature {name}; install it, or run in the folder it is in"
                )
            if (folder := _folder(spec)) and (folder / "model.json").exists():
                raise InputError(
                    f"found the module {top!r} of the feature {name} in the model's folder {folder}, "
                    "from which nothing is imported; move it elsewhere"
                )
        try:
            return importlib.import_module(module)
        except ModuleNotFoundError as error:
            raise InputError(f"found no module {error.name!r} for the feature {name}; install it") from None
        except Exception as error:
            raise InputError(
                f"the module {module!r} of the feature {name} cannot be imported: "
                f"{type(error).__name__}: {error}"
            ) from error


@contextmanager
def _current_folder_last() -> Iterator[None]:
    """So that a module beside one's work is found, and none takes the place of one that is installed."""
    here = os.getcwd()
    sys.path.append(here)
    try:
        yield
    finally:
        sys.path.remove(here)


def _is_installed(module: str) -> bool:
    spec = _spec(module.split(".", maxsplit=1)[0])
    folder = spec and _folder(spec)
    return spec is not None and folder != Path.cwd() and not (folder and (folder / "model.json").exists())


def _spec(top: str) -> ModuleSpec | None:
    try:
        return importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None


def _folder(spec: ModuleSpec) -> Path | None:
    """The folder that a module or package is in; None if it is in no file."""
    if spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations))).resolve().parent
    if spec.origin and spec.has_location:
        return Path(spec.origin).resolve().parent
    return None
