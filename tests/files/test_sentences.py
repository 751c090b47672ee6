"""Texts of sentences: lines, and test sets in the markup of NIST and WMT."""

import gzip
import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.files import matched, read_sentences, read_versions
from pitchpipe.files.line_batches import line_batches
from pitchpipe.files.sentences import OUTPUT

SEGMENTS = "<hl><seg id=\"1\"> A &amp; B </seg></hl><p>\n<seg id='2'>AT&T cost <\n 3 &#8364;&quot;</seg></p>"
LINES = ["A & B", 'AT&T cost < 3 €"']
WMT = """<?xml version='1.0' encoding='utf-8'?>
<!-- a test set -->
<dataset id="toy">
  <doc origlang="de" id="one">
    <src lang="de"><p><seg id="1">ein Haus</seg><seg id="2">zwei &lt;Hunde&gt;</seg></p></src>
    <ref lang="en" translator="A"><p><seg id="1">a house</seg><seg id="2">two dogs</seg></p></ref>
    <ref lang="en" translator="B"><p><seg id="1">one house</seg><seg id="2">2 dogs</seg></p></ref>
    <hyp system="x" language="en"><p><seg id="1">house</seg><seg id="2">dogs</seg></p></hyp>
  </doc>
</dataset>
"""
PLAIN = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).map(
    lambda text: " ".join(text.split())
)


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    return write


def refset(*versions, kind="refset"):
    documents = "".join(f'<doc sysid="{who}" docid="d">{text}</doc>\n' for who, text in versions)
    return f'<{kind} setid="toy" srclang="any" trglang="en">\n{documents}</{kind}>\n'


@pytest.mark.parametrize("kind", ["srcset", "refset", "tstset", "REFSET"])
@pytest.mark.parametrize("before", ["", "\n", "\ufeff", '<!DOCTYPE mteval SYSTEM "mteval.dtd">\n<!-- x -->'])
def test_segments_of_a_nist_set_are_sentences(write, kind, before):
    found = read_sentences(write("set.sgm", before + refset(("a", SEGMENTS), kind=kind)))
    assert found.lines == LINES
    assert found.ids == ("1 of document 'd'", "2 of document 'd'")


def test_a_packed_set_is_read_too(write):
    assert read_sentences(write("set.gz", gzip.compress(refset(("a", SEGMENTS)).encode()))).lines == LINES


@given(st.lists(PLAIN, min_size=1, max_size=4))
def test_text_in_a_segment_comes_out_as_it_was(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("set") / "set.xml"
    segments = "".join(f'<seg id="{n}">{html.escape(line)}</seg>\n' for n, line in enumerate(lines))
    path.write_text(f"<dataset><doc id='d'><src lang='de'>{segments}</src></doc></dataset>")
    assert read_sentences(path).lines == lines


def test_each_part_of_a_wmt_set_is_found(write):
    write("set.xml", WMT)
    assert read_sentences("set.xml").lines == ["ein Haus", "zwei <Hunde>"]
    assert [one.lines for one in read_versions("set.xml")] == [
        ["a house", "two dogs"],
        ["one house", "2 dogs"],
    ]
    assert [one.name for one in read_versions("set.xml")] == ["set.xml, A", "set.xml, B"]
    assert read_sentences("set.xml", OUTPUT).lines == ["house", "dogs"]


def test_entities_are_decoded_once_and_character_data_is_not(write):
    text = '<seg id="1">&amp;lt; &nosuch; &copy <![CDATA[&amp; <b>]]></seg>'
    assert read_sentences(write("a.sgm", refset(("a", text)))).lines == ["&lt; &nosuch; &copy &amp; <b>"]


def test_several_references_of_one_set_are_several_texts(write):
    other = SEGMENTS.replace("A", "X")
    found = read_versions(write("refs.sgm", refset(("a", SEGMENTS), ("b", other))))
    assert [one.lines[0] for one in found] == ["A & B", "X & B"]


def test_sets_in_another_order_are_matched_by_their_ids(write):
    one = refset(("a", '<seg id="1">one</seg><seg id="2">two</seg>'))
    other = refset(("b", '<seg id="2">zwei</seg><seg id="1">eins</seg>'), kind="srcset")
    texts = [read_sentences(write("one", one)), read_sentences(write("other", other))]
    assert matched(texts) == [["one", "two"], ["eins", "zwei"]]


def test_a_set_and_a_plain_text_are_matched_by_position(write):
    texts = [
        read_sentences(write("plain", "eins\nzwei\n")),
        read_sentences(write("a.sgm", refset(("a", SEGMENTS)))),
    ]
    assert matched(texts) == [["eins", "zwei"], LINES]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (refset(("a", '<seg id="1">x')), "bad:2: found <seg>, expected </seg> after it"),
        (refset(("a", '<seg id="1">x<seg id="2">y</seg>')), "bad:2: found <seg>, expected </seg> after it"),
        (
            '<dataset>\n<seg id="1">x</seg></dataset>',
            "bad:2: found <seg>, expected it in a set, as <refset> or <src>",
        ),
        ("<refset></refset>", "bad: found a test set without a segment, expected <seg> and </seg>"),
        (b"<refset>\n\xff</refset>", "bad:2: found a byte that is not UTF-8, expected UTF-8 text"),
        ("<tmx version='1.4'>", "bad: found a TMX file, expected a text; give it alone, for both sides"),
        (
            "<?xml version='1.0'?>\n<xliff></xliff>",
            "bad: found an XML file of <xliff>, expected a text or a test set with <seg>",
        ),
        (refset(("a", SEGMENTS), ("b", SEGMENTS)), "bad: found 2 texts (a, b), expected one"),
    ],
)
def test_bad_markup_is_an_error_with_its_line(write, text, sentence):
    with pytest.raises(InputError) as error:
        read_sentences(write("bad", text))
    assert str(error.value) == sentence


def test_a_part_that_a_set_does_not_have_is_an_error(write):
    write("set.xml", WMT.replace("hyp", "other"))
    with pytest.raises(InputError, match="found source and reference segments, expected output segments"):
        read_sentences("set.xml", OUTPUT)


def test_a_segment_that_is_missing_is_named(write):
    texts = [
        read_sentences(write("ref.sgm", refset(("a", SEGMENTS)))),
        read_sentences(write("out.sgm", refset(("x", '<seg id="1">y</seg>')))),
    ]
    with pytest.raises(InputError) as error:
        matched(texts)
    assert str(error.value) == "out.sgm: found no segment 2 of document 'd', expected it, as ref.sgm has it"


@pytest.mark.parametrize(
    "text", ["<unk> is a word\n", "<tmx is a word\n", "<b>bold</b>\n", "a <refset> b\n", "< 3\n", ""]
)
def test_a_text_with_tags_is_a_text(write, text):
    assert read_sentences(write("text", text)).lines == text.splitlines()


@pytest.mark.parametrize(("text", "lines"), [("a\nb\n", [b"a", b"b"]), (WMT, [b"ein Haus", b"zwei <Hunde>"])])
def test_lines_to_translate_come_from_either(tmp_path, text, lines):
    (tmp_path / "input").write_text(text)
    assert [line for batch in line_batches(tmp_path / "input", 1) for line in batch] == lines
