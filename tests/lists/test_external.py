"""Any program is a decoder: here, small scripts that the tests write."""

import os
import signal
import subprocess
import sys
import time

import pytest

from pitchpipe import InputError
from pitchpipe.lists.decoded import decoded
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.external import ExternalDecoder
from pitchpipe.tuning.loop.stages import tune_stages
from pitchpipe.tuning.settings import TuningSettings

from .pools import candidates_of

START = {"Length0": 1.0, "Copied0_0": 0.0, "Copied0_1": 0.1}
DEV = DevSet(
    ["das haus", "das alte haus", "haus"],
    [["the house"], ["the old house", "old house"], ["house"]],
)

DECODER = """
import itertools, sys
names, values = zip(*(line.split() for line in open(sys.argv[1])))
weights = dict(zip(names, map(float, values)))
words = {"das": "the", "alte": "old", "haus": "house"}
with open(sys.argv[3], "w") as lists:
    for number, line in enumerate(open(sys.argv[2])):
        found = []
        for picks in itertools.product((0, 1), repeat=len(line.split())):
            text = [words[word] if pick else word for word, pick in zip(line.split(), picks)]
            copied = sum(word in words for word in text)
            features = {"Length0": len(text), "Copied0_0": -copied, "Copied0_1": copied * copied}
            total = sum(weights[name] * value for name, value in features.items())
            shown = f"Length0= {len(text)} Copied0= {-copied} {copied * copied}"
            found.append((-total, f"{number} ||| {' '.join(text)} ||| {shown} ||| {total}"))
        for _, shown in sorted(found)[: int(sys.argv[4]) if sys.argv[4:] else 3]:
            print(shown, file=lists)
"""


@pytest.fixture
def decoder(tmp_path):
    """Makes the decoder of a script."""

    def make(script=DECODER, more="", **settings):
        (tmp_path / "decode.py").write_text(script)
        command = f"{sys.executable} '{tmp_path}/decode.py' {{weights}} {{input}} {{nbest}} {more}"
        return ExternalDecoder(command, START, **settings)

    return make


def lists_of(decoder, weights=START, nbest=3):
    return decoded(decoder, DEV, weights, nbest=nbest)


def writing(lines):
    """A script that writes these lists, whatever it is asked."""
    return f"import sys\nopen(sys.argv[3], 'w').write({''.join(f'{line}{chr(10)}' for line in lines)!r})"


def test_it_is_asked_with_the_weights_and_its_lists_are_the_pool(decoder):
    pool = lists_of(decoder(), START | {"Copied0_0": 1.0})
    texts = [[text for text, _, _ in group] for group in candidates_of(pool)]
    assert texts[0] == ["the house", "das house", "the haus"]
    assert [pool.references.group(i) for i in range(3)] == list(DEV.references)
    assert lists_of(decoder()).texts[0] == "das haus"


def test_it_can_be_asked_for_a_number_of_candidates(decoder):
    assert len(lists_of(decoder(more="{size}"), nbest=2)) == 6


def test_the_loop_finds_the_weights_that_translate(decoder):
    (found,) = tune_stages(decoder(), DEV, TuningSettings(method="mert(restarts=1)", metric="bleu:1"))
    assert found.iterations[0].objective == 0
    assert found.objective == 100
    assert found.weights["Copied0_0"] > 0


def test_packed_lists_are_read(decoder):
    packed = DECODER.replace("import itertools, sys", "import gzip, itertools, sys").replace(
        'open(sys.argv[3], "w")', 'gzip.open(sys.argv[3], "wt")'
    )
    plain = lists_of(decoder())
    assert candidates_of(lists_of(decoder(packed))) == candidates_of(plain)


def test_no_shell_sees_the_command(tmp_path):
    script = tmp_path / "decode.py"
    script.write_text(f"import sys\nopen({str(tmp_path / 'seen')!r}, 'w').write(repr(sys.argv[4:]))")
    command = f"{sys.executable} {script} {{weights}} {{input}} {{nbest}} '$HOME' ; touch {tmp_path}/touched"
    with pytest.raises(InputError, match="found no lists"):
        lists_of(ExternalDecoder(command, START))
    assert (tmp_path / "seen").read_text() == repr(["$HOME", ";", "touch", f"{tmp_path}/touched"])
    assert not (tmp_path / "touched").exists()


GOOD = [f"{number} ||| the house ||| Length0= 1 Copied0= 1 1 ||| 0" for number in range(3)]


@pytest.mark.parametrize(
    ("lists", "sentence"),
    [
        (GOOD[:1] + GOOD[2:], "found no candidates of sentence 1, expected some"),
        ([*GOOD, GOOD[0].replace("0", "3", 1)], "found candidates of sentence 3, expected sentences 0 to 2"),
        ([*GOOD[:2], "2 ||| the house ||| ||| 0"], "found no features in the list of sentence 2"),
        ([*GOOD[:2], "2 ||| the house ||| Length0= 0 ||| 0"], "found no features in the list of sentence 2"),
        ([*GOOD[:2], "2 ||| the house"], "its lists:3: "),
        ([line.replace("Length0", "LM0") for line in GOOD], "found no start weight of its feature 'LM0'"),
        ([], "its lists: the file is empty, expected a candidate list"),
    ],
)
def test_bad_lists_are_told(decoder, lists, sentence):
    with pytest.raises(InputError) as told:
        lists_of(decoder(writing(lists)), START, 3)
    assert sentence in str(told.value)
    assert "decode.py" in str(told.value)


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (
            "import sys; sys.exit('no such phrase table')",
            "ended with status 1, expected 0: no such phrase table",
        ),
        ("import os; os.kill(os.getpid(), 9)", "ended with signal SIGKILL, expected 0"),
        ("import os; os.kill(os.getpid(), 40)", "ended with signal 40, expected 0"),
        ("", "found no lists where {nbest} is, expected it to write them"),
    ],
)
def test_a_program_that_fails_is_told(decoder, script, sentence):
    with pytest.raises(InputError) as told:
        lists_of(decoder(script), START, 3)
    assert sentence in str(told.value)


def test_a_program_that_hangs_is_ended_with_all_it_has_started(decoder, tmp_path):
    script = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(tmp_path / 'child')!r}, 'w').write(str(child.pid))\n"
        "time.sleep(60)"
    )
    began = time.monotonic()
    with pytest.raises(InputError, match=r"found it running after 1.5 seconds, expected it to be done"):
        lists_of(decoder(script, timeout=1.5), START, 3)
    assert time.monotonic() - began < 20
    child = int((tmp_path / "child").read_text())
    deadline = time.monotonic() + 10
    while _runs(child) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _runs(child)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_the_program_and_leaves_no_folder(tmp_path, ending):
    """`pitchpipe` itself is ended while the program runs."""
    script = tmp_path / "decode.py"
    script.write_text(
        f"import os, time\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)\n"
    )
    outer = (
        "import signal\n"  # what runs the tests may ignore these
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from pitchpipe.lists.external import ExternalDecoder\n"
        f"decoder = ExternalDecoder('{sys.executable} {script} {{weights}} {{input}} {{nbest}}', {{'f': 1.0}})\n"
        "decoder.translate(['a'])\n"
    )
    (tmp_path / "temporary").mkdir()
    process = subprocess.Popen(
        [sys.executable, "-c", outer],
        env={**os.environ, "TMPDIR": str(tmp_path / "temporary")},
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 30
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(ending)
    process.wait(30)
    assert not _runs(int((tmp_path / "pid").read_text()))
    assert not list((tmp_path / "temporary").iterdir())


def _runs(process):
    """Whether a process is there and not just waiting to be counted."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("decode {weights} {input}", "found no {nbest}, expected it where its file's name goes"),
        ("decode {input} {nbest}", "found no {weights}"),
        ("decode '{weights} {input} {nbest}", "cannot be cut into words: No closing quotation"),
    ],
)
def test_a_command_that_cannot_work_is_told_at_once(command, sentence):
    with pytest.raises(InputError) as told:
        ExternalDecoder(command, START)
    assert sentence in str(told.value)


def test_a_program_that_is_not_there_is_told():
    with pytest.raises(InputError, match="cannot be run: No such file or directory"):
        lists_of(ExternalDecoder("no-such-decoder {weights} {input} {nbest}", START))
