"""IBM model 1, in both directions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from typing import ClassVar

from pitchpipe.align.aligner import Aligner
from pitchpipe.align.alignments import Alignments
from pitchpipe.align.em import EmStep, em
from pitchpipe.align.lexicon import Lexicon, check_texts
from pitchpipe.align.method import AlignmentMethod, Progress
from pitchpipe.align.parameters import uniform
from pitchpipe.align.shards import Shards, in_shards
from pitchpipe.align.symmetrize import DEFAULT, Posterior, symmetrization
from pitchpipe.errors import InputError
from pitchpipe.files.scratch import Scratch
from pitchpipe.settings import setting
from pitchpipe.text import Corpus


@dataclass(frozen=True)
class EmMethod(AlignmentMethod):
    """A model that is learned from the text itself by expectation maximisation."""

    @property
    @abstractmethod
    def steps(self) -> int:
        """How many iterations there are."""

    @abstractmethod
    def learn(self, lexicon: Lexicon, pairs: Shards, threads: int) -> Iterator[EmStep]:
        """The iterations, one after the other."""

    def train(
        self,
        source: Corpus,
        target: Corpus,
        *,
        names: tuple[str, str] = ("source", "target"),
        threads: int = 1,
        progress: Progress | None = None,
        scratch: Scratch | None = None,
    ) -> Aligner:
        check_texts(source, target, names)
        if not (source.lengths * target.lengths).any():
            raise InputError(
                f"{names[0]}: found no line that has words in {names[1]} too, expected a parallel text"
            )
        lexicon, pairs = in_shards(source, target, threads, scratch)
        tokens = len(source.ids) + len(target.ids)
        history = []
        for done, iteration in enumerate(self.learn(lexicon, pairs, threads), 1):
            history.append(iteration.log_likelihood)
            if progress:
                progress(done, self.steps, f"perplexity {exp(-sum(iteration.log_likelihood) / tokens):.2f}")
        return Aligner(self.spec, lexicon, iteration.parameters, tuple(history))

    def align(
        self,
        source: Corpus,
        target: Corpus,
        symmetrize: str | Posterior = DEFAULT,
        *,
        names: tuple[str, str] = ("source", "target"),
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Alignments:
        how = symmetrization(symmetrize)
        aligner = self.train(source, target, names=names, threads=threads, progress=progress)
        return aligner.align(source, target, how, threads=threads)


@dataclass(frozen=True)
class Model1(EmMethod):
    """IBM model 1: which words translate which, in any position.

    Every word is equally likely to come from any word of the other sentence, or it comes from none. It is fast, and
    the HMM starts from it; to extract phrases, use `hmm`.

    References
    ----------
    Brown, Della Pietra, Della Pietra and Mercer, 1993, The mathematics of statistical machine translation.

    Liang, Taskar and Klein, 2006, Alignment by agreement.
    """

    name: ClassVar[str] = "model1"

    iterations: int = setting(5, "iterations of EM", minimum=1, maximum=1000)
    agreement: bool = setting(True, "whether both directions are trained to agree")
    null: float = setting(0.1, "probability of a word that comes from no word", minimum=0, maximum=0.9)
    smoothing: float = setting(0.0, "number to add to the count of every word pair", minimum=0)

    @property
    def steps(self) -> int:
        return self.iterations

    def learn(self, lexicon: Lexicon, pairs: Shards, threads: int) -> Iterator[EmStep]:
        return em(
            lexicon,
            pairs,
            uniform(lexicon, self.null, pairs.scratch),
            iterations=self.iterations,
            agreement=self.agreement,
            smoothing=self.smoothing,
            threads=threads,
        )
