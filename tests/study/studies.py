"""Small studies to run in tests."""

from concurrent.futures import ThreadPoolExecutor

from pitchpipe.data import translation_pool
from pitchpipe.study import begin_study, read_study, run_cells

SYNTHETIC = """\
[synthetic]
sentences = 150
dev = 20
test = 10
references = 2
seed = 5

[train]
order = 3

[grid]
methods = ["regression", "kbmira"]
replicas = 2
iterations = 2
nbest = 10
curves = true

[report]
scores = ["bleu", "chrf", "ter"]
trials = 200
"""

LISTS = """\
[lists]
dev = ["dev.nbest", "dev.ref"]

[test]
news = ["news.jsonl"]

[grid]
methods = ["mert", "regression"]
metrics = ["bleu", "wer"]
replicas = 2

[method.mert]
method = "mert(restarts=1)"

[report]
trials = 200
baseline = "regression"
"""


def write_lists(folder):
    """The lists that the study of lists is about; those of the test text bring their references."""
    dev, news = translation_pool(sentences=30, candidates=8, seed=1), translation_pool(20, 8, seed=2)
    dev.write_nbest(folder / "dev.nbest")
    references = [dev.references.group(index)[0] for index in range(dev.group_count)]
    (folder / "dev.ref").write_text("".join(f"{line}\n" for line in references))
    news.write_jsonl(folder / "news.jsonl")
    return dev, news


def run(path, folder, workers=1, **settings):
    """All cells of the study in a file."""
    cells = begin_study(read_study(path), folder)
    with ThreadPoolExecutor(workers) as executor:
        return run_cells(folder, cells, executor, **settings)


def bytes_of(folder):
    """The results and translations of all cells, without how long they took."""
    found = {}
    for path in sorted((folder / "cells").rglob("*")):
        if path.name == "result.json":
            lines = path.read_text().splitlines()
            found[str(path.relative_to(folder))] = [line for line in lines if "_seconds" not in line]
        elif path.suffix == ".output":
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found
