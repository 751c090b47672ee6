"""Hierarchical decoding: sentences in, candidates out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NoReturn, TypeVar

from pitchpipe import _native
from pitchpipe.decoder.candidates import Candidates
from pitchpipe.decoder.contract import Decoder, Forced
from pitchpipe.decoder.features import Feature
from pitchpipe.decoder.forest import Forest
from pitchpipe.decoder.given import Given, native_given
from pitchpipe.decoder.named_features import feature_names, load_features
from pitchpipe.decoder.native_weights import native_weights
from pitchpipe.decoder.phrase_decoder import weak
from pitchpipe.decoder.rule_feature_calls import RuleFeatureCalls
from pitchpipe.decoder.search import SearchSettings
from pitchpipe.decoder.tokens import check_sentences, tokens
from pitchpipe.errors import InputError
from pitchpipe.model import Model
from pitchpipe.weights import Weights

T = TypeVar("T")


class ChartDecoder(Decoder):
    """Translates with the rules of a grammar; its tables are shared by all threads.

    Spans of the source are translated by rules from short to long (CKY+), each with the best combinations of rules and of
    what translates their gaps (cube pruning). Beyond the span limit, phrases are put side by side by glue. A step of a
    derivation is a rule, with the spans that it and what is in its gaps cover. Features written in Python look at rules
    alone (`PhraseFeature`) or at rules where they are applied (`RuleFeature`).

    References
    ----------
    Chiang, 2007, Hierarchical phrase-based translation, section 5.

    Huang and Chiang, 2005, Better k-best parsing.
    """

    takes_buckets: ClassVar[bool] = True

    def __init__(
        self,
        model: Model,
        search: SearchSettings | None = None,
        threads: int | None = None,
        features: Sequence[Feature] = (),
    ) -> None:
        self.model = model
        model.expect_look_ups()
        self.search = search or SearchSettings.of_model(model)
        self.threads = threads or os.cpu_count() or 1
        named = load_features(feature_names(self.search.features))
        self._calls = calls = RuleFeatureCalls([*named, *features], [one.table for one in model.tables])
        phrases = _native.PhraseFeatures(len(calls.phrase_names), weak(calls.phrases), None)
        rules = _native.RuleFeatures(
            len(calls.rule_names), weak(calls.start_rules), weak(calls.score_rules), weak(calls.finish_rules)
        )
        self._outside = phrases, rules  # the native model does not keep them alive
        self._native, self._names = model.native_chart(
            (calls.phrase_names, phrases) if calls.phrase_names else None,
            (calls.rule_names, rules) if calls.rule_names else None,
        )
        self._weights = native_weights(model.weights, self._names, model.sparse.templates)

    def __repr__(self) -> str:
        return f"ChartDecoder({self.model}, {self.search.spec})"

    @property
    def weights(self) -> Weights:
        return Weights(self.model.weights)

    @property
    def dense_names(self) -> tuple[str, ...]:
        return tuple(self._names)

    @property
    def has_sparse(self) -> bool:
        return bool(self.model.sparse.templates)

    @property
    def fingerprint(self) -> str:
        return f"{self.model.fingerprint} {self.search.spec} {self._calls.fingerprint}".rstrip()

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
        check_sentences(sentences)
        arrays = self._called(
            sentences,
            self._native.translate,
            self._native_weights(weights),
            self.search.native(),
            list(sentences),
            _native_given(given, sentences),
            nbest,
            distinct,
            threads or self.threads,
        )
        return Candidates.from_arrays(self._names, arrays)

    def bins(
        self,
        sentences: Sequence[str],
        nbest: int = 1,
        *,
        weights: Mapping[str, float] | None = None,
        with_rest: bool = False,
        threads: int | None = None,
        given: Sequence[Sequence[Given]] = (),
    ) -> Candidates:
        """The best `nbest` derivations of each span and label that some whole derivation uses, and whole ones last.

        All of a span stand in the best whole translation through it, which their extended texts are. Features and scores are
        those of that translation if they are wanted `with_rest`, or else of the span alone.
        """
        check_sentences(sentences)
        arrays = self._called(
            sentences,
            self._native.spans,
            self._native_weights(weights),
            self.search.native(),
            list(sentences),
            _native_given(given, sentences),
            nbest,
            with_rest,
            threads or self.threads,
        )
        return Candidates.from_arrays(self._names, arrays)

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
        """Derivations that yield exactly the reference of each sentence: all rules are tried, and nothing is pruned."""
        check_sentences(sentences)
        if bins:
            self._refuse("search bins")
        words = [tokens(reference) for reference in references]
        if len(words) != len(sentences):
            raise InputError(
                f"found {len(words)} references, expected one for each of {len(sentences)} sentences"
            )
        search = self.search.native()
        search.options = 0
        arrays, reached = self._called(
            sentences,
            self._native.force,
            self._native_weights(weights),
            search,
            list(sentences),
            words,
            nbest,
            threads or self.threads,
        )
        found = Candidates.from_arrays(self._names, arrays)
        return Forced(found, found.emptied(), reached)

    def forests(
        self,
        sentences: Sequence[str],
        *,
        weights: Mapping[str, float] | None = None,
        given: Sequence[Sequence[Given]] = (),
    ) -> list[Forest]:
        """What the search of each sentence has kept, as a hypergraph."""
        check_sentences(sentences)
        found = self._called(
            sentences,
            self._native.forests,
            self._native_weights(weights),
            self.search.native(),
            list(sentences),
            _native_given(given, sentences),
            self.threads,
        )
        return [Forest.of(nodes, arcs) for nodes, arcs in found]

    def _called(self, sentences: Sequence[str], call: Callable[..., T], *arguments: Any) -> T:
        """What a native call returns; if a feature has failed in it, that is raised."""
        try:
            return call(*arguments)
        except RuntimeError:
            self._calls.raise_failure(sentences)
            raise

    def _native_weights(self, weights: Mapping[str, float] | None) -> _native.DecoderWeights:
        if weights is None:
            return self._weights
        return native_weights(weights, self._names, self.model.sparse.templates)

    def _refuse(self, what: str) -> NoReturn:
        raise InputError(f"found a hierarchical model, which has no {what}, expected a phrase-based one")

    def complete(self, *_: Any, **__: Any) -> NoReturn:
        self._refuse("completions")

    def lattices(self, sentences: Sequence[str], *, weights: Mapping[str, float] | None = None) -> NoReturn:
        self._refuse("lattices")

    def trace(
        self, sentence: str, *, weights: Mapping[str, float] | None = None, given: Sequence[Given] = ()
    ) -> NoReturn:
        self._refuse("trace of stacks")


def _native_given(given: Sequence[Sequence[Given]], sentences: Sequence[str]) -> list[Any]:
    if given and len(given) != len(sentences):
        raise InputError(f"found {len(given)} lists of given translations, expected one for each sentence")
    return [native_given(each, tokens(text)) for each, text in zip(given, sentences, strict=bool(given))]
