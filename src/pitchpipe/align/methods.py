"""Alignment methods by name; `train`, which learns a model, and `align`, which aligns a text with one of its own."""

from __future__ import annotations

from pitchpipe.align.aligner import Aligner
from pitchpipe.align.alignments import Alignments
from pitchpipe.align.eflomal import Eflomal
from pitchpipe.align.hmm import Hmm
from pitchpipe.align.method import AlignmentMethod, Progress
from pitchpipe.align.model1 import Model1
from pitchpipe.align.symmetrize import DEFAULT, Posterior
from pitchpipe.files.scratch import Scratch
from pitchpipe.registry import Registry
from pitchpipe.text import Corpus

METHODS: Registry[AlignmentMethod] = Registry("aligners", "aligner", AlignmentMethod, (Hmm, Model1, Eflomal))


def find_aligner(spec: str | AlignmentMethod) -> AlignmentMethod:
    """Build the alignment method that a spec string such as `hmm(agreement=false)` names."""
    return METHODS.build(spec)


def train(
    source: Corpus,
    target: Corpus,
    method: str | AlignmentMethod = "hmm",
    *,
    names: tuple[str, str] = ("source", "target"),
    threads: int = 1,
    progress: Progress | None = None,
    scratch: Scratch | None = None,
) -> Aligner:
    """Learn an alignment model from lines that are translations of each other.

    Tables that are large are made where `scratch` says.

    Examples
    --------
    >>> source, target = read_parallel(["train.de", "train.en"])
    >>> aligner = train(source, target, "hmm(iterations=5)")
    >>> aligner.align(["das haus"], ["the house"]).line(0)
    """
    return find_aligner(method).train(
        source, target, names=names, threads=threads, progress=progress, scratch=scratch
    )


def align(
    source: Corpus,
    target: Corpus,
    method: str | AlignmentMethod = "hmm",
    symmetrize: str | Posterior = DEFAULT,
    *,
    names: tuple[str, str] = ("source", "target"),
    threads: int = 1,
    progress: Progress | None = None,
) -> Alignments:
    """Align lines that are translations of each other, by what they themselves teach or by another aligner."""
    return find_aligner(method).align(
        source, target, symmetrize, names=names, threads=threads, progress=progress
    )
