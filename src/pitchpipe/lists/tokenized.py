"""Pools of text that is not tokenised yet."""

from __future__ import annotations

from dataclasses import replace

from pitchpipe.lists.pool import Pool
from pitchpipe.text import GroupedTexts, Texts, tokenizer


def tokenized(pool: Pool, name: str) -> Pool:
    """The pool with candidates and references cut by one of sacreBLEU's tokenisers."""
    if name == "none":
        return pool
    cut = tokenizer(name)
    references = pool.references
    if references is not None:
        references = GroupedTexts(Texts.of(map(cut, references.texts)), references.groups)
    return replace(pool, texts=Texts.of(map(cut, pool.texts)), references=references)
