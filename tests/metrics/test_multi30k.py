"""The same scores as sacreBLEU on real text: captions, corrupted copies of them, other captions as references."""

from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF

from pitchpipe.files import read_lines
from pitchpipe.metrics import find_metric

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "multi30k-de-en"

PEERS = {
    "bleu": lambda: BLEU(tokenize="none", force=True),
    "chrf": CHRF,
    "chrf++": lambda: CHRF(word_order=2),
}

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the Multi30k corpus is not beside the repository")


def corrupted(line, rng, vocabulary):
    words = [word if rng.random() > 0.1 else rng.choice(vocabulary) for word in line.split()]
    words = [word for word in words if rng.random() > 0.1]
    if len(words) > 2:
        one, other = rng.integers(len(words), size=2)
        words[one], words[other] = words[other], words[one]
    return " ".join(words)


@pytest.fixture(scope="module")
def captions():
    """Candidates, and four references of each: the caption and three that belong to other pictures."""
    rng = np.random.default_rng(2016)
    lines = read_lines(DATA / "test_2016_flickr.tok.en")
    others = rng.permutation(read_lines(DATA / "train.tok.en"))[: 3 * len(lines)].reshape(-1, 3).tolist()
    vocabulary = sorted({word for line in lines for word in line.split()})
    candidates = [corrupted(line, rng, vocabulary) for line in lines]
    return candidates, [[line, *more] for line, more in zip(lines, others, strict=True)]


@pytest.mark.parametrize("count", [1, 4])
@pytest.mark.parametrize("name", PEERS)
def test_the_score_equals_sacrebleu(name, count, captions):
    candidates, references = captions
    chosen = [group[:count] for group in references]
    theirs = (
        PEERS[name]().corpus_score(candidates, [list(stream) for stream in zip(*chosen, strict=True)]).score
    )
    assert 20 < theirs < 95
    assert find_metric(name).corpus_score(candidates, chosen) == pytest.approx(theirs, abs=1e-6)
