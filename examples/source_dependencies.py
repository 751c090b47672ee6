"""Use annotations of the source that another program made: parts of speech and dependency heads in a side file.

The side file has a line for each line of a tokenised text: a part of speech for each token, a tab, and the head of each
token, the number of its word from 1 on, 0 for the root, as in CoNLL files:

    das Haus ist alt
    DET NOUN VERB ADJ<TAB>2 3 0 3

Two features look at them (Cer 2011, section 2.6.4, tells of grammatical relations in Chang et al. 2009). `Interruptions`
counts subtrees that are left before all their words are translated, as in Cherry (2008). Sparse features named `Tags:` tell
the tuner which parts of speech follow one another, and how far apart they were.

    pitchpipe train train.de train.en --dev val.de val.en -o model \\
        --feature "source_dependencies:Dependencies(text=val.tok.de, factors=val.factors)"
    pitchpipe translate model in.tok.de --prepared \\
        --feature "source_dependencies:Dependencies(text=in.tok.de, factors=in.factors)"
    python examples/source_dependencies.py

The text is as the decoder gets it, that is, prepared; sentences are found in it by their words.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from pitchpipe.decoder import Extension, PhraseDecoder, SearchSettings, Sentence, StepFeature
from pitchpipe.errors import InputError
from pitchpipe.files import check_line_counts, input_name, read_lines
from pitchpipe.settings import Settings, setting

Words = tuple[str, ...]


@dataclass(frozen=True)
class Factors:
    """The annotations of a sentence."""

    tags: Words
    heads: tuple[int, ...]
    """The place of each word's head, -1 for the root."""

    @cached_property
    def subtrees(self) -> list[frozenset[int]]:
        """The words under each word, itself among them."""
        found: list[set[int]] = [{word} for word in range(len(self.heads))]
        for word in range(len(self.heads)):
            for above in self.above(word):
                found[above].add(word)
        return [frozenset(one) for one in found]

    def above(self, word: int) -> list[int]:
        """The words over a word, the nearest first."""
        found: list[int] = []
        while (word := self.heads[word]) >= 0:
            found.append(word)
        return found


def read_factors(text: str, path: str) -> dict[Words, Factors]:
    """The annotations in a side file of a tokenised text, by the words of each sentence."""
    lines, annotations = read_lines(text), read_lines(path)
    check_line_counts([text, path], [len(lines), len(annotations)])
    found = {}
    for number, (line, given) in enumerate(zip(lines, annotations, strict=True), 1):
        words = tuple(line.split())
        try:
            found[words] = _factors(len(words), given)
        except ValueError as error:
            raise InputError(f"{input_name(path)}:{number}: {error}") from None
    return found


def _factors(size: int, line: str) -> Factors:
    columns = [column.split() for column in line.split("\t")]
    if len(columns) != 2:
        raise ValueError(f"found {len(columns)} columns, expected parts of speech, a tab and heads")
    for column, what in zip(columns, ("parts of speech", "heads"), strict=True):
        if len(column) != size:
            raise ValueError(f"found {len(column)} {what} for {size} tokens, expected one for each")
    heads = []
    for head in columns[1]:
        if not (head.isascii() and head.isdigit() and len(head) < 10 and int(head) <= size):
            raise ValueError(f"found the head {head!r}, expected the number of a token, or 0")
        heads.append(int(head) - 1)
    for word in range(size):
        seen, above = {word}, heads[word]
        while above >= 0:
            if above in seen:
                raise ValueError(f"found that token {above + 1} is under itself, expected a tree")
            seen.add(above)
            above = heads[above]
    return Factors(tuple(columns[0]), tuple(heads))


@dataclass(frozen=True)
class Dependencies(Settings, StepFeature):
    """Interruptions of subtrees of the source, and parts of speech that follow one another."""

    name: ClassVar[str] = "Dependencies"
    names = ("Interruptions",)
    starts = ("Tags:",)

    text: str = setting("", "the tokenised source text")
    factors: str = setting("", "its side file of parts of speech and heads")

    @cached_property
    def annotated(self) -> dict[Words, Factors]:
        return read_factors(self.text, self.factors)

    def start(self, sentence: Sentence) -> Factors:
        try:
            return self.annotated[sentence.words]
        except KeyError:
            raise InputError(
                f"{input_name(self.text)}: found no line {' '.join(sentence.words)!r}, expected each sentence that is "
                "translated"
            ) from None

    def step(self, analysis: Factors, state: int, extension: Extension) -> tuple[dict[str, float], int]:
        if extension.last_end == 0:
            return {}, 0  # the first phrase
        left, right = extension.last_end - 1, extension.begin
        gap = right - extension.last_end
        kind = "next" if gap == 0 else "back" if gap < 0 else "ahead"
        values = {f"Tags:{analysis.tags[left]}~{analysis.tags[right]}:{kind}": 1.0}
        if count := self._interrupted(analysis, extension):
            values["Interruptions"] = float(count)
        return values, 0

    def _interrupted(self, factors: Factors, extension: Extension) -> int:
        """How many subtrees with the last word in them are left unfinished for words outside of them."""
        last, now = extension.last_end - 1, range(extension.begin, extension.end)
        count = 0
        for top in (last, *factors.above(last)):
            words = factors.subtrees[top]
            if any(word in words for word in now):
                break
            count += not all(extension.is_covered(word) for word in words)
        return count


def simple_factors(line: str) -> str:
    """Stand-ins for a tagger and a parser: a noun has a capital, and words before it that are no verbs hang on it."""
    words = line.split()
    tags = ["NOUN" if word[0].isupper() else "PUNCT" if not word[0].isalnum() else "OTHER" for word in words]
    nouns = [place for place, tag in enumerate(tags) if tag == "NOUN"]
    heads = []
    for place, tag in enumerate(tags):
        following = next((noun for noun in nouns if noun > place), None)
        near = following is not None and following - place <= 2 and tag == "OTHER"
        heads.append(following + 1 if near and following is not None else 0)
    return f"{' '.join(tags)}\t{' '.join(map(str, heads))}"


def main() -> None:
    from synthetic_system import trained

    with tempfile.TemporaryDirectory() as folder:
        model, sentences, _ = trained(Path(folder), train=1000, dev=120)
        text, side = Path(folder, "text"), Path(folder, "factors")
        text.write_text("".join(f"{line}\n" for line in sentences))
        side.write_text("".join(f"{simple_factors(line)}\n" for line in sentences))
        search = SearchSettings(pop_limit=50, beam=25)
        decoder = PhraseDecoder(model, search, features=[Dependencies(str(text), str(side))])
        for weight in (0.0, -1.0):
            found = decoder.translate(sentences, weights={**model.weights, "Interruptions": weight})
            count = int(found.dense[:, found.dense_names.index("Interruptions")].sum())
            print(f"weight {weight:4.1f}: {count} interruptions in {len(sentences)} sentences")
        best = (found[row] for row in range(len(found.texts)))
        tags = Counter(name for one in best for name in one.features if name.startswith("Tags:"))
        print("most frequent:", ", ".join(f"{name} {count}" for name, count in tags.most_common(3)))


if __name__ == "__main__":
    main()
