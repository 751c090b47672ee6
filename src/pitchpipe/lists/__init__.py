"""Candidate lists: the pool, the formats of other systems, and what is chosen from lists."""

from pitchpipe.lists.dev_set import DevSet
from pitchpipe.lists.list_weights import read_weights_for
from pitchpipe.lists.mbr import Mbr, expected_utilities, mbr
from pitchpipe.lists.merge import merge
from pitchpipe.lists.oracle import Oracle, oracle
from pitchpipe.lists.pool import Pool
from pitchpipe.lists.rerank import reordered, rerank
from pitchpipe.lists.save_lists import save_lists
from pitchpipe.lists.split import split
from pitchpipe.lists.tokenized import tokenized

__all__ = [
    "DevSet",
    "Mbr",
    "Oracle",
    "Pool",
    "expected_utilities",
    "mbr",
    "merge",
    "oracle",
    "read_weights_for",
    "reordered",
    "rerank",
    "save_lists",
    "split",
    "tokenized",
]
