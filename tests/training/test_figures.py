"""Figures of a system's parts are what counting by hand gives."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.align import Alignments
from pitchpipe.lm import estimate
from pitchpipe.metrics import find_metric
from pitchpipe.phrases import HOLE, Extraction, Gaps
from pitchpipe.phrases.extraction import extract
from pitchpipe.report.system_tables import model_section
from pitchpipe.text import Corpus
from pitchpipe.training.examples import chosen_examples
from pitchpipe.training.figures import AlignmentFigures, phrase_figures, text_figures
from tests.phrases.tables import all_options, extracted, synthetic_sentences

WORDS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=5)
LINES = st.lists(
    st.tuples(WORDS, WORDS, st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)))), min_size=1
)


def corpora(lines):
    return [Corpus.of([" ".join(line[side]) for line in lines]) for side in (0, 1)]


@given(LINES, st.integers(1, 3))
def test_links_and_unaligned_words_are_counted(lines, size):
    links = [{(s, t) for s, t in one if s < len(source) and t < len(target)} for source, target, one in lines]
    figures = AlignmentFigures(*corpora(lines))
    for part in Alignments.of(links).parts(size):
        figures.add(part)
    found = figures.facts
    assert found["links"] == sum(map(len, links))
    for side, name in enumerate(("source", "target")):
        words = [word for line in lines for word in line[side]]
        bare = sum(
            all(link[side] != place for link in linked)
            for line, linked in zip(lines, links, strict=True)
            for place in range(len(line[side]))
        )
        assert found[name] == {"tokens": len(words), "types": len(set(words)), "unaligned": bare}


@settings(max_examples=20, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=6))
def test_phrase_pairs_are_counted_by_length_and_unknown_words_found(tmp_path_factory, lines):
    text = Corpus.of([" ".join(line) for line in lines])
    links = Alignments.of([{(i, i) for i in range(len(line))} for line in lines])
    path = tmp_path_factory.mktemp("table") / "phrases.table"
    table = extract(text, text, *links.arrays, path)
    found = phrase_figures(table)
    pairs = Counter()
    for phrase in table.phrases():
        pairs[str(len(phrase.split()))] += len(table.options(phrase))
    assert found["by_length"] == pairs
    assert found["phrase_pairs"] == sum(pairs.values()) == len(table)
    assert found["source_phrases"] == table.phrase_count
    known = {word for line in lines for word in line}
    sentences = ["a b x", "c c y d"]
    words = " ".join(sentences).split()
    model = estimate(text, 1).model
    figures = text_figures(sentences, [["a b"], ["c"]], table, model)
    assert figures["unknown"] == sum(word not in known for word in words)
    assert (figures["lines"], figures["tokens"], figures["types"], figures["reference_tokens"]) == (
        2,
        7,
        6,
        3,
    )
    assert figures["perplexity"] == pytest.approx(model.perplexity(["a b", "c"]), abs=0.01)


@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_examples_are_the_largest_gains_and_losses(metric):
    rng = np.random.default_rng(1)
    before, after = rng.uniform(0, 100, (2, 9))
    texts = [str(i) for i in range(9)]
    found = chosen_examples(
        texts, [[text] for text in texts], (texts, texts), (before, after), find_metric(metric)
    )
    gains = after - before if metric == "bleu" else before - after
    order = np.argsort(gains).tolist()
    assert [int(one["source"]) for one in found] == [order[-1], order[-2], order[0], order[1]]
    assert found[0]["change"] == f"{(after - before)[order[-1]]:+.1f} {metric}"


def test_where_nothing_changed_the_first_sentences_are_shown():
    texts = [str(i) for i in range(9)]
    found = chosen_examples(
        texts, [[text] for text in texts], (texts, texts), ([1.0] * 9, [1.0] * 9), find_metric("bleu")
    )
    assert [one["source"] for one in found] == ["0", "1", "2"]
    assert all("change" not in one for one in found)


def test_phrase_pairs_with_gaps_are_counted_and_in_the_report(tmp_path):
    table = extracted(synthetic_sentences(20), tmp_path / "t", settings=Extraction(gaps=Gaps.of("both")))
    pairs = [tuple(HOLE in side.split() for side in pair) for pair in all_options(table)]
    expected = {name: pairs.count(sides) for name, sides in GAPS.items()}
    figures = phrase_figures(table)
    assert figures["with_gaps"] == expected
    assert min(expected.values()) > 0
    section = model_section({"build": {"phrases": figures}})
    assert section is not None
    (shown,) = [item for item in section.items if item.name == "gaps"]
    assert shown.title == f"Gaps: {sum(expected.values()):,} of {len(pairs):,} phrase pairs have some"
    assert [row[1] for row in shown.rows] == [*expected.values()]


def test_a_system_without_gaps_says_nothing_of_them(tmp_path):
    figures = phrase_figures(extracted(synthetic_sentences(20), tmp_path / "t"))
    assert "with_gaps" not in figures
    section = model_section({"build": {"phrases": figures}})
    assert section is not None
    assert [item.name for item in section.items] == ["phrases"]


GAPS = {"source": (True, False), "target": (False, True), "both": (True, True)}
"""Which sides have gaps."""
