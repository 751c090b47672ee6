"""What a study tunes: the decoder of a model, or the lists of a system that is not here."""

from __future__ import annotations

from pathlib import Path

from pitchpipe.decoder import Decoder, FolderDecoder
from pitchpipe.lists import read_weights_for, tokenized
from pitchpipe.lists.list_decoder import ListDecoder
from pitchpipe.model import Model
from pitchpipe.study.study import Study, StudyMethod
from pitchpipe.study.texts import read_lists
from pitchpipe.weights import Weights


def study_decoder(
    study: Study,
    folder: Path,
    method: StudyMethod | None = None,
    *,
    text: str = "dev",
    tokenize: str = "none",
    threads: int = 1,
) -> Decoder:
    """What translates a text of a study whose texts are prepared."""
    if study.has_decoder:
        if method is None:
            return FolderDecoder.of(_model(study, folder), threads)
        return FolderDecoder.of(_model(study, folder), threads, method.templates, **method.search)
    return ListDecoder(tokenized(read_lists(folder, text), tokenize))


def start_weights(study: Study, folder: Path) -> Weights:
    """The weights that tuning starts from."""
    if study.has_decoder:
        return Weights(Model.read(_model(study, folder), study.start).weights)
    lists = read_lists(folder, "dev")
    if study.start is not None:
        return Weights(read_weights_for(lists, study.start)[0])
    return ListDecoder(lists).weights


def _model(study: Study, folder: Path) -> str:
    return study.model or str(folder / "model")
