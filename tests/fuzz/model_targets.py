"""Language models, tables of phrases and rules, models and those of Moses."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np

from pitchpipe.decoder import Translator, open_decoder
from pitchpipe.files import read_lines
from pitchpipe.grammar import RuleExtraction, extract_rules, read_rules, write_rules
from pitchpipe.lm import LanguageModel, estimate, write_arpa
from pitchpipe.model import Glue, Language, Model, ModelTexts, SparseFeatures, Table, TableFeatures, convert
from pitchpipe.model.added_pairs import read_pairs
from pitchpipe.phrases import PhraseTable, read_moses
from pitchpipe.text import Corpus
from pitchpipe.training import assemble

from ..decoder.toy_grammar import small_grammar
from ..model import test_moses_chart as chart
from ..model.moses_files import ARPA, INI, PHRASES, REORDERING
from .mutations import JSON
from .sealed import FLAT
from .target import Target

ADDED = (
    b'{"batch": 1, "source": "das haus", "target": "the house", "prepared": ["das haus", "the house"], "links": "0-0 1-1"}\n'
    b'{"batch": 2, "source": "das", "target": "the", "prepared": ["das", "the"], "links": ""}\n'
)
TEXT = ["the house is small", "a house is old", "the old house", "a small one"]
SOURCE = b'das haus ist klein .\nhaus haus\n\nDas <n translation="one">haus</n> &amp; [X] x\n'
KIND = "wbe-msd-bidirectional-fe"
TABLE = (
    "das ||| the ||| 0.5 0.25 0.5 0.5 ||| 0-0 ||| 2 2 1\n"
    "das haus ||| the house ||| 0.5 0.25 0.1 0.2 ||| 0-0 1-1 ||| 2 2 1\n"
    "haus ||| building ||| 0.1 0.5 0.5 0.5 ||| 0-0 ||| 2 4 1\n"
    "haus ||| house ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 2 4 1\n"
)
GAPS = b"""rufe [X] an ||| call [X] up ||| 0.5 0.25 0.5 0.5 ||| 0-0 2-2 ||| 2 2 1
rufe [X] an ||| phone ||| 0.5 0.25 0.5 0.5 ||| 0-0 ||| 2 2 1
nicht ||| not [X] any ||| 0.1 0.5 0.5 0.5 ||| 0-0 ||| 2 4 1
das [X] ist [X] klein ||| the [X] is [X] small ||| 0.1 0.5 0.5 0.5 ||| 0-0 2-2 4-4 ||| 2 4 1
haus ||| house ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 2 4 1
ist ||| is ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 2 4 1
"""
RULES = (
    b"[X][X] haus [X] ||| [X][X] house [X] ||| 0.5 0.5 ||| 0-0 1-1 ||| 1 1 1\ndas [X] ||| the [X] ||| 0.5 1 ||| 0-0 ||| 1 1 1\n",
    b"[X] ||| [X,1] haus ||| [X,1] house ||| EgivenF=0.5 Lex=-1 ||| 1-1\n[X] ||| das ||| the ||| EgivenF=0.1 Lex=-1 ||| 0-0\n",
    b"[X] ||| das [X,1] ||| the [X,1] ||| 0.5 1.5\n[X] ||| das ||| the ||| 0.1 0.2\n",
)


def _arpa(folder: Path) -> list[bytes]:
    write_arpa(folder / "lm.arpa", estimate(Corpus.of(TEXT), 3).ngrams)
    return [(folder / "lm.arpa").read_bytes(), f"{ARPA}\\end\\\n".encode()]


def _lm(folder: Path) -> list[bytes]:
    estimate(Corpus.of(TEXT), 3).model.save(folder / "lm.lm")
    return [(folder / "lm.lm").read_bytes()]


def _score(path: Path) -> None:
    model = LanguageModel.read(path)
    model.score(["the old house is unheard of", ""])
    model.verify()
    path.with_name("written.arpa").unlink(missing_ok=True)
    write_arpa(path.with_name("written.arpa"), model.ngrams)


def _table(folder: Path) -> list[bytes]:
    (folder / "text").write_text(TABLE)
    read_moses(folder / "text", path=folder / "table")
    return [(folder / "table").read_bytes()]


def _use_table(path: Path) -> None:
    table = PhraseTable.read(path)
    for phrase in ("das", "das haus", "x"):
        table.options(phrase)
    for _ in table.phrases():
        pass
    table.verify()
    table.filtered(path.with_name("filtered"))
    shutil.rmtree(path.with_name("moses"), ignore_errors=True)
    table.write_moses(path.with_name("moses"))


def _read_table(path: Path) -> None:
    _use_table(read_moses(path, path=path.with_name("made")).file.path and path.with_name("made"))


def _read_reordering(path: Path) -> None:
    (path.with_name("text")).write_text(PHRASES)
    read_moses(path.with_name("text"), [path], path=path.with_name("made"), reordering_models=[KIND])


def _read_rules(path: Path) -> None:
    grammar = read_rules(path, path.with_name("made"))
    write_rules(grammar, path.with_name("written"), format="cdec")


def _phrase_model(folder: Path) -> None:
    (folder / "text").write_text(TABLE)
    write_arpa(folder / "arpa", estimate(Corpus.of(TEXT), 2).ngrams)
    assemble(str(folder / "model"), [folder / "text"], [folder / "arpa"], texts=ModelTexts(("de", "en")))
    for path in (folder / "model").iterdir():
        path.rename(folder / path.name)


def _file_of(make, name: str):
    """What a folder that is made has under a name."""

    def seeds(folder: Path) -> list[bytes]:
        (folder / "whole").mkdir()
        make(folder / "whole")
        return [(folder / "whole" / name).read_bytes()]

    return seeds


def _grammar_model(folder: Path) -> None:
    small_grammar(folder / "grammar", 4)
    for path in (folder / "grammar").iterdir():
        path.rename(folder / path.name)


def _oriented_model(folder: Path) -> None:
    """A grammar with a model of what fills its gaps."""
    text = Corpus.of(["s0 s1 s2", "s2 s1 s0"])
    links = np.array([(i, i) for _ in range(2) for i in range(3)], np.int32)
    settings = RuleExtraction.of("loose", orientation=True)
    table = extract_rules(text, text, links, np.array([0, 3, 6]), folder / "phrases.table", settings=settings)
    estimate(Corpus.of(TEXT), 2).model.save(folder / "lm.lm")
    language = Language(LanguageModel.read(folder / "lm.lm"))
    model = Model([Table(table, TableFeatures(reordering=()))], [language], {}, glue=Glue())
    model.with_weights(dict.fromkeys(model.feature_names, 0.1)).save(folder)


def _translate(folder: Path) -> None:
    decoder = open_decoder(Model.read(folder))
    texts = ModelTexts.read(folder)
    list(decoder.translate(texts.source(["das haus ist s1 s2", "s0 s1 s2", ""]), nbest=3).best())


def _rewrite(folder: Path) -> None:
    """A grammar in use, and as text."""
    _translate(folder)
    table = PhraseTable.read(folder / "phrases.table")
    write_rules(table, folder / "written", format="moses")
    write_rules(table, folder / "written", format="joshua")


def _gap_model(folder: Path) -> None:
    """A model whose phrases have gaps on both sides."""
    (folder / "text").write_bytes(GAPS)
    table = read_moses(folder / "text", path=folder / "phrases.table", gaps=True)
    estimate(Corpus.of(TEXT), 2).model.save(folder / "lm.lm")
    language = Language(LanguageModel.read(folder / "lm.lm"))
    model = Model([Table(table, TableFeatures(reordering=()))], [language], {}, SparseFeatures())
    model.with_weights(dict.fromkeys(model.feature_names, 0.1)).save(folder)


def _gaps_filled(folder: Path) -> None:
    decoder = open_decoder(Model.read(folder))
    list(decoder.translate(["ich rufe das haus an", "das haus ist nicht klein", ""], nbest=3).best())
    _use_table(folder / "phrases.table")


def _read_gaps(path: Path) -> None:
    read_moses(path, path=path.with_name("made"), gaps=True)
    _use_table(path.with_name("made"))


def _any_text(path: Path) -> None:
    """What `translate` does with a text, its markup and all."""
    if path not in _translators:
        _translators.clear()
        _phrase_model(path.parent)
        _translators[path] = Translator(path.parent, threads=1)
    lines = read_lines(path)
    opened = _translators[path]
    opened.texts.restored(list(opened.decoder.translate(opened.texts.source(lines), nbest=2).best()))


_translators: dict[Path, Translator] = {}


def _moses(folder: Path) -> None:
    for name, text in (("phrases", PHRASES), ("reordering", REORDERING), ("lm.arpa", f"{ARPA}\\end\\\n")):
        (folder / name).write_text(text)


def _convert(path: Path) -> None:
    shutil.rmtree(path.with_name("model"), ignore_errors=True)
    convert(path, path.with_name("model"))


def _chart(folder: Path) -> None:
    for name, text in (("rules", chart.RULES), ("glue", chart.GLUE), ("lm.arpa", chart.ARPA)):
        (folder / name).write_text(text)


OLD_INI = b"""[ttable-file]
0 0 0 2 phrases

[lmodel-file]
8 0 1 lm.arpa

[distortion-file]
0-0 wbe-msd-bidirectional-fe-allff 6 reordering

[weight-d]
0.3
0.1
0.1
0.1
0.1
0.1
0.1

[weight-l]
0.5

[weight-t]
0.2
0.3

[weight-w]
-1
"""

MODEL_TARGETS = [
    Target("arpa", _score, _arpa, file="lm.arpa"),
    Target("lm", _score, _lm, FLAT, file="lm.lm"),
    Target("phrase-text", _read_table, lambda folder: [TABLE.encode()]),
    Target("reordering-text", _read_reordering, lambda folder: [REORDERING.encode()]),
    Target("phrase-table", _use_table, _table, FLAT),
    Target("gap-text", _read_gaps, lambda folder: [GAPS]),
    Target(
        "gap-table",
        _gaps_filled,
        _file_of(_gap_model, "phrases.table"),
        FLAT,
        "phrases.table",
        _gap_model,
        True,
    ),
    Target("source-text", _any_text, lambda folder: [SOURCE]),
    Target("added-pairs", read_pairs, lambda folder: [ADDED], JSON),
    Target("rule-text", _read_rules, lambda folder: RULES),
    Target(
        "model.json",
        _translate,
        _file_of(_phrase_model, "model.json"),
        JSON,
        "model.json",
        _phrase_model,
        True,
    ),
    Target(
        "texts.json",
        _translate,
        _file_of(_phrase_model, "texts.json"),
        JSON,
        "texts.json",
        _phrase_model,
        True,
    ),
    Target(
        "model-table",
        _translate,
        _file_of(_phrase_model, "phrases.table"),
        FLAT,
        "phrases.table",
        _phrase_model,
        True,
    ),
    Target("model-lm", _translate, _file_of(_phrase_model, "lm.lm"), FLAT, "lm.lm", _phrase_model, True),
    Target(
        "grammar-table",
        _rewrite,
        _file_of(_grammar_model, "phrases.table"),
        FLAT,
        "phrases.table",
        _grammar_model,
        True,
    ),
    Target(
        "oriented-table",
        _rewrite,
        _file_of(_oriented_model, "phrases.table"),
        FLAT,
        "phrases.table",
        _oriented_model,
        True,
    ),
    Target(
        "grammar.json",
        _translate,
        _file_of(_grammar_model, "model.json"),
        JSON,
        "model.json",
        _grammar_model,
        True,
    ),
    Target("moses.ini", _convert, lambda folder: [INI.encode(), OLD_INI], file="moses.ini", beside=_moses),
    Target("chart.ini", _convert, lambda folder: [chart.INI.encode()], file="chart.ini", beside=_chart),
]
