"""TERp: the translation edit rate with stems, synonyms, paraphrases and tuned costs (Snover et al. 2009)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pitchpipe import _native
from pitchpipe.arrays import Array
from pitchpipe.metrics.base import ratio
from pitchpipe.metrics.lexical import LexicalMetric
from pitchpipe.settings import setting
from pitchpipe.text import GroupedTexts

SHIFTS = ("none", "exact", "words", "relaxed")
ADEQUACY = (
    "terp(deletion=1.4269364675533365, insertion=0.2588527567630183, substitution=1.5565478292505814, "
    "shift=0.5620538767397316, stem=0, synonym=0, paraphrase=-0.2306579294476191, paraphrase_log=-0.1469465037633749, "
    "paraphrase_linear=-0.07843705907022736, paraphrase_edits=0.17708577297831574)"
)
"""TERpA: the costs tuned to judgements of adequacy."""


@dataclass(frozen=True)
class Terp(LexicalMetric):
    """The cost of edits and shifts that turn a candidate into a reference, over the average reference length.

    Each kind of edit has its own cost; exchanging words that share a stem or a set of synonyms has another.
    Exchanging a phrase for a paraphrase of probability p and e edits (their cost without paraphrases) costs
    paraphrase + e (paraphrase_log log10 p + paraphrase_linear p + paraphrase_edits), at least 0. Words shift to where
    they match: with `exact`, to equal words; with `words`, also to words that share a stem or are synonyms; with
    `relaxed`, also across paraphrases. The best shift is made as long as one lowers the cost. TERp leaves out edits
    that are far off the diagonal; here all are considered. The default costs are TERp's own, tuned to post-editing;
    `terpa` has those of TERpA, tuned to judgements of adequacy. A sentence scores 100 at most unless `cap` is off.

    References
    ----------
    Snover, Madnani, Dorr and Schwartz, 2009, TER-Plus: paraphrase, semantic, and alignment enhancements to translation edit
    rate.
    """

    name: ClassVar[str] = "terp"
    higher_is_better: ClassVar[bool] = False
    width: ClassVar[int] = 2

    match: float = setting(0.0, "cost of a match", minimum=0)
    insertion: float = setting(0.5160029868027748, "cost of a word that the reference lacks", minimum=0)
    deletion: float = setting(0.8897481530721948, "cost of a missing word", minimum=0)
    substitution: float = setting(1.6362908525843867, "cost of one word for another", minimum=0)
    shift: float = setting(0.686718582391978, "cost of a shift", minimum=0)
    stem: float = setting(0.9574806141940626, "cost of a word of the same stem", minimum=0)
    synonym: float = setting(0.16474604979800672, "cost of a synonym", minimum=0)
    paraphrase: float = setting(1.0366410752548514, "cost of any paraphrase")
    paraphrase_log: float = setting(
        0.6518645817002747, "cost of a paraphrase for each edit, times the logarithm of its probability"
    )
    paraphrase_linear: float = setting(
        -0.008317921340980746, "cost of a paraphrase for each edit, times its probability"
    )
    paraphrase_edits: float = setting(1.1121928362344298, "cost of a paraphrase for each edit")
    stems: str = setting("porter", "stemmer of snowballstemmer, or none")
    shifts: str = setting("relaxed", "which words may shift", choices=SHIFTS)
    shift_size: int = setting(10, "the most words that one shift moves", minimum=0, maximum=1000)
    shift_distance: int = setting(50, "the greatest distance that words shift", minimum=0, maximum=1000)
    stop_words: str = setting(
        "english", "words that do not shift alone: english, none or a file with one on each line"
    )
    cap: bool = setting(True, "whether a sentence scores 100 at most")

    @property
    def stemmer(self) -> str:
        return self.stems

    @property
    def marked(self) -> str:
        return self.stop_words

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        seen = self.seen(candidates, references)
        edits = [
            self.match,
            self.insertion,
            self.deletion,
            self.substitution,
            self.stem,
            self.synonym,
            self.shift,
        ]
        pairs = [self.paraphrase, self.paraphrase_log, self.paraphrase_linear, self.paraphrase_edits]
        rows = _native.terp_statistics(
            seen.candidates,
            seen.references,
            seen.lexicon,
            seen.paraphrases,
            [*edits, *pairs],
            self.shifts,
            self.shift_size,
            self.shift_distance,
            self.stems != "none",
            self.synonyms != "none",
            threads,
        )
        if self.cap:
            rows[:, 0] = np.minimum(rows[:, 0], np.where(rows[:, 1] > 0, rows[:, 1], 1.0))
        return rows

    def add_native_score(self, total: _native.CorpusScore, weight: float) -> bool:
        total.add_ratio(100.0 * weight, over_nothing=1.0)
        return True

    def score(self, sums: Array) -> Array:
        cost, length = sums[..., 0], sums[..., 1]
        rate: Array = 100.0 * np.where(length > 0, ratio(cost, length), cost > 0)
        return rate
