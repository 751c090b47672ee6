"""Random small corpora for the comparison with sacreBLEU."""

from hypothesis import strategies as st

TOKENS = ["a", "b", "c", "d", "the", "house", "straße", "日本", "don't", "e.", ",", "!", "x-y"]


@st.composite
def corpora(draw, most_sentences=4):
    """Candidates, and the references of each: 1 or 4 of them, empty lines among all."""
    sentence = st.lists(st.sampled_from(TOKENS), max_size=12).map(" ".join)
    size = draw(st.integers(1, most_sentences))
    count = draw(st.sampled_from([1, 4]))
    candidates = draw(st.lists(sentence, min_size=size, max_size=size))
    reference = st.lists(sentence, min_size=count, max_size=count)
    return candidates, draw(st.lists(reference, min_size=size, max_size=size))
