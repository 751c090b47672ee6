"""The aligner eflomal, by its package."""

import sys

import pytest

from pitchpipe import InputError
from pitchpipe.align import aer, align, train
from pitchpipe.text import Corpus

from .language import language


def test_eflomal_aligns_well():
    pytest.importorskip("eflomal", reason="the package eflomal is not installed")
    source, target, truth = language(500)
    found = align(source, target, "eflomal", threads=2)
    assert len(found) == len(source)
    assert aer(found, truth) < 0.2


def test_lines_without_words_stay_in_step():
    pytest.importorskip("eflomal", reason="the package eflomal is not installed")
    source, target = Corpus.of(["a b", "", "a", "b c"]), Corpus.of(["x Y", "x", "", "y z"])
    found = align(source, target, "eflomal")
    assert [len(found.line(n)) > 0 for n in range(4)] == [True, False, False, True]


def test_without_the_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "eflomal", None)
    with pytest.raises(InputError, match="pip install eflomal"):
        align(Corpus.of(["a"]), Corpus.of(["b"]), "eflomal")


def test_it_has_neither_posteriors_nor_a_model():
    texts = Corpus.of(["a"]), Corpus.of(["b"])
    with pytest.raises(InputError, match="eflomal gives links and no posteriors"):
        align(*texts, "eflomal", "posterior")
    with pytest.raises(InputError, match="eflomal has no model that could be kept"):
        train(*texts, "eflomal")
