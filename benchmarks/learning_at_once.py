"""Correcting a test set sentence by sentence: what learning each correction at once gains, and what suggestions save.

Run as `python -m benchmarks.learning_at_once MODEL SOURCE REFERENCE --work FOLDER` with a model that `train` built and text as it
takes it; without arguments a small model of the synthetic language pair is trained first. Each sentence is translated, and then
its reference is added to a copy of the model, as a translator's correction would be. BLEU is of the translations before their
references were known, without learning and with it, under several weights of the feature Added0, which is 0 unless it is tuned.
Processor time is that of adding one pair. Unknown words that come again are counted, and whether their sentences have more words of
their references with learning than without. FOLDER keeps the copy and the translations; rerun the command to resume.

Suggestions: a person types the references. Next-word accuracy is how often the completion of the words so far goes on with the
reference's next word. Where it does, one key takes it; else the person types letters until the completion of these is the word, or to
its end, and a space. Without suggestions each letter and each space is a key.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pitchpipe.data import language_pair
from pitchpipe.decoder import Translator
from pitchpipe.decoder.suggestions import Prefix
from pitchpipe.decoder.system_decoder import read_decoder
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.scoring import score
from pitchpipe.metrics.significance.randomisation import approximate_randomisation
from pitchpipe.metrics.significance.system import System
from pitchpipe.model import Additions, Model, ModelTexts
from pitchpipe.model.model import OVERLAY, OVERLAY_WEIGHT
from pitchpipe.training import train

STEP = 50
WEIGHTS = (-0.1, -0.03, 0.0, 0.03, 0.1)


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("model", nargs="?", type=Path)
    parser.add_argument("source", nargs="?", type=Path)
    parser.add_argument("reference", nargs="?", type=Path)
    parser.add_argument("--work", type=Path, help="keeps what was done, to resume")
    parser.add_argument("--lines", type=int, help="only the first ones")
    parser.add_argument("--only", choices=("suggestions", "learning"), help="one half of the benchmark")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.reference is None:
            language_pair(train=2000, dev=20, test=100, references=1, seed=1).write(folder)
            given.model, given.source, given.reference = (
                folder / one for one in ("model", "test.de", "test.en")
            )
            train(
                str(folder / "train.de"),
                str(folder / "train.en"),
                str(given.model),
                order=3,
                say=lambda text: None,
            )
        source, references = (
            path.read_text().splitlines()[: given.lines] for path in (given.source, given.reference)
        )
        if given.only != "learning":
            suggested(Translator(given.model, threads=1), source, references)
        if given.only != "suggestions":
            corrected(given.model, given.work or folder / "work", source, references)


def suggested(translator: Translator, source: Sequence[str], references: Sequence[str]) -> None:
    """Type the references with suggestions, and print how many keys that takes."""
    texts, decoder = translator.texts, translator.decoder
    places = [
        (sentence, words, place)
        for sentence, words in zip(
            texts.source(source), map(str.split, texts.target(references)), strict=True
        )
        for place in range(len(words))
    ]

    def right(typed: Sequence[tuple[str, list[str], int]], letters: int) -> list[bool]:
        """Whether the first completion has the next word."""
        prefixes = [
            Prefix(tuple(words[:place] + ([words[place][:letters]] if letters else [])), letters > 0)
            for _, words, place in typed
        ]
        found = decoder.complete([sentence for sentence, _, _ in typed], prefixes)
        return [
            bool(one) and one[0].candidate.text.split()[place : place + 1] == words[place : place + 1]
            for one, (_, words, place) in zip(found, typed, strict=True)
        ]

    began = time.process_time()
    known = right(places, 0)
    seconds = (time.process_time() - began) / len(places)
    keys, left, letters = (
        sum(known),
        [one for one, is_right in zip(places, known, strict=True) if not is_right],
        1,
    )
    while left:
        longer = [one for one in left if len(one[1][one[2]]) > letters]
        keys += (letters + 1) * (len(left) - len(longer))
        found = right(longer, letters) if longer else []
        keys += (letters + 1) * sum(found)
        left = [one for one, is_right in zip(longer, found, strict=True) if not is_right]
        letters += 1
    letters = sum(len(words[place]) + 1 for _, words, place in places)
    print(
        f"next word right: {100 * sum(known) / len(places):.1f} % of {len(places):,}; {1000 * seconds:.1f} ms each"
    )
    print(
        f"keys: {keys:,} for {letters:,} letters and spaces: {100 * (1 - keys / letters):.1f} % saved",
        flush=True,
    )


@dataclass(frozen=True)
class Corrected:
    """A sentence that was translated and then added."""

    texts: dict[str, str]
    """Its translation under each weight."""
    seconds: float
    """Of processor time that adding the sentence before it took."""


def corrected(model: Path, work: Path, source: Sequence[str], references: Sequence[str]) -> None:
    """Translate each sentence with what was learned from those before it, and print how good that was."""
    without = Translator(model, threads=1).translate(list(source))
    done: list[Corrected] = []
    print(
        f"{'sentences':>10}{'without':>10}{''.join(f'{weight:10}' for weight in WEIGHTS)}{'seconds to add one':>20}"
    )
    for number, one in enumerate(corrections(model, work, source, references), 1):
        done.append(one)
        if number % STEP == 0 or number == len(source):
            so_far = [[line] for line in references[:number]]
            scores = [
                score(lines, so_far, "bleu").score for lines in (without[:number], *by_weight(done).values())
            ]
            last = sum(one.seconds for one in done[-STEP:]) / len(done[-STEP:])
            print(f"{number:10}{''.join(f'{one:10.2f}' for one in scores)}{last:20.2f}", flush=True)
    metric, so_far = find_metric("bleu"), [[one] for one in references]
    plainly = System.of("without", [without], so_far, metric)
    for weight, lines in by_weight(done).items():
        learned = System.of("learning", [lines], so_far, metric)
        p = approximate_randomisation(plainly, learned, metric, trials=2000)
        print(f"weight {weight}: p = {p:.3f} (approximate randomisation)")
    come_again(model, source, references, without, by_weight(done)[OVERLAY_WEIGHT])


def come_again(
    model: Path,
    source: Sequence[str],
    references: Sequence[str],
    without: Sequence[str],
    learned: Sequence[str],
) -> None:
    """Print how many unknown words come again, and what learning the first time did to the sentences that they come again in."""
    known = set(Model.read(model).tables[0].table.words[0])
    plain = replace(ModelTexts.read(model), known_forms=None).source(list(source))
    places: dict[str, list[int]] = {}
    for place, line in enumerate(plain):
        for word in set(line.split()) - known:
            places.setdefault(word, []).append(place)
    later = sorted({place for found in places.values() for place in found[1:]})

    def right(lines: Sequence[str], place: int) -> int:
        """How many words of a translation its reference has too."""
        return (Counter(lines[place].split()) & Counter(references[place].split())).total()

    changes = [right(learned, place) - right(without, place) for place in later]
    print(
        f"unknown words: {len(places)}, of which {sum(len(found) > 1 for found in places.values())} come again, in {len(later)} "
        f"sentences; more words right in {sum(change > 0 for change in changes)} of these, "
        f"fewer in {sum(change < 0 for change in changes)}"
    )


def by_weight(done: Sequence[Corrected]) -> dict[float, list[str]]:
    """The translations under each weight."""
    return {weight: [one.texts[str(weight)] for one in done] for weight in WEIGHTS}


def corrections(
    model: Path, work: Path, source: Sequence[str], references: Sequence[str]
) -> Iterator[Corrected]:
    """What was done before, and then the rest: a sentence is written down before it is added."""
    learning, path = work / "learning", work / "translations.jsonl"
    if not path.exists():
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(model, learning, ignore=shutil.ignore_patterns("work"))
        path.touch()
    done = [Corrected(**json.loads(line)) for line in path.read_text().splitlines()]
    yield from done[: len(source)]
    additions = Additions(learning)
    base = ModelTexts.read(model)
    plain = replace(base, known_forms=None)
    for place in range(len(done), len(source)):
        began = time.process_time()
        missing = slice(len(additions.pairs()), place)
        additions.add(source[missing], references[missing])
        seconds = time.process_time() - began
        # Added words make a difference to how a sentence is prepared only if the training text did not have them.
        words = plain.source([source[place]])[0].split()
        known = base.known_forms is None or all(word in base.known_forms.counts for word in words)
        texts = base if known else ModelTexts.read(learning)
        decoder = read_decoder(learning, threads=1)
        prepared = texts.source([source[place]])
        found = {}
        for weight in WEIGHTS:
            weights = {**decoder.weights, **({OVERLAY: weight} if OVERLAY in decoder.weights else {})}
            best = decoder.translate(prepared, weights=weights).best()
            found[str(weight)] = texts.restored(list(best))[0]
        one = Corrected(found, seconds)
        with path.open("a") as file:
            file.write(json.dumps(asdict(one)) + "\n")
        yield one


if __name__ == "__main__":
    main(sys.argv[1:])
