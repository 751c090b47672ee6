"""sacreBLEU's tokenisers by name, called and not copied."""

from __future__ import annotations

from collections.abc import Callable

from pitchpipe.errors import InputError, unknown_name


def tokenizer(name: str) -> Callable[[str], str]:
    """The function that puts spaces between the tokens of a line; `none` leaves it as it is."""
    if name == "none":
        return str
    try:
        from sacrebleu.metrics.bleu import BLEU
    except ImportError:
        raise InputError(
            f"the tokeniser {name!r} needs the sacrebleu package: pip install sacrebleu"
        ) from None
    if name not in BLEU.TOKENIZERS:
        raise unknown_name("tokeniser", name, BLEU.TOKENIZERS)
    try:
        tokenize = BLEU(tokenize=name).tokenizer
    except (ImportError, OSError, RuntimeError) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"sacreBLEU cannot start its tokeniser {name!r}: {reason}") from None
    return lambda line: str(tokenize(line.rstrip()))
