"""Rules from word-aligned text: found, counted, scored and written as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import gettempdir
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.executors import aligned
from pitchpipe.files import StrPath
from pitchpipe.files.scratch import Scratch
from pitchpipe.grammar.gap_orientation import estimate_orientations
from pitchpipe.grammar.parses import check_parses
from pitchpipe.grammar.samt import SpanLabels
from pitchpipe.grammar.symbols import GAPS, gaps_of, roots_of
from pitchpipe.grammar.tree_extraction import TreeExtraction
from pitchpipe.grammar.trees import Trees
from pitchpipe.phrases import SCORES, Filter, Names, PhraseTable
from pitchpipe.phrases.elsewhere import TASK_MEMORY, Lines, found_elsewhere
from pitchpipe.phrases.extraction import check_aligned, in_byte_order
from pitchpipe.phrases.filters import occurring
from pitchpipe.phrases.gaps import check_no_gaps
from pitchpipe.phrases.table_file import TableFacts, table_files
from pitchpipe.settings import Settings, setting
from pitchpipe.specs import parse_spec
from pitchpipe.text import Corpus, Texts

CONSTRAINTS: dict[str, dict[str, Any]] = {
    "chiang2007": {},
    "loose": {"tight": False},
    "moses": {"max_initial": 15, "max_target": 5, "min_gap": 2, "tight": False},
}
"""Named sets of constraints, and where each differs from the defaults."""
LABELS = {"none": "", "samt": "target", "source-samt": "source"}
"""Where labels come from: the side whose trees they are taken from."""
LINES = 500
"""Of a task, where an executor finds rules; there are many more than phrase pairs."""


@dataclass(frozen=True)
class RuleExtraction(Settings):
    """How hierarchical rules are extracted.

    Initial phrases are phrase pairs consistent with the word alignment. A rule is an initial phrase, or what is left of
    one when smaller ones within it become gaps. The rules that come from one initial phrase share a count of 1.

    The scores are those of phrase pairs: both relative frequencies, and both lexical weights of the rule's words under
    its most frequent alignment. The defaults are Chiang's constraints; `moses` has those of Moses's tools. `loose` is ours:
    Chiang's, but unaligned words may belong to initial phrases at their edges, as they do to phrase pairs.

    With `labels`, rules and gaps carry labels of the spans that they cover, from trees over the target or the source,
    and search respects the labels.

    References
    ----------
    Chiang, 2007, Hierarchical phrase-based translation, section 3.2.

    Zollmann and Venugopal, 2006, Syntax augmented machine translation via chart parsing, for labels.
    """

    name: ClassVar[str] = "rules"

    max_initial: int = setting(10, "the longest initial phrase, in words", minimum=1, maximum=20)
    max_source: int = setting(5, "the most source symbols, words and gaps", minimum=1, maximum=20)
    max_target: int = setting(10, "the most target symbols", minimum=1, maximum=20)
    gaps: int = setting(2, "the most gaps", minimum=0, maximum=2)
    min_gap: int = setting(1, "the fewest source words that become a gap", minimum=1, maximum=20)
    adjacent_gaps: bool = setting(False, "allow gaps that follow each other in the source")
    aligned_word: bool = setting(True, "require a pair of aligned words in each rule")
    tight: bool = setting(True, "require aligned words at the edges of initial phrases")
    fractional: bool = setting(True, "share a count among the rules of an initial phrase")
    labels: str = setting(
        "none",
        "label rules and gaps by trees over the target (samt) or the source (source-samt), even if they are not "
        "constituents",
        choices=tuple(LABELS),
    )
    min_label: int = setting(
        10, "keep labels that at least this many spans of the text have; rarer ones become X", minimum=1
    )
    orientation: bool = setting(
        False, "learn the order in which the fillers of gaps are translated, by the words at their edges"
    )
    filter: Filter = field(default_factory=Filter)

    @classmethod
    def of(cls, spec: str, **settings: Any) -> RuleExtraction:
        """A named set of constraints, as in `moses` or `moses(max_initial=5)`, with settings that go before it."""
        found = parse_spec(spec)
        if found.name not in CONSTRAINTS:
            raise unknown_name("set of constraints", found.name, CONSTRAINTS)
        chosen = {**CONSTRAINTS[found.name], **found.options, **settings}
        kept = chosen.pop("filter", Filter())
        made: RuleExtraction = cls.from_spec(found.positional, chosen)
        return replace(made, filter=kept)

    @property
    def longest_gap(self) -> int:
        """The longest span whose orientation is learned."""
        return self.max_initial

    @property
    def trees_over(self) -> str:
        """The side whose trees are needed, if any."""
        return LABELS[self.labels]

    @property
    def scores(self) -> Sequence[str]:
        """What the scores of a rule are called."""
        return SCORES

    @property
    def native(self) -> _native.RuleConstraints:
        """What the native extraction takes."""
        native = _native.RuleConstraints()
        native.longest = self.max_initial
        native.source_symbols = self.max_source
        native.target_symbols = self.max_target
        native.gaps = self.gaps
        native.smallest_gap = self.min_gap
        native.adjacent_gaps = self.adjacent_gaps
        native.aligned_word = self.aligned_word
        native.tight = self.tight
        native.fractional = self.fractional
        native.source_labels = self.trees_over == "source"
        return native


def rule_settings(spec: str, filter: Filter | None = None) -> RuleExtraction | TreeExtraction:
    """Constraints by their name, as in `loose`, `moses(max_initial=5)` or `ghkm(size=4)`."""
    found = parse_spec(spec)
    if found.name == TreeExtraction.name:
        return TreeExtraction.of_spec(found, filter or Filter())
    if found.name not in CONSTRAINTS:
        raise unknown_name("set of constraints", found.name, [*CONSTRAINTS, TreeExtraction.name])
    return RuleExtraction.of(spec, filter=filter or Filter())


def extract_rules(
    source: Corpus,
    target: Corpus,
    links: NDArray[np.int32],
    offsets: NDArray[np.int64],
    path: StrPath,
    *,
    settings: RuleExtraction | TreeExtraction | None = None,
    trees: Trees | None = None,
    restrict_to: Iterable[str] | None = None,
    threads: int = 1,
    memory: int = 1 << 30,
    folder: StrPath | None = None,
    names: Names | None = None,
    progress: Callable[[float], None] | None = None,
) -> PhraseTable:
    """Extract the rules of a parallel text and write them as a table; arguments are those of `pitchpipe.phrases.extract`.

    `TreeExtraction` needs trees over the target, and labels need those over the side that they are of. The file is the same,
    byte for byte, whatever `threads` and `memory` are, and whoever finds the rules.
    """
    chosen = settings or RuleExtraction()
    called = names or Names()
    check_aligned(source, target, links, offsets, called)
    check_parses(chosen.trees_over, () if trees is None else (chosen.trees_over or "target",))
    spans = _spans(chosen, trees, source, target)
    labels = spans.names if spans else () if trees is None else trees.labels
    if trees is not None and not labels:
        raise InputError("found no parses but empty ones, expected some for the rules of ghkm")
    gaps, roots = (gaps_of(labels), roots_of(labels)) if labels else (GAPS, ())
    check_no_gaps(source, called.source, frozenset(gaps))
    check_no_gaps(target, called.target, frozenset((*gaps, *roots)))
    place = str(Path(path).parent if folder is None else folder)
    source_words, source_ids = in_byte_order(source, Scratch(memory, place))
    target_words, target_ids = in_byte_order(target, Scratch(memory, place))
    sizes = len(source_words), len(target_words), len(labels)
    arrays = (
        (source_ids, source.offsets),
        (target_ids, target.offsets),
        (links, offsets),
        _marks(chosen, trees, spans),
    )
    with table_files(place) as files, found_elsewhere(find_in_lines, arrays, LINES, sizes, chosen) as found:
        try:
            only = occurring(restrict_to, source_words)
            how = chosen.filter.native, memory, place, threads
            report = progress or (lambda done: None)
            text, marks = _given(arrays, sizes)
            if isinstance(chosen, TreeExtraction):
                longest = _native.extract_tree_rules(
                    text, marks, only, chosen.native, how, files.descriptors, report, found
                )
            else:
                longest = _native.extract_rules(
                    text, marks, only, chosen.native, how, files.descriptors, report, found
                )
        except InputError:
            raise
        except ValueError as error:
            raise InputError(f"{called.alignment}:{error}") from None
        more = {}
        if chosen.orientation:
            more = estimate_orientations(text, len(source_words), chosen.longest_gap, threads)
        facts = TableFacts(chosen.scores, (), longest, asdict(chosen), gaps, labels)
        source_symbols = Texts.joined([source_words, Texts.of(gaps)])
        target_symbols = Texts.joined([target_words, Texts.of((*gaps, *roots))])
        files.write(path, source_symbols, target_symbols, facts, called.source, more=more)
    return PhraseTable.read(path)


def find_in_lines(
    arrays: Sequence[Lines | None], sizes: tuple[int, int, int], settings: RuleExtraction | TreeExtraction
) -> NDArray[np.uint32]:
    """Records of the rules of some lines, sorted and counted: what one worker does of an extraction."""
    given = _given([aligned(each) for each in arrays], sizes)
    how = settings.filter.native, TASK_MEMORY, gettempdir(), 1
    if isinstance(settings, TreeExtraction):
        return _native.find_tree_rules(*given, settings.native, how)
    return _native.find_rules(*given, settings.native, how)


def _given(arrays: Sequence[Any], sizes: tuple[int, int, int]) -> tuple[Any, Any]:
    """The text as native functions take it; `sizes` are those of the vocabularies, and how many labels there are."""
    source, target, links, marks = arrays
    return (source, target, sizes[:2], *links), None if marks is None else (*marks, sizes[2])


def _marks(
    settings: RuleExtraction | TreeExtraction, trees: Trees | None, spans: SpanLabels | None
) -> Lines | None:
    """The trees of the lines, or the labels of their spans, where rules need them."""
    if isinstance(settings, TreeExtraction) and trees is not None:
        return trees.nodes, trees.offsets
    return None if spans is None else (spans.labels, spans.offsets)


def _spans(
    settings: RuleExtraction | TreeExtraction, trees: Trees | None, source: Corpus, target: Corpus
) -> SpanLabels | None:
    """The labels of spans, if rules have such."""
    if isinstance(settings, TreeExtraction) or trees is None:
        return None
    side = source if settings.trees_over == "source" else target
    return SpanLabels.of(trees, side, settings.max_initial, settings.min_label)
