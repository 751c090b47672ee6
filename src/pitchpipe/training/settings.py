"""What `train` can be told: how to build, to search and to tune."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from pitchpipe.decoder import SearchSettings
from pitchpipe.decoder.search import MOST
from pitchpipe.errors import InputError
from pitchpipe.grammar import RuleExtraction, TreeExtraction, rule_settings
from pitchpipe.lm.exchange import MOST_CLASSES
from pitchpipe.phrases import Filter, Gaps
from pitchpipe.phrases.extraction import DISCOUNTS
from pitchpipe.reordering import CHOICES
from pitchpipe.settings import Settings, grouped, setting
from pitchpipe.text.plan import AUTO, plan_text
from pitchpipe.training.origins import OriginSettings
from pitchpipe.training.presets import with_preset
from pitchpipe.training.tuning_text import TuneOnSettings
from pitchpipe.tuning.settings import TuningSettings


@dataclass(frozen=True)
class BuildSettings(Settings):
    """How a model is built from parallel text."""

    name: ClassVar[str] = "build"

    source_language: str = setting(
        "auto",
        "the source's language, as in de; none if the text is tokenised, auto to detect it from the text",
    )
    target_language: str = setting("auto", "the target's language, in the same way")
    source_pieces: int = setting(
        0, "cut the source into this many subword pieces; 0 for words where a package finds them", minimum=0
    )
    target_pieces: int = setting(0, "the same for the target", minimum=0)
    lowercase: bool = setting(False, "make everything lower case")
    truecase: str = setting(
        "auto",
        "undo the capitals that sentences start with; auto for raw text",
        choices=("auto", "true", "false"),
    )
    known_forms: bool = setting(
        True, "translate an unknown word as the known parts of a compound, or as another form"
    )
    compounds: str = setting(
        "auto",
        "split compounds of the source if their parts are more frequent; auto for raw German",
        choices=("auto", "true", "false"),
    )
    max_line: int = setting(80, "leave out longer lines", minimum=1)
    ratio: float = setting(9.0, "leave out lines whose lengths differ by a larger factor", minimum=1)
    aligner: str = setting("hmm", "as in: hmm(iterations=5), model1, eflomal")
    symmetrize: str = setting("grow-diag", "how to join the two directions of the alignment")
    max_phrase: int = setting(7, "the longest phrase, in words", minimum=1, maximum=10)
    reordering: str = setting("both", "reordering models", choices=tuple(CHOICES))
    gaps: str = setting(
        "none",
        "extract phrases with gaps in the source, the target or both, as in: both, source, both(count=1, span=10)",
    )
    grammar: str = setting(
        "none",
        "translate by phrases, or by rules with gaps, which need no reordering models: hierarchical ones "
        "(Chiang 2007), or ghkm, from trees over the target (Galley et al. 2004, 2006)",
        choices=("none", "hierarchical", "ghkm"),
    )
    constraints: str = setting(
        "auto",
        "constraints on the rules of a grammar, as in: chiang2007, moses(max_initial=10), ghkm(size=4); auto means "
        "loose or ghkm",
    )
    discount: str = setting("none", "how counts of phrase pairs are discounted", choices=DISCOUNTS)
    min_count: float = setting(0.0, "leave out phrase pairs that occur less often", minimum=0)
    min_probability: float = setting(0.0, "leave out phrase pairs with a lower p(e|f)", minimum=0, maximum=1)
    top: int = setting(0, "translations of a source phrase, the best by p(e|f); 0 for all", minimum=0)
    order: int = setting(5, "the language model's order", minimum=1, maximum=7)
    classes: int = setting(
        0,
        "cluster target words into this many classes, for a language model over the classes; 0 for none, 100 is usual",
        minimum=0,
        maximum=MOST_CLASSES,
    )
    class_order: int = setting(7, "the order of the language model over classes", minimum=1, maximum=7)
    sparse: str = setting("", "sparse features, as in: PT+AL+LO")
    memory: int = setting(
        1024,
        "megabytes of memory for building, about; what does not fit goes to temporary files, without changing the "
        "model",
        minimum=16,
    )

    def __post_init__(self) -> None:
        for name in ("truecase", "compounds"):
            object.__setattr__(self, name, str(getattr(self, name)).lower())
        super().__post_init__()
        self.rules()
        if Gaps.of(self.gaps) and self.grammar != "none":
            raise InputError(
                f"found gaps={self.gaps} with grammar={self.grammar}, expected one of them: the rules of a grammar have gaps"
            )
        for language in (self.source_language, self.target_language):
            if language != AUTO:
                plan_text([], language=language)  # a name that is wrong is told before the work begins

    def rules(self, filter: Filter | None = None) -> RuleExtraction | TreeExtraction:
        """The constraints on the rules of a grammar."""
        usual = "ghkm" if self.grammar == "ghkm" else "loose"
        found = rule_settings(usual if self.constraints == AUTO else self.constraints, filter)
        if self.grammar != "none" and isinstance(found, TreeExtraction) != (self.grammar == "ghkm"):
            raise InputError(
                f"found the constraints {found.spec} for grammar={self.grammar}, expected those of {usual}"
            )
        return found

    def filter(self, top: int = 0) -> Filter:
        """Which phrase pairs are kept; `top` is how many translations unless the settings say."""
        return Filter(min_probability=self.min_probability, min_count=self.min_count, top=self.top or top)

    @property
    def trees_over(self) -> str:
        """The side whose trees rules are extracted by, if any."""
        return "" if self.grammar == "none" else self.rules().trees_over

    @property
    def templates(self) -> tuple[str, ...]:
        """The names in `sparse`; a comma would end the setting in a spec."""
        return tuple(name for name in self.sparse.replace(",", "+").split("+") if name)


@dataclass(frozen=True)
class TrainSearch(SearchSettings):
    """How the model searches, in tuning and afterwards; `auto` settings are chosen by the text."""

    distortion_limit: int = setting(
        AUTO,
        "words that may be jumped over; auto is what the aligned text needs, or more if that improves the search, 0 "
        "is monotone, -1 is no limit",
        kind=int,
        minimum=-1,
        maximum=MOST,
    )
    pop_limit: int = setting(
        AUTO,
        "extensions that cube pruning makes for a stack; auto takes a number that gains next to nothing on the tuning text "
        "when doubled",
        kind=int,
        minimum=1,
        maximum=MOST,
    )

    @property
    def chooses_width(self) -> bool:
        return "pop_limit" not in self.given and self.strategy == "cube"

    @property
    def given(self) -> dict[str, Any]:
        """What is not left to be chosen, where it is not the decoder's own default."""
        return {name: value for name, value in self.changed.items() if value != AUTO}


@dataclass(frozen=True)
class TrainSettings:
    """From parallel text to a tuned system."""

    build: BuildSettings = field(default_factory=BuildSettings)
    search: TrainSearch = field(default_factory=TrainSearch)
    tuning: TuningSettings = field(default_factory=TuningSettings)
    tune_on: TuneOnSettings = field(default_factory=TuneOnSettings)
    origins: OriginSettings = field(default_factory=OriginSettings)

    KINDS: ClassVar = (BuildSettings, TrainSearch, TuningSettings, TuneOnSettings, OriginSettings)

    @classmethod
    def of(cls, **values: Any) -> TrainSettings:
        """All settings by their own names, as in `of(order=4, distortion_limit=9, method="mert")`.

        `preset` names a paper, as in `of(preset="hopkins2011", nbest=100)`, whose settings those given override.
        """
        return cls(*grouped("train", cls.KINDS, with_preset(values, cls.KINDS)))

    def flat(self) -> dict[str, Any]:
        """The same by name."""
        groups = (self.build, self.search, self.tuning, self.tune_on, self.origins)
        return {name: value for group in groups for name, value in asdict(group).items()}
