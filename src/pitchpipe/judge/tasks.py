"""Who judges what: tasks are given out until each has its judges."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta, timezone
from threading import Lock

from pitchpipe.judge.answers import Answers
from pitchpipe.judge.campaign import Campaign

RELEASE = timedelta(hours=24)
"""A task that its judge has left alone for so long is given to another one too."""


class Tasks:
    """The tasks of a campaign, and the judges who have them."""

    def __init__(self, campaign: Campaign, answers: Answers) -> None:
        self._campaign = campaign
        self._answers = answers
        self._lock = Lock()

    def of(self, judge: str, now: datetime | None = None) -> int | None:
        """The task that a judge is at, or a new one; None if there is nothing left for this judge.

        A new one is the one that has the fewest judges, and of these the first.
        """
        with self._lock:
            done = self._done()
            own = [task for who, task, _ in self._assigned() if who == judge]
            for task in own:
                if not self._is_finished(task, done[judge]):
                    return task
            takers = self._takers(done, now or datetime.now(timezone.utc))
            free = [
                (takers[task], task)
                for task in range(len(self._campaign.tasks))
                if task not in own and takers[task] < self._campaign.settings.judgements
            ]
            if not free:
                return None
            task = min(free)[1]
            self._answers.assign(judge, task)
            return task

    def _assigned(self) -> list[tuple[str, int, str]]:
        """Who has which task; of a campaign that was made anew in place, only tasks that it has."""
        count = len(self._campaign.tasks)
        return [one for one in self._answers.assigned() if 0 <= one[1] < count]

    def _done(self) -> dict[str, dict[str, str]]:
        """The items that each judge has answered or skipped, with when."""
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for event in self._answers.current():
            found[event.judge][event.item] = event.at
        return found

    def _is_finished(self, task: int, done: dict[str, str]) -> bool:
        return all(item.id in done for item in self._campaign.tasks[task])

    def _takers(self, done: dict[str, dict[str, str]], now: datetime) -> dict[int, int]:
        """How many judges have finished each task or are still at it."""
        counts: dict[int, int] = defaultdict(int)
        for judge, task, at in self._assigned():
            last = max([at, *(done[judge].get(item.id, "") for item in self._campaign.tasks[task])])
            if self._is_finished(task, done[judge]) or now - datetime.fromisoformat(last) < RELEASE:
                counts[task] += 1
        return counts
