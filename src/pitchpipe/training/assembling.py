"""A model from its pieces: phrase tables, language models and weights, joined in a folder."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pitchpipe.decoder import SearchSettings
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import StrPath, input_name
from pitchpipe.files.flat_file import is_flat_file
from pitchpipe.lm import LanguageModel, WordClasses
from pitchpipe.model import Glue, Language, Model, ModelTexts, SparseFeatures, Table, TableFeatures
from pitchpipe.model.features import SPARSE_STARTS
from pitchpipe.model.model import check_weights
from pitchpipe.model.new_folder import new_folder
from pitchpipe.phrases import PhraseTable, read_moses
from pitchpipe.phrases.provenance import origin_count
from pitchpipe.reordering import FEATURES, REORDERING_MODELS
from pitchpipe.text import Corpus
from pitchpipe.training.start import start_weights
from pitchpipe.weights import Weights

FREQUENT_WORDS = 80
"""Words of each side that word-pair features are made of, as in the PRO paper."""
_SEEN = 1000
"""Phrase pairs that are looked at to see whether a table has counts."""


def assemble(
    folder: StrPath,
    tables: Sequence[StrPath],
    language_models: Sequence[StrPath] = (),
    *,
    reordering_tables: Sequence[StrPath] = (),
    weights: StrPath | Mapping[str, float] | None = None,
    sparse: SparseFeatures | None = None,
    search: Mapping[str, Any] | None = None,
    texts: ModelTexts | None = None,
    threads: int = 1,
    progress: Callable[[str], None] = lambda what: None,
) -> Model:
    """Join files that were made one by one into the folder of a model, whole or not at all.

    Parameters
    ----------
    tables
        Phrase tables that `extract` wrote, or Moses's text.
    language_models
        Models that `lm estimate` wrote, or ARPA files.
    reordering_tables
        Moses's text, for the one phrase table that is text too; the kind of each is in its name.
    weights
        A file or the weights themselves; those that tuning starts from by default.
    search
        Search settings that differ from the defaults, as in `{"distortion_limit": 9}`.
    texts
        How text is prepared for the model; it is tokenised already by default.
    progress
        Told each piece that is taken in.

    Examples
    --------
    >>> model = assemble("model", ["phrases.table"], ["lm.lm"], search={"distortion_limit": 9})
    >>> PhraseDecoder(model).translate(["das haus ist klein"]).best()
    """
    chosen = SearchSettings.from_spec(None, dict(search or {})).changed
    if not tables:
        raise InputError("found no phrase table, expected at least one")
    if reordering_tables and (len(tables) > 1 or is_flat_file(tables[0])):
        raise InputError(
            f"{input_name(reordering_tables[0])}: found a reordering table, expected one only with a single "
            "phrase table of Moses's text; tables that extract writes have theirs in them"
        )
    given = [] if weights is None or isinstance(weights, Mapping) else [weights]
    with new_folder(folder, [*tables, *language_models, *reordering_tables, *given]) as out:
        names = _numbered("phrases", "table", len(tables)), _numbered("lm", "lm", len(language_models))
        for path, name in zip(tables, names[0], strict=True):
            progress(f"phrase table {input_name(path)}")
            _take_table(path, out / name, reordering_tables, threads)
        for path, name in zip(language_models, names[1], strict=True):
            progress(f"language model {input_name(path)}")
            _take_language_model(path, out / name, threads)
        model = joined(out, *names, sparse or SparseFeatures(), chosen)
        if weights is not None:
            model = _weighted(model, weights)
        model.save(out)
        if texts is not None:
            texts.save(out)
    return Model.read(folder)


def joined(
    folder: Path,
    tables: Sequence[str],
    language_models: Sequence[str],
    sparse: SparseFeatures,
    search: Mapping[str, Any],
) -> Model:
    """The model of files in a folder, with the weights that tuning starts from."""
    opened = [PhraseTable.read(folder / path) for path in tables]
    model = Model(
        [
            Table(table, _features(table, number), path)
            for number, (path, table) in enumerate(zip(tables, opened, strict=True))
        ],
        [
            Language(LanguageModel.read(folder / path), f"LM{number}", path=path)
            for number, path in enumerate(language_models)
        ],
        {},
        sparse,
        search,
        Glue() if any(table.facts.gaps for table in opened) else None,
    )
    return model.with_weights(start_weights(model.feature_names, labels=model.has_labels))


def with_class_model(model: Model, folder: Path, path: str, classes: str) -> Model:
    """A model with one more language model, over the classes of target words; tuning starts anew."""
    number = sum(one.classes is not None for one in model.language_models)
    named = Language(
        LanguageModel.read(folder / path),
        f"ClassLM{number}",
        path=path,
        classes=WordClasses.read(folder / classes),
        classes_path=classes,
    )
    model = replace(model, language_models=[*model.language_models, named])
    return model.with_weights(start_weights(model.feature_names, labels=model.has_labels))


def sparse_features(templates: Sequence[str], texts: Callable[[], Sequence[Corpus]]) -> SparseFeatures:
    """The sparse features of templates, with the frequent words of the texts for those that are made of them."""
    frequent = [_frequent(corpus) for corpus in texts()] if {"WP", "INS"} & {*templates} else [(), ()]
    return SparseFeatures(templates, *frequent)


def _features(table: PhraseTable, number: int) -> TableFeatures:
    counted = bool(table.file.arrays["counts"][:_SEEN, 2].any())
    return TableFeatures(
        f"TranslationModel{number}",
        tuple(f"{FEATURES[name].removesuffix('0')}{number}" for name in table.facts.reordering),
        f"RuleCount{number}" if counted else None,
        f"UniqueRule{number}" if counted and not table.facts.gaps else None,
        origins=f"Origin{number}" if origin_count(table) else None,
    )


def _take_table(path: StrPath, to: Path, reordering_tables: Sequence[StrPath], threads: int) -> None:
    if is_flat_file(path):
        PhraseTable.read(path).verify(threads)
        shutil.copyfile(path, to)
    else:
        kinds = [_kind(one) for one in reordering_tables]
        read_moses(path, reordering_tables, path=to, reordering_models=kinds)


def _take_language_model(path: StrPath, to: Path, threads: int) -> None:
    model = LanguageModel.read(path)
    if is_flat_file(path):
        model.verify(threads)
        shutil.copyfile(path, to)
    else:
        model.save(to)


def _kind(path: StrPath) -> str:
    """The reordering model that the name of a text table tells, as Moses names them."""
    name = Path(path).name
    for kind in REORDERING_MODELS:
        if kind in name:
            return kind
    raise InputError(
        f"{input_name(path)}: found no kind of reordering in the name of the file, "
        f"expected {' or '.join(REORDERING_MODELS)}"
    )


def _weighted(model: Model, weights: StrPath | Mapping[str, float]) -> Model:
    """The model with given weights: one for each dense feature, and none of features that it does not have."""
    given = isinstance(weights, Mapping)
    name = "weights" if given else input_name(weights)  # type: ignore[arg-type]
    model = model.with_weights(weights if given else Weights.read(weights))  # type: ignore[arg-type]
    check_weights(model, name)
    starts = tuple(start for one in model.sparse.templates for start in SPARSE_STARTS[one])
    known = set(model.feature_names)
    for feature in () if model.search.get("features") else model.weights:  # plug-ins name their own
        if feature not in known and not feature.startswith(starts):
            raise InputError(f"{name}: {unknown_name('feature', feature, known)}")
    return model


def _numbered(stem: str, suffix: str, count: int) -> list[str]:
    """File names: one is named as `train` names it, several have numbers."""
    return [f"{stem}.{suffix}"] if count == 1 else [f"{stem}{number}.{suffix}" for number in range(count)]


def _frequent(corpus: Corpus) -> tuple[str, ...]:
    counts = Counter(corpus.ids.tolist())
    return tuple(corpus.words[word] for word, _ in counts.most_common(FREQUENT_WORDS))
