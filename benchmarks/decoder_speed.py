"""The decoder: sentences per second against search effort, with the model score that the effort buys.

Run as `python -m benchmarks.decoder_speed`. The system is trained in the run by our own tools, on Multi30k if it is
beside the repository, else on the synthetic language pair: a 5-gram language model, word-based reordering, 20 options,
distortion limit 6, and fixed weights. Peers' figures are those of Moses and Moses2 on the same text with tables of their
own, measured elsewhere on a machine of this class: compare speeds at the same distance from the best score, not scores.

Where words jump far: a Moses model of Japanese and English, if it is beside the repository, with the figures of Moses and
Moses2 for that very model. For both models, a table says why a search loses the best derivations of a very wide one.
"""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.lost_derivations import REASONS, best_path, reason
from pitchpipe.align import align
from pitchpipe.data import language_pair
from pitchpipe.decoder import (
    Decoder,
    Extensions,
    PhraseDecoder,
    PhraseFeature,
    PhraseOption,
    SearchSettings,
    Sentence,
    StepFeature,
)
from pitchpipe.lm import LanguageModel, estimate
from pitchpipe.model import Language, Model, SparseFeatures, Table, TableFeatures
from pitchpipe.model.moses import convert
from pitchpipe.phrases import Extraction, extract
from pitchpipe.text import Corpus, read_parallel

SHARED = Path(__file__).parents[1].parent / "shared" / "data"
DATA = SHARED / "multi30k-de-en"
FAR = SHARED / "moses-ja-en"
WEIGHTS = {
    **{f"LexicalReordering0_{i}": w for i, w in enumerate((0.102, 0.0436, 0.0166, 0.0823, 0.101, 0.0969))},
    "Distortion0": 0.0409,
    "LM0": 0.1024,
    "WordPenalty0": -0.1187,
    "PhrasePenalty0": 0.1078,
    **{f"TranslationModel0_{i}": w for i, w in enumerate((0.0531, 0.0436, 0.0569, 0.0341))},
    "UnknownWordPenalty0": 1.0,
}
BEST = SearchSettings(pop_limit=6000, beam=3000)
SEARCHES = ((1000, 0), (1000, 1.5), (800, 0), (400, 0), (400, 1.5), (1000, 1), (200, 0), (100, 0), (50, 0))
"""Pop limits, and thresholds below the best estimate."""
RUNS = 3
PEERS = {
    "Moses, stack 100": (19, -41.833),
    "Moses, cube pruning, pop limit 400": (57, -41.835),
    "Moses2, pop limit 1000": (91, -41.833),
    "Moses2, pop limit 400": (209, -41.834),
    "Moses2, pop limit 200": (439, -41.837),
    "Moses2, pop limit 100": (644, -41.841),
    "Moses2, pop limit 50": (924, -41.851),
}
FAR_SEARCHES = (
    (200, 100, False),
    (1000, 500, False),
    (4000, 2000, False),
    (25, 20, True),
    (40, 30, True),
    (80, 40, True),
    (100, 50, True),
    (150, 60, True),
    (200, 100, True),
    (300, 150, True),
    (400, 200, True),
    (500, 200, True),
    (600, 200, True),
    (800, 400, True),
    (1600, 800, True),
)
"""Pop limits and beams, with and without lookahead."""
FAR_PEERS = {
    "Moses, stack 50": (23, -13.1596),
    "Moses, stack 100": (11, -13.1322),
    "Moses, stack 200": (5.2, -13.1073),
    "Moses2, pop limit 50": (684, -13.4147),
    "Moses2, pop limit 100": (429, -13.3358),
    "Moses2, pop limit 200": (254, -13.2589),
    "Moses2, pop limit 400": (148, -13.2130),
    "Moses2, pop limit 1000": (68, -13.1583),
    "Moses2, pop limit 4000": (18, -13.1167),
}
WIDEST = SearchSettings(pop_limit=20_000, beam=10_000, lookahead=True)
FOLLOWED = 100
"""Sentences, spread over the text, whose best derivations are followed."""


class LengthRatio(PhraseFeature):
    """The words of the target for each word of the source."""

    names = ("LengthRatio",)

    def phrase(self, option: PhraseOption) -> float:
        return len(option.target.split()) / len(option.source.split())


class Jumps(StepFeature):
    """Jumps in the same direction as the jump before; the state is that direction."""

    names = ("Jumps",)

    def steps(
        self, analysis: Sentence, states: NDArray[np.int64], extensions: Extensions
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        directions = np.sign(extensions.begin - extensions.last_end)
        return directions == states, directions


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        model, sentences = trained(Path(folder))
        curve(model, sentences)
        with multiprocessing.get_context("spawn").Pool(1) as process:
            print(
                f"peak memory of a process that translates: {process.apply(memory, (folder, sentences)):.0f} MB"
            )
        growth(model, sentences)
        extras(model, sentences)
        losses(model, sentences)
        if FAR.is_dir():
            far(Path(folder) / "far")


def trained(folder: Path) -> tuple[Model, list[str]]:
    """A model, and sentences that it was not trained on."""
    if DATA.is_dir():
        source, target = read_parallel([str(DATA / "train.tok.de"), str(DATA / "train.tok.en")])
        sentences = (DATA / "test_2016_flickr.tok.de").read_text().splitlines()
    else:
        pair = language_pair(train=20_000, dev=0, test=1000)
        source = Corpus.of(pair.train.source)
        target = Corpus.of([lines[0] for lines in pair.train.references])
        sentences = list(pair.test.source)
    links = align(source, target, threads=2)
    settings = Extraction(reordering="word")
    table = extract(
        source, target, links.links, links.offsets, folder / "table", settings=settings, threads=2
    )
    estimate(target, 5, threads=2).model.save(folder / "lm")
    places = TableFeatures(reordering=("LexicalReordering0",))
    language = Language(LanguageModel.read(folder / "lm"), path="lm")
    model = Model([Table(table, places, path="table")], [language], WEIGHTS)
    model.save(folder)
    return model, sentences


def memory(folder: str, sentences: Sequence[str]) -> float:
    """Megabytes, with the files of the model that are mapped and all read."""
    model = Model.read(folder)
    model.verify()
    PhraseDecoder(model, threads=1).translate(sentences)
    # ru_maxrss would count what the parent had when it started this process.
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def seconds_of(decoder: Decoder, sentences: Sequence[str]) -> tuple[float, float]:
    """Wall-clock and processor seconds of a run."""
    began, used = time.perf_counter(), time.process_time()
    decoder.translate(sentences)
    return time.perf_counter() - began, time.process_time() - used


def best_seconds_of(decoder: Decoder, sentences: Sequence[str]) -> tuple[float, float]:
    """The least of each in several runs."""
    wall, busy = zip(*(seconds_of(decoder, sentences) for _ in range(RUNS)), strict=True)
    return min(wall), min(busy)


def curve(model: Model, sentences: Sequence[str]) -> None:
    best = PhraseDecoder(model, BEST, 2).translate(sentences).scores.mean()
    print(f"{'search':<48}{'sentences/s':>12}{'2 threads':>11}{'score':>9}{'below best':>12}")
    for limit, threshold in SEARCHES:
        search = SearchSettings(pop_limit=limit, beam=max(limit // 2, 50), threshold=threshold)
        name = f"pop limit {limit}" + (f", threshold {threshold}" if threshold else "")
        score = PhraseDecoder(model, search, 2).translate(sentences).scores.mean()
        _, busy = best_seconds_of(PhraseDecoder(model, search, 1), sentences)
        wall, _ = best_seconds_of(PhraseDecoder(model, search, 2), sentences)
        rates = f"{len(sentences) / busy:12.0f}{len(sentences) / wall:11.0f}"
        print(f"{name:<48}{rates}{score:9.3f}{best - score:12.4f}", flush=True)
    for name, (rate, score) in PEERS.items():
        print(f"{name + ' (elsewhere)':<48}{rate:12}{'':>11}{score:9.3f}{-41.833 - score:12.4f}")


def far(folder: Path) -> None:
    """Average model scores against speed where words jump far."""
    model = convert(FAR / "phrase.ini", folder)
    sentences = (FAR / "input.ja").read_text().splitlines()
    reach = int(model.search["distortion_limit"])
    print(f"\n{'Japanese to English':<48}{'sentences/s':>12}{'score':>10}")
    ours = []
    for limit, beam, lookahead in FAR_SEARCHES:
        search = SearchSettings(pop_limit=limit, beam=beam, distortion_limit=reach, lookahead=lookahead)
        decoder = PhraseDecoder(model, search, 1)
        _, busy = best_seconds_of(decoder, sentences)
        name = f"pop limit {limit}, beam {beam}" + ", lookahead" * lookahead
        score = decoder.translate(sentences).scores.mean()
        ours.append((len(sentences) / busy, score))
        print(f"{name:<48}{ours[-1][0]:12.0f}{score:10.4f}", flush=True)
    for name, (rate, score) in FAR_PEERS.items():
        # Ours is the fastest of the searches above that score as much.
        times = max((mine for mine, reached in ours if reached >= score), default=0.0) / rate
        print(f"{name + ' (elsewhere)':<48}{rate:12}{score:10.4f}   ours is {times:.1f} times as fast")
    losses(model, sentences, reach)


def losses(model: Model, sentences: Sequence[str], reach: int = 6) -> None:
    """What share of the best derivations, those of a very wide search, is lost for which reason."""
    sample = sentences[:: max(len(sentences) // FOLLOWED, 1)][:FOLLOWED]
    widest = PhraseDecoder(model, replace(WIDEST, distortion_limit=reach), 2)
    # One at a time: a lattice of so wide a search is large.
    paths = [best_path(widest.lattices([sentence])[0]) for sentence in sample]
    searches = [(limit, lookahead) for limit in (200, 1000) for lookahead in (False, True)]
    counts = []
    for limit, lookahead in searches:
        search = SearchSettings(pop_limit=limit, beam=limit // 2, distortion_limit=reach, lookahead=lookahead)
        decoder = PhraseDecoder(model, search, 1)
        counts.append(
            Counter(
                reason(decoder.trace(sentence), path, model.weights)
                for sentence, path in zip(sample, paths, strict=True)
            )
        )
    heads = "".join(f"{f'{limit}' + ', lookahead' * lookahead:>17}" for limit, lookahead in searches)
    print(f"\n{'best derivations, by pop limit':<48}{heads}")
    for name in REASONS:
        print(f"{name:<48}" + "".join(f"{count[name] / len(sample):17.0%}" for count in counts), flush=True)


def growth(model: Model, sentences: Sequence[str]) -> None:
    """One sentence after the other joined to longer ones: time for each word."""
    words = " ".join(sentences).split()[:8000]
    print(f"\n{'words in a sentence':<48}{'words/s':>12}")
    for size in (10, 20, 40, 80, 160, 500, 1000):
        lines = [" ".join(words[at : at + size]) for at in range(0, len(words), size)]
        _, busy = best_seconds_of(PhraseDecoder(model, threads=1), lines)
        print(f"{size:<48}{len(words) / busy:12,.0f}", flush=True)


def extras(model: Model, sentences: Sequence[str]) -> None:
    """What sparse features and features written in Python cost: in a first pass, which computes phrase features, and
    in a second one, which remembers them; as multiples of dense features alone, measured between them."""
    print(f"\n{'with':<48}{'first pass, sentences/s':>24}{'times':>7}{'second pass':>13}{'times':>7}")

    def row(name: str, changed: Model, features: Sequence[PhraseFeature | StepFeature] = ()) -> None:
        busy = []
        for _ in range(RUNS):
            plain, own = PhraseDecoder(model, threads=1), PhraseDecoder(changed, threads=1, features=features)
            busy.append([seconds_of(decoder, sentences)[1] for decoder in (plain, own, own)])
        plain_seconds, first, second = np.min(busy, 0)
        print(
            f"{name:<48}{len(sentences) / first:24.0f}{first / plain_seconds:7.2f}"
            f"{len(sentences) / second:13.0f}{second / plain_seconds:7.2f}",
            flush=True,
        )

    row("dense features", model)

    templates = SparseFeatures(("PT", "AL", "LO", "INS", "RC", "length"))
    sparse = replace(model, sparse=templates)
    found = PhraseDecoder(sparse, threads=2).translate(sentences, nbest=50)
    rng = np.random.default_rng(1)
    weights = {name: 0.01 * float(rng.normal()) for name in found.sparse_names}
    row(f"{len(weights):,} sparse features", sparse.with_weights(_joined(weights)))
    row("a phrase feature in Python", model.with_weights(_joined({"LengthRatio": 0.01})), [LengthRatio()])
    row("a vectorised step feature in Python", model.with_weights(_joined({"Jumps": 0.01})), [Jumps()])


def _joined(more: Mapping[str, float]) -> dict[str, float]:
    return {**WEIGHTS, **more}


if __name__ == "__main__":
    main()
