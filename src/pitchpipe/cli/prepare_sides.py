"""What `prepare` does to each side, found out before the work."""

from __future__ import annotations

from collections.abc import Sequence

from pitchpipe.cli import terminal
from pitchpipe.errors import InputError
from pitchpipe.files import input_name
from pitchpipe.text import Pieces, TextPlan, looks_raw, plan_text
from pitchpipe.text.plan import AUTO


def plan_sides(
    inputs: Sequence[str],
    texts: Sequence[Sequence[str]],
    languages: Sequence[str],
    pieces: Sequence[int | Pieces],
) -> list[TextPlan]:
    """The plan of each side."""
    plans = []
    for side, (path, lines, language, known) in enumerate(zip(inputs, texts, languages, pieces, strict=True)):
        size = known if isinstance(known, int) else 1
        plans.append(plan_text(lines, language=language, pieces=size, truecase=False, name=path, side=side))
    return plans


def tell_plans(inputs: Sequence[str], languages: Sequence[str], plans: Sequence[TextPlan]) -> None:
    """Say what was found out by looking, and what was not asked for."""
    for path, language, plan in zip(inputs, languages, plans, strict=True):
        if language == AUTO or (plan.pieces and plan.language):
            terminal.log(f"{input_name(path)}: {plan}")


def warn_raw(inputs: Sequence[str], texts: Sequence[Sequence[str]]) -> None:
    """Say which option tokenises text that looks raw."""
    plans = [
        plan_text(lines, name=path, side=side)
        for side, (path, lines) in enumerate(zip(inputs, texts, strict=True))
    ]
    raw = [input_name(path) for path, lines in zip(inputs, texts, strict=True) if looks_raw(lines)]
    if raw:
        codes = ",".join(_code(plan) for plan in plans)
        looks = f"{' and '.join(raw)} {'look' if len(raw) > 1 else 'looks'} raw"
        terminal.warn(f"{looks}, but text is taken as tokenised; --tokenize {codes} tokenises it")


def _code(plan: TextPlan) -> str:
    return (plan.language.code if plan.language else AUTO) if plan.raw else "none"


def size_or_pieces(value: str, keep_all: bool) -> int | Pieces:
    """How many pieces to learn, or those of a file."""
    if value == "none":
        return 0
    if not value.isdecimal():
        if not keep_all:
            raise InputError(
                f"--pieces: found the file {value}, expected it with --keep-all or --truecasers; "
                "a training text learns its own, as in --pieces 8000"
            )
        return Pieces.read(value)
    if keep_all:
        raise InputError(
            f"--pieces: found {value}, expected a file: pieces are learned from a training text, which is cleaned"
        )
    return int(value)


def pieces_of(plans: Sequence[TextPlan], known: Sequence[int | Pieces]) -> list[Pieces | None]:
    """The pieces to cut text into that is not a training text."""
    found = [None if isinstance(one, int) else one for one in known]
    for plan, one in zip(plans, found, strict=True):
        if plan.pieces and one is None and plan.language:
            raise InputError(
                f"found {plan.language.name} without spaces, "
                "expected --pieces FILE, which an earlier run has learned from the training text"
            )
    return found
