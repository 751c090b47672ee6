"""Whatever is given to the decoder: an answer or a sentence, never a crash."""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copyfile

import numpy as np
import pytest

from pitchpipe import InputError, _native
from pitchpipe.decoder import Given, PhraseDecoder, SearchSettings
from pitchpipe.decoder.stream import translate_stream
from pitchpipe.files.flat_file import read_flat_file, write_flat_file
from pitchpipe.lm import LanguageModel
from pitchpipe.model import Language, Model, Table
from pitchpipe.phrases import PhraseTable
from tests.decoder.phrasebook import phrasebook
from tests.decoder.toy import toy

PAIRS = {"a": ["x", "y z"], "b": ["y", "w"], "a b": ["z x y"], "c": ["w"], "b c": ["w w", "x"]}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return phrasebook(tmp_path_factory.mktemp("model") / "model", PAIRS, ["PT", "AL", "LO", "WP"])


@pytest.mark.parametrize("line", ["", " ", "\t \r"])
def test_a_line_without_words_has_an_empty_translation(model: Model, line: str) -> None:
    (one,) = PhraseDecoder(model).translate([line], nbest=5).of(0)
    assert (one.text, one.phrases, one.covered) == ("", (), 0)
    assert len(PhraseDecoder(model).bins([line], 3).of(0)) == 0
    assert PhraseDecoder(model).force([line], [""]).candidates.of(0)[0].text == ""


def test_no_sentences_have_no_translations(model: Model) -> None:
    assert len(PhraseDecoder(model).translate([])) == 0


@pytest.mark.parametrize(
    "word", ["\0", "a\0b", "\x01", "\x7f", "\x85", "\u00a0", "\u2028", "\U0001f600", "|||", "<s>", "</s>"]
)
def test_characters_of_all_kinds_are_passed_through(model: Model, word: str) -> None:
    assert PhraseDecoder(model).translate([f"c {word} c"]).texts[0] == f"w {word} w"


def test_white_space_is_ascii_white_space_as_for_language_models(model: Model) -> None:
    (one,) = PhraseDecoder(model).translate(["c\tc\x0b c\u00a0c \x1c"]).of(0)
    assert one.text == "w w c\u00a0c \x1c"


def test_text_that_is_no_unicode_is_refused(model: Model) -> None:
    with pytest.raises(InputError, match="expected valid Unicode"):
        PhraseDecoder(model).translate(["a \ud800"])


def test_one_text_in_place_of_several_is_refused(model: Model) -> None:
    with pytest.raises(InputError, match="put it in a list"):
        PhraseDecoder(model).translate("a b c")


@pytest.mark.parametrize("size", [500, 5000])
def test_long_lines_are_translated_whole(model: Model, size: int) -> None:
    words = (["a", "b", "c", "e"] * size)[:size]
    (one,) = PhraseDecoder(model, SearchSettings(beam=5, pop_limit=10)).translate([" ".join(words)]).of(0)
    places = sorted(
        place for phrase in one.phrases for place in range(phrase.source_begin, phrase.source_end)
    )
    assert places == list(range(size))
    assert one.phrases[-1].target_end == len(one.text.split())


def test_lists_and_bins_of_long_lines(model: Model) -> None:
    sentence = " ".join(["a", "b", "c"] * 100)
    decoder = PhraseDecoder(model, SearchSettings(beam=3, pop_limit=6))
    assert len(decoder.translate([sentence], nbest=20).of(0)) == 20
    assert decoder.bins([sentence], 1).covered.tolist() == list(range(1, 301))


def test_lines_beyond_all_measure_are_refused(model: Model) -> None:
    with pytest.raises(InputError, match="sentence 2: found 10001 tokens, expected at most 10000"):
        PhraseDecoder(model).translate(["a", "a " * 10_001])


def test_positions_beyond_sixteen_bits_are_told_as_they_are(model: Model) -> None:
    long = " ".join(["word"] * 70_000)
    (one,) = PhraseDecoder(model).translate(["a"], given=[[Given(0, 1, long)]]).of(0)
    assert one.phrases[0].target_end == 70_000


def test_a_search_whose_time_is_up_goes_on_narrowly(model: Model) -> None:
    sentence = " ".join(["a", "b", "c"] * 200)
    wide = {"beam": 1000, "pop_limit": 20_000}
    (hurried,) = (
        PhraseDecoder(model, SearchSettings(**wide, seconds=1e-9), threads=1).translate([sentence]).of(0)
    )  # type: ignore[arg-type]
    narrow = SearchSettings(beam=1000, pop_limit=10)
    assert hurried == PhraseDecoder(model, narrow, threads=1).translate([sentence]).of(0)[0]
    assert hurried.covered == 600


@pytest.mark.parametrize("limit", [0, 1, 63, 64, 65, 1000, -1])
@pytest.mark.parametrize("strategy", ["cube", "exhaustive"])
def test_any_distortion_limit_covers_every_word(model: Model, limit: int, strategy: str) -> None:
    sentence = " ".join(["a", "b", "e", "c"] * 40)
    search = SearchSettings(strategy=strategy, beam=3, distortion_limit=limit, future_distortion=False)
    weights = {**model.weights, "Distortion0": -1.0}
    for one in PhraseDecoder(model, search).translate([sentence], nbest=3, weights=weights).of(0):
        places = [p for phrase in one.phrases for p in range(phrase.source_begin, phrase.source_end)]
        assert sorted(places) == list(range(160))
        if limit == 0:
            assert places == sorted(places)


@pytest.mark.parametrize("beam", [0, 1])
def test_the_narrowest_and_the_widest_beam(model: Model, beam: int) -> None:
    (one,) = PhraseDecoder(model, SearchSettings(beam=beam, pop_limit=1)).translate(["a b c a"]).of(0)
    assert one.covered == 4


@pytest.mark.parametrize(
    ("name", "value"),
    [("beam", -1), ("pop_limit", 0), ("pop_limit", 2**40), ("options", "x"), ("threshold", np.nan)],
)
def test_settings_out_of_range_are_refused(name: str, value: object) -> None:
    with pytest.raises(InputError, match=f"search: {name} must be"):
        SearchSettings(**{name: value})  # type: ignore[arg-type]


def test_given_translations_are_used(model: Model) -> None:
    found = PhraseDecoder(model).translate(["a b c", "c"], given=[[Given(0, 2, "new words")], []])
    assert list(found.texts) == ["new words w", "w"]
    longer = PhraseDecoder(model).translate(["a b c e f"], given=[[Given(0, 5, "")]])
    assert longer.texts[0] == ""


@pytest.mark.parametrize(
    "spans", [[(0, 2), (1, 3)], [(0, 1), (0, 2)], [(2, 2)], [(2, 1)], [(0, 4)], [(-1, 1)]], ids=str
)
def test_given_translations_outside_of_the_sentence_or_over_each_other_are_refused(
    model: Model, spans: list[tuple[int, int]]
) -> None:
    with pytest.raises(InputError, match="expected a span of its own within the 3 words of 'a b c'"):
        PhraseDecoder(model).translate(["a b c"], given=[[Given(*span, "x") for span in spans]])


def test_given_translations_of_too_many_words_or_sentences_are_refused(model: Model) -> None:
    with pytest.raises(InputError, match="is for 101 words, expected at most 100"):
        PhraseDecoder(model).translate(["a " * 101], given=[[Given(0, 101, "x")]])
    with pytest.raises(InputError, match="found 1 lists of given translations"):
        PhraseDecoder(model).translate(["a", "b"], given=[[]])
    with pytest.raises(InputError, match="found 1 references, expected one for each of 2 sentences"):
        PhraseDecoder(model).force(["a", "b"], ["x"])


def test_bins_of_forced_decoding_have_finite_scores(model: Model) -> None:
    forced = PhraseDecoder(model, SearchSettings(beam=0)).force(["a b c"], ["y z y"], bins=5)
    assert len(forced.bins.scores) > 0
    assert np.isfinite(forced.bins.scores).all()
    assert len(forced.candidates.of(0)) == 0


def test_a_stream_gives_what_one_call_gives(model: Model) -> None:
    lines = [" ".join("abce"[(i >> 2 * k) % 4] for k in range(5)) for i in range(300)]
    decoder = PhraseDecoder(model)
    batches = ((lines[begin : begin + 7], ()) for begin in range(0, len(lines), 7))
    parts = [*translate_stream(decoder, batches)]
    assert [line for sentences, _ in parts for line in sentences] == lines
    assert [text for _, found in parts for text in found.best()] == list(decoder.translate(lines).best())


@pytest.fixture(scope="module")
def undamaged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Model]:
    folder = tmp_path_factory.mktemp("undamaged")
    made = toy(folder, 1, templates=("PT", "AL", "LO", "INS", "RC", "WP", "length"))
    made.model.language_models[0].model.save(folder / "lm.lm")
    return folder, made.model


def damage(path: Path, kind: str, random: Random) -> None:
    """Change some bytes of a file's arrays, and in half of the cases numbers that scores are made of."""
    file = read_flat_file(path, kind, 1)
    arrays = {name: array.copy() for name, array in file.arrays.items()}
    for _ in range(random.randint(1, 30)):
        array = arrays[
            random.choice([name for name in arrays if arrays[name].size and name != "target_words"])
        ]
        flat = array.reshape(-1).view(np.uint8)
        flat[random.randrange(len(flat))] = random.choice([0, 1, 127, 128, 200, 255])
    for name in ("scores", "reordering", "unigrams", "counts"):
        if name in arrays and random.random() < 0.5:
            arrays[name].reshape(-1)[::3] = random.choice([np.nan, np.inf, -np.inf, 3e38, -3e38])
    write_flat_file(path, kind, 1, arrays, file.facts)


def test_a_table_with_words_that_are_not_utf8_is_refused(
    tmp_path: Path, undamaged: tuple[Path, Model]
) -> None:
    whole, model = undamaged
    file = read_flat_file(whole / "table", "phrase table", 1)
    words = file.arrays["target_words"].copy()
    words[0] = 0xFF
    write_flat_file(tmp_path / "table", "phrase table", 1, {**file.arrays, "target_words": words}, file.facts)
    table = Table(PhraseTable.read(tmp_path / "table"), model.tables[0].features)
    with pytest.raises(InputError, match="a phrase table is damaged: it has a target word that is not UTF-8"):
        PhraseDecoder(Model([table], model.language_models, model.weights, model.sparse))


WORDS = ["a b c a b", "c e a", "b b b b", ""]


@pytest.mark.parametrize("name", ["table", "lm.lm"])
@pytest.mark.parametrize("seed", range(40))
def test_damaged_files_give_other_translations_and_nothing_worse(
    tmp_path: Path, undamaged: tuple[Path, Model], name: str, seed: int
) -> None:
    whole, model = undamaged
    for path in (whole / "table", whole / "lm.lm"):
        copyfile(path, tmp_path / path.name)
    damage(tmp_path / name, {"table": "phrase table", "lm.lm": "language model"}[name], Random(seed))
    damaged = Model(
        [Table(PhraseTable.read(tmp_path / "table"), model.tables[0].features)],
        [Language(LanguageModel.read(tmp_path / "lm.lm"))],
        model.weights,
        model.sparse,
    )
    decoder = PhraseDecoder(damaged, SearchSettings(beam=10, pop_limit=20), threads=1)
    for found in (decoder.translate(WORDS, nbest=4), decoder.bins(WORDS, 2)):
        assert np.isfinite(found.scores).all()
        assert len(found) == len(WORDS)
        assert [found[row].covered for row in range(len(found.scores))] == found.covered.tolist()
    assert len(decoder.force(WORDS, ["x y", "z", "w w", ""]).reached) == len(WORDS)


def test_hashed_names_with_too_few_weights_and_numbers_that_are_no_hashes_are_told() -> None:
    names = _native.hash_feature_names(["PT:a~x", ""])
    assert len(set(names.tolist())) == 2
    with pytest.raises(ValueError, match="there are 1 weights for 2 sparse features"):
        _native.DecoderWeights([1.0], names, np.ones(1, np.float32))
    with pytest.raises(ValueError, match="18446744073709551615 is not the hash of a feature's name"):
        _native.DecoderWeights([1.0], np.full(1, 2**64 - 1, np.uint64), np.ones(1, np.float32))
