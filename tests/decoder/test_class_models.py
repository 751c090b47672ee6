"""Language models of word classes in search, against all derivations."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitchpipe.decoder import ChartDecoder, Given, PhraseDecoder, SearchSettings
from pitchpipe.errors import InputError
from pitchpipe.lm import LanguageModel, WordClasses
from pitchpipe.model import Language, Lookup, Model

from .test_search import CUBE, EXHAUSTIVE, LOOKAHEAD, decoder, ranked, sentences
from .toy import toy
from .toy_grammar import TARGET, random_grammar


@pytest.mark.parametrize("search", [EXHAUSTIVE, CUBE, LOOKAHEAD], ids=["exhaustive", "cube", "lookahead"])
@pytest.mark.parametrize("seed", range(3))
def test_lists_are_the_best_of_all_derivations(tmp_path: Path, search: dict[str, object], seed: int) -> None:
    made = toy(tmp_path, seed, classes=True, languages=seed)
    texts = sentences(seed, longest=4)
    found = decoder(made, **search, distortion_limit=3).translate(texts, nbest=30)
    for i, sentence in enumerate(texts):
        expected = ranked(made, sentence, 3)[:30]
        assert [one.score for one in found.of(i)] == pytest.approx([score for score, _ in expected], abs=1e-4)


def test_features_are_those_of_the_class_sequence(tmp_path: Path) -> None:
    made = toy(tmp_path, 1, classes=True)
    (language,) = (one for one in made.model.language_models if one.classes)
    (forced,) = decoder(made, **EXHAUSTIVE).translate(["a b e"])
    texts = decoder(made, **EXHAUSTIVE).translate(["a b e", "c d f a"], nbest=20)
    for one in [forced, *texts]:
        scored = language.score([one.text])
        assert one.features["ClassLM0"] == pytest.approx(float(scored.totals[0]) * 2.302585093, abs=1e-4)
        assert one.features["Classless"] == sum(word in "wf" for word in one.text.split())


def test_given_words_have_classes_too(tmp_path: Path) -> None:
    made = toy(tmp_path, 2, classes=True)
    (found,) = decoder(made, **EXHAUSTIVE).translate(["a b"], given=[[Given(0, 2, "x w y")]])
    (language,) = (one for one in made.model.language_models if one.classes)
    model = language.model
    assert found.features["ClassLM0"] == pytest.approx(
        float(model.score(["A <unk> B"]).totals[0]) * 2.302585093, abs=1e-4
    )


@dataclass(frozen=True)
class _Mapped:
    """N-grams that see classes in place of words."""

    ngrams: object
    of: dict[str, str]

    def log10(self, word: str, context: tuple[str, ...]) -> float:
        kept = ("<s>", "</s>")
        named = [one if one in kept else self.of.get(one, "<unk>") for one in (*context, word)]
        return self.ngrams.log10(named[-1], tuple(named[:-1]))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.lists(st.sampled_from("abcdq"), min_size=1, max_size=4))
def test_chart_search_finds_the_best_of_all_derivations(
    tmp_path_factory: pytest.TempPathFactory, seed: int, words: list[str]
) -> None:
    made = random_grammar(seed, tmp_path_factory.mktemp("toy"))
    of = {TARGET[0]: TARGET[1], TARGET[1]: TARGET[0], TARGET[2]: TARGET[1], "q": TARGET[2]}
    language = replace(made.model.language_models[0], classes=WordClasses(of))
    made = replace(
        made, model=replace(made.model, language_models=[language]), ngrams=_Mapped(made.ngrams, of)
    )
    search = SearchSettings(strategy="exhaustive", beam=0, options=0, span_limit=20)
    found = ChartDecoder(made.model, search, threads=1).translate([" ".join(words)], nbest=20)
    expected = [score for score, _ in made.derivations(tuple(words))[:20]]
    assert found.scores.tolist() == pytest.approx(expected, abs=1e-3)
    for one in found.of(0):
        weighted = sum(made.model.weights[name] * value for name, value in one.features.items())
        assert one.score == pytest.approx(weighted, abs=1e-3)


def test_a_model_is_saved_with_its_classes(tmp_path: Path) -> None:
    made = toy(tmp_path / "toy", 3, classes=True).model
    language = made.language_models[1]
    named = replace(language, path="classes.lm", classes_path="target.classes")
    made = replace(made, language_models=[made.language_models[0], named])
    folder = tmp_path / "saved"
    folder.mkdir()
    (folder / "phrases.table").write_bytes(Path(made.tables[0].table.file.path).read_bytes())
    made.language_models[0].model.save(folder / "lm.lm")
    language.model.save(folder / "classes.lm")
    language.classes.write(folder / "target.classes")
    made.save(folder)
    again = Model.read(folder)
    texts = ["a b c d", "d c e"]
    assert _lists(again, texts) == _lists(made, texts)
    assert again.fingerprint != _regrouped(again, {"x": "B"}).fingerprint
    (folder / "target.classes").write_text("x A\n")
    with pytest.raises(
        InputError, match=r"target\.classes:1: found 'x A', expected a word, a tab and its class"
    ):
        Model.read(folder)


def _lists(model: Model, texts: list[str]) -> list[tuple[str, float, dict[str, float]]]:
    found = PhraseDecoder(model).translate(texts, nbest=5)
    return [(one.text, one.score, dict(one.features)) for one in found]


def _regrouped(model: Model, of: dict[str, str]) -> Model:
    first, second = model.language_models
    return replace(model, language_models=[first, replace(second, classes=WordClasses(of))])


def test_looking_up_a_phrase_scores_its_classes(tmp_path: Path) -> None:
    made = toy(tmp_path, 4, classes=True)
    found = Lookup(made.model.tables, made.model).translations(" ".join(next(iter(made.pairs))))
    assert found
    (language,) = (one for one in made.model.language_models if one.classes)
    for one in found:
        scored = language.score([one.option.target], bos=False, eos=False)
        assert one.features["ClassLM0"] == pytest.approx(float(scored.totals[0]) * 2.302585093, abs=1e-4)


def test_a_class_of_its_own_for_each_word_changes_nothing(tmp_path: Path) -> None:
    made = toy(tmp_path, 5)
    language: Language = made.model.language_models[0]
    model: LanguageModel = language.model
    alone = WordClasses({word: word for word in model.words if word not in ("<s>", "</s>", "<unk>")})
    mapped = replace(made.model, language_models=[replace(language, classes=alone)])
    texts = sentences(5)
    assert _lists(mapped, texts) == _lists(made.model, texts)
