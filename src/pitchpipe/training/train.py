"""From parallel text to a tuned and measured translation system."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pitchpipe.align import align, symmetrization
from pitchpipe.align import method as find_aligner
from pitchpipe.decoder import Decoder
from pitchpipe.errors import InputError
from pitchpipe.lm import estimate
from pitchpipe.metrics import metric as find_metric
from pitchpipe.model import Language, Model, SparseFeatures, Table, TableFeatures
from pitchpipe.online import OnlineResult, is_online
from pitchpipe.online import method as find_online
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.extraction import Extraction, extract
from pitchpipe.scoring import score
from pitchpipe.text import Corpus, Truecaser, prepare, prepare_lines, read_lines, write_whole
from pitchpipe.training.settings import TrainSettings
from pitchpipe.training.stages import Stage, Stages, stage_key
from pitchpipe.training.start import start_weights
from pitchpipe.training.tune_model import DevSet, tune_model
from pitchpipe.training.tune_online import tune_online
from pitchpipe.tuning.loop import Iteration, LoopSettings
from pitchpipe.tuning.methods import method as find_method
from pitchpipe.tuning.weights import write_weights

FREQUENT_WORDS = 80
"""Words of each side that word-pair features are made of, as in the PRO paper."""


@dataclass(frozen=True)
class TextSet:
    """Sentences and their references, in files."""

    source: str
    references: Sequence[str]


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
    dev: TextSet | None = None,
    test: TextSet | None = None,
    lm_text: Sequence[str] = (),
    settings: TrainSettings | None = None,
    threads: int = 1,
    say: Callable[[str], None] = lambda text: None,
    iteration: Callable[[int, Iteration], None] | None = None,
) -> Trained:
    """Build a system in a folder; done again, it does only what has changed, or what was not yet done.

    Parameters
    ----------
    dev
        What to tune on; without it, the start weights stay.
    test
        What to measure the system on at the end.
    lm_text
        More text for the language model, prepared like the target.
    """
    chosen = settings or TrainSettings()
    _check(chosen, dev, test, lm_text)
    training = _Training(Path(folder), chosen, threads, say)
    return training.run(training.prepare(source, target), dev, test, lm_text, iteration)


class _Training:
    def __init__(
        self, folder: Path, settings: TrainSettings, threads: int, say: Callable[[str], None]
    ) -> None:
        self.folder = folder
        self.work = folder / "work"
        try:
            self.work.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder}: cannot be written: {error.strerror}") from None
        self.settings = settings
        self.threads = threads
        self.stages = Stages(self.work, say)

    def run(
        self,
        text: Stage,
        dev: TextSet | None,
        test: TextSet | None,
        lm_text: Sequence[str],
        iteration: Callable[[int, Iteration], None] | None,
    ) -> Trained:
        alignment = self._align(text)
        phrases = self._extract(text, alignment)
        lm = self._estimate(text, lm_text)
        model = self._assemble(text, phrases, lm)
        summary: dict[str, Any] = {"settings": asdict(self.settings)}
        if dev is not None and self.settings.method != "none":
            tuned = self._tune(model, dev, iteration)
            model = Model.open(self.folder, self.work / "tuned.weights")
            model.save(self.folder)
            summary["tuning"] = dict(tuned.facts)
        if test is not None:
            summary["test"] = self._evaluate(model, test)
        summary["seconds"] = {stage.name: round(stage.seconds, 2) for stage in self.stages.done}
        _write_json(self.folder / "summary.json", summary)
        return Trained(model, self.stages.done, summary)

    def prepare(self, source: str, target: str) -> Stage:
        chosen = self.settings
        names = ("source_language", "target_language", "lowercase", "truecase", "max_line", "ratio")

        def work() -> dict[str, Any]:
            prepared = prepare(
                *_parallel(source, [target]),
                languages=(chosen.source_language, chosen.target_language),
                max=chosen.max_line,
                ratio=chosen.ratio,
                truecase=chosen.truecase,
                lowercase=chosen.lowercase,
                processes=self.threads,
            )
            if not prepared.source:
                raise InputError(f"{source}: found no line that can be used, expected a parallel text")
            _write_lines(self.work / "train.source", prepared.source)
            _write_lines(self.work / "train.target", prepared.target)
            for side, truecaser in zip(("source", "target"), prepared.truecasers or (), strict=False):
                truecaser.save(self.folder / f"{side}.truecaser")
            removed = {reason: int(count) for reason, count in prepared.cleaned.removed.items()}
            return {"lines": len(prepared.source), "removed": removed}

        outputs = [self.work / "train.source", self.work / "train.target"]
        if chosen.truecase:
            outputs += [self.folder / "source.truecaser", self.folder / "target.truecaser"]
        return self.stages.run(
            "prepare",
            work,
            inputs=[Path(source), Path(target)],
            settings={name: getattr(chosen, name) for name in names},
            outputs=outputs,
        )

    def _corpora(self) -> tuple[Corpus, Corpus]:
        return Corpus.read(self.work / "train.source"), Corpus.read(self.work / "train.target")

    def _align(self, text: Stage) -> Stage:
        chosen = self.settings

        def work() -> None:
            found = align(
                *self._corpora(), method=chosen.aligner, symmetrize=chosen.symmetrize, threads=self.threads
            )
            found.write(self.work / "alignment")

        return self.stages.run(
            "align",
            work,
            inputs=[text],
            settings={"aligner": chosen.aligner, "symmetrize": chosen.symmetrize},
            outputs=[self.work / "alignment"],
        )

    def _extract(self, text: Stage, alignment: Stage) -> Stage:
        settings = Extraction(max_length=self.settings.max_phrase, reordering=self.settings.reordering)

        def work() -> dict[str, Any]:
            from pitchpipe.align import Alignments

            source, target = self._corpora()
            links = Alignments.read(self.work / "alignment", source, target)
            path = self.folder / "phrases.table"
            table = extract(
                source, target, links.links, links.offsets, path, settings=settings, threads=self.threads
            )
            return {"phrase_pairs": len(table)}

        return self.stages.run(
            "phrases",
            work,
            inputs=[text, alignment],
            settings={"max_length": settings.max_length, "reordering": settings.reordering},
            outputs=[self.folder / "phrases.table"],
        )

    def _estimate(self, text: Stage, more: Sequence[str]) -> Stage:
        def work() -> dict[str, Any]:
            path = self.work / "train.target"
            if more:
                path = self.work / "lm.target"
                lines = [line for extra in more for line in self._prepared(read_lines(extra), "target")]
                _write_lines(path, read_lines(self.work / "train.target") + lines)
            found = estimate(path, self.settings.order, threads=self.threads)
            found.model.save(self.folder / "lm.lm")
            return {"tokens": found.tokens, "warnings": list(found.warnings)}

        return self.stages.run(
            "lm",
            work,
            inputs=[text, *map(Path, more)],
            settings={"order": self.settings.order},
            outputs=[self.folder / "lm.lm"],
        )

    def _assemble(self, text: Stage, phrases: Stage, lm: Stage) -> Model:
        from pitchpipe.lm import LanguageModel

        table = PhraseTable.open(self.folder / "phrases.table")
        named = {"wbe": "LexicalReordering0", "hier": "HierarchicalReordering0"}
        features = TableFeatures(
            reordering=tuple(named[kind.partition("-")[0]] for kind in table.facts.reordering),
            rule_count="RuleCount0",
            unique_rule="UniqueRule0",
        )
        templates = self.settings.templates
        frequent = [_frequent(corpus) for corpus in self._corpora()] if "WP" in templates else [(), ()]
        model = Model(
            [Table(table, features)],
            [Language(LanguageModel.open(self.folder / "lm.lm"))],
            {},
            SparseFeatures(templates, *frequent),
        )
        model = model.with_weights(start_weights(model.feature_names))
        model.save(self.folder)
        return model

    def _prepared(self, lines: Sequence[str], side: str) -> list[str]:
        chosen = self.settings
        path = self.folder / f"{side}.truecaser"
        return prepare_lines(
            lines,
            language=chosen.source_language if side == "source" else chosen.target_language,
            truecaser=Truecaser.open(path) if chosen.truecase else None,
            lowercase=chosen.lowercase,
            processes=self.threads,
        )

    def _read(self, texts: TextSet) -> tuple[list[str], list[list[str]]]:
        """Prepared sentences, and the prepared references of each."""
        source, *references = _parallel(texts.source, texts.references)
        prepared = [self._prepared(lines, "target") for lines in references]
        return self._prepared(source, "source"), [list(each) for each in zip(*prepared, strict=True)]

    def _tune(self, model: Model, dev: TextSet, progress: Callable[[int, Iteration], None] | None) -> Stage:
        chosen = self.settings
        settings = {
            name: getattr(chosen, name)
            for name in ("method", "metric", "lists", "iterations", "seed", "sparse")
        }
        inputs: list[Path | Stage] = [*self.stages.done, Path(dev.source), *map(Path, dev.references)]
        output = self.work / "tuned.weights"

        folder = self.work / f"tune-{stage_key('tune', inputs, settings)[:8]}"

        def work() -> dict[str, Any]:
            decoder, text = Decoder(model, threads=self.threads), DevSet(*self._read(dev))
            if is_online(chosen.method):
                found = self._tune_online(decoder, text, folder)
                write_weights(output, found.weights)
                return found.summary()
            loop = tune_model(
                decoder,
                text,
                chosen.method,
                chosen.metric,
                lists=chosen.lists,
                settings=LoopSettings(iterations=chosen.iterations),
                folder=folder,
                seed=chosen.seed,
                progress=progress,
            )
            write_weights(output, loop.weights)
            return {
                "before": loop.iterations[0].objective,
                "after": loop.objective,
                "chosen": loop.chosen,
                "iterations": len(loop.iterations),
                "reason": loop.reason,
                "decode_seconds": sum(one.decode_seconds for one in loop.iterations),
                "optimize_seconds": sum(one.optimize_seconds for one in loop.iterations),
            }

        return self.stages.run("tune", work, inputs=inputs, settings=settings, outputs=[output])

    def _tune_online(self, decoder: Decoder, text: DevSet, folder: Path) -> OnlineResult:
        chosen = self.settings
        return tune_online(
            decoder,
            text,
            chosen.method,
            chosen.metric,
            lists=chosen.lists,
            folder=folder,
            seed=chosen.seed,
            epoch_done=lambda number, epoch: self.stages.say(f"  epoch {number}: {epoch}"),
        )

    def _evaluate(self, model: Model, test: TextSet) -> dict[str, Any]:
        sentences, references = self._read(test)
        start = start_weights(model.feature_names)
        decoder = Decoder(model, threads=self.threads)
        found: dict[str, Any] = {}
        texts = list(decoder.translate(sentences).best())
        untuned = list(decoder.translate(sentences, weights=start).best())
        _write_lines(self.folder / "test.output", texts)
        for name in dict.fromkeys((self.settings.metric, "bleu", "chrf", "ter")):
            metric = find_metric(name)
            after, before = (
                score(lines, references, metric, threads=self.threads) for lines in (texts, untuned)
            )
            found[name] = {"before": before.score, "after": after.score, "signature": after.signature}
        found["examples"] = [
            {"source": sentences[i], "reference": references[i][0], "before": untuned[i], "after": texts[i]}
            for i in range(min(3, len(sentences)))
        ]
        return found


def _check(
    settings: TrainSettings, dev: TextSet | None, test: TextSet | None, lm_text: Sequence[str]
) -> None:
    """Refuse what a late stage would refuse, before hours are spent on the early ones."""
    find_aligner(settings.aligner)
    symmetrization(settings.symmetrize)
    SparseFeatures(settings.templates)
    find_metric(settings.metric)
    if settings.method != "none":
        find: Callable[[str], Any] = find_online if is_online(settings.method) else find_method
        find(settings.method)
    for texts in filter(None, (dev, test)):
        _parallel(texts.source, texts.references)
    for path in lm_text:
        read_lines(path)


def _parallel(source: str, others: Sequence[str]) -> list[list[str]]:
    from pitchpipe.text import input_name

    texts = [read_lines(path) for path in (source, *others)]
    for path, lines in zip(others, texts[1:], strict=True):
        if len(lines) != len(texts[0]):
            raise InputError(
                f"{input_name(path)}: found another number of lines, {len(lines)}, "
                f"expected {len(texts[0])} as in {input_name(source)}"
            )
    if not texts[0]:
        raise InputError(f"{input_name(source)}: found no lines, expected a text")
    return texts


def _frequent(corpus: Corpus) -> tuple[str, ...]:
    counts = Counter(corpus.ids.tolist())
    return tuple(corpus.words[word] for word, _ in counts.most_common(FREQUENT_WORDS))


def _write_lines(path: Path, lines: Sequence[str]) -> None:
    with write_whole(path) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


def _write_json(path: Path, contents: Mapping[str, Any]) -> None:
    with write_whole(path) as file:
        file.write((json.dumps(dict(contents), indent=2, ensure_ascii=False) + "\n").encode())
