"""Systems of phrases without gaps, with gaps in the source, the target or both, and hierarchical ones: BLEU, size and speed.

Run as `python -m benchmarks.gaps [FOLDER] [TEXT...]`. Texts are `german` and `head-final`, the synthetic pair in both
varieties, and, if they are beside the repository, `de-en` and `en-de` (Multi30k), `ja-en` and `en-ja` (Tanaka). Systems are
built once, and tuned with each of three seeds; rerun the command to resume. Without a folder, the synthetic texts are used
and nothing is kept. A significance test compares each system with that without gaps.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from benchmarks.kinds_of_systems import study
from pitchpipe.align import Alignments
from pitchpipe.grammar import RuleExtraction, extract_rules
from pitchpipe.phrases import Extraction, Gaps, extract
from pitchpipe.text import Corpus
from pitchpipe.training import TrainSettings

SYSTEMS = {
    "none": {},
    "source": {"gaps": "source"},
    "target": {"gaps": "target"},
    "both": {"gaps": "both"},
    "hierarchical": {"grammar": "hierarchical"},
}
COLUMNS = ("pairs", "extraction", "sentences_a_second")


def extraction_seconds(system: str, folder: Path) -> dict[str, float]:
    """Extraction alone, done again from the aligned text of a system."""
    source, target = (Corpus.read(folder / "work" / f"train.{side}") for side in ("source", "target"))
    links = Alignments.read(folder / "work" / "alignment", source, target)
    began = time.process_time()
    path = folder / "again.table"
    if "grammar" in SYSTEMS[system]:
        settings = TrainSettings.of(**SYSTEMS[system]).build.rules()
        assert isinstance(settings, RuleExtraction)
        extract_rules(source, target, links.links, links.offsets, path, settings=settings, threads=1)
    else:
        how = Extraction(gaps=Gaps.of(SYSTEMS[system].get("gaps", "none")))
        extract(source, target, links.links, links.offsets, path, settings=how, threads=1)
    path.unlink()
    return {"extraction": time.process_time() - began}


def main(*arguments: str) -> None:
    if arguments:
        study(Path(arguments[0]), arguments[1:], SYSTEMS, more=extraction_seconds, columns=COLUMNS)
        return
    with tempfile.TemporaryDirectory() as folder:
        study(Path(folder), ("german", "head-final"), SYSTEMS, more=extraction_seconds, columns=COLUMNS)


if __name__ == "__main__":
    main(*sys.argv[1:])
