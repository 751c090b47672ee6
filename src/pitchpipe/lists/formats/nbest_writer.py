"""Pools written as Moses writes n-best lists."""

from __future__ import annotations

from collections.abc import Iterator

from pitchpipe.arrays import Array
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, write_packed
from pitchpipe.files.nbest_lines import NbestLines
from pitchpipe.lists.merge import is_number
from pitchpipe.lists.pool import Pool


def write_nbest(pool: Pool, path: StrPath, weights: Array | None = None) -> None:
    """Write a pool; the total is the score under the weights, or 0."""
    with write_packed(path) as file:
        for line in nbest_lines(pool, str(path), None if weights is None else pool.scores(weights)):
            file.write(f"{line}\n".encode())


def nbest_lines(pool: Pool, where: str, scores: Array | None = None) -> Iterator[str]:
    """The lines of a pool, with scores of its candidates as totals; `where` is what errors call their place."""
    for name in pool.group_ids:
        if not is_number(name):
            raise InputError(
                f"{where}: found the sentence id {name!r}, expected a number; JSON lines can hold any id"
            )
    lines = NbestLines(where, pool.dense_names, pool.sparse_names)
    totals = [0.0] * len(pool) if scores is None else scores.tolist()
    starts = pool.sparse.starts.tolist()
    group_of = pool.group_of.tolist()
    for row, text in enumerate(pool.texts):
        entries = slice(starts[row], starts[row + 1])
        names = [pool.sparse_names[feature] for feature in pool.sparse.features[entries]]
        sparse = zip(names, pool.sparse.values[entries].tolist(), strict=True)
        yield lines.line(pool.group_ids[group_of[row]], text, pool.dense[row].tolist(), sparse, totals[row])
