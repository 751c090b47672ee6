"""What every name means: metrics, methods, tokenisers, list formats and so on. Docstrings are the source."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitchpipe import align, metrics, online
from pitchpipe.cluster.engines import engines
from pitchpipe.decoder import SearchSettings
from pitchpipe.decoder.features import FEATURES as PLUG_IN_FEATURES
from pitchpipe.errors import InputError, unknown_name
from pitchpipe.grammar import RuleExtraction, TreeExtraction
from pitchpipe.judge.settings import CampaignSettings
from pitchpipe.lists import formats
from pitchpipe.lists.known_features import KNOWN_FEATURES, known_feature
from pitchpipe.lists.rescoring import FEATURES as LIST_FEATURES
from pitchpipe.serve.settings import ServeSettings
from pitchpipe.settings import Settings, setting_fields
from pitchpipe.specs import parse_spec
from pitchpipe.study import Study
from pitchpipe.study.settings import GridSettings, ReportSettings, SyntheticSettings, TuningText
from pitchpipe.study.study import CELL
from pitchpipe.text import TOKENIZERS
from pitchpipe.training import BuildSettings, TrainSettings
from pitchpipe.training.presets import PRESETS
from pitchpipe.tuning import directions, methods
from pitchpipe.tuning.settings import TuningSettings

FEATURES = """Numbers that a system gives each of its candidates, and that the weights apply to.

A candidate's model score is the sum of weight times feature, and the candidate of a list with the highest score is
the system's answer; tuning looks for the weights whose answers are best under a metric. A list names its features,
such as LM0 or logprob; one name with several values, as in `TranslationModel0= -1.2 -2.3`, stands for the features
TranslationModel0_0 and TranslationModel0_1. Higher is not always better: a weight may be negative. A feature that a
candidate lacks is 0 there. A feature that fewer than one candidate in ten has is stored as sparse.

A weights file has a name and a value on each line.
"""


@dataclass(frozen=True)
class Option:
    """A setting of a metric or a method."""

    name: str
    default: Any
    accepts: str
    help: str


@dataclass(frozen=True)
class Explanation:
    """What a name stands for."""

    name: str
    family: str
    summary: str
    """The first sentence or two."""
    details: str
    settings: tuple[Option, ...]
    references: tuple[str, ...]
    """The papers, each as author, year, title."""
    example: str
    """A command that uses it."""

    def as_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def explain(name: str) -> Explanation:
    """What a metric, preset, method, list feature, list format, tokeniser, aligner, group of settings or well-known feature is."""
    known = {one.name: one for one in explanations()}
    for meant in (
        name,
        _with_value(name, known),
        _spec_name(name),
        _in_brackets(name, known),
        known_feature(name),
    ):
        if meant in known:
            return known[meant]
    for one in known.values():
        for option in one.settings if one.family == "settings group" else ():
            if option.name == name:
                return dataclasses.replace(
                    one, settings=(option,), summary=f"A setting of {one.name}: {one.summary}", details=""
                )
    raise unknown_name(
        "metric, method, search direction, list feature, list format, tokeniser, aligner, setting, cluster engine or well-known feature",
        name,
        known,
    )


def _with_value(text: str, known: Iterable[str]) -> str | None:
    """The page of `moses:en` for `moses:de`; other names are explained without a value."""
    start, colon, _ = text.partition(":")
    return next((name for name in known if name.startswith(f"{start}:")), None) if colon else None


def _in_brackets(text: str, known: Iterable[str]) -> str | None:
    """The page of `lm(FILE)` for `lm` and for `lm(news.lm)`."""
    return next((name for name in known if name.startswith(f"{_spec_name(text)}(")), None)


def _spec_name(text: str) -> str | None:
    """The name of a spec such as `bleu:2`."""
    try:
        return parse_spec(text).name
    except InputError:
        return None


def explanations() -> list[Explanation]:
    """Everything there is, family by family."""
    return [
        *_metrics(),
        *_methods(),
        *_directions(),
        *_list_features(),
        *_presets(),
        *_formats(),
        *_tokenizers(),
        *_aligners(),
        *_groups(),
        *_engines(),
        *_features(),
    ]


def _metrics() -> Iterator[Explanation]:
    for name in metrics.METRICS.names:
        example = f"pitchpipe score output.txt -r reference.txt -m {name}"
        if name == "gold":
            example = "pitchpipe tune lists.jsonl --metric gold"
        yield _of_class("metric", name, metrics.METRICS.find(name), example)
    for name, spec in metrics.METRICS.presets.items():
        built = metrics.find_metric(name)
        base = _of_class("metric", name, type(built), "")
        settings = [
            dataclasses.replace(option, default=getattr(built, option.name)) for option in base.settings
        ]
        example = f"pitchpipe score output.txt -r reference.txt -m {name}"
        yield dataclasses.replace(
            base,
            family="preset",
            summary=f"The same as `{spec}`. {base.summary}",
            settings=tuple(settings),
            example=example,
        )


def _methods() -> Iterator[Explanation]:
    for name in methods.METHODS.names:
        example = f"pitchpipe tune nbest.gz -r reference.txt --method {name} --metric bleu -o weights.txt"
        yield _of_class("method", name, methods.METHODS.find(name), example)
    for name in online.METHODS.names:
        example = f"pitchpipe tune model --dev val.de -r val.en --method {name} -o weights.txt"
        yield _of_class("method", name, online.METHODS.find(name), example)


def _directions() -> Iterator[Explanation]:
    for name, function in directions.STRATEGIES.items():
        summary, details, references = _parts(inspect.getdoc(function) or "")
        example = f'pitchpipe tune nbest.gz -r reference.txt --method "mert(directions={name})"'
        yield Explanation(name, "search direction", summary, details, (), references, example)


def _presets() -> Iterator[Explanation]:
    """With the section of the paper in place of what each setting accepts."""
    helps = {
        name: one.metadata["help"]
        for kind in (*TrainSettings.KINDS, GridSettings)
        for name, one in setting_fields(kind).items()
    }
    for preset in PRESETS.values():
        options = []
        for name, one in preset.items():
            method, _, setting = name.rpartition(": ")
            known = setting_fields(_method_class(method)) if method else {}
            help = known[setting].metadata["help"] if setting in known else helps[setting]
            options.append(Option(name, one.value, f"section {one.section}", help))
        details = f"It is for the methods {', '.join(preset.methods)}. Settings that the paper does not name stay as they are."
        example = (
            f"pitchpipe tune model --dev val.de -r val.en --preset {preset.name} --method {preset.own_method}"
        )
        yield Explanation(
            preset.name, "paper preset", preset.about, details, tuple(options), (preset.paper,), example
        )


def _method_class(name: str) -> type[Settings]:
    return methods.METHODS.find(name) if name in methods.METHODS.names else online.METHODS.find(name)


def _formats() -> Iterator[Explanation]:
    for name in formats.FORMATS.names:
        kind = formats.FORMATS.find(name)
        lists = f"folder --format {name}" if kind.sample_folder else f"lists.gz --format {name}"
        one = _of_class("list format", name, kind, f"pitchpipe tune {lists} -r reference.txt")
        files = [f"{path}:  {text.rstrip()}" for path, text in kind.sample_folder.items()]
        sample = files or kind.sample.splitlines()
        title = (
            "One line of it"
            if len(sample) == 1
            else "The files of a folder"
            if files
            else "A few lines of it"
        )
        shown = "\n".join([f"{title}:", "", *(f"    {line}" for line in sample)]) if sample else ""
        yield dataclasses.replace(one, details="\n\n".join(filter(None, [one.details, shown])))


def _list_features() -> Iterator[Explanation]:
    """With what stands in brackets where they need it, since `model1` is also an aligner."""
    for name in LIST_FEATURES.names:
        kind = LIST_FEATURES.find(name)
        full = f"{name}({kind.positional.upper()})" if kind.positional else name
        example = f"pitchpipe rescore nbest.gz --add {repr(full) if kind.positional else full} -o more.jsonl"
        yield _of_class("list feature", full, kind, example)


def _tokenizers() -> Iterator[Explanation]:
    """With a value where they take one, since `moses` is also a list format."""
    for name in TOKENIZERS.names:
        kind = TOKENIZERS.find(name)
        value = setting_fields(kind)[kind.positional].default if kind.positional else None
        full = f"{name}:{value}" if value else name
        example = f"pitchpipe score output.txt -r reference.txt --tokenize {full}"
        yield _of_class("tokeniser", full, kind, example)


def _aligners() -> Iterator[Explanation]:
    for name in align.METHODS.names:
        example = f"pitchpipe align train.de train.en --aligner {name} > train.align"
        yield _of_class("word aligner", name, align.METHODS.find(name), example)
    for name, summary in align.HEURISTICS.items():
        _, _, references = _parts(inspect.getdoc(align.symmetrize) or "")
        example = f"pitchpipe align train.de train.en --symmetrize {name} > train.align"
        yield Explanation(name, "symmetrisation", summary, "", (), references, example)
    example = "pitchpipe align train.de train.en --symmetrize posterior:0.5 > train.align"
    yield _of_class("symmetrisation", align.Posterior.name, align.Posterior, example)


def _groups() -> Iterator[Explanation]:
    example = 'pitchpipe train train.de train.en --dev val.de val.en -o model --set "order=4, beam=200" --method mert'
    yield _group("train", inspect.getdoc(TrainSettings) or "", TrainSettings.KINDS, example)
    example = (
        "pitchpipe tune model --dev val.de -r val.en --method mert --nbest 200 --run tuning -o weights.txt"
    )
    yield _of_class("settings group", TuningSettings.name, TuningSettings, example)
    example = 'pitchpipe translate model in.de --set "pop_limit=1000, beam=500" > out.en'
    yield _of_class("settings group", SearchSettings.name, SearchSettings, example)
    rules = (
        'pitchpipe extract train.de train.en train.align --grammar "loose(max_initial=7)" -o grammar.table'
    )
    yield _of_class("settings group", RuleExtraction.name, RuleExtraction, rules)
    rules = "pitchpipe extract train.de train.en train.align --grammar ghkm --target-parses train.parses -o grammar.table"
    yield _of_class("settings group", TreeExtraction.name, TreeExtraction, rules)
    example = "pitchpipe judge make old.txt new.txt -r reference.txt --draw random -o campaign"
    yield _of_class("settings group", CampaignSettings.name, CampaignSettings, example)
    example = "pitchpipe serve model --waiting 1000"
    yield _of_class("settings group", ServeSettings.name, ServeSettings, example)
    tables: dict[str, Sequence[type[Settings]]] = {
        "synthetic": [SyntheticSettings],
        "train": [BuildSettings],
        "grid": [GridSettings, TuningSettings, SearchSettings],
        "tune_on.NAME": [TuningText],
        "report": [ReportSettings],
    }
    example = "pitchpipe compare study.toml -o study"
    yield _group("study", inspect.getdoc(Study) or "", tables, example)


def _group(
    name: str,
    text: str,
    kinds: Sequence[type[Settings]] | Mapping[str, Sequence[type[Settings]]],
    example: str,
) -> Explanation:
    """Several kinds of settings; those of tables have the table's name before them."""
    summary, _, references = _parts(text)
    tables = kinds if isinstance(kinds, Mapping) else {"": kinds}
    details, settings = [], []
    for table, members in tables.items():
        for kind in members:
            one = _of_class("", kind.name, kind, "")
            details.append(f"[{table}]  {one.summary}" if table else one.summary)
            start = f"{table}." if table else ""
            settings += [
                dataclasses.replace(option, name=f"{start}{option.name}")
                for option in one.settings
                if table != "grid" or kind is not TuningSettings or option.name not in CELL
            ]
    return Explanation(
        name, "settings group", summary, "\n".join(details), tuple(settings), references, example
    )


def _engines() -> Iterator[Explanation]:
    known = engines()
    for name in known.names:
        example = (
            f"pitchpipe tune model --dev val.de -r val.en --cluster {name}:tcp://host:8786 -o weights.txt"
        )
        yield _without_settings("cluster engine", name, known.find(name), example)


def _features() -> Iterator[Explanation]:
    for name in PLUG_IN_FEATURES.names:
        example = f"pitchpipe translate model in.de --feature {name} > out.en"
        yield _without_settings("plug-in feature", name, PLUG_IN_FEATURES.find(name), example)
    for name, summary in KNOWN_FEATURES.items():
        example = f'pitchpipe tune nbest.gz -r reference.txt --method "mert(fixed={name}*)"'
        yield Explanation(name, "feature", summary, "", (), (), example)
    summary, details, references = _parts(FEATURES)
    example = "pitchpipe rerank nbest.gz -w weights.txt > best.txt"
    yield Explanation("features", "topic", summary, details, (), references, example)


def _of_class(family: str, name: str, kind: type[Settings], example: str) -> Explanation:
    settings = tuple(_option(field) for field in setting_fields(kind).values())
    return dataclasses.replace(_without_settings(family, name, kind, example), settings=settings)


def _without_settings(family: str, name: str, kind: type, example: str) -> Explanation:
    text = inspect.cleandoc(kind.__dict__.get("__doc__") or "")
    if text.startswith(f"{kind.__name__}("):
        text = ""  # what dataclasses write where there is no docstring
    summary, details, references = _parts(text or "A plug-in without a description.")
    return Explanation(name, family, summary, details, (), references, example)


def _option(field: dataclasses.Field[Any]) -> Option:
    limits = field.metadata
    low, high = limits["minimum"], limits["maximum"]
    if limits["choices"]:
        accepts = ", ".join(limits["choices"])
    elif isinstance(field.default, bool):
        accepts = "true, false"
    elif low is not None and high is not None:
        accepts = f"{low:g} to {high:g}"
    else:
        accepts = f"from {low:g}" if low is not None else f"up to {high:g}" if high is not None else ""
    return Option(field.name, field.default, accepts, limits["help"])


def _parts(text: str) -> tuple[str, str, tuple[str, ...]]:
    """The first paragraph of a docstring, the rest, and the entries of its section References."""
    body, _, section = inspect.cleandoc(text).partition("\nReferences\n----------\n")
    summary, _, details = body.strip().partition("\n\n")
    references = tuple(" ".join(entry.split()) for entry in section.split("\n\n") if entry.strip())
    return " ".join(summary.split()), details.strip(), references
