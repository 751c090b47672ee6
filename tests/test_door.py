"""The Python door: a system built, asked and compared in a call each, and results that show themselves."""

import pytest

import pitchpipe
from pitchpipe.data import language_pair
from pitchpipe.lists.list_decoder import ListDecoder
from pitchpipe.training import tune_decoder
from tests.decoder.phrasebook import phrasebook
from tests.study.studies import SYNTHETIC
from tests.tuning.loop.test_loop import tuned


def test_all_public_names_are_there():
    for name in pitchpipe.__all__:
        assert getattr(pitchpipe, name)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = pitchpipe.nothing


def test_the_version_is_that_of_the_package():
    from importlib.metadata import version

    assert pitchpipe.__version__ == version("pitchpipe")


def test_a_system_is_trained_with_settings_by_name_and_translates_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    language_pair(train=200, dev=20, test=10, references=1, seed=5).write(tmp_path)
    trained = pitchpipe.train(
        "train.de",
        "train.en",
        "model",
        dev=("dev.de", "dev.en"),
        order=3,
        nbest=10,
        iterations=1,
        distortion_limit=3,
    )
    chosen = {"pop_limit": 200, "beam": 100, "lookahead": False}
    assert trained.model.search == {"distortion_limit": 3, **chosen}
    translator = pitchpipe.Translator("model", threads=1)
    lines = (tmp_path / "dev.de").read_text().splitlines()[:3]
    assert translator.translate(lines[0]) == translator.translate(lines)[0]
    assert translator.translate(tuple(lines)) == translator.translate(lines)
    decoder = pitchpipe.Decoder.read("model", threads=1, beam=5)
    assert decoder.search.beam == 5
    assert decoder.search.distortion_limit == 3
    with pytest.raises(
        pitchpipe.InputError, match="there is no setting of train 'ordr'; did you mean 'order'"
    ):
        pitchpipe.train("train.de", "train.en", "model", ordr=3)


def test_raw_text_goes_in_and_readable_text_comes_out(tmp_path):
    (tmp_path / "raw.de").write_text("Das Haus ist klein.\nDer Hund schläft.\nDas ist der Hund.\n")
    (tmp_path / "raw.en").write_text("The house is small.\nThe dog sleeps.\nThis is the dog.\n")
    texts = str(tmp_path / "raw.de"), str(tmp_path / "raw.en")
    how = {"source_language": "de", "target_language": "en", "truecase": True, "order": 2}
    pitchpipe.train(*texts, str(tmp_path / "model"), **how)
    assert pitchpipe.Translator(tmp_path / "model").translate("Der Hund ist klein.") == "The dog is small."
    small = pitchpipe.Translator(tmp_path / "model", capitals=False)
    assert small.translate("Der Hund ist klein.") == "the dog is small."
    as_it_is = pitchpipe.Translator(tmp_path / "model", prepared=True)
    assert as_it_is.translate("der Hund ist klein .") == "the dog is small ."


def test_a_study_is_run_in_one_call(tmp_path):
    (tmp_path / "tiny.toml").write_text(SYNTHETIC)
    results = pitchpipe.compare(tmp_path / "tiny.toml", tmp_path / "study", replicas=1, iterations=1)
    assert repr(results) == "Results(regression, kbmira; 3 of 3 cells done)"
    assert "<td" in results._repr_html_()
    assert len(results.scores("kbmira", "bleu", "test", "bleu")) == 1


def test_results_are_short_lines_and_small_tables(tmp_path):
    model = phrasebook(tmp_path / "model", {"das haus": ["the <b> house"]})
    assert repr(model) == "Model(1 phrase pair, 2-gram model)"
    found = pitchpipe.Decoder.read(tmp_path / "model").translate(["das haus", "haus"])
    assert repr(found) == "Candidates(2 sentences, 2 candidates)"
    weights = pitchpipe.Weights({"LM<0>": 0.5, "TM": -1.25})
    assert repr(weights) == "Weights(LM<0>=0.5, TM=-1.25; 2 features)"
    assert "LM&lt;0&gt;" in weights._repr_html_()
    result = tuned(iterations=1, tolerance=0)
    assert repr(result).startswith("LoopResult(")
    assert "iteration" in result._repr_html_()


def test_any_decoder_is_tuned_by_one_function():
    pool = pitchpipe.Pool.of(
        [["a b", "a c"], ["x", "y"]],
        features={"lm": [0.0, 1.0, 0.0, 1.0], "tm": [1.0, 0.0, 1.0, 0.0]},
        references=["a b", "x"],
    )
    (found,) = tune_decoder(ListDecoder(pool), ListDecoder(pool).text, method="mert", metric="bleu:1")
    assert found.objective == 100
    assert found.curve[-1] == 100
    with pytest.raises(pitchpipe.InputError, match="nbest is for a decoder"):
        tune_decoder(ListDecoder(pool), ListDecoder(pool).text, nbest=50)
