"""The layers of the package: nothing imports from a layer above its own, and no two rooms import each other."""

import ast
from itertools import combinations
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "pitchpipe"

LAYERS = [
    {
        "errors",
        "settings",
        "specs",
        "registry",
        "arrays",
        "executors",
        "files",
        "notebook",
        "reordering",
        "weights",
    },
    {"text", "metrics"},
    {"align", "lm", "phrases", "grammar"},
    {"model", "decoder"},
    {"lists", "tuning", "online"},
    {"training", "cluster", "data", "pages", "web"},
    {"analysis", "study", "judge", "serve"},
    {"report", "explain", "cli"},
]
LAYER = {room: number for number, rooms in enumerate(LAYERS) for room in rooms}


def imports_of(path):
    """The rooms that a file imports from, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{one.name}" for one in node.names]
        elif isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "pitchpipe" and len(parts) > 1 and not parts[1].startswith("_"):
                yield parts[1]


def room_of(path):
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


FILES = [path for path in sorted(SOURCE.rglob("*.py")) if room_of(path) not in ("__init__", "__main__")]


def test_every_room_has_a_layer():
    assert {room_of(path) for path in FILES} == set(LAYER)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_is_imported_from_a_layer_above(path):
    room = room_of(path)
    above = {other for other in imports_of(path) if other in LAYER and LAYER[other] > LAYER[room]}
    assert not above


def test_no_two_rooms_import_each_other():
    found = {room: set() for room in LAYER}
    for path in FILES:
        found[room_of(path)] |= set(imports_of(path))
    both = [(a, b) for a, b in combinations(LAYER, 2) if a in found[b] and b in found[a]]
    assert not both
