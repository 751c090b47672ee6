"""The stages of a model of several texts: joined, aligned together, with tables and language models by origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.arrays import offsets_of
from pitchpipe.errors import InputError
from pitchpipe.files import read_lines, read_sentences
from pitchpipe.lm import LanguageModel, estimate
from pitchpipe.lm.mixture import mixed, mixture_weights
from pitchpipe.phrases import PhraseTable
from pitchpipe.phrases.provenance import origin_count, with_provenance
from pitchpipe.text import Corpus, plan_text
from pitchpipe.text.cleaning import RESERVED
from pitchpipe.text.misfits import unknown_share
from pitchpipe.training.building import TABLE, Building, MakeTable, write_lines
from pitchpipe.training.figures import phrase_figures
from pitchpipe.training.origins import join_texts
from pitchpipe.training.recipe import Recipe, TextSet
from pitchpipe.training.stages import Show, Stage

JOIN = "join"
"""The stage that joins texts."""


class OriginBuilding(Building):
    """A `Building` that knows where its text is from; of one text only, it is no other."""

    origin_names: Sequence[str] = ()
    mixture_text: TextSet | None = None
    """What the weights of language models are set on."""

    def join(self, recipe: Recipe, names: Sequence[str], taken: TextSet | None) -> Recipe:
        """The recipe with all its texts as one, in files of these names; nothing is done if there is one.

        `taken` is what was taken out of one's own text to tune on.
        """
        if not recipe.more:
            return recipe
        chosen, build = self.settings.origins, self.settings.build
        sets = [recipe.train, *recipe.more]
        paths = [self.work / "joined" / name for name in names]
        codes = (build.source_language, build.target_language)

        def work(show: Show) -> dict[str, Any]:
            texts = [self.read(one.files) for one in sets]
            tuned_on = self.read(taken.files) if taken else None
            tokenizers = [
                plan_text(lines, side=side, language=codes[side], name=name).tokenizer
                for side, (lines, name) in enumerate(
                    zip((texts[0].source, texts[0].references[0]), names, strict=True)
                )
            ]
            found = join_texts(
                (texts[0].source, texts[0].references[0]),
                [(text.source, text.references[0]) for text in texts[1:]],
                chosen,
                taken=[*tuned_on.source, *tuned_on.references[0]] if tuned_on else (),
                languages=(tokenizers[0], tokenizers[1]),
                processes=self.threads,
                seed=self.settings.tuning.seed,
            )
            for path, lines in zip(paths, found.sides, strict=True):
                path.parent.mkdir(exist_ok=True)
                write_lines(path, lines)
            return {"origins": found.figures}

        stage = self.stages.run(
            JOIN,
            work,
            inputs=[Path(file) for one in (*sets, *([taken] if taken else [])) for file in one.files],
            settings={
                "select": chosen.select,
                "once": chosen.once,
                "seed": self.settings.tuning.seed if chosen.select else 0,
                "files": [len(one.files) for one in sets],
                "languages": codes,
            },
            outputs=paths,
        )
        self.origin_names = [one.names[0] for one in sets]
        self.origin_lines = [one["taken"] for one in stage.facts["origins"]]
        for name, one in zip(self.origin_names[1:], stage.facts["origins"][1:], strict=True):
            self.stages.say(
                f"  {name}: {one['taken']:,} of {one['given']:,} lines; {one['repeated']:,} there before already"
                + (f", {one['tuned_on']:,} tuned on" if one["tuned_on"] else "")
            )
        return replace(recipe, train=TextSet(str(paths[0]), [str(paths[1])]))

    def parts(self, text: Stage) -> list[slice]:
        """The lines of each origin in the prepared text."""
        counts = text.facts["origins"]
        for name, count in zip(self.origin_names, counts, strict=True):
            if not count:
                raise InputError(f"{name}: found no line that can be used, expected a parallel text")
        offsets = offsets_of(counts).tolist()
        return [slice(begin, end) for begin, end in pairwise(offsets)]

    @property
    def table_files(self) -> Sequence[str]:
        if self.origin_names and self.settings.origins.origins == "tables":
            return [f"phrases{number}.table" for number in range(len(self.origin_names))]
        return [TABLE]

    @property
    def table_settings(self) -> Mapping[str, Any]:
        if not self.origin_names:
            return {}
        return {"origins": self.settings.origins.origins, "count": len(self.origin_names)}

    def make_tables(self, make: MakeTable, text: Stage) -> dict[str, Any]:
        how = self.settings.origins.origins
        if not self.origin_names or how == "none":
            return super().make_tables(make, text)
        parts = self.parts(text)
        if how == "tables":
            made = [
                make(self.folder / name, part) for name, part in zip(self.table_files, parts, strict=True)
            ]
            return _together(made) | {"origins": [len(one) for one in made]}
        whole = make(self.folder / TABLE, None)
        paths = [self.work / f"origin{number}.table" for number in range(len(parts))]
        made = [make(path, part, filtered=False) for path, part in zip(paths, parts, strict=True)]
        table = with_provenance(whole, made, self.folder / TABLE)
        for path in paths:
            path.unlink()
        seen = table.file.arrays["scores"][:, -origin_count(table) :]
        return {**phrase_figures(table), "origins": np.count_nonzero(seen, axis=0).tolist()}

    @property
    def language_model_files(self) -> Sequence[str]:
        if self.origin_names and self.settings.origins.mixture == "log-linear":
            return [f"lm{number}.lm" for number in range(len(self._model_names))]
        return super().language_model_files

    def language_text(self, more: bool) -> Path:
        has_models = bool(self.origin_names) and self.settings.origins.mixture != "none"
        return super().language_text(more and not has_models)

    _model_names: Sequence[str] = ()

    def estimate(self, text: Stage, more: Sequence[str]) -> Stage:
        how = self.settings.origins.mixture
        if not self.origin_names or how == "none":
            return super().estimate(text, more)
        self._model_names = [*self.origin_names, *(["lm-text"] if more else [])]
        dev = self.mixture_text

        def work(show: Show) -> dict[str, Any]:
            lines = read_lines(self.work / "train.target")
            texts = [lines[part] for part in self.parts(text)]
            if more:
                extra = [line for path in more for line in self.texts.target(read_sentences(path).lines)]
                texts.append([line for line in extra if not set(RESERVED).intersection(line.split())])
            found = []
            for number, one in enumerate(texts):
                found.append(estimate(Corpus.of(one), self.settings.build.order, threads=self.threads))
                show(number + 1, len(texts) + 1)
            models = [one.model for one in found]
            facts: dict[str, Any] = {"tokens": sum(one.tokens for one in found)}
            weights = np.full(len(models), 1.0 / len(models))
            if dev is not None:
                tuned = mixture_weights(
                    models,
                    [line for side in self.read(dev.files).references for line in self.texts.target(side)],
                )
                weights = tuned.weights
                facts["perplexities"] = [round(one, 2) for one in tuned.perplexities]
                facts["perplexity"] = round(tuned.perplexity, 2)
            if how == "linear":
                mixture = mixed(models, weights)
                mixture.save(self.folder / "lm.lm")
                facts |= {"ngrams": _ngrams(mixture), "weights": [round(float(one), 4) for one in weights]}
            else:
                for model, path in zip(models, self.language_model_files, strict=True):
                    model.save(self.folder / path)
                facts["ngrams"] = _ngrams(models[0])
            warned = [
                f"language model of {name}: {one.warnings[0].removeprefix('the text: ')}"
                for name, one in zip(self._model_names, found, strict=True)
                if one.warnings
            ]
            return facts | {"origins": [one.tokens for one in found], "warnings": warned}

        return self.stages.run(
            "lm",
            work,
            inputs=[text, *map(Path, more), *map(Path, dev.files if dev else ())],
            settings={"order": self.settings.build.order, "mixture": how, "lm_text": len(more)},
            outputs=[self.folder / path for path in self.language_model_files],
        )

    def lacking(self, text: Stage, sentences: Sequence[str]) -> list[float]:
        """For each origin, the share of the words of a text that its source lacks."""
        lines = read_lines(self.work / "train.source")
        return [unknown_share(sentences, Corpus.of(lines[part]).words) for part in self.parts(text)]

    def origin_figures(self, facts: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
        """What came of each origin, from the facts of all stages by name."""
        used = facts["prepare"]["origins"]
        tables = facts.get("phrases") or facts.get("rules") or {}
        rows = []
        for number, name in enumerate(self.origin_names):
            row = {"name": name, **facts[JOIN]["origins"][number], "lines": used[number]}
            row["share"] = used[number] / max(1, sum(used))
            if "origins" in tables:
                row["phrase_pairs"] = tables["origins"][number]
            for what, shares in facts["check"].get("lacking", {}).items():
                row[f"unknown_{what}"] = shares[number]
            for what, key in (("perplexity", "perplexities"), ("lm_weight", "weights")):
                if key in facts["lm"]:
                    row[what] = facts["lm"][key][number]
            rows.append(row)
        return rows


def _together(tables: Sequence[PhraseTable]) -> dict[str, Any]:
    """The figures of several tables, added up."""
    found = [phrase_figures(table) for table in tables]
    lengths = sorted({length for one in found for length in one["by_length"]}, key=int)
    return {
        "phrase_pairs": sum(one["phrase_pairs"] for one in found),
        "source_phrases": sum(one["source_phrases"] for one in found),
        "by_length": {length: sum(one["by_length"].get(length, 0) for one in found) for length in lengths},
    }


def _ngrams(model: LanguageModel) -> list[int]:
    return [len(rows) for rows in model.ngrams.rows]
