"""Tables in mapped files: what was written is found, what was damaged does no harm, and filters keep what they should."""

import math
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.files.flat_file import read_flat_file, write_flat_file
from pitchpipe.phrases import Extraction, Filter, Option, PhraseTable
from pitchpipe.phrases.table_file import KIND, VERSION

from .tables import all_options, extracted, synthetic_sentences


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> PhraseTable:
    return extracted(synthetic_sentences(), tmp_path_factory.mktemp("tables") / "table")


def by_source(options: dict[tuple[str, str], Option]) -> dict[str, list[Option]]:
    groups = defaultdict(list)
    for (source, _), option in options.items():
        groups[source].append(option)
    return groups


def rank(option: Option) -> tuple[float, list[bytes]]:
    return -option.scores["p(e|f)"], [word.encode() for word in option.target.split()]


def test_options_come_best_first_and_equals_by_their_words(table: PhraseTable) -> None:
    groups = by_source(all_options(table))
    assert max(map(len, groups.values())) > 4
    for options in groups.values():
        assert options == sorted(options, key=rank)


def test_an_unknown_phrase_has_no_options(table: PhraseTable) -> None:
    known = next(table.phrases())
    assert table.options(known)
    for phrase in ["", "xyzzy", f"{known} xyzzy", " ".join([known] * 20)]:
        assert table.options(phrase) == []


def test_a_table_verifies_and_says_how_it_was_made(table: PhraseTable) -> None:
    table.verify()
    assert table.facts.settings["max_length"] == 7
    assert table.facts.settings["filter"] == {"min_probability": 0.0, "min_count": 0.0, "top": 0}
    assert table.facts.longest_source == 7
    assert table.phrase_count == len(list(table.phrases()))


def kept(options: dict[tuple[str, str], Option], chosen: Filter) -> dict[tuple[str, str], Option]:
    found = {}
    for source, group in by_source(options).items():
        passing = [
            one
            for one in sorted(group, key=rank)
            if math.exp(one.scores["p(e|f)"]) >= chosen.min_probability - 1e-7
            and one.joint_count >= chosen.min_count
        ]
        for one in passing[: chosen.top or None]:
            found[source, one.target] = one
    return found


@pytest.mark.parametrize(
    "chosen",
    [
        Filter(),
        Filter(top=1),
        Filter(top=3),
        Filter(min_count=2),
        Filter(min_probability=0.5),
        Filter(min_probability=0.01, min_count=2, top=2),
        Filter(min_count=1e9),
    ],
)
def test_a_filter_keeps_the_same_when_extracting_and_afterwards(
    table: PhraseTable, tmp_path: Path, chosen: Filter
) -> None:
    expected = kept(all_options(table), chosen)
    after = table.filtered(tmp_path / "after", chosen)
    before = extracted(synthetic_sentences(), tmp_path / "before", settings=Extraction(filter=chosen))
    assert all_options(after) == all_options(before) == expected
    assert len(after) == len(expected)


def test_restricted_to_a_text_only_its_phrases_are_left_with_the_same_scores(
    table: PhraseTable, tmp_path: Path
) -> None:
    lines = [" ".join(one.source) for one in synthetic_sentences()[:3]] + ["", "xyzzy"]
    tokens = [line.split() for line in lines]
    occurring = {
        " ".join(line[begin:end])
        for line in tokens
        for begin in range(len(line))
        for end in range(begin + 1, len(line) + 1)
    }
    expected = {key: one for key, one in all_options(table).items() if key[0] in occurring}
    after = table.filtered(tmp_path / "after", restrict_to=lines)
    before = extracted(synthetic_sentences(), tmp_path / "before", restrict_to=lines)
    assert len(expected) < len(table) / 4
    assert all_options(after) == all_options(before) == expected


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"min_probability": 2}, "filter: min_probability must be a number from 0 to 1, not 2"),
        ({"top": -1}, "filter: top must be a whole number of at least 0, not -1"),
        ({"min_count": "x"}, "filter: min_count must be a number of at least 0, not 'x'"),
    ],
)
def test_a_filter_that_makes_no_sense_is_refused(settings: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Filter(**settings)


def read_everything(table: PhraseTable) -> None:
    for number in range(table.phrase_count + 2):
        table.native.range(number)
        table.options(table.native.phrase(number).decode(errors="replace"))
    for entry in range(len(table) + 2):
        _, scores, reordering, alignment, _ = table.native.entry(entry)
        if entry < len(table):
            assert (len(scores), len(reordering)) == (4, 12)
        assert all(i < table.facts.longest_source for i, _ in alignment)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("small") / "table"
    extracted(synthetic_sentences()[:2], path)
    return path


@settings(max_examples=150)
@given(st.data())
def test_a_table_with_flipped_bits_is_read_without_harm(small: Path, data: st.DataObject) -> None:
    """Checksums are not looked at when a table is opened, so anything may be in the arrays."""
    file = read_flat_file(small, KIND, VERSION)
    name = data.draw(st.sampled_from([name for name, array in file.arrays.items() if array.size]))
    arrays = {key: array.copy() for key, array in file.arrays.items()}
    flat = arrays[name].reshape(-1).view(np.uint8)
    for place in data.draw(st.lists(st.integers(0, len(flat) - 1), min_size=1, max_size=4)):
        flat[place] ^= data.draw(st.integers(1, 255))
    damaged = small.with_name("damaged")
    write_flat_file(damaged, KIND, VERSION, arrays, file.facts)
    read_everything(PhraseTable.read(damaged))


@pytest.mark.parametrize("fill", [0, 255])
def test_a_table_full_of_the_same_byte_is_read_without_harm(small: Path, fill: int, tmp_path: Path) -> None:
    file = read_flat_file(small, KIND, VERSION)
    arrays = {key: array.copy() for key, array in file.arrays.items()}
    for array in arrays.values():
        array.reshape(-1).view(np.uint8)[:] = fill
    write_flat_file(tmp_path / "damaged", KIND, VERSION, arrays, file.facts)
    read_everything(PhraseTable.read(tmp_path / "damaged"))


@pytest.mark.parametrize(
    "name", ["entries", "counts", "scores", "ranges", "phrase_offsets", "slots", "source_words_slots"]
)
def test_arrays_that_do_not_fit_each_other_are_refused(small: Path, name: str, tmp_path: Path) -> None:
    file = read_flat_file(small, KIND, VERSION)
    arrays = {**file.arrays, name: file.arrays[name][:-1]}
    write_flat_file(tmp_path / "damaged", KIND, VERSION, arrays, file.facts)
    with pytest.raises(InputError, match=r"damaged: the file is damaged: the (sizes|slots)"):
        PhraseTable.read(tmp_path / "damaged")


def test_damage_is_told_when_asked_for(small: Path, tmp_path: Path) -> None:
    whole = bytearray(small.read_bytes())
    whole[-100] ^= 1
    (tmp_path / "damaged").write_bytes(whole)
    with pytest.raises(InputError, match="the file is damaged"):
        PhraseTable.read(tmp_path / "damaged").verify()


@pytest.mark.parametrize("name", ["ranges", "target_offsets", "phrase_offsets", "alignment_offsets"])
def test_rows_that_overlap_are_refused_before_all_of_them_are_written(
    table: PhraseTable, tmp_path: Path, name: str
) -> None:
    file = read_flat_file(table.file.path, KIND, VERSION)
    offsets = file.arrays[name].copy()
    offsets[::2], offsets[1::2] = 0, offsets[-1]
    path = tmp_path / "crafted"
    write_flat_file(path, KIND, VERSION, {**file.arrays, name: offsets}, file.facts)
    crafted = PhraseTable.read(path)
    for use in (
        crafted.verify,
        lambda: crafted.write_moses(tmp_path),
        lambda: crafted.filtered(tmp_path / "f"),
    ):
        with pytest.raises(InputError, match=f"crafted: the file is damaged: the rows of its {name} overlap"):
            use()


def test_a_row_that_is_longer_than_any_phrase_is_refused(table: PhraseTable, tmp_path: Path) -> None:
    file = read_flat_file(table.file.path, KIND, VERSION)
    arrays = {**file.arrays, "targets": np.zeros(300, np.uint32)}
    arrays["target_offsets"] = np.full_like(arrays["target_offsets"], 300)
    arrays["target_offsets"][0] = 0
    path = tmp_path / "crafted"
    write_flat_file(path, KIND, VERSION, arrays, file.facts)
    with pytest.raises(InputError, match="a row of its target_offsets has 300 numbers, expected at most 255"):
        PhraseTable.read(path).verify()
