import json

import pytest

from pitchpipe.lists import Pool, rescoring
from tests.metrics.scorers import PROGRAM

from .commands import REFERENCES, refusal, run

SOURCE = "das haus ist klein\ner geht jetzt nach hause\nes regnet viel\nwir sehen den alten hund\n"


@pytest.fixture
def source(folder):
    (folder / "source.txt").write_text(SOURCE)


def test_lists_are_written_with_all_features_as_the_function_finds_them():
    done = run("rescore", "nbest.txt", "--add", "words", "--add", "mbr(chrf)", "-o", "more.jsonl")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == ""
    assert "9 candidates of 4 sentences with words, mbr_chrf are in more.jsonl" in done.stderr
    found, expected = (
        Pool.read("more.jsonl"),
        rescoring.rescore(Pool.read("nbest.txt"), ["words", "mbr(chrf)"]),
    )
    assert found.feature_names == ("LM0", "TM0_0", "TM0_1", "words", "mbr_chrf")
    assert found.dense.tolist() == expected.dense.tolist()


def test_the_name_of_the_output_says_its_format(source):
    rescored = "rescore", "nbest.txt", "--add", "n=words", "-o"
    assert run(*rescored, "more.nbest.gz").exit_code == 0
    assert Pool.read("more.nbest.gz").feature_names == ("LM0", "TM0_0", "TM0_1", "n")
    assert run(*rescored, "more.jsonl.gz").exit_code == 0
    assert Pool.read("more.jsonl.gz").feature_names == ("LM0", "TM0_0", "TM0_1", "n")
    assert run(*rescored, "more.npz").exit_code == 0
    assert Pool.read("more.npz").feature_names == ("LM0", "TM0_0", "TM0_1", "n")
    done = run(*rescored, "lossy", "--source", "source.txt", "-r", "reference.txt")
    assert "no place for sources and references" in done.stderr


def test_sources_and_references_are_matched_and_kept(source):
    add = "--add", "length_ratio", "--add", "sanity"
    done = run(
        "rescore", "nbest.txt", *add, "--source", "source.txt", "-r", "reference.txt", "-o", "more.jsonl"
    )
    assert done.exit_code == 0, done.stderr
    found = Pool.read("more.jsonl")
    assert found.sources == tuple(SOURCE.splitlines())
    assert found.references.group(0) == REFERENCES.splitlines()[:1]
    assert found.dense[:, 3].tolist()[:3] == [1, 1, 0.75]
    again = run("rescore", "more.jsonl", "--add", "x=words", "--source", "source.txt", "-o", "again.jsonl")
    assert again.exit_code == 0


def test_sources_that_do_not_fit_are_refused(source, folder):
    assert "wants to see the source text" in refusal(
        "rescore", "nbest.txt", "--add", "length_ratio", "-o", "x"
    )
    (folder / "long.txt").write_text(SOURCE + "mehr\n")
    sentence = refusal("rescore", "nbest.txt", "--add", "words", "--source", "long.txt", "-o", "x")
    assert sentence.startswith("long.txt:5: found a source for sentence 4")
    run("rescore", "nbest.txt", "--add", "words", "--source", "source.txt", "-o", "more.jsonl")
    (folder / "other.txt").write_text(SOURCE.replace("viel", "sehr"))
    sentence = refusal("rescore", "more.jsonl", "--add", "x=words", "--source", "other.txt", "-o", "x")
    assert "found another source of sentence 2" in sentence


def test_nothing_is_read_before_the_features_are_known():
    assert "there is no list feature 'wordz'" in refusal("rescore", "missing", "--add", "wordz", "-o", "x")
    assert "there is no folder 'no'" in refusal("rescore", "nbest.txt", "--add", "words", "-o", "no/x")


def test_scores_of_programs_are_kept_in_the_folder_of_the_run(folder):
    spec = f'qe=command("{PROGRAM} log=asked.txt")'
    for output in ("one.jsonl", "two.jsonl"):
        done = run("rescore", "nbest.txt", "--add", spec, "--run", "kept", "-o", output)
        assert done.exit_code == 0, done.stderr
    assert (folder / "one.jsonl").read_text() == (folder / "two.jsonl").read_text()
    assert len((folder / "asked.txt").read_text().splitlines()) == 9
    assert (folder / "kept" / "scores.sqlite").exists()


def test_samples_without_scores_get_some(folder):
    lines = [{"id": "q1", "candidates": [{"text": text} for text in ("7", "8", "7")]}]
    (folder / "samples.jsonl").write_text(json.dumps(lines[0]) + "\n")
    assert run("rescore", "samples.jsonl", "--add", "votes", "-o", "more.jsonl").exit_code == 0
    (found,) = map(json.loads, (folder / "more.jsonl").read_text().splitlines())
    assert [one["features"]["votes"] for one in found["candidates"]] == [2 / 3, 1 / 3, 2 / 3]
