"""`python -m tests.fuzz`: attack readers for some time, and say how many inputs each was tried with."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .attack import Result, attack
from .targets import TARGETS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", help="readers, all by default")
    parser.add_argument("--seconds", type=float, default=3600, help="for all of them together")
    parser.add_argument("--inputs", type=int, help="for each of them, instead of a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--keep", type=Path, default=Path("build/fuzz"), help="where inputs that break one go"
    )
    asked = parser.parse_args()
    names = asked.targets or list(TARGETS)
    if unknown := [name for name in names if name not in TARGETS]:
        parser.error(f"there is no reader {unknown[0]!r}, expected some of {', '.join(TARGETS)}")
    how = {"inputs": asked.inputs} if asked.inputs else {"seconds": asked.seconds / len(names)}
    results = attack(names, asked.keep, seed=asked.seed, told=_tell, **how)
    found = sum(len(one.findings) for one in results)
    print(f"{sum(one.inputs for one in results):,} inputs of {len(names)} readers, {found} findings")
    return int(found > 0)


def _tell(result: Result) -> None:
    print(result, flush=True)
    for path, problem in result.findings.items():
        print(f"  {path}: {problem}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
