"""Features in a fixed number of buckets: memory does not grow with the features that are met.

Weinberger, Dasgupta, Langford, Smola and Attenberg, 2009, Feature hashing for large scale multitask learning; here without
their signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _native
from pitchpipe.arrays import Numbers
from pitchpipe.errors import InputError
from pitchpipe.weights.vocabulary import Vocabulary

MOST_BITS = 28
_NAME = re.compile(r"hashed(\d{1,2})_(\d{1,9})", re.ASCII)


def bucket_name(bits: int, bucket: int) -> str:
    """What the weight of a bucket is called."""
    return f"hashed{bits}_{bucket}"


def bucket_of(name: str) -> tuple[int, int] | None:
    """The bits and the bucket that a name is of; None if it is that of a feature."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    bits, bucket = int(found[1]), int(found[2])
    if not 1 <= bits <= MOST_BITS or bucket >= 1 << bits:
        raise InputError(f"found the bucket {name!r}, expected one of up to 2^{MOST_BITS}")
    return bits, bucket


def buckets_of(names: Iterable[str]) -> tuple[int, list[int]] | None:
    """The bits and the buckets of names that are all of buckets; None if none is."""
    found = [bucket_of(name) for name in names]
    if not any(found):
        return None
    known = [one for one in found if one is not None]
    if len(known) < len(found) or len({bits for bits, _ in known}) > 1:
        raise InputError(
            "found weights of sparse features beside those of buckets, or buckets of several sizes, expected one kind"
        )
    return known[0][0], [bucket for _, bucket in known]


class HashedVocabulary(Vocabulary):
    """Names of dense features, and after them buckets, each of which has the sparse features whose names hash to it."""

    def __init__(self, dense: Sequence[str], bits: int) -> None:
        super().__init__(dense)
        self.bits = bits
        self._first = np.zeros(1 << bits, np.uint64)
        """The hash of the first name that was met in each bucket, and 1; 0 if none was."""
        self._shared = np.zeros(1 << bits, bool)

    def __len__(self) -> int:
        return len(self.dense) + (1 << self.bits)

    def name(self, number: int) -> str:
        count = len(self.dense)
        if not 0 <= number < len(self):
            raise IndexError(number)
        return self.dense[number] if number < count else bucket_name(self.bits, number - count)

    def numbers(self, names: Iterable[str]) -> Numbers:
        found = np.zeros(0, np.int64)
        listed = list(names)
        if not listed:
            return found
        count = len(self.dense)
        found = np.array([self._numbers.get(name, -1) for name in listed], np.int64)
        for place in np.flatnonzero(found < 0).tolist():
            known = bucket_of(listed[place])
            if known is not None:
                if known[0] != self.bits:
                    raise InputError(
                        f"found the weight of {listed[place]!r}, expected one of 2^{self.bits} buckets"
                    )
                found[place] = count + known[1]
        sparse = np.flatnonzero(found < 0)
        hashes = _native.hash_feature_names([listed[place] for place in sparse.tolist()])
        buckets = _native.feature_buckets(hashes, self.bits).astype(np.int64)
        self._meet(buckets, hashes + np.uint64(1))
        found[sparse] = count + buckets
        return found

    def _meet(self, buckets: Numbers, marks: NDArray[np.uint64]) -> None:
        with self._lock:
            new = self._first[buckets] == 0
            self._first[buckets[new]] = marks[new]
            self._shared[buckets[self._first[buckets] != marks]] = True

    def hashes_of(self, numbers: Numbers) -> NDArray[np.uint64]:
        """Their buckets."""
        return (numbers - len(self.dense)).astype(np.uint64)

    @property
    def facts(self) -> dict[str, int]:
        """How many buckets there are, how many have features, and how many of these have more than one."""
        return {
            "buckets": len(self._first),
            "buckets_used": int((self._first > 0).sum()),
            "buckets_shared": int(self._shared.sum()),
        }

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """What was met."""
        return {"buckets.first": self._first, "buckets.shared": self._shared}

    def restore(self, arrays: Mapping[str, NDArray[np.generic]]) -> None:
        first, shared = (np.array(arrays[name], own.dtype) for name, own in self.arrays().items())
        if first.shape != self._first.shape or shared.shape != first.shape:
            raise InputError("buckets has the wrong size")
        self._first, self._shared = first, shared
