"""Work of several threads at once, for the thread sanitizer: `python -m tests.races` with a build that has it.

Commands run in this process with four threads: training of a phrase-based and a hierarchical system, with alignment, extraction,
language models, search and tuning; asynchronous online tuning; scores that are kept. Then four Python threads ask the same decoder,
and the same store of scores, at once.
"""

from __future__ import annotations

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pitchpipe.cli import main as pitchpipe
from pitchpipe.data import language_pair
from pitchpipe.decoder import open_decoder
from pitchpipe.metrics.score_store import ScoreStore
from pitchpipe.model import Model, ModelTexts

from .kills.works import SCORER, lists

THREADS = 4
TEXTS = ("--dev", "dev.de", "dev.en", "--test", "test.de", "test.en")
SMALL = "order=2,nbest=10,iterations=2,method=kbmira"


def command(*words: str) -> None:
    """Run a command in this process."""
    print(*words, flush=True)
    sys.argv = ["pitchpipe", *words, "--threads", str(THREADS)]
    try:
        pitchpipe()
    except SystemExit as ended:
        if ended.code:
            raise RuntimeError(f"{words[0]} ended with {ended.code}") from None


def decode_together(model: str, sentences: list[str]) -> None:
    """Ask one decoder from several threads; all must hear the same."""
    decoder = open_decoder(Model.read(model), threads=2)
    prepared = ModelTexts.read(model).source(sentences)
    with ThreadPoolExecutor(THREADS) as executor:
        answers = executor.map(lambda _: list(decoder.translate(prepared, nbest=5).best()), range(THREADS))
        assert len({tuple(one) for one in answers}) == 1


def keep_together(path: Path) -> None:
    """Ask one store of scores from several threads."""
    store = ScoreStore(path)

    def work(number: int) -> int:
        keys = [bytes([number, other]) * 8 for other in range(50)]
        store.add("metric", {key: (float(number), 1.0) for key in keys})
        return len(store.find("metric", keys))

    with ThreadPoolExecutor(THREADS) as executor:
        assert list(executor.map(work, range(THREADS))) == [50] * THREADS
    store.close()


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="pitchpipe-races-") as folder:
        os.chdir(folder)
        pair = language_pair(train=80, dev=10, test=5, references=1, seed=5)
        pair.write(Path(folder))
        lists(Path(folder))
        for kind in ("none", "hierarchical"):
            command("train", "train.de", "train.en", *TEXTS, "-o", kind, "--set", f"{SMALL},grammar={kind}")
            decode_together(kind, Path("dev.de").read_text().splitlines())
        online = "adagrad(epochs=2, batch=2)"
        command(
            "tune",
            "none",
            "--dev",
            "dev.de",
            "-r",
            "dev.en",
            "-o",
            "weights",
            "--method",
            online,
            "--set",
            "nbest=10",
        )
        command(
            "rescore", "dev.nbest", "--source", "dev.ref", "--add", SCORER, "--run", "run", "-o", "more.jsonl"
        )
        command("tune", "dev.nbest", "-r", "dev.ref", "-o", "weights.mert", "--method", "mert(restarts=2)")
        keep_together(Path("scores.sqlite"))
        os.chdir("/")
    print("done", flush=True)


if __name__ == "__main__":
    main()
