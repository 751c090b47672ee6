"""Translating through the API against the decoder itself: sentences a second of processor time, and what overload does.

Run as `python -m benchmarks.serve_load`. The model is trained in the run on the synthetic language pair. The server is a process
of its own with one decoder thread; clients send requests of 100 lines from this one. Figures are sentences for each second of
processor time: of the server, and of the decoder alone on the same sentences in batches of the same size, in turns, so that other
work on the machine counts little.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pitchpipe.data import language_pair
from pitchpipe.decoder import Translator
from pitchpipe.training import TrainSettings, train

LINES, REQUESTS, ROUNDS = 100, 64, 3
CLIENTS = (1, 4, 16, 64)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        language_pair(train=10_000, dev=50, test=1000, references=1, seed=1).write(folder)
        settings = TrainSettings.of(order=3)
        train(str(folder / "train.de"), str(folder / "train.en"), str(folder / "model"), settings=settings)
        lines = (folder / "test.de").read_text().splitlines()
        batches = [
            [lines[(start * LINES + n) % len(lines)] for n in range(LINES)] for start in range(REQUESTS)
        ]
        translator = Translator(folder / "model", threads=1)
        translator.translate(lines)
        print(f"{'clients':>8}{'own':>9}{'through the API':>17}{'share':>8}{'memory':>10}")
        with Server(folder / "model") as server:
            for clients in CLIENTS:
                found = [compared(translator, server, batches, clients) for _ in range(ROUNDS)]
                own, served = (
                    LINES * REQUESTS * ROUNDS / sum(seconds) for seconds in zip(*found, strict=True)
                )
                share = 100 * served / own
                print(
                    f"{clients:8}{own:9,.0f}{served:17,.0f}{share:6.0f} %{server.megabytes():7.0f} MB",
                    flush=True,
                )
        with Server(folder / "model", "--waiting", "300") as server:
            codes = load(server.port, batches, 64)
            health = asked(server.port, "GET", "/health")
            print(f"room for 300 sentences, 64 clients: {dict(sorted(codes.items()))}; then {health[1]}")


def compared(
    translator: Translator, server: Server, batches: Sequence[Sequence[str]], clients: int
) -> tuple[float, float]:
    """Seconds of processor time that the decoder takes, and that the server takes, one after the other."""
    began = time.process_time()
    for batch in batches:
        translator.translate(list(batch))
    own = time.process_time() - began
    before = server.seconds()
    codes = load(server.port, batches, clients)
    assert set(codes) == {200}, codes
    return own, server.seconds() - before


class Server:
    """`pitchpipe serve` in a process of its own."""

    def __init__(self, model: Path, *options: str) -> None:
        command = [
            sys.executable,
            "-m",
            "pitchpipe",
            "serve",
            str(model),
            "--port",
            "0",
            "--threads",
            "1",
            *options,
        ]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)

    def __enter__(self) -> Server:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if found := re.search(r":(\d+)/ until", line):
                self.port = int(found[1])
                break
        asked(self.port, "POST", "/batch", {"lines": ["aufwärmen"]})
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    def seconds(self) -> float:
        """Of processor time so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def load(port: int, batches: Sequence[Sequence[str]], clients: int) -> Counter[int]:
    """Send all batches from so many clients; which codes came back how often."""
    codes: Counter[int] = Counter()
    left = iter(batches)
    lock = threading.Lock()

    def client() -> None:
        while True:
            with lock:
                batch = next(left, None)
            if batch is None:
                return
            code, _ = asked(port, "POST", "/batch", {"lines": list(batch)})
            with lock:
                codes[code] += 1

    threads = [threading.Thread(target=client) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return codes


def asked(port: int, method: str, path: str, body: object = None) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    data = None if body is None else json.dumps(body).encode()
    connection.request(method, path, data, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


if __name__ == "__main__":
    main()
