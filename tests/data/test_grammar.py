"""Fixed meanings, said in German and in English, with their alignments: what a teacher would check."""

import pytest

from pitchpipe.data.language.brackets import unmarked
from pitchpipe.data.language.dictionary import QUESTIONS, Preposition
from pitchpipe.data.language.english import english
from pitchpipe.data.language.english_verbs import Chooser
from pitchpipe.data.language.german import german
from pitchpipe.data.language.meaning import align, text
from tests.data.meanings import adverb, clause, joined, name, noun, pronoun, with_relative

YESTERDAY, TOMORROW = adverb("time", "gestern"), adverb("time", "morgen")

CASES = {
    "verb second": (
        clause("lesen", noun("Frau"), object=noun("Buch", "a")),
        "die Frau liest ein Buch .",
        "the woman is reading a book .",
        "0-0 1-1 2-2 2-3 3-4 4-5 5-6",
    ),
    "fronted time inverts": (
        clause(
            "kaufen",
            noun("Vater", "ich"),
            object=noun("Brot", ""),
            tense="past",
            time=YESTERDAY,
            front="time",
        ),
        "gestern kaufte mein Vater Brot .",
        "yesterday , my father bought bread .",
        "0-0 1-4 2-2 3-3 4-5 5-6",
    ),
    "separable verb": (
        clause("anrufen", pronoun("sie"), object=noun("Nachbar", "er"), time=TOMORROW),
        "sie ruft morgen seinen Nachbarn an .",
        "she will call his neighbour tomorrow .",
        "0-0 1-1 1-2 2-5 3-3 4-4 5-2 6-6",
    ),
    "verb final, separable": (
        clause(
            "warten",
            pronoun("ich"),
            topic=noun("Bus", preposition="auf acc for"),
            tense="perfect",
            link=("cause", clause("abholen", pronoun("er"), object=pronoun("wir"), negated=True)),
        ),
        "ich habe auf den Bus gewartet , weil er uns nicht abholt .",
        "I waited for the bus because he does not pick us up .",
        "0-0 1-1 2-2 3-3 4-4 5-1 7-5 8-6 9-10 10-8 11-7 11-9 11-11 12-12",
    ),
    "dependent clause first": (
        clause(
            "kommen",
            noun("Chef"),
            direction=noun("Büro", preposition="in acc to"),
            link=("condition", clause("aufstehen", noun("Kind", plural=True))),
            linked_first=True,
        ),
        "wenn die Kinder aufstehen , kommt der Chef ins Büro .",
        "if the children get up , the boss will come to the office .",
        "0-0 1-1 2-2 3-3 3-4 4-5 5-8 5-9 6-6 7-7 8-10 8-11 9-12 10-13",
    ),
    "case and gender agree": (
        clause(
            "geben",
            noun("Lehrerin", adjective="alt"),
            receiver=noun("Kind", "a", adjective="klein"),
            object=noun("Schlüssel", "ich", adjective="neu"),
            tense="perfect",
        ),
        "die alte Lehrerin hat einem kleinen Kind meinen neuen Schlüssel gegeben .",
        "the old teacher gave a small child my new key .",
        "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8 9-9 10-3 11-10",
    ),
    "perfect with sein": (
        clause(
            "fahren",
            noun("Eltern", "wir", plural=True),
            direction=name("München", "Munich", "city", preposition=Preposition("nach", "dat", "to")),
            tense="perfect",
            frequency=adverb("frequency", "schon"),
        ),
        "unsere Eltern sind schon nach München gefahren .",
        "our parents have already gone to Munich .",
        "0-0 1-1 2-2 3-3 4-5 5-6 6-4 7-7",
    ),
    "yes-no question": (
        clause("kennen", pronoun("du"), object=name("Bergmann"), asked=True),
        "kennst du Bergmann ?",
        "do you know Bergmann ?",
        "0-0 0-2 1-1 2-3 3-4",
    ),
    "question for the object": (
        clause(
            "suchen",
            noun("Tante", "sie"),
            object=noun("Buch"),
            question=QUESTIONS["object"],
            gap="object",
            asked=True,
        ),
        "was sucht ihre Tante ?",
        "what is her aunt looking for ?",
        "0-0 1-1 1-4 1-5 2-2 3-3 4-6",
    ),
    "negation with kein": (
        clause("brauchen", pronoun("wir"), object=noun("Schrank", "no"), negated=True),
        "wir brauchen keinen Schrank .",
        "we do not need a cupboard .",
        "0-0 1-1 1-3 2-2 2-4 3-5 4-6",
    ),
    "negation with nicht": (
        clause(
            "gehen",
            pronoun("they"),
            direction=noun("Schule", preposition="in acc to"),
            tense="past",
            negated=True,
        ),
        "sie gingen nicht in die Schule .",
        "they did not go to the school .",
        "0-0 1-1 1-3 2-2 3-4 4-5 5-6 6-7",
    ),
    "contraction": (
        clause(
            "sitzen",
            noun("Katze", "a", adjective="schwarz"),
            place=noun("Garten", preposition="in dat in"),
        ),
        "eine schwarze Katze sitzt im Garten .",
        "a black cat is sitting in the garden .",
        "0-0 1-1 2-2 3-3 3-4 4-5 4-6 5-7 6-8",
    ),
    "relative clause after the verb": (
        clause(
            "lesen",
            pronoun("sie"),
            object=with_relative(noun("Buch"), clause("kaufen", pronoun("er"), tense="perfect"), "object"),
            tense="perfect",
        ),
        "sie hat das Buch gelesen , das er gekauft hat .",
        "she read the book that he bought .",
        "0-0 1-1 2-2 3-3 4-1 6-4 7-5 8-6 9-6 10-7",
    ),
    "relative clause under a preposition": (
        clause(
            "schlafen",
            with_relative(
                noun("Mann"), clause("sprechen", pronoun("wir"), tense="perfect"), "topic", "mit dat to"
            ),
        ),
        "der Mann , mit dem wir gesprochen haben , schläft .",
        "the man who we spoke to is sleeping .",
        "0-0 1-1 3-5 4-2 5-3 6-4 7-4 9-6 9-7 10-8",
    ),
    "compound": (
        clause("putzen", pronoun("ich"), object=joined("Küchen", "Tisch", "this"), tense="past"),
        "ich putzte diesen Küchentisch .",
        "I cleaned this kitchen table .",
        "0-0 1-1 2-2 3-3 3-4 4-5",
    ),
    "infinitive of a separable verb": (
        clause(
            "vergessen",
            pronoun("ich"),
            content="zu",
            tense="perfect",
            link=("zu", clause("ausmachen", pronoun("ich"), object=noun("Lampe"))),
        ),
        "ich habe vergessen , die Lampe auszumachen .",
        "I forgot to turn off the lamp .",
        "0-0 1-1 2-1 4-5 5-6 6-2 6-3 6-4 7-7",
    ),
    "the subject of one is the object of the other": (
        clause("gefallen", noun("Museum"), receiver=pronoun("ich")),
        "das Museum gefällt mir .",
        "I like the museum .",
        "0-2 1-3 2-1 3-0 4-4",
    ),
    "reflexive before a noun": (
        clause(
            "freuen",
            noun("Schüler", plural=True),
            topic=noun("Ausflug", preposition="auf acc to"),
            asked=True,
        ),
        "freuen sich die Schüler auf den Ausflug ?",
        "are the pupils looking forward to the excursion ?",
        "0-0 0-3 0-4 1-3 1-4 2-1 3-2 4-5 5-6 6-7 7-8",
    ),
    "modal": (
        clause("helfen", pronoun("Sie"), receiver=noun("Koch", plural=True), modal="müssen"),
        "Sie müssen den Köchen helfen .",
        "you have to help the cooks .",
        "0-0 1-1 1-2 2-4 3-5 4-3 5-6",
    ),
    "owner": (
        clause(
            "reparieren",
            name("Anna", kind="woman", joined=name("Peter")),
            object=noun("Auto", owner=noun("Bruder", "sie")),
            tense="future",
        ),
        "Anna und Peter werden das Auto ihres Bruders reparieren .",
        "Anna and Peter will repair her brother 's car .",
        "0-0 1-1 2-2 3-3 5-8 6-5 7-6 7-7 8-4 9-9",
    ),
    "content clause": (
        clause(
            "wissen",
            pronoun("ich"),
            content="dass",
            link=("dass", clause("aufstehen", pronoun("they"), frequency=adverb("frequency", "immer"))),
        ),
        "ich weiß , dass sie immer aufstehen .",
        "I know that they always get up .",
        "0-0 1-1 3-2 4-3 5-4 6-5 6-6 7-7",
    ),
    "two main clauses": (
        clause(
            "schlafen",
            pronoun("er"),
            tense="past",
            link=("so", clause("anrufen", pronoun("ich"), object=pronoun("they"), tense="perfect")),
        ),
        "er schlief , deshalb habe ich sie angerufen .",
        "he slept , so I called them .",
        "0-0 1-1 2-2 3-3 4-5 5-4 6-6 7-5 8-7",
    ),
}


@pytest.mark.parametrize(("meaning", "german_text", "english_text", "alignment"), CASES.values(), ids=CASES)
def test_a_meaning_is_said_and_aligned_as_a_teacher_would(meaning, german_text, english_text, alignment):
    source, target = unmarked(german(meaning)), english(meaning, Chooser())
    assert text(source) == german_text
    assert text(target) == english_text
    assert " ".join(f"{a}-{b}" for a, b in align(source, target)) == alignment


@pytest.mark.parametrize(
    ("german_word", "english_words"),
    [
        ("Bank", {"furniture": "bench", "building": "bank"}),
        ("Schloss", {"building": "castle", "thing": "lock"}),
    ],
)
def test_ambiguous_words_have_a_translation_for_each_kind(german_word, english_words):
    for kind, word in english_words.items():
        assert noun(german_word, kind=kind).noun.english[0].one == word
