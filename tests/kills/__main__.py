"""`python -m tests.kills`: end works at random moments, or let their disk fill up."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from pathlib import Path

from .additions import NAME as ADDITIONS
from .additions import killed_additions
from .campaigns import NAME as CAMPAIGN
from .campaigns import killed_campaign
from .full_disk import can_mount, filled
from .kills import killed
from .works import WORKS

SERIES = {ADDITIONS: killed_additions, CAMPAIGN: killed_campaign}
"""Works that do not come to the same each time: what they keep is compared with what was done."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("works", nargs="*", help="works, all by default")
    parser.add_argument("--kills", type=int, default=0, help="of all works together")
    parser.add_argument(
        "--full-disk", type=int, default=0, metavar="N", help="sizes of disk that train runs on"
    )
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup has works ignore it
    names = asked.works or [*WORKS, *SERIES]
    if unknown := [name for name in names if name not in {*WORKS, *SERIES}]:
        parser.error(f"there is no work {unknown[0]!r}, expected some of {', '.join([*WORKS, *SERIES])}")
    problems = 0
    with tempfile.TemporaryDirectory(prefix="pitchpipe-kills-") as scratch:
        for name in names if asked.kills else ():
            share, folder = -(-asked.kills // len(names)), Path(scratch) / name
            if name in SERIES:
                found = SERIES[name](folder, share, asked.seed)
            else:
                found = killed(WORKS[name], folder, share, asked.seed)
            print("\n  ".join([str(found), *found.problems]), flush=True)
            problems += len(found.problems)
        if asked.full_disk:
            if not can_mount(Path(scratch)):
                print("full disk: not tried, since this user may not mount one")
            else:
                found = filled(WORKS["train"], Path(scratch) / "full", asked.full_disk)
                print("\n  ".join([f"full disk: {found}", *found.problems]), flush=True)
                problems += len(found.problems)
    return int(problems > 0)


if __name__ == "__main__":
    sys.exit(main())
