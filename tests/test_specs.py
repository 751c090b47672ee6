"""Spec strings: the same in Python, in TOML and on the command line."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import InputError
from pitchpipe.files.toml import read_tables, write_tables
from pitchpipe.settings import Settings, setting
from pitchpipe.specs import Spec, Term, parse_expression, parse_settings, parse_spec, split_specs


@dataclass(frozen=True)
class Program(Settings):
    name: ClassVar[str] = "program"
    positional: ClassVar[str] = "line"

    line: str = setting("", "what to run")
    title: str = setting("none", "a text")
    workers: int = setting(1, "how many", minimum=1)


def built(text):
    spec = parse_spec(text)
    return Program.from_spec(spec.positional, spec.options)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("learned(my.metric)", Spec("learned", "my.metric")),
        ("learned( models/a b.metric )", Spec("learned", "models/a b.metric")),
        ("learned:my.metric", Spec("learned", "my.metric")),
        ("bleu(2)", Spec("bleu", "2")),
        ("bleu(2, smooth=none)", Spec("bleu", "2", {"smooth": "none"})),
        ("bleu:2(smooth=none)", Spec("bleu", "2", {"smooth": "none"})),
        ('command("python scorer.py", workers=4)', Spec("command", "python scorer.py", {"workers": "4"})),
        ('command("f(a, b)=c", x="1,2")', Spec("command", "f(a, b)=c", {"x": "1,2"})),
        ("command('say \"hi\"')", Spec("command", 'say "hi"')),
        (r'command("say \"hi\" \\ \n")', Spec("command", r'say "hi" \ \n')),
        (r"command('a\b')", Spec("command", r"a\b")),
        ('command(program="")', Spec("command", None, {"program": ""})),
        ("mert()", Spec("mert")),
        ("mert(a=1,)", Spec("mert", None, {"a": "1"})),
        (
            'best(of=command("a)", n=2), k=1)',
            Spec("best", None, {"of": 'command("a)", n=2)', "k": "1"}),
        ),
        ("best(mean(a(b), c))", Spec("best", "mean(a(b), c)")),
    ],
)
def test_a_spec_is_read(text, expected):
    assert parse_spec(text) == expected


def test_quotes_stand_in_expressions():
    terms = parse_expression("bleu - 0.5*command(\"a - b\", x='*')")
    assert terms == [Term(1, Spec("bleu")), Term(-0.5, Spec("command", "a - b", {"x": "*"}))]


@pytest.mark.parametrize(
    ("text", "rest", "expected"),
    [
        ("a(b=1, c)", "c)", "a setting with = and a value"),
        ("a(b, c)", "c)", "a setting with = and a value"),
        ("a:b(c)", "c)", "a setting with = and a value"),
        ("a(b=)", ")", "a value"),
        ("a(,)", ",)", "a value"),
        ('a("b)', '"b)', "a value"),
        ("a(b='c)", "'c)", "a value"),
        ('a("b"c)', "c)", ", or )"),
        ("a(b=c=d)", "=d)", ", or )"),
        ("a(b(c)", "", ", or )"),
        ("a(b(c", "", ") after the settings"),
        ("a(b))", ")", "+, - or the end"),
    ],
)
def test_what_cannot_be_read_says_where(text, rest, expected):
    with pytest.raises(InputError) as error:
        parse_spec(text)
    assert str(error.value) == f"in {text!r}, found {rest!r} where {expected} was expected"


def test_a_setting_is_set_once():
    with pytest.raises(InputError, match="b is set twice"):
        parse_spec("a(b=1, b=2)")
    with pytest.raises(InputError, match="program: line is set twice, by 'x' and by its name"):
        built("program(x, line=y)")


def test_settings_alone_have_names():
    assert parse_settings("beam=5, names='a, b'") == {"beam": "5", "names": "a, b"}
    with pytest.raises(InputError, match="in 'beam', found 'beam' where = after a setting was expected"):
        parse_settings("beam")


def test_specs_are_cut_at_commas_outside_brackets_and_quotes():
    text = " mert, pro(samples=50, l2=1),command('a, b', x=\"(\"), learned(c(d, e), f),, bleu"
    assert split_specs(text) == [
        "mert",
        "pro(samples=50, l2=1)",
        "command('a, b', x=\"(\")",
        "learned(c(d, e), f)",
        "bleu",
    ]
    assert split_specs("a'b, c") == ["a'b", "c"]


@pytest.mark.parametrize(
    ("program", "spec"),
    [
        (Program(), "program"),
        (Program("a"), "program:a"),
        (Program("0.5"), "program:0.5"),
        (Program("1e-05"), "program(1e-05)"),
        (Program("my.metric", workers=4), "program(my.metric, workers=4)"),
        (Program("python scorer.py"), "program(python scorer.py)"),
        (Program("a=b"), 'program("a=b")'),
        (Program("f(x, y)"), "program(f(x, y))"),
        (Program("f(x"), 'program("f(x")'),
        (Program(title=""), 'program(title="")'),
        (Program(title=' "'), r'program(title=" \"")'),
    ],
)
def test_a_spec_is_written(program, spec):
    assert program.spec == spec
    assert built(spec) == program


@given(st.text(), st.text(), st.integers(1, 9))
def test_every_text_comes_back(line, title, workers):
    program = Program(line, title, workers)
    assert built(program.spec) == program
    assert parse_expression(f"{program.spec} - 2*{program.spec}")[1] == Term(-2, parse_spec(program.spec))
    assert split_specs(f"{program.spec},{program.spec}") == [program.spec] * 2


@pytest.mark.parametrize(
    "line", ['command("f(x), y=1", workers=4)', "learned(my.metric)", r"a('\\', b=\"\\\"\")"]
)
def test_toml_has_the_same_strings(tmp_path, line):
    write_tables(tmp_path / "a.toml", {"tuning": {"metric": line}})
    assert read_tables(tmp_path / "a.toml", ["tuning"])["tuning"]["metric"] == line
    literal = f"[tuning]\nmetric = '''{line}'''\n"
    (tmp_path / "b.toml").write_text(literal)
    assert read_tables(tmp_path / "b.toml", ["tuning"]) == {"tuning": {"metric": line}}
