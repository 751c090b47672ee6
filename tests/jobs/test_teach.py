"""The lesson runs from the first command to the last, and shows what it says."""

import re
from pathlib import Path

import pytest

from .pages import JOBS, blocks, commands, run_page


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    """What each command wrote, in a folder with the lesson's files."""
    with pytest.MonkeyPatch.context() as here:
        folder = tmp_path_factory.mktemp("lesson")
        here.chdir(folder)
        (text,) = blocks("teach.md", "python")
        smaller = re.sub(r"train=\d+, dev=\d+, test=\d+", "train=400, dev=30, test=20", text)
        assert smaller != text
        exec(smaller, {})
        yield run_page("teach.md"), folder


def output(lesson, begin):
    return next(text for line, text in lesson[0].items() if begin in line)


def test_every_file_of_the_lesson_is_there(lesson):
    for name in (
        "links",
        "phrases.table",
        "lm.lm",
        "model/weights",
        "weights",
        "matrices.html",
        "search.html",
        "tuning.html",
    ):
        assert (lesson[1] / name).stat().st_size > 0, name


def test_matrices_show_both_directions(lesson):
    drawn = output(lesson, "--draw 7,12")
    assert re.findall(r"^line (\d+)$", drawn, re.M) == ["7", "12"]
    assert "■ a link, best of its source word and of its target word" in drawn
    words = (lesson[1] / "train.clean.de").read_text().splitlines()[6].split()
    assert [line.split()[0] for line in drawn.split("\n\n")[1].splitlines()[-len(words) :]] == words


def test_phrases_have_their_parts_and_their_scores(lesson):
    found = output(lesson, 'phrases.table "das mädchen"')
    assert re.findall(r"^(.*): \d+ translations?", found, re.M) == ["das mädchen", "das", "mädchen"]
    assert "p(e|f)" in found
    assert "das mädchen" in output(lesson, '"the girl" --target')
    assert "score" in output(lesson, 'phrases model "das mädchen"').splitlines()[2]


def test_the_language_model_likes_the_right_order_better(lesson):
    right = float(output(lesson, "the girl has").split()[0])
    wrong = sum(map(float, output(lesson, "girl the a").split()))
    assert right > wrong


def test_an_explained_translation_has_its_phrases(lesson):
    shown = output(lesson, "show model")
    assert re.search(r"^stack 1: ", shown, re.M)
    assert re.search(r"^phrases +\[das", shown, re.M)
    assert re.search(r"^LM0 .* x .* = ", shown, re.M)


def test_tuning_is_compared_with_the_start(lesson):
    compared = output(lesson, "score untuned.en tuned.en")
    assert "untuned.en" in compared
    assert "tuned.en" in compared
    assert "baseline" in compared


def test_every_step_is_a_command_of_the_page():
    steps = {line.split("pitchpipe ")[1].split()[0] for line in commands("teach.md")}
    assert {
        "prepare",
        "align",
        "extract",
        "phrases",
        "lm",
        "assemble",
        "translate",
        "tune",
        "report",
    } <= steps


def test_links_of_the_pages_lead_somewhere():
    for page in JOBS.glob("*.md"):
        for target in re.findall(r"\]\(([\w./-]+\.md)\)", page.read_text()):
            assert Path(page.parent, target).exists(), f"{page.name}: {target}"
