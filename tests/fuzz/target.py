"""What a target of the attack is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from .mutations import TEXT, Mutation, spliced

FINDINGS = Path(__file__).parent / "findings"


@dataclass(frozen=True)
class Target:
    """A reader, good inputs for it, and how they are made odd."""

    name: str
    read: Callable[[Path], object]
    """Reads what is at a path and uses it; it may raise `InputError`."""
    seeds: Callable[[Path], Sequence[bytes]]
    """Good inputs; a folder is there to make them in."""
    mutations: Sequence[Mutation] = TEXT
    file: str = "input"
    """What the input is called in the folder that it is written to."""
    beside: Callable[[Path], object] = field(default=lambda folder: None)
    """Writes what else the folder has, once."""
    whole_folder: bool = False
    """Whether the folder is read and not the file."""

    slow: bool = False
    """Whether an input takes a good part of a second, so that tests have few of them."""

    def prepare(self, folder: Path) -> list[bytes]:
        """Write what is beside the input, and give the good inputs."""
        made = folder / "made"
        made.mkdir(parents=True)
        (folder / "place").mkdir()
        self.beside(folder / "place")
        return list(self.seeds(made))

    def try_input(self, folder: Path, data: bytes) -> None:
        """Write an input and read it."""
        place = folder / "place"
        path = place / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self.read(place if self.whole_folder else path)

    def past(self) -> list[tuple[str, bytes]]:
        """Inputs that were found to break it once, by name."""
        return [(path.name, path.read_bytes()) for path in sorted((FINDINGS / self.name).glob("*"))]

    def odd(self, seeds: Sequence[bytes], seed: int, number: int) -> bytes:
        """The odd input of a number, which is always the same."""
        rng = Random(f"{self.name} {seed} {number}")
        data = rng.choice(seeds)
        ways = [*self.mutations, spliced(seeds)] if len(seeds) > 1 else [*self.mutations]
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            way = rng.choice(ways)
            try:
                data = way(data, rng)
            except Exception:  # what an earlier change has damaged too much to be opened
                break
        return data
