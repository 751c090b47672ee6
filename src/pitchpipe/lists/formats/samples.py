"""A line of each list format, and whose it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    """What a format is; `line` is one line of it, as a reader takes it."""

    help: str
    line: str


_OLD = "0 ||| the house is small ||| d: 0 -1.51 lm: -36.05 w: -4 ||| -16.97"
_NAMED = "0 ||| the house is small ||| LanguageModel=-36.05 WordPenalty=-4 ||| -16.97"

SAMPLES: dict[str, Sample] = {
    "moses": Sample(
        "N-best lists of Moses: feature names end in `=` and have one value or more.",
        "0 ||| the house is small ||| Distortion0= 0 LM0= -12.3 TranslationModel0= -1.2 -2.3 ||| -3.21",
    ),
    "moses-old": Sample("N-best lists of early Moses: feature names end in `:`.", _OLD),
    "phrasal": Sample("N-best lists of Phrasal: feature names end in `:`, as in early Moses.", _OLD),
    "cdec": Sample("N-best lists of cdec: features as `name=value`.", _NAMED),
    "joshua": Sample("N-best lists of Joshua: features as `name=value`, as in cdec.", _NAMED),
    "travatar": Sample(
        "N-best lists of Travatar: the total first, then features as `name=value`.",
        "0 ||| the house is small ||| -3.21 ||| lm=-12.3 p=3",
    ),
    "jsonl": Sample(
        "JSON lines, for neural systems, language models and speech: a sentence with all its candidates on each line.",
        '{"id": 0, "source": "das Haus ist klein", "references": ["the house is small"], "candidates": '
        '[{"text": "the house is small", "features": {"logprob": -3.2, "qe": 0.81}}]}',
    ),
    "pool": Sample("A pool that `Pool.save` wrote: NumPy arrays in one .npz file, the fastest to read.", ""),
}
