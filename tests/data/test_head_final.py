"""The head-final variety: verb last, postpositions, relative clauses before their noun."""

import pytest

from pitchpipe.data import language_pair
from pitchpipe.data.language.brackets import unmarked
from pitchpipe.data.language.dictionary import QUESTIONS
from pitchpipe.data.language.english import english
from pitchpipe.data.language.english_verbs import Chooser
from pitchpipe.data.language.head_final import head_final
from pitchpipe.data.language.meaning import align, text
from tests.data.meanings import adverb, clause, joined, noun, pronoun, with_relative

CASES = {
    "verb last, particles for case": (
        clause(
            "geben",
            noun("Lehrerin"),
            receiver=noun("Kind", "a"),
            object=noun("Schlüssel", "ich"),
            tense="past",
        ),
        "Lehrerin ga ein Kind ni mein Schlüssel o gebta .",
        "the teacher gave a child my key .",
        "0-0 0-1 2-3 3-4 5-5 6-6 8-2 9-7",
    ),
    "postpositions": (
        clause(
            "warten",
            noun("Mann"),
            topic=noun("Bus", preposition="auf acc for"),
            place=noun("Straße", preposition="auf dat in"),
        ),
        "Mann ga Straße auf Bus auf wartru .",
        "the man is waiting for the bus in the street .",
        "0-0 0-1 2-8 2-9 3-7 4-5 4-6 5-4 6-2 6-3 7-10",
    ),
    "where one goes": (
        clause("laufen", noun("Hund"), direction=noun("Garten", preposition="in acc to"), tense="past"),
        "Hund ga Garten ine laufta .",
        "the dog ran to the garden .",
        "0-0 0-1 2-4 2-5 3-3 4-2 5-6",
    ),
    "relative clause before its noun": (
        clause(
            "lesen",
            pronoun("sie"),
            object=with_relative(noun("Buch"), clause("kaufen", pronoun("er"), tense="perfect"), "object"),
            tense="perfect",
        ),
        "sie ga er ga kaufta Buch o lesta .",
        "she read the book that he bought .",
        "0-0 2-5 4-4 4-6 5-2 5-3 7-1 8-7",
    ),
    "modal and negation after the verb": (
        clause("anrufen", pronoun("ich"), object=pronoun("they"), modal="können", negated=True),
        "ich ga sie o anruf könnru nai .",
        "I cannot call them .",
        "0-0 2-3 4-2 5-1 6-1 7-4",
    ),
    "conjunction after its clause, which comes first": (
        clause(
            "bleiben",
            pronoun("wir"),
            place=noun("Haus", preposition="in dat in"),
            link=("cause", clause("schlafen", noun("Kind", plural=True))),
        ),
        "Kindlar ga schlafru weil , wir ga Haus in bleibru .",
        "we stay in the house because the children are sleeping .",
        "0-6 0-7 2-8 2-9 3-5 5-0 7-3 7-4 8-2 9-1 10-10",
    ),
    "content clause before the verb that it completes": (
        clause("glauben", noun("Chef"), content="dass", link=("dass", clause("kommen", pronoun("er")))),
        "Chef ga er ga kommru dass glaubru .",
        "the boss believes that he is coming .",
        "0-0 0-1 2-4 4-5 4-6 5-3 6-2 7-7",
    ),
    "owner before what is owned": (
        clause("suchen", pronoun("er"), object=noun("Auto", owner=noun("Bruder", "sie"))),
        "er ga ihr Bruder no Auto o suchru .",
        "he is looking for her brother 's car .",
        "0-0 2-4 3-5 4-6 5-7 7-1 7-2 7-3 8-8",
    ),
    "question": (
        clause(
            "kaufen",
            noun("Frau"),
            object=noun("Brot"),
            question=QUESTIONS["object"],
            gap="object",
            asked=True,
        ),
        "Frau ga was kaufru ka ?",
        "what is the woman buying ?",
        "0-2 0-3 2-0 3-1 3-4 4-5 5-5",
    ),
    "compound": (
        clause(
            "putzen", pronoun("ich"), object=joined("Küchen", "Tisch", "this"), time=adverb("time", "morgen")
        ),
        "morgen ich ga dies Küchentisch o putzru .",
        "I will clean this kitchen table tomorrow .",
        "0-6 1-0 3-3 4-4 4-5 6-1 6-2 7-7",
    ),
}


@pytest.mark.parametrize(("meaning", "source_text", "english_text", "alignment"), CASES.values(), ids=CASES)
def test_a_meaning_is_said_head_last_and_aligned(meaning, source_text, english_text, alignment):
    source, target = unmarked(head_final(meaning)), english(meaning, Chooser())
    assert text(source) == source_text
    assert text(target) == english_text
    assert " ".join(f"{a}-{b}" for a, b in align(source, target)) == alignment


@pytest.fixture(scope="module")
def pairs():
    return [language_pair(1000, 50, 50, variety=variety) for variety in ("german", "head-final")]


def test_both_varieties_say_the_same_in_english(pairs):
    german, other = pairs
    assert german.dev.references == other.dev.references
    shared = sum(a == b for a, b in zip(german.train.references, other.train.references, strict=True))
    assert shared > 900
    assert german.train.source != other.train.source


def test_every_head_final_sentence_ends_in_its_verb(pairs):
    finals = [line.split()[-2] for line in pairs[1].train.source]
    verbal = [word.endswith(("ru", "rou", "ta", "nai", "ka")) for word in finals]
    assert all(verbal)


def test_words_move_further_than_in_german(pairs):
    far = [
        sum(max(abs(a - b) for a, b in links) >= 7 for links in pair.train.alignments) / 1000
        for pair in pairs
    ]
    assert far[0] < 0.25
    assert far[1] > 0.35


def test_source_files_are_named_after_the_variety(pairs, tmp_path):
    assert [pair.files("dev")[0] for pair in pairs] == ["dev.de", "dev.hf"]
    pairs[1].write(tmp_path)
    assert sorted(path.name for path in tmp_path.glob("train.*")) == ["train.align", "train.en", "train.hf"]
