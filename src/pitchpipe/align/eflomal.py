"""The eflomal aligner, where its package is installed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from pitchpipe.align.alignments import Alignments
from pitchpipe.align.lexicon import check_texts
from pitchpipe.align.method import AlignmentMethod, Progress
from pitchpipe.align.symmetrize import DEFAULT, Posterior, symmetrization, symmetrize
from pitchpipe.errors import InputError
from pitchpipe.settings import setting
from pitchpipe.text import Corpus

_symmetrize = symmetrize


@dataclass(frozen=True)
class Eflomal(AlignmentMethod):
    """The aligner eflomal: a Bayesian HMM with fertilities, by Gibbs sampling.

    It needs the package eflomal, draws at random, chooses its own number of threads, and saves no model.

    References
    ----------
    Östling and Tiedemann, 2016, Efficient word alignment with Markov chain Monte Carlo.
    """

    name: ClassVar[str] = "eflomal"

    model: int = setting(3, "1 is IBM model 1, 2 the HMM, 3 the HMM with fertilities", minimum=1, maximum=3)
    samplers: int = setting(3, "independent samplers", minimum=1, maximum=100)
    null: float = setting(0.2, "prior of a word that comes from no word", minimum=0, maximum=0.9)

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
        if isinstance(how, Posterior):
            raise InputError("eflomal gives links and no posteriors; symmetrise by another way, as grow-diag")
        try:
            import eflomal
        except ImportError:
            raise InputError("this aligner needs the eflomal package: pip install eflomal") from None
        check_texts(source, target, names)
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder, name) for name in ("forward", "backward")]
            runner = eflomal.Aligner(model=self.model, n_samplers=self.samplers, null_prior=self.null)
            runner.align(
                _numbers(source),
                _numbers(target),
                links_filename_fwd=str(files[0]),
                links_filename_rev=str(files[1]),
            )
            forward, backward = (Alignments.read(file, source, target) for file in files)
        return _symmetrize(forward, backward, how, threads=threads)


def _numbers(corpus: Corpus) -> Iterator[str]:
    """The lines as numbers of words in lower case, so that eflomal sees the same tokens as we do."""
    numbers: dict[str, int] = {}
    lowered = np.array([numbers.setdefault(word.lower(), len(numbers)) for word in corpus.words], np.int64)
    for line in np.split(lowered[corpus.ids], corpus.offsets[1:-1]):
        yield " ".join(map(str, line.tolist())) + "\n"
