"""What stems, synonyms and paraphrases cost: `terp` against `ter`, and METEOR 1.5 against plain `meteor`.

Run as `python -m benchmarks.lexical_metrics [paraphrases]`. 6,877 translations of TED talks and their references (WMT 2021's
judgements, `mqm-ted-zh-en` beside the repository), tokenised; one thread, processor time, each the least of three passes that
take turns. WordNet is that of the system; a table of paraphrases in METEOR's format makes another row.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

from pitchpipe.metrics import Metric, find_metric
from pitchpipe.metrics.judged import JudgedTexts
from pitchpipe.metrics.judgements import Judgements

JUDGEMENTS = Path(__file__).parents[1].parent / "shared" / "data" / "mqm-ted-zh-en" / "judgements.tsv"
PASSES = 3
GOAL = 20.0
PAIRS = {"ter": ["terp", "terpa"], "meteor": ["meteor-universal", "meteor-standard"]}


def main() -> None:
    if not JUDGEMENTS.exists():
        print(f"{JUDGEMENTS.name} is not there; it is public, see the docstring")
        return
    texts = Judgements.read(JUDGEMENTS, "mqm", lower_is_better=True).against("refB").judged("13a")
    for plain, others in PAIRS.items():
        full = [*others, *(f"{others[0]}(paraphrases={path})" for path in sys.argv[1:2])]
        metrics = {name: find_metric(name) for name in (plain, *full)}
        for metric in metrics.values():  # dictionaries are read once, and not counted
            seconds(metric, JudgedTexts(texts.candidates, texts.references))
        took: dict[str, list[float]] = {name: [] for name in metrics}
        for _ in range(PASSES):
            for name, metric in metrics.items():
                took[name].append(seconds(metric, texts))
        least = {name: min(each) for name, each in took.items()}
        for name in full:
            times = least[name] / least[plain]
            print(
                f"{name:40} {least[name]:6.2f} s, {times:5.1f} times {plain} ({least[plain]:.2f} s), goal {GOAL:g}"
            )


def seconds(metric: Metric, texts: JudgedTexts) -> float:
    begin = process_time()
    metric.pool_statistics(texts)
    return process_time() - begin


if __name__ == "__main__":
    main()
