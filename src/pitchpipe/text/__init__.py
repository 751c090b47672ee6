"""Text as flat arrays, and files that are plain, gzip or zstd."""

from pitchpipe.text.corpus import Corpus, known_ids, read_parallel
from pitchpipe.text.files import input_name, open_input, read_lines, write_packed, write_whole
from pitchpipe.text.texts import GroupedTexts, Texts
from pitchpipe.text.tokenize import tokenizer

__all__ = [
    "Corpus",
    "GroupedTexts",
    "Texts",
    "input_name",
    "known_ids",
    "open_input",
    "read_lines",
    "read_parallel",
    "tokenizer",
    "write_packed",
    "write_whole",
]
