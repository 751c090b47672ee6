"""JSON that is text in all of its parts: what no file, page or terminal can be given is refused where it is read."""

from __future__ import annotations

import json
import re
from typing import Any

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def parse_json(text: str | bytes, **options: Any) -> Any:
    """The value that JSON in UTF-8 stands for; options are those of `json.loads`.

    `ValueError` for anything else: for what is nested too deeply, and for half a character, a surrogate alone, too.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8-sig")
    try:
        value = json.loads(text, **options)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("it has half a character, which is not valid Unicode") from None
    return value
