"""Run every benchmark, one after the other."""

from __future__ import annotations

import importlib
import pkgutil

import benchmarks


def main() -> None:
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if not module.name.startswith("_"):
            print(f"\n== {module.name}", flush=True)
            importlib.import_module(f"benchmarks.{module.name}").main()


if __name__ == "__main__":
    main()
