from pitchpipe.lists import Pool

from .commands import NBEST, REFERENCES, refusal, run


def test_lists_become_a_pool_that_other_commands_take(folder):
    (folder / "twice.txt").write_text(NBEST + NBEST)
    done = run("convert", "twice.txt", "-o", "lists.npz")
    assert done.stderr == "lists.npz: 9 candidates of 4 sentences\n"
    assert len(Pool.read("lists.npz")) == 9
    assert run("rerank", "lists.npz", "-w", "weights.txt").stdout == REFERENCES
    tuned = [run("tune", lists, "-r", "reference.txt").stdout for lists in ("lists.npz", "nbest.txt")]
    assert tuned[0] == tuned[1] != ""


def test_a_pool_is_not_written_over_its_lists_nor_as_text(folder):
    assert "--to" in refusal("convert", "nbest.txt", "--to", "moses", "-o", "lists.npz")
    run("convert", "nbest.txt", "-o", "lists.npz")
    assert "lists.npz" in refusal("convert", "lists.npz", "-o", "lists.npz")
