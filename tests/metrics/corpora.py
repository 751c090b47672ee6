"""Random small corpora, and a real one, for the comparison with sacreBLEU."""

from pathlib import Path

import pytest
from hypothesis import strategies as st

TOKENS = ["a", "b", "c", "d", "the", "house", "straße", "日本", "don't", "e.", ",", "!", "x-y"]
MULTI30K = Path(__file__).parents[3] / "shared" / "data" / "multi30k-de-en"

needs_multi30k = pytest.mark.skipif(
    not MULTI30K.is_dir(), reason=f"there is no {MULTI30K.name} in shared/data"
)


@st.composite
def corpora(draw, most_sentences=4, most_words=12, tokens=TOKENS):
    """Candidates, and the references of each: 1 or 4 of them, empty lines among all."""
    sentence = st.lists(st.sampled_from(tokens), max_size=most_words).map(" ".join)
    size = draw(st.integers(1, most_sentences))
    count = draw(st.sampled_from([1, 4]))
    candidates = draw(st.lists(sentence, min_size=size, max_size=size))
    reference = st.lists(sentence, min_size=count, max_size=count)
    return candidates, draw(st.lists(reference, min_size=size, max_size=size))


def corrupted(sentence, rng, most_errors=6):
    """A copy with words dropped, replaced, repeated, swapped and moved."""
    words = sentence.split()
    for _ in range(rng.integers(most_errors + 1)):
        if len(words) < 2:
            break
        at, to = rng.integers(len(words) - 1, size=2)
        match rng.integers(5):
            case 0:
                del words[at]
            case 1:
                words[at] = "wrong"
            case 2:
                words.insert(to, words[at])
            case 3:
                words[at], words[at + 1] = words[at + 1], words[at]
            case _:
                moved = [words.pop(at) for _ in range(min(3, len(words) - at))]
                words[to:to] = moved
    return " ".join(words)
