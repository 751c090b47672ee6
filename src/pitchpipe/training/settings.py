"""What `train` can be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.reordering import CHOICES
from pitchpipe.settings import Settings, setting


@dataclass(frozen=True)
class TrainSettings(Settings):
    """From parallel text to a tuned system."""

    name: ClassVar[str] = "train"

    source_language: str = setting(
        "none", "the source's language for the tokeniser, as in de; none if it is tokenised"
    )
    target_language: str = setting("none", "the target's language")
    lowercase: bool = setting(False, "make everything lower case")
    truecase: bool = setting(False, "undo the capitals that sentences start with")
    known_forms: bool = setting(
        True, "translate an unknown word as the known parts of a compound, or as another form"
    )
    max_line: int = setting(80, "leave out longer lines", minimum=1)
    ratio: float = setting(9.0, "leave out lines whose lengths differ by a larger factor", minimum=1)
    aligner: str = setting("hmm", "as in: hmm(iterations=5), model1, eflomal")
    symmetrize: str = setting("grow-diag-final-and", "how both directions of the alignment are joined")
    max_phrase: int = setting(7, "the longest phrase, in words", minimum=1, maximum=10)
    reordering: str = setting("both", "reordering models", choices=tuple(CHOICES))
    order: int = setting(5, "the language model's order", minimum=1, maximum=7)
    sparse: str = setting("", "sparse features, as in: PT+AL+LO")
    method: str = setting("kbmira", "how to tune; none leaves the start weights")
    metric: str = setting("bleu", "what to tune for")
    lists: int = setting(100, "translations a sentence in the lists that are tuned on", minimum=2)
    iterations: int = setting(
        0, "rounds of decoding and tuning, or epochs, at most; 0 leaves it to the method", minimum=0
    )
    seed: int = setting(1, "where all random choices come from", minimum=0)

    @property
    def templates(self) -> tuple[str, ...]:
        """The names in `sparse`; a comma would end the setting in a spec."""
        return tuple(name for name in self.sparse.replace(",", "+").split("+") if name)
