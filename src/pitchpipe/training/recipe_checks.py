"""What `train` refuses before it begins: texts, settings and folders that a late stage could not work with."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

from pitchpipe.align import find_aligner, symmetrization
from pitchpipe.errors import InputError
from pitchpipe.files import ParallelText, read_sentences
from pitchpipe.grammar import check_parses
from pitchpipe.model import ALIGNER, SparseFeatures
from pitchpipe.training.building import CLASS_MODEL, CLASSES, TABLE
from pitchpipe.training.recipe import Recipe
from pitchpipe.training.tune import check_cluster, check_tuning

_WRITTEN = (
    *("recipe.toml", "model.json", "weights", "texts.json", TABLE, "lm.lm", CLASSES, CLASS_MODEL, ALIGNER),
    *("summary.json", "summary.txt", "test.output"),
)
"""Files of a model that `train` writes over."""


def check_recipe(recipe: Recipe, executor: Executor | None) -> None:
    """Refuse what a late stage would refuse, before hours are spent on the early ones."""
    build, tuning = recipe.settings.build, recipe.settings.tuning
    find_aligner(build.aligner)
    symmetrization(build.symmetrize)
    SparseFeatures(build.templates)
    _check_tune_on(recipe)
    _check_leave(recipe, executor)
    check_parses(build.trees_over, recipe.parses)
    if recipe.source_parses and build.compounds == "true":
        raise InputError(
            "found compounds=true with parses of the source, expected one of them: trees have whole words"
        )
    if tuning.method != "none":
        check_tuning(tuning)
    if executor is not None:
        check_cluster(tuning.method)
    if recipe.more and recipe.parses:
        raise InputError("found trees over the training text with texts of other origins, expected one text")
    for one in recipe.more:
        if len(one.files) > 2:
            raise InputError(f"found {len(one.files)} files for more, expected a source and a target file")
    for texts in filter(None, (*recipe.more, recipe.dev, recipe.test)):
        ParallelText.read(texts.files, (build.source_language, build.target_language))
    for path in recipe.lm_text:
        read_sentences(path)


def _check_tune_on(recipe: Recipe) -> None:
    chosen, tuning = recipe.settings.tune_on, recipe.settings.tuning
    if not chosen.tune_on:
        return
    if chosen.lines and recipe.parses:
        raise InputError(
            "found trees over the training text with tune_on=train:N, expected a file to tune on"
        )
    if chosen.tune_by == "nearest" and recipe.dev is None:
        raise InputError("found tune_by=nearest without a development text, expected one to be near to")
    if tuning.held_out and recipe.dev is not None:
        raise InputError("found held_out with tune_on, expected one of them: the development text chooses")
    if tuning.method == "none":
        raise InputError("found tune_on with method=none, expected a method to tune by")


def _check_leave(recipe: Recipe, executor: Executor | None) -> None:
    chosen, build = recipe.settings.tune_on, recipe.settings.build
    if not chosen.leaves_one_out:
        return
    if not chosen.lines:
        raise InputError("found leave=one-out without lines of the training text, expected tune_on=train:N")
    for name, value in (("grammar", build.grammar), ("gaps", build.gaps), ("discount", build.discount)):
        if value != "none":
            raise InputError(
                f"found leave=one-out with {name}={value}, expected phrases without gaps and with plain counts"
            )
    if recipe.more:
        raise InputError("found leave=one-out with texts of other origins, expected one of them")
    if executor is not None:
        raise InputError("found leave=one-out with a cluster, expected one of them: it is decoded here")


def check_foreign(folder: Path) -> None:
    """Refuse a folder with files that would be replaced and that no run of `train` has written."""
    found = [name for name in _WRITTEN if (folder / name).exists()]
    if not found or any((folder / "work").glob("*.stage.json")):
        return
    try:
        Recipe.read(folder / "recipe.toml")
    except InputError:
        raise InputError(
            f"{folder / found[0]}: found a file that train has not written, expected another folder for the model"
        ) from None
