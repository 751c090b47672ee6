"""Languages by code: names, scripts and function words are in `languages.tsv`, a language on each line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from pathlib import PurePath

from pitchpipe.errors import InputError, unknown_name

SPACELESS = frozenset({"japanese", "han", "thai", "khmer", "lao", "myanmar", "tibetan"})
"""Scripts that have no spaces between words."""
_NEUTRAL = frozenset(
    ["gz", "bz2", "xz", "zst", "txt", "text", "raw", "tok", "clean", "lc", "tc", "tsv", "csv", "tmx"]
)
"""Endings of files that say nothing about the language."""


@dataclass(frozen=True)
class Language:
    """A language, by its code of two letters if it has one."""

    code: str
    name: str
    script: str
    function_words: frozenset[str]

    @property
    def has_spaces(self) -> bool:
        return self.script not in SPACELESS


def _read() -> tuple[dict[str, Language], dict[str, str]]:
    languages: dict[str, Language] = {}
    others: dict[str, str] = {}
    for line in files("pitchpipe.text").joinpath("languages.tsv").read_text("utf-8").splitlines():
        code, codes, name, script, words = line.split("\t")
        languages[code] = Language(code, name, script, frozenset(words.split()))
        others |= dict.fromkeys([*codes.split(","), name.lower()], code)
    return languages, others


LANGUAGES, _OTHER_NAMES = _read()


def language_of(name: str) -> Language | None:
    """The language of a code such as `de`, `deu`, `pt_BR` or `zho_Hans`, or of an English name."""
    plain = name.strip().lower()
    for one in (plain, re.split("[-_]", plain)[0]):
        if code := _OTHER_NAMES.get(one, one if one in LANGUAGES else None):
            return LANGUAGES[code]
    return None


def find_language(name: str) -> Language:
    """The same; an error with the nearest known one if there is none."""
    found = language_of(name)
    if found is None:
        raise unknown_language(name)
    return found


def unknown_language(name: str) -> InputError:
    """The error for a mistyped language: codes are suggested for codes, and names for names."""
    known = [one.name for one in LANGUAGES.values()] if len(name) > 3 else [*LANGUAGES]
    alike = [one for one in known if one[0].lower() == name[:1].lower()]
    near = get_close_matches(name.lower(), [one.lower() for one in alike], n=1)
    return unknown_name("language", name, alike if near else known)


def language_of_file(path: str, side: int) -> Language | None:
    """The language that a file's name ends in: `train.de`, `train.raw.en.gz`, `corpus_de.txt`.

    A pair, as in `corpus.de-en.tsv`, has a language for each side, the source's first.
    """
    parts = PurePath(path).name.lower().split(".")
    while len(parts) > 1 and parts[-1] in _NEUTRAL:
        parts.pop()
    last = parts[-1]
    pair = re.fullmatch(r"([a-z]{2,3})[-_]([a-z]{2,3})", last)
    if pair and all(map(_by_code, pair.groups())):
        return _by_code(pair[side + 1])
    ends = [last] if len(parts) > 1 else []
    if "_" in last or "-" in last:
        ends.append(re.split("[-_]", last)[-1])
    if len(parts) > 1 and re.fullmatch(r"[a-z]{2,3}[-_][a-z]{2,4}", last):
        ends.append(re.split("[-_]", last)[0])
    return next(filter(None, map(_by_code, ends)), None)


def _by_code(name: str) -> Language | None:
    """By a code only: files are called `latin.txt` for other reasons."""
    return language_of(name) if re.fullmatch("[a-z]{2,3}", name) else None
