"""`pitchpipe add`: pairs that a model learns at once."""

from pitchpipe.data import language_pair
from pitchpipe.training import train

from .commands import refusal, run


def test_pairs_are_added_listed_and_taken_back(folder):
    language_pair(train=100, dev=5, test=5, references=1, seed=1).write(folder)
    train("train.de", "train.en", "model", order=2, say=lambda text: None)
    (folder / "new.de").write_text("der glurbel schläft .\n")
    (folder / "new.en").write_text("the wombat sleeps .\n")
    said = run("add", "model", "new.de", "new.en", "--threads", 1).stderr
    assert said.startswith("1 pair added; the model has 1 added pair and")
    (folder / "new.tsv").write_text("ein glurbel\ta wombat\n")
    run("add", "model", "new.tsv")
    listed = run("add", "model", "--list").stdout
    assert listed == "1\tder glurbel schläft .\tthe wombat sleeps .\n2\tein glurbel\ta wombat\n"
    assert "1 pair taken back; the model has 1 added pair now" in run("add", "model", "--undo").stderr
    assert "wombat" in run("translate", "model", "new.de").stdout
    run("add", "model", "--undo", "--all")
    assert "wombat" not in run("translate", "model", "new.de").stdout
    assert "nothing can be taken back" in refusal("add", "model", "--undo")
    assert "one of these only" in refusal("add", "model")
    assert "one of these only" in refusal("add", "model", "new.tsv", "--undo")
    assert "--all needs --undo" in refusal("add", "model", "new.tsv", "--all")
    assert "expected a source and a target" in refusal("add", "model", "new.de", "new.en", "new.tsv")
