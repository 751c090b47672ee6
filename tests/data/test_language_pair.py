import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest

from pitchpipe import InputError
from pitchpipe.data import language_pair
from pitchpipe.files import read_lines
from pitchpipe.grammar import Trees
from pitchpipe.text import Corpus


@pytest.fixture(scope="module")
def pair():
    return language_pair(train=4000, dev=120, test=120)


def tokens(lines):
    return [word for line in lines for word in line.split()]


def test_parts_have_the_asked_sizes(pair):
    assert (len(pair.train), len(pair.dev), len(pair.test)) == (4000, 120, 120)
    for part in (pair.train, pair.dev, pair.test):
        assert len(part.source) == len(part.references) == len(part.alignments)


def test_training_has_one_reference_and_the_rest_have_four_different_ones(pair):
    assert all(len(lines) == 1 for lines in pair.train.references)
    for part in (pair.dev, pair.test):
        assert all(len(lines) == 4 and len(set(lines)) == 4 for lines in part.references)


def test_references_of_a_sentence_say_nearly_the_same(pair):
    shared = []
    for first, *others in pair.dev.references:
        for other in others:
            assert first[-1] == other[-1]
            assert abs(len(first.split()) - len(other.split())) <= 12
            shared.append(len(set(first.split()) & set(other.split())) / len(set(first.split())))
    assert 0.6 < sum(shared) / len(shared) < 0.95


def test_dev_and_test_are_new(pair):
    train, dev, test = (set(part.source) for part in (pair.train, pair.dev, pair.test))
    assert len(dev) == len(test) == 120
    assert not train & (dev | test)
    assert not dev & test


def test_alignments_are_in_range_and_cover_most_words(pair):
    linked = words = 0
    for part in (pair.train, pair.dev):
        for source, references, links in zip(part.source, part.references, part.alignments, strict=True):
            source_length, target_length = len(source.split()), len(references[0].split())
            assert links == sorted(set(links))
            assert all(0 <= a < source_length and 0 <= b < target_length for a, b in links)
            assert (source_length - 1, target_length - 1) in links
            linked += len({a for a, _ in links}) + len({b for _, b in links})
            words += source_length + target_length
    assert linked / words > 0.93


def test_names_and_numbers_are_aligned_to_themselves(pair):
    for source, references, links in zip(
        pair.train.source, pair.train.references, pair.train.alignments, strict=True
    ):
        german, english = source.split(), references[0].split()
        for word in ("Peter", "Berlin", "Hamburg", "Anna"):
            if word in german:
                assert any(german[a] == english[b] == word for a, b in links)


def test_reordering_matters(pair):
    crossing = [
        any(a < c and b > d for a, b in links for c, d in links) for links in pair.train.alignments[:1000]
    ]
    assert 0.6 < sum(crossing) / len(crossing) < 0.95
    far = [max(abs(a - b) for a, b in links) for links in pair.train.alignments]
    assert sum(distance >= 4 for distance in far) / len(far) > 0.3


def test_lengths_vary_around_eleven_words(pair):
    lengths = [len(line.split()) for line in pair.train.source]
    assert 9.5 < sum(lengths) / len(lengths) < 12.5
    assert sum(4 <= length <= 25 for length in lengths) / len(lengths) > 0.95


def test_vocabulary_is_that_of_a_small_language_with_an_open_class():
    pair = language_pair(train=8000, dev=0, test=500, references=1)
    seen = Counter(tokens(pair.train.source))
    assert 2500 < len(seen) < 6000
    assert sum(count == 1 for count in seen.values()) / len(seen) > 0.25
    unseen = [word for word in tokens(pair.test.source) if word not in seen]
    assert 0.005 < len(unseen) / len(tokens(pair.test.source)) < 0.03


def test_german_words_are_ambiguous_in_training(pair):
    translations: dict[str, Counter[str]] = {}
    for source, references, links in zip(
        pair.train.source, pair.train.references, pair.train.alignments, strict=True
    ):
        german, english = source.split(), references[0].split()
        for a, b in links:
            translations.setdefault(german[a], Counter())[english[b]] += 1
    assert {"bank", "bench"} <= set(translations["Bank"])
    assert {"she", "they"} <= set(translations["sie"])
    assert {"if", "when"} <= set(translations["wenn"])
    assert {"on", "for", "at"} <= set(translations["auf"])


def test_tokens_are_plain_words(pair):
    for part in (pair.train, pair.dev):
        for line in (*part.source, *(line for lines in part.references for line in lines)):
            assert line == " ".join(line.split())
            assert line.split()[-1] in (".", "?", "!")
            assert ", ," not in line
            assert ", ." not in line


def test_a_and_an_go_by_the_next_word(pair):
    for lines in pair.train.references:
        words = lines[0].split()
        for word, following in pairwise(words):
            if word == "a":
                assert following[0].lower() not in "aeio"
            if word == "an":
                assert following[0].lower() in "aeiouh"


def test_the_same_seed_gives_the_same_text_and_another_seed_another():
    one, again, other = (language_pair(200, 20, 20, seed=seed) for seed in (7, 7, 8))
    assert one == again
    assert one.train.source != other.train.source
    assert one.dev.source != other.dev.source


def test_text_does_not_depend_on_the_hash_seed():
    code = (
        "import hashlib; from pitchpipe.data import language_pair; p = language_pair(300, 20, 20, seed=3);"
        "print(hashlib.sha256(repr(p).encode()).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    here = hashlib.sha256(repr(language_pair(300, 20, 20, seed=3)).encode()).hexdigest()
    assert run.stdout.strip() == here


def test_a_smaller_training_part_is_the_beginning_of_a_larger_one(pair):
    small = language_pair(train=100, dev=120, test=120)
    assert small.train.source == pair.train.source[:100]
    assert small.dev == pair.dev
    assert small.test == pair.test


def test_files_hold_what_the_parts_hold(pair, tmp_path):
    pair.write(tmp_path / "new" / "folder")
    folder = tmp_path / "new" / "folder"
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        ["train.de", "train.en", "train.align"]
        + [f"{part}.{end}" for part in ("dev", "test") for end in ("de", "en0", "en1", "en2", "en3", "align")]
    )
    assert read_lines(folder / "train.de") == pair.train.source
    assert read_lines(folder / "train.en") == [lines[0] for lines in pair.train.references]
    assert read_lines(folder / "dev.en2") == [lines[2] for lines in pair.dev.references]
    links = [
        [tuple(map(int, link.split("-"))) for link in line.split()]
        for line in read_lines(folder / "test.align")
    ]
    assert links == pair.test.alignments


@pytest.mark.parametrize(
    "sizes", [{"train": -1}, {"dev": -5}, {"references": 0}, {"references": 9}, {"variety": "latin"}]
)
def test_impossible_settings_are_refused(sizes):
    with pytest.raises(InputError, match=next(iter(sizes))):
        language_pair(**sizes)


def test_relative_clauses_begin_with_their_subject_not_with_an_adverb(pair):
    odd = [line for (line,) in pair.train.references if re.search(r"\b(that|which|who) yesterday\b", line)]
    assert any(" yesterday " in line for (line,) in pair.train.references)
    assert odd == []


def test_trees_of_the_first_references_are_written_if_wanted(pair, tmp_path):
    pair.write(tmp_path, parses=True)
    assert read_lines(tmp_path / "train.parses") == pair.train.parses
    for part in (pair.train, pair.dev):
        words = [" ".join(re.findall(r"[^\s()]+(?=\))", line)) for line in part.parses]
        assert words == [references[0] for references in part.references]


@pytest.mark.parametrize("variety", ["german", "head-final"])
def test_trees_of_the_source_are_those_of_its_words(variety, tmp_path):
    pair = language_pair(400, 20, 20, variety=variety)
    pair.write(tmp_path, parses=True)
    assert read_lines(tmp_path / "train.source.parses") == pair.train.source_parses
    for part in (pair.train, pair.dev, pair.test):
        trees = Trees.of(part.source_parses, Corpus.of(part.source))
        assert {trees.labels[row[0]] for row in trees.nodes[trees.offsets[:-1]].tolist()} == {"TOP"}
    assert {"NP", "VP", "PP", "S", "SBAR", "NN", "VB"} <= set(trees.labels)
    commas = [
        row for row in re.findall(r"[(](\S+) [^()\s]+[)]", " ".join(pair.train.source_parses)) if row == ","
    ]
    assert len(commas) == sum(line.split().count(",") for line in pair.train.source)
