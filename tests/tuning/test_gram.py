"""Products of tall matrices with themselves are what they are by definition."""

import numpy as np
import pytest

from pitchpipe.tuning.gram import PIECE, gram


@pytest.mark.parametrize("rows", [0, 1, PIECE - 1, PIECE, 3 * PIECE + 7])
def test_pieces_add_up_to_the_whole(rows):
    rng = np.random.default_rng(rows)
    tall, other = rng.normal(size=(rows, 5)), rng.normal(size=(rows, 3))
    np.testing.assert_allclose(gram(tall), tall.T @ tall, atol=1e-10)
    np.testing.assert_allclose(gram(tall, other), tall.T @ other, atol=1e-10)


def test_no_columns_are_no_product():
    assert gram(np.zeros((3 * PIECE, 0))).shape == (0, 0)
