"""Text on its way out: recased, with capitals where sentences begin, and detokenised."""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.text.casing import capitalize
from pitchpipe.text.in_processes import Progress
from pitchpipe.text.pieces import Pieces
from pitchpipe.text.tokenized_lines import detokenize_lines
from pitchpipe.text.tokenizers import Tokenizer
from pitchpipe.text.truecaser import Truecaser


def restore(
    lines: Sequence[str],
    *,
    language: str | Tokenizer = "none",
    truecaser: Truecaser | None = None,
    mode: str = "lm",
    sources: Sequence[str] | None = None,
    capitals: bool = True,
    pieces: Pieces | None = None,
    processes: int = 1,
    progress: Progress | None = None,
) -> list[str]:
    """Make readable text of tokenised translations.

    Parameters
    ----------
    language
        A code such as `en`, or a tokeniser; `none` leaves the tokens apart.
    truecaser
        Recases lower-cased words; translations by a truecased system do without.
    sources
        What was translated, tokenised and not lower-cased; see `Truecaser.recase`.
    capitals
        Begin sentences with a capital letter.
    pieces
        What the text was cut into: they are put together first.
    """
    if pieces is not None:
        lines = pieces.joined(lines)
    if truecaser is not None:
        lines = truecaser.recase(lines, mode, sources=sources)
    if capitals:
        lines = capitalize(lines)
    return detokenize_lines(lines, language, processes=processes, progress=progress)
