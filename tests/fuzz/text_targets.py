"""Text in all its forms, what is learned from it, alignments, recipes, studies and spec strings."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pitchpipe.align import Aligner, Alignments, find_aligner
from pitchpipe.analysis import placed, read_expected
from pitchpipe.decoder.markup import parse_markup
from pitchpipe.decoder.terms import Terms
from pitchpipe.errors import InputError
from pitchpipe.files import ParallelText, read_lines, read_sentences, read_versions, write_texts
from pitchpipe.files.packing import ENDINGS
from pitchpipe.grammar.extraction import extract_rules, rule_settings
from pitchpipe.grammar.trees import Trees
from pitchpipe.lm import WordClasses, estimate
from pitchpipe.metrics import find_metric
from pitchpipe.metrics.function_words import find_words
from pitchpipe.metrics.paraphrases import read_paraphrases
from pitchpipe.metrics.wordnet import find_synonyms
from pitchpipe.online.methods import find_online
from pitchpipe.phrases import extract
from pitchpipe.study import read_study
from pitchpipe.study.reading import read_pairs
from pitchpipe.text import Compounds, Corpus, KnownForms, Pieces, Truecaser, find_tokenizer, prepare
from pitchpipe.text.plan import plan_text
from pitchpipe.text.restoration import restore
from pitchpipe.training.recipe import Recipe
from pitchpipe.tuning import find_method
from pitchpipe.tuning.setting_search import parse_ranges, search_settings

from ..study.studies import LISTS, SYNTHETIC
from .mutations import BYTES, TEXT
from .sealed import FLAT
from .target import Target

LINES = ["Das kleine Haus ist alt .", "Das Haus ist klein .", "ein altes Haus", "Wir sehen das Haus ."] * 3
RAW = ['"Wie geht\'s?", fragte Dr. Müller (um 12:30 Uhr).', "Das kostet 3.50 €, oder?", "http://a.b/c?d=e"]
TMX = b"""<?xml version="1.0"?>
<tmx version="1.4"><header srclang="de" datatype="plain"/><body>
<tu><tuv xml:lang="de"><seg>ein <bpt i="1">Haus</bpt></seg></tuv><tuv xml:lang="en"><seg>a house</seg></tuv></tu>
<tu><tuv xml:lang="de"><seg>zwei &amp; drei</seg></tuv><tuv xml:lang="en"><seg>two</seg></tuv></tu>
</body></tmx>
"""
SGML = b"""<refset setid="a" srclang="de" trglang="en"><doc docid="1" sysid="r"><seg id="1">a house</seg>
<seg id="2">two &lt; three</seg></doc></refset>
"""
XML = b"""<?xml version='1.0'?><dataset id="a"><doc id="1"><src lang="de"><p><seg id="1">Haus</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">house</seg></p></ref></doc></dataset>
"""
RECIPE = b'[text]\ntrain = ["a.de", "a.en"]\ndev = ["b.de", "b.en"]\nlm = []\n\n[settings]\norder = 3\nmethod = "mert"\nbeam = 50\n'
SPECS = (
    *(
        b"bleu",
        b"bleu:2",
        b"bleu - ter",
        b"chrf + 2*meteor",
        b"meteor(alpha=0.5)",
        b"command('x', source=true)",
        b"bleu:9",
    ),
    *(
        b"mert",
        b"mert(directions=random, smoothing=average:3)",
        b"pro(classifier=svm)",
        b"kbmira",
        b"risk(l2=0.1)",
    ),
    *(
        b"adagrad(rate=0.02, l1=0.1)",
        b"moses:de",
        b"hmm(model1=5)",
        b"learned(my.metric)",
        b"0.5*bleu - ter + wer",
    ),
)


VARIED = b"""[text]
model = "model"
dev = ["dev.de", "dev.en"]

[test]
news = ["news.de", "news.en"]

[grid]
methods = ["mert", "pro"]
beams = [10, 50]

[vary]
sparse = ["none", "PT+AL"]
max_dev_sentences = [100, 400]

[method.mert]
sparse = "none"
tune_on = "dev"

[tune_on.web]
files = ["web.de", "web.en"]

[tune_on.half]
sentences = 200
choose = "random"

[order]
news = "news.order"

[report]
words = ["house"]
"""
PAIRS = b"""[pair.german]
train = ["train.de", "train.en"]
dev = ["dev.de", "dev.en"]
test = ["test.de", "test.en"]

[pair.head-final]
variety = "head-final"
sentences = 100

[train]
order = 3

[grid]
methods = ["kbmira"]
replicas = 2
"""
TREES = b"""(S (NP (DT the) (NN house)) (VP (VBZ is) (ADJP (JJ old))))
( (S (NP (PRP he)) (VP (VBZ goes) (. -LRB-))))
()
"""
MARKED = b"""das ist <n translation="a house" prob="0.8">ein haus</n> &amp; mehr
<np translation="the house||a house" prob="0.8||0.2">das haus</np> < 5
kein
"""
RANGES = (b"alpha=0..2, beam=4..32", b"norm=none|length|log,x=-1.5..3e2/0.5", b"b=1..3/1")


def _learned(kind):
    def seeds(folder: Path) -> list[bytes]:
        made = kind.train(Corpus.of(LINES))
        made.save(folder / "made")
        return [(folder / "made").read_bytes()]

    return seeds


def _truecaser(path: Path) -> None:
    read = Truecaser.read(path)
    read.truecase(LINES[:2])
    read.recase(["das haus"], "frequent")


def _compounds(path: Path) -> None:
    Compounds.read(path).split("Hausboot haus")


def _word_classes(path: Path) -> None:
    read = WordClasses.read(path)
    read.native(estimate(Corpus.of([*read.of.values()]), 2).model)


def _known_forms(path: Path) -> None:
    KnownForms.read(path).rewrite("häuser Hausboot klein")


def _pieces(path: Path) -> None:
    read = Pieces.read(path)
    read.joined(read.cut(LINES[:2]))


def _made_compounds(folder: Path) -> list[bytes]:
    Compounds({"Hausboot": ("Haus", "Boot"), "Bootshaus": ("Boot", "Haus")}).save(folder / "made")
    return [(folder / "made").read_bytes()]


def _made_pieces(folder: Path) -> list[bytes]:
    Pieces.train(LINES, 60).save(folder / "made")
    return [(folder / "made").read_bytes()]


def _parallel(path: Path) -> None:
    ParallelText.read([path])


def _sentences(path: Path) -> None:
    read_sentences(path)
    read_versions(path)


def _alignments(path: Path) -> None:
    text = Corpus.of(["a b c", "d e", ""])
    assert Alignments.read(path).pharaoh is not None
    Alignments.read(path, text, text)


def _order(path: Path) -> None:
    for each in read_expected(path, ["a b c", "d e", ""]):
        for one in each:
            placed(one, [(0, 1), (2, 0)])


def _aligner(path: Path) -> None:
    learned = Aligner.read(path)
    learned.align(Corpus.of(LINES[:2]), Corpus.of(LINES[1:3]))


def _made_aligner(folder: Path) -> list[bytes]:
    text = Corpus.of(LINES)
    find_aligner("hmm").train(text, text).save(folder / "made")
    return [(folder / "made").read_bytes()]


def _spec(path: Path) -> None:
    """A spec string of every family; that it is of none is an error too."""
    spec = path.read_bytes().decode(errors="replace")
    for find in (find_metric, find_method, find_online, find_tokenizer, find_aligner):
        try:
            find(spec)
        except InputError as error:
            refused = error
        else:
            return
    raise refused


def _paraphrases(path: Path) -> None:
    read_paraphrases.__globals__["_read"].cache_clear()
    read_paraphrases(str(path))


def _synonyms(folder: Path) -> None:
    find_synonyms.__globals__["_read"].cache_clear()
    find_synonyms(str(folder))


def _function_words(path: Path) -> None:
    find_words(str(path))


def _trees(path: Path) -> None:
    """Trees over a text, and the rules that follow from them."""
    target = Corpus.of(["the house is old", "he goes (", "no tree"])
    trees = Trees.of(read_lines(path), target)
    links = np.array([[0, 0], [1, 1], [2, 2], [3, 3], [0, 0], [1, 1]], np.int32)
    settings = rule_settings("ghkm") if trees.labels else rule_settings("moses")
    extract_rules(
        Corpus.of(["das haus ist alt", "er geht (", "kein"]),
        target,
        links,
        np.array([0, 4, 6, 6], np.int64),
        path.with_name("table"),
        settings=settings,
        trees=trees if trees.labels else None,
    )


def _markup(path: Path) -> None:
    for line in read_lines(path):
        for escapes in (False, True):
            parse_markup(line, escapes=escapes)


def _ranges(path: Path) -> None:
    ranges = parse_ranges(path.read_bytes().decode(errors="replace"))
    search_settings(lambda values: 1.0, ranges, higher_is_better=True, evaluations=8)


def _raw(path: Path) -> None:
    """What `prepare` and `restore` do with a raw text, once as each of its sides."""
    lines = read_lines(path)
    plan = plan_text(lines)
    made = prepare(lines, lines, languages=(plan.tokenizer, "en"), truecase=True, normalize=True)
    restore(made.source, language=plan.tokenizer, truecaser=(made.truecasers or (None,))[0])


def _tokenised(path: Path) -> None:
    """What `train` makes of a text: a language model, alignments and phrases."""
    lines = read_lines(path)
    made = prepare(lines, lines[::-1])
    source, target = Corpus.of(made.source), Corpus.of(made.target)
    estimate(target, 2)
    links = find_aligner("hmm").train(source, target).align(source, target)
    extract(source, target, links.links, links.offsets, path.with_name("table"))


def _packed(folder: Path) -> list[bytes]:
    paths = [folder / f"text{ending}" for ending in ENDINGS]
    write_texts({str(path): LINES for path in paths})
    return [path.read_bytes() for path in paths]


TEXT_TARGETS = [
    Target("raw-text", _raw, lambda folder: ["\n".join([*LINES, *RAW, ""]).encode()]),
    Target("training-text", _tokenised, lambda folder: ["\n".join([*LINES, ""]).encode()]),
    Target("packed", read_lines, _packed, BYTES),
    Target("tmx", _parallel, lambda folder: [TMX]),
    Target("sgml", _sentences, lambda folder: [SGML, XML]),
    Target("parallel-xml", _parallel, lambda folder: [XML]),
    Target("parallel-tsv", _parallel, lambda folder: [b"ein Haus\ta house\nzwei\ttwo\n"]),
    Target("truecaser", _truecaser, _learned(Truecaser)),
    Target("known-forms", _known_forms, _learned(KnownForms)),
    Target("compounds", _compounds, _made_compounds),
    Target(
        "word-classes", _word_classes, lambda folder: [b"Haus\t1\nist\t10\n.\t2\n", b"das\tDET\nHaus\tNOUN\n"]
    ),
    Target("pieces", _pieces, _made_pieces, BYTES),
    Target("alignments", _alignments, lambda folder: [b"0-0 1-1 2-2\n0-0\n\n", b"0-0\n1-1 0-1\n\n"]),
    Target("word-order", _order, lambda folder: [b"0 1+2\n\n\n", b"2 0; 1 2\n1 0\n\n"]),
    Target("aligner", _aligner, _made_aligner, FLAT),
    Target("terms", Terms.read, lambda folder: [b"Haus\thouse\nkleines Haus\tcottage\n# no\n"]),
    Target("recipe", Recipe.read, lambda folder: [RECIPE]),
    Target("study", read_study, lambda folder: [SYNTHETIC.encode(), LISTS.encode(), VARIED]),
    Target("study-pairs", read_pairs, lambda folder: [PAIRS]),
    Target("trees", _trees, lambda folder: [TREES]),
    Target("markup", _markup, lambda folder: [MARKED]),
    Target("setting-ranges", _ranges, lambda folder: RANGES),
    Target("spec", _spec, lambda folder: SPECS),
    Target(
        "paraphrases",
        _paraphrases,
        lambda folder: [b"0.5\na b\nc\n0.1\nd\ne f\n", b"0.2 <p>a b</p> <p>c</p>\n"],
    ),
    Target("function-words", _function_words, lambda folder: [b"the\nof\nand\n", b"the 10\nof 5\n"]),
    Target(
        "wordnet",
        _synonyms,
        lambda folder: [b"house\n1 2 3\nhome\n2 3\n"],
        TEXT,
        file="english.synsets",
        beside=lambda folder: (folder / "english.exceptions").write_bytes(b"house\nhouses\n"),
        whole_folder=True,
    ),
]
