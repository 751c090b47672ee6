import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.analysis import generalisation
from pitchpipe.lists import split
from pitchpipe.metrics import find_metric
from pitchpipe.tuning import tune_each
from tests.tuning.tunable_pools import random_pool


@pytest.mark.parametrize("spec", ["bleu", "wer"])
def test_features_of_noise_gain_only_where_they_were_seen(spec):
    pool = random_pool(np.random.default_rng(1), groups=40, candidates=10, features=12)
    seen, held_out = split(pool, 0.5, 1)
    (run,) = tune_each(seen, ["mert(restarts=1)"], spec, held_out=held_out)
    found = generalisation(run, find_metric(spec))
    assert found.seen == pytest.approx(abs(run.tuned.objective - run.tuned.start_objective))
    assert abs(found.held_out) == pytest.approx(abs(run.held_out - run.start_held_out))
    assert found.gap > 0
    assert found.gap == found.seen - found.held_out


def test_a_run_without_held_out_lists_is_refused():
    (run,) = tune_each(random_pool(np.random.default_rng(1)), ["mert(restarts=0)"], "bleu")
    with pytest.raises(InputError, match="was not judged on held-out lists"):
        generalisation(run, find_metric("bleu"))
