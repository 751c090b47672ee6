"""The features of examples/, by their definitions, over all derivations of tiny models."""

import itertools
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from pitchpipe.decoder import PhraseDecoder, SearchSettings
from pitchpipe.errors import InputError

from .toy import toy

sys.path.append(str(Path(__file__).parent.parent.parent / "examples"))
from movement_model import EDGES, START, Kinds, Movement, place, write_json
from source_dependencies import Dependencies, read_factors

ALL = SearchSettings(strategy="exhaustive", beam=0, options=0)
TEXT = "a b e c d"


def spans(candidate):
    return [(one.source_begin, one.source_end) for one in candidate.phrases]


@pytest.fixture
def movement(tmp_path):
    random = np.random.default_rng(1)

    def kinds():
        words = {word: random.normal(size=7).tolist() for word in ["a", "b", "c", "e", START]}
        return vars(Kinds(words, random.normal(size=(5, 7)).tolist()))

    write_json(tmp_path / "movement.json", {"from": kinds(), "to": kinds()})
    return Movement(str(tmp_path / "movement.json"))


def test_whole_translations_have_the_plain_log_probabilities_of_their_jumps(tmp_path, movement):
    made = toy(tmp_path, 1)
    weights = {**made.model.weights, "MoveFrom": 0.4, "MoveTo": 0.7}
    found = PhraseDecoder(made.model, ALL, features=[movement], threads=1).translate(
        [TEXT], weights=weights, nbest=200
    )
    words = TEXT.split()
    leaving, reaching = movement.models
    jumped = 0
    for one in found:
        expected, last = Counter(), 0
        for begin, end in spans(one):
            kind = int(np.digitize(begin - last, EDGES))
            before = (words[last - 1], place(last - 1, 5)) if last else (START, 0)
            expected["MoveFrom"] += leaving.logs([before[0]], [before[1]])[0, kind]
            expected["MoveTo"] += reaching.logs([words[begin]], [place(begin, 5)])[0, kind]
            jumped += begin != last
            last = end
        assert one.features["MoveFrom"] == pytest.approx(expected["MoveFrom"], abs=1e-4)
        assert one.features["MoveTo"] == pytest.approx(expected["MoveTo"], abs=1e-4)
    assert jumped > 50


def test_a_gap_left_behind_costs_at_once_what_filling_it_costs_at_least(tmp_path, movement):
    made = toy(tmp_path, 1)
    weights = {**made.model.weights, "MoveTo": 1.0}
    decoder = PhraseDecoder(made.model, ALL, features=[movement], threads=1)
    place_of = {(word, at): at for at, word in enumerate(TEXT.split())}
    assert len(place_of) == 5
    _, reaching = movement.models
    words, seen = TEXT.split(), 0
    for one in decoder.bins([TEXT], 50).of(0):
        covered, last, total = set(), 0, 0.0
        for begin, end in spans(one):
            kind = int(np.digitize(begin - last, EDGES))
            total += reaching.logs([words[begin]], [place(begin, 5)])[0, kind]
            covered |= set(range(begin, end))
            last = end
        gap = min(set(range(6)) - covered)
        if gap < last:
            total += reaching.logs([words[gap]], [place(gap, 5)])[0, :3].max()
            seen += 1
        assert one.features["MoveTo"] == pytest.approx(total, abs=1e-4)
    assert seen
    assert weights


FACTORS = "D N V P N\t2 3 0 3 4"


def test_interruptions_are_those_of_the_definition(tmp_path):
    (tmp_path / "text").write_text(f"{TEXT}\n")
    (tmp_path / "factors").write_text(f"{FACTORS}\n")
    made = toy(tmp_path, 2)
    feature = Dependencies(str(tmp_path / "text"), str(tmp_path / "factors"))
    weights = {**made.model.weights, "Interruptions": -0.3, "Tags:N~V:next": 0.5}
    found = PhraseDecoder(made.model, ALL, features=[feature], threads=1).translate(
        [TEXT], weights=weights, nbest=200
    )
    under = [{0}, {0, 1}, {0, 1, 2, 3, 4}, {3, 4}, {4}]
    counted = 0
    for one in found:
        covered, total, tags = set(range(*spans(one)[0])), 0, Counter()
        for (_, last), (begin, end) in itertools.pairwise(spans(one)):
            now = set(range(begin, end))
            total += sum(last - 1 in words and not now & words and not words <= covered for words in under)
            kind = "next" if begin == last else "ahead" if begin > last else "back"
            tags[f"Tags:{'DNVPN'[last - 1]}~{'DNVPN'[begin]}:{kind}"] += 1
            covered |= now
        assert one.features["Interruptions"] == total
        assert {name: value for name, value in one.features.items() if name.startswith("Tags:")} == tags
        counted += total
    assert counted > 50


@pytest.mark.parametrize(
    ("side", "problem"),
    [
        ("D N\t2 0\nD\t0\n", "text has 1 lines, .*factors has 2|factors"),
        ("D N V P N 2 3 0 3 4\n", r"factors:1: found 1 columns, expected parts of speech, a tab and heads"),
        ("D N V P\t2 3 0 3 4\n", r"factors:1: found 4 parts of speech for 5 tokens, expected one for each"),
        ("D N V P N\t2 3 0 3\n", r"factors:1: found 4 heads for 5 tokens, expected one for each"),
        ("D N V P N\t2 3 0 6 4\n", r"factors:1: found the head '6', expected the number of a token, or 0"),
        ("D N V P N\t2 3 x 3 4\n", r"factors:1: found the head 'x', expected the number of a token, or 0"),
        ("D N V P N\t2 1 0 3 4\n", r"factors:1: found that token 1 is under itself, expected a tree"),
    ],
)
def test_wrong_side_files_are_refused(tmp_path, side, problem):
    (tmp_path / "text").write_text(f"{TEXT}\n")
    (tmp_path / "factors").write_text(side)
    with pytest.raises(InputError, match=problem):
        read_factors(str(tmp_path / "text"), str(tmp_path / "factors"))


def test_a_sentence_without_annotations_is_refused(tmp_path):
    (tmp_path / "text").write_text("a b\n")
    (tmp_path / "factors").write_text("D N\t2 0\n")
    feature = Dependencies(str(tmp_path / "text"), str(tmp_path / "factors"))
    with pytest.raises(InputError, match="found no line 'a', expected each sentence that is translated"):
        PhraseDecoder(toy(tmp_path, 2).model, ALL, features=[feature], threads=1).translate(["a"])
