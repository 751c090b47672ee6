"""What a moses.ini can say: taken over truly, ignored aloud, or refused by name."""

from __future__ import annotations

import gzip
import math
from pathlib import Path

import pytest

from pitchpipe import InputError
from pitchpipe.decoder import PhraseDecoder
from pitchpipe.model import Model, convert
from pitchpipe.model.moses.orientation import orientation_type
from pitchpipe.model.moses.sections import IGNORED, REFUSED
from tests.model.moses_files import ARPA, INI, PHRASES, REORDERING


def converted(ini: Path, text: str) -> Model:
    ini.write_text(text)
    return convert(ini, ini.parent / "model")


def reordering_of_das(model: Model) -> list[float]:
    (values,) = model.tables[0].table.options("das")[0].reordering.values()
    return list(values.values())


def refusal(ini: Path, text: str) -> str:
    ini.write_text(text)
    before = set(ini.parent.iterdir())
    with pytest.raises(InputError) as error:
        convert(ini, ini.parent / "model")
    assert set(ini.parent.iterdir()) == before
    return str(error.value)


@pytest.mark.parametrize(
    ("section", "settings"),
    [
        ("[stack]\n50", {"beam": 50}),
        ("[s]\n50", {"beam": 50}),
        ("[cube-pruning-pop-limit]\n500", {"pop_limit": 500}),
        ("[cbp]\n500", {"pop_limit": 500}),
        ("[search-algorithm]\n0", {"strategy": "exhaustive"}),
        ("[search-algorithm]\n1", {"strategy": "cube"}),
        ("[early-distortion-cost]\ntrue", {"early_distortion_cost": True}),
        ("[early-distortion-cost]\n0", {}),
        ("[drop-unknown]\n1", {"drop_unknown": True}),
        ("[drop-unknown]", {}),
        ("[max-trans-opt-per-coverage]\n7", {"options": 7}),
        ("[time-out]\n2", {"seconds": 2.0}),
        ("[inputtype]\n0", {}),
        ("[minimum-bayes-risk]\nfalse", {}),
    ],
)
def test_search_settings_are_taken_over(ini: Path, section: str, settings: dict[str, object]) -> None:
    model = converted(ini, f"{INI}\n{section}\n")
    assert model.search == {"options": 20, "distortion_limit": 4, **settings}
    PhraseDecoder(model)


def test_a_beam_threshold_is_a_share_of_the_probability(ini: Path) -> None:
    assert converted(ini, f"{INI}\n[b]\n0.03\n").search["threshold"] == pytest.approx(-math.log(0.03))
    assert "threshold" not in converted(ini, f"{INI}\n[beam-threshold]\n0\n").search
    assert "expected a share of at least 0 and below 1" in refusal(ini, f"{INI}\n[b]\n1\n")


def test_without_a_distortion_limit_there_is_none_as_in_moses(ini: Path) -> None:
    assert converted(ini, INI.replace("[distortion-limit]\n4\n", "")).search["distortion_limit"] == -1


def test_limits_of_several_tables_add_up(ini: Path) -> None:
    second = "PhraseDictionaryMemory name=More num-features=2 path=phrases table-limit=5"
    text = INI.replace("LexicalReordering name", f"{second}\nLexicalReordering name", 1) + "More= 1 1\n"
    model = converted(ini, f"{text}[mapping]\n0 T 0\n1 T 1\n")
    assert model.search["options"] == 25
    assert model.feature_names.count("LexicalReordering0_0") == 1
    found = PhraseDecoder(model).translate(["das haus"], nbest=20).of(0)
    same = [one for one in found if one.text == "the house" and one.features["Distortion0"] == 0]
    assert len({one.features["More_0"] for one in same}) > 1
    for one in same:
        assert one.features["LexicalReordering0_0"] == pytest.approx(2 * math.log(0.5))
    assert "expected each of 2 once" in refusal(ini, f"{text}[mapping]\n0 T 0\n")


@pytest.mark.parametrize("name", sorted(IGNORED))
def test_sections_that_do_not_change_translations_are_ignored_aloud(ini: Path, name: str) -> None:
    ini.write_text(f"{INI}\n[{name}]\n1\n")
    said: list[str] = []
    convert(ini, ini.parent / "model", progress=said.append)
    assert f"ignored [{name}], which does not change translations" in said


@pytest.mark.parametrize(
    ("section", "sentence"),
    [
        *((f"[{name}]\n1", f"found [{name}], {why}") for name, why in REFUSED.items()),
        ("[search-algorithm]\n5", "found [search-algorithm] 5, which is for hierarchical and syntax models"),
        ("[search-algorithm]\n2", "found [search-algorithm] 2, cube growing"),
        ("[input-factors]\n0\n1", "found the factor 1, a factored model"),
        ("[output-factors]\n1", "found the factor 1, a factored model"),
        ("[mapping]\n0 T 0\n0 G 0", "found the mapping '0 G 0', a further step of a factored model"),
        ("[mapping]\nT 0\nT 1", "found the mapping 'T 1', a further step of a factored model"),
        ("[mapping]\nzero", "found the mapping 'zero', expected one such as '0 T 0'"),
        ("[inputtype]\n2", "found [inputtype] 2, word lattices, expected 0"),
        ("[xml-input]\ninclusive", "set it to exclusive and translate with --markup"),
        ("[con]\ntrue", "found [consensus-decoding] true, consensus decoding, which pitchpipe does not have"),
        ("[mbr]\n1", "found [minimum-bayes-risk] 1, minimum Bayes risk decoding"),
        ("[no-such-thing]\n1", "found the section [no-such-thing], which convert does not know"),
        ("[drop-unknown]\nperhaps", "found 'perhaps', expected true or false"),
        ("[max-phrase-length]\n0", "found [max-phrase-length] 0 and source phrases of 1 words"),
        (
            "[ttable-file]\n0 0 0 2 phrases",
            "found [ttable-file] and [feature], expected an ini of one format",
        ),
    ],
)
def test_sections_that_cannot_be_converted_are_refused_by_name_and_line(
    ini: Path, section: str, sentence: str
) -> None:
    found = refusal(ini, f"{INI}{section}\n")
    assert sentence in found
    first = INI.count("\n") + 2
    assert any(found.startswith(f"{ini}:{first + i}: ") for i in range(3))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("path=phrases", "path=phrases input-factor=0,1", "found the factor 0,1, a factored model"),
        ("path=lm.arpa", "path=lm.arpa factor=1", "found the factor 1, a factored model"),
        (
            "path=reordering",
            "path=reordering sparse-words=f",
            "found sparse reordering features of LexicalReordering",
        ),
        ("num-features=2", "num-features=4", "found 2 scores in phrases, expected 4"),
        ("num-features=6", "num-features=3", "found num-features=3, expected 6"),
        ("path=phrases", "path=phrases num-input-features=1", "found num-input-features="),
        ("\nDistortion\n", "\nDistortion\nDistortion name=D\n", "found a second Distortion, expected one"),
        ("name=LM0", "name=TranslationModel0", "found a second feature called TranslationModel0"),
        ("LM0= 0.5", "LM0= 0.5\nSparse_a= 1", "found a weight of Sparse_a, expected one of"),
    ],
)
def test_features_that_cannot_be_converted_are_refused(ini: Path, old: str, new: str, sentence: str) -> None:
    assert sentence in refusal(ini, INI.replace(old, new, 1))


def test_features_without_a_name_are_called_by_class_and_number(ini: Path) -> None:
    text = INI.replace("KENLM name=LM0", "KENLM").replace("LM0= 0.5", "KENLM0= 0.5")
    text = text.replace("name=TranslationModel0 ", "").replace(
        "TranslationModel0= ", "PhraseDictionaryMemory0= "
    )
    text = text.replace("name=LexicalReordering0 ", "")
    text = text.replace("KENLM path=lm.arpa order=1", "KENLM path=lm.arpa\nKENLM lazyken=0 path=lm.arpa")
    model = converted(ini, f"{text}KENLM1= 0.25\n")
    assert [one.name for one in model.language_models] == ["KENLM0", "KENLM1"]
    assert model.weights["PhraseDictionaryMemory0_1"] == 0.3
    assert model.weights["LexicalReordering0_5"] == 0.1


def test_plain_features_may_have_other_names(ini: Path) -> None:
    text = INI.replace("\nWordPenalty\n", "\nWordPenalty name=Words\n").replace("WordPenalty0=", "Words=")
    assert converted(ini, text).weights["WordPenalty0"] == -1


def test_a_language_model_may_count_its_unknown_words(ini: Path) -> None:
    model = converted(ini, INI.replace("order=1", "oov-feature=1").replace("LM0= 0.5", "LM0= 0.5 -3"))
    (found,) = PhraseDecoder(model).translate(["das ding"]).of(0)
    assert found.features["LM0_1"] == 1
    assert model.weights["LM0_1"] == -3


OLD = """\
[input-factors]
0
[mapping]
0 T 0
[ttable-file]
0 0 0 3 phrases
[lmodel-file]
8 0 1 lm.arpa
[distortion-file]
0-0 msd-bidirectional-fe 6 reordering
[ttable-limit]
10
0
[weight-t]
0.2
0.3
0.4
[weight-l]
0.5
[weight-d]
0.6
0.1
0.2
0.3
0.4
0.5
0.6
[weight-w]
-1
[distortion-limit]
6
"""


def test_the_old_format_means_the_same_as_the_new(ini: Path) -> None:
    lines = [line.replace(" ||| 0-0", " 2.718 ||| 0-0") for line in PHRASES.splitlines()]
    (ini.parent / "phrases").write_text("\n".join(lines) + "\n")
    old = converted(ini, OLD.replace("10\n0\n", "10\n"))
    assert old.search == {"options": 10, "distortion_limit": 6}
    new = INI.replace("num-features=2", "num-features=3").replace("PhrasePenalty\n", "", 1)
    new = new.replace("PhrasePenalty0= 0.2\n", "").replace("0.2 0.3", "0.2 0.3 0.4")
    new = new.replace("0.1 0.1 0.1 0.1 0.1 0.1", "0.1 0.2 0.3 0.4 0.5 0.6").replace(
        "Distortion0= 0.2", "Distortion0= 0.6"
    )
    same = converted(ini, new)
    assert old.weights == same.weights
    (found,) = PhraseDecoder(old).translate(["das haus"]).of(0)
    assert found.score == PhraseDecoder(same).translate(["das haus"]).of(0)[0].score
    assert found.features["TranslationModel0_2"] == pytest.approx(2 * math.log(2.718))
    assert old.weights["PhrasePenalty0"] == 0
    assert old.weights["UnknownWordPenalty0"] == 1


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("0 0 0 3", "6 0 0 3", "found a table of the type 6, rules of a hierarchical or syntax model"),
        ("0 0 0 3", "0 0,1 0 3", "found the factor 0,1, a factored model"),
        (
            "8 0 1",
            "5 0 1",
            "found a language model of the type 5, expected 0 (SRILM), 1 (IRSTLM) or 8 (KenLM)",
        ),
        ("8 0 1 lm.arpa", "lm.arpa", "expected type, factor, order and file as in: 8 0 3 lm.arpa"),
        ("0.3\n0.4\n[weight-l]", "0.3\n[weight-l]", "found 2 weights in [weight-t], expected 3"),
        (
            "msd-bidirectional-fe 6",
            "msd-bidirectional-fe 3",
            "found 3 weights of msd-bidirectional-fe, expected 6",
        ),
        ("10\n0\n", "10\n0\n", "found 2 limits, expected one for each of 1 tables"),
    ],
)
def test_mistakes_in_the_old_format_are_told(ini: Path, old: str, new: str, sentence: str) -> None:
    assert sentence in refusal(ini, OLD.replace(old, new, 1))


SCORES = [0.5, 0.25, 0.125, 0.75, 0.0625, 0.03125, 0.375, 0.875]


@pytest.mark.parametrize(
    ("type", "kind", "expected", "spread"),
    [
        ("msd-bidirectional-fe", "wbe", [0, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]),
        ("phrase-msd-bidirectional-fe-allff", "wbe", [0, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]),
        ("hier-msd-bidirectional-fe", "hier", [0, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]),
        ("wbe-msd-bidirectional-fe-collapseff", "wbe", [0, 1, 2, 3, 4, 5], [1, 1, 1, 2, 2, 2]),
        ("wbe-monotonicity-bidirectional-fe", "wbe", [0, 1, 1, 2, 3, 3], [1, 2, 2, 3, 4, 4]),
        ("wbe-msd-backward-fe", "wbe", [0, 1, 2, None, None, None], [1, 2, 3, 0, 0, 0]),
        ("msd-unidirectional-f", "wbe", [0, 1, 2, None, None, None], [1, 2, 3, 0, 0, 0]),
        ("wbe-msd-forward-fe", "wbe", [None, None, None, 0, 1, 2], [0, 0, 0, 1, 2, 3]),
        ("hier-mslr-bidirectional-fe-allff", "hier-mslr", [*range(8)], [1, 2, 3, 4, 5, 6, 7, 8]),
        ("mslr-backward-fe-collapseff", "wbe-mslr", [0, 1, 2, 3, *[None] * 4], [1, 1, 1, 1, 0, 0, 0, 0]),
        (
            "hier-monotonicity-forward-f-collapseff",
            "hier",
            [None, None, None, 0, 1, 1],
            [0, 0, 0, 1, 1, 1],
        ),
    ],
)
def test_types_of_reordering_models_are_ours_with_fewer_scores(
    ini: Path, type: str, kind: str, expected: list[int | None], spread: list[int]
) -> None:
    found = orientation_type(type, "here")
    weights = max(spread)
    line = SCORES[: found.scores]
    pairs = ("das", "haus") if found.by_source else ("das ||| the", "haus ||| house")
    (ini.parent / "reordering").write_text(
        "".join(f"{one} ||| {' '.join(map(str, line))}\n" for one in pairs)
    )
    text = INI.replace("wbe-msd-bidirectional-fe-allff", type).replace(
        "num-features=6", f"num-features={weights}"
    )
    numbers = " ".join(str(i + 1) for i in range(weights))
    model = converted(ini, text.replace("0.1 0.1 0.1 0.1 0.1 0.1", numbers))
    assert [model.weights[f"LexicalReordering0_{i}"] for i in range(len(spread))] == spread
    assert model.tables[0].table.facts.reordering[0].startswith(kind)
    logs = [0.0 if column is None else math.log(line[column]) for column in expected]
    assert reordering_of_das(model) == pytest.approx(logs)


def test_phrase_pairs_without_a_line_of_reordering_count_nothing_or_the_default(ini: Path) -> None:
    (ini.parent / "reordering").write_text(REORDERING.splitlines()[1] + "\n")
    said: list[str] = []
    model = convert(ini, ini.parent / "model", progress=said.append)
    assert "1 phrase pairs have no line in a reordering table" in said
    assert reordering_of_das(model) == [0] * 6
    scores = "default-scores=0.5,0.5,0.5,0.25,0.25,0.25"
    model = converted(ini, INI.replace("path=reordering", f"path=reordering {scores}"))
    expected = [math.log(0.5)] * 3 + [math.log(0.25)] * 3
    assert reordering_of_das(model) == pytest.approx(expected)
    assert "expected 6 probabilities" in refusal(
        ini, INI.replace("path=reordering", "path=reordering default-scores=1")
    )


def test_a_reordering_table_in_another_order_is_told_and_not_taken_as_missing(ini: Path) -> None:
    (ini.parent / "reordering").write_text("\n".join(REORDERING.splitlines()[::-1]) + "\n")
    assert "expected both to be sorted: LC_ALL=C sort" in refusal(ini, INI)


def test_sparse_scores_and_rules_in_a_table_are_refused(ini: Path) -> None:
    table = ini.parent / "phrases"
    table.write_text(PHRASES.replace("2 2 1 |||", "2 2 1 ||| dom_a 1 |||", 1))
    assert f"{table}:1: found the sparse features 'dom_a 1', expected none in the sixth column" in refusal(
        ini, INI
    )
    table.write_text("das [X] ||| the [X] ||| 0.5 0.5 ||| 0-0 ||| 1 1 1\n")
    assert f"{table}:1: found a rule of a hierarchical or syntax model" in refusal(ini, INI)
    table.write_text(PHRASES.replace("2 2 1 |||", "2 2 1 ||| ||| {{Tree x}}", 1))
    converted(ini, INI)


def test_latin_1_is_told_with_the_command_that_mends_it(ini: Path) -> None:
    folder = ini.parent
    (folder / "phrases").write_bytes(PHRASES.replace("haus", "häuser").encode("latin-1"))
    assert refusal(ini, INI).endswith(
        f"the file seems to be in Latin-1; convert it: iconv -f latin1 -t utf-8 {folder}/phrases > {folder}/phrases.utf8"
    )
    (folder / "phrases").write_bytes(gzip.compress((folder / "phrases").read_bytes()))
    (folder / "phrases").rename(folder / "phrases.gz")
    assert (
        f"zcat {folder}/phrases.gz | iconv -f latin1 -t utf-8 | gzip > {folder}/phrases.utf8.gz"
        in refusal(ini, INI)
    )
    (folder / "phrases.gz").unlink()
    (folder / "phrases").write_text(PHRASES)
    (folder / "lm.arpa").write_bytes(f"{ARPA}\n\\end\\\n".replace("house", "hüse").encode("latin-1"))
    assert f"iconv -f latin1 -t utf-8 {folder}/lm.arpa" in refusal(ini, INI)
    (folder / "lm.arpa").write_bytes(b"\x00\xff\x01")
    assert "Latin-1" not in refusal(ini, INI)


def test_binary_tables_and_language_models_are_named(ini: Path) -> None:
    folder = ini.parent
    (folder / "lm.arpa").write_bytes(b"mmap lm http://kheafield.com/code format version 5\n\x00")
    assert f"{ini}:8: {folder}/lm.arpa is a binary language model, expected the ARPA file" in refusal(
        ini, INI
    )
    (folder / "phrases").unlink()
    (folder / "phrases.minphr").write_bytes(b"\x00")
    assert f"{ini}:5: {folder}/phrases.minphr is a binary table, expected the text table" in refusal(ini, INI)
    text = INI.replace("path=phrases", "path=phrases.minphr").replace("Memory name", "Compact name")
    assert f"{ini}:5: {folder}/phrases.minphr is a binary table" in refusal(ini, text)
    (folder / "phrases.minphr").unlink()
    (folder / "phrases").mkdir()
    assert f"{folder}/phrases is a binary table" in refusal(
        ini, INI.replace("PhraseDictionaryMemory", "ProbingPT")
    )


def test_markup_of_the_input_is_pointed_to(ini: Path) -> None:
    for kind, sentence in (
        ("exclusive", "translate with --markup"),
        ("pass-through", "the input is plain text"),
    ):
        ini.write_text(f"{INI}[xml-input]\n{kind}\n")
        said: list[str] = []
        convert(ini, ini.parent / "model", progress=said.append)
        assert any(sentence in line for line in said)


def test_comments_and_repeated_weights_are_read_as_moses_reads_them(ini: Path) -> None:
    text = INI.replace("TranslationModel0= 0.2 0.3", "TranslationModel0 0.2 # first\nTranslationModel0 0.3")
    assert converted(ini, text).weights["TranslationModel0_1"] == 0.3


@pytest.mark.parametrize("name", ["x" * 5000, "x" * 300, "a/" * 3000 + "b", "a\0b"])
def test_a_path_that_no_file_can_have_is_refused_with_its_line(ini: Path, tmp_path: Path, name: str) -> None:
    ini.write_text(INI.replace("path=phrases", f"path={name}"))
    with pytest.raises(InputError, match=r"moses.ini:5: .*: cannot be read: "):
        convert(ini, tmp_path / "model")
