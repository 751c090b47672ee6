"""Hierarchical models of Moses."""

from pathlib import Path

import pytest

from pitchpipe.decoder import ChartDecoder
from pitchpipe.errors import InputError
from pitchpipe.model import convert

INI = """\
[search-algorithm]
3
[inputtype]
3
[mapping]
0 T 0
1 T 1
[max-chart-span]
9
1000
[cube-pruning-pop-limit]
70
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=TranslationModel0 num-features=2 path=rules table-limit=10
PhraseDictionaryMemory name=TranslationModel1 num-features=1 path=glue
KENLM name=LM0 path=lm.arpa
[weight]
LM0= 0.5
WordPenalty0= -1
PhrasePenalty0= 0.2
TranslationModel0= 0.3 0.4
TranslationModel1= 0.6
UnknownWordPenalty0= 1
"""
RULES = """\
[X][X] no [X][X] [X] ||| [X][X] of [X][X] [X] ||| 0.5 0.4 ||| 0-2 1-1 2-0 |||
a [X] ||| x [X] ||| 0.5 1 ||| 0-0 |||
b [X] ||| y [X] ||| 0.25 1 ||| 0-0 |||
"""
GLUE = """\
<s> [X] ||| <s> [S] ||| 1 ||| |||
[X][S] </s> [X] ||| [X][S] </s> [S] ||| 1 ||| 0-0 |||
[X][S] [X][X] [X] ||| [X][S] [X][X] [S] ||| 2.718 ||| 0-0 1-1 |||
"""
ARPA = """\
\\data\\
ngram 1=6

\\1-grams:
-1 <unk>
-99 <s>
-1 </s>
-1 x
-1 y
-1 of

\\end\\
"""


@pytest.fixture
def ini(tmp_path: Path) -> Path:
    for name, text in (("chart.ini", INI), ("rules", RULES), ("glue", GLUE), ("lm.arpa", ARPA)):
        (tmp_path / name).write_text(text)
    return tmp_path / "chart.ini"


def test_a_hierarchical_model_is_converted(ini: Path, tmp_path: Path) -> None:
    model = convert(ini, tmp_path / "model")
    assert model.is_hierarchical
    assert model.search == {"span_limit": 9, "pop_limit": 70, "options": 10, "beam": 0}
    found = ChartDecoder(model).translate(["a no b"])[0]
    assert found.text == "y of x"
    assert found.features == pytest.approx(
        {
            "LM0": -9.2103,
            "WordPenalty0": -5,
            "PhrasePenalty0": 6,
            "TranslationModel0_0": -2.7726,
            "TranslationModel0_1": -0.9163,
            "TranslationModel1": 0.9999,
            "UnknownWordPenalty0": 0,
        },
        abs=1e-3,
    )


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        (
            "glue",
            (GLUE, RULES.replace("[X] |||", "[S] |||")),
            "glue:1: found .*expected each rule of a glue grammar",
        ),
        ("glue", ("2.718", "many"), "glue:3: found the scores 'many'"),
        ("glue", ("<s> [S] ||| 1", "<s> [S] ||| 2"), "glue: found another glue grammar"),
        ("glue", (GLUE, RULES), "found no glue grammar, expected a table of"),
        ("chart.ini", ("[feature]\n", "[feature]\nDistortion\n"), "found Distortion, expected none"),
        ("chart.ini", ("num-features=2", "num-features=4"), "found 2 scores in rules, expected 4"),
        ("rules", ("a [X] |||", "a |||"), "rules:2: found .*expected both sides to end in"),
    ],
)
def test_what_cannot_be_converted_is_refused(
    ini: Path, tmp_path: Path, name: str, change: tuple[str, str], sentence: str
) -> None:
    text = (tmp_path / name).read_text()
    (tmp_path / name).write_text(text.replace(*change, 1))
    with pytest.raises(InputError, match=sentence):
        convert(ini, tmp_path / "model")
    assert not (tmp_path / "model").exists()
