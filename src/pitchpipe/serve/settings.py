"""What a server of translations can be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.settings import Settings, setting


@dataclass(frozen=True)
class ServeSettings(Settings):
    """How much a server handles at once."""

    name: ClassVar[str] = "serve"

    waiting: int = setting(
        5000, "most sentences that may wait; further requests are answered with 429", minimum=1
    )
    batch: int = setting(100, "most sentences to translate at a time, from all requests together", minimum=1)
    lines: int = setting(1000, "most sentences in a request", minimum=1)
    letters: int = setting(5000, "most characters in a sentence", minimum=1)
    nbest: int = setting(20, "most alternatives for a sentence that a request may ask for", minimum=1)
    timeout: float = setting(60.0, "seconds after which a request is answered with 503", minimum=0.001)
