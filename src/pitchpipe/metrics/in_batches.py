"""Questions answered in batches by several workers, each result handed on as it comes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


def in_batches(
    answer: Callable[[Sequence[Asked]], Sequence[Answer]],
    questions: Sequence[Asked],
    size: int,
    workers: int = 1,
    executor: Executor | None = None,
) -> Generator[dict[int, Answer], None, None]:
    """The answers by the number of their question, as they come.

    Where a batch fails, or at Ctrl-C, those that are at work are waited for and handed on before the error: what is answered
    is not lost.
    At most `workers` batches are at work at a time, in threads or on an executor.
    """
    begins = iter(range(0, len(questions), size))
    failed: BaseException | None = None
    own: AbstractContextManager[Executor] = nullcontext(executor) if executor else ThreadPoolExecutor(workers)
    with own as threads:
        open_batches: dict[Future[Sequence[Answer]], int] = {}

        def submit() -> None:
            begin = next(begins, None)
            if begin is not None and failed is None:
                open_batches[threads.submit(answer, questions[begin : begin + size])] = begin

        for _ in range(workers):
            submit()
        while open_batches:
            try:
                done, _ = wait(open_batches, return_when=FIRST_COMPLETED)
            except KeyboardInterrupt as error:
                if failed is not None:
                    raise
                failed = error
                continue
            found: dict[int, Answer] = {}
            for future in done:
                begin = open_batches.pop(future)
                if future.exception() is None:
                    found |= enumerate(future.result(), begin)
                else:
                    failed = failed or future.exception()
            # Who keeps answers has done so before more is asked.
            if found:
                yield found
            for _ in done:
                submit()
    if failed is not None:
        raise failed
