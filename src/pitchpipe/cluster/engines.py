"""Engines that work goes to, by name: each gives a `concurrent.futures.Executor`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from pitchpipe.errors import InputError
from pitchpipe.registry import Registry


class RemoteExecutor(Executor):
    """An executor whose workers may be on other machines, each known by its address.

    The errors of its tasks have that of their worker as the attribute `worker`.
    """

    @abstractmethod
    def workers(self) -> list[str]:
        """The addresses of those that are there now."""

    @abstractmethod
    def ask(self, worker: str, work: Callable[..., Any], *given: Any) -> Any:
        """What a function returns on one worker, outside the order of tasks; an `OSError` if the worker is gone."""


@dataclass(frozen=True)
class Engine(ABC):
    """What runs tasks elsewhere. A new one defines `name` and `executor`."""

    name: ClassVar[str]
    address: str
    """Where it is, as it is written after its name and a colon."""

    @abstractmethod
    def executor(self) -> AbstractContextManager[Executor]:
        """What tasks are given to, until the end of the context."""


def engines() -> Registry[Engine]:
    from pitchpipe.cluster.dask import Dask

    return Registry("clusters", "cluster engine", Engine, (Dask,))


def find_engine(spec: str) -> Engine:
    """The engine that a text such as `dask:tcp://host:8786` names."""
    name, colon, address = spec.partition(":")
    if not colon or not address:
        raise InputError(
            f"found the cluster {spec!r}, expected an engine and its address, as dask:tcp://host:8786"
        )
    return engines().find(name)(address)


@contextmanager
def workers(cluster: str | None, tasks: int, threads: int) -> Iterator[tuple[Executor, int]]:
    """What so many tasks run on, and the threads that each of them has: a cluster, or threads here."""
    if cluster is not None:
        with find_engine(cluster).executor() as executor:
            yield executor, threads if tasks == 1 else 1
    else:
        count = max(1, min(tasks, threads))
        with ThreadPoolExecutor(count) as pool:
            yield pool, threads // count
