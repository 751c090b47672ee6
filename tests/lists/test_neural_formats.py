"""Lists of neural translation systems: fairseq, OpenNMT and Sockeye."""

import json

import pytest

from pitchpipe import InputError
from pitchpipe.lists import Pool

from .pools import candidates_of, facts_of


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def reader(*lines, **options):
        (tmp_path / "list").write_text("".join(f"{line}\n" for line in lines))
        return Pool.read("list", **options)

    return reader


def message_of(read, *lines, **options):
    with pytest.raises(InputError) as error:
        read(*lines, **options)
    return str(error.value)


FAIRSEQ = [
    "2026-01-01 00:00:00 | INFO | fairseq_cli.generate | loading model(s)",
    "S-1\tja",
    "T-1\tyes",
    "H-1\t-0.5\ty@@ es",
    "D-1\t-0.5\tyes",
    "P-1\t-0.25 -0.5 -0.75",
    "A-1\t0-0",
    "H-1\t-1\tno",
    "D-1\t-1\tno",
    "P-1\t-1 -1",
    "S-0\tnein",
    "T-0\tno",
    "H-0\t-2\tno",
    "P-0\t-2 -2",
    "Generate test with beam=2: BLEU4 = 12.34",
]


@pytest.mark.parametrize("format", [None, "fairseq"])
def test_fairseq_prints_sources_targets_and_candidates_among_other_lines(read, format):
    pool = read(*FAIRSEQ, format=format)
    assert facts_of(pool) == (("0", "1"), [["no"], ["yes"]], [1, 1], ("nein", "ja"))
    assert candidates_of(pool) == [
        [("no", {"score": -2, "logprob": -4, "tokens": 2}, None)],
        [
            ("yes", {"score": -0.5, "logprob": -1.5, "tokens": 3}, None),
            ("no", {"score": -1, "logprob": -2, "tokens": 2}, None),
        ],
    ]


def test_the_targets_of_fairseq_can_be_left_out(read, tmp_path):
    (tmp_path / "ref").write_text("No !\nYes !\n")
    pool = read(*FAIRSEQ, format="fairseq(targets=false)", references=["ref"])
    assert facts_of(pool)[1] == [["No !"], ["Yes !"]]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["H-0\tx\ta"], "list:1: found 'x' as a score, expected a finite number"),
        (["H-0\t-1\ta", "P-0\t-1 nan"], "list:2: found 'nan' as a log probability, expected a finite number"),
        (["S-0\ta", "D-0\t-1\ta"], "list:2: found D-0, expected it after H-0"),
        (["H-0\t-1\ta", "D-1\t-1\ta"], "list:2: found D-1, expected it after H-1"),
        (["T-0\ta", "H-0\t-1\ta", "T-0\tb"], "list:3: found another 'references' than before for the id 0, expected the same"),
    ],
)  # fmt: skip
def test_bad_output_of_fairseq_is_refused_with_its_line(read, lines, message):
    assert message_of(read, *lines, format="fairseq") == message


@pytest.mark.parametrize(
    "lines",
    [
        ["a b\t-1", "a\t-2", "c\t-3", "d\t-4"],
        ["-1.0 ||| a b", "-2.0 ||| a ||| -1 -1 ||| 0-0", "-3.0 ||| c", "-4 ||| d"],
    ],
)
def test_opennmt_has_so_many_lines_for_each_sentence(read, lines):
    assert candidates_of(read(*lines, format="opennmt:2")) == [
        [("a b", {"score": -1, "words": 2}, None), ("a", {"score": -2, "words": 1}, None)],
        [("c", {"score": -3, "words": 1}, None), ("d", {"score": -4, "words": 1}, None)],
    ]


def test_opennmt_may_have_estimates_too(read):
    assert candidates_of(read("a\t-1\t0.5", format="opennmt")) == [
        [("a", {"score": -1, "estimate": 0.5, "words": 1}, None)]
    ]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["a\t-1"] * 3, "list: found 3 lines, expected 2 for each sentence"),
        (["a b"], "list:1: found 'a b', expected the text, a tab and its score, or score ||| text"),
        (["a\t-1", "a\tb"], "list:2: found 'b' as the score, expected a finite number"),
    ],
)
def test_bad_output_of_opennmt_is_refused(read, lines, message):
    assert message_of(read, *lines, format="opennmt:2") == message


def sockeye(number, texts, scores):
    found = {"sentence_id": number, "translation": texts[0], "score": scores[0]}
    return json.dumps({**found, "translations": texts, "scores": scores})


def test_sockeye_has_scores_of_factors_and_no_number_for_empty_lines(read):
    empty = '{"sentence_id": 2, "translation": "", "score": -Infinity}'
    pool = read(sockeye(1, ["a b", "a"], [[0.5, 0.25], [1.5, 0.75]]), empty)
    assert candidates_of(pool)[0] == [
        ("a b", {"logprob": -0.5, "factor1": -0.25, "words": 2}, None),
        ("a", {"logprob": -1.5, "factor1": -0.75, "words": 1}, None),
    ]
    assert list(pool.texts)[2] == ""


@pytest.mark.parametrize("format", [None, "sockeye"])
def test_sockeye_counts_sentences_from_one_and_has_costs(read, tmp_path, format):
    (tmp_path / "ref").write_text("a\nb\n")
    lines = [sockeye(1, ["a b", "a"], [0.5, [1.5]]), '{"sentence_id": 2, "translation": "b", "score": 0}']
    pool = read(*lines, format=format, references=["ref"])
    assert facts_of(pool)[:2] == (("1", "2"), [["a"], ["b"]])
    assert candidates_of(pool) == [
        [("a b", {"logprob": -0.5, "words": 2}, None), ("a", {"logprob": -1.5, "words": 1}, None)],
        [("b", {"words": 1}, None)],
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            sockeye(1, ["a"], [0, 1]),
            "found other 'scores' than 'translations', expected two lists of one length",
        ),
        (sockeye(1, ["a"], ["x"]), "found a text as 'score', expected a number"),
        ('{"sentence_id": 1}', "found no 'translations' with 'scores', expected what Sockeye writes as JSON"),
        ("[1]", "found a list, expected a JSON object"),
    ],
)
def test_bad_json_of_sockeye_is_refused_with_its_line(read, line, message):
    assert message_of(read, sockeye(2, ["a"], [0]), line, format="sockeye") == f"list:2: {message}"
