"""The HMM alignment model, in both directions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.align.em import EmStep, em
from pitchpipe.align.lexicon import Lexicon
from pitchpipe.align.model1 import EmMethod, Model1
from pitchpipe.align.shards import Shards
from pitchpipe.settings import setting


@dataclass(frozen=True)
class Hmm(EmMethod):
    """A hidden Markov model: neighbouring words are translated together.

    The position that a word comes from depends on the one before, by the distance between the two; words that come
    from no word keep the position. Translations start from `model1`. With agreement, the default, both directions
    learn only links that both believe in.

    References
    ----------
    Vogel, Ney and Tillmann, 1996, HMM-based word alignment in statistical translation.

    Och and Ney, 2003, A systematic comparison of various statistical alignment models.

    Liang, Taskar and Klein, 2006, Alignment by agreement.
    """

    name: ClassVar[str] = "hmm"

    iterations: int = setting(5, "iterations of EM", minimum=1, maximum=1000)
    start: int = setting(5, "iterations of model 1 before them", minimum=1, maximum=1000)
    agreement: bool = setting(True, "whether both directions are trained to agree")
    window: int = setting(
        7, "the longest distance; longer jumps count as jumps of this one", minimum=1, maximum=15
    )
    null: float = setting(0.1, "probability of a word that comes from no word", minimum=0, maximum=0.9)
    smoothing: float = setting(0.0, "number to add to the count of every word pair", minimum=0)

    @property
    def steps(self) -> int:
        return self.start + self.iterations

    def learn(self, lexicon: Lexicon, pairs: Shards, threads: int) -> Iterator[EmStep]:
        model1 = Model1(self.start, self.agreement, self.null, self.smoothing)
        for iteration in model1.learn(lexicon, pairs, threads):
            yield iteration
        yield from em(
            lexicon,
            pairs,
            iteration.parameters.with_jumps(self.window),
            iterations=self.iterations,
            agreement=self.agreement,
            smoothing=self.smoothing,
            threads=threads,
        )
