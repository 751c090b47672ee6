from pitchpipe.cli.demo import why_it_fell
from pitchpipe.cli.demo_lists import METHODS, compare
from pitchpipe.cli.loop_report import tell_iteration
from pitchpipe.data import translation_pool
from pitchpipe.lists import split
from pitchpipe.tuning.loop import Iteration
from pitchpipe.weights import Weights

from .commands import run, run_json

SMALL = ["demo", "lists", "--sentences", 24, "--candidates", 10]


def test_the_lines_go_from_equal_weights_to_the_oracle():
    seen, unseen = split(translation_pool(sentences=24, candidates=10), 0.25)
    lines = compare(seen, unseen, seed=1, threads=1)
    assert [line.weights for line in lines] == ["equal weights", *METHODS, "best choice (oracle)"]
    for line in lines[1:-1]:
        assert lines[0].tuning <= line.tuning <= lines[-1].tuning


def test_a_newcomer_is_told_what_was_done_and_what_to_try():
    done = run(*SMALL)
    assert done.exit_code == 0
    assert "240 translations, 10 for each of\n24 German sentences" in done.stdout
    assert "equal weights" in done.stdout
    assert "pitchpipe tune" in done.stdout


def test_the_same_seed_gives_the_same_demo():
    one, two = (run_json(*SMALL, "--seed", 5)["lines"] for _ in range(2))
    assert [line["unseen"] for line in one] == [line["unseen"] for line in two]


def test_a_system_is_built_tuned_and_shown_with_examples():
    done = run("demo", "--sentences", 400)
    assert done.exit_code == 0
    assert "400 pairs of sentences" in done.stdout
    assert done.stdout.count("reference") >= 3
    assert "pitchpipe train train.de train.en" in done.stdout


def test_tuning_makes_the_system_better():
    summary = run_json("demo", "--sentences", 1000)
    assert summary["tuning"]["after"] > summary["tuning"]["before"]
    assert summary["test"]["bleu"]["after"] > 20


def rounds(*scores, average=None):
    found = [Iteration(Weights(), score, 10, 10, 1.0) for score in scores]
    return found + [Iteration(Weights(), average, 10, 0, 1.0, averaged=True)] * (average is not None)


def test_a_score_that_falls_is_explained_with_what_is_kept():
    told = why_it_fell(rounds(20.0, 18.0, 22.0), 2)
    assert "from 20.0 to 18.0 in iteration 1" in told
    assert "The best iteration is kept, here 2." in told
    assert "The average of the weights" in why_it_fell(rounds(20.0, 18.0, 22.0, average=21.5), 3)


def test_an_average_that_scores_less_than_the_last_iteration_is_no_fall():
    assert why_it_fell(rounds(20.0, 21.0, 22.0, average=21.5), 3) == ""


def test_the_line_of_the_average_says_what_it_is(capsys):
    tell_iteration(3, rounds(average=21.5)[0])
    average = "with the average of the weights of the later half of the iterations"
    assert capsys.readouterr().err == f"  iteration 3: 21.50, {average} (1.0 s to decode)\n"
