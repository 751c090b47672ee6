"""Rule tables of Moses, cdec and Joshua as text.

Moses:   `das [X][X] [X] ||| the [X][X] [X] ||| 0.5 0.4 0.3 0.2 ||| 0-0 1-1 ||| 3 2 1 |||`
cdec:    `[X] ||| das [X,1] ||| the [X,1] ||| EgivenF=0.1 FgivenE=0.3 ||| 0-0`
Joshua:  `[X] ||| das [X,1] ||| the [X,1] ||| 0.1 0.3 ||| 0-0`

Moses's scores are probabilities, and where a gap is translated stands in the alignment. The scores of the others are
values of features, taken as they are. Where rules have labels, Moses writes `[X][NP]` for a gap and the label of the
rule after the target side; the others write `[NP,1]`, and the label first.
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
from pitchpipe.grammar.symbols import GAPS, MOST_GAPS, gaps_of
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.moses import score_names
from pitchpipe.phrases.table_file import TableFacts, table_files
from pitchpipe.text import Texts

RULE_FORMATS = ("moses", "cdec", "joshua")
_LINES = 1 << 14
"""That go to the native reader at a time."""
_MOSES_GAP = re.compile(r"\[([^\[\]]+)\]\[([^\[\]]+)\]")
_GAP = re.compile(r"\[([^\[\]]+),(\d+)\]")
_LABEL = re.compile(r"\[([^\[\]]+)\]")
_BRACKETED = re.compile(r"\[(.+)\]")
_LOWEST, _HIGHEST = -100.0, 700.0
"""Values of features that can be stored."""


@dataclass
class RuleReader:
    """Turns the lines of a rule table into those of a phrase table with gaps."""

    name: str
    format: str
    has_labels: bool = False
    """Or else the only label is X."""
    labels: set[str] = field(default_factory=set)
    """Those that rules have."""
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
        ends = [_LABEL.fullmatch(side.pop()) if side else None for side in (source, target)]
        if not all(end and (self.has_labels or end[1] == "X") for end in ends):
            wanted = "a label" if self.has_labels else "[X]"
            raise InputError(f"found {' ||| '.join(fields[:2])!r}, expected both sides to end in {wanted}")
        points = [self._point(token) for token in fields[3].split()]
        source_gaps = {i: label for i, word in enumerate(source) if (label := self._moses_gap(word))}
        target_gaps = {j: label for j, word in enumerate(target) if (label := self._moses_gap(word))}
        if len(source_gaps) > self._most_gaps:
            raise InputError(f"found {len(source_gaps)} gaps, expected at most {self._most_gaps}")
        of_source = dict(point for point in points if point[0] in source_gaps)
        if [*sorted(of_source)] != [*source_gaps] or sorted(of_source.values()) != [*target_gaps]:
            raise InputError(f"found the alignment {fields[3]!r}, expected each gap to be aligned to one")
        for number, (i, label) in enumerate(source_gaps.items(), 1):
            if target_gaps[of_source[i]] != label:
                raise InputError(
                    f"found {source[i]} aligned to {target[of_source[i]]}, expected the same label"
                )
            source[i] = target[of_source[i]] = f"[{label},{number}]"
        kept = " ".join(f"{i}-{j}" for i, j in points if i not in source_gaps)
        rest = [" ".join(source), self._rooted(target, ends[1]), fields[2], kept, *fields[4:5]]
        return " ||| ".join(rest)

    @property
    def _most_gaps(self) -> int:
        return MOST_GAPS if self.has_labels else len(GAPS)

    def _rooted(self, target: list[str], label: re.Match[str] | None) -> str:
        """The target side, and the label of the rule if there are labels."""
        if self.has_labels and label:
            self.labels.add(label[1])
            return " ".join([*target, label[0]])
        return " ".join(target)

    def _moses_gap(self, word: str) -> str | None:
        """The label of a gap: the second of two, the first is that of the source."""
        found = _MOSES_GAP.fullmatch(word)
        if found is None:
            return None
        if not self.has_labels and found.groups() != ("X", "X"):
            raise InputError(f"found the gap {word}, expected [X][X]")
        self.labels.add(found[2])
        return found[2]

    def _named(self, fields: list[str]) -> str:
        if len(fields) < 4:
            raise InputError(f"found {len(fields)} fields, expected label ||| source ||| target ||| features")
        label = _LABEL.fullmatch(fields[0])
        if not label or (label[1] != "X" and not self.has_labels):
            raise InputError(f"found the label {fields[0]}, expected {'one' if self.has_labels else '[X]'}")
        source, target = fields[1].split(), fields[2].split()
        numbers = self._renumber(source, {})
        gaps = sum(_GAP.fullmatch(word) is not None for word in target)
        if self._renumber(target, numbers) != numbers or len(numbers) != gaps:
            raise InputError(f"found {' ||| '.join(fields[1:3])!r}, expected the same gaps on both sides")
        points = [self._point(token) for token in (fields[4].split() if len(fields) > 4 else ())]
        kept = " ".join(f"{i}-{j}" for i, j in points if i >= len(source) or not _GAP.fullmatch(source[i]))
        return " ||| ".join([" ".join(source), self._rooted(target, label), self._features(fields[3]), kept])

    def _renumber(self, side: list[str], known: dict[str, str]) -> dict[str, str]:
        """Write gaps by their order in the source, which is given for the target; what all that there are become."""
        found = dict(known)
        for place, word in enumerate(side):
            if match := _GAP.fullmatch(word):
                if match[1] != "X" and not self.has_labels:
                    raise InputError(f"found the gap {word}, expected one of [X]")
                if word not in found and len(found) == self._most_gaps:
                    raise InputError(f"found the gap {word}, expected at most {self._most_gaps} gaps")
                side[place] = found.setdefault(word, f"[{match[1]},{len(found) + 1}]")
                self.labels.add(match[1])
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
    labels: bool | None = None,
    progress: Callable[[int], None] | None = None,
) -> PhraseTable:
    """Turn a text table, plain or compressed, into a mapped file; memory holds the rules of one source side.

    The lines of a source side follow each other. Without a format, the first line decides; likewise on whether there are
    `labels` other than X.
    """
    name = input_name(table)
    lines = enumerate(read_lines(table), 1)
    first = next(lines, None)
    if first is None:
        raise InputError(f"{name}: found no lines, expected a rule table")
    if labels is None:
        labels = _has_labels(first[1])
    reader = RuleReader(name, format or _guess(first[1]), labels)
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
        found = sorted(reader.labels) if labels else []
        facts = TableFacts(names, (), longest, {}, gaps_of(found) if labels else GAPS, found)
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
    if grammar.facts.settings.get("inner"):
        raise InputError(
            f"{grammar.file.path}: found rules with the labels of the constituents within them, which these formats have not, "
            "expected a grammar without inner=true"
        )
    write = _moses_line if format == "moses" else _named_line
    labelled = bool(grammar.facts.labels)
    names = (
        [re.sub(r"\W+", "_", name).strip("_") for name in grammar.facts.scores] if format == "cdec" else []
    )
    grammar.check_rows()
    order = _native.moses_order(grammar.native)
    with write_packed(path) as file:
        for done in range(0, len(order), _LINES):
            text = _native.moses_lines(grammar.native, order[done : done + _LINES], None)
            try:
                lines = "".join(write(line, names, labelled) for line in text.decode().splitlines())
            except ValueError as error:
                raise InputError(f"{grammar.file.path}: the file is damaged: {error}") from None
            file.write(lines.encode())
            if progress:
                progress(done / len(order))


def _has_labels(line: str) -> bool:
    """Whether a rule has a label other than X."""
    sides = " ".join(line.split("|||")[:3]).split()
    return any(
        bracketed and {*re.split(r"\]\[|,", bracketed[1])} - {"X", "1", "2"}
        for bracketed in map(_BRACKETED.fullmatch, sides)
    )


def _guess(line: str) -> str:
    fields = line.split("|||")
    if not fields[0].strip().startswith("[") or len(fields[0].split()) != 1:
        return "moses"
    return "cdec" if "=" in "".join(fields[3:4]) else "joshua"


def _moses_line(line: str, _: Sequence[str], labelled: bool) -> str:
    source, target, scores, alignment, *rest = (part.strip() for part in line.split("|||"))
    sides = source.split(), target.split()
    points = [f"{side}" for side in alignment.split()]
    gaps = {word: found[1] for word in sides[0] if (found := _GAP.fullmatch(word))}
    points += [f"{sides[0].index(gap)}-{sides[1].index(gap)}" for gap in gaps]
    points.sort(key=lambda point: [int(part) for part in point.split("-")])
    written = [" ".join(f"[X][{gaps[word]}]" if word in gaps else word for word in side) for side in sides]
    written = [f"{written[0]} [X]", written[1] if labelled else f"{written[1]} [X]"]
    return " ||| ".join([*written, scores, " ".join(points), *rest]) + "\n"


def _named_line(line: str, names: Sequence[str], labelled: bool) -> str:
    source, target, scores, alignment, *_ = (part.strip() for part in line.split("|||"))
    values = [f"{_log(float(value)):.6g}" for value in scores.split()]
    if names:
        values = [f"{name}={value}" for name, value in zip(names, values, strict=True)]
    target, _, label = target.rpartition(" ") if labelled else (target, "", "[X]")
    return " ||| ".join([label, source, target, " ".join(values), alignment]) + "\n"


def _log(score: float) -> float:
    if not 0 <= score < math.inf:
        raise ValueError(f"found the score {score}, expected a number of at least 0")
    return max(math.log(score), _LOWEST) if score else _LOWEST
