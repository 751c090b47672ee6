"""What cannot be extracted from is told in a sentence, and nothing is written."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.phrases import Extraction, Names, extract
from pitchpipe.text import Corpus

from .definitions import Sentence
from .tables import extracted, synthetic_sentences

NAMES = Names("text.de", "text.en", "text.align")
POINT = np.array([[0, 0]], np.int32)


def refused(tmp_path: Path, texts: tuple[list[str], list[str]], links: list, counts: list[int]) -> str:
    offsets = np.cumsum([0, *counts])
    with pytest.raises(InputError) as error:
        extract(
            Corpus.of(texts[0]),
            Corpus.of(texts[1]),
            np.array(links, np.int32).reshape(-1, 2),
            offsets,
            tmp_path / "table",
            names=NAMES,
        )
    assert list(tmp_path.iterdir()) == []
    return str(error.value)


@pytest.mark.parametrize(
    ("texts", "links", "counts", "sentence"),
    [
        (
            (["a"], ["A", "B"]),
            POINT,
            [1],
            "text.en: found another number of lines, 2, expected 1 as in text.de",
        ),
        (
            (["a"], ["A"]),
            POINT,
            [1, 0],
            "text.align: found another number of lines, 2, expected 1 as in text.de",
        ),
        (([], []), [], [], "text.de: found no lines, expected a text"),
        ((["a"], ["A"]), POINT, [2], "text.align: found 1 alignment points, expected 2 as the offsets say"),
        ((["a"], ["A"]), [], [0], "text.align: found no alignment points, expected some"),
        (
            (["a", "a b"], ["A", "A"]),
            [[0, 0], [1, 1]],
            [1, 1],
            "text.align:2: found the alignment point 1-1, expected positions within lines of 2 and 1 tokens",
        ),
        (
            (["a"], ["A"]),
            [[-1, 0]],
            [1],
            "text.align:1: found the alignment point -1-0, expected positions within lines of 1 and 1 tokens",
        ),
        (
            (["a", "b c|||d"], ["A", "B"]),
            POINT,
            [1, 0],
            "text.de:2: found the token 'c|||d', expected none with ||| in it",
        ),
        ((["a"], ["|||"]), POINT, [1], "text.en:1: found the token '|||', expected none with ||| in it"),
        (
            (["a", "a " * 10_000], ["A", "A"]),
            POINT,
            [1, 0],
            "text.de:2: found a line of 10000 tokens, expected at most 4096",
        ),
    ],
)
def test_a_text_that_does_not_fit_is_refused(tmp_path, texts, links, counts, sentence) -> None:
    assert refused(tmp_path, texts, links, counts) == sentence


def test_bars_that_only_neighbours_make_are_no_token(tmp_path: Path) -> None:
    some = [Sentence(["a|", "||"], ["A", "B"], frozenset({(0, 0), (1, 1)}))]
    assert extracted(some, tmp_path / "table").options("a| ||")[0].target == "A B"


def test_empty_lines_have_no_phrases(tmp_path: Path) -> None:
    some = [Sentence([], [], frozenset()), Sentence(["a"], ["A"], frozenset({(0, 0)}))]
    some += [Sentence([], ["B"], frozenset()), Sentence(["b"], [], frozenset())]
    assert list(extracted(some, tmp_path / "table").phrases()) == ["a"]


@pytest.mark.parametrize("length", [0, 11])
def test_phrases_have_one_to_ten_words(length: int) -> None:
    with pytest.raises(InputError, match="extraction: max_length must be a whole number from 1 to 10"):
        Extraction(max_length=length)


def test_a_device_without_room_is_told() -> None:
    with pytest.raises(OSError, match="cannot be written: No space left on device: '/dev/full'"):
        extracted(synthetic_sentences(20), Path("/dev/full"), folder="/tmp")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match="missing: the table cannot be made there: No such file or directory"
    ):
        extracted(synthetic_sentences(20), tmp_path / "missing" / "table")


@pytest.mark.parametrize("memory", ["1 << 30", "1"])
def test_a_full_disk_is_told_and_nothing_is_left(tmp_path: Path, memory: str) -> None:
    """A limit on the size of files is what a full disk looks like."""
    script = f"""
import resource, signal
from pathlib import Path
from tests.phrases.tables import extracted, synthetic_sentences
some = synthetic_sentences()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
try:
    extracted(some, Path("{tmp_path}/table"), memory={memory})
except OSError as error:
    print(error)
"""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=root, check=True
    )
    assert "] the table cannot be made there: " in done.stdout
    assert f"File too large: '{tmp_path}'" in done.stdout
    assert list(tmp_path.iterdir()) == []
