"""Run every benchmark, one after the other, or those named: `python -m benchmarks mert_speed pool_reading`."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks


def main() -> None:
    known = [
        module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.name.startswith("_")
    ]
    unknown = set(sys.argv[1:]) - set(known)
    if unknown:
        sys.exit(f"there is no benchmark {sorted(unknown)[0]!r}; known: {', '.join(known)}")
    for name in sys.argv[1:] or known:
        print(f"\n== {name}", flush=True)
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
