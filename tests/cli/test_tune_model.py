"""`pitchpipe tune MODEL`: the decoder in the loop, on a small system of the synthetic language pair."""

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import pytest

from pitchpipe.data import language_pair
from pitchpipe.files.folder_lock import locked
from pitchpipe.lists import Pool
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.score_store import tallies_in
from pitchpipe.model import ModelTexts
from pitchpipe.text import GroupedTexts, find_tokenizer
from pitchpipe.training import train
from pitchpipe.weights import Weights
from tests.metrics.scorers import PROGRAM

from .commands import HANGS, refusal, run, run_json, start


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    folder = tmp_path_factory.mktemp("system")
    pair = language_pair(train=600, dev=40, test=0)
    for name, part in (("train", pair.train), ("dev", pair.dev)):
        (folder / f"{name}.de").write_text("".join(f"{line}\n" for line in part.source))
        (folder / f"{name}.en").write_text("".join(f"{lines[0]}\n" for lines in part.references))
    train(str(folder / "train.de"), str(folder / "train.en"), str(folder / "model"))
    return folder


@pytest.fixture
def command(system, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model, dev, reference = (str(system / name) for name in ("model", "dev.de", "dev.en"))
    return ["tune", model, "--dev", dev, "-r", reference, "--nbest", 20, "--iterations", 2]


def test_the_weights_are_those_of_the_best_iteration(command):
    found = run_json(*command, "--method", "kbmira")
    objectives = [one["objective"] for one in found["iterations"]]
    assert objectives[found["chosen"]] == max(objectives)
    assert found["weights"] == found["iterations"][found["chosen"]]["weights"]


def test_a_run_that_was_stopped_ends_with_the_same_weights(command):
    whole = run(*command, "--method", "kbmira", "--run", "whole", "-o", "whole.txt")
    assert whole.exit_code == 0
    assert "stopped: " in whole.stderr
    for kept in ("00.json", "00.npz", "loop.json"):
        Path("part").mkdir(exist_ok=True)
        Path("part", kept).write_bytes(Path("whole", kept).read_bytes())
    run(*command, "--method", "kbmira", "--run", "part", "-o", "part.txt")
    assert Path("part.txt").read_bytes() == Path("whole.txt").read_bytes()


def test_a_folder_that_another_run_is_at_is_told(command):
    with locked("tuning"):
        told = refusal(*command, "--run", "tuning", "-o", "tuned.txt")
    assert told == "tuning: found another run at work in this folder, expected none"
    assert not Path("tuned.txt").exists()


def test_a_run_that_was_killed_again_and_again_ends_with_the_same_weights(command):
    tune = [*map(str, command), "--method", "mert(restarts=1)", "--iterations", "5"]
    run(*tune, "-o", "whole.txt")
    moments = random.Random(1)
    for awaited in ("killed/loop.json", "killed/00.npz", "killed/01.npz"):
        process = subprocess.Popen(
            [sys.executable, "-m", "pitchpipe", *tune, "--run", "killed", "-o", "killed.txt"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while process.poll() is None and not Path(awaited).exists():
            time.sleep(0.001)
        time.sleep(moments.uniform(0, 0.02))
        process.kill()
        assert process.wait() == -signal.SIGKILL
    assert not Path("killed.txt").exists()
    run(*tune, "--run", "killed", "-o", "killed.txt")
    assert Path("killed.txt").read_bytes() == Path("whole.txt").read_bytes()


@pytest.mark.parametrize("how", ["potential", "partial"])
def test_search_aware_tuning_has_a_list_for_each_bin(command, system, how):
    found = run_json(*command, "--method", "kbmira", "--search-aware", how, "--run", "bins")
    words = sum(len(line.split()) for line in (system / "dev.de").read_text().splitlines())
    assert found["iterations"][0]["candidates"] > 10 * words
    plain = run_json(*command, "--method", "kbmira")
    assert found["iterations"][0]["objective"] == pytest.approx(plain["iterations"][0]["objective"])


def test_the_iteration_is_chosen_by_held_out_sentences(command):
    done = run(*command, "--method", "mert", "--held-out", 0.25, "--run", "split", "-o", "weights.txt")
    assert done.exit_code == 0, done.stderr
    rounds = [json.loads(path.read_text()) for path in sorted(Path("split").glob("0*.json"))]
    best = max(rounds, key=lambda one: one["held_out"])
    assert Weights.read("weights.txt") == best["weights"]
    told = f"the weights of iteration {rounds.index(best)} are the best on the held-out sentences: "
    assert told in done.stderr


def test_held_out_sentences_are_not_tuned_on(command):
    found = run_json(*command, "--method", "mert", "--held-out", 0.25, "--run", "split")
    assert Pool.read_saved("split/00.npz").group_count == 30
    assert found["rule"] == "held-out"


def test_the_last_iteration_can_be_taken(command):
    found = run_json(*command, "--method", "mert", "--choose", "last")
    assert found["chosen"] == len(found["iterations"]) - 1
    assert found["weights"] == found["iterations"][-1]["weights"]


@pytest.mark.parametrize(
    "other", [["--nbest", 30], ["--search-aware", "potential"], ["--max-dev-length", 10]]
)
def test_a_folder_is_for_one_run(command, other):
    run(*command, "--method", "kbmira", "--run", "folder")
    assert "found a run with other settings" in refusal(
        *command, "--method", "kbmira", "--run", "folder", *other
    )


@pytest.mark.parametrize(("option", "size"), [([], 100), (["--search-aware", "potential"], 10)])
def test_lists_of_search_bins_are_shorter_unless_told_otherwise(command, option, size):
    without = [part for part in command if part not in ("--nbest", 20)]
    run(*without, "--method", "kbmira", "--run", "folder", *option)
    lists = Pool.read_saved("folder/00.npz")
    assert int(np.diff(lists.offsets).max()) == size


def test_the_weights_are_read_by_translate(command, system):
    run(*command, "--method", "kbmira", "-o", "weights.txt")
    assert Weights.read("weights.txt")
    done = run("translate", str(system / "model"), str(system / "dev.de"), "-w", "weights.txt")
    assert len(done.stdout.splitlines()) == 40


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--method", "mert,pro"], "a model is tuned by one method, on --dev FILE with -r REFERENCE"),
        (
            ["--search-aware", "partial", "-m", "ter"],
            "partial translations are scored by bleu only, not by 'ter'; search-aware tuning by potential takes any",
        ),
        (
            ["--search-aware", "partal"],
            "tuning: search_aware must be one of none, potential, partial, liu-potential, liu-partial, not 'partal'",
        ),
        (
            ["--choose", "held-out"],
            "tuning: found choose=held-out, expected held_out above 0 with it: a part of the text",
        ),
        (
            ["--choose", "first"],
            "tuning: choose must be one of auto, average, best, last, held-out, not 'first'",
        ),
        (["--held-out", 0.001], "holding out 0.001 of 40 sentences leaves none on one side"),
        (["--stages", "blue"], "there is no metric 'blue'; did you mean 'bleu'?"),
        (["--nbest", 1], "tuning: nbest must be at least 2, or 0 for the default, not 1"),
        (["--set", "beem=3"], "there is no setting of tune 'beem'; did you mean 'beam'?"),
        (["--decoder-timeout", 5], "found --decoder-timeout with a model, expected it with --decoder only"),
        (
            ["--decoder", "decode {weights} {input} {nbest}"],
            "found LISTS with --decoder, expected it with a model only",
        ),
        (["--max-dev-length", 1], "found no sentence of at most 1 words, expected some to tune on"),
    ],
)
def test_what_cannot_be_is_told(command, more, sentence):
    assert refusal(*command, *more).startswith(sentence)


def test_a_tuning_text_is_for_models_only(command):
    Path("lists").write_text("0 ||| a ||| f= 1 ||| 1\n")
    Path("reference").write_text("a\n")
    assert "--dev is for tuning a model" in refusal("tune", "lists", "-r", "reference", "--dev", command[3])


def test_replicas_have_a_table_and_the_best_ones_weights_are_written(command):
    replicas = [*command, "--method", "mert(restarts=1)", "--seed", 3, "--replicas", 3, "--held-out", 0.25]
    done = run(*replicas, "--run", "runs", "-o", "weights.txt")
    assert done.exit_code == 0, done.stderr
    table = [line.split() for line in done.stderr.splitlines()]
    rows = {row[0]: row for row in table if row and row[0] in ("3", "4", "5", "mean", "deviation")}
    after, unseen = ([float(rows[seed][column]) for seed in "345"] for column in (2, 3))
    assert float(rows["mean"][2]) == pytest.approx(mean(after), abs=0.01)
    assert float(rows["deviation"][2]) == pytest.approx(stdev(after), abs=0.01)
    best = next(seed for seed in "345" if rows[seed][-1] == "best")
    assert float(rows[best][3]) == max(unseen)
    assert Weights.read("weights.txt") == Weights.read(f"weights.{best}.txt")
    assert sorted(path.name for path in Path("runs").glob("*") if path.is_dir()) == [
        "seed-3",
        "seed-4",
        "seed-5",
    ]


def test_a_replica_is_the_run_of_its_seed(command):
    found = run_json(*command, "--method", "mert(restarts=1)", "--seed", 3, "--replicas", 2)
    alone = run_json(*command, "--method", "mert(restarts=1)", "--seed", 4)
    assert found["replicas"][1]["seed"] == 4
    assert found["replicas"][1]["weights"] == alone["weights"]


def test_stages_go_from_one_metric_to_the_next(command):
    staged = [
        *command,
        "--method",
        "kbmira",
        "--stages",
        "bleu",
        "-m",
        "ter",
        "--stage-nbest",
        5,
        "--run",
        "stages",
    ]
    found = run_json(*staged)
    first, second = found["stages"]
    assert second["iterations"][0]["weights"] == first["weights"]
    assert second["iterations"][0]["candidates"] < first["iterations"][0]["candidates"]
    assert found["weights"] == second["weights"]
    assert found["objective"] == second["objective"] <= second["iterations"][0]["objective"]
    told = run(*staged).stderr
    for line in (
        "tuning to bleu, with lists of 20",
        "tuning to ter, with lists of 5",
        "bleu: stopped: ",
        "ter: stopped: ",
    ):
        assert f"\n{line}" in f"\n{told}"


def test_a_slow_metric_comes_after_a_fast_one_and_sees_each_question_once(command):
    program = f'command("{PROGRAM} log=asked", workers=2)'
    staged = [
        *command,
        "--stages",
        "bleu",
        "-m",
        program,
        "--stage-nbest",
        10,
        "--run",
        "slow",
        "--method",
        "mert",
    ]
    found = run_json(*staged)
    assert found["objective"] >= found["stages"][1]["iterations"][0]["objective"]
    asked = Path("asked").read_text().splitlines()
    candidates = found["stages"][1]["iterations"][-1]["candidates"]
    assert 0 < len(asked) <= candidates
    (tally,) = tallies_in("slow").values()
    assert tally.computed == len(asked) <= tally.asked
    again = run(*staged)
    assert again.exit_code == 0
    assert len(Path("asked").read_text().splitlines()) == len(asked)
    assert "scores of command(" in again.stderr
    assert run("report", "slow/2-command", "-o", "page.html").exit_code == 0
    assert f"{tally.computed:,} computed" in Path("page.html").read_text()


def test_the_source_reaches_a_metric_that_wants_it(command):
    found = run_json(
        *command, "-m", f'command("{PROGRAM}", source=true, references=false)', "--method", "mert"
    )
    prepared = ModelTexts.read(command[1]).source(Path(command[3]).read_text().splitlines())
    lengths = [len(line.split()) for line in prepared]
    assert found["objective"] == pytest.approx(sum(lengths) / len(lengths))


def test_the_search_may_be_another_one_than_the_models(command):
    narrow = run_json(*command, "--set", "beam=20, pop_limit=20, distortion_limit=0")
    assert narrow["iterations"][0]["objective"] != run_json(*command)["iterations"][0]["objective"]


def test_any_program_can_be_the_decoder(system):
    command = (
        f"{sys.executable} -m pitchpipe translate {system}/model {{input}} -w {{weights}} "
        "--nbest {size} --nbest-file {nbest}"
    )
    common = ["--dev", system / "dev.de", "-r", system / "dev.en", "--nbest", 20, "--iterations", 1]
    common += ["--method", "mert(restarts=1)", "--start", system / "model" / "weights"]
    own = run_json("tune", system / "model", *common)
    found = run_json("tune", "--decoder", command, *common)
    assert found["iterations"][0]["objective"] == own["iterations"][0]["objective"]
    # The lists round features, which makes a few candidates the same.
    assert found["iterations"][0]["candidates"] == pytest.approx(own["iterations"][0]["candidates"], rel=0.02)


def test_a_program_needs_weights_to_start_from(command):
    arguments = ["tune", *command[2:], "--decoder", "decode {weights} {input} {nbest}"]
    assert refusal(*arguments) == "found --decoder without --start, expected the weights to start from"


@pytest.mark.parametrize("option", [["--format", "moses"], ["--allow-missing"]])
def test_options_for_lists_are_refused(command, option):
    assert refusal(*command, *option) == f"{option[0]} is for lists, expected none with a model or a decoder"


def test_a_model_that_is_not_there_is_told(command):
    told = refusal("tune", "nowhere", *command[2:])
    assert told == "--dev is for tuning a model, expected its folder and not 'nowhere'"


@pytest.mark.parametrize("method", ["kbmira", "adagrad"])
def test_a_damaged_model_is_told(command, method):
    shutil.copytree(command[1], "damaged")
    table = Path("damaged", "phrases.table")
    contents = bytearray(table.read_bytes())
    contents[len(contents) // 2] ^= 0x55
    table.write_bytes(contents)
    told = refusal("tune", "damaged", *command[2:], "--method", method)
    assert told.startswith("damaged/phrases.table: the file is damaged: ")


def test_replicas_that_are_interrupted_say_that_they_go_on(command):
    tune = [*command, "--method", "mert(restarts=100)", "--replicas", 2, "--run", "runs"]
    process = start(*tune, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while process.poll() is None and not list(Path("runs").glob("seed-*/loop.json")):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=HANGS)
    assert process.returncode == 130
    assert told.endswith("stopped; rerun the command to resume\n")


def test_swapped_texts_are_warned_of(system, command):
    swapped = [str(system / "dev.en") if one == str(system / "dev.de") else one for one in command]
    swapped[swapped.index("-r") + 1] = str(system / "dev.de")
    done = run(*swapped, "-o", "found.txt", "--json")
    assert done.exit_code == 0, done.stderr
    warnings = json.loads(done.stdout)["warnings"]
    assert warnings[0].endswith("the source and the reference are likely swapped")
    assert all(f"warning: {warning}\n" in done.stderr for warning in warnings)


def test_tuning_that_gained_nothing_says_why(command):
    done = run(*command, "--set", "iterations=1", "--method", "kbmira(C=1e-12)", "-o", "found.txt")
    assert done.exit_code == 0, done.stderr
    assert "warning: tuning gained nothing on bleu (" in done.stderr


def test_where_held_out_text_chooses_the_start_weights_it_is_named(command):
    settings = "iterations=1,held_out=0.3"
    done = run(*command, "--set", settings, "--method", "kbmira(C=1e-12)", "-o", "found.txt")
    assert done.exit_code == 0, done.stderr
    assert "better than the start weights on held-out text (bleu " in done.stderr


@pytest.mark.parametrize("more", [[], ["--dev", "dev.de"]])
def test_a_folder_without_model_and_lists_is_named(command, more):
    Path("empty").mkdir()
    Path("dev.de").write_text("a\n")
    told = refusal("tune", "empty", "-r", "dev.de", *more)
    assert (
        told
        == "empty: found neither a model nor lists of Kaldi, ESPnet, SRILM or Whisper in it, expected one of them"
    )


def test_a_preset_sets_what_the_paper_says_and_options_override_it(command):
    found = run_json(*command, "--preset", "cer2011-search", "--method", "mert(restarts=1)", "--run", "paper")
    facts = json.loads(Path("paper", "loop.json").read_text())
    assert facts["optimizer"] == "mert(directions=random, basis=features, restarts=1, follow=all)"
    assert (facts["tolerance"], facts["choose"], facts["nbest"], facts["iterations"]) == (1e-5, "last", 20, 2)
    assert facts["start"]["TranslationModel0_1"] == 0.3
    assert "beam=50" in facts["decoder"]
    assert found["chosen"] == len(found["iterations"]) - 1


def test_start_weights_that_are_given_go_before_those_of_a_preset(command, system):
    start = Weights.read(str(system / "model" / "weights"))
    run(
        *command, "--preset", "cer2011-search", "--start", str(system / "model" / "weights"), "--run", "given"
    )
    assert json.loads(Path("given", "loop.json").read_text())["start"] == dict(start)
    told = refusal(*command, "--start", str(system / "model" / "weights"), "--initial", "uniform")
    assert told == "found both --start and --initial, expected one of them"


def test_a_preset_tunes_lists_with_its_method(command):
    run(*command, "--method", "kbmira", "--run", "lists", "-o", "w.txt")
    tuned = run_json("tune", "lists/00.npz", "--preset", "hopkins2011", "--method", "pro(samples=50)")
    assert tuned["method"] == (
        "pro(samples=50, gold=bleu, distinct=False, standardize=False, rescale=False, sparse_l2=1.0)"
    )


def test_translations_are_compared_by_the_characters_of_a_tokeniser(command, system):
    words, characters = (
        run_json(*command, "--method", "kbmira", "--tokenize", how, "--run", how) for how in ("none", "char")
    )
    pool = Pool.read_saved("char/00.npz")
    bleu = find_metric("bleu")
    firsts = [pool.texts[int(row)] for row in pool.offsets[:-1]]
    cut = find_tokenizer("char").tokenize
    references = [[cut(line)] for line in (system / "dev.en").read_text().splitlines()]
    rows = bleu.statistics(GroupedTexts.singles(map(cut, firsts)), GroupedTexts.of(references))
    assert characters["iterations"][0]["objective"] == pytest.approx(float(bleu.score(rows.sum(axis=0))))
    assert characters["iterations"][0]["objective"] != words["iterations"][0]["objective"]


def test_a_tokeniser_is_for_batch_methods(command):
    told = refusal(*command, "--method", "adagrad", "--tokenize", "char")
    assert told == "found --tokenize, expected a batch method on this machine with it"
