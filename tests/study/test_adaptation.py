"""Tuning texts side by side: what their features share, what one lacks, and which serves which test text."""

from itertools import permutations, product
from statistics import fmean
from xml.etree import ElementTree

import pytest

from pitchpipe import InputError
from pitchpipe.files import read_lines
from pitchpipe.metrics.significance import SIGNIFICANT
from pitchpipe.pages import write_files
from pitchpipe.report import report
from pitchpipe.report.study.course_tables import gap_table
from pitchpipe.report.study.score_tables import score_table
from pitchpipe.report.study.tuning_text_tables import (
    domain_map,
    domain_table,
    learned_tables,
    overlap_map,
    text_table,
    tuning_overlap_table,
    word_table,
)
from pitchpipe.study import Results, read_study
from pitchpipe.study.adaptation import adaptations
from pitchpipe.study.study import tuning_text
from pitchpipe.study.texts import read_text
from pitchpipe.study.verdict import verdict

from .studies import SYNTHETIC, run

STUDY = (
    SYNTHETIC.replace('"regression", ', "")
    .replace("curves = true\n", "")
    .replace("order = 3", 'order = 3\nsparse = "PT"')
    + 'words = ["the", "a"]\n'
    + "\n[tune_on.small]\nsentences = 5\n[tune_on.whole]\n[tune_on.bitext]\ntrain = 15\n"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("domains")
    (place / "study.toml").write_text(STUDY)
    run(place / "study.toml", place / "study")
    return place / "study"


@pytest.fixture
def found(folder):
    (only,) = adaptations(Results.read(folder))
    return only


def weights_of(folder, text):
    """The sparse features with a weight of each replica of the method tuned on a text."""
    results = Results.read(folder)
    return [
        {name for name, value in results.done[cell]["weights"].items() if value and name.startswith("PT:")}
        for cell in results.replicas(f"kbmira {text}", "bleu")
    ]


def test_the_methods_of_one_table_differ_in_their_tuning_text_alone(found):
    assert (found.name, found.metric) == ("kbmira", "bleu")
    assert dict(found.methods) == {text: f"kbmira {text}" for text in ("small", "whole", "bitext")}


def test_overlaps_are_those_of_sparse_features_with_a_weight(folder, found):
    rows = {tuple(row[:2]): row[2:] for row in tuning_overlap_table(found).rows}
    assert len(rows) == 3 + 3
    pairs = [*product(weights_of(folder, "small"), weights_of(folder, "bitext"))]
    expected = [round(fmean(map(len, sets))) for sets in zip(*((a, b, a & b) for a, b in pairs), strict=True)]
    assert rows["small", "bitext"][:3] == expected
    itself = [len(a & b) for a, b in permutations(weights_of(folder, "small"), 2)]
    assert rows["small", "another seed"][2] == round(fmean(itself))
    assert expected[0] > 0


def test_features_of_one_text_only_are_in_all_its_replicas_and_none_of_the_others(folder, found):
    tables = learned_tables(found)
    assert {table.name for table in tables} == {
        f"learned_kbmira_bleu_{pair}" for pair in ("small_whole", "small_bitext", "whole_bitext")
    }
    small, bitext = weights_of(folder, "small"), weights_of(folder, "bitext")
    names = [row[0] for row in learned_tables(found)[1].rows if row[0]]
    assert names
    names = ["PT:" + name.removeprefix("PT ").replace(" → ", "~").replace(" ", "_") for name in names]
    assert all(all(name in one for one in small) and not any(name in one for one in bitext) for name in names)


def test_words_are_counted_in_texts_and_features(folder, found):
    rows = {row[0]: row[1:] for row in word_table(found).rows}
    references = read_text(folder, tuning_text("small")).references
    assert word_table(found).header == ["tuned on", "the", "PT", "a", "PT"]
    assert rows["small"][0] == sum(line.split().count("the") for each in references for line in each)
    rules = [
        sum("the" in name.rpartition("~")[2].split("_") for name in one)
        for one in weights_of(folder, "whole")
    ]
    assert rows["whole"][1] == pytest.approx(fmean(rules), abs=0.05)


def test_what_is_significantly_worse_than_the_best_of_a_column_is_marked(folder, found):
    results = Results.read(folder)
    table = domain_table(found)
    means = {text: fmean(results.scores(f"kbmira {text}", "bleu", "test", "bleu")) for text in found.methods}
    best = max(means, key=means.get)
    pairs = results.pairs("bleu", "test", "bleu")
    for row in table.rows:
        assert row[1].startswith(f"{means[row[0]]:.2f}")
        worse = row[0] != best and pairs.pair(f"kbmira {best}", f"kbmira {row[0]}").corrected < SIGNIFICANT
        assert row[1].endswith("†") == worse
        assert ((list(found.methods).index(row[0]), 1) in table.best) == (row[0] == best)


def test_the_verdict_says_which_text_serves_which(folder, found):
    best, worse = found.best("test"), found.worse("test")
    (said,) = [
        one for one in verdict(Results.read(folder)) if one.startswith("On test, kbmira is best if tuned on")
    ]
    assert f"tuned on {best}, bleu {max(found.means('test').values()):.2f}" in said
    others = {text for text in found.methods if text != best}
    assert ("significantly better than on every other text" in said) == (worse == others)
    assert all((text in said.partition("but")[2]) == (text not in worse) for text in others)


def test_columns_are_texts_that_all_methods_can_be_compared_on(folder):
    results = Results.read(folder)
    assert score_table(results, "bleu", "bleu").header == ["method", "test"]
    own = read_text(folder, tuning_text("small"))
    (row,) = [row for row in gap_table(results, "test").rows if row[0] == "kbmira small"]
    gain = fmean(results.scores("kbmira small", "bleu", "dev", "bleu")) - results.score(
        results.untuned, tuning_text("small"), "bleu"
    )
    assert row[1] == f"{gain:+.2f}"
    assert len(own) == 5


def test_sentences_that_stand_in_a_test_text_are_counted(tmp_path, folder):
    (tmp_path / "copied.toml").write_text(
        STUDY.replace("[tune_on.whole]\n", f"[tune_on.whole]\nfiles = {files_of(folder, 'test')}\n")
    )
    run(tmp_path / "copied.toml", tmp_path / "study")
    rows = {row[0]: row for row in text_table(Results.read(tmp_path / "study")).rows}
    assert (rows["whole"][1], rows["whole"][3]) == (10, 10)
    assert (rows["small"][1], rows["small"][3]) == (5, 0)


def files_of(folder, name):
    return [str(folder / "synthetic" / f"{name}.{end}") for end in ("de", "en0", "en1")]


def test_the_page_has_both_sections_and_all_can_be_drawn(folder, found, tmp_path):
    made = report(folder)
    titles = [section.title for section in made.sections]
    assert titles[1:4] == [
        "Which tuning text serves which test text",
        "What tuning texts share",
        "What one tuning text teaches and another does not",
    ]
    assert "Tuned to bleu on 3 texts of 5 to 20 sentences" in made.lead
    names = {path.name for path in write_files(made, tmp_path)}
    assert {"domains_kbmira_bleu.csv", "overlap_map_kbmira_bleu.png", "words_kbmira_bleu.csv"} <= names
    for drawn in (domain_map(found), overlap_map(found)):
        assert "kbmira" in drawn.title
        ElementTree.fromstring(drawn.to_svg())


def test_the_json_has_the_same(found):
    facts = found.as_dict()
    assert len(facts["overlaps"]) == 6
    assert len(facts["learned_only"]) == 6
    assert {one["word"] for one in facts["words"]} == {"the", "a"}


def test_words_without_tuning_texts_are_told(tmp_path):
    (tmp_path / "study.toml").write_text(SYNTHETIC + 'words = ["the"]\n')
    with pytest.raises(InputError, match=r"study.toml: found words in \[report\], expected them with tables"):
        read_study(tmp_path / "study.toml")


def test_words_are_written_in_full(tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    study = read_study(tmp_path / "study.toml")
    study.write(tmp_path / "again.toml")
    assert read_study(tmp_path / "again.toml").words == study.words == ("the", "a")
    assert read_lines(tmp_path / "again.toml")
