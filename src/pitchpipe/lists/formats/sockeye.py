"""N-best translations of Sockeye, as JSON."""

from __future__ import annotations

import re
from typing import Any, BinaryIO, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.lists.formats.format import ListFormat
from pitchpipe.lists.formats.jsonl import finite, json_object, json_text
from pitchpipe.lists.formats.lines import located, text_lines
from pitchpipe.lists.formats.listing import Listing


class Sockeye(ListFormat):
    """What `sockeye-translate --nbest-size 5 --output-type json` writes: an object on each line, with all translations.

    The features are `logprob`, which is minus Sockeye's score, and `words`, which counts the words; minus the scores of target
    factors are `factor1` and so on. Sockeye counts sentences from 1.
    """

    name: ClassVar[str] = "sockeye"
    sample: ClassVar[str] = (
        '{"score": 0.25, "scores": [0.25], "sentence_id": 1, "translation": "the house is small", '
        '"translations": ["the house is small"]}'
    )

    def recognises(self, start: bytes) -> bool:
        line = start.partition(b"\n")[0]
        return (
            line.startswith(b"{")
            and re.search(rb'"translations?": ', line) is not None
            and b'"candidates"' not in line
        )

    def read(self, file: BinaryIO, name: str, listing: Listing, threads: int = 1) -> None:
        for number, line in text_lines(file, name):
            with located(name, number):
                # An empty line has no score, and nothing to choose.
                empty = '"translation": ""' in line
                found = json_object(line.replace('"score": -Infinity', '"score": 0') if empty else line)
                group = listing.group(str(found.get("sentence_id", number)))
                for text, score in zip(*_candidates(found), strict=True):
                    words = json_text(text, "a translation")
                    costs = score if isinstance(score, list) and score else [score]
                    names = ("logprob", *(f"factor{number}" for number in range(1, len(costs))))
                    features = {
                        name: 0.0 - finite(cost, "score") for name, cost in zip(names, costs, strict=True)
                    }
                    listing.add(group, words, {**features, "words": len(words.split())})


def _candidates(found: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """The translations and their scores."""
    for texts, scores in (("translations", "scores"), ("translation", "score")):
        if texts in found and scores in found:
            lists = (found[texts], found[scores])
            if texts == "translation":
                return [lists[0]], [lists[1]]
            if all(isinstance(one, list) for one in lists) and len(lists[0]) == len(lists[1]):
                return lists
            raise InputError(f"found other {scores!r} than {texts!r}, expected two lists of one length")
    raise InputError("found no 'translations' with 'scores', expected what Sockeye writes as JSON")
