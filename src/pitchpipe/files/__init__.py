"""Files in and out: text and bytes that may be packed, sentences and parallel text, JSON, TOML, locked folders, and flat files that are mapped.

Flat files are in `flat_file`, which needs NumPy.
"""

from pitchpipe.files.content_hash import content_hash
from pitchpipe.files.folder_lock import locked
from pitchpipe.files.json_file import read_json, write_json
from pitchpipe.files.latin1 import with_iconv
from pitchpipe.files.parallel import ParallelText
from pitchpipe.files.sentences import Sentences, matched, read_sentences, read_versions
from pitchpipe.files.streams import (
    StrPath,
    check_line_counts,
    input_name,
    open_input,
    read_lines,
    write_packed,
    write_texts,
    write_whole,
)

__all__ = [
    "ParallelText",
    "Sentences",
    "StrPath",
    "check_line_counts",
    "content_hash",
    "input_name",
    "locked",
    "matched",
    "open_input",
    "read_json",
    "read_lines",
    "read_sentences",
    "read_versions",
    "with_iconv",
    "write_json",
    "write_packed",
    "write_texts",
    "write_whole",
]
