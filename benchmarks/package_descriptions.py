"""Parallel text from the descriptions of Debian's packages and their translations, as two files of lines.

    python -m benchmarks.package_descriptions Translation-it.bz2 Translation-en.xz --to descriptions.it descriptions.en

The files are in `dists/RELEASE/main/i18n` of Debian's archive, and in `/var/lib/apt/lists` where `apt` is asked for
these languages. Titles and paragraphs are pairs, each once, in random order of a fixed seed. A description whose
translation has another number of paragraphs gives its title only.
"""

import argparse
import random
import sys
from pathlib import Path

from pitchpipe.files.kept_lines import file_lines

_KEY = "Description-md5: "
"""What tells which description a translation is of."""


def descriptions(path: str) -> dict[str, list[str]]:
    """The title and the paragraphs of each description."""
    found: dict[str, list[str]] = {}
    key, own = "", None
    for line in file_lines(path):
        if line.startswith(_KEY):
            key, own = line.removeprefix(_KEY), None
        elif line.startswith("Description-"):
            own = found.setdefault(key, [line.partition(": ")[2], ""])
        elif own is not None and line.startswith(" "):
            if line == " ." or line.startswith("  "):  # the end of a paragraph, or a line on its own
                own += [line.strip(" ."), ""]
            else:
                own[-1] = f"{own[-1]} {line.strip()}".strip()
        else:
            own = None
    return {key: [part for part in parts if part] for key, parts in found.items()}


def pairs(other: str, english: str, seed: int = 1) -> list[tuple[str, str]]:
    """Pairs of lines, English second."""
    originals, found = descriptions(english), dict[tuple[str, str], None]()
    for key, parts in descriptions(other).items():
        own = originals.get(key, [])
        count = len(own) if len(own) == len(parts) else 1
        for pair in zip(parts[:count], own[:count], strict=False):
            if pair[0] != pair[1]:
                found.setdefault(pair)
    chosen = list(found)
    random.Random(seed).shuffle(chosen)
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs=2, metavar=("OTHER", "ENGLISH"))
    parser.add_argument("--to", nargs=2, required=True, metavar=("OTHER", "ENGLISH"))
    if len(sys.argv) < 4:
        print("give it two files of translations and two files to write, as its first lines say")
        return
    given = parser.parse_args()
    found = pairs(*given.files)
    for side, path in enumerate(given.to):
        Path(path).write_text("".join(f"{pair[side]}\n" for pair in found))
    print(f"{len(found):,} pairs of lines")


if __name__ == "__main__":
    main()
