"""Features by name: which modules are imported, and which are not."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitchpipe import InputError
from pitchpipe.decoder import Decoder, FolderDecoder, SearchSettings
from pitchpipe.decoder.folder_decoder import _opened
from pitchpipe.decoder.named_features import feature_names
from pitchpipe.model import Model
from tests.cli.commands import refusal, run
from tests.decoder.phrasebook import phrasebook

MODULE = """
from dataclasses import dataclass
from pathlib import Path

from pitchpipe.decoder import PhraseFeature
from pitchpipe.settings import Settings, setting

Path("imported").touch()


class Ones(PhraseFeature):
    names = ("Ones",)

    def phrase(self, option):
        return 1.0


@dataclass(frozen=True)
class Long(Settings, PhraseFeature):
    name = "Long"
    starts = ("Long:",)
    least: int = setting(2, "letters of a long word", minimum=1)

    def phrase(self, option):
        return {"Long:yes": 1.0} if len(option.target) >= self.least else {}


class Other:
    pass
"""
WITH = ("own_features:Ones", "own_features:Long(least=3)")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to work in, with a model, and a module that leaves a trace when it is imported."""
    phrasebook(tmp_path / "model", {"a": ["x"], "b": ["yyy"]})
    (tmp_path / "own_features.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    sys.modules.pop("own_features", None)


def name_in_model(folder: Path, names: Any) -> None:
    model = Model.read(folder)
    replace(model, search={**model.search, "features": names}).save(folder)


def values(decoder: Any) -> dict[str, float]:
    found = decoder.translate(["a b"]).of(0)[0].features
    return {name: found[name] for name in ("Ones", "Long:yes") if name in found}


def test_the_user_may_name_a_module_beside_the_work(place: Path) -> None:
    expected = {"Ones": 2.0, "Long:yes": 1.0}
    assert values(Decoder.read("model", features=list(WITH))) == expected
    assert values(FolderDecoder.of("model", features=list(WITH))) == expected
    assert values(Decoder.read("model", features="+".join(WITH))) == expected
    done = run("translate", "model", "--prepared", *(f"--feature={one}" for one in WITH), stdin="a b\n")
    assert (done.exit_code, done.stdout) == (0, "x yyy\n"), done.output
    assert str(place) not in sys.path


def test_other_code_under_the_same_name_is_another_decoder(place: Path) -> None:
    def fingerprints() -> set[str]:
        sys.modules.pop("own_features", None)
        _opened.cache_clear()
        linecache.clearcache()
        opened = Decoder.read("model", features=list(WITH)), FolderDecoder.of("model", features=list(WITH))
        return {one.fingerprint for one in opened}

    before = fingerprints()
    assert fingerprints() == before
    (place / "own_features.py").write_text(MODULE.replace("return 1.0", "return 2.0"))
    assert not fingerprints() & before


def test_what_only_a_model_names_is_not_imported_from_beside_the_work(place: Path) -> None:
    name_in_model(place / "model", list(WITH))
    said = refusal("translate", "model", "--prepared", stdin="a b\n")
    assert "the feature own_features:Ones, whose module own_features is not installed" in said
    assert "give --feature own_features:Ones if you trust it" in said
    for open_it in (Decoder.read, FolderDecoder.of):
        with pytest.raises(InputError, match="is not installed"):
            open_it("model")  # type: ignore[operator]
    with pytest.raises(InputError, match=r"own_features:Long\(least=3\), whose module"):
        Decoder.read("model", features=[WITH[0]])
    assert not (place / "imported").exists()
    done = run("translate", "model", "--prepared", *(f"--feature={one}" for one in WITH), stdin="a b\n")
    assert done.exit_code == 0, done.output


def test_what_a_model_names_is_used_if_it_is_installed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name_in_model(place / "model", "+".join(WITH))
    (place / "site").mkdir()
    (place / "own_features.py").rename(place / "site" / "own_features.py")
    monkeypatch.syspath_prepend(str(place / "site"))
    assert values(Decoder.read("model")) == {"Ones": 2.0, "Long:yes": 1.0}


def test_nothing_is_imported_from_a_models_folder(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "own_features.py").rename(place / "model" / "own_features.py")
    monkeypatch.chdir(place / "model")
    said = refusal("translate", ".", "--prepared", "--feature", WITH[0], stdin="a b\n")
    assert "in the model's folder" in said
    monkeypatch.syspath_prepend(str(place / "model"))
    name_in_model(place / "model", [WITH[0]])
    with pytest.raises(InputError, match="is not installed"):
        Decoder.read(place / "model")
    assert not (place / "model" / "imported").exists()


WRONG = {
    "no_such_module:Ones": "found no module 'no_such_module' for the feature no_such_module:Ones",
    "own_features.inner:Ones": "found no module 'own_features.inner'",
    "own_features:One": "there is no class of own_features 'One'; did you mean 'Ones'?",
    "own_features:Other": "found own_features:Other, which is no feature",
    "own_features:Ones(a=1)": "found settings in own_features:Ones(a=1), expected none",
    "own_features:Long(least=0)": "Long: least must be a whole number of at least 1",
    "broken:Ones": "the module 'broken' of the feature broken:Ones cannot be imported: ZeroDivisionError",
    "nothing": "there is no decoder feature 'nothing'",
}


@pytest.mark.parametrize("name", WRONG)
def test_a_name_that_is_wrong_is_told(place: Path, name: str) -> None:
    (place / "broken.py").write_text("1 / 0\n")
    assert WRONG[name] in refusal("translate", "model", "--prepared", "--feature", name, stdin="a b\n")


def test_names_are_cut_at_each_plus_outside_of_brackets() -> None:
    assert feature_names("a+b:C(file='x)+y', n=1+2)+ d ") == ["a", "b:C(file='x)+y', n=1+2)", "d"]
    assert SearchSettings(features=["a", "b:C"]).features == "a+b:C"  # type: ignore[arg-type]
