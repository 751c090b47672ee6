"""A decoder's candidates become the pool that says the same."""

from dataclasses import replace

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.arrays import SparseRows
from pitchpipe.decoder import Candidates
from pitchpipe.lists.decoded import decoded_pool
from pitchpipe.text import Texts

from .pools import candidates_of

# Candidates of two sentences, whose sparse features are not in the order of their names.
LISTED = Candidates(
    groups=np.array([0, 2, 3], np.int64),
    texts=Texts.of(["a b", "a", "c"]),
    scores=np.array([3.0, 2.0, 1.0]),
    dense=np.array([[1, 2], [3, 4], [5, 6]], np.float32),
    dense_names=("LM0", "TM0"),
    sparse=SparseRows(
        np.array([0, 2, 2, 4], np.int64),
        np.array([0, 1, 2, 0], np.int32),
        np.array([1.0, 2.0, 3.0, 4.0]),
    ),
    sparse_names=("PT:z", "PT:a", "PT:m"),
)
REFERENCES = [["a b c", "a b"], ["c d"]]


def test_every_candidate_keeps_its_text_and_features():
    first, second = candidates_of(decoded_pool(LISTED, REFERENCES))
    assert first == [
        ("a b", {"LM0": 1, "TM0": 2, "PT:z": 1, "PT:a": 2}, None),
        ("a", {"LM0": 3, "TM0": 4}, None),
    ]
    assert second == [("c", {"LM0": 5, "TM0": 6, "PT:m": 3, "PT:z": 4}, None)]


def test_sparse_features_are_sorted_by_name():
    pool = decoded_pool(LISTED, REFERENCES)
    assert pool.sparse_names == ("PT:a", "PT:m", "PT:z")
    assert pool.sparse.features.tolist() == [0, 2, 1, 2]


def test_references_go_with_their_sentences():
    references = decoded_pool(LISTED, REFERENCES).references
    assert [references.group(i) for i in range(2)] == REFERENCES


def test_a_sentence_without_a_translation_is_told():
    with pytest.raises(InputError, match="sentence 2 has no translation"):
        decoded_pool(replace(LISTED, groups=np.array([0, 3, 3], np.int64)), REFERENCES)
