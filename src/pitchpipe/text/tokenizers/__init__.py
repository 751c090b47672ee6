"""Tokenisers by name; see `tokenizer.Tokenizer`."""

from __future__ import annotations

import re

from pitchpipe.errors import InputError, unknown_name
from pitchpipe.registry import Registry
from pitchpipe.specs import Spec, parse_spec
from pitchpipe.text.languages import Language, find_language
from pitchpipe.text.tokenizers.fugashi import FugashiTokenizer
from pitchpipe.text.tokenizers.jieba import JiebaTokenizer
from pitchpipe.text.tokenizers.moses import GENERIC, MosesTokenizer
from pitchpipe.text.tokenizers.none import NoTokenizer
from pitchpipe.text.tokenizers.pythainlp import PythainlpTokenizer
from pitchpipe.text.tokenizers.sacrebleu import SacrebleuTokenizer, sacrebleu_names
from pitchpipe.text.tokenizers.segmenter import Segmenter
from pitchpipe.text.tokenizers.tokenizer import Tokenizer

__all__ = [
    "GENERIC",
    "SEGMENTERS",
    "TOKENIZERS",
    "MosesTokenizer",
    "NoTokenizer",
    "SacrebleuTokenizer",
    "Tokenizer",
    "find_tokenizer",
    "is_language",
    "tokenizer_of_language",
    "tokenizer_signature",
]

TOKENIZERS: Registry[Tokenizer] = Registry(
    "tokenizers",
    "tokeniser",
    Tokenizer,
    (
        NoTokenizer,
        MosesTokenizer,
        SacrebleuTokenizer,
        FugashiTokenizer,
        JiebaTokenizer,
        PythainlpTokenizer,
    ),
)
SEGMENTERS: dict[str, type[Segmenter]] = {
    "ja": FugashiTokenizer,
    "zh": JiebaTokenizer,
    "yue": JiebaTokenizer,
    "th": PythainlpTokenizer,
}
"""What finds the words of languages without spaces; others are cut into pieces, see `pitchpipe.text.Pieces`."""


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
    """The tokeniser for text of a language: `de` stands for `moses:de`, and `ja` for `fugashi`.

    Any other tokeniser's spec will do as well.

    Parameters
    ----------
    normalize
        Bring text to plain forms first, unless the spec says otherwise; `none` and scripts without spaces stay.
    """
    if isinstance(language, Tokenizer):
        return language
    spec = _of_language(find_language(language)) if is_language(language) else _parsed(language)
    plain = {NoTokenizer.name, *(segmenter.name for segmenter in SEGMENTERS.values())}
    given = {"normalize": True} if normalize and spec.name not in plain else {}
    return TOKENIZERS.build(spec, given)


def tokenizer_signature(spec: str) -> str:
    """What the signatures of scores call a tokeniser: sacreBLEU's by their own names."""
    return spec.removeprefix("sacrebleu:")


def is_language(text: str) -> bool:
    """Whether a text can only be the name of a language, and not that of a tokeniser."""
    return not _is_spec(text)


def _of_language(language: Language) -> Spec:
    if language.has_spaces:
        return Spec(MosesTokenizer.name, language.code)
    if language.code not in SEGMENTERS:
        raise InputError(
            f"{language.name} has no spaces between words, and no tokeniser here finds them; "
            "cut it into pieces with --pieces"
        )
    segmenter = SEGMENTERS[language.code]
    if not segmenter.is_installed():
        raise InputError(
            f"{language.name} has no spaces between words, and finding them needs a package: "
            f"pip install {' '.join(segmenter.packages)}; or cut it into pieces with --pieces"
        )
    return Spec(segmenter.name)


def _is_spec(text: str) -> bool:
    return re.split(r"[:(]", text)[0].strip() in TOKENIZERS.names


def _parsed(text: str) -> Spec:
    """As any spec, but values after the colon may have hyphens, which are minus signs elsewhere."""
    parts = re.fullmatch(r"([\w-]+):([\w.-]+)", text.strip())
    return Spec(parts[1], parts[2]) if parts else parse_spec(text)
