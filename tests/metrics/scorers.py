"""Small scorers: the F-score of words, as a function, as a class and as a program that can be made to fail."""

import json
import os
import sys
import time
from collections import Counter
from pathlib import Path

PROGRAM = f"{sys.executable} {Path(__file__).resolve()}"


def word_f(candidate, reference):
    one, other = Counter(candidate.split()), Counter(reference.split())
    return 200 * (one & other).total() / max(1, one.total() + other.total())


def best_f(candidates, references, sources):
    return [max(word_f(text, one) for one in seen) for text, seen in zip(candidates, references, strict=True)]


class Lengths:
    """Words of the candidate, over those of the source."""

    version = "2"

    def __call__(self, candidates, references, sources):
        print("models are talkative")
        return [
            (len(text.split()), len((source or "").split()))
            for text, source in zip(candidates, sources, strict=True)
        ]


class Noted:
    """The F-score of words; each text is noted first, in the file that the environment names."""

    version = "1"

    def __call__(self, candidates, references, sources):
        with open(os.environ["NOTED"], "a") as file:
            file.write("".join(f"{text}\n" for text in candidates))
        time.sleep(0.01)
        return best_f(candidates, references, sources)


def main(*flags):
    """Answer questions; `log=FILE` notes each, `pids=FILE` the process, `die=FILE` ends once at the word die, unless that file is there."""
    options = dict(flag.split("=") for flag in flags)
    if "pids" in options:
        with open(options["pids"], "a") as file:
            file.write(f"{os.getpid()}\n")
    print(json.dumps({"version": options.get("version", "1")}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        answers = [answer(one, options) for one in (asked if isinstance(asked, list) else [asked])]
        print(json.dumps(answers if isinstance(asked, list) else answers[0]), flush=True)


def letters(text):
    return [text.count(letter) for letter in "abcdehost"]


class Letters:
    """Texts as how often they have some letters."""

    version = "1"

    def embed(self, texts):
        return [letters(text) for text in texts]


def answer(question, options):
    if "embed" in question:
        question = {"candidate": question["embed"], **question}
    candidate = question["candidate"]
    if "log" in options:
        with open(options["log"], "a") as file:
            file.write(f"{candidate}\n")
    if candidate == "die":
        if "die" not in options:
            print("I cannot go on", file=sys.stderr, flush=True)
            sys.exit(3)
        if not os.path.exists(options["die"]):
            Path(options["die"]).write_text("")
            os._exit(1)
    if candidate == "sleep":
        time.sleep(float(options["sleep"]))
    if candidate.startswith("say "):
        return json.loads(candidate.removeprefix("say "))
    time.sleep(float(options.get("each", 0)))
    if "embed" in question:
        return letters(candidate)
    if "source" in question:
        return len(question["source"].split())
    return max(word_f(candidate, one) for one in question.get("references", [candidate]))


if __name__ == "__main__":
    main(*sys.argv[1:])
