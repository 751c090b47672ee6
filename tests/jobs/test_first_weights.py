"""The script for newcomers: its lists are written and its commands run, all but the installation."""

import re
from pathlib import Path

from .pages import blocks, commands, run_line


def test_the_script_ends_with_the_best_candidates(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (script,) = blocks("first_weights.md")
    name, text = re.search(r"cat > (\S+) <<'END'\n(.*?)^END$", script, re.S | re.M).groups()
    Path(name).write_text(text)
    lines = list(commands("first_weights.md"))
    assert [line.split()[1] for line in lines] == ["rescore", "tune", "rerank"]
    shown = [run_line(line) for line in lines][-1]
    assert shown == "the house is small\nhe goes home now\nit rains a lot\n"
