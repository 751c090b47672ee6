"""From parallel text to a model, stage by stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pitchpipe.align import Alignments, align
from pitchpipe.errors import InputError
from pitchpipe.files import ParallelText, read_lines, read_sentences, write_whole
from pitchpipe.lm import LanguageModel, estimate
from pitchpipe.model import Language, Model, ModelTexts, SparseFeatures, Table, TableFeatures
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.extraction import Extraction, extract
from pitchpipe.reordering import FEATURES
from pitchpipe.text import Corpus, KnownForms, prepare
from pitchpipe.training.settings import TrainSettings
from pitchpipe.training.stages import Bar, Show, Stage, Stages
from pitchpipe.training.start import start_weights

FREQUENT_WORDS = 80
"""Words of each side that word-pair features are made of, as in the PRO paper."""


class Building:
    """The stages that make a model in a folder, and how text is prepared for it."""

    def __init__(
        self,
        folder: Path,
        settings: TrainSettings,
        threads: int,
        say: Callable[[str], None],
        bar: Bar,
    ) -> None:
        self.folder = folder
        self.work = folder / "work"
        try:
            self.work.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder}: cannot be written: {error.strerror}") from None
        self.settings = settings
        self.threads = threads
        self.stages = Stages(self.work, say, bar)

    def build(self, files: Sequence[str], lm_text: Sequence[str]) -> Model:
        """The model with the weights that tuning starts from; the text is in a file for each side, or in one."""
        text = self.prepare(files)
        self.extract(text, self.align(text))
        self.estimate(text, lm_text)
        return self.assemble()

    def prepare(self, files: Sequence[str]) -> Stage:
        chosen = self.settings.build
        languages = ("source_language", "target_language")
        names = (*languages, "lowercase", "truecase", "known_forms", "max_line", "ratio")

        def work(show: Show) -> dict[str, Any]:
            text = self.read(files)
            prepared = prepare(
                text.source,
                text.references[0],
                languages=(chosen.source_language, chosen.target_language),
                max=chosen.max_line,
                ratio=chosen.ratio,
                truecase=chosen.truecase,
                lowercase=chosen.lowercase,
                processes=self.threads,
                progress=show,
            )
            if not prepared.source:
                raise InputError(f"{files[0]}: found no line that can be used, expected a parallel text")
            write_lines(self.work / "train.source", prepared.source)
            write_lines(self.work / "train.target", prepared.target)
            texts = ModelTexts(
                (chosen.source_language, chosen.target_language),
                chosen.lowercase,
                prepared.truecasers,
                KnownForms.train(prepared.source) if chosen.known_forms else None,
            )
            texts.save(self.folder)
            removed = {reason: int(count) for reason, count in prepared.cleaned.removed.items()}
            return {"lines": len(prepared.source), "removed": removed, "left_out": text.left_out}

        learnt = ModelTexts.files(self.folder)
        outputs = [self.work / "train.source", self.work / "train.target", self.folder / "texts.json"]
        if chosen.truecase:
            outputs += [learnt["source"], learnt["target"]]
        if chosen.known_forms:
            outputs.append(learnt["known_forms"])
        return self.stages.run(
            "prepare",
            work,
            inputs=[*map(Path, files)],
            settings={name: getattr(chosen, name) for name in names},
            outputs=outputs,
        )

    def read(self, files: Sequence[str]) -> ParallelText:
        """A source and its translations, from a file each or from one of all; the settings name the languages."""
        chosen = self.settings.build
        return ParallelText.read(files, (chosen.source_language, chosen.target_language))

    def _corpora(self) -> tuple[Corpus, Corpus]:
        return Corpus.read(self.work / "train.source"), Corpus.read(self.work / "train.target")

    def align(self, text: Stage) -> Stage:
        chosen = self.settings.build

        def work(show: Show) -> None:
            found = align(
                *self._corpora(),
                method=chosen.aligner,
                symmetrize=chosen.symmetrize,
                threads=self.threads,
                progress=show,
            )
            found.write(self.work / "alignment")

        return self.stages.run(
            "align",
            work,
            inputs=[text],
            settings={"aligner": chosen.aligner, "symmetrize": chosen.symmetrize},
            outputs=[self.work / "alignment"],
        )

    def extract(self, text: Stage, alignment: Stage) -> Stage:
        settings = Extraction(
            max_length=self.settings.build.max_phrase, reordering=self.settings.build.reordering
        )

        def work(show: Show) -> dict[str, Any]:
            source, target = self._corpora()
            links = Alignments.read(self.work / "alignment", source, target)
            path = self.folder / "phrases.table"
            table = extract(
                source,
                target,
                links.links,
                links.offsets,
                path,
                settings=settings,
                threads=self.threads,
                progress=lambda share: show(round(100 * share), 100),
            )
            return {"phrase_pairs": len(table)}

        return self.stages.run(
            "phrases",
            work,
            inputs=[text, alignment],
            settings={"max_length": settings.max_length, "reordering": settings.reordering},
            outputs=[self.folder / "phrases.table"],
        )

    def estimate(self, text: Stage, more: Sequence[str]) -> Stage:
        def work(show: Show) -> dict[str, Any]:
            path = self.work / "train.target"
            if more:
                path = self.work / "lm.target"
                texts = self.texts
                lines = [line for extra in more for line in texts.target(read_sentences(extra).lines)]
                write_lines(path, read_lines(self.work / "train.target") + lines)
            found = estimate(path, self.settings.build.order, threads=self.threads, progress=show)
            found.model.save(self.folder / "lm.lm")
            return {"tokens": found.tokens, "warnings": list(found.warnings)}

        return self.stages.run(
            "lm",
            work,
            inputs=[text, *map(Path, more)],
            settings={"order": self.settings.build.order},
            outputs=[self.folder / "lm.lm"],
        )

    def assemble(self) -> Model:
        table = PhraseTable.read(self.folder / "phrases.table")
        features = TableFeatures(
            reordering=tuple(FEATURES[name] for name in table.facts.reordering),
            rule_count="RuleCount0",
            unique_rule="UniqueRule0",
        )
        templates = self.settings.build.templates
        frequent = [_frequent(corpus) for corpus in self._corpora()] if "WP" in templates else [(), ()]
        model = Model(
            [Table(table, features)],
            [Language(LanguageModel.read(self.folder / "lm.lm"))],
            {},
            SparseFeatures(templates, *frequent),
            self.settings.search.changed,
        )
        model = model.with_weights(start_weights(model.feature_names))
        model.save(self.folder)
        return model

    @property
    def texts(self) -> ModelTexts:
        """How text is prepared for the model, once its text has been."""
        return ModelTexts.read(self.folder)


def _frequent(corpus: Corpus) -> tuple[str, ...]:
    counts = Counter(corpus.ids.tolist())
    return tuple(corpus.words[word] for word, _ in counts.most_common(FREQUENT_WORDS))


def write_lines(path: Path, lines: Sequence[str]) -> None:
    with write_whole(path) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())
