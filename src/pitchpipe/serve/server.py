"""The page of a model and its JSON API."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from pitchpipe.decoder import Candidate, Given, Terms, Translator
from pitchpipe.decoder.suggestions import Suggestion, suggest
from pitchpipe.decoder.tokens import LONGEST, tokens
from pitchpipe.errors import InputError
from pitchpipe.serve.batches import Batches, FullError
from pitchpipe.serve.corrections import Corrections
from pitchpipe.serve.live_model import LiveModel
from pitchpipe.serve.openapi import openapi
from pitchpipe.serve.page import serve_page
from pitchpipe.serve.paragraphs import cut, joined
from pitchpipe.serve.settings import ServeSettings
from pitchpipe.serve.turns import Turns
from pitchpipe.web.refusals import RefusedError, json_object, unanswered

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from pitchpipe.web.door import Application

Result = TypeVar("Result")
Pairs = tuple[tuple[str, str], ...]

SUGGESTIONS_WAITING = 64
MOST_TERMS = 200
LONGEST_TERM = 200
"""Characters."""
RETRY = 1
"""Seconds after which a request that was turned away may be made again."""


@dataclass(frozen=True)
class Translation:
    """What was found for a sentence."""

    text: str
    candidates: Sequence[tuple[str, Candidate]]
    """Alternatives as people read them, and as the decoder has them; none if they were not asked for."""
    tokens: Sequence[str] = ()
    unknown: Sequence[int] = ()
    """Places of source words that the model does not know."""


@dataclass(frozen=True)
class Sentence:
    """What a request wants translated."""

    text: str
    terms: tuple[tuple[str, str], ...] = ()
    """The request's own glossary."""


@dataclass
class TranslationServer:
    """A model that answers requests; sentences of all of them are translated together."""

    model: LiveModel
    name: str
    settings: ServeSettings = field(default_factory=ServeSettings)
    counts: Counter[str] = field(default_factory=Counter)
    corrections: Corrections | None = None
    """Where users' corrections go, if they may make some."""

    @cached_property
    def batches(self) -> Batches[Sentence, Translation]:
        return Batches(self._translate, self.settings.batch, self.settings.waiting)

    @cached_property
    def turns(self) -> Turns:
        return Turns("suggesting", SUGGESTIONS_WAITING)

    @cached_property
    def correcting(self) -> Turns:
        return Turns("correcting", SUGGESTIONS_WAITING)

    def close(self) -> None:
        """Take no more requests, and finish what waits."""
        for one in (self.batches, self.turns, self.correcting):
            one.close()

    def _translate(self, lines: Sequence[Sentence], nbest: int) -> list[Translation]:
        began = time.perf_counter()
        translator = self.model.translator
        sentences, given = _prepared(translator, lines)
        found = translator.decoder.translate(sentences, nbest=nbest, given=given, distinct=nbest > 1)
        texts = translator.texts
        if nbest == 1:
            results = [Translation(text, ()) for text in texts.restored(list(found.best()))]
        else:
            results = []
            for place, sentence in enumerate(sentences):
                candidates = list(found.of(place))
                readable = texts.restored([one.text for one in candidates])
                pairs = list(zip(readable, candidates, strict=True))
                words = tokens(sentence)
                unknown = _unknown(translator, words)
                results.append(Translation(readable[0] if readable else "", pairs, words, unknown))
        self.counts["sentences"] += len(lines)
        self.counts["milliseconds"] += round(1000 * (time.perf_counter() - began))
        return results

    def application(self) -> Application:
        """What a server runs."""
        from starlette.applications import Starlette
        from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse
        from starlette.routing import Route

        learns = self.corrections is not None and self.corrections.model is not None
        languages = self.model.translator.texts.languages
        html, policy = serve_page(self.name, languages, corrects=self.corrections is not None, learns=learns)
        document = openapi(self.name, self.settings)

        async def page(_: Request) -> Response:
            return HTMLResponse(html, headers={"content-security-policy": policy})

        async def translate(request: Request) -> Response:
            return JSONResponse(await self._text(await json_object(request)))

        async def batch(request: Request) -> Response:
            lines = (await json_object(request)).get("lines")
            if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
                raise RefusedError(400, "expected lines, a list of texts")
            return JSONResponse({"lines": [one.text for one in await self._found(lines)]})

        async def suggest(request: Request) -> Response:
            return JSONResponse(await self._suggested(await json_object(request)))

        async def correct(request: Request) -> Response:
            return JSONResponse(await self._corrected(await json_object(request)))

        async def undo(request: Request) -> Response:
            await json_object(request)
            if not learns or self.corrections is None:
                raise RefusedError(403, "this server learns nothing, so there is nothing to take back")
            return JSONResponse({"learned": await self._in_turn(self.correcting, self.corrections.undo)})

        async def health(_: Request) -> Response:
            return JSONResponse({"status": "ok", "waiting": self.batches.waiting})

        async def models(_: Request) -> Response:
            source, target = self.model.translator.texts.languages
            return JSONResponse({"models": [{"name": self.name, "source": source, "target": target}]})

        async def document_of(_: Request) -> Response:
            return JSONResponse(document)

        async def metrics(_: Request) -> Response:
            return PlainTextResponse(self._metrics())

        async def refused(_: Request, error: Exception) -> Response:
            status = error.status if isinstance(error, RefusedError) else 400
            self.counts[f"refused_{status}"] += 1
            headers = {"retry-after": str(RETRY)} if status in (429, 503) else None
            return JSONResponse({"error": str(error)}, status, headers)

        return Starlette(
            routes=[
                Route("/", page),
                Route("/translate", translate, methods=["POST"]),
                Route("/batch", batch, methods=["POST"]),
                Route("/suggest", suggest, methods=["POST"]),
                Route("/correct", correct, methods=["POST"]),
                Route("/undo", undo, methods=["POST"]),
                Route("/health", health),
                Route("/models", models),
                Route("/openapi.json", document_of),
                Route("/metrics", metrics),
            ],
            exception_handlers={RefusedError: refused, InputError: refused, 404: unanswered, 405: unanswered},
        )

    async def _text(self, sent: dict[str, Any]) -> dict[str, Any]:
        """A text with its paragraphs, and of each sentence the alternatives if asked for."""
        text, nbest = sent.get("text"), sent.get("nbest", 1)
        if not isinstance(text, str):
            raise RefusedError(400, "expected text, which is to be translated")
        if type(nbest) is not int or not 1 <= nbest <= self.settings.nbest:
            raise RefusedError(400, f"expected nbest to be a number from 1 to {self.settings.nbest}")
        terms = _terms(sent.get("terms", []))
        translator = self.model.translator
        lines = cut(text, translator.texts.languages[0] != "none")
        flat = [sentence for line in lines for sentence in line]
        words = [sentence.strip() for sentence in flat if sentence.strip()]
        translated = iter(await self._found(words, nbest, terms))
        found = [
            [next(translated) if sentence.strip() else Translation("", ()) for sentence in line]
            for line in lines
        ]
        weights = {"weights": _dense_weights(translator)} if nbest > 1 else {}
        return weights | {
            "text": joined(lines, [[one.text for one in line] for line in found]),
            "lines": [
                [_as_dict(sentence.strip(), one) for sentence, one in zip(line, others, strict=True)]
                for line, others in zip(lines, found, strict=True)
            ],
        }

    async def _suggested(self, sent: dict[str, Any]) -> dict[str, Any]:
        """How a translation that was begun may go on."""
        source, typed, nbest = sent.get("source"), sent.get("typed", ""), sent.get("nbest", 3)
        if not isinstance(source, str) or not isinstance(typed, str):
            raise RefusedError(400, "expected source, a sentence, and typed, the start of its translation")
        if type(nbest) is not int or not 1 <= nbest <= self.settings.nbest:
            raise RefusedError(400, f"expected nbest to be a number from 1 to {self.settings.nbest}")
        self._check([source, typed])
        terms = _terms(sent.get("terms", []))

        def work() -> list[Suggestion]:
            translator = self.model.translator
            sentences, given = _prepared(translator, [Sentence(" ".join(source.split()), terms)])
            return suggest(translator, sentences[0], given, typed, nbest)

        found = await self._in_turn(self.turns, work)
        self.counts["suggestions"] += 1
        return {"suggestions": [asdict(one) for one in found]}

    async def _corrected(self, sent: dict[str, Any]) -> dict[str, Any]:
        """Keep what a user wants a sentence translated as."""
        if self.corrections is None:
            raise RefusedError(403, "this server takes no corrections; start it with --learn or --keep")
        source, target = sent.get("source"), sent.get("target")
        if (
            not isinstance(source, str)
            or not isinstance(target, str)
            or not source.strip()
            or not target.strip()
        ):
            raise RefusedError(400, "expected source and target, a sentence and its translation")
        self._check([source, target])
        pair = " ".join(source.split()), " ".join(target.split())
        taken = self.corrections
        learned = await self._in_turn(self.correcting, lambda: taken.take(*pair))
        self.counts["corrections"] += 1
        return {"learned": learned}

    async def _in_turn(self, turns: Turns, work: Callable[[], Result]) -> Result:
        """Have a small work done, or say that there is no room or no time for it."""
        try:
            future = turns.submit(work)
        except FullError:
            raise RefusedError(429, "too many requests wait; try again later") from None
        return await self._in_time(future)

    async def _in_time(self, future: Future[Result]) -> Result:
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self.settings.timeout)
        except (TimeoutError, asyncio.TimeoutError):
            future.cancel()
            raise RefusedError(
                503, f"no answer within {self.settings.timeout:g} seconds; try again later"
            ) from None

    def _check(self, lines: Sequence[str]) -> None:
        """Refuse sentences that are too long, or no text."""
        for number, line in enumerate(lines, 1):
            if len(line) > self.settings.letters or len(line.split()) > LONGEST:
                raise RefusedError(
                    413,
                    f"sentence {number}: found {len(line)} characters, expected at most {self.settings.letters}",
                )

    async def _found(self, lines: list[str], nbest: int = 1, terms: Pairs = ()) -> list[Translation]:
        """The translations of lines, as soon as it is their turn."""
        if len(lines) > self.settings.lines:
            raise RefusedError(413, f"found {len(lines)} sentences, expected at most {self.settings.lines}")
        self._check(lines)
        self.counts["requests"] += 1
        try:
            future = self.batches.submit([Sentence(" ".join(line.split()), terms) for line in lines], nbest)
        except FullError:
            raise RefusedError(429, "too many sentences wait; try again later") from None
        return await self._in_time(future)

    def _metrics(self) -> str:
        """In the text format that Prometheus reads."""
        lines = [
            "# TYPE pitchpipe_requests_total counter",
            f"pitchpipe_requests_total {self.counts['requests']}",
            "# TYPE pitchpipe_sentences_total counter",
            f"pitchpipe_sentences_total {self.counts['sentences']}",
            "# TYPE pitchpipe_translating_seconds_total counter",
            f"pitchpipe_translating_seconds_total {self.counts['milliseconds'] / 1000}",
            "# TYPE pitchpipe_suggestions_total counter",
            f"pitchpipe_suggestions_total {self.counts['suggestions']}",
            "# TYPE pitchpipe_corrections_total counter",
            f"pitchpipe_corrections_total {self.counts['corrections']}",
            "# TYPE pitchpipe_reloads_total counter",
            f"pitchpipe_reloads_total {self.model.reloads}",
            "# TYPE pitchpipe_sentences_waiting gauge",
            f"pitchpipe_sentences_waiting {self.batches.waiting}",
            "# TYPE pitchpipe_refused_total counter",
        ]
        for name, count in sorted(self.counts.items()):
            if name.startswith("refused_"):
                lines.append(f'pitchpipe_refused_total{{code="{name.removeprefix("refused_")}"}} {count}')
        return "\n".join([*lines, ""])


def _prepared(translator: Translator, lines: Sequence[Sentence]) -> tuple[list[str], list[list[Given]]]:
    """Sentences as the model knows them, and what the server's glossary and those of requests give for their words."""
    sentences, given = translator.source.prepare([line.text for line in lines])
    if any(line.terms for line in lines):
        given = given or [[] for _ in lines]
        for line, sentence, known in zip(lines, sentences, given, strict=True):
            if line.terms:
                found = Terms(line.terms, translator.texts).find(tokens(sentence))
                spans = [(one.begin, one.end) for one in found]
                # A request's own terms go before the server's.
                known[:] = [
                    *(
                        one
                        for one in known
                        if all(one.end <= begin or end <= one.begin for begin, end in spans)
                    ),
                    *found,
                ]
    return sentences, given


def _terms(sent: Any) -> Pairs:
    """The glossary of a request."""
    fits = isinstance(sent, list) and len(sent) <= MOST_TERMS
    if not fits or not all(isinstance(one, list) and len(one) == 2 for one in sent):
        raise RefusedError(400, f"expected terms to be a list of at most {MOST_TERMS} pairs of texts")
    if not all(
        isinstance(text, str) and text.strip() and len(text) <= LONGEST_TERM for one in sent for text in one
    ):
        raise RefusedError(400, f"expected each term and translation to have 1 to {LONGEST_TERM} characters")
    return tuple((" ".join(one[0].split()), " ".join(one[1].split())) for one in sent)


def _unknown(translator: Translator, words: Sequence[str]) -> list[int]:
    tables = translator.decoder.model.tables
    return [
        place for place, word in enumerate(words) if not any(one.table.native.find(word) for one in tables)
    ]


def _dense_weights(translator: Translator) -> dict[str, float]:
    weights = translator.decoder.weights
    return {name: weights[name] for name in translator.decoder.dense_names}


def _as_dict(source: str, found: Translation) -> dict[str, Any]:
    fields: dict[str, Any] = {"source": source, "text": found.text}
    if found.candidates:
        fields["tokens"] = list(found.tokens)
        fields["unknown"] = list(found.unknown)
        fields["alternatives"] = [_alternative(text, one) for text, one in found.candidates]
    return fields


def _alternative(text: str, candidate: Candidate) -> dict[str, Any]:
    words = tokens(candidate.text)
    return {
        "text": text,
        "score": candidate.score,
        "tokens": words,
        "phrases": [
            [one.source_begin, one.source_end, one.target_begin, one.target_end] for one in candidate.phrases
        ],
        "alignment": [list(link) for link in candidate.alignment],
        "features": dict(candidate.features),
    }
