"""The page on building a system: its commands run on raw text, and what comes out is readable."""

import json
import re

import pytest

from pitchpipe.data import language_pair
from pitchpipe.text import restore

from .pages import blocks, run_page


def raw(lines, language):
    return "".join(f"{line}\n" for line in restore(list(lines), language=language, capitals=True))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """What each command wrote, in a folder with raw text."""
    pair = language_pair(train=400, dev=30, test=20, references=1)
    with pytest.MonkeyPatch.context() as here:
        folder = tmp_path_factory.mktemp("build")
        here.chdir(folder)
        for name, texts in (("train", pair.train), ("val", pair.dev), ("test", pair.test)):
            (folder / f"{name}.de").write_text(raw(texts.source, "de"))
            (folder / f"{name}.en").write_text(raw((each[0] for each in texts.references), "en"))
        (folder / "in.de").write_text((folder / "test.de").read_text())
        (folder / "more.en").write_text((folder / "val.en").read_text())
        noun = re.search(r" ([A-Z][a-z]{3,}) ", (folder / "in.de").read_text())
        assert noun is not None
        (folder / "terms.tsv").write_text(f"{noun[1]}\tmansion\n")
        outputs = run_page("build.md")
        (code,) = blocks("build.md", "python")
        names: dict = {}
        exec(code, names)
        yield outputs, folder, names


def test_raw_text_is_recognised_and_comes_out_readable(built):
    _, folder, names = built
    found = json.loads((folder / "model" / "summary.json").read_text())
    assert [one["tokenizer"] for one in found["text"].values()] == ["moses:de", "moses:en"]
    lines = (folder / "out.en").read_text().splitlines()
    assert len(lines) == 20
    assert not any(re.search(r" [.,?!]", line) for line in lines)
    assert all(line[0] == line[0].upper() for line in lines)
    assert names["translator"].translate("Das Haus.").endswith(".")


def test_the_report_starts_with_the_answer(built):
    _, folder, _ = built
    page = (folder / "report.html").read_text()
    assert "The system has bleu " in page
    assert page.index("The system has bleu ") < page.index("<table")


def test_terms_are_used_and_a_search_is_drawn(built):
    _, folder, _ = built
    source = (folder / "in.de").read_text().splitlines()
    terms = (folder / "terms.en").read_text().splitlines()
    term = (folder / "terms.tsv").read_text().partition("\t")[0]
    with_term = [line for line, text in zip(terms, source, strict=True) if f" {term} " in text]
    assert with_term
    assert all("mansion" in line.lower() for line in with_term)
    assert all(
        "readable" in json.loads(line)["candidates"][0]
        for line in (folder / "out.jsonl").read_text().splitlines()
    )
    assert "<svg" in (folder / "search.html").read_text()
