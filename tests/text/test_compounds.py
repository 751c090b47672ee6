"""Compounds are split as a definition by enumeration splits them."""

import re
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.text import Compounds, Corpus
from pitchpipe.text.compounds import LINKS, SHORTEST_PART


def trained(counts):
    return Compounds.train(Corpus.of(f"{word} " * count for word, count in counts.items()))


def splits(word, counts):
    """Every way to cut a word into known words with links between them, the word alone among them."""
    if len(word) >= SHORTEST_PART and counts.get(word, 0) > 1:
        yield (word,)
    for part in counts:
        for link in LINKS:
            if word.startswith(part + link) and len(part) >= SHORTEST_PART and counts[part] > 1:
                yield from ((part, *rest) for rest in splits(word[len(part + link) :], counts))


@given(
    st.dictionaries(st.text("abns", min_size=3, max_size=6), st.integers(1, 9), max_size=12),
    st.text("abns", min_size=8, max_size=14),
    st.integers(1, 5),
)
def test_the_highest_geometric_mean_of_counts_is_taken(counts, word, count):
    counts[word] = count

    def mean(parts):
        return prod(counts[part] for part in parts) ** (1 / len(parts))

    found = tuple(trained(counts).split(word).split())
    assert mean(found) == pytest.approx(max(map(mean, [(word,), *splits(word, counts)])))
    assert found == (word,) or mean(found) > count


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Strandbesucher", "Strand Besucher"),
        ("Arbeitskleidung", "Arbeit Kleidung"),
        ("Arbeitsstrandbesucher", "Arbeit Strand Besucher"),
        ("hochhalten", "hoch halten"),
        ("Hochstrand", "hoch Strand"),
        ("Strandxkleidung", "Strandxkleidung"),
        ("Handtuch", "Handtuch"),
        ("Eisstrand", "Eisstrand"),
        ("Strand-Kleidung", "Strand-Kleidung"),
    ],
)
def test_parts_are_known_words_in_the_case_that_is_more_frequent(word, parts):
    """`Handtuch` is more frequent than its parts are, `Eis` is too short, and a hyphen is seen as it is."""
    counts = {"Strand": 9, "Besucher": 4, "Arbeit": 5, "Kleidung": 7, "hoch": 8, "Hoch": 2, "halten": 3}
    counts |= {"Hand": 6, "Tuch": 2, "Eis": 20, "Handtuch": 5}
    counts.setdefault(word, 2)
    assert trained(counts).split(f"ein {word} .") == f"ein {parts} ."


def test_what_the_text_lacks_stays():
    assert trained({"Strand": 9, "Besucher": 4}).split("Strandbesucher") == "Strandbesucher"


def test_a_file_has_all_of_it(tmp_path):
    compounds = trained({"Strand": 9, "Besucher": 4, "Strandbesucher": 1})
    compounds.save(tmp_path / "compounds")
    assert (
        Compounds.read(tmp_path / "compounds").parts
        == compounds.parts
        == {"Strandbesucher": ("Strand", "Besucher")}
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "compounds: found another kind of file, expected compounds of pitchpipe"),
        (
            "pitchpipe compounds 1\nab cd\n",
            "compounds:2: found 'ab cd', expected a word, a tab and its parts",
        ),
        ("pitchpipe compounds 1\nabcd\tab\n", "compounds:2: found 'abcd\\tab', expected a word"),
    ],
)
def test_a_bad_file_is_told(tmp_path, text, sentence):
    (tmp_path / "compounds").write_text(text)
    with pytest.raises(InputError, match=re.escape(sentence)):
        Compounds.read(tmp_path / "compounds")
