from pitchpipe.cli.demo import METHODS, compare
from pitchpipe.data import translation_pool
from pitchpipe.tuning import split

from .commands import run, run_json

SMALL = ["demo", "--sentences", 24, "--candidates", 10]


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
