"""What the lists of studies allow, and the features that methods share."""

from statistics import fmean

import numpy as np
import pytest

from pitchpipe.analysis import list_facts
from pitchpipe.lists import Pool
from pitchpipe.report.study.list_tables import lists_table, overlap_table
from pitchpipe.study.results import Results
from pitchpipe.weights import Weights

from .studies import LISTS, SYNTHETIC, run, write_lists


def row_of(facts):
    return pytest.approx([facts.anti_oracle, facts.first, facts.oracle, facts.diversity])


def test_lists_without_a_decoder_have_a_row_for_each_text(tmp_path):
    dev, news = write_lists(tmp_path)
    (tmp_path / "lists.toml").write_text(LISTS)
    run(tmp_path / "lists.toml", tmp_path / "study")
    results = Results.read(tmp_path / "study")
    for metric in ("bleu", "wer"):
        table = lists_table(results, metric)
        assert [row[0] for row in table.rows] == ["dev", "news"]
        for row, pool in zip(table.rows, (dev, news), strict=True):
            assert row[2:] == row_of(list_facts(pool.without_duplicates(), metric))
    assert overlap_table(results, "bleu") is None


@pytest.fixture(scope="module")
def sparse(tmp_path_factory):
    """A study with sparse features, whose lists are kept; one method is tuned on search bins."""
    place = tmp_path_factory.mktemp("sparse")
    text = SYNTHETIC.replace("curves = true", "keep_lists = true\nchoose = 'last'").replace(
        "order = 3", 'order = 3\nsparse = "PT"'
    )
    (place / "tiny.toml").write_text(text + '[method.kbmira]\nsearch_aware = "potential"\n')
    ended = run(place / "tiny.toml", place / "study")
    assert [one.problem for one in ended] == [""] * 5
    return Results.read(place / "study")


def test_lists_that_were_kept_have_a_row_for_each_method(sparse):
    table = lists_table(sparse, "bleu")
    assert [row[0] for row in table.rows] == ["regression", "kbmira"]
    for name, *_, oracle, diversity in table.rows:
        facts = []
        for cell in sparse.replicas(name, "bleu"):
            pool = Pool.read_saved(
                cell.path(sparse.folder) / "loop" / f"{sparse.done[cell]['chosen']:02}.npz"
            )
            if name == "kbmira":
                whole = [
                    i for i, one in enumerate(pool.group_ids) if len(set(one.split(".")[1].split("/"))) == 1
                ]
                assert 0 < len(whole) < pool.group_count
                pool = pool.take_groups(np.array(whole))
            assert pool.group_count == 20
            facts.append(list_facts(pool, "bleu"))
        assert oracle == pytest.approx(fmean(one.oracle for one in facts))
        assert diversity == pytest.approx(fmean(one.diversity for one in facts))


def test_lists_that_were_not_kept_have_no_table(sparse, tmp_path):
    (tmp_path / "tiny.toml").write_text(SYNTHETIC.replace("curves = true", ""))
    run(tmp_path / "tiny.toml", tmp_path / "study")
    results = Results.read(tmp_path / "study")
    assert lists_table(results, "bleu") is None
    assert overlap_table(results, "bleu") is None, "there are dense features only"


def test_features_are_counted_and_shared_with_replicas_and_the_baseline(sparse):
    def weighted(name):
        vectors = [
            Weights.read(cell.path(sparse.folder) / "result.json") for cell in sparse.replicas(name, "bleu")
        ]
        return [{feature for feature, value in one.items() if value} for one in vectors]

    sets = {name: weighted(name) for name in ("regression", "kbmira")}
    assert max(map(len, sets["kbmira"])) > 30
    table = overlap_table(sparse, "bleu")
    assert table.header == ["method", "features", "in another replica", "in regression"]
    for name, features, others, baseline in table.rows:
        one, other = sets[name]
        both = len(one & other)
        assert features == round((len(one) + len(other)) / 2)
        assert others == f"{(both / len(one) + both / len(other)) / 2:.0%}"
        shares = [len(mine & theirs) / len(mine) for mine in sets[name] for theirs in sets["regression"]]
        assert baseline == (None if name == "regression" else f"{fmean(shares):.0%}")
