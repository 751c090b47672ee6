"""Pick the best of a language model's samples by three scores.

A language model produced eight translations of each sentence. Each sample has three scores: the model's log
probability, a quality estimate and its length. None of them alone picks well. The script tunes the mixture that gives
the best chrF on a few hundred references, and tests it on other sentences.

    python examples/rerank_llm_samples.py
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pitchpipe

WORDS = "the a small old red house garden dog child man sees finds likes buys today here with and in near"
SAMPLES = 8


def samples_of(number: int, rng: random.Random) -> dict[str, Any]:
    """A sentence with its samples, as one line of a JSON lines file; better samples tend to score better."""
    reference = rng.choices(WORDS.split(), k=rng.randint(6, 14))
    candidates = []
    for _ in range(SAMPLES):
        words = [rng.choice(WORDS.split()) if rng.random() < 0.25 else word for word in reference]
        words = words[: rng.choice([len(words), len(words), len(words) - 2])]
        wrong = sum(a != b for a, b in zip(words, reference, strict=False)) + len(reference) - len(words)
        scores = {
            "logprob": -1.5 * wrong - 2.7 * len(words) + rng.gauss(0, 3),
            "quality": 1 - 0.1 * wrong + rng.gauss(0, 0.3),
            "length": float(len(words)),
        }
        candidates.append({"text": " ".join(words), "features": scores})
    return {"id": number, "references": [" ".join(reference)], "candidates": candidates}


def write_samples(path: Path, sentences: int, seed: int) -> None:
    rng = random.Random(seed)
    lines = [json.dumps(samples_of(number, rng)) for number in range(sentences)]
    path.write_text("\n".join(lines) + "\n")


def in_python(tuning: Path, new: Path) -> None:
    pool, unseen = pitchpipe.Pool.read(tuning), pitchpipe.Pool.read(new)
    tuned = pitchpipe.tune(pool, method="mert", metric="chrf", seed=1)
    print("weights:", {name: round(weight, 3) for name, weight in tuned.weights.items()})
    assert unseen.references is not None
    references = [unseen.references.group(sentence) for sentence in range(unseen.group_count)]
    for name, weights in (
        ("the highest log probability", {"logprob": 1.0}),
        ("the highest quality estimate", {"quality": 1.0}),
        ("the tuned mixture", tuned.weights),
    ):
        best = pitchpipe.rerank(unseen, weights)
        print(f"{name:<30} chrF {pitchpipe.score(best, references, 'chrf').score:.1f}")
    print(f"{'the best sample, always':<30} chrF {pitchpipe.oracle(unseen, 'chrf').best:.1f}")


def on_the_command_line(folder: str) -> None:
    for command in (
        "pitchpipe tune samples.jsonl --method mert --metric chrf --held-out 0.2 -o weights.txt",
        "pitchpipe rerank new.jsonl -w weights.txt",
    ):
        print("$", command, flush=True)
        done = subprocess.run(
            [sys.executable, "-m", *command.split()],
            cwd=folder,
            check=True,
            text=True,
            stdout=subprocess.PIPE,
        )
        print("".join(done.stdout.splitlines(keepends=True)[:2]), end="", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tuning, new = Path(folder, "samples.jsonl"), Path(folder, "new.jsonl")
        write_samples(tuning, sentences=300, seed=1)
        write_samples(new, sentences=300, seed=2)
        print("In Python: weights from one set of sentences, used on another")
        in_python(tuning, new)
        print("\nOn the command line: the same; here are the first two lines of what is picked", flush=True)
        on_the_command_line(folder)


if __name__ == "__main__":
    main()
