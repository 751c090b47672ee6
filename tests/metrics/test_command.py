"""Any program as a metric."""

import numpy as np
import pytest

from pitchpipe import InputError, Pool, metric, score, tune
from pitchpipe.metrics import metric_of_signature
from pitchpipe.metrics.program import Program
from pitchpipe.metrics.score_store import keeping_scores, tallies_in
from pitchpipe.metrics.significance import System, compare

from .scorers import PROGRAM, best_f


@pytest.fixture(autouse=True)
def run_folder(tmp_path):
    """Scores of one test are not known in another."""
    with keeping_scores(tmp_path / "run"):
        yield tmp_path / "run"


def command(flags="", settings=""):
    return metric(f'command("{PROGRAM} {flags}"{settings})')


CANDIDATES, REFERENCES = ["a b", "c", "a b", "d e f"], ["a b", "c d", "a b", "x"]


@pytest.mark.parametrize("settings", ["", ", workers=3", ", batch=2", ", workers=2, batch=3"])
def test_scores_are_those_of_the_program_whatever_the_workers(settings):
    expected = best_f(CANDIDATES, [[one] for one in REFERENCES], None)
    found = score(CANDIDATES, REFERENCES, command(settings=settings))
    assert found.sentences == pytest.approx(expected)
    assert found.score == pytest.approx(np.mean(expected))


def test_each_distinct_question_is_asked_once(tmp_path, run_folder):
    log = tmp_path / "log"
    built = command(f"log={log}", ", workers=2")
    for _ in range(3):
        score(CANDIDATES, REFERENCES, built)
    assert sorted(log.read_text().splitlines()) == ["a b", "c", "d e f"]
    (tally,) = tallies_in(run_folder).values()
    assert (tally.asked, tally.computed) == (12, 3)


def test_two_numbers_are_a_ratio_of_sums():
    found = score(["say [1, 2]", "say [3, 10]"], ["", ""], command())
    assert (found.score, found.sentences) == (pytest.approx(4 / 12), pytest.approx((0.5, 0.3)))


def test_the_version_is_in_the_signature():
    built = command("version=2.1")
    assert built.signature.endswith("|release:2.1|version:1")
    again = metric_of_signature(built.signature)
    assert again.signature == built.signature
    assert again.program == built.program
    assert command("version=3").signature != command("version=2").signature


def test_another_version_than_the_named_one_is_refused():
    with pytest.raises(InputError, match=r"found version '1', expected release '2'"):
        score(["a"], ["a"], command(settings=", release=2"))


def test_the_source_is_seen_where_it_is_wanted():
    built = command(settings=", source=true")
    assert score(["a", "b"], ["a", "b"], built, sources=["x y", "x"]).sentences == (2, 1)
    with pytest.raises(InputError, match="command wants to see the source text, and there is none"):
        score(["a"], ["a"], built)


def test_a_quality_estimator_needs_no_references():
    built = command(settings=", source=true, references=false")
    assert score(["a", "b"], None, built, sources=["x y", "x"]).score == 1.5
    with pytest.raises(InputError, match="bleu needs references"):
        score(["a"], None, "bleu")


def test_lower_can_be_better():
    built = command(settings=", better=lower")
    assert not built.higher_is_better
    assert not metric(f'bleu - command("{PROGRAM}", better=lower)').terms[1][1].higher_is_better


def test_the_closest_reference_alone_is_seen():
    built = command(settings=", reference=ter-best")
    references = [["c d e", "a b x", "b a"], ["a b c"]]
    rows = [built.corpus_score(["a b c"], [references[0]]), built.corpus_score(["a"], [references[1]])]
    assert rows == pytest.approx([200 * 2 / 6, 200 / 4])


def test_text_is_detokenised_where_it_is_wanted(tmp_path):
    log = tmp_path / "log"
    score(["it 's small ."], ["a"], command(f"log={log}", ", detokenize=moses:en"))
    assert log.read_text() == "it's small.\n"


def test_a_program_that_dies_is_started_again_and_nothing_is_lost(tmp_path):
    log, died = tmp_path / "log", tmp_path / "died"
    texts = ["a", "b", "die", "c"]
    assert score(texts, texts, command(f"log={log} die={died}")).sentences == (100, 100, 100, 100)
    assert log.read_text().split() == ["a", "b", "die", "die", "c"]


def test_a_program_that_dies_twice_is_an_error_that_says_why(tmp_path, run_folder):
    log = tmp_path / "log"
    built = command(f"log={log}")
    with pytest.raises(
        InputError, match=r"ended with status 3, expected an answer; it said 'I cannot go on'"
    ):
        score(["a", "die", "b"], ["a", "a", "a"], built)
    assert log.read_text().split() == ["a", "die", "die"]
    score(["a", "b"], ["a", "a"], built)
    assert log.read_text().split() == ["a", "die", "die", "b"]


def test_a_late_answer_is_an_error():
    with pytest.raises(InputError, match=r"found no answer in 0.2 seconds, expected one"):
        score(["sleep"], ["a"], command("sleep=30", ", timeout=0.2"))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ('"x"', "found the answer 'x', expected a number or two"),
        ("[1, 2, 3]", r"found the answer \[1, 2, 3\], expected a number or two"),
        ("null", "found the answer None, expected a number or two"),
        ("true", "found the answer True, expected a number or two"),
        ("NaN", "found the score nan over 1, expected finite numbers"),
        ('{"error": "no model"}', "no model"),
        (r'{"error": "no\nmodel"}', "no model"),
        ("1" * 400, "found the answer 1111111111.*, expected a smaller number"),
    ],
)
def test_an_answer_that_is_no_number_is_refused(answer, message):
    with pytest.raises(InputError, match=message):
        score([f"say {answer}"], ["a"], command())


def test_an_answer_that_is_no_json_is_refused(tmp_path):
    (tmp_path / "p.sh").write_text("""echo '{"version": "1"}'; read line; echo hello""")
    with pytest.raises(InputError, match=r"found the answer 'hello', expected JSON"):
        score(["a"], ["a"], f'command("sh {tmp_path}/p.sh")')


def test_a_batch_has_as_many_answers_as_questions(tmp_path):
    (tmp_path / "p.sh").write_text("""echo '{"version": "1"}'; read line; echo '[1]'""")
    with pytest.raises(InputError, match=r"found the answer \[1\], expected 2 in an array"):
        score(["a", "b"], ["a", "b"], f'command("sh {tmp_path}/p.sh", batch=2)')


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("no-such-program -x", "'no-such-program -x': cannot be run: No such file or directory"),
        ("echo hello", "found the first line 'hello', expected the version of the scorer"),
        (r"printf '{\"version\": \"\\ud800\"}\n'", "expected the version of the scorer"),
        ("true", "'true': ended with status 0, expected an answer"),
        ("sh -c 'echo", "cannot be run: No closing quotation"),
    ],
)
def test_a_program_that_cannot_answer_is_refused(line, message):
    with pytest.raises(InputError, match=message):
        Program(line)


def test_there_must_be_a_program():
    with pytest.raises(
        InputError, match=r'found no program, expected one, as in command\("python scorer.py"\)'
    ):
        metric("command")


def test_there_is_no_shell(tmp_path):
    with pytest.raises(InputError, match="first line"):
        Program(f"echo hello > {tmp_path}/made")
    assert not (tmp_path / "made").exists()


def test_long_questions_do_not_block():
    text = "word " * 200_000
    assert score([text], [text], command()).score == 100


def test_weights_are_tuned_to_it_and_systems_compared():
    lists = [["a b", "x"], ["c", "y"], ["z", "d"]]
    features = [[{"f": 1, "g": 0}, {"f": 0, "g": 1}]] * 3
    pool = Pool.of(lists, features, references=["a b", "c", "z"])
    tuned = tune(pool, "mert", command(settings=", workers=2"), seed=1)
    assert tuned.objective == 100
    built = command()
    systems = [
        System.of(name, [[group[i] for group in lists]], ["a b", "c", "z"], built)
        for i, name in enumerate("ab")
    ]
    assert compare(systems, built, trials=100).systems[0].score == 100


def test_pools_carry_the_source():
    pool = Pool.of([["a", "b"], ["c"]], {"f": [1, 2, 3]}, sources=["x y", "x"])
    rows = pool.statistics(command(settings=", source=true, references=false"))
    assert rows.tolist() == [[2, 1], [2, 1], [1, 1]]
