import pytest

from .commands import NBEST, REFERENCES, WEIGHTS


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Every test runs in a folder of its own, where these files are."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nbest.txt").write_text(NBEST)
    (tmp_path / "reference.txt").write_text(REFERENCES)
    (tmp_path / "weights.txt").write_text(WEIGHTS)
    return tmp_path
