"""Chart search on a hierarchical model of Moses: its candidates scored again, and speed against model score.

Run as `python -m benchmarks.chart_speed`. The model, its lists and Moses's figures are in `shared/data/moses-ja-en` beside
the repository: average model scores of its first 250 lines, one thread, loading excluded. Ours are by processor time.
Extraction is timed on Multi30k under the same constraints and heuristic of alignment as Moses's tools had.
"""

from __future__ import annotations

import gzip
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from pitchpipe.align import align
from pitchpipe.decoder import ChartDecoder, SearchSettings
from pitchpipe.grammar import RuleExtraction, extract_rules
from pitchpipe.model import Model, convert
from pitchpipe.text import read_parallel

DATA = Path(__file__).parents[1].parent / "shared" / "data"
MOSES = {50: (99, -14.3453), 200: (35, -14.0985), 1000: (8.1, -13.9339)}
"""By Moses's pop limit: sentences a second and average model score."""
POPS = (40, 50, 70, 100, 150, 225, 250, 400, 700, 850, 1000, 2000)
LINES, LISTED = 250, 50
EXTRACTION = "moses(max_initial=5)"


def main() -> None:
    if not (DATA / "moses-ja-en" / "chart.ini").is_file():
        print("needs shared/data/moses-ja-en beside the repository")
        return
    with tempfile.TemporaryDirectory() as folder:
        model = convert(DATA / "moses-ja-en" / "chart.ini", Path(folder) / "model")
        lines = (DATA / "moses-ja-en" / "input.ja").read_text().splitlines()
        compare_candidates(model, lines[:LISTED])
        measure(model, lines[:LINES])
        time_extraction(Path(folder))


def compare_candidates(model: Model, lines: list[str]) -> None:
    """How many of Moses's candidates our lists have with the same value of every feature, and how far totals differ."""
    search = replace(SearchSettings(**model.search), pop_limit=3000, options=0)
    found = ChartDecoder(model, search).translate(lines, nbest=1000)
    same, total, furthest = 0, 0, 0.0
    with gzip.open(DATA / "moses-ja-en" / "chart.nbest.gz", "rt") as file:
        for line in file:
            number, text, listed, score = line.split(" ||| ")
            theirs = values_of(listed)
            alike = [
                one.score
                for one in found.of(int(number))
                if one.text.split() == text.split()
                and all(abs(one.features[name] - value) < 1e-3 for name, value in theirs.items())
            ]
            total += 1
            same += bool(alike)
            furthest = max([furthest, *(abs(mine - float(score)) for mine in alike)])
    print(f"Moses's candidates in our lists: {same} of {total}; totals differ by at most {furthest:.4f}")


def values_of(listed: str) -> dict[str, float]:
    """The features of a line of Moses's lists; those with several values have a number after the name."""
    values: dict[str, list[float]] = {}
    for part in listed.split():
        if part.endswith("="):
            values[name := part[:-1]] = []
        else:
            values[name].append(float(part))
    return {
        f"{name}_{place}" if len(found) > 1 else name: value
        for name, found in values.items()
        for place, value in enumerate(found)
    }


def measure(model: Model, lines: list[str]) -> None:
    for pops, (speed, score) in MOSES.items():
        print(f"Moses, pop limit {pops:5}  {speed:6.1f} sentences/s  score {score:.4f}")
    for pops in POPS:
        decoder = ChartDecoder(model, replace(SearchSettings(**model.search), pop_limit=pops), threads=1)
        began = time.process_time()
        found = decoder.translate(lines)
        speed = len(lines) / (time.process_time() - began)
        average = float(found.scores.mean())
        beaten = [theirs for theirs, score in MOSES.values() if average >= score]
        ratio = f"  {speed / min(beaten):.1f} times Moses at its best score below" if beaten else ""
        print(f"ours, pop limit {pops:6}  {speed:6.1f} sentences/s  score {average:.4f}{ratio}")


def time_extraction(folder: Path) -> None:
    text = DATA / "multi30k-de-en"
    if not text.is_dir():
        return
    source, target = read_parallel([text / "train.tok.de", text / "train.tok.en"])
    links = align(source, target, symmetrize="grow-diag-final-and")
    for spec in (EXTRACTION, "chiang2007"):
        began = time.process_time()
        grammar = extract_rules(
            source, target, links.links, links.offsets, folder / "grammar", settings=RuleExtraction.of(spec)
        )
        seconds = time.process_time() - began
        print(f"extraction, {spec}: {len(grammar):,} rules in {seconds:.1f} s of processor time")
    print("Moses's tools: 2.39 million rules in 117 s, under the constraints of the first")


if __name__ == "__main__":
    main()
