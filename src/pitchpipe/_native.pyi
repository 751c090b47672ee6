"""
The native kernels of pitchpipe; use the Python packages that wrap them.
"""

from collections.abc import Sequence
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


def bleu_statistics(candidates: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], references: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], order: int, reference_length: str, threads: int) -> NDArray[numpy.float64]:
    """
    Rows of clipped matches (1..order), n-grams (1..order) and reference length.
    """

def model_scores(features: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
    """The weighted sum of each row."""

class CorpusScore:
    """A score of summed statistics: a weighted sum of parts."""

    def __init__(self) -> None: ...

    def add_bleu(self, weight: float, order: int, smooth_exp: bool) -> None: ...

    def add_ratio(self, weight: float, over_nothing: float) -> None: ...

    def __call__(self, sums: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> float: ...

class LineSearch:
    """The metric's statistics along lines through weight space."""

    def __init__(self, features: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], statistics: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> None: ...

    def score(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
        """Scores at a point, in the padded layout that the other methods take."""

    def advance(self, direction: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], step: float, scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Move the scores, in place, by a step along a direction."""

    def search(self, scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], directions: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], low: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], high: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], objective: CorpusScore | None, threads: int) -> list[tuple[NDArray[numpy.float64], NDArray[numpy.float64]]]:
        """
        For each direction: the boundaries between plateaus, and each plateau's score or summed statistics.
        """

class FeatureRows:
    """Dense and sparse features of candidates in groups."""

    def __init__(self, dense: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], features: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], sparse_count: int, offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

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

    def release(self) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint8], NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.int32], NDArray[numpy.float64], NDArray[numpy.uint8], NDArray[numpy.int64]]:
        """
        Hand over groups, text bytes and offsets, entry starts, features and values, name bytes and offsets; the table is empty afterwards.
        """

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

def pair_draws(size: int, samples: int, seed: int, group: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64]]:
    """
    What sample_pairs draws for a group: two candidates, and the chance of being accepted, of each draw.
    """

def sample_pairs(gold: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], lengths: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], samples: int, keep: int, sigmoid: bool, threshold: float, distinct: bool, most_words: int, seed: int, threads: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]:
    """
    The better and the worse candidate of each sampled pair, group after group.
    """

def number_tokens(text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64], NDArray[numpy.uint8], NDArray[numpy.int64]]:
    """
    Ids of the tokens of a text, offsets of its lines, and the words' bytes and offsets in order of their ids.
    """

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

def model_tables(orders: Sequence[Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)]], words: int) -> tuple[NDArray[numpy.float32], list[NDArray[numpy.uint32]], list[tuple[int, int]]]:
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

    def attach(self, model: AnyLanguageModel, before: LanguageModelState) -> tuple[float, LanguageModelState]:
        """
        What to add to the score when the words come after a state, and the state after them.
        """

class NgramCounter:
    """Counts the n-grams of a text, given in pieces."""

    def __init__(self, order: int, memory: int, folder: str, threads: int) -> None: ...

    def feed(self, chunk: bytes) -> None:
        """Count a piece of text, cut anywhere."""

    def finish(self) -> None:
        """Count the last line, if it has no end."""

    def add(self, words: tuple[Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], ids: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Count lines of word numbers."""

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
