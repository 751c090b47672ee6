"""From parallel text to a model, stage by stage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from pitchpipe.align import Alignments, find_aligner
from pitchpipe.arrays import Numbers, offsets_of
from pitchpipe.errors import InputError
from pitchpipe.files import ParallelText, input_name, read_lines, read_sentences, write_whole
from pitchpipe.files.kept_lines import KeptLines, file_lines, in_chunks
from pitchpipe.files.refusals import refusals_of
from pitchpipe.files.scratch import Scratch
from pitchpipe.grammar import Trees, extract_rules
from pitchpipe.lm import cluster_words, estimate
from pitchpipe.model import ALIGNER, Model, ModelTexts
from pitchpipe.phrases import Filter, Gaps, PhraseTable
from pitchpipe.phrases.extraction import Extraction, extract
from pitchpipe.text import Compounds, Corpus, KnownForms, TextPlan, plan_text, prepare
from pitchpipe.text.cleaning import RESERVED
from pitchpipe.text.compounds import LANGUAGES
from pitchpipe.text.plan import AUTO, BY_NAME
from pitchpipe.training.assembling import joined, sparse_features, with_class_model
from pitchpipe.training.figures import AlignmentFigures, phrase_figures
from pitchpipe.training.reordering_limit import REACHED, needed_limit
from pitchpipe.training.settings import TrainSettings
from pitchpipe.training.stages import Bar, Show, Stage, Stages

SIDES = ("source", "target")
MOST_RULES = 200
"""Of a source side: as many as search looks at by default."""
TABLE = "phrases.table"
"""The phrase table, or the grammar."""
CLASSES, CLASS_MODEL = "target.classes", "classes.lm"
"""Where word classes are asked for: these, and the language model over them."""
PARSES = "train.parses"
"""Trees over one side, where they are given."""


class MakeTable(Protocol):
    """Extracts a table into a file, of all lines or of some; `filtered` as the model's own is."""

    def __call__(self, path: Path, lines: slice | None, *, filtered: bool = True) -> PhraseTable: ...


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
        with refusals_of(folder):
            self.work.mkdir(parents=True, exist_ok=True)
        self.settings = settings
        self.threads = threads
        self.stages = Stages(self.work, say, bar)
        self.memory = settings.build.memory << 20
        self.scratch = Scratch(self.memory, self.work)

    origin_lines: Sequence[int] = ()
    """Lines of each origin, where the text has several."""

    @property
    def table_files(self) -> Sequence[str]:
        return (TABLE,)

    @property
    def table_settings(self) -> Mapping[str, Any]:
        """What the tables depend on beside the settings of extraction."""
        return {}

    @property
    def language_model_files(self) -> Sequence[str]:
        return ("lm.lm",)

    def make_tables(self, make: MakeTable, text: Stage) -> dict[str, Any]:
        """Make all tables of the model, and return figures of them."""
        return phrase_figures(make(self.folder / TABLE, None))

    def build(self, files: Sequence[str], lm_text: Sequence[str], parses: str | None = None) -> Model:
        """The model with the weights that tuning starts from; the text is in a file for each side, or in one."""
        text = self.prepare(files, parses)
        aligned = self.align(text)
        if self.settings.build.grammar != "none":
            self.extract_rules(text, aligned)
            self.estimate_classes(self.estimate(text, lm_text), bool(lm_text))
            return self.assemble({})
        phrases = self.extract(text, aligned)
        limit = phrases.facts["distortion_limit"]
        if "distortion_limit" not in self.settings.search.given:
            self.stages.say(f"  distortion_limit={limit}: as far as phrases jump in the aligned text")
        self.estimate_classes(self.estimate(text, lm_text), bool(lm_text))
        return self.assemble({"distortion_limit": limit})

    def prepare(self, files: Sequence[str], parses: str | None = None) -> Stage:
        chosen, parsed_side = self.settings.build, self.settings.build.trees_over
        text = self.read(files, self.scratch)
        trees = _parses(parses, text)
        plans = self._plans(files, text)
        known_forms = chosen.known_forms and not plans[0].pieces
        splits = self._splits_compounds(plans[0])

        def work(show: Show) -> dict[str, Any]:
            prepared = prepare(
                text.source,
                text.references[0],
                languages=(plans[0].tokenizer, plans[1].tokenizer),
                max=chosen.max_line,
                ratio=chosen.ratio,
                truecase=(plans[0].truecase, plans[1].truecase),
                lowercase=chosen.lowercase,
                pieces=(plans[0].pieces, plans[1].pieces),
                processes=self.threads,
                progress=show,
                scratch=self.scratch,
            )
            if not len(prepared.source):
                raise InputError(f"{files[0]}: found no line that can be used, expected a parallel text")
            source = prepared.source
            compounds = Compounds.train(Corpus.of(source, self.scratch)) if splits else None
            if compounds is not None:
                source = KeptLines(map(compounds.split, source), self.scratch)
            write_lines(self.work / "train.source", source)
            write_lines(self.work / "train.target", prepared.target)
            if trees:
                kept = prepared.cleaned.kept.tolist()
                lines, numbers = [trees[index] for index in kept], [index + 1 for index in kept]
                over = source if parsed_side == "source" else prepared.target
                Trees.of(lines, Corpus.of(over), name=input_name(parses or ""), numbers=numbers)
                write_lines(self.work / PARSES, lines)
            texts = ModelTexts(
                (plans[0].tokenizer, plans[1].tokenizer),
                chosen.lowercase,
                prepared.truecasers,
                KnownForms.train(Corpus.of(source, self.scratch)) if known_forms else None,
                prepared.pieces,
                plans[1].capitals if plans[1].truecase else None,
                compounds,
            )
            texts.save(self.folder)
            removed = {reason: int(count) for reason, count in prepared.cleaned.removed.items()}
            found = {side: plan.facts for side, plan in zip(SIDES, plans, strict=True)}
            return {
                "lines": len(prepared.source),
                "removed": removed,
                "left_out": text.left_out,
                "found": found,
                **self._kept_by_origin(prepared.cleaned.kept),
            } | ({} if compounds is None else {"compounds": len(compounds.parts)})

        learned = ModelTexts.files(self.folder)
        outputs = [self.work / "train.source", self.work / "train.target", self.folder / "texts.json"]
        for side, plan in zip(SIDES, plans, strict=True):
            outputs += [learned[side]] if plan.truecase else []
            outputs += [learned[f"{side}_pieces"]] if plan.pieces else []
        if known_forms:
            outputs.append(learned["known_forms"])
        if splits:
            outputs.append(learned["compounds"])
        if parses:
            outputs.append(self.work / PARSES)
        names = ("lowercase", "known_forms", "max_line", "ratio")
        steps = [[plan.tokenizer, plan.pieces, plan.truecase] for plan in plans]
        return self.stages.run(
            "prepare",
            work,
            inputs=[*map(Path, files), *map(Path, [parses] if parses else [])],
            settings={
                "steps": steps,
                "compounds": splits,
                **{name: getattr(chosen, name) for name in names},
                **({"origins": list(self.origin_lines)} if self.origin_lines else {}),
                **({"trees_over": parsed_side} if parsed_side == "source" else {}),
            },
            outputs=outputs,
        )

    def _kept_by_origin(self, kept: Numbers) -> dict[str, list[int]]:
        """How many lines of each origin were kept, of which those of each follow each other."""
        if not self.origin_lines:
            return {}
        ends = offsets_of(self.origin_lines)
        return {"origins": np.diff(np.searchsorted(kept, ends)).tolist()}

    def _splits_compounds(self, plan: TextPlan) -> bool:
        """Whether compounds of the source are split; tokenised text and trees are left as they are, and pieces are cut from words."""
        chosen = self.settings.build
        if chosen.compounds == AUTO:
            known = plan.language is not None and plan.language.code in LANGUAGES
            return plan.raw and known and not plan.pieces and chosen.trees_over != "source"
        return chosen.compounds == "true" and not plan.pieces

    def _plans(self, files: Sequence[str], text: ParallelText) -> list[TextPlan]:
        """What is done to each side, said as it is found out."""
        chosen = self.settings.build
        languages = (chosen.source_language, chosen.target_language)
        pieces = (chosen.source_pieces, chosen.target_pieces)
        how: dict[str, Any] = {"truecase": chosen.truecase, "lowercase": chosen.lowercase}
        plans = []
        for side, lines in enumerate((text.source, text.references[0])):
            file = files[min(side, len(files) - 1)]
            # A translation memory names its languages, as the files of other texts do.
            name = f"{file}.{text.languages[side]}" if text.languages else file
            known: dict[str, Any] = {"language": languages[side], "pieces": pieces[side], "name": name}
            plan = plan_text(lines, side=side, **known, **how)
            if text.languages and plan.known_by == BY_NAME:
                plan = replace(plan, known_by="the memory")
            plans.append(plan)
            where = input_name(file) if len(files) > 1 else f"{input_name(file)}, {SIDES[side]}"
            self.stages.say(f"{where}: {plans[side]}")
        return plans

    def read(self, files: Sequence[str], scratch: Scratch | None = None) -> ParallelText:
        """A source and its translations, from a file each or from one of all; the settings name the languages."""
        chosen = self.settings.build
        return ParallelText.read(files, (chosen.source_language, chosen.target_language), scratch)

    def _corpora(self) -> tuple[Corpus, Corpus]:
        source, target = (Corpus.read(self.work / f"train.{side}", self.scratch) for side in SIDES)
        return source, target

    def _links(self, source: Corpus, target: Corpus) -> Alignments:
        return Alignments.read(self.work / "alignment", source, target, self.scratch)

    def _aligned(self) -> tuple[Corpus, Corpus, Alignments]:
        source, target = self._corpora()
        return source, target, self._links(source, target)

    def _part(self, links: Alignments, lines: slice) -> tuple[Corpus, Corpus, Alignments]:
        """Some lines of the aligned text, under numbers of their own words."""
        texts = [read_lines(self.work / f"train.{side}")[lines] for side in SIDES]
        begin, end = links.offsets[[lines.start, lines.stop]]
        own = Alignments(links.links[begin:end], links.offsets[lines.start : lines.stop + 1] - begin)
        return Corpus.of(texts[0]), Corpus.of(texts[1]), own

    def align(self, text: Stage) -> Stage:
        chosen = self.settings.build
        method = find_aligner(chosen.aligner)

        def work(show: Show) -> dict[str, Any]:
            source, target = self._corpora()
            how: dict[str, Any] = {"threads": self.threads, "progress": show}
            if method.has_model:
                aligner = method.train(source, target, scratch=self.scratch, **how)
                aligner.save(self.folder / ALIGNER)
                parts = aligner.align_parts(source, target, chosen.symmetrize, threads=self.threads)
            else:
                parts = iter([method.align(source, target, chosen.symmetrize, **how)])
            figures = AlignmentFigures(source, target)
            with write_whole(self.work / "alignment") as file:
                for part in parts:
                    file.write(part.pharaoh)
                    figures.add(part)
            return figures.facts

        outputs = [self.work / "alignment", *([self.folder / ALIGNER] if method.has_model else [])]
        return self.stages.run(
            "align",
            work,
            inputs=[text],
            settings={"aligner": chosen.aligner, "symmetrize": chosen.symmetrize},
            outputs=outputs,
        )

    def extract(self, text: Stage, alignment: Stage) -> Stage:
        chosen = self.settings.build
        settings = Extraction(
            max_length=chosen.max_phrase,
            reordering=chosen.reordering,
            discount=chosen.discount,
            gaps=Gaps.of(chosen.gaps),
            filter=chosen.filter(),
        )

        def work(show: Show) -> dict[str, Any]:
            whole = self._aligned()

            def make(path: Path, lines: slice | None, *, filtered: bool = True) -> PhraseTable:
                source, target, links = whole if lines is None else self._part(whole[2], lines)
                return extract(
                    source,
                    target,
                    links.links,
                    links.offsets,
                    path,
                    settings=settings if filtered else replace(settings, filter=Filter()),
                    threads=self.threads,
                    memory=self.memory,
                    progress=lambda share: show(round(100 * share), 100),
                )

            return {**self.make_tables(make, text), "distortion_limit": needed_limit(whole[2])}

        return self.stages.run(
            "phrases",
            work,
            inputs=[text, alignment],
            settings={
                "max_length": settings.max_length,
                "reordering": settings.reordering,
                "discount": settings.discount,
                "distortion_limit": REACHED,
                **({"gaps": settings.gaps.spec} if settings.gaps else {}),
                **({"filter": settings.filter.spec} if settings.filter.changed else {}),
                **self.table_settings,
            },
            outputs=[self.folder / path for path in self.table_files],
        )

    def extract_rules(self, text: Stage, alignment: Stage) -> Stage:
        kept = self.settings.build.filter(MOST_RULES)
        settings = self.settings.build.rules(kept)

        def work(show: Show) -> dict[str, Any]:
            whole = self._aligned()
            over = {"source": whole[0], "target": whole[1]}.get(settings.trees_over)
            trees = None if over is None else Trees.of(read_lines(self.work / PARSES), over)

            def make(path: Path, lines: slice | None, *, filtered: bool = True) -> PhraseTable:
                source, target, links = whole if lines is None else self._part(whole[2], lines)
                return extract_rules(
                    source,
                    target,
                    links.links,
                    links.offsets,
                    path,
                    settings=settings if filtered else self.settings.build.rules(),
                    trees=trees,
                    threads=self.threads,
                    memory=self.memory,
                    progress=lambda share: show(round(100 * share), 100),
                )

            return self.make_tables(make, text)

        return self.stages.run(
            "rules",
            work,
            inputs=[text, alignment],
            settings={
                "rules": settings.spec,
                "top": kept.top,
                **({} if kept == Filter(top=kept.top) else {"filter": kept.spec}),
                **self.table_settings,
            },
            outputs=[self.folder / path for path in self.table_files],
        )

    def estimate(self, text: Stage, more: Sequence[str]) -> Stage:
        def work(show: Show) -> dict[str, Any]:
            path = self.language_text(bool(more))
            if more:
                write_lines(path, chain(file_lines(self.work / "train.target"), self._more_target(more)))
            found = estimate(
                path,
                self.settings.build.order,
                memory=self.memory,
                folder=self.work,
                threads=self.threads,
                progress=show,
            )
            found.model.save(self.folder / "lm.lm")
            ngrams = [len(rows) for rows in found.ngrams.rows]
            return {"tokens": found.tokens, "ngrams": ngrams, "warnings": _in_one(found.warnings, path)}

        return self.stages.run(
            "lm",
            work,
            inputs=[text, *map(Path, more)],
            settings={"order": self.settings.build.order},
            outputs=[self.folder / "lm.lm"],
        )

    def language_text(self, more: bool) -> Path:
        """The target side, with more text for the language model if there is some."""
        return self.work / ("lm.target" if more else "train.target")

    def estimate_classes(self, words: Stage, more: bool) -> Stage | None:
        """Classes of the words of the language model's text, and a model of these; none if they are not asked for."""
        chosen = self.settings.build
        if not chosen.classes:
            return None

        def work(show: Show) -> dict[str, Any]:
            text = Corpus.read(self.language_text(more))
            found = cluster_words(text, chosen.classes, progress=show)
            found.classes.write(self.folder / CLASSES)
            model = estimate(found.classes.corpus(text), chosen.class_order, threads=self.threads).model
            model.save(self.folder / CLASS_MODEL)
            return {"words": len(found.classes), "passes": found.passes, "perplexity": found.perplexity}

        return self.stages.run(
            "classes",
            work,
            inputs=[words],
            settings={"classes": chosen.classes, "order": chosen.class_order},
            outputs=[self.folder / CLASSES, self.folder / CLASS_MODEL],
        )

    def _more_target(self, files: Sequence[str]) -> Iterator[str]:
        """The lines of more text for the language model, prepared like the target."""
        texts = self.texts
        for path in files:
            for some in in_chunks(read_sentences(path, scratch=self.scratch).lines):
                for line in texts.target(some):
                    if not set(RESERVED).intersection(line.split()):
                        yield line

    def assemble(self, search: Mapping[str, Any]) -> Model:
        """The model, which searches as it is told, and elsewhere as was found best for its text."""
        sparse = sparse_features(self.settings.build.templates, self._corpora)
        how = {**search, **self.settings.search.given}
        model = joined(self.folder, self.table_files, self.language_model_files, sparse, how)
        if self.settings.build.classes:
            model = with_class_model(model, self.folder, CLASS_MODEL, CLASSES)
        model.save(self.folder)
        return model

    @cached_property
    def texts(self) -> ModelTexts:
        """How text is prepared for the model, once its text has been; large to read, so read once."""
        return ModelTexts.read(self.folder)


def _parses(path: str | None, text: ParallelText) -> list[str]:
    """Trees over one side of a text, a line each."""
    if path is None:
        return []
    lines = read_lines(path)
    if text.left_out or len(lines) != len(text.source):
        raise InputError(
            f"{input_name(path)}: found {len(lines)} lines for a text of {len(text.source)}"
            f"{' with some left out' * bool(text.left_out)}, expected a tree for each line"
        )
    return lines


def _in_one(warnings: Sequence[str], path: Path) -> list[str]:
    """What is wrong with a language model, once for all its orders, without the name of a file that nobody gave."""
    if not warnings:
        return []
    more = f"; likewise for {len(warnings) - 1} more of its orders" if len(warnings) > 1 else ""
    return [f"language model: {warnings[0].removeprefix(f'{path}: ')}{more}"]


def write_lines(path: Path, lines: Iterable[str]) -> None:
    with write_whole(path) as file:
        file.writelines(f"{line}\n".encode() for line in lines)
