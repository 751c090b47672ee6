"""Dask clusters as executors."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from pitchpipe.cluster.engines import Engine, RemoteExecutor
from pitchpipe.errors import InputError

CONNECT_SECONDS = 7
"""Together with the start of the command, an answer comes within ten."""
WORKER_SECONDS = 5
"""A scheduler knows its workers at once, if there are any."""
SETTINGS = {"distributed.admin.large-graph-warning-threshold": "1GB"}
"""Tasks carry megabytes of text, so that another worker can do them; Dask need not warn of that."""


@dataclass(frozen=True)
class Dask(Engine):
    """A Dask cluster, by the address of its scheduler, such as `tcp://host:8786`.

    If a worker dies, another one does its tasks.
    """

    name: ClassVar[str] = "dask"

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        try:
            import dask.config
            from distributed import Client, KilledWorker
        except ImportError:
            raise InputError("Dask needs the distributed package: pip install distributed") from None
        _check_address(self.address)
        _check_tls(self.address)
        try:
            _greet(self.address)
            client = Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(
                f"{self.address}: found no Dask scheduler there, expected one: {error}"
            ) from None
        with dask.config.set(SETTINGS), client:
            _check_workers(client, self.address)
            try:
                yield DaskExecutor(client)
            except KilledWorker as error:
                problem = (
                    f"a task was given up, since {error.allowed_failures + 1} workers died over it, "
                    f"the last one {error.last_worker.address}"
                )
                raise OSError(errno.EIO, problem, self.address) from None
            except CancelledError:
                raise OSError(errno.EIO, "the scheduler ended before its tasks", self.address) from None


class DaskExecutor(RemoteExecutor):
    """The workers of a Dask client. Errors of tasks name the worker."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._tasks = client.get_executor(pure=False)

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        found: Future[Any] = self._tasks.submit(naming_worker, work, *given, **named)
        return found

    def workers(self) -> list[str]:
        return sorted(self._client.scheduler_info(n_workers=-1)["workers"])

    def ask(self, worker: str, work: Callable[..., Any], *given: Any) -> Any:
        try:
            return self._client.run(work, *given, workers=[worker])[worker]
        except KeyError:
            raise OSError(errno.EIO, "the worker has ended", worker) from None


def naming_worker(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """The result of a task; runs on a worker."""
    try:
        return work(*given, **named)
    except Exception as error:
        from distributed import get_worker

        raise with_worker(error, get_worker().address) from None


def with_worker(error: Exception, address: str) -> Exception:
    """The error of a task with the worker that it came from, in its sentence if it has one."""
    named = error
    if isinstance(error, InputError):
        named = type(error)(f"{error} (on the worker {address})")
    elif isinstance(error, OSError) and error.strerror:
        named = type(error)(error.errno, f"{error.strerror} (on the worker {address})", error.filename)
    elif hasattr(named, "add_note"):  # not in Python 3.10
        named.add_note(f"on the worker {address}")
    named.worker = address  # type: ignore[attr-defined]
    return named


def _check_address(address: str) -> None:
    """Refuse what is no address: a client would tell, and then wait for itself to close."""
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    try:
        scheme, place = parse_address(address)
        get_backend(scheme)
        if scheme in ("tcp", "tls"):
            parse_host_port(place)
    except ValueError as error:
        raise InputError(
            f"{address}: found no address of a Dask scheduler, expected one such as tcp://host:8786: {error}"
        ) from None


def _check_tls(address: str) -> None:
    """Refuse an address that needs certificates if there are none."""
    from distributed.security import Security

    if not address.startswith("tls:"):
        return
    try:
        found = Security().get_connection_args("client").get("ssl_context")
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"{address}: found certificates of TLS that cannot be used: {error}") from None
    if found is None:
        raise InputError(
            f"{address}: found no certificates for TLS, expected those that distributed.comm.tls names in Dask's configuration"
        )


def _greet(address: str) -> None:
    """Find out whether a scheduler answers: of what listens there and says nothing, a client waits for an answer forever."""
    from distributed.comm.core import connect
    from distributed.security import Security

    async def greeted() -> None:
        security = Security().get_connection_args("client")
        comm = await asyncio.wait_for(connect(address, timeout=CONNECT_SECONDS, **security), CONNECT_SECONDS)
        comm.abort()

    with ThreadPoolExecutor(1) as pool:  # in a notebook, this thread has a loop of its own
        try:
            pool.submit(asyncio.run, greeted()).result()
        except asyncio.TimeoutError:
            raise OSError(f"no answer within {CONNECT_SECONDS} seconds") from None
        except (OSError, ValueError):
            raise
        except Exception:  # whatever an answer in another language is taken for
            raise OSError("what answers there is no scheduler") from None


def _check_workers(client: Any, address: str) -> None:
    from distributed import TimeoutError as NoAnswerError  # another one than Python's own, in Python 3.10

    try:
        client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except NoAnswerError:
        raise InputError(
            f"{address}: found no workers within {WORKER_SECONDS} seconds, expected at least one; "
            f"start some with 'dask worker {address}'"
        ) from None
