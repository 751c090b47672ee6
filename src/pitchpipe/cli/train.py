"""`pitchpipe train`: from parallel text to a tuned system."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.file_pairs import BETWEEN, file_pairs
from pitchpipe.cli.open_model import Features, search_given
from pitchpipe.cli.options import Cluster, Json, Preset, Threads, thread_count
from pitchpipe.cli.setting_options import taking
from pitchpipe.errors import InputError


def _settings() -> Any:
    from pitchpipe.tuning.settings import TuningSettings

    return TuningSettings


@file_pairs("--dev", "--test", several=["--more"])
@taking(_settings)
def train(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="SRC",
            help="The source side, a sentence on each line; or both sides in one file, TSV or TMX.",
            show_default=False,
        ),
    ] = None,
    target: Annotated[
        str | None, typer.Argument(metavar="TGT", help="Its translation.", show_default=False)
    ] = None,
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Where to build the model.", show_default=False
        ),
    ],
    dev: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="SRC [REF]",
            help="Text to tune on: two files, or one with both sides.",
            show_default=False,
        ),
    ] = None,
    more: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SRC [TGT]",
            help="Text of another origin: two files, or one with both sides; may be repeated. The features, tables "
            "and language models of origins are weighted on --dev: see origins, mixture and select in 'pitchpipe "
            "explain train'.",
            show_default=False,
        ),
    ] = None,
    tune_on: Annotated[
        str | None,
        typer.Option(
            metavar="train:N|FILE",
            help="Tune on N lines of the training text, or on a file of both sides; --dev then only "
            "chooses among the weights found.",
            show_default=False,
        ),
    ] = None,
    tune_by: Annotated[
        str | None,
        typer.Option(
            metavar="random|length|nearest",
            help="Which lines --tune-on takes: random ones, lines as long as those of --dev, or those that share "
            "most n-grams with it. Default: random.",
            show_default=False,
        ),
    ] = None,
    leave: Annotated[
        str | None,
        typer.Option(
            metavar="out|one-out",
            help="Leave the lines to tune on out of the model; or build the model from all lines and, while tuning, "
            "translate each line without the phrase pairs that it contributes. Default: out.",
            show_default=False,
        ),
    ] = None,
    test: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="SRC [REF]",
            help="Text to test the system on: two files, or one with both sides.",
            show_default=False,
        ),
    ] = None,
    dev_reference: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Another reference of the tuning text.", show_default=False),
    ] = None,
    test_reference: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Another reference of the test text.", show_default=False),
    ] = None,
    lm_text: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="More text for the language model.", show_default=False),
    ] = None,
    target_parses: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Trees over the target in Penn brackets, one on each line, for --set grammar=ghkm and labels=samt.",
            show_default=False,
        ),
    ] = None,
    source_parses: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Trees over the source in the same format, for labels=source-samt; the text to translate needs none.",
            show_default=False,
        ),
    ] = None,
    source_language: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="Language of the source, as in de; none if the text is tokenised. Default: detect it from the text.",
            show_default=False,
        ),
    ] = None,
    target_language: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Language of the target, in the same way.", show_default=False),
    ] = None,
    recipe: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Texts and settings in TOML, as every run writes them into its folder. Command-line options override the recipe.",
            show_default=False,
        ),
    ] = None,
    set: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="SETTINGS",
            help="As in: truecase=false,order=4,distortion_limit=9",
            show_default=False,
        ),
    ] = None,
    feature: Features = None,
    preset: Preset = None,
    threads: Threads = None,
    cluster: Cluster = None,
    json: Json = False,
    given: dict[str, Any],
) -> None:
    """Build a translation system from parallel text.

    Raw text is tokenised and truecased; tokenised text is left as it is. The log says which kind was found. Then the
    text is cleaned, words are aligned, phrases are extracted, a language model is estimated, the weights are tuned,
    and the system is scored. Stages whose inputs and settings have not changed are skipped; rerun the command to
    resume. "pitchpipe explain train" lists all settings, and recipe.toml in the folder has their values.

    \b
    Example:
      pitchpipe train train.de train.en --dev val.de val.en --test test.de test.en -o model
      pitchpipe train corpus.tsv --dev val.tsv -o model
      pitchpipe train own.de own.en --more web.de web.en --set select=0.2 --dev val.de val.en -o model
      pitchpipe train memory.tmx -o model --source-language de --target-language en
      pitchpipe train train.de train.en --dev val.de val.en -o model --preset cer2011-search
      pitchpipe train train.de train.en --dev val.de val.en --tune-on train:5000 --method adagrad --set sparse=PT -o model
      pitchpipe train train.de train.en --source-parses de.parses --set "grammar=hierarchical, constraints=loose(labels=source-samt)" -o model
      pitchpipe train --recipe model/recipe.toml --set order=4 -o another
      pitchpipe translate model < in.de > out.en
    """
    from contextlib import nullcontext

    from pitchpipe.cli.loop_report import tell_iteration
    from pitchpipe.cluster import find_engine
    from pitchpipe.training import train as build
    from pitchpipe.training.presets import with_preset
    from pitchpipe.training.recipe import read_recipe, recipe_of
    from pitchpipe.training.settings import TrainSettings
    from pitchpipe.training.summary import summary_text
    from pitchpipe.training.tune import check_cluster

    tables = read_recipe(recipe) if recipe else {"text": {}, "settings": {}}
    others = [[file for file in one.split(BETWEEN) if file] for one in more or ()]
    texts = {
        "train": [file for file in (source, target) if file],
        "more": others,
        "dev": _files("dev", dev, dev_reference),
        "test": _files("test", test, test_reference),
        "lm": lm_text,
        "target_parses": [target_parses] if target_parses else None,
        "source_parses": [source_parses] if source_parses else None,
    }
    taken = [("more", (*one, "")[:2]) for one in others]
    for name, pair in (*taken, ("dev", dev), ("test", test)):
        if pair and pair[1] and not texts["train"] and "train" not in tables["text"]:
            raise InputError(
                f"found no text to train on, as --{name} took {pair[0]} and {pair[1]}; "
                f"write the training text before --{name}"
            )
    tables["text"].update({name: files for name, files in texts.items() if files})
    languages = {"source_language": source_language, "target_language": target_language}
    options = {**search_given(set, feature), **given, **{k: v for k, v in languages.items() if v}}
    if tune_on:
        options["tune_on"] = tune_on if tune_on.startswith("train:") else os.path.abspath(tune_on)
    if tune_by:
        options["tune_by"] = tune_by
    if leave:
        options["leave"] = leave
    if preset:
        options["preset"] = preset
    tables["settings"].update(with_preset(options, TrainSettings.KINDS))
    chosen = recipe_of(tables, recipe or "train")
    if cluster:
        check_cluster(chosen.settings.tuning.method)
    with find_engine(cluster).executor() if cluster else nullcontext() as executor:
        trained = build(
            chosen.train.source,
            next(iter(chosen.train.references), None),
            output,
            more=chosen.more,
            dev=chosen.dev,
            test=chosen.test,
            lm_text=chosen.lm_text,
            target_parses=chosen.target_parses,
            source_parses=chosen.source_parses,
            settings=chosen.settings,
            threads=thread_count(threads),
            executor=executor,
            say=terminal.log,
            warn=terminal.warn,
            bar=terminal.progress_bar,
            iteration=tell_iteration,
        )
    if json:
        terminal.write_json(dict(trained.summary))
    else:
        terminal.write(summary_text(trained.summary))


def _files(name: str, pair: tuple[str, str] | None, more: list[str] | None) -> list[str]:
    """The source file and its references, or one file of both."""
    if more and (pair is None or not pair[1]):
        raise InputError(f"found --{name}-reference without --{name} SRC REF, expected both")
    return [file for file in (pair or ()) if file] + (more or [])
