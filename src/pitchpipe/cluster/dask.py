"""Dask clusters as executors."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from pitchpipe.errors import InputError

CONNECT_SECONDS = 20


@contextmanager
def dask_executor(address: str) -> Iterator[Executor]:
    """The executor of the cluster whose scheduler is at an address such as `tcp://host:8786`.

    Tasks of a worker that dies are done by another one.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise InputError("Dask needs the distributed package: pip install distributed") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(f"{address}: found no Dask scheduler there, expected one: {error}") from None
    with client:
        try:
            yield client.get_executor(pure=False)
        except KilledWorker as error:
            problem = f"a task was given up, since workers died over it: {error}"
            raise OSError(errno.EIO, problem, address) from None
