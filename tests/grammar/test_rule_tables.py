"""Rule tables of Moses, cdec and Joshua, read and written."""

from pathlib import Path

import pytest

from pitchpipe.errors import InputError
from pitchpipe.files import read_lines
from pitchpipe.grammar import RULE_FORMATS, TreeExtraction, read_rules, write_rules
from tests.phrases.tables import all_options, synthetic_sentences

from .tables import extracted
from .test_tree_extraction import GO, TREE, trees_of

MOSES = """\
[X][X] no [X][X] [X] ||| [X][X] of [X][X] [X] ||| 0.5 0.4 0.25 0.2 ||| 0-2 1-1 2-0 ||| 3 2 1 ||| |||
[X][X] no [X][X] [X] ||| [X][X] 's [X][X] [X] ||| 0.5 0.4 0.25 0.2 ||| 0-0 1-1 2-2 ||| 3 2 1 ||| |||
das [X] ||| the [X] ||| 1 1 0.5 1 ||| 0-0 ||| 1 2 1 ||| |||
"""
CDEC = """\
[X] ||| das [X,1] ||| the [X,1] ||| EgivenF=-0.5 FgivenE=-1.5 ||| 0-0
[X] ||| [X,1] no [X,2] ||| [X,2] of [X,1] ||| EgivenF=-0.25 FgivenE=2 ||| 1-1
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_moses_rules_say_in_their_alignment_where_gaps_go(tmp_path: Path) -> None:
    grammar = read_rules(write(tmp_path / "rules", MOSES), tmp_path / "grammar")
    targets = {one.target: one for one in grammar.options("[X,1] no [X,2]")}
    assert set(targets) == {"[X,2] of [X,1]", "[X,1] 's [X,2]"}
    assert targets["[X,2] of [X,1]"].alignment == ((1, 1),)
    assert list(targets["[X,2] of [X,1]"].scores.values()) == pytest.approx(
        [-0.6931, -0.9163, -1.3863, -1.6094], abs=1e-4
    )
    assert grammar.options("das")[0].joint_count == 1


@pytest.mark.parametrize("named", [True, False])
def test_features_of_cdec_and_joshua_are_taken_as_they_are(tmp_path: Path, named: bool) -> None:
    text = CDEC if named else CDEC.replace("EgivenF=", "").replace("FgivenE=", "")
    grammar = read_rules(write(tmp_path / "rules", text), tmp_path / "grammar")
    (one,) = grammar.options("[X,1] no [X,2]")
    assert one.target == "[X,2] of [X,1]"
    names = ["EgivenF", "FgivenE"] if named else ["score 0", "score 1"]
    assert one.scores == {names[0]: pytest.approx(-0.25), names[1]: pytest.approx(2)}


@pytest.mark.parametrize("format", RULE_FORMATS)
def test_what_is_written_is_read_again(tmp_path: Path, format: str) -> None:
    grammar = extracted(synthetic_sentences(40), tmp_path / "grammar")
    write_rules(grammar, tmp_path / "rules.gz", format=format)
    again = read_rules(tmp_path / "rules.gz", tmp_path / "again")
    expected, found = all_options(grammar), all_options(again)
    assert found.keys() == expected.keys()
    for key, one in expected.items():
        assert list(found[key].scores.values()) == pytest.approx(list(one.scores.values()), abs=1e-4)
        assert found[key].alignment == one.alignment
    lines = list(read_lines(tmp_path / "rules.gz"))
    if format == "moses":
        assert all(line.split(" ||| ")[0].endswith(" [X]") for line in lines)


MOSES_LABELS = """\
[X][NP] no [X][NN] [X] ||| [X][NN] of [X][NP] [NP] ||| 0.5 ||| 0-2 1-1 2-0 ||| 3 2 1 ||| |||
das [X] ||| the [DT] ||| 1 ||| 0-0 ||| 1 2 1 ||| |||
"""


def test_moses_writes_the_label_of_a_rule_after_its_target_side(tmp_path: Path) -> None:
    grammar = read_rules(write(tmp_path / "rules", MOSES_LABELS), tmp_path / "grammar")
    assert grammar.facts.labels == ["DT", "NN", "NP"]
    (one,) = grammar.options("[NP,1] no [NN,2]")
    assert (one.target, one.alignment) == ("[NN,2] of [NP,1] [NP]", ((1, 1),))
    assert grammar.options("das")[0].target == "the [DT]"


@pytest.mark.parametrize("format", RULE_FORMATS)
def test_labels_that_are_written_are_read_again(tmp_path: Path, format: str) -> None:
    trees = trees_of([GO], [TREE])
    grammar = extracted([GO], tmp_path / "grammar", settings=TreeExtraction(size=2), trees=trees)
    write_rules(grammar, tmp_path / "rules", format=format)
    again = read_rules(tmp_path / "rules", tmp_path / "again")
    expected, found = all_options(grammar), all_options(again)
    assert found.keys() == expected.keys()
    assert all(found[key].alignment == one.alignment for key, one in expected.items())
    assert again.facts.labels == ["NP", "PRP", "S", "VB", "VP"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a [X] ||| b ||| 1 ||| 0-0\n",
            r"rules:1: found 'a \[X\] \|\|\| b', expected both sides to end in \[X\]",
        ),
        (
            "[X][X] a [X] ||| [X][X] b [X] ||| 1 ||| 1-1\n",
            r"rules:1: found the alignment '1-1', expected each gap",
        ),
        (
            "a [X] ||| b [X] ||| 1 ||| 0-0\n[NP][NP] a [X] ||| [NP][NP] b [X] ||| 1 ||| 0-0\n",
            r"rules:2: found the gap \[NP\]\[NP\]",
        ),
        (
            "[X][NP] a [X] ||| [X][VP] b [S] ||| 1 ||| 0-0\n",
            r"rules:1: found \[X\]\[NP\] aligned to \[X\]\[VP\], expected the same label",
        ),
        ("a [X] ||| b [X] ||| 1\n", r"rules:1: found 3 fields"),
        ("a [X] ||| b [X] ||| 1 ||| 0:0\n", r"rules:1: found '0:0', expected an alignment point"),
        ("a [X] ||| b [X] ||| x ||| 0-0\n", r"rules:1: found the score 'x'"),
        ("[X] ||| a [X,1] ||| b ||| 1\n", r"rules:1: found 'a \[X,1\] \|\|\| b', expected the same gaps"),
        ("[X] ||| a ||| b [X,1] ||| 1\n", r"rules:1: .*expected the same gaps"),
        ("[X] ||| a [X,1] ||| [X,1] [X,1] ||| 1\n", r"rules:1: .*expected the same gaps"),
        ("[X] ||| a ||| b ||| 1\n[S] ||| b ||| b ||| 1\n", r"rules:2: found the label \[S\]"),
        ("[S] ||| a [NP,1] ||| b [VP,1] ||| 1\n", r"rules:1: .*expected the same gaps"),
        ("[S] ||| [A,1] [A,2] [A,3] [A,4] ||| b ||| 1\n", r"rules:1: .*expected at most 3 gaps"),
        ("[X] ||| a ||| b ||| x=y\n", r"rules:1: found the feature 'x=y'"),
        ("[X] ||| a ||| b ||| p=1\n[X] ||| a ||| c ||| q=1\n", r"rules:2: found the features q, expected p"),
        ("", r"rules: found no lines"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_rules(write(tmp_path / "rules", text), tmp_path / "grammar")
    assert not (tmp_path / "grammar").exists()
