"""Sentence pairs that a model learns at once, and that can be taken back."""

import filecmp
import json
import shutil

import numpy as np
import pytest

from pitchpipe import InputError
from pitchpipe.align import Alignments
from pitchpipe.data import language_pair
from pitchpipe.decoder import Translator
from pitchpipe.model import Additions, Model
from pitchpipe.model.added_pairs import added_pairs
from pitchpipe.model.joint_scores import JointScores
from pitchpipe.model.model import OVERLAY, OVERLAY_WEIGHT
from pitchpipe.phrases import Filter
from pitchpipe.phrases.extraction import Extraction, extract
from pitchpipe.text import Corpus
from pitchpipe.training import train
from pitchpipe.weights import Weights

NEW = "der glurbel schläft .", "the wombat sleeps ."


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("additions")
    language_pair(train=300, dev=10, test=10, references=1, seed=1).write(folder)
    train(folder / "train.de", folder / "train.en", folder / "model", order=2, say=lambda text: None)
    return folder / "model"


@pytest.fixture
def model(built, tmp_path):
    language_pair(train=2, dev=2, test=30, references=1, seed=2).write(tmp_path / "text")
    return shutil.copytree(built, tmp_path / "model")


def test_the_next_sentence_uses_a_pair_until_it_is_taken_back(built, model):
    before = Translator(model, threads=1).translate(NEW[0])
    assert "wombat" not in before
    change = Additions(model).add([NEW[0]], [NEW[1]])
    assert (change.pairs, change.total) == (1, 1)
    assert change.phrases > 1
    opened = Translator(model, threads=1)
    assert "wombat" in opened.translate("der glurbel schläft .")
    found = next(iter(opened.decoder.translate(["der glurbel schläft ."]).of(0)))
    assert found.features[OVERLAY] >= 1
    weighed = sum(opened.decoder.weights[name] * value for name, value in found.features.items())
    assert weighed == pytest.approx(found.score, rel=1e-4)
    assert opened.decoder.weights[OVERLAY] == OVERLAY_WEIGHT
    Additions(model).undo()
    assert Translator(model, threads=1).translate(NEW[0]) == before
    assert not filecmp.dircmp(built, model).diff_files
    assert not (model / "added").exists()


def test_calls_are_taken_back_one_by_one_or_all_at_once(model):
    additions = Additions(model)
    additions.add([NEW[0]], [NEW[1]])
    additions.add(["der hund", "die katze"], ["the dog", "the cat"])
    additions.add(["der mann"], ["the man"])
    assert [one.batch for one in additions.pairs()] == [1, 2, 2, 3]
    assert additions.undo().pairs == 1
    assert additions.undo().pairs == 2
    assert [one.target for one in added_pairs(model)] == [NEW[1]]
    additions.add(["der mann"], ["the man"])
    assert additions.undo(everything=True).total == 0
    with pytest.raises(InputError, match="nothing that was added"):
        additions.undo()


def test_what_is_interrupted_has_not_happened(model, monkeypatch):
    additions = Additions(model)
    additions.add([NEW[0]], [NEW[1]])
    described = (model / "model.json").read_bytes()

    def killed(*_):
        raise KeyboardInterrupt

    for name in ("save_description", "_extract"):
        owner = Model if name == "save_description" else Additions
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, killed)
            with pytest.raises(KeyboardInterrupt):
                additions.add(["der mann"], ["the man"])
        assert (model / "model.json").read_bytes() == described
        assert "wombat" in Translator(model, threads=1).translate(NEW[0])
    assert Additions(model).add(["der mann"], ["the man"]).total == 2
    assert len([*(model / "added").iterdir()]) == 2  # leftovers are gone


def test_a_tuned_weight_outlives_what_it_weighs(model):
    additions = Additions(model)
    additions.add([NEW[0]], [NEW[1]])
    opened = Model.read(model)
    opened.with_weights({**opened.weights, OVERLAY: 0.125}).save(model)
    additions.undo()
    assert OVERLAY not in Model.read(model).weights
    Translator(model, threads=1).translate(NEW[0])
    additions.add([NEW[0]], [NEW[1]])
    assert Model.read(model).weights[OVERLAY] == 0.125
    assert Weights.read(model / "weights")[OVERLAY] == 0.125


def test_a_model_of_added_tables_alone_is_refused(model):
    described = json.loads((model / "model.json").read_text())
    described["tables"] = [table | {"presence": OVERLAY} for table in described["tables"]]
    (model / "model.json").write_text(json.dumps(described))
    with pytest.raises(InputError, match="found no table but added ones"):
        Additions(model)


def test_pairs_that_cannot_be_used_are_left_out_or_refused(model):
    additions = Additions(model)
    change = additions.add(["der mann", "", "die frau"], ["the man", "nothing", "  "])
    assert (change.pairs, change.skipped, change.total) == (1, 2, 1)
    assert additions.add([""], ["nothing"]).total == 1
    with pytest.raises(InputError, match="expected one for each of 1 sentences"):
        additions.add(["der mann"], [])
    (model / "aligner").unlink()
    with pytest.raises(InputError, match="pitchpipe align SOURCE TARGET --save"):
        Additions(model).add(["der mann"], ["the man"])
    with pytest.raises(InputError, match="1 added pairs, which would be lost"):
        train("train.de", "train.en", model)
    path = next((model / "added").glob("*.pairs"))
    path.write_text('{"batch": 1}\n')
    with pytest.raises(InputError, match=r"pairs:1: found something else than an added pair"):
        Additions(model).pairs()
    pair = {"batch": 1, "source": "a", "target": "b", "prepared": ["a", "b"]}
    for links in ("0-0\n0-0", "0", "0--1", "\ud800", "0-99999", 1):
        path.write_text(json.dumps({**pair, "links": links}) + "\n")
        with pytest.raises(InputError, match=r"pairs:1: found"):
            Additions(model).pairs()
    for prepared in ({"a": 1, "b": 2}, ["a"], ["a", 1], "ab", ["a", "\ud800"]):
        path.write_text(json.dumps({**pair, "links": "0-0", "prepared": prepared}) + "\n")
        with pytest.raises(InputError, match=r"pairs:1: found something else than an added pair"):
            added_pairs(model)


def test_pairs_are_aligned_as_the_text_of_the_model_was(model):
    lines = [(model.parent / "text" / f"test.{side}").read_text().splitlines() for side in ("de", "en")]
    recipe = (model / "recipe.toml").read_text()
    assert 'symmetrize = "grow-diag"' in recipe
    (model / "recipe.toml").write_text(recipe.replace('"grow-diag"', '"union"'))
    aligner = Additions(model).aligner
    aligned = {
        how: aligner.align(*lines, how).pharaoh.decode().splitlines() for how in ("grow-diag", "union")
    }
    assert aligned["grow-diag"] != aligned["union"]

    def added(**how):
        additions = Additions(model)
        additions.add(*lines, **how)
        links = [one.links for one in additions.pairs()]
        additions.undo()
        return links

    assert added() == aligned["union"]
    assert added(symmetrize="grow-diag") == aligned["grow-diag"]
    (model / "recipe.toml").unlink()
    assert added() == aligned["grow-diag"]
    (model / "recipe.toml").write_text("[settings]\nsymmetrize = 1\n")
    with pytest.raises(InputError, match="symmetrize"):
        added()


def test_a_model_of_rules_refuses_pairs(tmp_path):
    language_pair(train=40, dev=2, test=2, references=1, seed=1).write(tmp_path)
    settings = {"order": 2, "grammar": "hierarchical", "say": lambda text: None}
    train(tmp_path / "train.de", tmp_path / "train.en", tmp_path / "model", **settings)
    with pytest.raises(InputError, match="model of rules, expected one of phrases: rules cannot be added to"):
        Additions(tmp_path / "model")


def _random_text(rng, lines):
    """Sentences of few words, so that phrases meet again, and their alignments."""
    sides = [[rng.integers(0, 5, rng.integers(1, 6)) for _ in range(lines)] for _ in range(2)]
    links = [
        {(int(rng.integers(len(f))), int(rng.integers(len(e)))) for _ in range(4)}
        for f, e in zip(*sides, strict=True)
    ]
    texts = [
        [" ".join(f"{letter}{word}" for word in line) for line in side]
        for letter, side in zip("fe", sides, strict=True)
    ]
    return *texts, links


@pytest.mark.parametrize("seed", range(4))
def test_joint_scores_are_those_of_both_texts_at_once(seed, tmp_path):
    rng = np.random.default_rng(seed)
    large, small = _random_text(rng, 30), _random_text(rng, 3)

    def table(name, *parts):
        source, target, links = ([one for part in parts for one in part[side]] for side in range(3))
        found = Alignments.of(links)
        settings = Extraction(max_length=3, filter=Filter())
        corpora = Corpus.of(source), Corpus.of(target)
        return extract(*corpora, found.links, found.offsets, tmp_path / name, settings=settings)

    both, own, base = table("both", large, small), table("own", small), table("base", large)
    JointScores(base).write(own, tmp_path / "joint")
    joint = type(own).read(tmp_path / "joint")
    joint.verify()
    assert [*joint.phrases()] == [*own.phrases()]
    for phrase in joint.phrases():
        expected = {one.target: one for one in both.options(phrase)}
        known = {one.target: one for one in base.options(phrase)}
        plain = {one.target: one for one in own.options(phrase)}
        found = joint.options(phrase)
        assert {one.target for one in found} == set(plain)
        assert [one.scores["p(e|f)"] for one in found] == sorted(
            (one.scores["p(e|f)"] for one in found), reverse=True
        )
        for one in found:
            for name in ("p(f|e)", "p(e|f)"):
                assert one.scores[name] == pytest.approx(expected[one.target].scores[name], abs=1e-5)
            for name in ("lex(f|e)", "lex(e|f)"):
                assert one.scores[name] == known.get(one.target, plain[one.target]).scores[name]
            assert one.reordering == known.get(one.target, plain[one.target]).reordering
            counts = [
                (each.target_count, each.source_count, each.joint_count)
                for each in (one, expected[one.target])
            ]
            assert counts[0] == counts[1]
