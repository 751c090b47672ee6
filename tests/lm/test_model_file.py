"""The mapped file of a model: the same answers, and no harm from any damage."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.files.flat_file import read_flat_file, write_flat_file
from pitchpipe.files.scratch import Scratch
from pitchpipe.lm import LanguageModel, estimate, read_arpa
from pitchpipe.text import Corpus

from .models import random_table

LINES = ["a b c a", "b zzz b", "", "c c c c c"]


@pytest.fixture
def model(tmp_path: Path) -> LanguageModel:
    (tmp_path / "arpa").write_text(random_table(1, 4).text())
    return LanguageModel.read(tmp_path / "arpa")


@pytest.mark.parametrize("order", range(1, 8))
def test_a_saved_model_answers_as_before(tmp_path: Path, order: int) -> None:
    (tmp_path / "arpa").write_text(random_table(1, order, density=0.3).text())
    model = LanguageModel.read(tmp_path / "arpa")
    model.save(tmp_path / "file")
    opened = LanguageModel.read(tmp_path / "file")
    assert opened.order == order
    np.testing.assert_array_equal(opened.score(LINES).log10, model.score(LINES).log10)
    opened.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "file").read_bytes()
    model.write_arpa(tmp_path / "one.arpa")
    opened.write_arpa(tmp_path / "two.arpa")
    assert (tmp_path / "one.arpa").read_bytes() == (tmp_path / "two.arpa").read_bytes()


@settings(max_examples=80)
@given(st.data())
def test_damaged_arrays_give_wrong_answers_and_nothing_worse(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("lm")
    (folder / "arpa").write_text(random_table(1, 4).text())
    LanguageModel.read(folder / "arpa").save(folder / "file")
    file = read_flat_file(folder / "file", "language model", 1)
    arrays = {name: array.copy() for name, array in file.arrays.items()}
    for _ in range(data.draw(st.integers(1, 40))):
        array = arrays[data.draw(st.sampled_from(sorted(arrays)))].reshape(-1).view(np.uint8)
        place = data.draw(st.integers(0, len(array) - 1))
        array[place] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        arrays["slots_3"][:] = 0xFFFFFFFF
    write_flat_file(folder / "bad", "language model", 1, arrays, file.facts)
    scores = LanguageModel.read(folder / "bad").score(LINES)
    assert scores.tokens.tolist() == [5, 4, 1, 6]


@pytest.mark.parametrize(
    "facts",
    [
        {"tables": [[1, 1], [1, 1], [1, 1]]},
        {"tables": [[2**63, 2**63], [1, 1], [1, 1]]},
        {"tables": [[0, 0], [1, 1], [1, 1]]},
        {"tables": []},
        {"tables": "none"},
        {"words": [2**64 - 1, 2]},
        {"words": [3]},
        {"order": 3},
        {"order": 12},
        {"order": "x"},
    ],
)
def test_a_layout_that_does_not_fit_the_arrays_is_refused(
    tmp_path: Path, model: LanguageModel, facts: dict[str, object]
) -> None:
    model.save(tmp_path / "file")
    file = read_flat_file(tmp_path / "file", "language model", 1)
    write_flat_file(tmp_path / "bad", "language model", 1, file.arrays, {**file.facts, **facts})
    with pytest.raises(InputError, match="bad: the file is damaged"):
        LanguageModel.read(tmp_path / "bad")


@pytest.mark.parametrize("name", ["word_slots", "unigrams", "slots_2", "slots_4", "word_offsets", "ngrams_2"])
def test_arrays_of_another_size_or_missing_are_refused(
    tmp_path: Path, model: LanguageModel, name: str
) -> None:
    model.save(tmp_path / "file")
    file = read_flat_file(tmp_path / "file", "language model", 1)
    for arrays in [
        {**file.arrays, name: file.arrays[name][:-1]} if name != "ngrams_2" else {},
        {key: array for key, array in file.arrays.items() if key != name},
    ]:
        write_flat_file(tmp_path / "bad", "language model", 1, arrays, file.facts)
        with pytest.raises(InputError, match="bad: the file is damaged"):
            LanguageModel.read(tmp_path / "bad")


@pytest.mark.parametrize("name", ["ngrams_1", "ngrams_3"])
def test_ngrams_of_another_shape_or_type_are_refused(tmp_path: Path, model: LanguageModel, name: str) -> None:
    model.save(tmp_path / "file")
    file = read_flat_file(tmp_path / "file", "language model", 1)
    rows = file.arrays[name]
    for changed in (rows[:, 0], rows.reshape(-1), rows[:, :-1], rows.astype(np.int64)):
        write_flat_file(tmp_path / "bad", "language model", 1, {**file.arrays, name: changed}, file.facts)
        with pytest.raises(
            InputError, match="bad: the file is damaged: its arrays or facts are of other types"
        ):
            LanguageModel.read(tmp_path / "bad")


def test_a_missing_file_is_told() -> None:
    with pytest.raises(InputError, match="nowhere: cannot be read: No such file"):
        LanguageModel.read("nowhere")


@pytest.mark.parametrize("order", [1, 2, 5])
def test_tables_made_in_a_file_are_those_made_in_memory(tmp_path: Path, order: int) -> None:
    text = Corpus.of([f"{a} {b} {c}" for a in "abc" for b in "cde" for c in "aef"])
    for memory, name in ((1 << 30, "memory"), (1, "disk")):
        found = estimate(text, order, prune=(0,), memory=memory, folder=tmp_path)
        found.model.save(tmp_path / name)
    assert (tmp_path / "memory").read_bytes() == (tmp_path / "disk").read_bytes()
    (tmp_path / "arpa").write_text(random_table(1, order, density=0.3).text())
    lists = read_arpa(tmp_path / "arpa")
    for scratch, name in ((None, "memory"), (Scratch(1, tmp_path), "disk")):
        LanguageModel.of(lists, scratch).save(tmp_path / name)
    assert (tmp_path / "memory").read_bytes() == (tmp_path / "disk").read_bytes()


def test_a_folder_without_room_for_tables_is_told(tmp_path: Path) -> None:
    (tmp_path / "arpa").write_text(random_table(1, 3).text())
    with pytest.raises(InputError, match="none: a temporary file cannot be made"):
        LanguageModel.of(read_arpa(tmp_path / "arpa"), Scratch(1, tmp_path / "none"))
