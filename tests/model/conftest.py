"""A small Moses model in a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.moses_files import ARPA, INI, PHRASES, REORDERING


@pytest.fixture
def ini(tmp_path: Path) -> Path:
    for name, text in (("moses.ini", INI), ("phrases", PHRASES), ("reordering", REORDERING)):
        (tmp_path / name).write_text(text)
    (tmp_path / "lm.arpa").write_text(f"{ARPA}\n\\end\\\n")
    return tmp_path / "moses.ini"
