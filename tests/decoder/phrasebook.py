"""Models of a few phrase pairs that a test writes down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pitchpipe.lm import LanguageModel, estimate
from pitchpipe.model import Language, Model, SparseFeatures, Table, TableFeatures
from pitchpipe.phrases import HOLE, read_moses
from pitchpipe.text import Corpus

WEIGHTS = {"TranslationModel0": 1.0, "LM0": 0.1, "Distortion0": 1.0, "UnknownWordPenalty0": 1.0}


def phrasebook(folder: Path, pairs: Mapping[str, Sequence[str]], templates: Sequence[str] = ()) -> Model:
    """A saved model in which the first translation of each phrase is the most probable one; `[X]` stands for a gap."""
    folder.mkdir(exist_ok=True)
    lines = [
        f"{source} ||| {target} ||| {1 / (place + 2)} ||| 0-0 ||| 9 9 {place + 1} |||\n"
        for source in sorted(pairs)
        for place, target in enumerate(pairs[source])
    ]
    (folder / "pairs").write_text("".join(lines))
    table = read_moses(folder / "pairs", [], path=folder / "phrases.table")
    text = [target.replace(f"{HOLE} ", "") for targets in pairs.values() for target in targets]
    estimate(Corpus.of(text * 3), 2).model.save(folder / "lm.lm")
    language = Language(LanguageModel.read(folder / "lm.lm"))
    model = Model([Table(table, TableFeatures(reordering=()))], [language], {}, SparseFeatures(templates))
    model = model.with_weights({**dict.fromkeys(model.feature_names, 0.0), **WEIGHTS})
    model.save(folder)
    return model
