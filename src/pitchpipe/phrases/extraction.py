"""Phrase pairs from word-aligned text: found, counted, scored and written as a table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import gettempdir
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.executors import aligned
from pitchpipe.files.scratch import Scratch
from pitchpipe.phrases.elsewhere import TASK_MEMORY, Lines, found_elsewhere
from pitchpipe.phrases.filters import Filter, occurring
from pitchpipe.phrases.gaps import HOLE, Gaps, check_no_gaps
from pitchpipe.phrases.table import SCORES, PhraseTable
from pitchpipe.phrases.table_file import TableFacts, table_files
from pitchpipe.reordering import CHOICES
from pitchpipe.settings import Settings, setting
from pitchpipe.text import Corpus, Texts

DISCOUNTS = ("none", "kneser-ney", "modified-kneser-ney")
"""How counts of phrase pairs are discounted; native/phrases/discounts.h defines them."""
LINES = 2000
"""Of a task, where an executor finds phrase pairs."""
LONGEST_LINE = 4096
"""Tokens; native/phrases/aligned_corpus.h has the same number."""

_TOKENS = 1 << 20
"""Tokens that are renumbered at a time."""


@dataclass(frozen=True)
class Extraction(Settings):
    """How phrase pairs are extracted.

    A phrase pair is consistent with the word alignment: an alignment point lies within it, and none leads from within
    one of its phrases to outside the other. Unaligned words at the edges of a phrase may belong to it or not: both pairs
    are extracted.

    The scores are Moses's: both relative frequencies, and both lexical weights under the pair's most frequent alignment
    (of equals, the one that lacks the first point in which they differ), from relative frequencies of aligned words.

    With `discount`, p(f|e) and p(e|f) are discounted instead. What Kneser-Ney smoothing takes off the counts of a
    phrase's pairs is shared among all phrases of the other side by how many different pairs they are in, so a pair that
    occurs once counts for little, and the more the more pairs its phrases are in. There is one discount,
    n1 / (n1 + 2 n2), in which n1 and n2 are how many pairs occur once and twice, or one for each of the counts 1, 2, and
    3 or more.

    The word-based reordering model looks at the alignment points diagonally beside a phrase pair, the hierarchical one
    at phrase pairs of any length beside it. Both are bidirectional, conditioned on the source and the target phrase, and
    smoothed: (count + 0.5) / (all + 1.5). A pair with gaps stands where its first target piece is; in the source, to what
    comes before it where its first piece begins and its last one ends, to what comes after it where its last piece is.

    References
    ----------
    Koehn, Och and Marcu, 2003, Statistical phrase-based translation.

    Koehn, Axelrod, Birch Mayne, Callison-Burch, Osborne and Talbot, 2005, Edinburgh system description for the 2005
    IWSLT speech translation evaluation.

    Foster, Kuhn and Johnson, 2006, Phrasetable smoothing for statistical machine translation.

    Galley and Manning, 2008, A simple and effective hierarchical phrase reordering model.
    """

    name: ClassVar[str] = "extraction"

    max_length: int = setting(7, "the longest phrase, in words", minimum=1, maximum=10)
    reordering: str = setting("both", "the reordering models", choices=tuple(CHOICES))
    discount: str = setting("none", "how counts of phrase pairs are discounted", choices=DISCOUNTS)
    filter: Filter = field(default_factory=Filter)
    gaps: Gaps = field(default_factory=Gaps)

    @property
    def facts(self) -> dict[str, Any]:
        """What a table says of how it was made; gaps only where there may be some."""
        facts = asdict(self)
        return facts if self.gaps else {name: value for name, value in facts.items() if name != "gaps"}


class Names(NamedTuple):
    """What errors call the inputs."""

    source: str = "source"
    target: str = "target"
    alignment: str = "alignment"


def extract(
    source: Corpus,
    target: Corpus,
    links: NDArray[np.int32],
    offsets: NDArray[np.int64],
    path: str | os.PathLike[str],
    *,
    settings: Extraction | None = None,
    restrict_to: Iterable[str] | None = None,
    threads: int = 1,
    memory: int = 1 << 30,
    folder: str | os.PathLike[str] | None = None,
    names: Names | None = None,
    progress: Callable[[float], None] | None = None,
) -> PhraseTable:
    """Extract the phrase pairs of a parallel text and write them as a table.

    The file is the same, byte for byte, whatever `threads` and `memory` are. Where `working_on` names an executor, phrase
    pairs are found and sorted by its workers, and counted and scored here.

    Parameters
    ----------
    links
        A row for each alignment point: source position and target position, from 0.
    offsets
        Where the links of each line start, and where those of the last end.
    path
        The mapped file to write.
    restrict_to
        Lines of text: only source phrases that occur in them are written. Their scores come from all the text.
    memory
        Bytes for sorting; what does not fit is kept in `folder` meanwhile.
    folder
        Where temporary files are made; the folder of `path` by default.
    progress
        Called with how much of the work is done, from 0 to 1.
    """
    chosen = settings or Extraction()
    called = names or Names()
    check_aligned(source, target, links, offsets, called)
    if chosen.gaps:
        check_no_gaps(source, called.source)
        check_no_gaps(target, called.target)
    place = str(Path(path).parent if folder is None else folder)
    source_words, source_ids = in_byte_order(source, Scratch(memory, place))
    target_words, target_ids = in_byte_order(target, Scratch(memory, place))
    models = CHOICES[chosen.reordering]
    arrays = (source_ids, source.offsets), (target_ids, target.offsets), (links, offsets)
    sizes = len(source_words), len(target_words)
    with table_files(place) as files, found_elsewhere(find_in_lines, arrays, LINES, sizes, chosen) as found:
        try:
            longest = _native.extract_phrases(
                *arrays[:2],
                sizes,
                links,
                offsets,
                occurring(restrict_to, source_words),
                chosen.max_length,
                models,
                chosen.discount,
                chosen.gaps.native(chosen.max_length),
                chosen.filter.native,
                memory,
                place,
                threads,
                files.descriptors,
                progress or _silent,
                found,
            )
        except InputError:
            raise
        except ValueError as error:
            raise InputError(f"{called.alignment}:{error}") from None
        facts = TableFacts(SCORES, models, longest, chosen.facts, hole=HOLE if chosen.gaps else "")
        if chosen.gaps:
            source_words, target_words = (
                Texts.joined([words, Texts.of([HOLE])]) for words in (source_words, target_words)
            )
        files.write(path, source_words, target_words, facts, called.source)
    return PhraseTable.read(path)


def in_byte_order(corpus: Corpus, scratch: Scratch | None = None) -> tuple[Texts, NDArray[np.int32]]:
    """The words of a corpus in the order of their bytes, and its ids under these numbers.

    So the order of phrases, and which of equally good translations come first, depend on the words alone.
    """
    words = [word.encode() for word in corpus.words]
    order = np.array(sorted(range(len(words)), key=words.__getitem__), np.int64)
    numbers = np.empty(len(words), np.int32)
    numbers[order] = np.arange(len(words), dtype=np.int32)
    ids = (scratch or Scratch()).array(len(corpus.ids), np.int32)
    for begin in range(0, len(ids), _TOKENS):
        np.take(numbers, corpus.ids[begin : begin + _TOKENS], out=ids[begin : begin + _TOKENS])
    return corpus.words.take(order), ids


def check_aligned(
    source: Corpus, target: Corpus, links: NDArray[np.int32], offsets: NDArray[np.int64], names: Names
) -> None:
    """Raise `InputError` if these are not sentence pairs and their alignments."""
    for name, lines in ((names.target, len(target)), (names.alignment, len(offsets) - 1)):
        if lines != len(source):
            raise InputError(
                f"{name}: found another number of lines, {lines}, expected {len(source)} as in {names.source}"
            )
    if not len(source):
        raise InputError(f"{names.source}: found no lines, expected a text")
    if offsets[-1] != len(links):
        raise InputError(
            f"{names.alignment}: found {len(links)} alignment points, expected {offsets[-1]} as the offsets say"
        )
    if not len(links):
        raise InputError(f"{names.alignment}: found no alignment points, expected some")
    for name, corpus in ((names.source, source), (names.target, target)):
        line = int(corpus.lengths.argmax())
        if corpus.lengths[line] > LONGEST_LINE:
            raise InputError(
                f"{name}:{line + 1}: found a line of {corpus.lengths[line]} tokens, "
                f"expected at most {LONGEST_LINE}"
            )
        _check_words(corpus, name)


def _check_words(corpus: Corpus, name: str) -> None:
    """No word may hold what separates the fields of Moses's tables."""
    if b"|||" not in corpus.words.data.tobytes():
        return
    bad = [number for number, word in enumerate(corpus.words) if "|||" in word]
    places = np.flatnonzero(np.isin(corpus.ids, bad))
    if len(places):
        line = int(np.searchsorted(corpus.offsets, places[0], side="right"))
        word = corpus.words[int(corpus.ids[places[0]])]
        raise InputError(f"{name}:{line}: found the token {word[:40]!r}, expected none with ||| in it")


def find_in_lines(
    arrays: Sequence[Lines], sizes: tuple[int, int], settings: Extraction
) -> NDArray[np.uint32]:
    """Records of the phrase pairs of some lines, sorted and counted: what one worker does of an extraction."""
    source, target, links = map(aligned, arrays)
    return _native.find_phrases(
        source,
        target,
        sizes,
        *links,
        settings.max_length,
        CHOICES[settings.reordering],
        settings.gaps.native(settings.max_length),
        TASK_MEMORY,
        gettempdir(),
        1,
    )


def _silent(done: float) -> None:
    pass
