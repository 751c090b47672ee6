"""The tables of `words/`: one entry a line, columns between tabs. The first lines of each say how it is written."""

from importlib.resources import files


def table(name: str) -> list[list[str]]:
    """The rows of a table, with empty columns at the end."""
    text = (files(__package__) / "words" / f"{name}.tsv").read_text(encoding="utf-8")
    return [[*line.split("\t"), *[""] * 4] for line in text.splitlines() if not line.startswith("#")]


def grouped(name: str) -> dict[str, list[list[str]]]:
    """The rows of a table by their first column, without it."""
    rows = table(name)
    return {first: [row[1:] for row in rows if row[0] == first] for first, *_ in rows}
