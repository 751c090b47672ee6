"""Moses's models: the same derivations with the same features, and no worse search."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from pitchpipe import InputError
from pitchpipe.decoder import Candidate, Candidates, PhraseDecoder, SearchSettings
from pitchpipe.model import Model, convert
from tests.model.moses_files import INI

SAMPLE = Path(__file__).parents[2].parent / "shared" / "data" / "moses-sample"
needs_sample = pytest.mark.skipif(not SAMPLE.is_dir(), reason="the sample model of Moses is not there")
PRECISION = 1e-5
"""Of the totals that Moses prints, with six digits."""

Listed = tuple[str, dict[str, float], float]


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return convert(SAMPLE / "moses.ini", tmp_path_factory.mktemp("moses") / "model")


@pytest.fixture(scope="module")
def found(converted: Model) -> Candidates:
    search = SearchSettings(beam=1000, pop_limit=2000)
    return PhraseDecoder(converted, search).translate(
        (SAMPLE / "input.de").read_text().splitlines(), nbest=200
    )


def moses_lists() -> list[list[Listed]]:
    lists: dict[int, list[Listed]] = {}
    for line in gzip.decompress((SAMPLE / "nbest.gz").read_bytes()).decode().splitlines():
        number, text, features, total, *_ = line.split(" ||| ")
        values: dict[str, float] = {}
        for name, numbers in _named(features):
            values |= (
                {f"{name}_{i}": value for i, value in enumerate(numbers)}
                if numbers[1:]
                else {name: numbers[0]}
            )
        lists.setdefault(int(number), []).append((text.strip(), values, float(total)))
    return [lists[number] for number in range(len(lists))]


def _named(features: str) -> list[tuple[str, list[float]]]:
    found: list[tuple[str, list[float]]] = []
    for word in features.split():
        if word.endswith("="):
            found.append((word[:-1], []))
        else:
            found[-1][1].append(float(word))
    return found


def is_same(one: Candidate, text: str, features: dict[str, float]) -> bool:
    return one.text == text and all(
        one.features[name] == pytest.approx(value, abs=1e-3) for name, value in features.items()
    )


@needs_sample
def test_every_derivation_of_moses_is_found_with_the_same_features(found: Candidates) -> None:
    for sentence, theirs in enumerate(moses_lists()):
        ours = found.of(sentence)
        for text, features, total in theirs:
            same = [one for one in ours if is_same(one, text, features)]
            assert same, (sentence, text)
            assert min(abs(one.score - total) for one in same) < 1e-3


@needs_sample
def test_the_best_score_is_at_least_that_of_moses(found: Candidates) -> None:
    for sentence, theirs in enumerate(moses_lists()):
        total = theirs[0][2]
        assert found.of(sentence)[0].score >= total - PRECISION * abs(total)


@needs_sample
def test_usual_search_settings_find_what_moses_finds(converted: Model) -> None:
    sentences = (SAMPLE / "input.de").read_text().splitlines()
    ours = PhraseDecoder(converted).translate(sentences)
    scores = [round(one, 2) for one in ours.scores.tolist()]
    assert scores == [pytest.approx(theirs[0][2], abs=0.02) for theirs in moses_lists()]


@needs_sample
def test_lists_hold_the_best_translation_of_moses(found: Candidates) -> None:
    best = (SAMPLE / "output.en").read_text().splitlines()
    for sentence, text in enumerate(best):
        assert " ".join(text.split()) in {one.text for one in found.of(sentence)}


@needs_sample
def test_settings_of_the_search_are_taken_over(converted: Model) -> None:
    assert converted.search == {"distortion_limit": 6, "beam": 100, "options": 20}
    assert converted.weights["UnknownWordPenalty0"] == 1
    converted.verify()


def test_a_model_of_text_files_is_converted_and_translates(ini: Path) -> None:
    model = convert(ini, ini.parent / "deep" / "model")
    assert PhraseDecoder(model).translate(["das haus"]).texts[0] == "the house"
    assert model.search == {"options": 20, "distortion_limit": 4}
    assert model.weights["UnknownWordPenalty0"] == 1


def test_packed_tables_may_be_named_without_gz(ini: Path) -> None:
    table = ini.parent / "phrases"
    Path(f"{table}.gz").write_bytes(gzip.compress(table.read_bytes()))
    table.unlink()
    assert len(convert(ini, ini.parent / "model").tables[0].table) == 2


def test_features_that_the_model_does_not_have_weigh_nothing(ini: Path) -> None:
    ini.write_text(INI.replace("\nDistortion\n", "\n").replace("Distortion0= 0.2\n", ""))
    assert convert(ini, ini.parent / "model").weights["Distortion0"] == 0


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("path=phrases", "path=none", "{ini}:5: {folder}/none: cannot be read: No such file or directory"),
        ("path=reordering", "path=none", "{ini}:6: {folder}/none: cannot be read: No such file or directory"),
        ("path=lm.arpa", "path=none", "{ini}:8: {folder}/none: cannot be read: No such file or directory"),
        ("\nDistortion\n", "\nGlobalLexicalModel\n", "{ini}:7: found the feature GlobalLexicalModel, which pitchpipe cannot"),
        ("table-limit=20", "table-limit=x", "{ini}:5: found 'x', expected a whole number"),
        ("table-limit=20", "fast", "{ini}:5: found 'fast', expected name=value"),
        (" path=phrases", "", "{ini}:5: found PhraseDictionaryMemory without path=, expected one"),
        ("type=wbe-msd", "type=wbe-leftright", "{ini}:6: found reordering of the type 'wbe-leftright-bidirectional-fe-allff'"),
        ("LM0= 0.5", "LMO= 0.5", "{ini}:8: found no weight of LM0 in [weight], expected 1"),
        ("LM0= 0.5\n", "", "{ini}:8: found no weight of LM0 in [weight], expected 1"),
        ("= 0.2 0.3", "= 0.2 0.3 0.4", "{ini}:19: found 3 weights of TranslationModel0, expected 2"),
        ("\n4\n", "\nfour\n", "{ini}:11: found 'four', expected a whole number"),
        ("[feature]", "[features]", "{ini}:2: found the section [features], which convert does not know"),
        ("PhraseDictionaryMemory", "KENLM", "{ini}:5: found the option table-limit= of KENLM"),
    ],
)  # fmt: skip
def test_a_model_that_cannot_be_converted_is_told_and_nothing_is_written(
    ini: Path, old: str, new: str, sentence: str
) -> None:
    ini.write_text(INI.replace(old, new))
    before = set(ini.parent.iterdir())
    with pytest.raises(InputError) as error:
        convert(ini, ini.parent / "model")
    assert sentence.format(ini=ini, folder=ini.parent) in str(error.value)
    assert set(ini.parent.iterdir()) == before


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"model\.json: cannot be read: No such file"):
        Model.read(tmp_path)
    (tmp_path / "model.json").write_text("{")
    with pytest.raises(InputError, match=r"model\.json: found something that is not JSON"):
        Model.read(tmp_path)
    (tmp_path / "model.json").write_text('{"pitchpipe_model": 1, "tables": [{}]}')
    with pytest.raises(InputError, match="the model's description is damaged: found no language_models"):
        Model.read(tmp_path)


def test_a_model_without_a_weight_is_told(ini: Path) -> None:
    folder = ini.parent / "model"
    convert(ini, folder)
    weights = folder / "weights"
    weights.write_text(
        "".join(line for line in weights.read_text().splitlines(keepends=True) if not line.startswith("LM0"))
    )
    with pytest.raises(InputError, match=r"weights: found no weight of 'LM0', expected one for each dense"):
        Model.read(folder)
