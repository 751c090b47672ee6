"""Learn a metric whose features are n-gram scores and an entailment recogniser, asked in both directions.

Does the translation say all that the reference says, and nothing else? A recogniser answers both: whether the candidate
entails the reference, and whether the reference entails the candidate (Cer 2011, chapter 5). Here it is a program of a few lines
that looks for content words; a real one, such as a model for natural language inference, is asked in the same way. The script makes
judgements of four systems, learns a metric from them with and without the recogniser, and tests both on segments they did not see.

    python examples/entailment_metric.py
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from pitchpipe.metrics.judgements import Judgements
from pitchpipe.metrics.learning import learn_metric

RECOGNISER = '''
import json, sys

FUNCTION_WORDS = {"the", "a", "is", "there", "now", "then"}

def content(text):
    return set(text.split()) - FUNCTION_WORDS

def entails(premise, hypothesis):
    """The share of what the hypothesis says that the premise says too."""
    said = content(hypothesis)
    return len(said & content(premise)) / max(1, len(said))

forward = sys.argv[1] == "forward"
print(json.dumps({"version": f"words-1-{sys.argv[1]}"}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    pairs = [(asked["candidate"], one) if forward else (one, asked["candidate"]) for one in asked["references"]]
    print(max(entails(premise, hypothesis) for premise, hypothesis in pairs), flush=True)
'''
NOUNS = ["dog", "cat", "house", "river", "child", "tree", "car", "bird", "teacher", "garden"]
VERBS = ["sees", "finds", "leaves", "likes", "paints", "follows"]
ADJECTIVES = ["small", "old", "green", "happy", "broken"]


def translations(segments: int, seed: int) -> Judgements:
    """Translations that drop or add content, which people mind, or function words, which they do not."""
    rng = random.Random(seed)
    rows = []
    for segment in range(segments):
        one, two = rng.sample(NOUNS, 2)
        words = ["the", rng.choice(ADJECTIVES), one, rng.choice(VERBS), "a", rng.choice(ADJECTIVES), two]
        for system in range(4):
            candidate, errors = list(words), 0
            for _ in range(rng.randrange(3)):
                if rng.random() < 0.5:
                    candidate.pop(
                        rng.choice([i for i, word in enumerate(candidate) if word not in ("the", "a")])
                    )
                else:
                    candidate.append(rng.choice(NOUNS + ADJECTIVES))
                errors += 1
            for _ in range(rng.randrange(4)):
                candidate.insert(
                    rng.randrange(len(candidate) + 1), rng.choice(["the", "a", "now", "there", "is"])
                )
            rows.append(
                (
                    str(segment),
                    f"system {system}",
                    " ".join(candidate),
                    -errors + rng.gauss(0, 0.3),
                    " ".join(words),
                )
            )
    names, systems, targets, scores, references = zip(*rows, strict=True)
    return Judgements(names, systems, targets, np.array(scores), None, references, "reference")


def main() -> None:
    judged, plain = translations(80, 1), ["bleu", "chrf", "ter"]
    with TemporaryDirectory() as folder:
        program = Path(folder, "recogniser.py")
        program.write_text(RECOGNISER)
        both = [f'command("{sys.executable} {program} {way}")' for way in ("forward", "backward")]
        for title, features in (("n-grams alone", plain), ("with entailment", [*plain, *both])):
            learned = learn_metric(judged, features, folds=5)
            print(f"{title}: Pearson {learned.agreement.segment['pearson']} on unseen segments")
        for way, spec in zip(("forward", "backward"), both, strict=True):
            weight = dict(zip(learned.model.features, learned.model.weights, strict=True))[spec]
            print(f"weight of {way} entailment: {weight:+.2f}")


if __name__ == "__main__":
    main()
