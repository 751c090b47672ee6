"""Unknown words become the known words that a definition by enumeration finds."""

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.text import KnownForms
from pitchpipe.text.compounds import LINKS
from pitchpipe.text.known_forms import SHORTEST_PART

COUNTS = {"hoch": 90, "zeit": 80, "hochzeit": 9, "kuss": 5, "eis": 7, "hütte": 3, "ampel": 4, "ruhigen": 6}
COUNTS |= {"ruhige": 8, "selten": 1, "blaue": 3, "gelb": 5}
FORMS = KnownForms(COUNTS)


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("ampel", "ampel"),
        ("hochzeitskuss", "hochzeit kuss"),
        ("eishütte", "eis hütte"),
        ("gelb-blaue", "gelb blaue"),
        ("ampeln", "ampel"),
        ("ruhigem", "ruhigen"),
        ("eisampeln", "eis ampel"),
        ("seltenkuss", "seltenkuss"),
        ("eisx", "eisx"),
        ("120", "120"),
        ("x" * 1000, "x" * 1000),
    ],
)
def test_words_are_known_ones_parts_or_other_forms(word, known):
    assert FORMS.rewrite(f"eis {word}") == f"eis {known}"


def test_parts_may_have_the_other_case_within_a_compound():
    forms = KnownForms({"Strand": 3, "Besucher": 2, "hoch": 4})
    assert (
        forms.rewrite("Strandbesucher hochstrand Hochbesuchern")
        == "Strand Besucher hoch Strand hoch Besucher"
    )


def splits(word, counts):
    """Every way to cut a word into known parts with links between them, two parts at least."""
    for number in range(1, len(word) // SHORTEST_PART):
        for cuts in combinations(range(SHORTEST_PART, len(word) - SHORTEST_PART + 1), number):
            pieces = [word[a:b] for a, b in zip((0, *cuts), (*cuts, len(word)), strict=True)]
            stems = [{p[: len(p) - len(link)] for link in LINKS if p.endswith(link)} for p in pieces[:-1]] + [
                {pieces[-1]}
            ]
            yield from products(stems, counts)


def products(stems, counts):
    if not stems:
        yield ()
        return
    for first in sorted(stems[0]):
        if len(first) >= SHORTEST_PART and counts.get(first, 0) > 1:
            yield from ((first, *rest) for rest in products(stems[1:], counts))


@given(
    st.dictionaries(st.text("abns", min_size=3, max_size=5), st.integers(1, 9), max_size=12),
    st.text("abns", min_size=6, max_size=12),
)
def test_the_fewest_and_most_frequent_parts_are_taken(counts, word):
    def quality(parts):
        product = 1
        for part in parts:
            product *= counts[part]
        return len(parts), -product

    found = KnownForms(counts).words_for(word)
    ways = [] if word in counts else list(splits(word, counts))
    if ways:
        assert quality(found) == min(map(quality, ways))
    else:
        assert found == (word,) or all(part in counts for part in found)


@given(st.lists(st.sampled_from(sorted(COUNTS)), min_size=1))
def test_a_line_of_known_words_stays(words):
    assert FORMS.rewrite(" ".join(words)) == " ".join(words)


def test_a_file_has_all_of_it(tmp_path):
    trained = KnownForms.train(["das haus", "das eis"])
    trained.save(tmp_path / "words")
    assert KnownForms.read(tmp_path / "words").counts == trained.counts == {"das": 2, "eis": 1, "haus": 1}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "words: found another kind of file, expected words of pitchpipe"),
        ("pitchpipe known words 1\n3 das\n", "words:2: found '3 das', expected a count, a tab and a word"),
        ("pitchpipe known words 1\n0\tdas\n", "words:2: found '0\\tdas', expected a count"),
    ],
)
def test_a_bad_file_is_told(tmp_path, text, sentence):
    (tmp_path / "words").write_text(text)
    with pytest.raises(InputError, match=re.escape(sentence)):
        KnownForms.read(tmp_path / "words")
