"""The texts of a study, prepared once: `texts/NAME.json` has sentences and references, `texts/NAME.npz` lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from pitchpipe.analysis import Expected, read_expected
from pitchpipe.data import PARSES, language_pair
from pitchpipe.errors import InputError
from pitchpipe.files import ParallelText, read_json, write_json, write_texts
from pitchpipe.files.refusals import refusals_of
from pitchpipe.lists import Pool
from pitchpipe.lists.list_decoder import ListDecoder
from pitchpipe.model import Model, ModelTexts
from pitchpipe.study.annotations import prepared_order
from pitchpipe.study.settings import SyntheticSettings
from pitchpipe.study.study import DEV, Study, tuning_text
from pitchpipe.study.tuning_texts import leave_out, sample
from pitchpipe.training import DevSet, TextSet, TrainSettings, train
from pitchpipe.training.stages import Bar, no_bar
from pitchpipe.tuning.settings import TuningSettings


def prepare(
    study: Study,
    folder: Path,
    *,
    threads: int = 1,
    say: Callable[[str], None] = lambda text: None,
    bar: Bar = no_bar,
) -> None:
    """Build the model if it is to be built, and prepare all texts."""
    (folder / "texts").mkdir(parents=True, exist_ok=True)
    files = {"dev": study.dev, **study.tests}
    if study.model:
        Model.read(study.model, study.start)  # a model that is not there is told first
    if study.has_decoder:
        pair, parses = study.train, study.parses
        if study.synthetic:
            side = study.training.trees_over
            pair, files = _synthetic(study.synthetic, folder / "synthetic", parses=bool(side))
            parses = {side: str(folder / "synthetic" / f"train.{PARSES[side]}")} if side else {}
        kept = max((one.train for one in study.tuning_texts.values()), default=0)
        if kept:
            pair, sequestered = leave_out(pair, kept, files, folder / "tune_on", study.grid.seed)
        if pair:
            model = str(folder / "model")
            settings = TrainSettings(study.training, tuning=TuningSettings(method="none"))
            # The tuning text chooses how wide the model searches, as in `train`.
            dev = TextSet(files["dev"][0], files["dev"][1:])
            train(
                pair[0],
                pair[1],
                model,
                dev=dev,
                target_parses=parses.get("target"),
                source_parses=parses.get("source"),
                settings=settings,
                threads=threads,
                say=say,
                bar=bar,
            )
        how = ModelTexts.read(study.model or folder / "model")
        for name, paths in files.items():
            _write(folder, name, _prepared(how, paths, threads))
        for name, one in study.tuning_texts.items():
            given = sequestered if one.train else one.files
            text = _prepared(how, given, threads) if given else read_text(folder, DEV)
            _write(folder, tuning_text(name), sample(text, one, name))
        for name in study.ordered:
            path = study.orders.get(name) or folder / "synthetic" / f"{name}.order"
            original = ParallelText.read(files[name]).source
            expected = prepared_order(path, original, read_text(folder, name).sentences, how)
            lines = ["; ".join(map(str, each)) for each in expected]
            write_texts({str(folder / "texts" / f"{name}.order"): lines})
        return
    lists = {name: _read_lists(study, paths, threads) for name, paths in files.items()}
    for name, pool in lists.items():
        _check_features(name, pool, lists["dev"])
        pool.save(folder / "texts" / f"{name}.npz")
        _write(folder, name, ListDecoder(pool).text)


def read_text(folder: Path, name: str) -> DevSet:
    """A prepared text of a study."""
    path = folder / "texts" / f"{name}.json"
    return _read(path, _changed(path))


def read_order(folder: Path, name: str) -> list[list[Expected]]:
    """The order in which translations of a text should have words."""
    return read_expected(folder / "texts" / f"{name}.order", read_text(folder, name).sentences)


def text_digest(folder: Path, name: str) -> str:
    """A hash of a prepared text."""
    path = folder / "texts" / f"{name}.json"
    return _digest(path, _changed(path))


def read_lists(folder: Path, name: str) -> Pool:
    """The lists of a text of a study."""
    path = folder / "texts" / f"{name}.npz"
    return _loaded(path, _changed(path))


def _changed(path: Path) -> int:
    """When a file was written."""
    with refusals_of(path, "cannot be read"):
        return path.stat().st_mtime_ns


@lru_cache(maxsize=16)
def _read(path: Path, changed: int) -> DevSet:
    try:
        stored = read_json(path)
        return DevSet(stored["sentences"], stored["references"])
    except (KeyError, TypeError) as error:
        raise InputError(f"{path}: cannot be read as a text of a study: {error!r}") from None


@lru_cache(maxsize=64)
def _digest(path: Path, changed: int) -> str:
    return _read(path, changed).digest()


@lru_cache(maxsize=8)
def _loaded(path: Path, changed: int) -> Pool:
    return Pool.read_saved(path)


def _write(folder: Path, name: str, text: DevSet) -> None:
    contents = {"sentences": list(text.sentences), "references": [list(each) for each in text.references]}
    write_json(folder / "texts" / f"{name}.json", contents)


def _prepared(how: ModelTexts, files: Sequence[str], threads: int) -> DevSet:
    """A text as the model knows it."""
    text = ParallelText.read(files)
    prepared = [how.target(lines, processes=threads) for lines in text.references]
    return DevSet(
        how.source(text.source, processes=threads), [list(each) for each in zip(*prepared, strict=True)]
    )


def _read_lists(study: Study, files: Sequence[str], threads: int) -> Pool:
    path, *references = files
    pool = Pool.read(path, references=references or None, format=study.format, threads=threads)
    if pool.references is None:
        raise InputError(f"{path}: found lists without references, expected files of them after it")
    return pool.without_duplicates()


def _check_features(name: str, lists: Pool, dev: Pool) -> None:
    """Refuse lists of another system."""
    for has, lacks, place in ((dev, lists, name), (lists, dev, "dev")):
        strays = set(has.dense_names) - set(lacks.feature_names)
        if strays:
            raise InputError(
                f"found no feature {min(strays)!r} in the lists of {place}, expected those of the same system"
            )


def _synthetic(
    chosen: SyntheticSettings, folder: Path, *, parses: bool
) -> tuple[Sequence[str], dict[str, Sequence[str]]]:
    """Write a language pair, with trees if they are needed: the files to train on, and those of each text."""
    pair = language_pair(
        train=chosen.sentences,
        dev=chosen.dev,
        test=chosen.test,
        references=chosen.references,
        seed=chosen.seed,
        variety=chosen.variety,
    )
    pair.write(folder, parses=parses, orders=chosen.order)
    files = {name: [str(folder / file) for file in pair.files(name)] for name in ("train", "dev", "test")}
    return files.pop("train"), dict(files)
