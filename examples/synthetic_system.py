"""Train a small translation system on the synthetic language pair in seconds; the feature examples use it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pitchpipe.align import align
from pitchpipe.data import language_pair
from pitchpipe.lm import LanguageModel, estimate
from pitchpipe.model import Language, Model, Table, TableFeatures
from pitchpipe.phrases import Extraction, extract
from pitchpipe.text import Corpus

WEIGHTS = {"LM0": 0.5, "WordPenalty0": -0.5, "Distortion0": 0.1, "UnknownWordPenalty0": 1.0}


def trained(folder: Path, train: int = 3000, dev: int = 200) -> tuple[Model, list[str], list[Sequence[str]]]:
    """A model without reordering features, and sentences with references to try it on."""
    pair = language_pair(train=train, dev=dev, test=0)
    source = Corpus.of(pair.train.source)
    target = Corpus.of([references[0] for references in pair.train.references])
    links = align(source, target)
    settings = Extraction(reordering="none", max_length=4)
    table = extract(source, target, links.links, links.offsets, folder / "phrases.table", settings=settings)
    estimate(target, 3).model.save(folder / "lm.lm")
    model = Model([Table(table, TableFeatures())], [Language(LanguageModel.read(folder / "lm.lm"))], {})
    weights = {**{name: 0.2 for name in model.feature_names if "Translation" in name}, **WEIGHTS}
    return model.with_weights(weights), list(pair.dev.source), list(pair.dev.references)
