"""Parallel text from two files, from TSV and from translation memories."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.files import ParallelText
from pitchpipe.files.parallel import is_parallel
from pitchpipe.files.test_sets import root_of

PLAIN = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).map(
    lambda text: " ".join(text.split())
)


def tmx(*units, header='srclang="de-DE"', before=""):
    """A memory; each unit has texts by language, as they stand in the file."""
    body = "".join(
        "<tu>"
        + "".join(f'<tuv xml:lang="{code}"><seg>{text}</seg></tuv>\n' for code, text in unit)
        + "</tu>\n"
        for unit in units
    )
    return (
        f'<?xml version="1.0"?>\n{before}<tmx version="1.4"><header {header}/><body>\n{body}</body></tmx>\n'
    )


HOUSE = [("en-US", "a house"), ("de-DE", "ein Haus")]
DOG = [("de-AT", "ein Hund"), ("en-GB", "a dog")]


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read(*texts, languages=(None, None)):
        names = [f"text{number}" for number in range(len(texts))]
        for name, text in zip(names, texts, strict=True):
            (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return ParallelText.read(names, languages)

    return read


def refusal(read, *texts, **how):
    with pytest.raises(InputError) as error:
        read(*texts, **how)
    return str(error.value)


def test_two_files_and_a_tsv_give_the_same(read):
    both = read("ein Haus\n\nein Hund\n", "a house\n\na dog\n")
    assert both == read("ein Haus\ta house\n\nein Hund\ta dog\n")
    assert both.source == ["ein Haus", "", "ein Hund"]
    assert both.references == [["a house", "", "a dog"]]


@pytest.mark.parametrize(
    ("line", "found"), [("a b", "no tab"), ("a\tb\tc", "3 columns"), ("1\tein\t2\tone", "4 columns")]
)
def test_a_tsv_has_two_columns(read, line, found):
    assert refusal(read, f"a\tb\n{line}\n").startswith(
        f"text0:2: found {found}, expected a source and its trans"
    )


def test_an_empty_file_is_refused(read):
    assert refusal(read, "") == "text0: found no lines, expected a text"


@given(st.lists(st.tuples(PLAIN, PLAIN), min_size=1, max_size=4), st.sampled_from(["utf-8", "utf-16"]))
def test_pairs_in_a_memory_come_out_as_they_were(tmp_path_factory, pairs, encoding):
    path = tmp_path_factory.mktemp("memory") / "memory"
    escaped = [[(code, html.escape(text)) for code, text in zip("xy", pair, strict=True)] for pair in pairs]
    units = [[("de", unit[0][1]), ("en", unit[1][1])] for unit in escaped]
    text = tmx(*units).replace('"1.0"', f'"1.0" encoding="{encoding}"')
    path.write_bytes(text.encode(encoding))
    found = ParallelText.read([path])
    assert list(zip(found.source, found.references[0], strict=True)) == pairs


def test_regions_match_their_language_and_other_units_are_counted(read):
    found = read(tmx(HOUSE, DOG, [("de", "allein")], [("fr", "un"), ("en", "one")]), languages=("de", "en"))
    assert found == ParallelText(["ein Haus", "ein Hund"], [["a house", "a dog"]], ("de", "en"), 2)


def test_a_region_that_is_asked_for_is_the_only_one(read):
    assert read(tmx(HOUSE, DOG), languages=("de_at", "EN")).source == ["ein Hund"]


def test_just_that_language_goes_before_its_regions(read):
    unit = [("en-US", "color"), ("en", "colour"), ("de", "Farbe"), ("de", "Ton")]
    found = read(tmx(unit), languages=("de", "en"))
    assert (found.source, found.references) == (["Farbe"], [["colour"]])


@pytest.mark.parametrize(
    ("header", "source"), [("", "a house"), ('srclang="de"', "ein Haus"), ('srclang="*all*"', "a house")]
)
@pytest.mark.parametrize("languages", [(None, None), ("auto", "auto"), ("none", "none")])
def test_two_languages_need_no_names_and_the_header_says_which_is_the_source(read, header, source, languages):
    assert read(tmx(HOUSE, header=header), languages=languages).source == [source]


def test_one_name_is_enough_for_two_languages(read):
    assert read(tmx(HOUSE), languages=("en", None)).source == ["a house"]


def test_two_regions_of_one_language_are_two_languages(read):
    found = read(tmx([("en-US", "color"), ("en-GB", "colour")], header='srclang="en-GB"'))
    assert (found.source, found.references) == (["colour"], [["color"]])


def test_the_old_name_of_the_attribute_is_read(read):
    assert read(tmx(HOUSE).replace("xml:lang", "lang")).source == ["ein Haus"]


def test_text_is_kept_and_codes_are_not(read):
    text = (
        'Click <bpt i="1">&lt;b></bpt>here<ept i="1">&lt;/b></ept>,\n\t<hi>dear <hi>friend</hi></hi>'
        '<ph x="1">{\\*<sub>note</sub><hi>}</hi></ph><it pos="begin">[i]</it> &amp; <ut>u</ut>go&#46;'
    )
    found = read(tmx([("de", "x"), ("en", text)]), languages=("de", "en"))
    assert found.references == [["Click here, dear friend & go."]]


def test_an_entity_of_html_is_decoded_though_its_declaration_is_not_read(read):
    doctype = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n'
    unit = [("de", "x&nbsp;y"), ("en", "&eacute;")]
    assert read(tmx(unit, before=doctype)).references == [["é"]]
    unit = [("de", "x"), ("en", "&nosuch;")]
    assert "found the entity &nosuch;" in refusal(read, tmx(unit, before=doctype))


BOMB = '<!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'
OUTSIDE = '<!DOCTYPE tmx [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n'
THREE = tmx(HOUSE, DOG, [("fr", "x"), ("de", "y")])


@pytest.mark.parametrize(
    ("text", "languages", "sentence"),
    [
        (
            tmx(HOUSE, before=BOMB),
            (),
            "text0:2: found a declaration of the entity 'a', expected none in a TMX file",
        ),
        (
            tmx(HOUSE, before=OUTSIDE),
            (),
            "text0:2: found a declaration of the entity 'a', expected none in a TMX file",
        ),
        (
            tmx(HOUSE)[:-40],
            (),
            "text0:4: found XML that is not well formed (no element found), expected a whole TMX file",
        ),
        (tmx(), (), "text0: found no unit with a language, expected <tu> with <tuv xml:lang=...>"),
        (THREE, ("de", "it"), "text0: found no unit in it, expected one of en-US (1), "),
        (
            THREE,
            (None, None),
            "expected two languages; name them with --source-language and --target-language",
        ),
        (THREE, ("en", "fr"), "text0: found no unit in both en and fr, expected some; the file has "),
    ],
)
def test_a_bad_memory_is_an_error_of_one_sentence(read, text, languages, sentence):
    assert sentence in refusal(read, text, languages=languages or (None, None))


def test_a_memory_beside_another_file_is_refused(read):
    assert (
        refusal(read, tmx(HOUSE), "x\n")
        == "text0: found a TMX file, expected a text; give it alone, for both sides"
    )


def test_a_set_of_wmt_has_both_sides(read):
    text = (
        "<dataset><doc id='d'><src lang='de'><seg id='1'>eins</seg></src>"
        "<ref lang='en' translator='A'><seg id='1'>one</seg></ref></doc></dataset>"
    )
    assert read(text) == ParallelText(["eins"], [["one"]])


def test_which_file_holds_both_sides(tmp_path):
    for name, text in (("a.tsv", "x"), ("b.TSV.gz", "x"), ("c", tmx(HOUSE)), ("d.txt", "a\tb")):
        (tmp_path / name).write_text(text)
    assert [name for name in ("a.tsv", "b.TSV.gz", "c", "d.txt") if is_parallel(tmp_path / name)] == [
        "a.tsv",
        "b.TSV.gz",
        "c",
    ]


def test_files_of_both_sides_are_not_a_side_each(tmp_path):
    (tmp_path / "val.tsv").write_text("ein\tone\nzwei\ttwo\n")
    (tmp_path / "val.en").write_text("one\ntwo\n")
    for files in (["val.tsv", "val.tsv"], ["val.en", "val.tsv"]):
        with pytest.raises(
            InputError, match=r"val.tsv: found two columns, expected one side of a text; give"
        ):
            ParallelText.read([tmp_path / file for file in files])


@pytest.mark.parametrize("before", [b"\n" * 300, b"<?a?>" * 300, b"<!-- -->" * 300, b"<!DOCTYPE a []>" * 300])
def test_what_comes_before_a_root_is_looked_through_once(before: bytes) -> None:
    """A pattern that tries every division of it takes longer than anyone waits."""
    assert root_of(b"<?xml?>" + before + b"<<") is None
    assert root_of(b"<?xml?>" + before + b"<tmx version='1.4'>") == "tmx"
