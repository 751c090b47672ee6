"""Lattices against enumeration, and against lists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.decoder import Lattice, PhraseDecoder, SearchSettings
from tests.decoder.test_search import EXHAUSTIVE, decoder, ranked, sentences
from tests.decoder.toy import toy


def paths(lattice: Lattice, node: int = 0) -> Iterator[tuple[float, list[str]]]:
    """Scores and words of all paths from a node to the end."""
    if node == len(lattice.covered) - 1:
        yield 0.0, []
        return
    for arc in np.flatnonzero(lattice.arcs[:, 0] == node):
        for score, words in paths(lattice, int(lattice.arcs[arc, 1])):
            yield score + float(lattice.scores[arc]), [*lattice.texts[int(arc)].split(), *words]


@pytest.mark.parametrize("seed", range(4))
def test_paths_are_all_derivations_with_their_scores(tmp_path: Path, seed: int) -> None:
    made = toy(tmp_path, seed)
    texts = sentences(seed, count=3, longest=4)
    for lattice, sentence in zip(decoder(made, **EXHAUSTIVE).lattices(texts), texts, strict=True):
        found = sorted(((score, " ".join(words)) for score, words in paths(lattice)), reverse=True)
        expected = ranked(made, sentence, 6)
        assert [score for score, _ in found] == pytest.approx([score for score, _ in expected], abs=1e-4)
        assert sorted(text for _, text in found) == sorted(text for _, text in expected)


def test_arcs_lead_forward_and_cover_what_their_nodes_say(tmp_path: Path) -> None:
    made = toy(tmp_path, 5)
    texts = ["", *sentences(5, count=10, longest=12)]
    search = SearchSettings(beam=10, pop_limit=30)
    one = PhraseDecoder(made.model, search, threads=1)
    for i, lattice in enumerate(one.lattices(texts)):
        begin, end, first, after = lattice.arcs.T
        assert (begin < end).all()
        assert (np.diff(end) >= 0).all()
        assert (lattice.covered[end] - lattice.covered[begin] == after - first).all()
        assert lattice.covered[0] == 0
        assert lattice.covered[-1] == len(texts[i].split())
        best = np.full(len(lattice.covered), -np.inf)
        best[0] = 0
        for arc, (source, target) in enumerate(lattice.arcs[:, :2]):
            best[target] = max(best[target], best[source] + lattice.scores[arc])
        assert np.isfinite(best).all()
        assert best[-1] == pytest.approx(one.translate([texts[i]], nbest=2).scores[0], abs=1e-4)


def test_lattices_do_not_depend_on_the_number_of_threads(tmp_path: Path) -> None:
    made = toy(tmp_path, 2)
    texts = sentences(2, count=20, longest=8)
    one, four = (PhraseDecoder(made.model, threads=threads).lattices(texts) for threads in (1, 4))
    for a, b in zip(one, four, strict=True):
        assert (a.arcs == b.arcs).all()
        assert (a.scores == b.scores).all()
        assert list(a.texts) == list(b.texts)


def test_one_text_in_place_of_several_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="put it in a list"):
        PhraseDecoder(toy(tmp_path, 1).model).lattices("a b")
