"""Phrase-based decoding: sentences in, candidates out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar
from weakref import WeakMethod

from pitchpipe import _native
from pitchpipe.decoder.candidates import Candidates
from pitchpipe.decoder.contract import Decoder, Forced
from pitchpipe.decoder.feature_calls import FeatureCalls
from pitchpipe.decoder.features import Feature
from pitchpipe.decoder.given import Given, native_given
from pitchpipe.decoder.lattice import Lattice
from pitchpipe.decoder.leave_one_out import LeaveOneOut
from pitchpipe.decoder.named_features import feature_names, load_features
from pitchpipe.decoder.native_weights import native_weights
from pitchpipe.decoder.search import SearchSettings
from pitchpipe.decoder.suggestions import PENALTY, WIDER, Completion, Prefix
from pitchpipe.decoder.tokens import check_sentences, tokens
from pitchpipe.decoder.trace import Trace
from pitchpipe.errors import InputError
from pitchpipe.model import Model
from pitchpipe.weights import Weights


class PhraseDecoder(Decoder):
    """Translates with a phrase-based model; its tables are shared by all threads.

    Parameters
    ----------
    search
        How to search; by default what the model's folder says.
    features
        Features written in Python, beside those that the search names; they need weights too.
    leave_one_out
        Sentences of the model's own text, each of which is translated without what it contributes to the table; lattices,
        traces and completions are those of the whole table.
    """

    takes_buckets: ClassVar[bool] = True

    def __init__(
        self,
        model: Model,
        search: SearchSettings | None = None,
        threads: int | None = None,
        features: Sequence[Feature] = (),
        leave_one_out: LeaveOneOut | None = None,
    ) -> None:
        self.model = model
        model.expect_look_ups()
        self.search = search or SearchSettings.of_model(model)
        self.threads = threads or os.cpu_count() or 1
        self.leave_one_out = leave_one_out
        named = load_features(feature_names(self.search.features))
        self._calls = calls = FeatureCalls([*named, *features], [one.table for one in model.tables])
        sparse = calls.sparse_names.since
        phrases = _native.PhraseFeatures(
            len(calls.phrase_names), weak(calls.phrases), weak(sparse) if calls.phrases_are_sparse else None
        )
        steps = _native.StepFeatures(
            len(calls.step_names),
            weak(calls.start),
            weak(calls.score),
            weak(calls.finish),
            weak(sparse) if calls.steps_are_sparse else None,
        )
        self._outside = phrases, steps  # the native model does not keep them alive
        self._native, self._names = model.native(
            (calls.phrase_names, phrases) if calls.phrase_features else None,
            (calls.step_names, steps) if calls.step_features else None,
        )
        self._weights = self._native_weights(model.weights)

    def __repr__(self) -> str:
        return f"PhraseDecoder({self.model}, {self.search.spec})"

    @property
    def weights(self) -> Weights:
        return Weights(self.model.weights)

    @property
    def dense_names(self) -> tuple[str, ...]:
        """The dense features in their order, those written in Python last."""
        return tuple(self._names)

    @property
    def has_sparse(self) -> bool:
        return bool(self.model.sparse.templates or self._calls.starts)

    @property
    def fingerprint(self) -> str:
        without = f" without {self.leave_one_out.digest}" if self.leave_one_out else ""
        return f"{self.model.fingerprint} {self.search.spec} {self._calls.fingerprint}".rstrip() + without

    def _native_weights(self, weights: Mapping[str, float]) -> _native.DecoderWeights:
        return native_weights(weights, self._names, self.model.sparse.templates, self._calls.starts)

    def translate(
        self,
        sentences: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        threads: int | None = None,
        distinct: bool = False,
        given: Sequence[Sequence[Given]] = (),
    ) -> Candidates:
        """The best `nbest` translations of each prepared sentence, best first; each text once if `distinct`."""
        run = self._run(sentences, weights, complete=nbest, distinct=distinct, given=given, threads=threads)
        return run.candidates

    def bins(
        self,
        sentences: Sequence[str],
        nbest: int = 1,
        *,
        weights: Mapping[str, float] | None = None,
        with_rest: bool = False,
        threads: int | None = None,
    ) -> Candidates:
        return self._run(sentences, weights, partial=nbest, with_rest=with_rest, threads=threads).bins

    def force(
        self,
        sentences: Sequence[str],
        references: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        nbest: int = 1,
        bins: int = 0,
        threads: int | None = None,
    ) -> Forced:
        words = [tokens(reference) for reference in references]
        if len(words) != len(sentences):
            raise InputError(
                f"found {len(words)} references, expected one for each of {len(sentences)} sentences"
            )
        return self._run(sentences, weights, complete=nbest, partial=bins, references=words, threads=threads)

    def complete(
        self,
        sentences: Sequence[str],
        prefixes: Sequence[Prefix],
        *,
        nbest: int = 1,
        weights: Mapping[str, float] | None = None,
        given: Sequence[Sequence[Given]] = (),
        threads: int | None = None,
    ) -> list[list[Completion]]:
        """The best `nbest` translations of each sentence that begin with its prefix, each text once.

        Where the model cannot begin so, a source word may stand for words of the prefix at a cost, so that as few as
        possible are taken as they are.
        """
        if self.model.has_gaps:
            raise InputError(
                "found a model of phrases with gaps, which continues no prefix, expected one without"
            )
        if len(prefixes) != len(sentences):
            raise InputError(
                f"found {len(prefixes)} prefixes, expected one for each of {len(sentences)} sentences"
            )
        check_sentences(sentences)
        results: list[list[Completion]] = [[] for _ in sentences]
        for known in (True, False):
            places = [place for place, found in enumerate(results) if not found and sentences[place].split()]
            lines = [sentences[place] for place in places]
            begun = [(list(prefixes[place].words), prefixes[place].partial, not known) for place in places]
            told = [native_given(given[place], tokens(sentences[place])) for place in places] if given else []
            native = self.search.native()
            if not known:
                native.beam, native.pop_limit = WIDER * native.beam, WIDER * native.pop_limit
            try:
                arrays = self._native.complete(
                    self._weights if weights is None else self._native_weights(weights),
                    native,
                    lines,
                    told,
                    begun,
                    PENALTY,
                    nbest,
                    threads or self.threads,
                )
            except RuntimeError:
                self._calls.raise_failure(lines)
                raise
            found = Candidates.from_arrays(self._names, arrays)
            for index, place in enumerate(places):
                results[place] = [Completion(one, known) for one in found.of(index)]
        return results

    def lattices(
        self, sentences: Sequence[str], *, weights: Mapping[str, float] | None = None
    ) -> list[Lattice]:
        """What the search of each sentence has kept, as nodes and arcs."""
        check_sentences(sentences)
        try:
            found = self._native.lattices(
                self._weights if weights is None else self._native_weights(weights),
                self.search.native(),
                list(sentences),
                self.threads,
            )
        except RuntimeError:
            self._calls.raise_failure(sentences)
            raise
        return [Lattice.of(arrays) for arrays in found]

    def trace(
        self,
        sentence: str,
        *,
        weights: Mapping[str, float] | None = None,
        given: Sequence[Given] = (),
    ) -> Trace:
        """How the search for a sentence went: options, hypotheses, and what was recombined and pruned."""
        check_sentences([sentence])
        words = tokens(sentence)
        try:
            arrays = self._native.trace(
                self._weights if weights is None else self._native_weights(weights),
                self.search.native(),
                sentence,
                native_given(given, words),
            )
        except RuntimeError:
            self._calls.raise_failure([sentence])
            raise
        return Trace.of(words, self._names, arrays)

    def _run(
        self,
        sentences: Sequence[str],
        weights: Mapping[str, float] | None,
        *,
        complete: int = 0,
        distinct: bool = False,
        partial: int = 0,
        with_rest: bool = False,
        given: Sequence[Sequence[Given]] = (),
        references: list[list[str]] | None = None,
        threads: int | None = None,
    ) -> Forced:
        check_sentences(sentences)
        if given and len(given) != len(sentences):
            raise InputError(
                f"found {len(given)} lists of given translations, expected one for each sentence"
            )
        native = self.search.native()
        if references is not None:
            native.pop_limit = 0
            native.options = 0
        try:
            lists, bins, reached = self._native.translate(
                self._weights if weights is None else self._native_weights(weights),
                native,
                list(sentences),
                [
                    native_given(each, tokens(text))
                    for each, text in zip(given, sentences, strict=bool(given))
                ],
                references,
                complete,
                distinct,
                partial,
                with_rest,
                threads or self.threads,
                None if self.leave_one_out is None else self.leave_one_out.native(sentences),
            )
        except RuntimeError:
            self._calls.raise_failure(sentences)
            raise
        return Forced(
            Candidates.from_arrays(self._names, lists), Candidates.from_arrays(self._names, bins), reached
        )


def weak(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, without keeping its object alive: the garbage collector does not look into native objects."""
    found = WeakMethod(method)

    def call(*arguments: Any) -> Any:
        alive = found()
        return alive(*arguments) if alive else None

    return call
