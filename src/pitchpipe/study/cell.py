"""One cell of the grid: a method tuned to a metric with a seed, and what it makes of every text."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pitchpipe.analysis import TuningRecord
from pitchpipe.decoder import Candidates
from pitchpipe.errors import unknown_name
from pitchpipe.files import read_json, write_json, write_texts
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.score_store import keeping_scores
from pitchpipe.study.decoders import start_weights, study_decoder
from pitchpipe.study.reading import read_study
from pitchpipe.study.study import DEV, UNTUNED, Study, StudyMethod, tuning_text
from pitchpipe.study.texts import read_text, text_digest
from pitchpipe.training import TuningResult, tune_decoder
from pitchpipe.weights import Weights

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


@dataclass(frozen=True)
class Outcome:
    """What a method came to."""

    weights: Weights
    chosen: int = 0
    """The round that they are from."""
    reason: str = ""
    """Why it ended."""
    curve: list[float] = field(default_factory=list)
    """The metric of the tuning text in each round, from the start weights on."""
    decode_seconds: float = 0.0
    optimize_seconds: float = 0.0

    @classmethod
    def of(cls, stages: Sequence[TuningResult]) -> Outcome:
        last = stages[-1]
        return cls(
            last.weights,
            last.chosen,
            last.reason,
            last.curve,
            sum(one.decode_seconds for one in stages),
            sum(one.optimize_seconds for one in stages),
        )


def cells_of(study: Study, folder: Path) -> list[Cell]:
    """All cells of a study whose texts are prepared: first the start weights, then replica by replica."""
    about = {
        "decoder": study_decoder(study, folder).fingerprint,
        "tokenize": study.tokenize,
        "start": start_weights(study, folder),
    }
    digests = {name: text_digest(folder, name) for name in map(tuning_text, (DEV, *study.tuning_texts))}

    def about_of(method: StudyMethod) -> dict[str, Any]:
        return {**about, DEV: digests[tuning_text(method.tune_on)]}

    beams: Sequence[int | None] = study.beams or [None]
    start = method_of(study, UNTUNED)
    cells = [_cell(start, "", study.grid.seed, beam, about_of(start)) for beam in beams]
    for seed in study.seeds:
        for metric in study.metrics:
            for beam in beams:
                cells += [_cell(method, metric, seed, beam, about_of(method)) for method in study.methods]
    return cells


def method_of(study: Study, name: str) -> StudyMethod:
    """The method of a name; that of the start weights searches as the first one does."""
    if name == UNTUNED:
        first = study.methods[0]
        return replace(first, name=UNTUNED, tuning=replace(first.tuning, method="none"), tune_on=None)
    for method in study.methods:
        if method.name == name:
            return method
    raise unknown_name("method of the study", name, [method.name for method in study.methods])


def _cell(method: StudyMethod, metric: str, seed: int, beam: int | None, about: Mapping[str, Any]) -> Cell:
    method = method.with_beam(beam)
    signature = find_metric(metric).signature if metric else ""
    facts = json.dumps([method.spec, method.loop, signature, seed, about], sort_keys=True)
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
    method = method_of(study, cell.method).with_beam(cell.beam)
    result = read_result(place)
    if result is None:
        with keeping_scores(folder):
            outcome = _tuned(study, folder, cell, method, threads)
        result = {"method": method.spec, "metric": cell.metric, "seed": cell.seed, **asdict(outcome)}
    if not is_done(result, study, folder, method):
        _translate(study, folder, method, result["weights"], place=place, threads=threads)
        result |= {"texts": _digests(study, folder, method), "curves": study.grid.curves}
        result |= {"aligned": [*study.ordered]} if study.ordered else {}
        write_json(place / RESULT, result)
    if not study.grid.keep_lists:
        for lists in (place / "loop").glob("*.npz"):
            lists.unlink()
    return result


def read_result(place: Path) -> dict[str, Any] | None:
    """The result in a cell's folder, if there is one."""
    return read_json(place / RESULT) if os.path.exists(place / RESULT) else None


def is_done(result: Mapping[str, Any] | None, study: Study, folder: Path, method: StudyMethod) -> bool:
    """Whether a result is that of all texts, as they are now."""
    if result is None or (study.grid.curves and not result.get("curves")):
        return False
    if not {*study.ordered} <= {*result.get("aligned", [])}:
        return False
    known = result.get("texts", {})
    return all(known.get(name) == digest for name, digest in _digests(study, folder, method).items())


def _digests(study: Study, folder: Path, method: StudyMethod) -> dict[str, str]:
    return {name: text_digest(folder, text) for name, text in study.text_names(method).items()}


def _tuned(study: Study, folder: Path, cell: Cell, method: StudyMethod, threads: int) -> Outcome:
    start = start_weights(study, folder)
    if method.name == UNTUNED:
        return Outcome(start)
    decoder = study_decoder(study, folder, method, tokenize=study.tokenize, threads=threads)
    found = tune_decoder(
        decoder,
        read_text(folder, tuning_text(method.tune_on)),
        replace(method.tuning, metric=cell.metric, seed=cell.seed),
        start,
        split_seed=study.grid.seed,
        folder=cell.path(folder) / "loop",
        threads=threads,
    )
    return Outcome.of(found)


def _translate(
    study: Study,
    folder: Path,
    method: StudyMethod,
    weights: Mapping[str, float],
    *,
    place: Path,
    threads: int,
) -> None:
    def translated(text: str, weights: Mapping[str, float]) -> Candidates:
        decoder = study_decoder(study, folder, method, text=text, threads=threads)
        return decoder.translate(read_text(folder, text).sentences, weights=weights)

    outputs = {}
    for name, text in study.text_names(method).items():
        found = translated(text, weights)
        outputs[str(output_path(place, name))] = [*found.best()]
        if name in study.ordered:
            outputs[str(alignment_path(place, name))] = [*map(_pharaoh, found.best_alignments())]
    if study.grid.curves and (place / "loop" / "loop.json").exists():
        for number, one in enumerate(TuningRecord.read(place / "loop").iterations):
            for name in study.texts[1:]:
                outputs[str(output_path(place, name, number))] = [*translated(name, one.weights).best()]
    write_texts(outputs)


def _pharaoh(links: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{source}-{target}" for source, target in links)


def alignment_path(place: Path, text: str) -> Path:
    """Where the alignment of a text's translation is, in the Pharaoh format."""
    return place / f"{text}.align"


def output_path(place: Path, text: str, iteration: int | None = None) -> Path:
    """Where the translation of a text is, or that with the weights of an iteration."""
    return place / (f"{text}.output" if iteration is None else f"{text}.{iteration:02}.output")
