"""A campaign as judges see it, in a browser."""

import os
import signal
import socket
from contextlib import contextmanager

import pytest

from pitchpipe.judge.answers import Answers
from tests.cli.commands import start
from tests.report.chromium import find_chromium, open_page

from .campaigns import campaign
from .serving import serving

CHROMIUM = find_chromium()
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; CHROMIUM may name one")

SHOWN = "document.querySelector('#item .text')"
SAVED = "document.getElementById('saved').textContent == 'all answers are saved'"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with open_page(CHROMIUM, tmp_path_factory.mktemp("profile")) as page:
        yield page


def visit(page, port, judge="ann"):
    page.open("about:blank")
    page.open(f"http://127.0.0.1:{port}/#judge={judge}")
    page.wait_for(SHOWN)


@contextmanager
def served_process(folder, port):
    """`pitchpipe judge serve` in a process of its own, killed at the end."""
    process = start("judge", "serve", folder, "--port", port, stderr=-1)
    try:
        for line in process.stderr:
            if "the campaign is at" in line:
                break
        yield process
    finally:
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stderr.close()


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def said(folder):
    with Answers(folder) as answers:
        return [(event.judge, event.item, tuple(event.value["ranks"])) for event in answers.events()]


RANKS = {"1": (1, 2), "0": (1, 1), "2": (2, 1)}


def test_three_judges_at_once_lose_no_answer_and_double_none_though_the_server_is_killed(browser, tmp_path):
    made = campaign(sentences=8, repeats=1, bad=1, identical=0)
    folder, port = tmp_path / "campaign", free_port()
    made.write(folder)
    pages = {"ann": browser, "bob": browser.another(), "eve": browser.another()}
    items = [item.id for item in made.tasks[0]]
    expected = []

    def press(judge, number):
        key = "102"[(number + len(judge) + ord(judge[0])) % 3]
        expected.append((judge, items[number], RANKS[key]))
        pages[judge].press(key)

    with served_process(folder, port):
        for judge, page in pages.items():
            visit(page, port, judge)
        for number in range(4):
            for judge in pages:
                press(judge, number)
            if number == 2:
                for page in pages.values():
                    page.wait_for(SAVED)
                acknowledged = list(expected)
    # Some of the last answers may be on their way: those that were called saved are there, and the others at most once.
    there = said(folder)
    assert set(acknowledged) <= set(there) <= set(expected)
    for number in range(4, len(items) - 1):
        for judge in pages:
            press(judge, number)
    assert "waits to be sent" in browser.evaluate(
        "document.getElementById('saved').textContent"
    ) or "wait" in (browser.evaluate("document.getElementById('saved').textContent"))
    with served_process(folder, port):
        for judge in pages:
            press(judge, len(items) - 1)
        for page in pages.values():
            page.wait_for(SAVED)
            page.wait_for("document.body.innerText.includes('Task 1 is done.')")
            page.press("Enter")
            page.wait_for("document.body.innerText.includes('nothing left for you to judge')")
    assert sorted(said(folder)) == sorted(expected)
    assert len(expected) == 3 * len(items)


def test_answers_that_wait_survive_a_closed_window(browser, tmp_path):
    made, folder, port = campaign(sentences=5), tmp_path / "campaign", free_port()
    with serving(made, folder, port=port):
        visit(browser, port, "kim")
    browser.press("1")
    browser.press("2")
    browser.wait_for("document.getElementById('saved').textContent.startsWith('2 answers wait')")
    browser.open("about:blank")
    assert said(folder) == []
    with serving(made, folder, port=port):
        visit(browser, port, "kim")
        browser.wait_for(SAVED)
        assert browser.evaluate("document.getElementById('count').textContent").startswith("2 of")
    assert [ranks for _, _, ranks in said(folder)] == [(1, 2), (2, 1)]


def test_undo_skip_and_comment_by_keyboard(browser, tmp_path):
    made = campaign(sentences=4, repeats=0, bad=0, identical=0)
    with serving(made, tmp_path / "campaign") as (client, answers):
        visit(browser, client.port)
        first, second = (item.id for item in made.tasks[0][:2])
        browser.press("c")
        for letter in "us 1":
            browser.press(letter)
        browser.press("Escape")
        browser.press("2")
        browser.press("u")
        assert browser.evaluate("document.getElementById('comment').value") == "us 1"
        assert browser.evaluate("document.querySelector('[aria-pressed=true]').textContent") == "2 is better2"
        browser.press("0")
        browser.press("s")
        browser.wait_for(SAVED)
        found = {one.item: (one.kind, one.value, one.comment) for one in answers.current("ann")}
        assert found == {first: ("answer", {"ranks": [1, 1]}, "us 1"), second: ("skip", None, "")}
        assert all(0 <= one.seconds < 60 for one in answers.events())


def test_words_that_differ_are_bold_and_underlined_and_controls_look_like_others(browser, tmp_path):
    made = campaign(
        texts={"a": ["the <i>old</i> house"], "b": ["the new house"]}, repeats=0, bad=0, identical=0
    )
    with serving(made, tmp_path / "campaign") as (client, _):
        visit(browser, client.port)
        marked = browser.evaluate("[...document.querySelectorAll('article b')].map(b => b.textContent)")
        assert sorted(marked) == ["<i>old</i>", "new"]
        look = "getComputedStyle(document.querySelector('article b'))"
        assert browser.evaluate(f"{look}.fontWeight") == "700"
        assert browser.evaluate(f"{look}.textDecorationLine") == "underline"


def test_ranks_by_keyboard(browser, tmp_path):
    made = campaign("abc", 3, protocol="rank", repeats=0, bad=0, identical=0)
    with serving(made, tmp_path / "campaign") as (client, answers):
        visit(browser, client.port)
        browser.press("2")
        browser.press("Enter")
        for key in ("1", "3", "Enter"):
            browser.press(key)
        browser.wait_for(SAVED)
        assert [one.value for one in answers.events()] == [{"ranks": [2, 1, 3]}]


def test_scores_by_keyboard(browser, tmp_path):
    made = campaign("ab", 3, protocol="direct", repeats=0, bad=0, identical=0)
    with serving(made, tmp_path / "campaign") as (client, answers):
        visit(browser, client.port)
        for key in ("Enter", "7", "3", "Enter", "s", "5", "u", "9", "Enter"):
            browser.press(key)
        browser.wait_for(SAVED)
        assert [(one.kind, one.value) for one in answers.current()] == [
            ("answer", {"score": 73}),
            ("answer", {"score": 9}),
        ]


def test_errors_are_marked_word_by_word_and_counted_in_characters(browser, tmp_path):
    made = campaign(texts={"a": ["𝔘𝔫 the naïve house fell"]}, protocol="mqm", repeats=0, bad=0, identical=0)
    with serving(made, tmp_path / "campaign") as (client, answers):
        visit(browser, client.port)
        words = "[...document.querySelectorAll('.word')]"
        browser.evaluate(f"{words}.find(w => w.textContent == 'house').click()")
        browser.evaluate(f"{words}.find(w => w.textContent == 'naïve').click()")
        browser.press("m")
        browser.evaluate(f"{words}.find(w => w.textContent == 'fell').click()")
        browser.evaluate("document.querySelector('select').value = 'fluency'")
        browser.press("n")
        browser.press("d")
        browser.wait_for(SAVED)
        text = made.items[0].texts[0]
        (value,) = [one.value for one in answers.events()]
        assert [
            (text[one["start"] : one["end"]], one["severity"], one["category"]) for one in value["spans"]
        ] == [("naïve house", "major", "accuracy"), ("fell", "minor", "fluency")]


@pytest.mark.parametrize("protocol", ["pairwise", "rank", "direct", "mqm"])
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_everything_fits_the_page_and_has_a_name(browser, tmp_path, protocol, width, dark):
    made = campaign(("a", "b", "c"), 5, protocol=protocol, show_source=True)
    with serving(made, tmp_path / "campaign") as (client, _):
        browser.size(width, 800, dark)
        browser.requests.clear()
        visit(browser, client.port)
        assert browser.evaluate("document.documentElement.scrollWidth") <= width
        own = f"http://127.0.0.1:{client.port}/"
        assert all(url.startswith(own) or url == "about:blank" for url in browser.requests)
        nameless = "[...document.querySelectorAll('button, input, select, textarea, summary')]" + (
            ".filter(e => !(e.textContent.trim() || e.ariaLabel || e.labels?.length)).length"
        )
        assert browser.evaluate(nameless) == 0
        small = "[...document.querySelectorAll('.choices button, .others button')]" + (
            ".filter(e => e.getBoundingClientRect().height < 36).length"
        )
        assert browser.evaluate(small) == 0
        paper = browser.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (paper == "rgb(255, 255, 255)") != dark


def test_without_a_name_the_page_asks_for_one(browser, tmp_path):
    with serving(campaign(), tmp_path / "campaign") as (client, _):
        browser.open("about:blank")
        browser.open(f"http://127.0.0.1:{client.port}/")
        for letter in "zoe":
            browser.press(letter)
        browser.press("Enter")
        browser.wait_for(SHOWN)
        assert browser.evaluate("document.getElementById('who').textContent") == "zoe"


def test_without_a_link_a_closed_campaign_says_so(browser, tmp_path):
    with serving(campaign(), tmp_path / "campaign", b"secret") as (client, _):
        browser.open("about:blank")
        browser.open(f"http://127.0.0.1:{client.port}/")
        browser.wait_for("document.body.innerText.includes('needs your own link')")
        browser.open("about:blank")
        browser.open(f"http://127.0.0.1:{client.port}/#judge=ann&token=wrong")
        browser.wait_for("document.body.innerText.includes('does not take this link')")
