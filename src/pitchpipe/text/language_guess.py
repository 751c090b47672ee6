"""The language of a text, guessed from its script and its function words."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pitchpipe.text.languages import LANGUAGES, Language

SAMPLE = 1000
"""Lines that are looked at, spread over the text."""
_KANA_SHARE = 0.02
"""Of Japanese letters, at least so many are kana; Chinese has none."""
_FEWEST, _AHEAD = 0.08, 1.15
"""The share of a text's words that must be function words of its language, and the factor ahead of the next one."""
_EDGES = ".,!?;:\"'()[]«»„“”‚‘’¿¡…،؟।-–—"


def sample(lines: Sequence[str]) -> list[str]:
    """Lines spread over a text, or all of it."""
    step = max(1, len(lines) // SAMPLE)
    return [line for line in lines[::step][:SAMPLE] if line.strip()]


def script_of(lines: Iterable[str]) -> str:
    """The script that most letters of a text are in, as `languages.tsv` calls it; nothing for text without letters."""
    counts: Counter[str] = Counter()
    for char, count in Counter("".join(lines)).items():
        if script := _script(char):
            counts[script] += count
    kana = counts.pop("kana", 0)
    if kana:
        japanese = kana > _KANA_SHARE * (kana + counts["han"])
        counts["japanese"] = kana + counts.pop("han") if japanese else kana
    return counts.most_common(1)[0][0] if counts else ""


def guess_language(lines: Sequence[str]) -> Language | None:
    """The language of a text by its script, and by its function words where a script has several; None if unknown."""
    looked_at = sample(lines)
    script = script_of(looked_at)
    known = [one for one in LANGUAGES.values() if one.script == script]
    if script == "han":
        return LANGUAGES["zh"]
    if len(known) == 1:
        return known[0]
    words = _words(looked_at)
    shares = sorted(
        ((sum(words[word] for word in one.function_words), one.code) for one in known if one.function_words),
        reverse=True,
    )
    total = sum(words.values())
    if not shares or shares[0][0] < _FEWEST * total:
        return None
    ahead = len(shares) == 1 or shares[0][0] >= _AHEAD * shares[1][0]
    return LANGUAGES[shares[0][1]] if ahead else None


def function_word_count(lines: Sequence[str], language: Language) -> int:
    """How many words of a sample of lines are function words of a language."""
    words = _words(sample(lines))
    return sum(words[word] for word in language.function_words)


def _words(lines: Iterable[str]) -> Counter[str]:
    words = Counter(word.strip(_EDGES) for line in lines for word in line.lower().split())
    words.pop("", None)
    return words


@lru_cache(maxsize=4096)
def _script(char: str) -> str:
    """Unicode's names of letters begin with that of their script."""
    if unicodedata.category(char)[0] != "L":
        return ""
    name = unicodedata.name(char, "").removeprefix("FULLWIDTH ").removeprefix("HALFWIDTH ")
    first = name.split(" ")[0].split("-")[0].lower()
    return {"cjk": "han", "hiragana": "kana", "katakana": "kana"}.get(first, first)
