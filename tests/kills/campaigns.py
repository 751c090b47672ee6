"""A campaign whose server is ended while judges answer: what was acknowledged is kept, and kept once."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from threading import Event as Flag
from threading import Thread
from typing import Any

from pitchpipe.judge.answers import ANSWER, SKIP, UNDO, Answers, Event
from pitchpipe.judge.campaign import Campaign
from pitchpipe.judge.results import Results

from ..judge.campaigns import campaign
from .kills import MOST, SIGNALS, Killed
from .works import PITCHPIPE

NAME = "campaign"
JUDGES = ("ann", "bob")
LONGEST = 0.6
"""Seconds that judges answer for between two kills."""


def killed_campaign(folder: Path, kills: int, seed: int = 1) -> Killed:
    """End the server of a campaign so many times; judges go on with the next one, as their browsers do."""
    folder.mkdir(parents=True, exist_ok=True)
    made = campaign(sentences=12, task=8, judgements=2)
    made.write(folder / "campaign")
    found, rng, port = Killed(NAME), Random(f"{NAME} {seed}"), _free_port()
    judges = [Judge(name, made, port) for name in JUDGES]
    for judge in judges:
        judge.start()
    try:
        while found.kills < kills and not found.problems:
            with _served(folder / "campaign", port) as server:
                time.sleep(rng.uniform(0, LONGEST))
                how = rng.choice(SIGNALS)
                acknowledged = [event.key for judge in judges for event in judge.acknowledged]
                server.send_signal(how)
                server.wait(MOST)
            found.kills += 1
            _check_kept(folder / "campaign", acknowledged, f"after {how.name}", found)
        with _served(folder / "campaign", port):
            for judge in judges:
                judge.finish()
    finally:
        for judge in judges:
            judge.give_up()
    found.problems += [f"{judge.name}: {judge.problem}" for judge in judges if judge.problem]
    if not found.problems:
        found.whole += 1
        _compare(made, judges, folder, found)
    return found


def _check_kept(folder: Path, acknowledged: Sequence[str], when: str, found: Killed) -> None:
    with Answers(folder) as answers:
        kept = Counter(event.key for event in answers.events())
    lost = [key for key in acknowledged if key not in kept]
    if lost:
        found.problems.append(f"{when}: {len(lost)} acknowledged answers are lost, as {lost[0]}")
    if doubled := [key for key, times in kept.items() if times > 1]:
        found.problems.append(f"{when}: {len(doubled)} answers are there twice, as {doubled[0]}")


def _compare(made: Campaign, judges: Sequence[Judge], folder: Path, found: Killed) -> None:
    """All that judges sent is there once and in their order, and the results are those of a campaign that nothing disturbed."""
    made.write(folder / "clean")
    with Answers(folder / "campaign") as answers, Answers(folder / "clean") as clean:
        for judge in judges:
            kept = [replace(event, at="") for event in answers.events(judge.name)]
            if kept != judge.acknowledged:
                found.problems.append(
                    f"{judge.name} sent {len(judge.acknowledged)} answers, and {len(kept)} are there"
                )
        clean.keep([event for judge in judges for event in judge.acknowledged])
    disturbed, expected = (Results.read(folder / name, 0.0, trials=50) for name in (NAME, "clean"))
    if disturbed.pairs != expected.pairs:
        found.problems.append("the results are other ones")


@dataclass
class Judge:
    """Answers without end, one after the other; what is not acknowledged is sent again with the same key."""

    name: str
    made: Campaign
    port: int
    acknowledged: list[Event] = field(default_factory=list)
    problem: str = ""
    _ends: Flag = field(default_factory=Flag)
    _gives_up: Flag = field(default_factory=Flag)

    def start(self) -> None:
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Wait until what is under way is acknowledged."""
        self._ends.set()
        self._thread.join(MOST)

    def give_up(self) -> None:
        self._gives_up.set()
        self.finish()

    def _run(self) -> None:
        sent = 0
        while not self._ends.is_set() and not self.problem:
            events = [self._event(number) for number in range(sent, sent + 1 + sent % 3)]
            if self._send(events):
                self.acknowledged += events
            sent += len(events)

    def _event(self, number: int) -> Event:
        items = [item.id for item in self.made.items if item.task is not None]
        kind = (ANSWER, ANSWER, ANSWER, SKIP, ANSWER, UNDO, ANSWER)[number % 7]
        value = {"ranks": [1 + number % 2, 1 + number // 2 % 2]} if kind == ANSWER else None
        item = items[number // 2 % len(items)]
        return Event(f"{self.name}-{number:08}", self.name, item, kind, value, "", float(number))

    def _send(self, events: Sequence[Event]) -> bool:
        body = json.dumps({"judge": self.name, "events": [_as_sent(event) for event in events]})
        while not self._gives_up.is_set():
            try:
                status, said = self._ask(body)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
                continue
            if status == 200 and json.loads(said) == {"kept": [event.key for event in events]}:
                return True
            self.problem = f"{status}: {said[:200]}"
            break
        return False

    def _ask(self, body: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        with contextlib.closing(connection):
            connection.request("POST", "/answers", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()


def _as_sent(event: Event) -> dict[str, Any]:
    return {name: getattr(event, name) for name in ("key", "item", "kind", "value", "comment", "seconds")}


@contextlib.contextmanager
def _served(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The server of a campaign as soon as it answers; it is ended if nothing else has."""
    command = [*PITCHPIPE, "judge", "serve", str(folder), "--port", str(port)]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        while server.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield server
    finally:
        if server.poll() is None:
            os.kill(server.pid, signal.SIGTERM)
        server.wait(MOST)


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])
