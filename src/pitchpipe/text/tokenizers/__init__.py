"""Tokenisers by name; see `tokenizer.Tokenizer`."""

from __future__ import annotations

import re

from pitchpipe.errors import unknown_name
from pitchpipe.registry import Registry
from pitchpipe.specs import Spec, parse_spec
from pitchpipe.text.tokenizers.moses import MosesTokenizer
from pitchpipe.text.tokenizers.none import NoTokenizer
from pitchpipe.text.tokenizers.sacrebleu import SacrebleuTokenizer, sacrebleu_names
from pitchpipe.text.tokenizers.tokenizer import Tokenizer

__all__ = [
    "TOKENIZERS",
    "MosesTokenizer",
    "NoTokenizer",
    "SacrebleuTokenizer",
    "Tokenizer",
    "find_tokenizer",
    "tokenizer_of_language",
    "tokenizer_signature",
]

TOKENIZERS: Registry[Tokenizer] = Registry(
    "tokenizers", "tokeniser", Tokenizer, (NoTokenizer, MosesTokenizer, SacrebleuTokenizer)
)


def find_tokenizer(spec: str | Tokenizer) -> Tokenizer:
    """Build the tokeniser that a spec such as `moses:de` names; sacreBLEU's go by their own names too, as `13a`."""
    if isinstance(spec, Tokenizer):
        return spec
    if _is_spec(spec):
        return TOKENIZERS.build(_parsed(spec))
    if spec in (names := sacrebleu_names(spec)):
        return SacrebleuTokenizer(spec)
    raise unknown_name("tokeniser", spec, [*TOKENIZERS.names, *names])


def tokenizer_of_language(language: str | Tokenizer, *, normalize: bool = False) -> Tokenizer:
    """The tokeniser for text of a language: `de` stands for `moses:de`; any other tokeniser's spec will do as well.

    Parameters
    ----------
    normalize
        Bring text to plain forms first, unless the spec says otherwise; `none` has nothing to bring.
    """
    if isinstance(language, Tokenizer):
        return language
    spec = _parsed(language) if _is_spec(language) else Spec(MosesTokenizer.name, language)
    given = {"normalize": True} if normalize and spec.name != NoTokenizer.name else {}
    return TOKENIZERS.build(spec, given)


def tokenizer_signature(spec: str) -> str:
    """What the signatures of scores call a tokeniser: sacreBLEU's by their own names."""
    return spec.removeprefix("sacrebleu:")


def _is_spec(text: str) -> bool:
    return re.split(r"[:(]", text)[0].strip() in TOKENIZERS.names


def _parsed(text: str) -> Spec:
    """As any spec, but values after the colon may have hyphens, which are minus signs elsewhere."""
    parts = re.fullmatch(r"([\w-]+):([\w.-]+)", text.strip())
    return Spec(parts[1], parts[2]) if parts else parse_spec(text)
