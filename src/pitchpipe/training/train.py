"""From parallel text to a tuned and measured translation system."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pitchpipe.align import find_aligner, symmetrization
from pitchpipe.cluster import ClusterDecoder, ClusterStatistics
from pitchpipe.decoder import Decoder, FolderDecoder, PhraseDecoder
from pitchpipe.files import input_name, locked, read_lines, write_json, write_whole
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.scoring import score
from pitchpipe.metrics.significance import System
from pitchpipe.metrics.significance.randomisation import approximate_randomisation
from pitchpipe.model import Model, SparseFeatures
from pitchpipe.online import OnlineResult
from pitchpipe.training.building import Building, read_texts, write_lines
from pitchpipe.training.examples import chosen_examples
from pitchpipe.training.figures import text_figures
from pitchpipe.training.recipe import Recipe, TextSet
from pitchpipe.training.settings import TrainSettings
from pitchpipe.training.stages import Bar, Show, Stage, no_bar, stage_key
from pitchpipe.training.start import start_weights
from pitchpipe.training.summary import summary_text
from pitchpipe.training.tune import Watch, check_cluster, check_tuning, tune_decoder
from pitchpipe.tuning.loop import Iteration

TRIALS = 2000
"""Of the significance test of what tuning gained: enough to tell, and a moment only."""


@dataclass(frozen=True)
class Trained:
    """A system and how it came about."""

    model: Model
    stages: Sequence[Stage]
    summary: Mapping[str, Any]


def train(
    source: str,
    target: str,
    folder: str,
    *,
    dev: TextSet | Sequence[str] | None = None,
    test: TextSet | Sequence[str] | None = None,
    lm_text: Sequence[str] = (),
    settings: TrainSettings | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    say: Callable[[str], None] = lambda text: None,
    bar: Bar = no_bar,
    iteration: Callable[[int, Iteration], None] | None = None,
    **named: Any,
) -> Trained:
    """Build a system in a folder; done again, it does only what has changed, or what was not yet done.

    The folder gets a file `recipe.toml` by which all of it can be done again.

    Parameters
    ----------
    dev
        What to tune on; without it, the start weights stay.
    test
        What to measure the system on at the end.
    lm_text
        More text for the language model, prepared like the target.
    executor
        What decodes while tuning, as `pitchpipe.cluster` has it: its workers see the folder too. Else it is done here.
    say
        Told what was done.
    bar
        Shows how far the stage of a name is.
    settings, named
        All settings together, or each by its name, as in `order=4, distortion_limit=9, method="mert"`.

    Examples
    --------
    >>> trained = train("train.de", "train.en", "model", dev=("val.de", "val.en"), method="mert")
    >>> trained.model.weights
    """
    chosen = TrainSettings.of(**{**(settings or TrainSettings()).flat(), **named})
    recipe = Recipe(TextSet(source, [target]), TextSet.of(dev), TextSet.of(test), lm_text, chosen)
    _check(recipe, executor)
    with locked(folder):
        building = _Training(Path(folder), recipe.settings, threads, say, bar)
        return building.run(recipe, executor, iteration)


class _Training(Building):
    def run(
        self,
        recipe: Recipe,
        executor: Executor | None,
        iteration: Callable[[int, Iteration], None] | None,
    ) -> Trained:
        recipe.write(self.folder / "recipe.toml")
        model = self.build(recipe.train.source, recipe.train.references[0], recipe.lm_text)
        summary: dict[str, Any] = {
            "settings": self.settings.flat(),
            "text": self.stages.done[0].facts["found"],
            "build": {stage.name: dict(stage.facts) for stage in self.stages.done},
            "texts": {},
        }
        if recipe.dev is not None and self.settings.tuning.method != "none":
            tuned = self._tune(model, recipe.dev, executor, iteration)
            model = Model.read(self.folder, self.work / "tuned.weights")
            model.save(self.folder)
            summary["tuning"] = dict(tuned.facts)
            summary["texts"]["dev"] = summary["tuning"].pop("text", {})
        if recipe.test is not None:
            summary["test"] = dict(self._evaluate(model, recipe.test).facts)
            summary["texts"]["test"] = summary["test"].pop("text", {})
        summary["seconds"] = {stage.name: round(stage.seconds, 2) for stage in self.stages.done}
        write_json(self.folder / "summary.json", summary)
        with write_whole(self.folder / "summary.txt") as file:
            file.write(summary_text(summary).encode())
        return Trained(model, self.stages.done, summary)

    def _read(self, texts: TextSet) -> tuple[list[str], list[list[str]]]:
        """Prepared sentences, and the prepared references of each."""
        source, *references = read_texts(texts.source, texts.references)
        how = self.texts
        for path, lines in zip((texts.source, *texts.references), (source, *references), strict=True):
            if doubt := how.misfit(lines, side=0 if lines is source else 1):
                self.stages.say(f"warning: {input_name(path)} {doubt}")
        prepared = [how.target(lines, processes=self.threads) for lines in references]
        return how.source(source, processes=self.threads), [
            list(each) for each in zip(*prepared, strict=True)
        ]

    def _tune(
        self,
        model: Model,
        dev: TextSet,
        executor: Executor | None,
        iteration: Callable[[int, Iteration], None] | None,
    ) -> Stage:
        chosen = self.settings.tuning
        settings = {
            **asdict(chosen),
            "search": self.settings.search.spec,
            "sparse": self.settings.build.sparse,
        }
        inputs: list[Path | Stage] = [*self.stages.done, Path(dev.source), *map(Path, dev.references)]
        output = self.work / "tuned.weights"

        folder = self.work / f"tune-{stage_key('tune', inputs, settings)[:8]}"

        def work(show: Show) -> dict[str, Any]:
            def tell(number: int, one: Iteration) -> None:
                show(number, chosen.rounds, f"{one.objective:.2f}")
                if iteration:
                    iteration(number, one)

            decoder: Decoder = PhraseDecoder(model, threads=self.threads)
            if executor:
                decoder = ClusterDecoder(FolderDecoder.of(self.folder), executor)
            sentences, references = self._read(dev)
            results = tune_decoder(
                decoder,
                DevSet(sentences, references),
                chosen,
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
            facts = {
                "before": found.curve[0],
                "after": found.objective,
                "chosen": found.chosen,
                "iterations": len(found.curve),
                "reason": found.reason,
                "decode_seconds": sum(one.decode_seconds for one in results),
                "optimize_seconds": sum(one.optimize_seconds for one in results),
                "text": self._figures(model, sentences, references),
            }
            return facts | (found.summary() if isinstance(found, OnlineResult) else {})

        return self.stages.run("tune", work, inputs=inputs, settings=settings, outputs=[output])

    def _figures(
        self, model: Model, sentences: Sequence[str], references: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        return text_figures(sentences, references, model.tables[0].table, model.language_models[0].model)

    def _evaluate(self, model: Model, test: TextSet) -> Stage:
        metrics = [*dict.fromkeys((self.settings.tuning.metric, "bleu", "chrf", "ter"))]
        texts = [Path(test.source), *map(Path, test.references)]
        inputs: list[Path | Stage] = [*self.stages.done, self.folder / "weights", *texts]
        output = self.folder / "test.output"
        settings = {"metrics": metrics, "search": self.settings.search.spec}

        def work(show: Show) -> dict[str, Any]:
            sentences, references = self._read(test)
            decoder = PhraseDecoder(model, threads=self.threads)
            tuned = list(decoder.translate(sentences).best())
            show(1, 3, "")
            untuned = list(decoder.translate(sentences, weights=start_weights(model.feature_names)).best())
            show(2, 3, "")
            found: dict[str, Any] = {}
            for name in metrics:
                metric = find_metric(name)
                after, before = (
                    score(lines, references, metric, threads=self.threads) for lines in (tuned, untuned)
                )
                found[name] = {"before": before.score, "after": after.score, "signature": after.signature}
                if name == self.settings.tuning.metric:
                    outputs, scores = (untuned, tuned), (before.sentences, after.sentences)
                    found["examples"] = chosen_examples(sentences, references, outputs, scores, metric)
            tested, metric = found[metrics[0]], find_metric(metrics[0])
            one, other = (
                System.of(way, [lines], references, metric, threads=self.threads)
                for way, lines in (("before", untuned), ("after", tuned))
            )
            tested["trials"] = TRIALS
            tested["p"] = approximate_randomisation(one, other, metric, trials=TRIALS, threads=self.threads)
            found["text"] = self._figures(model, sentences, references)
            write_lines(output, tuned)
            return found

        return self.stages.run("test", work, inputs=inputs, settings=settings, outputs=[output])


def _check(recipe: Recipe, executor: Executor | None) -> None:
    """Refuse what a late stage would refuse, before hours are spent on the early ones."""
    build, tuning = recipe.settings.build, recipe.settings.tuning
    find_aligner(build.aligner)
    symmetrization(build.symmetrize)
    SparseFeatures(build.templates)
    if tuning.method != "none":
        check_tuning(tuning)
    if executor is not None:
        check_cluster(tuning.method)
    for texts in filter(None, (recipe.dev, recipe.test)):
        read_texts(texts.source, texts.references)
    for path in recipe.lm_text:
        read_lines(path)
