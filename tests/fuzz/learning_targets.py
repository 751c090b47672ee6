"""Models that learn pairs after they were built: their overlays, and requests that teach them."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

from pitchpipe.data import language_pair
from pitchpipe.decoder import Translator
from pitchpipe.model import Additions
from pitchpipe.serve.corrections import Corrections
from pitchpipe.serve.live_model import LiveModel
from pitchpipe.serve.server import TranslationServer
from pitchpipe.serve.settings import ServeSettings
from pitchpipe.training import train
from pitchpipe.web.door import Application

from .mutations import JSON, TEXT
from .request_targets import body_changed, once, posted
from .sealed import FLAT
from .target import Target

NEW = "der glurbel schläft .", "the wombat sleeps ."


@cache
def _files() -> dict[str, bytes]:
    """What is in the folder of a small model that has learned a pair, by name."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        language_pair(train=60, dev=2, test=2, references=1, seed=1).write(folder)
        train(folder / "train.de", folder / "train.en", folder / "model", order=2, say=lambda text: None)
        Additions(folder / "model").add([NEW[0]], [NEW[1]])
        found = [path for part in (".", "added") for path in (folder / "model" / part).iterdir()]
        return {
            str(path.relative_to(folder / "model")): path.read_bytes() for path in found if path.is_file()
        }


def _model(folder: Path) -> None:
    for name, contents in _files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(contents)


def _learn(folder: Path) -> None:
    """Translate, and do in a copy what `add` does: show the pairs, add one, take both back."""
    copy = folder.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    Translator(copy, threads=1).translate(NEW[0])
    additions = Additions(copy)
    additions.pairs()
    additions.add(["das haus"], ["the house"])
    additions.undo()
    additions.undo(everything=True)


def _in_model(target: str, name: str, mutations: object) -> Target:
    return Target(target, _learn, lambda folder: [_files()[name]], mutations, name, _model, True, slow=True)


def _server(folder: Path) -> Application:
    model = folder / "model"
    if not model.exists():
        _model(model)
    corrections = Corrections(folder / "kept.tsv", model)
    live = LiveModel.of(Translator(model, threads=1))
    return TranslationServer(
        live, "model", ServeSettings(nbest=5, lines=20, letters=200), corrections=corrections
    ).application()


LEARNING_TARGETS = [
    _in_model("added-table", "added/1.table", FLAT),
    _in_model("added-in-model", "added/1.pairs", JSON),
    _in_model("added-model.json", "model.json", JSON),
    _in_model("model-aligner", "aligner", FLAT),
    _in_model("model-weights", "weights", TEXT),
    Target(
        "learn-request",
        once(_server),
        lambda folder: [
            posted("/correct", {"source": NEW[0], "target": NEW[1]}),
            posted("/undo", {}),
            posted("/suggest", {"source": "der glurbel schläft", "typed": "the w", "nbest": 2, "terms": []}),
            posted("/translate", {"text": NEW[0], "nbest": 2, "terms": [["glurbel", "wombat"]]}),
        ],
        (*TEXT, body_changed, body_changed),
        slow=True,
    ),
]
