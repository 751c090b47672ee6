"""Tune a speech recogniser's n-best lists to the word error rate.

For each utterance, a recogniser wrote its hypotheses with an acoustic score, a language model score and a word count.
How much should each of them count? The usual way is a grid search over two numbers; MERT finds the best weights for all
scores at once, for the word error rate itself.

    python examples/tune_speech_to_wer.py
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pitchpipe

WORDS = "turn on the light in a kitchen please and play some music now set alarm for seven call my mother"
HEARD_AS = {"the": "a", "a": "the", "on": "in", "in": "on", "for": "four", "light": "night", "play": "pay"}
BEST = 20


def utterance(rng: random.Random) -> tuple[str, list[tuple[str, float, float, int]]]:
    """What was said, and what was heard: text, acoustic score, language model score, words."""
    said = rng.choices(WORDS.split(), k=rng.randint(4, 10))
    heard = []
    for _ in range(BEST):
        words = [HEARD_AS.get(word, word) if rng.random() < 0.4 else word for word in said]
        words = [word for word in words if rng.random() > 0.08]
        unlikely = sum(a != b for a, b in zip(words, said, strict=False))
        acoustic = -40.0 * (len(said) - len(words)) - 10.0 * unlikely + rng.gauss(0, 25)
        language = -2.5 * len(words) - 1.5 * unlikely + rng.gauss(0, 1)
        heard.append((" ".join(words), acoustic, language, len(words)))
    heard.sort(key=lambda one: -one[1])
    return " ".join(said), heard


def write_lists(lists: Path, references: Path, utterances: int, seed: int) -> None:
    """N-best lists as Moses writes them (any recogniser's can be put into this form), and what was said."""
    rng = random.Random(seed)
    said, lines = [], []
    for number in range(utterances):
        reference, heard = utterance(rng)
        said.append(reference)
        for text, acoustic, language, words in heard:
            features = f"acoustic= {acoustic:.3f} lm= {language:.3f} words= {words}"
            lines.append(f"{number} ||| {text} ||| {features} ||| {acoustic:.3f}")
    lists.write_text("\n".join(lines) + "\n")
    references.write_text("\n".join(said) + "\n")


def in_python(lists: Path, references: Path) -> None:
    pool = pitchpipe.Pool.read(lists, references=[references])
    tuned = pitchpipe.tune(pool, method="mert", metric="wer", start={"acoustic": 1.0}, seed=1)
    reach = pitchpipe.oracle(pool, "wer")
    print(f"acoustic score alone    WER {tuned.start_objective:.1f} %")
    print(f"tuned weights           WER {tuned.objective:.1f} %")
    print(f"best within the lists   WER {reach.best:.1f} %")
    print("weights:", {name: round(weight, 4) for name, weight in tuned.weights.items()})


def on_the_command_line(folder: str) -> None:
    tune = "pitchpipe tune nbest.txt -r said.txt --metric wer --held-out 0.25 -o weights.txt"
    rerank = "pitchpipe rerank nbest.txt -w weights.txt"
    score = "pitchpipe score - -r said.txt -m wer -m cer"
    print("$", tune, flush=True)
    run(tune, folder)
    print("$", rerank, "|", score, flush=True)
    best = run(rerank, folder, stdout=subprocess.PIPE).stdout
    run(score, folder, input=best)


def run(command: str, folder: str, **streams: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", *command.split()], cwd=folder, check=True, **streams)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        lists, references = Path(folder, "nbest.txt"), Path(folder, "said.txt")
        write_lists(lists, references, utterances=300, seed=1)
        print("In Python")
        in_python(lists, references)
        print("\nOn the command line, with a quarter of the utterances held out of tuning", flush=True)
        on_the_command_line(folder)


if __name__ == "__main__":
    main()
