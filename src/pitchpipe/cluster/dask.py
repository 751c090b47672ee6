"""Dask clusters as executors."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from pitchpipe.cluster.engines import Engine
from pitchpipe.errors import InputError

CONNECT_SECONDS = 20


@dataclass(frozen=True)
class Dask(Engine):
    """A Dask cluster, by the address of its scheduler, such as `tcp://host:8786`.

    Tasks of a worker that dies are done by another one.
    """

    name: ClassVar[str] = "dask"

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        try:
            from distributed import Client, KilledWorker
        except ImportError:
            raise InputError("Dask needs the distributed package: pip install distributed") from None
        try:
            client = Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(
                f"{self.address}: found no Dask scheduler there, expected one: {error}"
            ) from None
        with client:
            try:
                yield client.get_executor(pure=False)
            except KilledWorker as error:
                problem = f"a task was given up, since workers died over it: {error}"
                raise OSError(errno.EIO, problem, self.address) from None
