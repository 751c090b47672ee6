"""Phrases of sentence pairs that a model learns at once, in a small table laid over its own.

MODEL/aligner           what aligns them, kept by `train`
MODEL/added/N.pairs     the pairs, one JSON object on each line
MODEL/added/N.table     their phrases

`model.json` names the table that counts, and is replaced last: killed at any moment, a model has what it had or all that it
was given.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from pitchpipe.align import Aligner
from pitchpipe.align.lexicon import MOST_TOKENS
from pitchpipe.align.symmetrize import DEFAULT
from pitchpipe.errors import InputError
from pitchpipe.files import StrPath, write_whole
from pitchpipe.files.folder_lock import locked
from pitchpipe.files.refusals import refusals_of
from pitchpipe.files.toml import read_tables
from pitchpipe.files.typed import checked_value
from pitchpipe.model.added_pairs import FOLDER, AddedPair, added_pairs, links_of
from pitchpipe.model.joint_scores import JointScores
from pitchpipe.model.model import OVERLAY, Model, Table
from pitchpipe.model.texts import ModelTexts
from pitchpipe.phrases import SCORES, Extraction, PhraseTable, extract
from pitchpipe.phrases.provenance import origin_count
from pitchpipe.reordering import CHOICES
from pitchpipe.text import Corpus

ALIGNER = "aligner"
RECIPE = "recipe.toml"


@dataclass(frozen=True)
class Change:
    """What adding pairs, or taking them back, has done."""

    pairs: int
    """Pairs that were added, or taken back."""
    skipped: int
    """Pairs that were left out, since a side is empty or too long."""
    total: int
    """Pairs that the model has now."""
    phrases: int
    """Phrase pairs that it has from them."""


class Additions:
    """The sentence pairs that the model in a folder has learned since it was built.

    Examples
    --------
    >>> additions = Additions("model")
    >>> additions.add(["ein lampenschirm"], ["a lampshade"])
    Change(pairs=1, skipped=0, total=1, phrases=4)
    >>> additions.undo()
    Change(pairs=1, skipped=0, total=0, phrases=0)
    """

    def __init__(self, folder: StrPath) -> None:
        self.folder = Path(folder)
        model = Model.read(folder)
        if model.is_hierarchical:
            raise InputError(
                f"{folder}: found a model of rules, expected one of phrases: rules cannot be added to"
            )
        self._own = [one for one in model.tables if not one.features.presence]
        if not self._own:
            raise InputError(
                f"{folder}: found no table but added ones, expected one that the model was built with"
            )
        facts = self._own[0].table.facts
        if tuple(facts.scores[: len(facts.scores) - origin_count(self._own[0].table)]) != SCORES:
            raise InputError(
                f"{folder}: found a table with the scores {', '.join(facts.scores)}, expected {', '.join(SCORES)}"
            )
        known = {models: name for name, models in CHOICES.items()}
        if tuple(facts.reordering) not in known:
            raise InputError(f"{folder}: found reordering models that phrases cannot be extracted for")
        longest = min(max(facts.longest_source, 1), 10)
        self._extraction = Extraction(max_length=longest, reordering=known[tuple(facts.reordering)])

    @cached_property
    def texts(self) -> ModelTexts:
        """How pairs are prepared: words that are new stay as they are."""
        return replace(ModelTexts.read(self.folder), known_forms=None)

    @cached_property
    def aligner(self) -> Aligner:
        """The model's own."""
        path = self.folder / ALIGNER
        if not path.exists():
            raise InputError(
                f"{path}: found no aligner, expected the one of the model's text; make it: "
                f"pitchpipe align SOURCE TARGET --save {path} > /dev/null"
            )
        return Aligner.read(path)

    @cached_property
    def symmetrize(self) -> str:
        """How the alignment of the model's own text was symmetrised; the default if `train` did not build it."""
        path = self.folder / RECIPE
        if not path.exists():
            return DEFAULT
        stored = read_tables(path, ("text", "settings")).get("settings", {})
        return str(checked_value("symmetrize", stored.get("symmetrize", DEFAULT), str))

    @cached_property
    def _scores(self) -> JointScores:
        return JointScores(self._own[0].table)

    def pairs(self) -> list[AddedPair]:
        """What was added and not taken back, the first first."""
        return added_pairs(self.folder)

    def add(
        self,
        source: Iterable[str],
        target: Iterable[str],
        *,
        prepared: bool = False,
        symmetrize: str | None = None,
        threads: int = 1,
    ) -> Change:
        """Learn sentences and their translations; the next translation uses them.

        `prepared` lines are the model's tokens already. `symmetrize` says how the directions of the alignment are joined; as for
        the model's own text unless it is given.
        """
        given = list(source), list(target)
        if len(given[0]) != len(given[1]):
            raise InputError(
                f"found {len(given[1])} translations, expected one for each of {len(given[0])} sentences"
            )
        tokens = given if prepared else (self.texts.source(given[0]), self.texts.target(given[1]))
        usable = [place for place, both in enumerate(zip(*tokens, strict=True)) if _is_usable(*both)]
        sides = [[" ".join(side[place].split()) for place in usable] for side in tokens]
        with locked(self.folder):
            before = self.pairs()
            aligned = self.aligner.align(sides[0], sides[1], symmetrize or self.symmetrize, threads=threads)
            batch = 1 + max((one.batch for one in before), default=0)
            lines = aligned.pharaoh.decode().splitlines()
            new = [
                AddedPair(batch, given[0][place], given[1][place], both, links)
                for place, *both, links in zip(usable, *sides, lines, strict=True)
            ]
            phrases = self._replace([*before, *new]) if new else self._phrases()
        return Change(len(new), len(given[0]) - len(new), len(before) + len(new), phrases)

    def undo(self, *, everything: bool = False) -> Change:
        """Take back what was added last, or everything."""
        with locked(self.folder):
            before = self.pairs()
            if not before:
                raise InputError(f"{self.folder}: found nothing that was added, so nothing can be taken back")
            last = before[-1].batch
            kept = [] if everything else [one for one in before if one.batch != last]
            phrases = self._replace(kept)
        return Change(len(before) - len(kept), 0, len(kept), phrases)

    def _phrases(self) -> int:
        return sum(len(one.table) for one in Model.read(self.folder).tables if one.features.presence)

    def _replace(self, pairs: Sequence[AddedPair]) -> int:
        """Make a table of these pairs, and then the model's; returns how many phrases it has."""
        place = self.folder / FOLDER
        model = Model.read(self.folder)
        tables = [one for one in model.tables if not one.features.presence]
        current = ""
        with refusals_of(place):
            place.mkdir(exist_ok=True)
            if pairs:
                current = str(
                    1 + max((int(one.stem) for one in place.iterdir() if one.stem.isdigit()), default=0)
                )
                with write_whole(place / f"{current}.pairs") as file:
                    file.writelines(
                        f"{json.dumps(vars(one), ensure_ascii=False)}\n".encode() for one in pairs
                    )
                table = self._extract(pairs, place, place / f"{current}.table")
                names = self._own[0].features
                features = replace(names, presence=OVERLAY, origins=None)
                tables.append(Table(table, features, f"{FOLDER}/{current}.table"))
            replace(model, tables=tables).save_description(self.folder)
            for one in [*place.iterdir()]:
                if one.stem != current:
                    shutil.rmtree(one) if one.is_dir() else one.unlink()
            if not pairs:
                place.rmdir()
        return sum(len(one.table) for one in tables if one.features.presence)

    def _extract(self, pairs: Sequence[AddedPair], place: Path, path: Path) -> PhraseTable:
        source, target = (Corpus.of(one.prepared[side] for one in pairs) for side in (0, 1))
        links = links_of(pairs, str(path))
        with TemporaryDirectory(dir=place, prefix=".unfinished-") as unfinished:
            found = extract(
                source,
                target,
                links.links,
                links.offsets,
                Path(unfinished) / "table",
                settings=self._extraction,
            )
            self._scores.write(found, path)
        return PhraseTable.read(path)


def _is_usable(source: str, target: str) -> bool:
    return all(1 <= len(side.split()) <= MOST_TOKENS for side in (source, target))
