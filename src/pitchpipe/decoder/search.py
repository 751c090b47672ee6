"""How the decoder searches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pitchpipe import _native
from pitchpipe.decoder.named_features import check_installed, feature_names, joined_names
from pitchpipe.model import Model
from pitchpipe.settings import Settings, setting

MOST = 1_000_000


@dataclass(frozen=True)
class SearchSettings(Settings):
    """Beam search over stacks of hypotheses that cover the same number of source words.

    Hypotheses are recombined if nothing that follows can tell them apart. The estimate of what is not yet translated
    is the best monotone translation of each gap, with language models only within phrases, and the jumps that are
    still needed. Wider search finds translations with better scores and takes longer: time grows with `pop_limit`,
    and `beam` should be half of it or more.

    References
    ----------
    Koehn, 2004, Pharaoh: a beam search decoder for phrase-based statistical machine translation models.

    Huang and Chiang, 2007, Forest rescoring: faster decoding with integrated language models.

    Moore and Quirk, 2007, Faster beam-search decoding for phrasal statistical machine translation.
    """

    name: ClassVar[str] = "search"

    strategy: str = setting(
        "cube",
        "cube pruning (Huang and Chiang 2007) or all extensions of each hypothesis",
        choices=["cube", "exhaustive"],
    )
    beam: int = setting(100, "hypotheses kept in a stack; 0 keeps all", minimum=0, maximum=MOST)
    pop_limit: int = setting(200, "extensions that cube pruning makes for a stack", minimum=1, maximum=MOST)
    threshold: float = setting(
        0.0,
        "leave out extensions and hypotheses that are worse than the best by more than this; 0 keeps all",
        minimum=0,
    )
    distortion_limit: int = setting(
        6,
        "words that may be jumped over; 0 is monotone, -1 is no limit, except for the 64 words that search looks "
        "ahead",
        minimum=-1,
        maximum=MOST,
    )
    options: int = setting(20, "translations of a source phrase; 0 takes all", minimum=0, maximum=MOST)
    future_distortion: bool = setting(True, "estimate the jumps that are still to come")
    early_distortion_cost: bool = setting(
        False, "count a jump as soon as it is certain (Moore and Quirk 2007), not when it is made"
    )
    span_limit: int = setting(
        20,
        "most source words that a rule of a grammar covers; glue puts longer spans together",
        minimum=1,
        maximum=MOST,
    )
    drop_unknown: bool = setting(False, "leave out unknown words without digits instead of copying them")
    lookahead: bool = setting(
        False, "also choose extensions by how well their first word follows; pays off if words jump far"
    )
    gap_span: int = setting(
        15, "most source words from the first to the last of a phrase with gaps", minimum=1, maximum=32
    )
    target_gap: int = setting(
        7, "most words in a gap of the target side of a phrase", minimum=1, maximum=MOST
    )
    owed: int = setting(
        3,
        "most pieces of target sides that a hypothesis still has to place after their gaps; 0 allows no such phrases",
        minimum=0,
        maximum=20,
    )
    crossing: bool = setting(
        True, "let phrases cross: one may end in the gap of another that began in its own gap"
    )
    seconds: float = setting(
        0.0,
        "seconds for a sentence, after which search goes on as narrowly as possible; 0 is no limit",
        minimum=0,
    )

    features: str = setting(
        "",
        "features written in Python, by entry point or as module:Class, in a list or as in: "
        "length_ratio+my_module:Punctuation",
    )

    def __post_init__(self) -> None:
        if isinstance(self.features, list | tuple):
            object.__setattr__(self, "features", "+".join(map(str, self.features)))
        super().__post_init__()

    @classmethod
    def of_model(cls, model: Model, given: Mapping[str, Any] | None = None) -> SearchSettings:
        """How a model searches: what is given goes before what its folder says; features of both are used.

        A module that only the model's folder names must be installed.
        """
        own = SearchSettings.from_spec(None, dict(model.search))
        wanted = SearchSettings.from_spec(None, {**model.search, "features": "", **(given or {})})
        named = feature_names(wanted.features)
        check_installed([name for name in feature_names(own.features) if name not in named], "the model")
        found: SearchSettings = replace(wanted, features=joined_names(own.features, wanted.features))
        return found

    def native(self) -> _native.SearchSettings:
        """What the native decoder takes."""
        native = _native.SearchSettings()
        native.beam = self.beam
        native.pop_limit = self.pop_limit if self.strategy == "cube" else 0
        native.threshold = self.threshold
        native.distortion_limit = self.distortion_limit
        native.options = self.options
        native.future_distortion = self.future_distortion
        native.early_distortion = self.early_distortion_cost
        native.span_limit = self.span_limit
        native.drop_unknown = self.drop_unknown
        native.lookahead = self.lookahead
        native.gap_span = self.gap_span
        native.target_gap = self.target_gap
        native.owed = self.owed
        native.crossing = self.crossing
        native.seconds = self.seconds
        return native
