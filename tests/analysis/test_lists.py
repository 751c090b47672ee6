import pytest

from pitchpipe.analysis import list_facts, pool_diversity
from pitchpipe.metrics import find_metric
from tests.tuning.tunable_pools import pool_of

LISTS = [["he go home", "he goes home", "home"], ["it rains", "rain"]]


def test_lists_in_a_few_numbers():
    pool = pool_of(LISTS, [[0]] * 5, [["he goes home"], ["it rains"]])
    found = list_facts(pool, "wer", order=1)
    assert (found.sentences, found.candidates) == (2, 5)
    assert found.first == pytest.approx(100 * 1 / 5)
    assert found.oracle == 0
    assert found.anti_oracle == pytest.approx(100 * 4 / 5)
    assert found.diversity == pool_diversity(pool, 1)
    assert found.metric == find_metric("wer").signature
