"""From parallel text to a tuned and measured translation system."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pitchpipe import __version__
from pitchpipe.cluster import ClusterDecoder, ClusterStatistics, SentDecoder
from pitchpipe.decoder import Decoder, SearchSettings, open_decoder
from pitchpipe.decoder.named_features import code_digest, feature_names
from pitchpipe.errors import InputError
from pitchpipe.executors import working_on
from pitchpipe.files import locked, read_sentences, write_json, write_whole
from pitchpipe.files.kept_lines import KeptLines
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.score_store import keeping_scores, tallies_in
from pitchpipe.model import Model
from pitchpipe.model.added_pairs import refuse_additions
from pitchpipe.online import OnlineResult
from pitchpipe.text.misfits import language_misfits, output_misfits
from pitchpipe.training.building import SIDES, write_lines
from pitchpipe.training.checked_texts import CheckedTexts
from pitchpipe.training.figures import text_figures
from pitchpipe.training.gains import gains
from pitchpipe.training.leave_one_out import leaving_decoder
from pitchpipe.training.origin_building import JOIN, OriginBuilding
from pitchpipe.training.presets import with_preset
from pitchpipe.training.recipe import Recipe, TextSet
from pitchpipe.training.recipe_checks import check_foreign, check_recipe
from pitchpipe.training.settings import TrainSettings
from pitchpipe.training.stages import Bar, Show, Stage, no_bar, stage_key
from pitchpipe.training.start import start_weights
from pitchpipe.training.summary import summary_text
from pitchpipe.training.tune import Watch, tune_decoder, tuning_misfits
from pitchpipe.training.tuning_text import choose_lines
from pitchpipe.training.width import ENOUGH, ENOUGH_AHEAD, FURTHER, enough_reach, enough_width
from pitchpipe.tuning.loop import Iteration

_PACKED = (".gz", ".bz2", ".xz", ".zst")
_CHOICE = "choose"
"""The stage that chooses lines to tune on."""


@dataclass(frozen=True)
class Trained:
    """A system and how it came about."""

    model: Model
    stages: Sequence[Stage]
    summary: Mapping[str, Any]


def train(
    source: str,
    target: str | None,
    folder: str,
    *,
    more: Sequence[TextSet | Sequence[str] | str] = (),
    dev: TextSet | Sequence[str] | str | None = None,
    test: TextSet | Sequence[str] | str | None = None,
    lm_text: Sequence[str] = (),
    target_parses: str | None = None,
    source_parses: str | None = None,
    settings: TrainSettings | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    say: Callable[[str], None] = lambda text: None,
    warn: Callable[[str], None] = lambda text: None,
    bar: Bar = no_bar,
    iteration: Callable[[int, Iteration], None] | None = None,
    **named: Any,
) -> Trained:
    """Build a system in a folder; done again, it does only what has changed, or what was not yet done.

    The folder gets a file `recipe.toml` by which all of it can be done again.

    Parameters
    ----------
    source, target
        A file for each side; without a target, the first holds both: TSV, TMX, or a test set of WMT.
    more
        Texts of other origins, each a source and a target file or one file of both; `settings.origins` says what is made
        of them.
    dev
        What to tune on, a source file and its references or one file of both; without it, the start weights stay.
    test
        What to measure the system on at the end.
    lm_text
        More text for the language model, prepared like the target.
    target_parses
        Trees over the target in Penn brackets, one a line, for `grammar="ghkm"` and `labels=samt`.
    source_parses
        Trees over the source, for `labels=source-samt`.
    executor
        What works in place of this process, as `pitchpipe.cluster` has it: tokenises, finds phrases, counts n-grams and decodes
        while tuning. The result is the same.
    say, warn
        Told what was done, and what is likely wrong with the texts; the summary has that too.
    bar
        Shows how far the stage of a name is.
    settings, named
        All settings together, or each by its name, as in `order=4, distortion_limit=9, method="mert"`; or those of a paper
        with `preset="hopkins2011"`, which other names override.

    Examples
    --------
    >>> trained = train("train.de", "train.en", "model", dev=("val.de", "val.en"), method="mert")
    >>> trained.model.weights
    """
    given = with_preset(named, TrainSettings.KINDS)
    chosen = TrainSettings.of(**{**(settings or TrainSettings()).flat(), **given})
    pair = TextSet(source, [] if target is None else [target])
    others = [one for files in more if (one := TextSet.of(files))]
    parses = {"target_parses": target_parses, "source_parses": source_parses}
    recipe = Recipe(pair, others, TextSet.of(dev), TextSet.of(test), lm_text, settings=chosen, **parses)
    check_recipe(recipe, executor)
    check_foreign(Path(folder))
    refuse_additions(folder)
    existed = Path(folder).exists()
    with locked(folder), keeping_scores(Path(folder) / "work"):
        building = _Training(Path(folder), recipe.settings, threads, say, bar)
        building.warn = warn
        try:
            with working_on(executor):
                return building.run(recipe, executor, iteration)
        except InputError:
            if not existed and not building.stages.done:
                shutil.rmtree(folder)  # a text that cannot be read leaves no folder behind
            raise


class _Training(OriginBuilding):
    warn: Callable[[str], None]
    has_lm_text: bool

    def run(
        self,
        recipe: Recipe,
        executor: Executor | None,
        iteration: Callable[[int, Iteration], None] | None,
    ) -> Trained:
        recipe.write(self.folder / "recipe.toml")
        self.has_lm_text = bool(recipe.lm_text)
        tune_on, chooser = recipe.dev, None
        if self.settings.tune_on.tune_on:
            recipe, tune_on = self._tuning_text(recipe)
            chooser = recipe.dev
        if recipe.more:
            self.mixture_text = recipe.dev or tune_on
            names = _side_names(recipe.train, self.read(recipe.train.files).languages)
            recipe = self.join(recipe, names, tune_on if self.settings.tune_on.lines else None)
        model = self.build(recipe.train.files, recipe.lm_text, next(iter(recipe.parses.values()), None))
        self.built = [stage for stage in self.stages.done if stage.name not in (_CHOICE, JOIN)]
        checked = self._check_texts(recipe)
        estimated = next(stage for stage in self.built if stage.name == "lm")
        warnings = self._warned([*estimated.facts["warnings"], *checked.facts["warnings"]])
        texts = {name: dict(facts) for name, facts in checked.facts["texts"].items()}
        summary: dict[str, Any] = {
            "version": __version__,
            "settings": self.settings.flat(),
            "text": self.built[0].facts["found"],
            "texts": texts,
            "build": {stage.name: dict(stage.facts) for stage in self.built},
        }
        if recipe.more:
            facts = {stage.name: stage.facts for stage in self.stages.done}
            summary["origins"] = self.origin_figures(facts)
        if tune_on is not None and self.settings.search.chooses_width:
            model = self._widen(model, chooser or tune_on, "width")
        if tune_on is not None and self.settings.tuning.method != "none":
            tuned = self._tune(model, tune_on, chooser, executor, iteration)
            model = Model.read(self.folder, self.work / "tuned.weights")
            model.save(self.folder)
            self.built.append(tuned)
            if self.settings.search.chooses_width:
                model = self._widen(model, chooser or tune_on, "widen")
            summary["tuning"] = dict(tuned.facts)
            if not self.settings.tune_on.tune_on:
                texts["dev"] |= summary["tuning"].pop("text", {})
            warnings += self._warned(summary["tuning"].pop("warnings", []))
        summary["search"] = dict(model.search)
        if recipe.test is not None:
            summary["test"] = dict(self._evaluate(model, recipe.test).facts)
            texts["test"] |= summary["test"].pop("text", {})
            warnings += self._warned(summary["test"].pop("warnings", []))
        if tallies := tallies_in(self.work):
            summary["scores"] = {signature: asdict(tally) for signature, tally in tallies.items()}
            for signature, tally in tallies.items():
                self.stages.say(f"scores of {signature}: {tally}")
        summary["warnings"] = warnings
        summary["seconds"] = {stage.name: round(stage.seconds, 2) for stage in self.stages.done}
        write_json(self.folder / "summary.json", summary)
        with write_whole(self.folder / "summary.txt") as file:
            file.write(summary_text(summary).encode())
        return Trained(model, self.stages.done, summary)

    def _warned(self, warnings: Sequence[str]) -> list[str]:
        for warning in warnings:
            self.warn(warning)
        return list(warnings)

    def _read(self, texts: TextSet, *, known_forms: bool = True) -> tuple[list[str], list[list[str]]]:
        """Prepared sentences, and the prepared references of each."""
        read, how = self.read(texts.files), self.texts
        prepared = [how.target(lines, processes=self.threads) for lines in read.references]
        if not known_forms:
            how = replace(how, known_forms=None)
        return how.source(read.source, processes=self.threads), [
            list(each) for each in zip(*prepared, strict=True)
        ]

    def _doubts(self, texts: TextSet) -> list[str]:
        """Raw text for a model of tokenised text, or the other way round."""
        read, how = self.read(texts.files), self.texts
        sides = [(texts.names[0], read.source, 0), (texts.names[1], read.references[0], 1)]
        return [f"{name} {doubt}" for name, lines, side in sides if (doubt := how.misfit(lines, side))]

    def _tuning_text(self, recipe: Recipe) -> tuple[Recipe, TextSet]:
        """The recipe with lines of its training text left out, if they are to be tuned on, and the text to tune on."""
        chosen = self.settings.tune_on
        if not chosen.lines:
            return recipe, TextSet(chosen.tune_on)
        text = self.read(recipe.train.files)
        names = _side_names(recipe.train, text.languages)
        parts = [[self.work / part / name for name in names] for part in ("tune", "rest")]
        near = [one for one in (recipe.dev, recipe.test) if one is not None]

        def work(show: Show) -> dict[str, Any]:
            others = [self.read(one.files) for one in near]
            found = choose_lines(
                text.source,
                text.references[0],
                chosen,
                like=others[0].source if recipe.dev else (),
                taken=[line for one in others for side in (one.source, *one.references) for line in side],
                seed=self.settings.tuning.seed,
            )
            for files, lines in zip(parts, (found.tune, found.rest), strict=True):
                for path, side in zip(files, (text.source, text.references[0]), strict=True):
                    path.parent.mkdir(exist_ok=True)
                    write_lines(path, [side[line] for line in lines.tolist()])
            return {
                "lines": len(found.tune),
                "rest": len(found.rest),
                "copies": found.copies,
                "known": found.known,
            }

        stage = self.stages.run(
            _CHOICE,
            work,
            inputs=[Path(file) for one in (recipe.train, *near) for file in one.files],
            settings={
                "tune_on": chosen.tune_on,
                "tune_by": chosen.tune_by,
                "seed": self.settings.tuning.seed,
                "dev": recipe.dev is not None,
            },
            outputs=[path for files in parts for path in files],
        )
        facts, tune = stage.facts, TextSet(str(parts[0][0]), [str(parts[0][1])])
        known = f"{facts['known']:,} not chosen as dev or test has them"
        if chosen.leaves_one_out:
            self.stages.say(
                f"  {facts['lines']:,} lines to tune on ({chosen.tune_by}), all to build from; {known}"
            )
            return recipe, tune
        self.stages.say(
            f"  {facts['lines']:,} lines to tune on ({chosen.tune_by}), {facts['rest']:,} to build from; "
            f"{facts['copies']:,} copies of the first left out, {known}"
        )
        return replace(recipe, train=TextSet(str(parts[1][0]), [str(parts[1][1])])), tune

    def _check_texts(self, recipe: Recipe) -> Stage:
        """Look for repeated pairs, texts that overlap, and files that do not belong together."""
        sets = {name: one for name in ("dev", "test") if (one := getattr(recipe, name)) is not None}

        def work(show: Show) -> dict[str, Any]:
            sides = [KeptLines.read(self.work / f"train.{side}", self.scratch) for side in SIDES]
            corpora = self._corpora()
            checked = CheckedTexts(
                recipe.train.names, sides[0], sides[1], (corpora[0].words, corpora[1].words)
            )
            for name, one in sets.items():
                checked.add(name, one.names, *self._read(one, known_forms=False))
                checked.warnings += self._doubts(one)
            for path in recipe.lm_text:
                if doubt := self.texts.misfit(read_sentences(path).lines, 1):
                    checked.warnings.append(f"{path} {doubt}")
            for side, name, lines in zip(SIDES, recipe.train.names, sides, strict=True):
                taken_for = self.built[0].facts["found"][side]["language"]
                checked.warnings += language_misfits(lines, taken_for, name, side)
            checked.facts["train"] |= self.built[0].facts
            found: dict[str, Any] = {"texts": checked.facts, "warnings": checked.warnings}
            if recipe.more:
                read = {name: self._read(one, known_forms=False)[0] for name, one in sets.items()}
                found["lacking"] = {name: self.lacking(self.built[0], lines) for name, lines in read.items()}
            return found

        files = [Path(file) for one in sets.values() for file in one.files]
        files += map(Path, recipe.lm_text)
        settings = {name: one.names for name, one in ({"train": recipe.train} | sets).items()}
        return self.stages.run("check", work, inputs=[self.built[0], *files], settings=settings, outputs=[])

    def _tune(
        self,
        model: Model,
        dev: TextSet,
        chooser: TextSet | None,
        executor: Executor | None,
        iteration: Callable[[int, Iteration], None] | None,
    ) -> Stage:
        chosen = self.settings.tuning
        settings = {
            **asdict(chosen),
            "search": self.settings.search.spec,
            "sparse": self.settings.build.sparse,
            **self._feature_code(),
        }
        leaves = self.settings.tune_on.leaves_one_out
        settings |= {"leave": "one-out"} if leaves else {}
        inputs: list[Path | Stage] = [*self.built, *map(Path, dev.files)]
        inputs += map(Path, chooser.files if chooser else ())
        output = self.work / "tuned.weights"

        folder = self.work / f"tune-{stage_key('tune', inputs, settings)[:8]}"

        def work(show: Show) -> dict[str, Any]:
            def tell(number: int, one: Iteration) -> None:
                show(number, chosen.rounds, f"{one.objective:.2f}")
                if iteration:
                    iteration(number, one)

            sentences, references = self._read(dev)
            decoder: Decoder = (
                self._leaving_decoder(model, sentences)
                if leaves
                else open_decoder(model, self._search(model), self.threads)
            )
            if executor:
                decoder = ClusterDecoder(
                    SentDecoder.of(self.folder, features=self.settings.search.features), executor
                )
            results = tune_decoder(
                decoder,
                DevSet(sentences, references),
                chosen,
                held_out=DevSet(*self._read(chooser)) if chooser else None,
                folder=folder,
                threads=self.threads,
                statistics=ClusterStatistics(executor) if executor else None,
                watch=Watch(
                    stage=lambda metric, size: self.stages.say(f"  tuning to {metric.spec}, lists of {size}"),
                    iteration=tell,
                    batch=lambda epoch, done, batches: show(done, batches, f"epoch {epoch}"),
                    epoch=lambda number, epoch: self.stages.say(f"  epoch {number}: {epoch}"),
                ),
            )
            found = results[-1]
            found.weights.write(output)
            if isinstance(found, OnlineResult) and found.buckets:
                self.stages.say(f"  {found.buckets}")
            facts = {
                "before": found.curve[0],
                "after": found.objective,
                "chosen": found.chosen,
                "iterations": len(found.curve),
                "reason": found.reason,
                "decode_seconds": sum(one.decode_seconds for one in results),
                "optimize_seconds": sum(one.optimize_seconds for one in results),
                "text": self._figures(model, sentences, references),
                "warnings": tuning_misfits(results, find_metric(chosen.metric), dev.names[1]),
            }
            return facts | (found.summary() if isinstance(found, OnlineResult) else {})

        return self.stages.run("tune", work, inputs=inputs, settings=settings, outputs=[output])

    def _leaving_decoder(self, model: Model, sentences: Sequence[str]) -> Decoder:
        return leaving_decoder(
            model,
            self._search(model),
            sentences,
            self.work,
            lm_text=self.language_text(self.has_lm_text),
            threads=self.threads,
            say=self.stages.say,
        )

    def _feature_code(self) -> dict[str, str]:
        """What tells the features written in Python from what they were before."""
        names = feature_names(self.settings.search.features)
        return {"features": code_digest(names)} if names else {}

    def _search(self, model: Model) -> SearchSettings:
        """How the model searches; its features are those that this run names, so that they need not be installed."""
        return SearchSettings.of_model(model, {"features": self.settings.search.features})

    def _widen(self, model: Model, dev: TextSet, name: str) -> Model:
        """The model with a search so wide, and that jumps so far, that more gains next to nothing on the tuning text.

        How far it jumps is only asked before tuning. How wide it searches is asked again, with weights that are tuned: these
        can need a wider search, and translating a text once takes less time than tuning on it.
        """
        search, tuned = self._search(model), name != "width"
        chosen = "distortion_limit" in model.search and "distortion_limit" not in self.settings.search.given
        reaches = chosen and not tuned

        def work(show: Show) -> dict[str, Any]:
            sentences = self.texts.source(self.read(dev.files).source, processes=self.threads)
            given = "beam" in self.settings.search.given
            found, share = enough_width(
                model, sentences, search, fixed_beam=given, threads=self.threads, progress=show
            )
            facts = {
                "pop_limit": found.pop_limit,
                "beam": found.beam,
                "lookahead": found.lookahead,
                "gaining": share,
            }
            if reaches:
                found, facts["further"] = enough_reach(model, sentences, found, self.threads)
                facts["distortion_limit"] = found.distortion_limit
            return facts

        inputs: list[Path | Stage] = [*self.built, *map(Path, dev.files)]
        settings = {
            "search": search.spec,
            "enough": [ENOUGH, ENOUGH_AHEAD],
            "further": FURTHER if reaches else 0,
            **self._feature_code(),
        }
        stage = self.stages.run(name, work, inputs=inputs, settings=settings, outputs=[])
        self.built.append(stage)
        facts = dict(stage.facts)
        share = facts.pop("gaining")
        self.stages.say(
            f"  pop_limit={facts['pop_limit']}{', lookahead' * facts['lookahead']}: "
            + ("the widest" if share is None else f"twice as wide, {share:.1%} of the sentences gain")
        )
        if reaches:
            self.stages.say(
                f"  distortion_limit={facts['distortion_limit']}: a third more gains {facts.pop('further'):.2%} of the model score"
            )
        model = replace(model, search={**model.search, **facts})
        model.save(self.folder)
        return model

    def _figures(
        self, model: Model, sentences: Sequence[str], references: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        table, *others = [one.table for one in model.tables]
        return text_figures(sentences, references, table, model.language_models[0].model, others)

    def _evaluate(self, model: Model, test: TextSet) -> Stage:
        metrics = [*dict.fromkeys((self.settings.tuning.metric, "bleu", "chrf", "ter"))]
        inputs: list[Path | Stage] = [*self.built, self.folder / "weights", *map(Path, test.files)]
        output = self.folder / "test.output"
        settings = {"metrics": metrics, "search": self.settings.search.spec, **self._feature_code()}

        def work(show: Show) -> dict[str, Any]:
            sentences, references = self._read(test)
            decoder = open_decoder(model, self._search(model), self.threads)
            start = start_weights(model.feature_names, labels=model.has_labels)
            tuned = list(decoder.translate(sentences).best())
            show(1, 3, "")
            untuned = list(decoder.translate(sentences, weights=start).best())
            show(2, 3, "")
            found = gains(metrics, untuned, tuned, sentences, references, threads=self.threads)
            found["text"] = self._figures(model, sentences, references)
            write_lines(output, tuned)
            names = "the translation of the test text", test.names[1]
            return found | {"warnings": output_misfits(tuned, references, names)}

        return self.stages.run("test", work, inputs=inputs, settings=settings, outputs=[output])


def _side_names(train: TextSet, languages: Sequence[str] | None) -> list[str]:
    """File names for parts of a text, one for each side, which tell the languages as those of the text do."""
    if not train.references:
        return [f"{side}.{code}" for side, code in zip(SIDES, languages or SIDES, strict=True)]
    paths = [Path(file) for file in train.files]
    names = [path.stem if path.suffix in _PACKED else path.name for path in paths]
    if names[0] == names[1]:
        return [f"{side}.{name}" for side, name in zip(SIDES, names, strict=True)]
    return names
