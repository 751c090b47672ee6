"""METEOR in full, against its definition and, where it is at hand, METEOR 1.5 itself."""

import shutil
import subprocess
import zipfile
from importlib.util import find_spec
from itertools import chain, combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import metric, score
from pitchpipe.metrics.wordnet import find_synonyms
from pitchpipe.text import GroupedTexts

from .lexicons import METEOR, PARAPHRASES, WORDNET

LEXICON = f"synonyms={WORDNET}, paraphrases={PARAPHRASES}, function_words=none"
WORDS = ["a", "house", "houses", "home", "not", "big", "small", "immediately"]
PAIRS = [("at once", "immediately"), ("small", "not big"), ("gave way", "yields")]


def row(candidate, reference, spec=f"meteor-universal({LEXICON})"):
    return metric(spec).statistics(GroupedTexts.of([[candidate]]), GroupedTexts.of([[reference]]))[0]


def matches_of(candidate, reference):
    """Every match, as its words on both sides and its kind."""
    synonyms = find_synonyms(str(WORDNET))
    for i, word in enumerate(candidate):
        for j, other in enumerate(reference):
            if word == other:
                yield (i,), (j,), "exact"
            elif word.rstrip("s") == other.rstrip("s"):
                yield (i,), (j,), "stem"
            if word != other and {*synonyms.of(word)} & {*synonyms.of(other)}:
                yield (i,), (j,), "synonym"
    for pair in PAIRS:
        for one, other in (pair, pair[::-1]):
            for i in range(len(candidate)):
                for j in range(len(reference)):
                    ours, theirs = candidate[i:][: len(one.split())], reference[j:][: len(other.split())]
                    if (" ".join(ours), " ".join(theirs)) == (one, other):
                        yield tuple(range(i, i + len(ours))), tuple(range(j, j + len(theirs))), "paraphrase"


def is_certain(match, every):
    """Whether no other match has any of its words: METEOR takes it whatever the chunks."""
    return not any(
        other is not match and any({*match[side]} & {*other[side]} for side in (0, 1)) for other in every
    )


def measured(chosen):
    """What alignments are compared by: covered words, single ones only if they are equal, and chunks."""
    ours, theirs = (list(chain(*(match[side] for match in chosen))) for side in (0, 1))
    if len({*ours}) != len(ours) or len({*theirs}) != len(theirs):
        return None
    cover = sum(
        len(one) + len(other) if kind == "exact" else len(one) // 2 + len(other) // 2
        for one, other, kind in chosen
    )
    ends = {(one[-1], other[-1]) for one, other, _ in chosen}
    chunks = sum((one[0] - 1, other[0] - 1) not in ends for one, other, _ in chosen)
    return cover, -chunks, len(ours) + len(theirs)


@given(st.lists(st.sampled_from(WORDS), max_size=3), st.lists(st.sampled_from(WORDS), max_size=3))
@settings(max_examples=200)
def test_no_alignment_covers_more_or_has_fewer_chunks(candidate, reference):
    every = list(matches_of(candidate, reference))
    certain = [match for match in every if is_certain(match, every)]
    others = [match for match in every if match not in certain]
    subsets = chain.from_iterable(combinations(others, size) for size in range(len(others) + 1))
    possible = {found for subset in subsets if (found := measured([*certain, *subset]))}
    best = max(possible)[:2]
    found = row(" ".join(candidate), " ".join(reference))
    chunks, words = int(found[4]), int(found[5])
    if candidate == reference and candidate:
        assert (chunks, words) == (0, 2 * len(candidate))
    elif chunks == 0 and words:
        assert words == len(candidate) + len(reference)
    else:
        # METEOR stops at matches that make no difference to cover and chunks.
        assert (-chunks, words) in {(one[1], one[2]) for one in possible if one[:2] == best}


def test_a_match_counts_what_its_kind_counts():
    found = row("the houses are small", "the house was little", f"meteor-universal({LEXICON}, delta=0.5)")
    # the: 1, houses and house: 0.6, small and little: 0.8.
    assert found.tolist() == pytest.approx([1.2, 2, 1.2, 2, 2, 6])


def test_function_words_count_less():
    settings = "synonyms=none, function_words=english"
    found = row("the house", "the home", f"meteor-universal({settings})")
    assert found.tolist() == pytest.approx([0.25, 1, 0.25, 1, 1, 2])


def test_the_score_by_hand():
    built = metric("meteor-universal(synonyms=none, function_words=none)")
    precision, recall = 3 / 4, 3 / 5
    f = 1 / (0.15 / precision + 0.85 / recall)
    expected = 100 * f * (1 - 0.6 * (2 / 3) ** 0.2)
    assert built.corpus_score(["a b c d"], [["a b x d e"]]) == pytest.approx(expected)
    assert built.corpus_score(["a b"], [["a b"]]) == 100


def test_paraphrases_of_several_words_match_in_both_directions():
    for candidate, reference in (("go at once", "go immediately"), ("go immediately", "go at once")):
        assert row(candidate, reference)[5] == 5


def test_the_thesis_variants_are_those_of_the_plain_metric_without_synonyms():
    texts = ["a b c d", "x b a"], [["a b x d e"], ["a b y"]]
    for name, plain in (
        ("standard", "meteor"),
        ("standard-half", "meteor(alpha=0.5)"),
        ("ranking", "meteor-rank"),
        ("ranking-half", "meteor-rank(alpha=0.5)"),
    ):
        full = metric(f"meteor-{name}(synonyms=none)")
        assert full.corpus_score(*texts) == pytest.approx(metric(plain).corpus_score(*texts))


def test_meteors_own_files_are_taken():
    assert row("he gave", "he yields", f"meteor-universal(synonyms={METEOR})")[5] == 4


def jar():
    """METEOR 1.5 in the package pycocoevalcap, which also has its paraphrases; None if it is not there."""
    found = find_spec("pycocoevalcap")
    places = [Path(place) / "meteor" for place in (found and found.submodule_search_locations) or ()]
    return next((place for place in places if (place / "meteor-1.5.jar").exists()), None)


@pytest.mark.skipif(
    shutil.which("java") is None or jar() is None, reason="needs Java and pip install pycocoevalcap"
)
def test_scores_equal_those_of_meteor(tmp_path):
    with zipfile.ZipFile(jar() / "meteor-1.5.jar") as packed:
        packed.extractall(
            tmp_path, [name for name in packed.namelist() if name.startswith(("synonym", "function"))]
        )
    words = [
        "this",
        "that",
        "house",
        "home",
        "small",
        "little",
        "graph",
        "shows",
        "is",
        "the",
        "a",
        "of",
        "people",
        "huge",
        "large",
        "spent",
        "time",
        "lot",
        "considerable",
    ]
    rng = np.random.default_rng(5)
    ours, theirs = ([" ".join(rng.choice(words, rng.integers(1, 15))) for _ in range(300)] for _ in range(2))
    (tmp_path / "hyp").write_text("\n".join(ours) + "\n")
    (tmp_path / "ref").write_text("\n".join(theirs) + "\n")
    command = ["java", "-Xmx2G", "-jar", str(jar() / "meteor-1.5.jar"), "hyp", "ref", "-l", "en"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    expected = [float(line.split()[-1]) for line in done.stdout.splitlines() if line.startswith("Segment")]
    final = float(done.stdout.split()[-1])
    spec = (
        f"meteor-universal(synonyms={tmp_path}/synonym, function_words={tmp_path}/function/english.words, "
        f"paraphrases={jar()}/data/paraphrase-en.gz)"
    )
    found = score(ours, theirs, spec)
    assert np.mean(np.abs(np.array(found.sentences) / 100 - expected) < 1e-3) > 0.99
    assert found.score / 100 == pytest.approx(final, abs=1e-3)
