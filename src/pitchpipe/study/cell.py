"""One cell of the grid: a method tuned to a metric with a seed, and what it makes of every text."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pitchpipe.analysis import TuningRecord
from pitchpipe.files import write_texts, write_whole
from pitchpipe.files.json_file import read_json
from pitchpipe.metrics import find_metric
from pitchpipe.study.reading import read_study
from pitchpipe.study.study import UNTUNED, Study, StudyMethod
from pitchpipe.study.systems import System, open_system
from pitchpipe.study.texts import text_digest
from pitchpipe.study.tuners import Outcome

RESULT, ERROR = "result.json", "error.txt"


@dataclass(frozen=True)
class Cell:
    """What is tuned, how and with which seed; and where, in a folder that another setting would change."""

    method: str
    metric: str
    """Empty for the start weights."""
    seed: int
    folder: str
    """From the study's."""
    beam: int | None = None
    """None where the study has no beams."""

    @property
    def title(self) -> str:
        tuned = f", {self.metric}, seed {self.seed}" if self.metric else ""
        return f"{self.method}{tuned}" + (f", beam {self.beam}" if self.beam else "")

    def path(self, study: Path) -> Path:
        return study / self.folder


def cells_of(study: Study, folder: Path) -> list[Cell]:
    """All cells of a study whose texts are prepared: first the start weights, then replica by replica."""
    system = open_system(study, folder)
    about = {"system": system.digest(), "start": system.start(), "dev": text_digest(folder, "dev")}
    beams: Sequence[int | None] = study.beams or [None]
    cells = [_cell(method_of(study, UNTUNED), "", study.grid.seed, beam, about) for beam in beams]
    for seed in study.seeds:
        for metric in study.metrics:
            for beam in beams:
                cells += [_cell(method, metric, seed, beam, about) for method in study.methods]
    return cells


def method_of(study: Study, name: str) -> StudyMethod:
    """The method of a name; that of the start weights searches as the first one does."""
    if name == UNTUNED:
        return StudyMethod(UNTUNED, "", study.methods[0].loop)
    return next(method for method in study.methods if method.name == name)


def _cell(method: StudyMethod, metric: str, seed: int, beam: int | None, about: Mapping[str, Any]) -> Cell:
    method = method.with_beam(beam)
    signature = find_metric(metric).signature if metric else ""
    facts = json.dumps([method.spec, asdict(method.loop), signature, seed, about], sort_keys=True)
    key = hashlib.blake2b(facts.encode(), digest_size=4).hexdigest()
    words = [method.name, metric, str(seed) if metric else "", f"beam-{beam}" if beam else ""]
    name = ".".join(re.sub(r"[^\w-]+", "-", word)[:30].strip("-") for word in words if word)
    return Cell(method.name, metric, seed, f"cells/{name}.{key}", beam)


def run_cell(folder: Path, cell: Cell, threads: int = 1) -> dict[str, Any]:
    """Tune a cell and translate all texts, or what of it is not done yet, and write the result last.

    The result has a cell's weights, so that it may be used as a file of weights.
    """
    study = read_study(folder / "study.toml")
    place = cell.path(folder)
    place.mkdir(parents=True, exist_ok=True)
    (place / ERROR).unlink(missing_ok=True)
    system, method = open_system(study, folder, threads), method_of(study, cell.method).with_beam(cell.beam)
    result = read_result(place)
    if result is None:
        if method.name == UNTUNED:
            outcome = Outcome(system.start())
        else:
            outcome = system.tune(method, cell.metric, cell.seed, place / "loop")
        result = {"method": method.spec, "metric": cell.metric, "seed": cell.seed, **asdict(outcome)}
    if not is_done(result, study, folder):
        _translate(study, system, method, result["weights"], place)
        result |= {"texts": _digests(study, folder), "curves": study.grid.curves}
        with write_whole(place / RESULT) as file:
            file.write((json.dumps(result, indent=1, ensure_ascii=False) + "\n").encode())
    if not study.grid.keep_lists:
        for lists in (place / "loop").glob("*.npz"):
            lists.unlink()
    return result


def read_result(place: Path) -> dict[str, Any] | None:
    """The result in a cell's folder, if there is one."""
    return read_json(place / RESULT) if (place / RESULT).exists() else None


def is_done(result: Mapping[str, Any] | None, study: Study, folder: Path) -> bool:
    """Whether a result is that of all texts, as they are now."""
    if result is None or (study.grid.curves and not result.get("curves")):
        return False
    known = result.get("texts", {})
    return all(known.get(name) == digest for name, digest in _digests(study, folder).items())


def _digests(study: Study, folder: Path) -> dict[str, str]:
    return {name: text_digest(folder, name) for name in study.texts}


def _translate(
    study: Study, system: System, method: StudyMethod, weights: Mapping[str, float], place: Path
) -> None:
    outputs = {str(output_path(place, name)): system.translate(method, name, weights) for name in study.texts}
    if study.grid.curves and (place / "loop" / "loop.json").exists():
        for number, one in enumerate(TuningRecord.read(place / "loop").iterations):
            for name in study.texts[1:]:
                path = output_path(place, name, number)
                outputs[str(path)] = system.translate(method, name, one.weights)
    write_texts(outputs)


def output_path(place: Path, text: str, iteration: int | None = None) -> Path:
    """Where the translation of a text is, or that with the weights of an iteration."""
    return place / (f"{text}.output" if iteration is None else f"{text}.{iteration:02}.output")
