"""Correcting a test set sentence by sentence: what learning each correction at once gains, and what suggestions save.

Run as `python -m benchmarks.learning_at_once MODEL SOURCE REFERENCE [LINES]` with a model that `train` built and text as it takes it;
without arguments a small model of the synthetic language pair is trained first. Each sentence is translated, and then its
reference is added to a copy of the model, as a translator's correction would be. BLEU is of the translations before their
references were known, without learning and with it, under several weights of the feature Added0, which is 0 unless it is tuned.
Processor time is that of adding one pair.

Suggestions: a person types the references. Next-word accuracy is how often the completion of the words so far goes on with the
reference's next word. Where it does, one key takes it; else the person types letters until the completion of these is the word, or to
its end, and a space. Without suggestions each letter and each space is a key.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pitchpipe.data import language_pair
from pitchpipe.decoder import Translator
from pitchpipe.decoder.suggestions import Prefix
from pitchpipe.decoder.system_decoder import read_decoder
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.scoring import score
from pitchpipe.metrics.significance.randomisation import approximate_randomisation
from pitchpipe.metrics.significance.system import System
from pitchpipe.model import Additions, ModelTexts
from pitchpipe.model.model import OVERLAY
from pitchpipe.training import train

STEP = 50
WEIGHTS = (-0.1, -0.03, 0.0, 0.03, 0.1)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if len(sys.argv) >= 4:
            model, files = Path(sys.argv[1]), [Path(path) for path in sys.argv[2:4]]
        else:
            language_pair(train=2000, dev=20, test=100, references=1, seed=1).write(folder)
            model, files = folder / "model", [folder / "test.de", folder / "test.en"]
            train(
                str(folder / "train.de"), str(folder / "train.en"), str(model), order=3, say=lambda text: None
            )
        most = int(sys.argv[4]) if len(sys.argv) > 4 else None
        source, references = (path.read_text().splitlines()[:most] for path in files)
        suggested(Translator(model, threads=1), source, references)
        shutil.copytree(model, folder / "learning")
        corrected(model, folder / "learning", source, references)


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


def corrected(model: Path, learning: Path, source: Sequence[str], references: Sequence[str]) -> None:
    """Translate each sentence with what was learnt from those before it, and print how good that was."""
    base = Translator(model, threads=1)
    additions = Additions(learning)
    forms, plain = base.texts.known_forms, replace(base.texts, known_forms=None)
    without = base.translate(list(source))
    found: dict[float, list[str]] = {weight: [] for weight in WEIGHTS}
    seconds: list[float] = []
    print(
        f"{'sentences':>10}{'without':>10}{''.join(f'{weight:10}' for weight in WEIGHTS)}{'seconds to add one':>20}"
    )
    for number, (line, reference) in enumerate(zip(source, references, strict=True), 1):
        # Added words make a difference to how a sentence is prepared only if the training text did not have them.
        known = forms is None or all(word in forms.counts for word in plain.source([line])[0].split())
        texts = base.texts if known else ModelTexts.read(learning)
        decoder = read_decoder(learning, threads=1)
        for weight, lines in found.items():
            weights = dict(decoder.weights)
            if OVERLAY in weights:
                weights[OVERLAY] = weight
            best = decoder.translate(texts.source([line]), weights=weights).best()
            lines.extend(texts.restored(list(best)))
        began = time.process_time()
        additions.add([line], [reference])
        seconds.append(time.process_time() - began)
        if number % STEP == 0 or number == len(source):
            so_far = [[one] for one in references[:number]]
            scores = [score(lines[:number], so_far, "bleu").score for lines in (without, *found.values())]
            last = sum(seconds[-STEP:]) / len(seconds[-STEP:])
            print(f"{number:10}{''.join(f'{one:10.2f}' for one in scores)}{last:20.2f}", flush=True)
    metric, so_far = find_metric("bleu"), [[one] for one in references]
    plainly = System.of("without", [without], so_far, metric)
    for weight, lines in found.items():
        learnt = System.of("learning", [lines], so_far, metric)
        p = approximate_randomisation(plainly, learnt, metric, trials=2000)
        print(f"weight {weight}: p = {p:.3f} (approximate randomisation)")


if __name__ == "__main__":
    main()
