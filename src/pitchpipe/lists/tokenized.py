"""Pools of text that is not tokenised yet."""

from __future__ import annotations

from dataclasses import replace

from pitchpipe.lists.pool import Pool
from pitchpipe.text import GroupedTexts, Texts, Tokenizer, find_tokenizer


def tokenized_candidates(pool: Pool, tokenizer: str | Tokenizer) -> Pool:
    """The pool with candidates cut by a tokeniser; its references are cut already."""
    return replace(pool, texts=Texts.of(map(find_tokenizer(tokenizer).tokenize, pool.texts)))


def tokenized(pool: Pool, tokenizer: str | Tokenizer) -> Pool:
    """The pool with candidates and references cut by a tokeniser, such as `13a`."""
    if tokenizer == "none":
        return pool
    cut = find_tokenizer(tokenizer).tokenize
    references = pool.references
    if references is not None:
        references = GroupedTexts(Texts.of(map(cut, references.texts)), references.groups)
    return replace(pool, texts=Texts.of(map(cut, pool.texts)), references=references)
