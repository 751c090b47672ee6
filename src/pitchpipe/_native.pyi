"""
The native kernels of pitchpipe; use the Python packages that wrap them.
"""

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

class WordPairs:
    """Two texts with the numbers of all word pairs within their lines."""

    @overload
    def __init__(self, source: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], target: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], threads: int) -> None: ...

    @overload
    def __init__(self, source: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], target: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], int], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> None: ...

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

def symmetrize(forward: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], backward: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]], how: str, threads: int) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
    """One alignment of each line from two."""

def read_pharaoh(text: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
    """Links and offsets of the lines of a text such as '0-0 1-2'."""

def pharaoh_text(alignments: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> bytes:
    """Alignments as text such as '0-0 1-2', a line each."""
