"""Lists of speech recognisers: Kaldi, ESPnet, SRILM, NeMo and Whisper."""

import gzip
import json
import math
import re

import pytest

from pitchpipe import InputError
from pitchpipe.lists import Pool

from .pools import candidates_of


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes files into a folder that messages need not name."""
    monkeypatch.chdir(tmp_path)

    def files(contents):
        for name, lines in contents.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))

    return files


def message_of(*paths, **options):
    with pytest.raises(InputError) as error:
        Pool.read(*paths, **options)
    return str(error.value)


KALDI = {
    "nbest/text": ["a-b-1 the house", "a-b-2 a  house", "c-1", "c-2 no"],
    "nbest/ac_cost": ["c-2 4", "a-b-1 1.5", "a-b-2 2", "c-1 -3e1"],
    "nbest/lm_cost": ["a-b-1 10", "a-b-2 20", "c-1 30", "c-2 40"],
    "nbest/words": ["a-b-1 7", "a-b-2 7", "c-1 8", "c-2 9"],
    "nbest/log": ["any text at all"],
}
KALDI_READ = [
    [
        ("the house", {"ac": -1.5, "lm": -10, "words": 2}, None),
        ("a  house", {"ac": -2, "lm": -20, "words": 2}, None),
    ],
    [("", {"ac": 30, "lm": -30}, None), ("no", {"ac": -4, "lm": -40, "words": 1}, None)],
]


@pytest.mark.parametrize(
    ("path", "format"),
    [
        ("nbest", None),
        ("nbest", "kaldi"),
        ("nbest/text", "kaldi(ac=nbest/ac_cost, lm=nbest/lm_cost)"),
    ],
)
def test_kaldi_has_words_and_costs_in_files_of_their_own(write, path, format):
    write(KALDI)
    pool = Pool.read(path, format=format)
    assert pool.group_ids == ("a-b", "c")
    assert candidates_of(pool) == KALDI_READ


def test_kaldi_archives_may_be_packed_and_come_in_several_folders(write, tmp_path):
    write({f"{half}/{name.split('/')[1]}": lines[start : start + 2]
           for half, start in (("one", 0), ("two", 2))
           for name, lines in KALDI.items() if name.endswith(("text", "lm_cost"))})  # fmt: skip
    for path in tmp_path.glob("*/lm_cost"):
        path.with_suffix(".gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    pool = Pool.read("one", "two")
    assert (pool.group_ids, pool.feature_names) == (("a-b", "c"), ("lm", "words"))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"text": ["utt the house"]}, "nbest/text:1: found 'utt', expected an utterance and the number of a candidate, as in utt-1"),
        ({"text": ["u-1 a", "u-1 b"]}, "nbest/text:2: found 'u-1' a second time, expected each candidate once"),
        ({"ac_cost": ["u-1 1"]}, "nbest/ac_cost: found no cost of 'u-2', expected one for each candidate of nbest/text"),
        ({"ac_cost": ["u-1 1", "u-2 2", "u-3 3"]}, "nbest/ac_cost:3: found 'u-3', which nbest/text does not have, expected its candidates only"),
        ({"ac_cost": ["u-1 1", "u-2 x"]}, "nbest/ac_cost:2: found 'x' as a cost, expected a finite number"),
        ({"ac_cost": ["u-1 1", "u-2 inf"]}, "nbest/ac_cost:2: found 'inf' as a cost, expected a finite number"),
        ({"ac_cost": ["u-1 1", "u-1 2"]}, "nbest/ac_cost:2: found 'u-1' a second time, expected each key once, and a line for each"),
        ({"ac_cost": ["no costs here"]}, "nbest/text: found no file of costs with it, expected a folder with both, or kaldi(ac=FILE, lm=FILE)"),
    ],
)  # fmt: skip
def test_bad_lists_of_kaldi_are_refused_with_their_place(write, changed, message):
    good = {"text": ["u-1 a", "u-2 b"], "ac_cost": ["u-1 1", "u-2 2"]}
    write({f"nbest/{name}": lines for name, lines in {**good, **changed}.items()})
    assert message_of("nbest") == message


def test_a_file_of_costs_that_is_not_there_is_named(write):
    write({"text": ["u-1 a"]})
    message = "none: cannot be read: No such file or directory"
    assert message_of("text", format="kaldi(ac=none)") == message


ESPNET = {
    "1best_recog/text": ["u1 the house", "u2"],
    "1best_recog/score": ["u1 tensor(-3.25, device='cuda:0')", "u2 -1"],
    "2best_recog/text": ["u1 a house"],
    "2best_recog/score": ["u1 tensor(-4.5)"],
    "10best_recog/token": ["u1 h ouse"],
    "10best_recog/score": ["u1 -5"],
}


@pytest.mark.parametrize("folder", ["run", "run/output.1"])
def test_espnet_has_a_folder_for_each_rank(write, folder):
    write({f"run/output.1/{name}": lines for name, lines in ESPNET.items()})
    pool = Pool.read(folder)
    assert pool.group_ids == ("u1", "u2")
    assert candidates_of(pool) == [
        [
            ("the house", {"score": -3.25, "words": 2}, None),
            ("a house", {"score": -4.5, "words": 2}, None),
            ("h ouse", {"score": -5, "words": 2}, None),
        ],
        [("", {"score": -1}, None)],
    ]


def test_a_run_of_espnet_has_its_lists_in_logdir_and_only_the_best_beside_it(write):
    write({f"run/logdir/output.1/{name}": lines for name, lines in ESPNET.items()})
    write({f"run/{name}": ESPNET[f"1best_recog/{name}"] for name in ("text", "score")})
    assert len(Pool.read("run")) == 4


def test_jobs_of_espnet_are_read_together(write):
    write({f"run/output.{job}/1best_recog/{name}": [f"u{job} {value}"] for job in (1, 2, 10)
           for name, value in (("text", f"t{job}"), ("score", -job))})  # fmt: skip
    assert list(Pool.read("run").texts) == ["t1", "t2", "t10"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"score": ["u1 x", "u2 1"]}, "run/1best_recog/score:1: found 'x' as a score, expected a finite number"),
        ({"score": ["u1 1"]}, "run/1best_recog/text:2: found 'u2', which run/1best_recog/score does not have, expected its score"),
        ({"text": ["u1 a"]}, "run/1best_recog/score:2: found 'u2', which run/1best_recog/text does not have, expected its text"),
    ],
)  # fmt: skip
def test_bad_lists_of_espnet_are_refused_with_their_place(write, changed, message):
    good = {"text": ["u1 a", "u2 b"], "score": ["u1 1", "u2 2"]}
    write({f"run/1best_recog/{name}": lines for name, lines in {**good, **changed}.items()})
    assert message_of("run") == message


def test_espnet_is_a_folder(write):
    write({"text": ["u1 a"]})
    assert (
        message_of("text", format="espnet")
        == "text: found a file, expected a folder that has 1best_recog in it"
    )


BYTELOG = 1024 / 10000.5 / math.log(10)
SRILM = {
    "u1.score": ["-310.5 -12.25 2 <s> the house </s>", "-311 -1.2e1 2 a -pau- house"],
    "u2": ["NBestList1.0", "(-100) yes", "(-200.5) oh no"],
    "u3": [
        "NBestList2.0",
        "(-30) the ( st: 0.00 et: 0.10 g: -3 a: -10 ) dh[x] ( st: 0.00 et: 0.05 g: 0 a: -4 ) "
        "house ( st: 0.11 et: 0.30 g: -5 a: -12 ) x-1 ( st: 0.40 et: 0.50 g: 0 a: 0 )",
    ],
}
SRILM_READ = [
    [("the house", [-310.5, -12.25, 2]), ("a house", [-311, -12, 2])],
    [("yes", [-100 * BYTELOG, 0, 1]), ("oh no", [-200.5 * BYTELOG, 0, 2])],
    [("the house", [-22 * BYTELOG, -8 * BYTELOG, 2])],
]


@pytest.mark.parametrize("paths", [["lists"], ["lists/u1.score", "lists/u2", "lists/u3"]])
@pytest.mark.parametrize("format", [None, "srilm"])
def test_srilm_has_a_file_for_each_utterance_in_three_formats(write, paths, format):
    write({f"lists/{name}": lines for name, lines in SRILM.items()})
    pool = Pool.read(*paths, format=format)
    assert (pool.group_ids, pool.feature_names) == (("u1", "u2", "u3"), ("acoustic", "lm", "words"))
    for group, expected in zip(candidates_of(pool), SRILM_READ, strict=True):
        assert [text for text, _, _ in group] == [text for text, _ in expected]
        for (_, features, _), (_, values) in zip(group, expected, strict=True):
            named = {name: value for name, value in zip(pool.feature_names, values, strict=True) if value}
            assert features == pytest.approx(named)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["-1 -2 x a"], "u:1: found 'x' as words, expected a finite number"),
        (
            ["-1 -2 1 a", "-1 -2"],
            "u:2: found '-1 -2', expected acoustic score, LM score, number of words, words",
        ),
        (["NBestList3.0"], "u:1: found 'NBestList3.0', expected NBestList1.0 or NBestList2.0"),
        (["NBestList1.0", "-100 yes"], "u:2: found '-100 yes', expected a score in brackets and words"),
        (["NBestList2.0", "(-1) a b"], "u:2: found 2 fields after the score, expected 11 for each word"),
    ],
)
def test_bad_lists_of_srilm_are_refused_with_their_place(write, lines, message):
    write({"u": lines})
    assert message_of("u", format="srilm") == message


def test_folders_without_lists_are_refused(write):
    write({"folder/notes": ["some text"]})
    expected = (
        "folder: found a folder without lists of Kaldi, ESPnet, SRILM or Whisper, expected these or a file"
    )
    assert message_of("folder") == expected
    assert (
        message_of("folder", format="moses") == "folder: found a folder, expected a file in the format moses"
    )


def test_beams_of_nemo_are_candidates_and_its_text_is_the_reference(tmp_path):
    lines = [
        {"audio_filepath": "a/b.wav", "text": "x y", "pred_text": "x", "beams": [["x", -1.5], ["x y", -2]]},
        {"audio_filepath": "a/b.wav", "offset": 2.5, "text": "z", "pred_text": "z", "beams": [["z", -4]]},
    ]
    (tmp_path / "lists").write_text("".join(json.dumps(line) + "\n" for line in lines))
    pool = Pool.read(tmp_path / "lists")
    assert candidates_of(pool) == [
        [("x", {"score": -1.5, "words": 1}, None), ("x y", {"score": -2, "words": 2}, None)],
        [("z", {"score": -4, "words": 1}, None)],
    ]
    assert pool.group_ids == ("b", "b@2.5")
    assert pool.references.group(0) == ["x y"]


def test_files_of_whisper_are_candidates_in_the_order_of_their_rank(tmp_path):
    def result(text, *segments):
        parts = [
            {"tokens": [1] * tokens, "avg_logprob": mean, "no_speech_prob": silence, "compression_ratio": 1.5}
            for tokens, mean, silence in segments
        ]
        return json.dumps({"text": text, "segments": parts})

    (tmp_path / "utt1.10.json").write_text(result(" a c", (3, -0.5, 0.25)))
    (tmp_path / "utt1.2.json").write_text(result(" a b", (1, -0.5, 0.5), (2, -1, 0.125)))
    (tmp_path / "utt2.json").write_text(result(" d", (0, -2, 0)))
    pool = Pool.read(tmp_path)
    facts = {"no_speech": 0.5, "compression": 1.5, "words": 2}
    assert candidates_of(pool)[0] == [
        ("a b", {"logprob": -4, **facts}, None),
        ("a c", {"logprob": -2, **facts, "no_speech": 0.25}, None),
    ]
    assert pool.group_ids == ("utt1", "utt2")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"audio_filepath": "a", "beams": [["x"]]}', "found the beam ['x'], expected a text and its score"),
        ('{"audio_filepath": "a", "beams": []}', "found no 'beams'"),
        ('{"id": "a", "text": "x", "segments": [{"avg_logprob": -0.5}, 3]}', "found no list of 'segments'"),
        (
            '{"id": "a", "text": "x", "segments": [{"avg_logprob": -0.5, "tokens": 3}]}',
            "found 3 as tokens, expected a list",
        ),
    ],
)
def test_what_other_recognisers_do_not_write_is_refused(tmp_path, line, sentence):
    (tmp_path / "lists").write_text(f"{line}\n")
    with pytest.raises(InputError, match=re.escape(sentence)):
        Pool.read(tmp_path / "lists")
