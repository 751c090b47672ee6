"""TERpA and METEOR 1.5 beside the tools themselves: how many segments have the same score.

Run as `python -m benchmarks.metric_oracles`. TERpA: nine segments that TERp scored (`terpa-sample` beside the repository), in its
own tokens. METEOR: 6,877 translations of TED talks (`mqm-ted-zh-en`), given to METEOR's jar and to `meteor-universal` in
the same tokens and with the jar's own synonyms, function words and paraphrases; needs Java and `pip install
--no-deps pycocoevalcap`, which has the jar.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from pitchpipe import score
from pitchpipe.arrays import Array
from pitchpipe.metrics.judgements import Judgements

DATA = Path(__file__).parents[1].parent / "shared" / "data"
SAMPLE, JUDGEMENTS = DATA / "terpa-sample", DATA / "mqm-ted-zh-en" / "judgements.tsv"
CLOSE = 1e-3


def main() -> None:
    if SAMPLE.exists():
        told = (SAMPLE / "terpa.pra").read_text()
        texts = [re.findall(rf"^{side}: (.*)$", told, re.MULTILINE) for side in ("Hypothesis", "Reference")]
        expected = [float(line.split()[4]) for line in (SAMPLE / "terpa.sample.seg.scr").open()]
        found = score(texts[0], texts[1], f"terpa(paraphrases={SAMPLE / 'sample.pt.txt'})")
        show("TERpA", texts, np.array(found.sentences) / 100, np.array(expected))
    else:
        print(f"{SAMPLE.name} is not there")
    jar = meteor_jar()
    if jar is None or shutil.which("java") is None or not JUDGEMENTS.exists():
        print(f"METEOR 1.5 needs Java, pycocoevalcap and {JUDGEMENTS.name}")
        return
    judged = Judgements.read(JUDGEMENTS, "mqm", lower_is_better=True).against("refB").judged("13a")
    assert judged.references is not None
    texts = [[line.lower() for line in side.texts] for side in (judged.candidates, judged.references)]
    with tempfile.TemporaryDirectory() as folder:
        show("METEOR 1.5", texts, *both_meteors(jar, texts, Path(folder)))


def meteor_jar() -> Path | None:
    found = find_spec("pycocoevalcap")
    places = [
        Path(place) / "meteor" / "meteor-1.5.jar"
        for place in (found and found.submodule_search_locations) or ()
    ]
    return next((place for place in places if place.exists()), None)


def both_meteors(jar: Path, texts: Sequence[Sequence[str]], folder: Path) -> tuple[Array, Array]:
    """Our scores of segments, and the jar's."""
    with zipfile.ZipFile(jar) as packed:
        packed.extractall(
            folder, [name for name in packed.namelist() if name.startswith(("synonym", "function"))]
        )
    for name, lines in zip(("hyp", "ref"), texts, strict=True):
        (folder / name).write_text("\n".join(lines) + "\n")
    command = ["java", "-Xmx2G", "-jar", str(jar), "hyp", "ref", "-l", "en"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    theirs = [float(line.split()[-1]) for line in done.stdout.splitlines() if line.startswith("Segment")]
    spec = (
        f"meteor-universal(synonyms={folder}/synonym, function_words={folder}/function/english.words, "
        f"paraphrases={jar.parent}/data/paraphrase-en.gz)"
    )
    found = score(texts[0], texts[1], spec)
    print(f"METEOR 1.5 of all: {found.score / 100:.12f}, the jar's {done.stdout.split()[-1]}")
    return np.array(found.sentences) / 100, np.array(theirs)


def show(name: str, texts: Sequence[Sequence[str]], ours: Array, theirs: Array) -> None:
    assert len(ours) == len(theirs), f"{name}: {len(theirs)} scores, expected {len(ours)}"
    far = np.flatnonzero(np.abs(ours - theirs) > CLOSE)
    print(
        f"{name}: {len(ours) - len(far):,} of {len(ours):,} segments equal to {CLOSE:g}, "
        f"largest difference {np.abs(ours - theirs).max():.1e}"
    )
    for number in far.tolist():
        print(f"  {number + 1}: {ours[number]:.4f}, theirs {theirs[number]:.4f}: {texts[0][number]}")


if __name__ == "__main__":
    main()
