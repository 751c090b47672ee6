"""
The native kernels of pitchpipe; use the Python packages that wrap them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, overload

import numpy
from numpy.typing import NDArray


def bleu_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], order: int, reference_length: str, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of clipped matches (1..order), n-grams (1..order) and reference length.
    """

def model_scores(features: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
    """The weighted sum of each row."""

def winners(features: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> NDArray[numpy.int64]:
    """
    The best row of each group under each vector of weights; of equals, the first.
    """

class CorpusScore:
    """A score of summed statistics: a weighted sum of parts."""

    def __init__(self) -> None: ...

    def add_bleu(self, weight: float, order: int, smooth_exp: bool) -> None: ...

    def add_ratio(self, weight: float, over_nothing: float) -> None: ...

    def __call__(self, sums: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> float: ...

def padded_size(offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
    """The length of a column of a LineSearch, and of its scores."""

class LineSearch:
    """The metric's statistics along lines through weight space."""

    def __init__(self, columns: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], statistics: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> None:
        """columns: zeros, the padded size for each feature, which `fill` writes."""

    def fill(self, first_group: int, rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int) -> None:
        """
        Take the features of all candidates of these groups, from the first on.
        """

    def score(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """
        Write the scores at a point, in the padded layout that the other methods take.
        """

    def advance(self, direction: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], step: float, scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Move the scores, in place, by a step along a direction."""

    def search(self, scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], directions: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], low: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], high: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], objective: CorpusScore | None, threads: int) -> list[tuple[NDArray[numpy.float64], NDArray[numpy.float64]]]:
        """
        For each direction: the boundaries between plateaus, and each plateau's score or summed statistics.
        """

class FeatureRows:
    """Dense and sparse features of candidates in groups."""

    def __init__(self, dense: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], divisors: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], features: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], sparse_count: int, offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], most_kept: int = 4194304) -> None: ...

class OnlineLearner:
    """Weights that move after each group, and their average."""

    def epoch(self, groups: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Visit these groups, in this order."""

    def weights(self) -> NDArray[numpy.float64]: ...

    def average(self) -> NDArray[numpy.float64]: ...

class KbMira(OnlineLearner):
    """Hope and fear, by fixed scores or by BLEU on a background."""

    @overload
    def __init__(self, rows: FeatureRows, scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], c: float, shares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @overload
    def __init__(self, rows: FeatureRows, bleu_rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], decay: float, start: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], c: float, shares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

class Mira(OnlineLearner):
    """Learning targets, and a margin from every other candidate."""

    def __init__(self, rows: FeatureRows, losses: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], c: float, shares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], tolerance: float, most_pairs: int) -> None: ...

class CandidateTable:
    """Candidates in the order they are read."""

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def add(self, group: int, text: object, features: dict[str, object]) -> None:
        """Add a candidate; features are numbers by name."""

    def release(self) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.float64]]:
        """
        Hand over groups, text bytes and offsets, entry starts, features and values of the rows so far; features keep their numbers.
        """

    def names(self) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64]]:
        """The bytes and the offsets of the names of all features, by number."""

class NbestReader:
    """Reads one n-best file, given in pieces, into a table."""

    def __init__(self, table: CandidateTable, format: str, group_limit: int) -> None: ...

    def feed(self, chunk: bytes) -> None:
        """Read a piece of the file, cut anywhere."""

    def finish(self) -> None:
        """Read the last line, if it has no end."""

def edit_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], unit: str, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of edits and length of the reference with the lowest rate, in words or characters.
    """

def edit_kinds(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], unit: str, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of substitutions, insertions, deletions and length of the reference with the lowest rate.
    """

def bag_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], threads: int) -> NDArray[numpy.float64]:
    """
    Rows of edits whatever the word order and length of the reference with the lowest rate.
    """

def ter_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], shifts: bool, shift_size: int, shift_distance: int, shift_candidates: int, beam: int, threads: int) -> NDArray[numpy.float64]:
    """Rows of fewest edits, shifts included, and average reference length."""

def chrf_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], char_order: int, word_order: int, beta: float, whitespace: bool, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of clipped matches, candidate n-grams and reference n-grams, of characters and then of words.
    """

def meteor_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], words: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], stems: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], alpha: float, beta: float, gamma: float, threads: int) -> NDArray[numpy.float64]:
    """Rows of candidate length, reference length, matches and chunks."""

def align_words(candidate: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], reference: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], stems: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[int, int, int, int, bool]:
    """
    Exact matches, matches, crossings, chunks, and whether no alignment is better.
    """

def nist_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], order: int, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of information of the matches (1..order), n-grams (1..order) and average reference length.
    """

def bleu_pair_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None, order: int, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of every candidate against each reference of its group alone; without references, against each candidate.
    """

def chrf_pair_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None, char_order: int, word_order: int, beta: float, whitespace: bool, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of every candidate against each reference of its group alone; without references, against each candidate.
    """

def bleu_average_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], order: int, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of every candidate against the weighted mean of its group's references, or candidates.
    """

def chrf_average_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], char_order: int, word_order: int, beta: float, whitespace: bool, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of every candidate against the weighted mean of its group's references, or candidates.
    """

def pair_draws(size: int, samples: int, seed: int, group: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64]]:
    """
    What sample_pairs draws for a group: two candidates, and the chance of being accepted, of each draw.
    """

def sample_pairs(gold: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], lengths: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], samples: int, keep: int, sigmoid: bool, threshold: float, distinct: bool, most_words: int, seed: int, threads: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]:
    """
    The better and the worse candidate of each sampled pair, group after group.
    """

def first_of_equals(texts: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], dense: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], features: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.int64]:
    """
    For each candidate the first one of its group with the same text and features, which may be itself.
    """

class TokenNumbers:
    """Numbers the tokens of a text that is given piece by piece."""

    def __init__(self) -> None: ...

    def add(self, text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
        """Ids of the tokens of whole lines, and the offsets of these lines."""

    def words(self) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64]]:
        """The words' bytes and offsets in order of their ids."""

def gather_texts(texts: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint8]:
    """The bytes of the texts at these rows, one after the other."""

def find_tokens(text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], vocabulary: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
    """
    Ids of the tokens of a text in a vocabulary, -1 for unknown words, and offsets of its lines.
    """

def checksum(data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], first_block: int, threads: int) -> int:
    """
    The sum of the checksums of blocks of a mebibyte, the first of which has the given number.
    """

def sort_records(records: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], key: int, memory: int, folder: str, threads: int) -> tuple[NDArray[numpy.uint32], bool]:
    """
    Records sorted by their first words, the counts after them added; and whether the disk was used.
    """

class PhraseFeatures:
    """Features of phrase pairs that a callable computes."""

    def __init__(self, count: int, score: Callable[..., object], names: object | None = None) -> None:
        """
        names(first) gives the sparse features' names from a number on; None if there are none.
        """

class StepFeatures:
    """Features of search steps that callables compute."""

    def __init__(self, count: int, start: Callable[..., object], score: Callable[..., object], finish: Callable[..., object], names: object | None = None) -> None: ...

class RuleFeatures:
    """Features of rules where they are applied, that callables compute."""

    def __init__(self, count: int, start: Callable[..., object], score: Callable[..., object], finish: Callable[..., object]) -> None: ...

class WordClasses:
    """The classes of words, by their numbers in a model of classes."""

    def __init__(self, words: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def id(self, word: str) -> int:
        """The number of a word's class, 0 if it has none."""

class WordExchange:
    """Words in classes, and their exchange between them."""

    def __init__(self, ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], words: int, classes: int) -> None: ...

    def exchange(self) -> int:
        """
        Move each word once to the class where the likelihood is largest; how many were moved.
        """

    @property
    def log_likelihood(self) -> float:
        """In nats."""

    def classes(self) -> NDArray[numpy.int32]:
        """The class of each word."""

class SearchSettings:
    def __init__(self) -> None: ...

    @property
    def beam(self) -> int: ...

    @beam.setter
    def beam(self, arg: int, /) -> None: ...

    @property
    def pop_limit(self) -> int: ...

    @pop_limit.setter
    def pop_limit(self, arg: int, /) -> None: ...

    @property
    def threshold(self) -> float: ...

    @threshold.setter
    def threshold(self, arg: float, /) -> None: ...

    @property
    def distortion_limit(self) -> int: ...

    @distortion_limit.setter
    def distortion_limit(self, arg: int, /) -> None: ...

    @property
    def options(self) -> int: ...

    @options.setter
    def options(self, arg: int, /) -> None: ...

    @property
    def future_distortion(self) -> bool: ...

    @future_distortion.setter
    def future_distortion(self, arg: bool, /) -> None: ...

    @property
    def early_distortion(self) -> bool: ...

    @early_distortion.setter
    def early_distortion(self, arg: bool, /) -> None: ...

    @property
    def drop_unknown(self) -> bool: ...

    @drop_unknown.setter
    def drop_unknown(self, arg: bool, /) -> None: ...

    @property
    def span_limit(self) -> int: ...

    @span_limit.setter
    def span_limit(self, arg: int, /) -> None: ...

    @property
    def lookahead(self) -> bool: ...

    @lookahead.setter
    def lookahead(self, arg: bool, /) -> None: ...

    @property
    def gap_span(self) -> int: ...

    @gap_span.setter
    def gap_span(self, arg: int, /) -> None: ...

    @property
    def target_gap(self) -> int: ...

    @target_gap.setter
    def target_gap(self, arg: int, /) -> None: ...

    @property
    def owed(self) -> int: ...

    @owed.setter
    def owed(self, arg: int, /) -> None: ...

    @property
    def crossing(self) -> bool: ...

    @crossing.setter
    def crossing(self, arg: bool, /) -> None: ...

    @property
    def seconds(self) -> float: ...

    @seconds.setter
    def seconds(self, arg: float, /) -> None: ...

class DecoderWeights:
    """Weights of dense features, and of sparse ones by name."""

    @overload
    def __init__(self, dense: Sequence[float], sparse: Mapping[str, float]) -> None: ...

    @overload
    def __init__(self, dense: Sequence[float], names: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """The names of sparse features as hash_feature_names gives them."""

    @overload
    def __init__(self, dense: Sequence[float], buckets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], bits: int) -> None:
        """The buckets of sparse features as feature_buckets gives them."""

def hash_feature_names(names: Sequence[str]) -> NDArray[numpy.uint64]:
    """What the decoder knows each sparse feature by."""

def feature_buckets(hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], bits: int) -> NDArray[numpy.uint64]:
    """The bucket of each hash of a name, of 2^bits."""

def sparse_templates() -> list[tuple[str, str, list[str]]]:
    """
    Each template of sparse features: its name, what it is, and how its features' names start.
    """

class DecoderModel:
    """Tables, language models, and the places of their features."""

    def __init__(self, tables: Sequence[tuple[PhraseTable, int, int, int, int, Sequence[tuple[str, int, int]], tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], str] | None]], language_models: Sequence[tuple[AnyLanguageModel, int, int, WordClasses]], places: Mapping[str, int], features: int, sparse: Sequence[str], frequent_source: Sequence[str], frequent_target: Sequence[str], phrase_features: PhraseFeatures | None, step_features: StepFeatures | None) -> None:
        """The caller keeps tables, language models and features alive."""

    def translate(self, weights: DecoderWeights, search: SearchSettings, sentences: Sequence[str], given: Sequence[Sequence[tuple[int, int, Sequence[str], float, bool]]], references: Sequence[Sequence[str]] | None, complete: int, distinct: bool, partial: int, with_rest: bool, threads: int, without: tuple[Contributions, Sequence[int]] | None) -> tuple[dict[str, Any], dict[str, Any], NDArray[numpy.int32]]:
        """
        Candidates of each sentence, those of its search bins, and the words of its reference that were reached.
        """

    def complete(self, weights: DecoderWeights, search: SearchSettings, sentences: Sequence[str], given: Sequence[Sequence[tuple[int, int, Sequence[str], float, bool]]], prefixes: Sequence[tuple[Sequence[str], bool, bool]], penalty: float, nbest: int, threads: int) -> dict[str, Any]:
        """
        Candidates that begin with the words of each prefix: these, whether the last is only the start of one, and whether words may be in it that no table has.
        """

    def lattices(self, weights: DecoderWeights, search: SearchSettings, sentences: Sequence[str], threads: int) -> list[dict[str, Any]]:
        """The nodes and arcs of each sentence's search."""

    def trace(self, weights: DecoderWeights, search: SearchSettings, sentence: str, given: Sequence[tuple[int, int, Sequence[str], float, bool]]) -> dict[str, Any]:
        """
        Options, hypotheses and extensions of a sentence's search, also those that were pruned.
        """

class PhraseTable:
    """The phrase pairs of a mapped file."""

    def __init__(self, arrays: tuple[tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]], Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]], longest_source: int) -> None:
        """Of the arrays of a mapped file; the tuple that holds them is kept."""

    def __len__(self) -> int: ...

    @property
    def phrase_count(self) -> int:
        """How many source phrases there are."""

    def phrase(self, number: int) -> bytes:
        """The words of a source phrase."""

    def range(self, number: int) -> tuple[int, int]:
        """The entries of a source phrase."""

    def find(self, phrase: str) -> tuple[int, int] | None:
        """The first entry of a source phrase and the one after its last."""

    def targets(self, numbers: Sequence[int]) -> list[str]:
        """The target phrases of entries; what is not UTF-8 in them is replaced."""

    def entry(self, number: int) -> tuple[bytes, list[float], list[float], list[tuple[int, int]], tuple[float, float, float]]:
        """
        Target, scores, reordering values, alignment points, and the counts of target, source and both.
        """

class Contributions:
    """What groups of lines contribute to the counts of a table."""

    def __init__(self, sources: tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]], targets: tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]], entries: tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]]) -> None:
        """
        Offsets of the groups, numbers, and counts: of source phrases by their first entries, of target phrases by their rows, and of entries with those of their orientations. The tuples that hold them are kept.
        """

    def __len__(self) -> int: ...

def fill_word_slots(bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], slots: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Fill the hash table of a vocabulary."""

def fill_phrase_slots(phrases: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], slots: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]) -> int | None:
    """
    Fill the hash table of source phrases; the number of one that is there twice, if there is one.
    """

def read_moses_table(phrases: tuple[str, Callable[[], bytes]], reordering: Sequence[tuple[tuple[str, Callable[[], bytes]], Sequence[int], bool, Sequence[float]]], files: Sequence[int]) -> tuple[tuple[NDArray[numpy.uint8], NDArray[numpy.int64]], tuple[NDArray[numpy.uint8], NDArray[numpy.int64]], int, int, int]:
    """
    Read text tables, each a name and what reads its next bytes, into the files of a table; the words of both sides, the number of scores, the longest source phrase, and how many pairs a reordering table lacks.
    """

def extract_phrases(source: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], target: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], vocabularies: tuple[int, int], links: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], link_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], only: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None, longest: int, reordering: Sequence[str], discount: str, gaps: tuple[bool, bool, int, int, int, int], filter: tuple[float, float, int | None], memory: int, folder: str, threads: int, files: Sequence[int], progress: Callable[[float], None], found: Callable[[], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None] | None = None) -> int:
    """
    Extract, count and score phrase pairs into the files of a table; the longest source phrase. `found` gives what find_phrases found, part by part, and None at the end.
    """

def find_phrases(source: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], target: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], vocabularies: tuple[int, int], links: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], link_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], longest: int, reordering: Sequence[str], gaps: tuple[bool, bool, int, int, int, int], memory: int, folder: str, threads: int) -> NDArray[numpy.uint32]:
    """The records of the phrase pairs of some lines, sorted and counted."""

def filter_phrases(table: PhraseTable, filter: tuple[float, float, int | None], only: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None, files: Sequence[int]) -> int:
    """
    Write what is kept of a table into the files of another; the longest source phrase.
    """

def moses_order(table: PhraseTable) -> NDArray[numpy.uint32]:
    """The numbers of the source phrases in the order of Moses's tables."""

def moses_lines(table: PhraseTable, phrases: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], reordering: tuple[int, int] | None) -> bytes:
    """
    The lines of source phrases in a phrase table, or in the table of the reordering model that has these values: the first and how many.
    """

class ChartModel:
    """Grammars, language models, and the places of their features."""

    def __init__(self, grammars: Sequence[tuple[PhraseTable, Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], Sequence[str], int, int, int]], language_models: Sequence[tuple[AnyLanguageModel, int, int, WordClasses]], places: Mapping[str, int], glue_value: float, features: int, sparse: Sequence[str], frequent_source: Sequence[str], frequent_target: Sequence[str], orientations: tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], int, int] | None, phrase_features: PhraseFeatures | None, rule_features: RuleFeatures | None) -> None:
        """
        The caller keeps tables, their arrays, language models and features alive.
        """

    def translate(self, weights: DecoderWeights, search: SearchSettings, sentences: Sequence[str], given: Sequence[Sequence[tuple[int, int, Sequence[str], float, bool]]], complete: int, distinct: bool, threads: int) -> dict[str, Any]:
        """Candidates of each sentence."""

    def spans(self, weights: DecoderWeights, search: SearchSettings, sentences: Sequence[str], given: Sequence[Sequence[tuple[int, int, Sequence[str], float, bool]]], partial: int, with_rest: bool, threads: int) -> dict[str, Any]:
        """Candidates of each span of each sentence."""

    def force(self, weights: DecoderWeights, search: SearchSettings, sentences: Sequence[str], references: Sequence[Sequence[str]], complete: int, threads: int) -> tuple[dict[str, Any], NDArray[numpy.int32]]:
        """
        Derivations of each sentence that yield its reference, and the words of its start that were reached.
        """

    def forests(self, weights: DecoderWeights, search: SearchSettings, sentences: Sequence[str], given: Sequence[Sequence[tuple[int, int, Sequence[str], float, bool]]], threads: int) -> list[tuple[list[tuple[int, int, bool]], list[tuple[int, list[int], float, str, str]]]]:
        """The nodes and arcs of each sentence's search."""

class RuleConstraints:
    """Which rules are extracted."""

    def __init__(self) -> None: ...

    @property
    def longest(self) -> int: ...

    @longest.setter
    def longest(self, arg: int, /) -> None: ...

    @property
    def source_symbols(self) -> int: ...

    @source_symbols.setter
    def source_symbols(self, arg: int, /) -> None: ...

    @property
    def target_symbols(self) -> int: ...

    @target_symbols.setter
    def target_symbols(self, arg: int, /) -> None: ...

    @property
    def gaps(self) -> int: ...

    @gaps.setter
    def gaps(self, arg: int, /) -> None: ...

    @property
    def smallest_gap(self) -> int: ...

    @smallest_gap.setter
    def smallest_gap(self, arg: int, /) -> None: ...

    @property
    def adjacent_gaps(self) -> bool: ...

    @adjacent_gaps.setter
    def adjacent_gaps(self, arg: bool, /) -> None: ...

    @property
    def aligned_word(self) -> bool: ...

    @aligned_word.setter
    def aligned_word(self, arg: bool, /) -> None: ...

    @property
    def tight(self) -> bool: ...

    @tight.setter
    def tight(self, arg: bool, /) -> None: ...

    @property
    def fractional(self) -> bool: ...

    @fractional.setter
    def fractional(self, arg: bool, /) -> None: ...

    @property
    def source_labels(self) -> bool: ...

    @source_labels.setter
    def source_labels(self, arg: bool, /) -> None: ...

class TreeConstraints:
    """Which rules are extracted from trees."""

    def __init__(self) -> None: ...

    @property
    def size(self) -> int: ...

    @size.setter
    def size(self, arg: int, /) -> None: ...

    @property
    def source_symbols(self) -> int: ...

    @source_symbols.setter
    def source_symbols(self, arg: int, /) -> None: ...

    @property
    def target_symbols(self) -> int: ...

    @target_symbols.setter
    def target_symbols(self, arg: int, /) -> None: ...

    @property
    def gaps(self) -> int: ...

    @gaps.setter
    def gaps(self, arg: int, /) -> None: ...

    @property
    def scope(self) -> int: ...

    @scope.setter
    def scope(self, arg: int, /) -> None: ...

    @property
    def all_attachments(self) -> bool: ...

    @all_attachments.setter
    def all_attachments(self, arg: bool, /) -> None: ...

    @property
    def inner(self) -> bool: ...

    @inner.setter
    def inner(self, arg: bool, /) -> None: ...

    @property
    def root_model(self) -> bool: ...

    @root_model.setter
    def root_model(self, arg: bool, /) -> None: ...

    @property
    def fractional(self) -> bool: ...

    @fractional.setter
    def fractional(self, arg: bool, /) -> None: ...

def extract_rules(aligned: tuple[tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[int, int], Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], labels: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int] | None, only: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None, constraints: RuleConstraints, settings: tuple[tuple[float, float, int | None], int, str, int], files: Sequence[int], progress: Callable[[float], None], found: Callable[[], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None] | None = None) -> int:
    """
    Extract, count and score rules into the files of a table, gaps numbered after the words; the most symbols of a source side. `found` gives what find_rules found, part by part, and None at the end.
    """

def find_rules(aligned: tuple[tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[int, int], Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], labels: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int] | None, constraints: RuleConstraints, settings: tuple[tuple[float, float, int | None], int, str, int]) -> NDArray[numpy.uint32]:
    """The records of the rules of some lines, sorted and counted."""

def find_tree_rules(aligned: tuple[tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[int, int], Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], trees: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], constraints: TreeConstraints, settings: tuple[tuple[float, float, int | None], int, str, int]) -> NDArray[numpy.uint32]:
    """The same for rules from trees over the target."""

def extract_tree_rules(aligned: tuple[tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[int, int], Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], trees: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], only: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None, constraints: TreeConstraints, settings: tuple[tuple[float, float, int | None], int, str, int], files: Sequence[int], progress: Callable[[float], None], found: Callable[[], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None] | None = None) -> int:
    """
    The same for rules from trees over the target; labels are numbered after all gaps.
    """

SENTENCE_EDGE: int = 1073741823

def count_gap_contexts(aligned: tuple[tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], tuple[int, int], Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], longest: int, threads: int) -> tuple[NDArray[numpy.uint64], NDArray[numpy.uint32]]:
    """
    The contexts of spans, and how often each orientation was seen before and after them, how many are phrases, and how many there are.
    """

def filter_rules(table: PhraseTable, filter: tuple[float, float, int | None], only: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None, gaps: Sequence[int], files: Sequence[int]) -> int:
    """
    Write what is kept of a grammar into the files of another; the most symbols of a source side.
    """

def rule_trie(phrases: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], gaps: Sequence[int]) -> tuple[NDArray[numpy.uint32], NDArray[numpy.uint32]]:
    """
    The trie of the source sides of rules: its nodes, and a hash table of them.
    """

class ArpaReader:
    """Reads an ARPA file, given in pieces."""

    def __init__(self) -> None: ...

    def feed(self, chunk: bytes) -> None:
        """Read a piece of the file, cut anywhere."""

    def finish(self) -> None:
        """
        Read the last line, if it has no end, and check that the file is whole.
        """

    def release(self) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64], list[NDArray[numpy.uint32]], list[int]]:
        """
        Hand over word bytes and offsets, the rows of each order, and the line of each first row.
        """

def arpa_lines(words: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], backoff: bool, threads: int) -> bytes:
    """The lines of an ARPA file for these n-grams."""

def model_tables(orders: Sequence[Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)]], words: int, folder: str) -> tuple[NDArray[numpy.float32], list[NDArray[numpy.uint32]], list[tuple[int, int]]]:
    """
    Unigram weights, hash tables and their layouts for the n-grams of each order. A row that cannot be is a ValueError with its order, its number and what is wrong.
    """

def vocabulary_slots(words: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.uint32], tuple[int, int]]:
    """The hash table of a vocabulary, and its layout."""

class LanguageModelState:
    """What a language model can still use of the words so far."""

    @property
    def words(self) -> list[int]:
        """Word numbers, the most recent first."""

    @property
    def backoff(self) -> list[float]:
        """
        The back-off weights of the n-grams that end with the most recent word.
        """

    def __len__(self) -> int: ...

    def __hash__(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

class AnyLanguageModel:
    """What native code takes as a language model."""

class LanguageModel(AnyLanguageModel):
    """A back-off model over mapped arrays."""

    def __init__(self, words: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], word_slots: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], word_layout: tuple[int, int], unigrams: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], tables: Sequence[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]], layouts: Sequence[tuple[int, int]]) -> None: ...

    @property
    def order(self) -> int: ...

    def id(self, word: str) -> int:
        """The number of a word, 0 if it is unknown."""

    def begin_sentence(self) -> LanguageModelState: ...

    def empty(self) -> LanguageModelState: ...

    def full_score(self, state: LanguageModelState, word: int) -> tuple[float, int, bool, LanguageModelState]:
        """
        log10 of the word's probability, the length of its n-gram, whether that is independent of more context to the left, and the state after it.
        """

    def token_scores(self, text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: bool, end: bool, threads: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float32], NDArray[numpy.uint8], NDArray[numpy.int64]]:
        """
        Words, log10 probabilities and n-gram lengths of all tokens, and the offsets of the lines.
        """

class LanguageModelFragment:
    """Words of which it is not yet known what precedes them."""

    def __init__(self) -> None: ...

    @property
    def log10(self) -> float:
        """The score of the words with nothing before them."""

    def append(self, model: AnyLanguageModel, word: int) -> None:
        """Add a word at the right end."""

    def join(self, model: AnyLanguageModel, next: LanguageModelFragment) -> None:
        """Add another fragment at the right end."""

    def attach(self, model: AnyLanguageModel, before: LanguageModelState) -> tuple[float, LanguageModelState]:
        """
        What to add to the score when the words come after a state, and the state after them.
        """

class WordPairs:
    """Two texts with the numbers of all word pairs within their lines."""

    @overload
    def __init__(self, source: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], target: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], threads: int) -> None: ...

    @overload
    def __init__(self, source: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], target: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> None: ...

    @overload
    def __init__(self, source: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], target: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], pairs: int) -> None: ...

    @property
    def rows(self) -> NDArray[numpy.int64]: ...

    @property
    def targets(self) -> NDArray[numpy.int32]: ...

    @property
    def cells(self) -> NDArray[numpy.int32]: ...

    def expectations(self, model: tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], float], agreement: bool, threads: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.float64], tuple[float, float]]:
        """
        Expected counts of pairs, of target and source words from no word and of jumps, and log-likelihoods.
        """

    def posteriors(self, model: tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], float], first: int, last: int, threads: int) -> NDArray[numpy.float32]:
        """
        Posteriors of all cells of some lines, forward and backward side by side.
        """

    def best_cells(self, posteriors: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], first: int, last: int, threads: int) -> NDArray[numpy.uint8]:
        """
        1 for the best link of each target word, and of each source word, side by side.
        """

def joined_rows(tables: Sequence[tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]]], source_words: int, target_words: int, threads: int) -> NDArray[numpy.int64]:
    """
    Where the pairs of each source word start when tables of word pairs are one.
    """

def join_pairs(tables: Sequence[tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]]], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], target_words: int, targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')], numbers: Sequence[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]], threads: int) -> None:
    """
    Fills in the target words of these pairs, and the number that each pair of each table has among them.
    """

def symmetrize(forward: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], backward: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], how: str, threads: int) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
    """One alignment of each line from two."""

def read_pharaoh(text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
    """Links and offsets of the lines of a text such as '0-0 1-2'."""

def pharaoh_text(alignments: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> bytes:
    """Alignments as text such as '0-0 1-2', a line each."""

def count_ngrams(order: int, ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], memory: int, folder: str) -> NDArray[numpy.uint32]:
    """The n-grams of lines of word numbers, sorted and counted."""

class NgramCounter:
    """Counts the n-grams of a text, given in pieces."""

    def __init__(self, order: int, memory: int, folder: str, threads: int) -> None: ...

    def feed(self, chunk: bytes) -> None:
        """Count a piece of text, cut anywhere."""

    def finish(self) -> None:
        """Count the last line, if it has no end."""

    def add(self, words: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Count lines of word numbers."""

    def number(self, words: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> NDArray[numpy.uint32]:
        """The numbers of words; new ones are numbered as they come."""

    def add_counted(self, records: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], lines: int, tokens: int) -> None:
        """
        Add what count_ngrams made of lines of such numbers, with how many lines and words they are.
        """

    @property
    def order(self) -> int: ...

    @property
    def lines(self) -> int: ...

    @property
    def tokens(self) -> int: ...

    def words(self) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64]]:
        """Bytes and offsets of all words, in the order of their numbers."""

class KneserNey:
    """Interpolated modified Kneser-Ney smoothing, order by order."""

    def __init__(self, order: int, thresholds: Sequence[int], memory: int, folder: str, threads: int) -> None: ...

    def adjust(self, counter: NgramCounter) -> NDArray[numpy.uint64]:
        """
        Adjust the counts. A row for each order: how many n-grams have the adjusted count 0 to 4, how many there are, and how many are kept.
        """

    def discount(self, n: int, discounts: Sequence[float]) -> None:
        """Discount the n-grams, by amounts for the adjusted counts 0 to 3."""

    def interpolate(self, n: int) -> tuple[int, int]:
        """
        Interpolate the n-grams: the descriptor of the file that has their rows, open while this object lives, and how many these are.
        """

class Paraphrases:
    """Pairs of phrases with a probability each."""

    def __init__(self) -> None: ...

    def add(self, reference: str, candidate: str, probability: float) -> None: ...

    def add_text(self, piece: bytes) -> None:
        """Lines of METEOR's format, in pieces that may end anywhere."""

    def finish(self) -> None:
        """Must be called after the last pair."""

    def __len__(self) -> int: ...

def universal_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], lexicon: tuple[tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]], paraphrases: Paraphrases | None, stems: bool, synonyms: bool, weights: Sequence[float], threads: int) -> NDArray[numpy.float64]:
    """
    Rows of METEOR 1.5; weights are alpha, beta, gamma, delta and those of the four modules.
    """

def terp_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], lexicon: tuple[tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]], paraphrases: Paraphrases | None, costs: Sequence[float], shifts: str, shift_size: int, shift_distance: int, stems: bool, synonyms: bool, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of lowest cost and average reference length; costs are of match, insertion, deletion, substitution, stem, synonym, shift, and the four of paraphrases.
    """
