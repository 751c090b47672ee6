"""The cut-off against sets of sentences."""

from collections import defaultdict

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.online.cutoff import Cutoff
from pitchpipe.online.gradient import Gradient

DENSE, FEATURES = 2, 7

batches = st.lists(
    st.dictionaries(st.integers(0, 5), st.sets(st.integers(0, FEATURES - 1), min_size=1), max_size=3),
    max_size=8,
)


@given(batches=batches, least=st.integers(1, 4))
def test_a_sparse_feature_passes_once_it_fired_in_so_many_different_sentences(batches, least):
    cutoff = Cutoff(least, DENSE)
    sentences = defaultdict(set)
    for batch in batches:
        for sentence, fired in batch.items():
            for feature in fired:
                sentences[feature].add(sentence)
        features = np.array(sorted({feature for fired in batch.values() for feature in fired}), np.int64)
        fired = [(sentence, np.array(sorted(each))) for sentence, each in batch.items()]
        passed = cutoff(Gradient(features, features * 1.5, 3, fired), FEATURES)
        wanted = [f for f in features.tolist() if f < DENSE or len(sentences[f]) >= least]
        assert passed.features.tolist() == wanted
        assert passed.values.tolist() == [1.5 * f for f in wanted]
        assert passed.examples == 3
