"""A translation system: tables, features and weights, kept in a folder.

model.json     which files there are and what their features are called
weights        a name and a weight on each line
*.table, *.lm  mapped files
*.classes      the classes of target words, for a language model of classes
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pitchpipe import _native
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.files import StrPath, input_name
from pitchpipe.files.json_file import read_json, write_json
from pitchpipe.files.typed import checked_value, typed
from pitchpipe.grammar.gap_orientation import CONTEXTS, VALUES
from pitchpipe.lm import LanguageModel, LineScores, WordClasses
from pitchpipe.model.features import (
    GAP_FEATURES,
    GAP_ORIENTATION,
    SPARSE_TEMPLATES,
    FeatureNames,
    TableFeatures,
)
from pitchpipe.notebook import counted
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.provenance import origin_count
from pitchpipe.phrases.table_file import ORIENTATION_ARRAYS
from pitchpipe.reordering import score_places
from pitchpipe.weights import Weights

_FILE, _WEIGHTS = "model.json", "weights"
_VERSION = 1
OVERLAY = "Added0"
"""1 for each phrase of a translation that is from a table laid over the model's own."""
OVERLAY_WEIGHT = 0.0
"""Until it is tuned: such phrases count as if they had been in the text that the model was built from."""


@dataclass(frozen=True)
class Table:
    """A phrase table and what its features are called."""

    table: PhraseTable
    features: TableFeatures = field(default_factory=TableFeatures)
    path: str = "phrases.table"


@dataclass(frozen=True)
class Language:
    """A language model and what its features are called; None leaves its count of unknown words out.

    With `classes`, it is a model of word classes: each target word counts as its class.
    """

    model: LanguageModel
    name: str = "LM0"
    unknown_words: str | None = None
    path: str = "lm.lm"
    classes: WordClasses | None = None
    classes_path: str | None = None

    def score(
        self, lines: Iterable[str | Sequence[str]], *, bos: bool = True, eos: bool = True
    ) -> LineScores:
        """`LanguageModel.score` for lines of target words."""
        if self.classes is not None:
            named = self.classes
            lines = [named.line(line if isinstance(line, str) else " ".join(line)) for line in lines]
        return self.model.score(lines, bos=bos, eos=eos)

    @cached_property
    def native_classes(self) -> _native.WordClasses | None:
        """What the decoder takes, which this object keeps alive."""
        return None if self.classes is None else self.classes.native(self.model)

    @property
    def described(self) -> dict[str, Any]:
        """As a model's folder has it."""
        classes = {"classes": self.classes_path} if self.classes_path else {}
        return {"path": self.path, "name": self.name, "unknown_words": self.unknown_words, **classes}


@dataclass(frozen=True)
class Glue:
    """What a hierarchical model counts for each phrase that is put beside those before it."""

    name: str = "Glue0"
    value: float = 1.0


@dataclass(frozen=True)
class SparseFeatures:
    """Which sparse templates are on, and the words that WP and INS tell from others, the most frequent first."""

    templates: Sequence[str] = ()
    frequent_source: Sequence[str] = ()
    frequent_target: Sequence[str] = ()

    def __post_init__(self) -> None:
        for name in self.templates:
            if name not in SPARSE_TEMPLATES:
                raise unknown_name("kind of sparse features", name, SPARSE_TEMPLATES)


@dataclass(frozen=True, repr=False)
class Model:
    """Everything that a decoder needs but the text."""

    tables: Sequence[Table]
    language_models: Sequence[Language]
    weights: Mapping[str, float]
    sparse: SparseFeatures = SparseFeatures()
    search: Mapping[str, Any] = field(default_factory=dict)
    """Search settings that differ from the defaults."""
    glue: Glue | None = None
    """Of a hierarchical model only."""

    def __repr__(self) -> str:
        pairs = sum(len(one.table) for one in self.tables)
        kind = "rule" if self.is_hierarchical else "phrase pair"
        orders = ", ".join(f"{one.model.order}-gram model" for one in self.language_models)
        sparse = f", sparse {'+'.join(self.sparse.templates)}" if self.sparse.templates else ""
        return f"Model({counted(pairs, kind)}, {orders or 'no language model'}{sparse})"

    @property
    def is_hierarchical(self) -> bool:
        """Whether its tables are grammars, whose phrases have gaps."""
        return any(one.table.facts.gaps for one in self.tables)

    @property
    def has_gaps(self) -> bool:
        """Whether phrases of its tables, which are no grammars, have gaps."""
        return any(one.table.facts.hole for one in self.tables)

    @property
    def has_labels(self) -> bool:
        """Whether rules of a grammar have labels."""
        return any(one.table.facts.labels for one in self.tables)

    @property
    def feature_names(self) -> list[str]:
        """Dense features in the order of the feature vector, which is that of Moses's lists."""
        return self._layout()[0].names

    def native(
        self,
        phrase_features: tuple[Sequence[str], _native.PhraseFeatures] | None = None,
        step_features: tuple[Sequence[str], _native.StepFeatures] | None = None,
    ) -> tuple[_native.DecoderModel, list[str]]:
        """What the decoder takes, and the names of its dense features; this model must outlive it.

        Features that are computed in Python come with their names.
        """
        names, tables, languages, places = self._layout()
        for kind, found in (("phrase_features", phrase_features), ("step_features", step_features)):
            if found:
                places[kind] = len(names.names)
                names.names += found[0]
        names.check()
        try:
            native = _native.DecoderModel(
                tables,
                languages,
                places,
                len(names.names),
                list(self.sparse.templates),
                list(self.sparse.frequent_source),
                list(self.sparse.frequent_target),
                phrase_features and phrase_features[1],
                step_features and step_features[1],
            )
        except ValueError as error:
            raise InputError(f"the model cannot be used: {error}") from None
        return native, names.names

    def native_chart(
        self,
        phrase_features: tuple[Sequence[str], _native.PhraseFeatures] | None = None,
        rule_features: tuple[Sequence[str], _native.RuleFeatures] | None = None,
    ) -> tuple[_native.ChartModel, list[str]]:
        """What the decoder of a hierarchical model takes, and the names of its dense features; see `native`."""
        names, tables, languages, places = self._layout()
        for kind, found in (("phrase_features", phrase_features), ("rule_features", rule_features)):
            if found:
                places[kind] = len(names.names)
                names.names += found[0]
        names.check()
        grammars = []
        for one, (native, scores, count, unique, *_) in zip(self.tables, tables, strict=True):
            arrays = one.table.file.arrays
            if not one.table.facts.gaps:
                raise InputError(f"{one.path}: found a phrase table beside a grammar, expected grammars only")
            trie = arrays["trie_nodes"], arrays["trie_slots"]
            grammars.append((native, *trie, list(one.table.facts.labels), scores, count, unique))
        try:
            native_model = _native.ChartModel(
                grammars,
                languages,
                places,
                self.glue.value if self.glue else 0.0,
                len(names.names),
                list(self.sparse.templates),
                list(self.sparse.frequent_source),
                list(self.sparse.frequent_target),
                self._orientations(),
                phrase_features and phrase_features[1],
                rule_features and rule_features[1],
            )
        except ValueError as error:
            raise InputError(f"the model cannot be used: {error}") from None
        return native_model, names.names

    def _layout(self) -> tuple[FeatureNames, list[Any], list[Any], dict[str, int]]:
        names = FeatureNames()
        languages = []
        reordering = [
            [
                (kind, first, names.shared(name, count))
                for kind, (first, count), name in zip(
                    one.table.facts.reordering,
                    score_places(one.table.facts.reordering),
                    one.features.reordering,
                    strict=False,
                )
            ]
            for one in self.tables
        ]
        places = {} if self.is_hierarchical else {"distortion": names.add("Distortion0")}
        for language in self.language_models:
            place = names.add(language.name)
            unknown = names.add(language.unknown_words) if language.unknown_words else -1
            languages.append((language.model.native, place, unknown, language.native_classes))
        places["word_penalty"] = names.add("WordPenalty0")
        places["phrase_penalty"] = names.add("PhrasePenalty0")
        placed = []
        for one, models in zip(self.tables, reordering, strict=True):
            origins = origin_count(one.table) if one.features.origins else 0
            add = names.shared if one.features.presence else names.add
            scores = add(one.features.scores, len(one.table.facts.scores) - origins)
            if one.features.origins:
                names.add(one.features.origins, origins)  # in the table, they follow the other scores
            count, unique = (
                add(name) if name else -1 for name in (one.features.rule_count, one.features.unique_rule)
            )
            presence = names.add(one.features.presence) if one.features.presence else -1
            placed.append((one.table.native, scores, count, unique, presence, models, _gaps(one.table)))
        if self.glue:
            places["glue"] = names.add(self.glue.name)
        if self._oriented is not None:
            places["orientation"] = names.add(GAP_ORIENTATION, len(CONTEXTS) * len(VALUES))
        places["unknown_words"] = names.add("UnknownWordPenalty0")
        if self.has_gaps:
            places |= {place: names.add(name) for place, name in GAP_FEATURES.items()}
        names.check()
        return names, placed, languages, places

    @property
    def _oriented(self) -> int | None:
        """The table whose model of orientations rules and glue look at: the first that has one."""
        has = (i for i, one in enumerate(self.tables) if ORIENTATION_ARRAYS[0] in one.table.file.arrays)
        return next(has, None)

    def _orientations(self) -> tuple[Any, ...] | None:
        """What the decoder takes of it."""
        table = self._oriented
        if table is None:
            return None
        keys, values, words = (self.tables[table].table.file.arrays[name] for name in ORIENTATION_ARRAYS)
        return keys, values, words.reshape(-1), words.shape[2] - 2, table

    @property
    def fingerprint(self) -> str:
        """A hash of everything but the weights."""
        contents = {
            "files": [one.table.file.digest for one in self.tables]
            + [one.model.digest for one in self.language_models],
            "tables": [one.features.described for one in self.tables],
            "language_models": [(one.name, one.unknown_words) for one in self.language_models],
            "sparse": dataclasses.asdict(self.sparse),
        }
        if self.glue:
            contents["glue"] = dataclasses.asdict(self.glue)
        if classes := [one.classes.digest for one in self.language_models if one.classes is not None]:
            contents["classes"] = classes
        return hashlib.blake2b(json.dumps(contents).encode(), digest_size=8).hexdigest()

    def with_weights(self, weights: Mapping[str, float]) -> Model:
        """The same system with other weights."""
        return dataclasses.replace(self, weights=dict(weights))

    def save(self, folder: StrPath) -> None:
        """Write the description and the weights into a folder that has the tables already."""
        Weights(self.weights).write(Path(folder) / _WEIGHTS)
        self.save_description(folder)

    def save_description(self, folder: StrPath) -> None:
        """Write which tables there are and what their features are called."""
        contents = {
            "pitchpipe_model": _VERSION,
            "tables": [{"path": one.path, **one.features.described} for one in self.tables],
            "language_models": [one.described for one in self.language_models],
            "sparse": dataclasses.asdict(self.sparse),
            "search": dict(self.search),
        }
        if self.glue:
            contents["glue"] = dataclasses.asdict(self.glue)
        write_json(Path(folder) / _FILE, contents)

    @classmethod
    def read(cls, folder: StrPath, weights: StrPath | None = None) -> Model:
        """Open the system in a folder, with the folder's weights or those in another file."""
        path = Path(folder) / _FILE
        described = _described(path)
        try:
            glue = None if described.glue is None else typed(Glue, described.glue)
            named = [(typed(TableFeatures, one), _path(one)) for one in described.tables]
            spoken = [typed(_LanguageNames, one) for one in described.language_models]
            sparse = typed(SparseFeatures, described.sparse)
        except InputError as error:
            raise InputError(f"{path}: the model's description is damaged: {error}") from None
        tables = [Table(PhraseTable.read(Path(folder) / at), features, at) for features, at in named]
        languages = [
            Language(
                LanguageModel.read(Path(folder) / one.path),
                one.name,
                one.unknown_words,
                one.path,
                WordClasses.read(Path(folder) / one.classes) if one.classes else None,
                one.classes,
            )
            for one in spoken
        ]
        place = weights or Path(folder) / _WEIGHTS
        found = _with_overlays(Weights.read(place), [one.features for one in tables])
        model = cls(tables, languages, found, sparse, described.search, glue)
        check_weights(model, input_name(place))
        return model

    @staticmethod
    def described_tables(folder: StrPath) -> list[str]:
        """The paths of the tables of the model in a folder, within it."""
        return [_path(one) for one in _described(Path(folder) / _FILE).tables]

    def verify(self, threads: int = 1) -> None:
        """Read all tables, and raise `InputError` if one is damaged."""
        for one in self.tables:
            one.table.verify(threads)
        for language in self.language_models:
            language.model.verify(threads)
        self.expect_look_ups()

    def expect_look_ups(self) -> None:
        """What a decoder asks for is all over the tables."""
        for one in self.tables:
            one.table.file.expect_look_ups()
        for language in self.language_models:
            language.model.expect_look_ups()


@dataclass(frozen=True)
class _Description:
    """What `model.json` has."""

    tables: list[dict[str, Any]]
    language_models: list[dict[str, Any]]
    sparse: dict[str, Any]
    search: dict[str, Any]
    glue: dict[str, Any] | None = None


@dataclass(frozen=True)
class _LanguageNames:
    path: str
    name: str
    unknown_words: str | None = None
    classes: str | None = None


def _gaps(table: PhraseTable) -> tuple[Any, Any, str] | None:
    """What the decoder takes of a table whose phrases have gaps."""
    if not table.facts.hole:
        return None
    arrays = table.file.arrays
    return arrays["trie_nodes"], arrays["trie_slots"], table.facts.hole


def _described(path: Path) -> _Description:
    contents = read_json(path)
    if contents.get("pitchpipe_model") != _VERSION:
        raise InputError(f"{path}: found another kind of file, expected a model of version {_VERSION}")
    try:
        return typed(_Description, contents)
    except InputError as error:
        raise InputError(f"{path}: the model's description is damaged: {error}") from None


def is_model(folder: StrPath) -> bool:
    """Whether a folder has a model."""
    return (Path(folder) / _FILE).exists()


def _with_overlays(weights: Weights, tables: Sequence[TableFeatures]) -> Weights:
    """Weights with one for the presence of each table that is laid over others, and with none that is gone.

    So such tables come and go without a change of the weights' file, and what was tuned is there when one comes back.
    """
    presences = [one.presence for one in tables if one.presence]
    kept = {name: value for name, value in weights.items() if name in presences or name != OVERLAY}
    return Weights({**dict.fromkeys(presences, OVERLAY_WEIGHT), **kept}) if presences else Weights(kept)


def _path(described: Mapping[str, Any]) -> str:
    return str(checked_value("path", described.get("path"), str))


def check_weights(model: Model, place: str) -> None:
    """Raise `InputError` if a dense feature has no weight; `place` is where the weights are from."""
    for name in model.feature_names:
        if name not in model.weights:
            raise InputError(f"{place}: found no weight of {name!r}, expected one for each dense feature")
