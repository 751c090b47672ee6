"""Lines of Moses's n-best lists, whoever writes them: `0 ||| text ||| LM0= -12.3 TranslationModel0= -1 -2 ||| total`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from pitchpipe.errors import InputError


class NbestLines:
    """Makes a line of each candidate; values of `name_0`, `name_1`, ... in a row are written as one `name=`.

    Parameters
    ----------
    where
        What errors call the place of what cannot be written.
    number
        Writes a value.
    """

    def __init__(
        self,
        where: str,
        dense_names: Sequence[str],
        sparse_names: Sequence[str],
        number: Callable[[float], str] = repr,
    ) -> None:
        self._where = where
        self._number = number
        self._labels = list(_labels(tuple(dense_names), {*dense_names, *sparse_names}))
        for name in (*(label for label, _ in self._labels), *sparse_names):
            if not name or re.search(r"[\s\0]", name):
                raise InputError(
                    f"{where}: found the feature name {name!r}, expected one without white space"
                )

    def line(
        self,
        sentence: int | str,
        text: str,
        dense: Iterable[float],
        sparse: Iterable[tuple[str, float]],
        total: float,
        *more: str,
    ) -> str:
        """The line of a candidate; `more` are fields after the total."""
        if " ||| " in f" {text} " or "\n" in text or "\0" in text:
            raise InputError(
                f"{self._where}: found the candidate {text[:40]!r}, expected one line without ' ||| '; "
                "JSON lines can hold it"
            )
        values = map(self._number, dense)
        parts = [f"{label}= {' '.join(next(values) for _ in range(count))}" for label, count in self._labels]
        parts += [f"{name}= {self._number(value)}" for name, value in sparse]
        return " ||| ".join([str(sentence), text, " ".join(parts), self._number(total), *more])


def _labels(names: tuple[str, ...], taken: set[str]) -> Iterator[tuple[str, int]]:
    """Names with how many values each has; the inverse of reading several values of one name."""
    place = 0
    while place < len(names):
        label = names[place].removesuffix("_0")
        count = 0
        while names[place + count : place + count + 1] == (f"{label}_{count}",):
            count += 1
        if count > 1 and label and label not in taken:
            yield label, count
            place += count
        else:
            yield names[place], 1
            place += 1
