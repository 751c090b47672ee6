"""METEOR in full: exact matches, stems, synonyms and paraphrases, with METEOR 1.5's weights."""

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

STANDARD = "delta=0.5, stem_weight=1, synonym_weight=1"
VARIANTS = {
    "meteor-standard": f"meteor-universal(alpha=0.81, beta=0.83, gamma=0.28, {STANDARD})",
    "meteor-standard-half": f"meteor-universal(alpha=0.5, beta=0.83, gamma=0.28, {STANDARD})",
    "meteor-ranking": f"meteor-universal(alpha=0.95, beta=0.5, gamma=0.5, {STANDARD})",
    "meteor-ranking-half": f"meteor-universal(alpha=0.5, beta=0.5, gamma=0.5, {STANDARD})",
}
"""METEOR as the thesis tunes to it (section 4.2.2): its own weights and those for ranking, each with alpha of 0.5 too."""


@dataclass(frozen=True)
class MeteorUniversal(LexicalMetric):
    """METEOR 1.5: the weighted harmonic mean of precision and recall of matched words, times a penalty for words out of order.

    Words match if they are equal, share a stem or a set of synonyms, or stand in phrases that are paraphrases; a
    match counts as much as the weight of its kind. Function words have the weight 1 - delta, others delta. Matches
    are chosen as by METEOR 1.5, with a beam of 40: those that cover most words, then those in the fewest chunks, then
    those at the shortest distances. Of several references the one with the highest score counts. Equals METEOR 1.5
    given the same tokens and METEOR's own files: `synonyms`, `paraphrases` and `function_words` take them. The list
    of English function words here is ours.

    References
    ----------
    Denkowski and Lavie, 2014, Meteor universal: language specific translation evaluation for any target language.

    Denkowski and Lavie, 2010, METEOR-NEXT and the METEOR paraphrase tables.
    """

    name: ClassVar[str] = "meteor-universal"
    width: ClassVar[int] = 6

    alpha: float = setting(0.85, "weight of recall relative to precision", minimum=0, maximum=1)
    beta: float = setting(0.2, "how fast the penalty grows with the chunks", minimum=0)
    gamma: float = setting(0.6, "the largest penalty", minimum=0, maximum=1)
    delta: float = setting(0.75, "weight of content words relative to function words", minimum=0, maximum=1)
    stem: str = setting("english", "language whose word stems match, or none")
    stem_weight: float = setting(0.6, "what a match of stems counts", minimum=0, maximum=1)
    synonym_weight: float = setting(0.8, "what a match of synonyms counts", minimum=0, maximum=1)
    paraphrase_weight: float = setting(0.6, "what a match of paraphrases counts", minimum=0, maximum=1)
    function_words: str = setting(
        "english", "list of function words: english, none or a file with one on each line"
    )

    @property
    def stemmer(self) -> str:
        return self.stem

    @property
    def marked(self) -> str:
        return self.function_words

    def statistics(self, candidates: GroupedTexts, references: GroupedTexts, threads: int = 1) -> Array:
        seen = self.seen(candidates, references)
        modules = 1.0, self.stem_weight, self.synonym_weight, self.paraphrase_weight
        return _native.universal_statistics(
            seen.candidates,
            seen.references,
            seen.lexicon,
            seen.paraphrases,
            self.stem != "none",
            self.synonyms != "none",
            [self.alpha, self.beta, self.gamma, self.delta, *modules],
            threads,
        )

    def score(self, sums: Array) -> Array:
        matches, length, reference_matches, reference_length, chunks, matched = np.moveaxis(sums, -1, 0)
        precision, recall = ratio(matches, length), ratio(reference_matches, reference_length)
        f = ratio(precision * recall, self.alpha * precision + (1 - self.alpha) * recall)
        fragments = ratio(2 * chunks, matched)
        return 100.0 * f * (1 - self.gamma * fragments**self.beta * (fragments > 0))
