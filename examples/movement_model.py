"""Predict which way words move by a model of aligned text, and count the moves that are known to come.

The thesis (Cer 2011, section 2.6.3) names two faults of the usual distortion cost: it does not see the cost of moves that
are already required, and it grows linearly even where a jump is right. Green, Galley and Manning (2010) mend both. Here, a
log-linear model of the aligned text gives the probability of the kind of a jump, once by the source word that it leads
from (`MoveFrom`) and once by the word that it leads to (`MoveTo`), and by where in the sentence they stand. A phrase that
leaves a word untranslated behind it requires a jump back to that word: the best that `MoveTo` can be for it counts at
once, and is taken back when the jump is made, so that whole translations have the plain sum of log probabilities.

    python examples/movement_model.py model/work/train.source model/work/alignment movement.json
    pitchpipe tune model --dev val.de -r val.en --feature "movement_model:Movement(file=movement.json)" -o weights.txt
    python examples/movement_model.py
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from discriminative_distortion import EDGES, KINDS
from pitchpipe.align import Alignments, align
from pitchpipe.decoder import Extensions, PhraseDecoder, SearchSettings, Sentence, StepFeature
from pitchpipe.errors import InputError
from pitchpipe.files.json_file import read_json, write_json
from pitchpipe.lists.dev_set import DevSet
from pitchpipe.metrics.scoring import score
from pitchpipe.settings import Settings, setting
from pitchpipe.text import Corpus
from pitchpipe.training import tune_decoder

START = "<s>"
PLACES = 5
"""A sentence is cut into as many parts; jumps differ at its start and its end."""
BACK = slice(0, int(np.searchsorted(EDGES, 0)) + 1)
"""The kinds of jumps back."""

Jump = tuple[str, int, int]
"""The word that a jump leads from or to, the part of the sentence it is in, and the number of the jump's kind."""


def place(word: int, size: int) -> int:
    """The part of a sentence that a word is in; the sentence start is in the first."""
    return PLACES * max(word, 0) // max(size, 1)


def jumps(text: Corpus, links: Alignments) -> list[tuple[Jump, Jump]]:
    """The jumps of an aligned text: source words in the order of the first target words that they are aligned to."""
    found = []
    for line in range(len(text)):
        words = text.line(line)
        first: dict[int, int] = {}
        for source, target in links.links[links.offsets[line] : links.offsets[line + 1]].tolist():
            first[source] = min(target, first.get(source, target))
        last = -1
        for word in sorted(first, key=lambda one: (first[one], one)):
            kind = int(np.digitize(word - last - 1, EDGES))
            before = words[last] if last >= 0 else START
            sides = ((before, place(last, len(words)), kind), (words[word], place(word, len(words)), kind))
            found.append(sides)
            last = word
    return found


@dataclass(frozen=True)
class Kinds:
    """The log-linear model of the kind of a jump, by a word and its place."""

    words: dict[str, list[float]]
    places: list[list[float]]

    @classmethod
    def fit(cls, seen: Sequence[Jump], penalty: float = 1.0) -> Kinds:
        """The weights that make the jumps most likely, with half the penalty times their squares taken off."""
        from scipy.optimize import minimize
        from scipy.sparse import csr_matrix

        numbers: dict[str, int] = {}
        columns = [(PLACES + numbers.setdefault(word, len(numbers)), where) for word, where, _ in seen]
        kinds = np.array([kind for *_, kind in seen])
        rows = np.repeat(np.arange(len(seen)), 2)
        shape = (len(seen), PLACES + len(numbers))
        features = csr_matrix((np.ones(len(rows)), (rows, np.array(columns).reshape(-1))), shape)

        def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            weights = flat.reshape(-1, len(KINDS))
            logs = log_softmax(features @ weights)
            wrong = np.exp(logs)
            wrong[np.arange(len(kinds)), kinds] -= 1
            value = -logs[np.arange(len(kinds)), kinds].sum() + penalty / 2 * (flat @ flat)
            return value, (features.T @ wrong).reshape(-1) + penalty * flat

        best = minimize(
            loss, np.zeros(shape[1] * len(KINDS)), jac=True, method="L-BFGS-B", options={"maxiter": 30}
        )
        weights = best.x.reshape(-1, len(KINDS))
        return cls(
            {word: weights[PLACES + number].tolist() for word, number in numbers.items()},
            weights[:PLACES].tolist(),
        )

    def logs(self, words: Sequence[str], places: Sequence[int]) -> NDArray[np.float64]:
        """The log probabilities of all kinds, a row for each word; those of unknown words are by their place alone."""
        nothing = [0.0] * len(KINDS)
        return log_softmax(
            np.array([self.words.get(word, nothing) for word in words]) + np.array(self.places)[list(places)]
        )


def log_softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    scores = scores - scores.max(axis=1, keepdims=True)
    logs: NDArray[np.float64] = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return logs


def learn(text: Corpus, links: Alignments, path: str) -> None:
    """Write both models of an aligned text to a file."""
    leading = zip(*jumps(text, links), strict=True)
    write_json(path, {name: vars(Kinds.fit(one)) for name, one in zip(("from", "to"), leading, strict=True)})


@dataclass(frozen=True)
class Movement(Settings, StepFeature):
    """Log probabilities of the jumps of a translation, by the words that they lead from and to."""

    name: ClassVar[str] = "Movement"
    names = ("MoveFrom", "MoveTo")

    file: str = setting("movement.json", "the models of jumps, as movement_model.py writes them")

    @cached_property
    def models(self) -> tuple[Kinds, Kinds]:
        contents = read_json(self.file)
        try:
            return Kinds(**contents["from"]), Kinds(**contents["to"])
        except (KeyError, TypeError):
            raise InputError(f"{self.file}: found another file, expected models of jumps") from None

    def start(self, sentence: Sentence) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The log probabilities of the jumps from and to each word of a sentence."""
        leaving, reaching = self.models
        places = [place(word, len(sentence.words)) for word in range(len(sentence.words))]
        return (
            leaving.logs([START, *sentence.words], [0, *places]),
            reaching.logs(sentence.words, places),
        )

    def steps(
        self, analysis: Any, states: NDArray[np.int64], extensions: Extensions
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        leaving, reaching = analysis
        kind = np.digitize(extensions.begin - extensions.last_end, EDGES)
        values = np.column_stack([leaving[extensions.last_end, kind], reaching[extensions.begin, kind]])
        gap = extensions.first_gap
        back = reaching[np.minimum(gap, extensions.size - 1), BACK].max(axis=1)
        values[:, 1] += back * (extensions.begin > gap)  # from here on, a jump back to the gap is required
        values[:, 1] -= back * (extensions.last_end > gap)  # as it was before
        return values, states


def main() -> None:
    if len(sys.argv) == 4:
        text = Corpus.read(sys.argv[1])
        learn(text, Alignments.read(sys.argv[2], text, None), sys.argv[3])
        return
    from pitchpipe.data import language_pair
    from synthetic_system import trained

    with tempfile.TemporaryDirectory() as folder:
        model, sentences, references = trained(Path(folder), train=1000, dev=140)
        pair = language_pair(train=1000, dev=140, test=0)
        source = Corpus.of(pair.train.source)
        links = align(source, Corpus.of([one[0] for one in pair.train.references]))
        learn(source, links, f"{folder}/movement.json")
        feature = Movement(f"{folder}/movement.json")
        seen = list(zip(*jumps(source, links), strict=True))
        for name, found, used in zip(("from", "to"), seen, feature.models, strict=True):
            logs = used.logs([one[0] for one in found], [one[1] for one in found])
            counts = np.bincount([one[2] for one in found]) / len(found)
            blind = np.exp(-np.sum(counts * np.log(np.maximum(counts, 1e-12))))
            print(
                f"kinds of jumps {name} words: perplexity {_perplexity(logs, found):.2f}, without words {blind:.2f}"
            )
        tuning_text = DevSet(sentences[:60], references[:60])
        decoder = PhraseDecoder(model, SearchSettings(pop_limit=50, beam=25), features=[feature])
        weights = tune_decoder(decoder, tuning_text, method="kbmira", iterations=2, nbest=30)[-1].weights
        for name, chosen in (("before", model.weights), ("tuned", weights)):
            best = list(decoder.translate(sentences[60:], weights=chosen).best())
            print(f"{name:<7} BLEU {score(best, references[60:], 'bleu').score:.1f} on 80 other sentences")
        print(", ".join(f"{name} {weights[name]:.3f}" for name in Movement.names))


def _perplexity(logs: NDArray[np.float64], found: Sequence[Jump]) -> float:
    return float(np.exp(-logs[np.arange(len(found)), [kind for *_, kind in found]].mean()))


if __name__ == "__main__":
    main()
