"""Rule tables of Moses, cdec and Joshua as text.

Moses:   `das [X][X] [X] ||| the [X][X] [X] ||| 0.5 0.4 0.3 0.2 ||| 0-0 1-1 ||| 3 2 1 |||`
cdec:    `[X] ||| das [X,1] ||| the [X,1] ||| EgivenF=0.1 FgivenE=0.3 ||| 0-0`
Joshua:  `[X] ||| das [X,1] ||| the [X,1] ||| 0.1 0.3 ||| 0-0`

Moses's scores are probabilities, and where a gap is translated stands in the alignment. The scores of the others are
values of features, taken as they are.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from pitchpipe import _native
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, input_name, read_lines, with_iconv, write_packed
from pitchpipe.grammar.symbols import GAPS
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.moses import score_names
from pitchpipe.phrases.table_file import TableFacts, table_files
from pitchpipe.text import Texts

RULE_FORMATS = ("moses", "cdec", "joshua")
_LINES = 1 << 14
"""That go to the native reader at a time."""
_MOSES_GAP = re.compile(r"\[([^\[\]]+)\]\[([^\[\]]+)\]")
_GAP = re.compile(r"\[([^\[\],]+),(\d+)\]")
_LOWEST, _HIGHEST = -100.0, 700.0
"""Values of features that can be stored."""


@dataclass
class RuleReader:
    """Turns the lines of a rule table into those of a phrase table with gaps."""

    name: str
    format: str
    label: str = "X"
    """The only label that rules may have."""
    score_names: list[str] = field(default_factory=list)
    """Of cdec's features, which the first line names."""

    def line(self, text: str, number: int) -> str:
        fields = [part.strip() for part in text.split("|||")]
        try:
            return self._moses(fields) if self.format == "moses" else self._named(fields)
        except InputError as error:
            raise InputError(f"{self.name}:{number}: {error}") from None

    def _moses(self, fields: list[str]) -> str:
        if len(fields) < 4:
            raise InputError(
                f"found {len(fields)} fields, expected source ||| target ||| scores ||| alignment"
            )
        source, target = fields[0].split(), fields[1].split()
        for side in (source, target):
            if not side or side.pop() != f"[{self.label}]":
                raise InputError(
                    f"found {' ||| '.join(fields[:2])!r}, expected both sides to end in [{self.label}]"
                )
        points = [self._point(token) for token in fields[3].split()]
        source_gaps = [i for i, word in enumerate(source) if self._is_moses_gap(word)]
        target_gaps = [j for j, word in enumerate(target) if self._is_moses_gap(word)]
        if len(source_gaps) > len(GAPS):
            raise InputError(f"found {len(source_gaps)} gaps, expected at most {len(GAPS)}")
        of_source = dict(point for point in points if point[0] in source_gaps)
        if sorted(of_source) != source_gaps or sorted(of_source.values()) != target_gaps:
            raise InputError(f"found the alignment {fields[3]!r}, expected each gap to be aligned to one")
        for gap, i in zip(GAPS, source_gaps, strict=False):
            source[i] = target[of_source[i]] = gap
        kept = " ".join(f"{i}-{j}" for i, j in points if i not in source_gaps)
        rest = [" ".join(source), " ".join(target), fields[2], kept, *fields[4:5]]
        return " ||| ".join(rest)

    def _is_moses_gap(self, word: str) -> bool:
        found = _MOSES_GAP.fullmatch(word)
        if found and found.groups() != (self.label, self.label):
            raise InputError(f"found the gap {word}, expected [{self.label}][{self.label}]")
        return found is not None

    def _named(self, fields: list[str]) -> str:
        if len(fields) < 4:
            raise InputError(f"found {len(fields)} fields, expected label ||| source ||| target ||| features")
        if fields[0] != f"[{self.label}]":
            raise InputError(f"found the label {fields[0]}, expected [{self.label}]")
        source, target = fields[1].split(), fields[2].split()
        numbers = self._renumber(source, {})
        if self._renumber(target, numbers) != numbers or len(numbers) != sum(word in GAPS for word in target):
            raise InputError(f"found {' ||| '.join(fields[1:3])!r}, expected the same gaps on both sides")
        points = [self._point(token) for token in (fields[4].split() if len(fields) > 4 else ())]
        kept = " ".join(f"{i}-{j}" for i, j in points if i >= len(source) or source[i] not in GAPS)
        return " ||| ".join([" ".join(source), " ".join(target), self._features(fields[3]), kept])

    def _renumber(self, side: list[str], known: dict[str, int]) -> dict[str, int]:
        """Write gaps by their order in the source, which is given for the target; the numbers of all that there are."""
        found = dict(known)
        for place, word in enumerate(side):
            if match := _GAP.fullmatch(word):
                if match[1] != self.label:
                    raise InputError(f"found the gap {word}, expected one of [{self.label}]")
                number = found.setdefault(match[2], len(found))
                if number >= len(GAPS):
                    raise InputError(f"found the gap {word}, expected at most {len(GAPS)} gaps")
                side[place] = GAPS[number]
        return found

    def _features(self, text: str) -> str:
        names, values = [], []
        for place, token in enumerate(text.split()):
            name, equals, value = token.rpartition("=")
            names.append(name if equals else f"score {place}")
            try:
                number = float(value)
            except ValueError:
                raise InputError(
                    f"found the feature {token!r}, expected a number, as in EgivenF=0.5"
                ) from None
            if not _LOWEST <= number <= _HIGHEST:
                raise InputError(f"found the feature {token!r}, expected {_LOWEST:g} to {_HIGHEST:g}")
            values.append(repr(math.exp(number)))
        if not self.score_names:
            self.score_names = names
        if names != self.score_names:
            raise InputError(f"found the features {' '.join(names)}, expected {' '.join(self.score_names)}")
        return " ".join(values)

    @staticmethod
    def _point(token: str) -> tuple[int, int]:
        source, dash, target = token.partition("-")
        if not (dash and source.isdigit() and target.isdigit()):
            raise InputError(f"found {token!r}, expected an alignment point as in 0-0")
        return int(source), int(target)


def read_rules(
    table: StrPath,
    path: StrPath,
    *,
    format: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> PhraseTable:
    """Turn a text table, plain or compressed, into a mapped file; memory holds the rules of one source side.

    The lines of a source side follow each other. Without a format, the first line decides.
    """
    name = input_name(table)
    lines = enumerate(read_lines(table), 1)
    first = next(lines, None)
    if first is None:
        raise InputError(f"{name}: found no lines, expected a rule table")
    reader = RuleReader(name, format or _guess(first[1]))
    with ExitStack() as stack:
        files = stack.enter_context(table_files(Path(path).parent))
        pending: Iterator[tuple[int, str]] = iter([first])
        at_start = True
        failure: list[InputError] = []

        def read() -> bytes:
            nonlocal pending, at_start
            some = list(islice(pending, _LINES))
            if at_start:
                pending, at_start = lines, False
            try:
                text = "".join(f"{reader.line(line, number)}\n" for number, line in some).encode()
            except InputError as error:
                failure.append(error)
                return b""
            if progress:
                progress(len(text))
            return text

        try:
            source, target, scores, longest, _ = _native.read_moses_table((name, read), [], files.descriptors)
        except ValueError as error:
            raise InputError(with_iconv(str(error), [table])) from None
        if failure:
            raise failure[0]
        names = reader.score_names or score_names(scores)
        facts = TableFacts(names, (), longest, {}, GAPS)
        files.write(path, Texts(*source), Texts(*target), facts, name)
    return PhraseTable.read(path)


def write_rules(
    grammar: PhraseTable,
    path: StrPath,
    *,
    format: str = "moses",
    progress: Callable[[float], None] | None = None,
) -> None:
    """Write a grammar as text, in the order in which Moses sorts the source sides."""
    if format not in RULE_FORMATS:
        raise InputError(f"found the format {format!r}, expected one of {', '.join(RULE_FORMATS)}")
    write = _moses_line if format == "moses" else _named_line
    names = (
        [re.sub(r"\W+", "_", name).strip("_") for name in grammar.facts.scores] if format == "cdec" else []
    )
    grammar.check_rows()
    order = _native.moses_order(grammar.native)
    with write_packed(path) as file:
        for done in range(0, len(order), _LINES):
            text = _native.moses_lines(grammar.native, order[done : done + _LINES], None).decode()
            try:
                lines = "".join(write(line, names) for line in text.splitlines())
            except ValueError as error:
                raise InputError(f"{grammar.file.path}: the file is damaged: {error}") from None
            file.write(lines.encode())
            if progress:
                progress(done / len(order))


def _guess(line: str) -> str:
    fields = line.split("|||")
    if not fields[0].strip().startswith("[") or len(fields[0].split()) != 1:
        return "moses"
    return "cdec" if "=" in "".join(fields[3:4]) else "joshua"


def _moses_line(line: str, _: Sequence[str]) -> str:
    source, target, scores, alignment, *rest = (part.strip() for part in line.split("|||"))
    sides = source.split(), target.split()
    points = [f"{side}" for side in alignment.split()]
    points += [f"{sides[0].index(gap)}-{sides[1].index(gap)}" for gap in GAPS if gap in sides[0]]
    points.sort(key=lambda point: [int(part) for part in point.split("-")])
    written = [" ".join("[X][X]" if word in GAPS else word for word in side) + " [X]" for side in sides]
    return " ||| ".join([*written, scores, " ".join(points), *rest]) + "\n"


def _named_line(line: str, names: Sequence[str]) -> str:
    source, target, scores, alignment, *_ = (part.strip() for part in line.split("|||"))
    values = [f"{_log(float(value)):.6g}" for value in scores.split()]
    if names:
        values = [f"{name}={value}" for name, value in zip(names, values, strict=True)]
    return " ||| ".join(["[X]", source, target, " ".join(values), alignment]) + "\n"


def _log(score: float) -> float:
    if not 0 <= score < math.inf:
        raise ValueError(f"found the score {score}, expected a number of at least 0")
    return max(math.log(score), _LOWEST) if score else _LOWEST
