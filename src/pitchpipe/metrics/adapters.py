"""Neural metrics of other packages, each imported only when it is used; see `python_scorer.PythonScorer`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from pitchpipe.errors import InputError

ADAPTERS = {
    "comet": "python(pitchpipe.metrics.adapters:Comet, source=true, batch=64)",
    "comet-qe": "python(pitchpipe.metrics.adapters:CometQe, source=true, references=false, batch=64)",
    "bleurt": "python(pitchpipe.metrics.adapters:Bleurt, batch=64)",
    "bertscore": "python(pitchpipe.metrics.adapters:BertScore, batch=64)",
    "metricx": "python(pitchpipe.metrics.adapters:MetricX, better=lower, source=true, batch=16)",
    "metricx-qe": "python(pitchpipe.metrics.adapters:MetricXQe, better=lower, source=true, references=false, batch=16)",
    "wordllama": "python(pitchpipe.metrics.adapters:WordLlama, by=embed, batch=1024)",
}
"""Specs of these metrics by name."""

Texts = Sequence[str]


class Adapter:
    """A package's scorer. Its version is that of the package and the name of the model."""

    package: str
    """What pip installs."""
    beside: str = ""
    """What else is to be done."""
    module: str
    setting: str
    """The environment variable that names another model."""
    default: str

    @property
    def model_name(self) -> str:
        return os.environ.get(self.setting, self.default)

    @property
    def version(self) -> str:
        try:
            installed = version(self.package)
        except PackageNotFoundError:
            installed = getattr(self._imported, "__version__", "unknown")
        return f"{installed}/{self.model_name}"

    @property
    def _imported(self) -> Any:
        try:
            return import_module(self.module)
        except ImportError:
            name = type(self).__name__
            raise InputError(
                f"{name} needs a package that is not installed: pip install {self.package}{self.beside}"
            ) from None


class Comet(Adapter):
    """COMET (Rei et al. 2020); PITCHPIPE_COMET names another model."""

    package, module = "unbabel-comet", "comet"
    setting, default = "PITCHPIPE_COMET", "Unbabel/wmt22-comet-da"

    @cached_property
    def model(self) -> Any:
        comet = self._imported
        return comet.load_from_checkpoint(comet.download_model(self.model_name))

    def __call__(self, candidates: Texts, references: Sequence[Texts], sources: Sequence[str | None]) -> Any:
        """The highest score over the references of each candidate."""
        questions = [
            {"src": source, "mt": text, "ref": one}
            for text, seen, source in zip(candidates, references, sources, strict=True)
            for one in seen
        ]
        return _best(self._predict(questions), references)

    def _predict(self, questions: list[dict[str, Any]]) -> Any:
        return self.model.predict(questions, batch_size=len(questions), gpus=0, progress_bar=False).scores


class CometQe(Comet):
    """COMET without references (Rei et al. 2022); PITCHPIPE_COMET_QE names another model."""

    setting, default = "PITCHPIPE_COMET_QE", "Unbabel/wmt22-cometkiwi-da"

    def __call__(self, candidates: Texts, references: Sequence[Texts], sources: Sequence[str | None]) -> Any:
        pairs = zip(candidates, sources, strict=True)
        return self._predict([{"src": source, "mt": text} for text, source in pairs])


class Bleurt(Adapter):
    """BLEURT (Sellam et al. 2020); PITCHPIPE_BLEURT names the folder of its checkpoint."""

    package, module = "bleurt", "bleurt.score"
    setting, default = "PITCHPIPE_BLEURT", "BLEURT-20"

    @cached_property
    def model(self) -> Any:
        return self._imported.BleurtScorer(self.model_name)

    def __call__(self, candidates: Texts, references: Sequence[Texts], sources: Sequence[str | None]) -> Any:
        ours, theirs = _pairs(candidates, references)
        return _best(self.model.score(references=theirs, candidates=ours), references)


class BertScore(Adapter):
    """BERTScore's F (Zhang et al. 2020); PITCHPIPE_BERTSCORE names another language than en."""

    package, module = "bert-score", "bert_score"
    setting, default = "PITCHPIPE_BERTSCORE", "en"

    @cached_property
    def model(self) -> Any:
        return self._imported.BERTScorer(lang=self.model_name)

    def __call__(self, candidates: Texts, references: Sequence[Texts], sources: Sequence[str | None]) -> Any:
        ours, theirs = _pairs(candidates, references)
        return _best(self.model.score(ours, theirs)[2], references)


class MetricX(Adapter):
    """MetricX-24 (Juraska et al. 2024), errors from 0 to 25; PITCHPIPE_METRICX names another model of its family."""

    package, module = "transformers", "metricx24.models"
    beside = " torch sentencepiece, and put a clone of github.com/google-research/metricx on PYTHONPATH"
    setting, default = "PITCHPIPE_METRICX", "google/metricx-24-hybrid-large-v2p6"
    tokenizer = "google/mt5-xl"
    """Of all sizes of the model."""
    longest = 1536
    """Tokens of a question; the rest is cut off."""

    @cached_property
    def model(self) -> tuple[Any, Any]:
        regression = self._imported.MT5ForRegression
        transformers = import_module("transformers")
        tokenizer = transformers.AutoTokenizer.from_pretrained(self.tokenizer, legacy=False, use_fast=False)
        return tokenizer, regression.from_pretrained(self.model_name, torch_dtype="auto").eval()

    def __call__(self, candidates: Texts, references: Sequence[Texts], sources: Sequence[str | None]) -> Any:
        """The lowest error over the references of each candidate."""
        questions = [
            f"source: {source} candidate: {text} reference: {one}"
            for text, seen, source in zip(candidates, references, sources, strict=True)
            for one in seen
        ]
        return [-best for best in _best([-error for error in self._errors(questions)], references)]

    def _errors(self, questions: list[str]) -> list[float]:
        """One question at a time: the model was trained on questions without their end mark, and padding would stand in its place."""
        tokenizer, model = self.model
        found = []
        with import_module("torch").no_grad():
            for text in questions:
                asked = tokenizer(text, max_length=self.longest, truncation=True, return_tensors="pt")
                shown = {name: asked[name][:, :-1] for name in ("input_ids", "attention_mask")}
                found.append(float(model(**shown).predictions))
        return found


class MetricXQe(MetricX):
    """MetricX-24 without references; PITCHPIPE_METRICX_QE names another model of its family."""

    setting = "PITCHPIPE_METRICX_QE"

    def __call__(self, candidates: Texts, references: Sequence[Texts], sources: Sequence[str | None]) -> Any:
        pairs = zip(candidates, sources, strict=True)
        return self._errors([f"source: {source} candidate: {text}" for text, source in pairs])


class WordLlama(Adapter):
    """Cosine of two texts' static embeddings, whose weights come with the package."""

    package, module = "wordllama", "wordllama"
    setting, default = "PITCHPIPE_WORDLLAMA", "l2_supercat"

    @cached_property
    def model(self) -> Any:
        package = self._imported
        # The package's own folder stands for its cache: the tokeniser is in the wheel, in a place where it does not look.
        own = os.path.dirname(str(package.__file__))
        return package.WordLlama.load(config=self.model_name, cache_dir=own, disable_download=True)

    def embed(self, texts: Texts) -> Any:
        return self.model.embed(list(texts))


def _pairs(candidates: Texts, references: Sequence[Texts]) -> tuple[list[str], list[str]]:
    """Each candidate with each of its references."""
    ours = [text for text, seen in zip(candidates, references, strict=True) for _ in seen]
    return ours, [one for seen in references for one in seen]


def _best(scores: Any, references: Sequence[Texts]) -> list[float]:
    """The highest of the scores with each reference of a candidate."""
    rest = iter(np.asarray(scores, np.float64).tolist())
    return [max(next(rest) for _ in seen) for seen in references]
