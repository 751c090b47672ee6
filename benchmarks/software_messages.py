"""Parallel text from the messages of programs: what their .mo files translate, as two files of lines.

    mkdir debs && cd debs && apt-get download gimp-data coreutils git ... && for deb in *.deb; do dpkg -x $deb root; done
    python -m benchmarks.software_messages unpacked/usr/share/locale/de --to messages.de messages.en

English is what programs are written in, so it is the other side of every language. Messages of one line with at least
three words are taken, each pair once, in random order of a fixed seed; marks of access keys go.
"""

import argparse
import random
import re
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

MAGIC = 0x950412DE
KEY = re.compile(r"(?<![&_\w])[&_](?=\w)")
"""What marks the letter of a key: &Open, _Open."""
USUAL = re.compile(r"[^\W\d_]{2,}")
MARKUP = re.compile(r"<[^<>]*>|%\d*\$?[-+ #0-9.*l]*[a-zA-Z]|[{}\\$|]|https?:")
"""Messages with tags, placeholders, commands and addresses are left out: they are no sentences."""


def catalogue(path: Path) -> Iterator[tuple[str, str]]:
    """The messages of a .mo file and their translations, as GNU gettext describes the format."""
    data = path.read_bytes()
    for order in "<>":
        if len(data) >= 20 and struct.unpack_from(f"{order}I", data)[0] == MAGIC:
            break
    else:
        return
    _, count, originals, translations = struct.unpack_from(f"{order}4I", data, 4)
    for number in range(count):
        sides = []
        for table in (originals, translations):
            length, start = struct.unpack_from(f"{order}2I", data, table + 8 * number)
            sides.append(data[start : start + length].split(b"\0")[0].split(b"\4")[-1])
        try:
            yield sides[0].decode(), sides[1].decode()
        except UnicodeDecodeError:
            continue


def usable(line: str) -> bool:
    words = USUAL.findall(line)
    return not {"\n", "\t"} & {*line} and 3 <= len(words) <= 60 and not MARKUP.search(line)


def _plain(message: str) -> str:
    return " ".join(KEY.sub("", message).split())


def messages(folders: Iterable[str], seed: int = 1) -> list[tuple[str, str]]:
    """Pairs of lines, English second."""
    found: dict[tuple[str, str], None] = {}
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.mo")):
            for english, other in catalogue(path):
                pair = _plain(other), _plain(english)
                if all(map(usable, (other, english))) and pair[0] != pair[1]:
                    found.setdefault(pair)
    pairs = list(found)
    random.Random(seed).shuffle(pairs)
    return pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "folders", nargs="+", help="the folders of a language, which have LC_MESSAGES in them"
    )
    parser.add_argument("--to", nargs=2, required=True, metavar=("OTHER", "ENGLISH"))
    if len(sys.argv) < 4:
        print("give it folders of .mo files and two files to write, as its first lines say")
        return
    given = parser.parse_args()
    pairs = messages(given.folders)
    for side, path in enumerate(given.to):
        Path(path).write_text("".join(f"{pair[side]}\n" for pair in pairs))
    print(f"{len(pairs):,} messages")


if __name__ == "__main__":
    main()
