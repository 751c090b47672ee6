"""Small models to test with: random ones, and what the ARPA format means, by the book."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import kenlm
import numpy as np

from pitchpipe.lm import LanguageModel

WORDS = ["a", "b", "c"]


@dataclass(frozen=True)
class Table:
    """An ARPA file as dictionaries: n-grams, as tuples of words, with log10 and back-off weight."""

    weights: dict[tuple[str, ...], tuple[float, float]]
    order: int

    def log10(self, word: str, context: tuple[str, ...]) -> float:
        """Katz's recursion, as every description of the format has it."""
        word = word if (word,) in self.weights else "<unk>"
        context = tuple(w if (w,) in self.weights else "<unk>" for w in context)
        return self._log10(word, context[max(len(context) - self.order + 1, 0) :])

    def _log10(self, word: str, context: tuple[str, ...]) -> float:
        if (*context, word) in self.weights:
            return self.weights[(*context, word)][0]
        if not context:
            return -100.0
        return self.weights.get(context, (0, 0))[1] + self._log10(word, context[1:])

    def text(self) -> str:
        sizes = [sum(len(key) == n for key in self.weights) for n in range(1, self.order + 1)]
        lines = ["\\data\\", *(f"ngram {n}={size}" for n, size in enumerate(sizes, 1))]
        for n in range(1, self.order + 1):
            lines += ["", f"\\{n}-grams:"]
            for key, (log10, backoff) in self.weights.items():
                if len(key) == n:
                    tail = f"\t{backoff}" if n < self.order and backoff else ""
                    lines.append(f"{log10}\t{' '.join(key)}{tail}")
        return "\n".join([*lines, "", "\\end\\", ""])


def random_table(
    seed: int, order: int, *, unknown: bool = True, density: float = 0.4, holes: float = 1
) -> Table:
    """N-grams whose starts are there, and whose ends may not be, as in pruned models; with less holes, most are."""
    rng = np.random.default_rng(seed)

    def weights() -> tuple[float, float]:
        backoff = 0.0 if rng.random() < 0.4 else -round(float(rng.random()), 4)
        return -round(float(rng.random()) * 3, 4), backoff

    table = {(word,): weights() for word in [*WORDS, "</s>"]}
    table["<s>",] = (-99.0, -0.25)
    if unknown:
        table["<unk>",] = weights()
    shorter = list(table)
    for _ in range(2, order + 1):
        longer = [
            (*start, word)
            for start, word in product(shorter, [*WORDS, "</s>", *["<unk>"] * unknown])
            if start[-1] != "</s>"
            and rng.random() < density
            and ((*start[1:], word) in table or rng.random() < holes)
        ]
        table |= {key: weights() for key in longer}
        shorter = longer
    return Table(table, order)


def as_estimated(table: Table) -> Table:
    """The same without back-off weights of n-grams that nothing continues: estimated models have none there.

    Without them, fragments are exact; a weight that only a longer n-gram has is lost when words come before a fragment.
    """
    starts = {key[skip:-1] for key in table.weights for skip in range(len(key) - 1)}
    return Table(
        {key: (log10, backoff if key in starts else 0.0) for key, (log10, backoff) in table.weights.items()},
        table.order,
    )


def read(table: Table, folder: Path) -> LanguageModel:
    """The model, by way of a file."""
    (folder / "model.arpa").write_text(table.text())
    return LanguageModel.read_arpa(folder / "model.arpa")


def both(table: Table, folder: Path) -> tuple[LanguageModel, kenlm.Model]:
    """The same model, read by us and by KenLM."""
    return read(table, folder), kenlm_model(folder / "model.arpa")


def kenlm_model(path: Path) -> kenlm.Model:
    config = kenlm.Config()
    config.show_progress = False
    config.arpa_complain = kenlm.ARPALoadComplain.NONE
    return kenlm.Model(str(path), config)


def probability_sum(model: LanguageModel, context: list[str]) -> float:
    """Of all words that can come after a context; <s> cannot."""
    state = model.native.begin_sentence() if context[:1] == ["<s>"] else model.native.empty()
    for word in context[context[:1] == ["<s>"] :]:
        state = model.native.full_score(state, model.id(word))[3]
    words = [number for number, word in enumerate(model.words) if word != "<s>"]
    return math.fsum(10 ** model.native.full_score(state, number)[0] for number in words)
