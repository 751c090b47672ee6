"""Hierarchical models of Moses."""

import gzip
import shutil
from pathlib import Path

import pytest

from pitchpipe.decoder import ChartDecoder
from pitchpipe.errors import InputError
from pitchpipe.model import convert

CHART = Path(__file__).parents[2].parent / "shared" / "data" / "moses-ja-en"

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
    ("name", "old", "new", "sentence"),
    [
        ("glue", GLUE, RULES.replace("[X] |||", "[S] |||"), "glue:1: found .*expected each rule of a glue grammar"),
        ("glue", "2.718", "many", "glue:3: found the scores 'many'"),
        ("glue", "<s> [S] ||| 1", "<s> [S] ||| 2", "glue: found another glue grammar"),
        ("glue", GLUE, RULES, "found no glue grammar, expected a table of"),
        ("chart.ini", "[feature]\n", "[feature]\nDistortion\n", "found Distortion, expected none"),
        ("chart.ini", "num-features=2", "num-features=4", "found 2 scores in rules, expected 4"),
        ("rules", "a [X] |||", "a |||", "rules:2: found .*expected both sides to end in"),
    ],
)
def test_what_cannot_be_converted_is_refused(
    ini: Path, tmp_path: Path, name: str, old: str, new: str, sentence: str
) -> None:
    text = (tmp_path / name).read_text()
    (tmp_path / name).write_text(text.replace(old, new, 1))
    with pytest.raises(InputError, match=sentence):
        convert(ini, tmp_path / "model")
    assert not (tmp_path / "model").exists()


@pytest.mark.skipif(not CHART.is_dir(), reason="Moses's hierarchical model is not there")
def test_our_features_of_moses_candidates_are_its_own(tmp_path: Path) -> None:
    """The best candidates of a few lines, by a search that is at least as wide: the same features and totals."""
    lines = (CHART / "input.ja").read_text().splitlines()[:12]
    with gzip.open(CHART / "chart.nbest.gz", "rt") as file:
        theirs: dict[int, list[tuple[str, float]]] = {}
        for line in file:
            number, text, _, score = line.split(" ||| ")
            theirs.setdefault(int(number), []).append((" ".join(text.split()), float(score)))
    shutil.copytree(CHART, tmp_path / "moses")
    with gzip.open(CHART / "rule-table.gz", "rt") as rules, gzip.open(tmp_path / "rules.gz", "wt") as few:
        words = {word for line in lines for word in line.split()} | {"[X][X]", "[X]"}
        few.writelines(line for line in rules if set(line.split(" ||| ", 1)[0].split()) <= words)
    (tmp_path / "moses" / "rule-table.gz").chmod(0o644)
    shutil.copy(tmp_path / "rules.gz", tmp_path / "moses" / "rule-table.gz")
    model = convert(tmp_path / "moses" / "chart.ini", tmp_path / "model")
    found = ChartDecoder(model).translate(lines, nbest=200)
    agreeing = total = 0
    for number, candidates in theirs.items():
        if number < len(lines):
            ours = [(one.text, one.score) for one in found.of(number)]
            for text, score in candidates:
                total += 1
                agreeing += any(text == mine and abs(score - value) < 2e-3 for mine, value in ours)
    assert agreeing > 0.9 * total
