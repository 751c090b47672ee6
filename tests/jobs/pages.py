"""What pages on jobs tell a reader to run."""

import re
from pathlib import Path

JOBS = Path(__file__).parents[2] / "docs" / "jobs"


def blocks(page, language):
    """The blocks of a page in a language; commands have none."""
    return re.findall(rf"^```{language}\n(.*?)^```", (JOBS / page).read_text(), re.S | re.M)


def commands(page):
    """The commands of a page, in order."""
    return [
        line for block in blocks(page, "") for line in block.splitlines() if line.startswith("pitchpipe ")
    ]
