"""The page of a model and its JSON API."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pitchpipe.decoder import Candidate, Translator
from pitchpipe.decoder.tokens import LONGEST, tokens
from pitchpipe.errors import InputError
from pitchpipe.serve.batches import Batches, FullError
from pitchpipe.serve.openapi import openapi
from pitchpipe.serve.page import serve_page
from pitchpipe.serve.paragraphs import cut, joined
from pitchpipe.serve.settings import ServeSettings
from pitchpipe.web.refusals import RefusedError, json_object

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from pitchpipe.web.door import Application

RETRY = 1
"""Seconds after which a request that was turned away may be made again."""


@dataclass(frozen=True)
class Translation:
    """What was found for a sentence."""

    text: str
    candidates: Sequence[tuple[str, Candidate]]
    """Alternatives as people read them, and as the decoder has them; none if they were not asked for."""
    tokens: Sequence[str] = ()


@dataclass
class TranslationServer:
    """A model that answers requests; sentences of all of them are translated together."""

    translator: Translator
    name: str
    settings: ServeSettings = field(default_factory=ServeSettings)
    counts: Counter[str] = field(default_factory=Counter)

    @cached_property
    def batches(self) -> Batches[Translation]:
        return Batches(self._translate, self.settings.batch, self.settings.waiting)

    def _translate(self, lines: Sequence[str], nbest: int) -> list[Translation]:
        began = time.perf_counter()
        sentences, given = self.translator.source.prepare(lines)
        found = self.translator.decoder.translate(sentences, nbest=nbest, given=given)
        texts = self.translator.texts
        if nbest == 1:
            results = [Translation(text, ()) for text in texts.restored(list(found.best()))]
        else:
            results = []
            for place, sentence in enumerate(sentences):
                candidates = list(found.of(place))
                readable = texts.restored([one.text for one in candidates])
                pairs = list(zip(readable, candidates, strict=True))
                results.append(Translation(readable[0] if readable else "", pairs, tokens(sentence)))
        self.counts["sentences"] += len(lines)
        self.counts["milliseconds"] += round(1000 * (time.perf_counter() - began))
        return results

    def application(self) -> Application:
        """What a server runs."""
        from starlette.applications import Starlette
        from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse
        from starlette.routing import Route

        html, policy = serve_page(self.name, self.translator.texts.languages)
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

        async def health(_: Request) -> Response:
            return JSONResponse({"status": "ok", "waiting": self.batches.waiting})

        async def models(_: Request) -> Response:
            source, target = self.translator.texts.languages
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
                Route("/health", health),
                Route("/models", models),
                Route("/openapi.json", document_of),
                Route("/metrics", metrics),
            ],
            exception_handlers={RefusedError: refused, InputError: refused},
        )

    async def _text(self, sent: dict[str, Any]) -> dict[str, Any]:
        """A text with its paragraphs, and of each sentence the alternatives if asked for."""
        text, nbest = sent.get("text"), sent.get("nbest", 1)
        if not isinstance(text, str):
            raise RefusedError(400, "expected text, which is to be translated")
        if type(nbest) is not int or not 1 <= nbest <= self.settings.nbest:
            raise RefusedError(400, f"expected nbest to be a number from 1 to {self.settings.nbest}")
        lines = cut(text, self.translator.texts.languages[0] != "none")
        flat = [sentence for line in lines for sentence in line]
        words = [sentence.strip() for sentence in flat if sentence.strip()]
        translated = iter(await self._found(words, nbest))
        found = [
            [next(translated) if sentence.strip() else Translation("", ()) for sentence in line]
            for line in lines
        ]
        return {
            "text": joined(lines, [[one.text for one in line] for line in found]),
            "lines": [
                [_as_dict(sentence.strip(), one) for sentence, one in zip(line, others, strict=True)]
                for line, others in zip(lines, found, strict=True)
            ],
        }

    async def _found(self, lines: list[str], nbest: int = 1) -> list[Translation]:
        """The translations of lines, as soon as it is their turn."""
        if len(lines) > self.settings.lines:
            raise RefusedError(413, f"found {len(lines)} sentences, expected at most {self.settings.lines}")
        for number, line in enumerate(lines, 1):
            if len(line) > self.settings.letters or len(line.split()) > LONGEST:
                raise RefusedError(
                    413,
                    f"sentence {number}: found {len(line)} characters, expected at most {self.settings.letters}",
                )
            if any("\ud800" <= letter <= "\udfff" for letter in line):
                raise RefusedError(400, f"sentence {number}: found half a character, expected valid Unicode")
        self.counts["requests"] += 1
        try:
            future = self.batches.submit([" ".join(line.split()) for line in lines], nbest)
        except FullError:
            raise RefusedError(429, "too many sentences wait; try again later") from None
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self.settings.timeout)
        except (TimeoutError, asyncio.TimeoutError):
            future.cancel()
            raise RefusedError(
                503, f"no answer within {self.settings.timeout:g} seconds; try again later"
            ) from None

    def _metrics(self) -> str:
        """In the text format that Prometheus reads."""
        lines = [
            "# TYPE pitchpipe_requests_total counter",
            f"pitchpipe_requests_total {self.counts['requests']}",
            "# TYPE pitchpipe_sentences_total counter",
            f"pitchpipe_sentences_total {self.counts['sentences']}",
            "# TYPE pitchpipe_translating_seconds_total counter",
            f"pitchpipe_translating_seconds_total {self.counts['milliseconds'] / 1000}",
            "# TYPE pitchpipe_sentences_waiting gauge",
            f"pitchpipe_sentences_waiting {self.batches.waiting}",
            "# TYPE pitchpipe_refused_total counter",
        ]
        for name, count in sorted(self.counts.items()):
            if name.startswith("refused_"):
                lines.append(f'pitchpipe_refused_total{{code="{name.removeprefix("refused_")}"}} {count}')
        return "\n".join([*lines, ""])


def _as_dict(source: str, found: Translation) -> dict[str, Any]:
    fields: dict[str, Any] = {"source": source, "text": found.text}
    if found.candidates:
        fields["tokens"] = list(found.tokens)
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
