import re
import signal
import subprocess
from urllib.request import urlopen

import pytest

from tests.study.studies import LISTS, write_lists
from tests.tuning.loop.test_loop import tuned

from .commands import process, refusal, run, start


def test_a_page_and_files_are_written(folder):
    tuned(folder=folder / "tuning", iterations=2)
    done = run("report", "tuning", "-o", "page.html", "--figures", "figures")
    assert done.exit_code == 0
    assert done.stdout == ""
    assert (folder / "page.html").read_text().startswith("<!doctype html>")
    names = {path.suffix for path in (folder / "figures").iterdir()}
    assert names == {".svg", ".png", ".csv", ".tex"}
    assert "the report is in page.html\n" in done.stderr


def test_the_page_of_a_study_goes_where_compare_writes_it(folder):
    write_lists(folder)
    (folder / "lists.toml").write_text(LISTS)
    run("compare", "lists.toml", "-o", "study", "--threads", "2")
    page = folder / "study" / "report.html"
    page.unlink()
    assert run("report", "study").stderr.endswith("the report is in study/report.html\n")
    assert page.read_text().startswith("<!doctype html>")
    assert not (folder / "report.html").exists()
    run("report", "study", "-o", "report.html")
    assert (folder / "report.html").read_text() == page.read_text()


def test_the_page_of_a_run_goes_into_the_folder_one_is_in(folder):
    tuned(folder=folder / "tuning", iterations=1)
    assert run("report", "tuning").stderr.endswith("the report is in report.html\n")
    assert (folder / "report.html").exists()


def test_without_the_package_for_pictures_the_rest_is_written(folder):
    tuned(folder=folder / "tuning", iterations=1)
    (folder / "resvg_py.py").write_text("raise ImportError")
    done = process("report", "tuning", "--figures", "figures")
    assert done.returncode == 0
    assert "no PNG files were written; they need the package resvg-py" in done.stderr
    assert {path.suffix for path in (folder / "figures").iterdir()} == {".svg", ".csv", ".tex"}


def test_a_live_report_is_served_until_it_is_stopped(folder):
    tuned(folder=folder / "tuning", iterations=2)
    with start("report", "tuning", "--live", stderr=subprocess.PIPE) as started:
        address = re.search(r"http://127\.0\.0\.1:\d+/", started.stderr.readline()).group()
        with urlopen(address) as answer:
            assert "Tuning with" in answer.read().decode()
        started.send_signal(signal.SIGINT)
        assert started.wait(30) == 0
    assert not (folder / "report.html").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["none"],
            "none: found neither loop.json, online.npz, summary.json nor study.toml, "
            "expected the folder of tuning, of train or of compare",
        ),
        (["none", "-o", "no/page.html"], "no/page.html: cannot be written: there is no folder 'no'"),
        (["none", "-o", "-"], "found - as the output, expected the name of a file"),
        (["none", "--live"], "none: found no folder, expected that of a run"),
    ],
)
def test_bad_input_is_told_in_one_sentence(folder, arguments, sentence):
    assert refusal("report", *arguments) == sentence
    assert not (folder / "report.html").exists()
