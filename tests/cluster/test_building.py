"""A model that an executor's workers helped to build has the bits of one that was built here."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError, _native
from pitchpipe.align.parameters import uniform
from pitchpipe.align.shards import in_shards
from pitchpipe.arrays import offsets_of
from pitchpipe.executors import streamed, working_on
from pitchpipe.grammar import Trees, extract_rules, rule_settings
from pitchpipe.lm import estimate
from pitchpipe.phrases import Gaps, PhraseTable
from pitchpipe.phrases.extraction import Extraction, extract
from pitchpipe.text import Corpus
from pitchpipe.text.tokenized_lines import tokenize_lines
from tests.grammar.tree_definitions import random_tree

WORDS = ["a", "b", "ä", "dd", "e"]


@pytest.fixture(scope="module")
def executor():
    with ThreadPoolExecutor(2) as executor:
        yield executor


def random_text(rng, lines=23):
    """Lines of both sides, some of them empty, with links that are drawn."""
    sides = [[rng.choice(WORDS, rng.integers(0, 7)).tolist() for _ in range(lines)] for _ in range(2)]
    links = [
        sorted({(int(rng.integers(len(a))), int(rng.integers(len(b)))) for _ in range(4)}) if a and b else []
        for a, b in zip(*sides, strict=True)
    ]
    corpora = [Corpus.of(map(" ".join, side)) for side in sides]
    rows = [link for one in links for link in one]
    return *corpora, np.array(rows, np.int32).reshape(-1, 2), offsets_of([len(one) for one in links])


@pytest.mark.parametrize(
    "how",
    [
        Extraction(),
        Extraction(max_length=3, reordering="hierarchical", discount="modified-kneser-ney"),
        Extraction(max_length=4, gaps=Gaps.of("both")),
    ],
)
@pytest.mark.parametrize("lines", [1, 5, 100])
def test_tables_are_the_same(how, lines, executor, tmp_path, monkeypatch):
    monkeypatch.setattr("pitchpipe.phrases.extraction.LINES", lines)
    text = random_text(np.random.default_rng(lines))
    extract(*text, tmp_path / "here", settings=how)
    with working_on(executor):
        extract(*text, tmp_path / "there", settings=how)
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def random_parses(text):
    """A tree over each line, some with constituents on the way; none over an empty line."""
    rng = Random(len(text))
    sizes = text.lengths.tolist()
    trees = [random_tree(rng, 0, size) if size else None for size in sizes]
    return Trees.of([tree.penn(text.line(number)) if tree else "" for number, tree in enumerate(trees)], text)


@pytest.mark.parametrize(
    "spec",
    [
        "chiang2007",
        "moses(max_initial=4)",
        "loose(labels=samt, min_label=1)",
        "loose(labels=source-samt, min_label=1)",
        "ghkm",
        "ghkm(inner=true, root_model=true, unaligned=all)",
    ],
)
@pytest.mark.parametrize("lines", [1, 5, 100])
def test_grammars_are_the_same(spec, lines, executor, tmp_path, monkeypatch):
    monkeypatch.setattr("pitchpipe.grammar.extraction.LINES", lines)
    text = random_text(np.random.default_rng(lines))
    chosen = rule_settings(spec)
    sides = {"source": text[0], "target": text[1]}
    how = {
        "settings": chosen,
        "trees": random_parses(sides[chosen.trees_over]) if chosen.trees_over else None,
    }
    extract_rules(*text, tmp_path / "here", **how)
    with working_on(executor):
        extract_rules(*text, tmp_path / "there", **how)
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()
    assert len(PhraseTable.read(tmp_path / "there")) > 5


def test_rules_of_other_vocabularies_are_refused(executor, tmp_path, monkeypatch):
    monkeypatch.setattr("pitchpipe.grammar.extraction.find_in_lines", lambda *given: np.ones(1, np.uint32))
    with working_on(executor), pytest.raises(InputError, match="a run ends within a record"):
        extract_rules(*random_text(np.random.default_rng(1)), tmp_path / "table")


def test_a_link_that_leaves_its_line_is_told_with_the_line_of_the_text(executor, tmp_path, monkeypatch):
    monkeypatch.setattr("pitchpipe.phrases.extraction.LINES", 1)
    source = Corpus.of(["a", "a", "a"])
    with working_on(executor), pytest.raises(InputError, match=r"alignment:3: found "):
        extract(
            source, source, np.array([[0, 0], [0, 0], [0, 1]], np.int32), np.arange(4), tmp_path / "table"
        )


LINES = st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), max_size=12)


@settings(max_examples=25, deadline=None)
@given(text=LINES.map("\n".join), order=st.integers(1, 4), piece=st.sampled_from([1, 7, 1000]))
def test_language_models_are_the_same(tmp_path_factory, executor, text, order, piece):
    path = tmp_path_factory.mktemp("lm") / "text"
    path.write_text(f"a b\n{text}")
    here = estimate(path, order)
    with pytest.MonkeyPatch.context() as patched, working_on(executor):
        patched.setattr("pitchpipe.lm.ngram_tasks.PIECE", piece)
        there = estimate(path, order)
    assert list(there.ngrams.words) == list(here.ngrams.words)
    for one, other in zip(here.ngrams.rows, there.ngrams.rows, strict=True):
        assert one.tobytes() == other.tobytes()
    assert (there.lines, there.tokens, there.warnings) == (here.lines, here.tokens, here.warnings)


@pytest.mark.parametrize(("wrong", "found"), [(b"a <s>\n", "found the word"), (b"\xff\n", "not UTF-8")])
def test_what_is_wrong_with_a_text_is_told_with_its_line(wrong, found, executor, tmp_path, monkeypatch):
    monkeypatch.setattr("pitchpipe.lm.ngram_tasks.PIECE", 1)
    (tmp_path / "text").write_bytes(b"a\nb\n" + wrong)
    with working_on(executor), pytest.raises(InputError, match=f"text:3: found .*{found.split()[-1]}"):
        estimate(tmp_path / "text", 2)


def test_runs_that_are_not_in_order_are_refused():
    counter = _native.NgramCounter(1, 1 << 20, ".", 1)
    with pytest.raises(ValueError, match="the records of a run are not in order"):
        counter.add_counted(np.array([2, 1, 1, 1], np.uint32), 1, 1)
    with pytest.raises(ValueError, match="a run ends within a record"):
        counter.add_counted(np.array([1, 1, 2], np.uint32), 1, 1)
    with pytest.raises(ValueError, match="a word number is not in the vocabulary"):
        counter.add_counted(np.array([3, 1], np.uint32), 1, 1)


@pytest.mark.parametrize("agreement", [True, False])
def test_alignment_counts_the_same_in_its_shards(agreement, executor):
    source, target, *_ = random_text(np.random.default_rng(3))
    lexicon, shards = in_shards(source, target, cells=20)
    assert len(shards.shards) > 3
    how = uniform(lexicon, 0.1).with_jumps(3).arrays, agreement, 1
    here = shards.expectations(*how)
    with working_on(executor):
        there = shards.expectations(*how)
    assert [np.asarray(one).tobytes() for one in there] == [np.asarray(one).tobytes() for one in here]


def test_lines_are_tokenised_on_the_executor(executor, monkeypatch):
    monkeypatch.setattr("pitchpipe.text.in_processes._CHUNK", 2)
    lines = ["Das ist's.", "Ein Haus, nicht?", "", "(Nein!)", "z. B. so"]
    done = []
    with working_on(executor):
        found = tokenize_lines(lines, "de", progress=lambda *of: done.append(of))
    assert found == tokenize_lines(lines, "de")
    assert done == [(2, 5), (4, 5), (5, 5)]


def test_only_some_tasks_are_ahead(executor):
    made = []
    results = streamed(executor, abs, ((made.append(-n) or -n,) for n in range(20)), ahead=4)
    assert next(results) == 0
    assert len(made) == 4
    assert list(results) == list(range(1, 20))
