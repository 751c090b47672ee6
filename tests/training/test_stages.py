"""Stages are done once, and again when anything about them has changed."""

import json
import re
import shutil

import pytest

from pitchpipe import InputError
from pitchpipe.training.stages import Stages


class Doubling:
    """A stage that writes its input twice, and counts how often it works."""

    def __init__(self, folder):
        self.folder = folder
        self.input, self.output = folder / "in", folder / "out"
        self.input.write_text("abc")
        self.worked = 0
        self.said = []

    def run(self, dies=False, **settings):
        def work(show):
            self.worked += 1
            self.output.write_text(2 * self.input.read_text())
            if dies:
                raise KeyboardInterrupt
            return {"length": len(self.output.read_text())}

        stages = Stages(self.folder, self.said.append)
        return stages.run("double", work, inputs=[self.input], settings=settings, outputs=[self.output])


@pytest.fixture
def doubling(tmp_path):
    return Doubling(tmp_path)


def test_a_stage_is_done_once_and_its_facts_are_remembered(doubling):
    first, second = doubling.run(), doubling.run()
    assert doubling.worked == 1
    assert (first.cached, second.cached) == (False, True)
    assert first.facts == second.facts == {"length": 6}
    assert first.seconds == second.seconds
    assert re.fullmatch(r"double: \d+\.\d s", doubling.said[0])
    assert doubling.said[1] == "double: nothing has changed"


def test_a_changed_input_does_it_again(doubling):
    doubling.run()
    doubling.input.write_text("de")
    assert not doubling.run().cached
    assert doubling.output.read_text() == "dede"


def test_a_changed_setting_does_it_again(doubling):
    doubling.run(order=3)
    assert not doubling.run(order=4).cached
    assert doubling.run(order=4).cached


def test_an_interrupted_stage_is_done_again_though_its_files_are_there(doubling):
    with pytest.raises(KeyboardInterrupt):
        doubling.run(dies=True)
    assert doubling.output.exists()
    assert not doubling.run().cached


@pytest.mark.parametrize("damage", ["other text", ""])
def test_a_damaged_output_does_it_again(doubling, damage):
    doubling.run()
    doubling.output.write_text(damage)
    assert not doubling.run().cached
    assert doubling.output.read_text() == "abcabc"


def test_a_missing_output_does_it_again(doubling):
    doubling.run()
    doubling.output.unlink()
    assert not doubling.run().cached


@pytest.mark.parametrize("record", ["", "{", "[]", "{}", '{"name": "double", "unknown": 1}', "\x00"])
def test_a_damaged_record_does_it_again(doubling, record):
    doubling.run()
    (doubling.folder / "double.stage.json").write_text(record)
    assert not doubling.run().cached
    assert doubling.run().cached


def test_a_record_of_which_a_part_has_another_type_does_it_again(doubling):
    doubling.run()
    path = doubling.folder / "double.stage.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"outputs": 1}))
    assert not doubling.run().cached


def test_what_a_stage_was_made_from_counts_for_those_after_it(tmp_path):
    first = Doubling(tmp_path)

    def after(before):
        return Stages(tmp_path, first.said.append).run(
            "after", lambda show: None, inputs=[before], settings={}, outputs=[first.output]
        )

    after(first.run())
    assert after(first.run()).cached
    first.input.write_text("de")
    assert not after(first.run()).cached


def test_a_folder_that_was_moved_keeps_what_was_done(doubling, tmp_path):
    doubling.run()
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    for name in ("out", "double.stage.json"):
        shutil.move(tmp_path / name, moved / name)
    assert Doubling(moved).run().cached


def test_a_missing_input_is_told(doubling):
    doubling.input.unlink()
    with pytest.raises(InputError, match="in: cannot be read: No such file or directory"):
        doubling.run()
