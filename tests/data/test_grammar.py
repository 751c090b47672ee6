"""Fixed meanings, said in both languages, with their alignments: what a teacher would check."""

import pytest

from pitchpipe.data.language import english, german
from pitchpipe.data.language.compounds import COMPOUNDS
from pitchpipe.data.language.corpus import link, text
from pitchpipe.data.language.english_verbs import Chooser
from pitchpipe.data.language.meaning import (
    Adverbial,
    Clause,
    Link,
    Name,
    NounPhrase,
    Pair,
    Predicate,
    PrepositionalPhrase,
    Pronoun,
    Sentence,
)
from pitchpipe.data.language.modifiers import ADJECTIVES, FREQUENCIES, QUESTION_WORDS, TIMES
from pitchpipe.data.language.nouns import NOUNS
from pitchpipe.data.language.sentences import INFINITIVES
from pitchpipe.data.language.verbs import (
    CONJUNCTIONS,
    CONTENT_VERBS,
    COPULA,
    INFINITIVE_VERBS,
    THERE_IS,
    VERBS,
)
from pitchpipe.data.language.words import expression


def noun(kind, german_word, determiner="the", **rest):
    found = next(entry for entry in (*NOUNS[kind], *COMPOUNDS.get(kind, ())) if entry.german == german_word)
    return NounPhrase(found, determiner, **rest)


def verb(infinitive, table=VERBS):
    return next(entry for entry in table if entry.german.full == infinitive)


def adjective(german_word):
    return next(entry for entry in ADJECTIVES if entry.german == german_word)


def when(words):
    return Adverbial(next(row for row in TIMES if " ".join(word for word, _ in row.german) == words), "time")


def often(word):
    return Adverbial(next(row for row in FREQUENCIES if row.german[0][0] == word), "frequency")


def relative_book():
    book = noun("readable", "Buch", extraposed=True)
    book.relative = Clause(verb("kaufen"), Pronoun("er"), (book,), "perfect", gap=book)
    return Clause(verb("lesen"), Pronoun("sie"), (book,), "perfect")


def relative_man():
    man = noun("person", "Mann")
    to_him = PrepositionalPhrase("mit", "dat", "to", man)
    man.relative = Clause(verb("sprechen"), Pronoun("wir"), (to_him,), "perfect", gap=to_him)
    return Clause(COPULA, man, (NounPhrase(noun("person", "Lehrer").noun, "role"),))


YESTERDAY = when("gestern")

CASES = {
    "verb second": (
        Clause(verb("lesen"), noun("person", "Frau"), (noun("readable", "Buch", "a"),)),
        "die Frau liest ein Buch .",
        "the woman is reading a book .",
        "0-0 1-1 2-2 2-3 3-4 4-5 5-6",
    ),
    "fronted time inverts": (
        Clause(
            verb("kaufen"),
            noun("family", "Vater", "ich"),
            (noun("food", "Brot", ""),),
            "past",
            circumstances=(YESTERDAY,),
            front=YESTERDAY,
        ),
        "gestern kaufte mein Vater Brot .",
        "yesterday my father bought bread .",
        "0-0 1-3 2-1 3-2 4-4 5-5",
    ),
    "separable verb": (
        Clause(
            verb("anrufen"),
            Pronoun("sie"),
            (noun("person", "Nachbar", "er"),),
            circumstances=(when("morgen"),),
        ),
        "sie ruft morgen seinen Nachbarn an .",
        "she will call his neighbour tomorrow .",
        "0-0 1-1 1-2 2-5 3-3 4-4 5-2 6-6",
    ),
    "verb final, separable": (
        Clause(
            verb("warten"),
            Pronoun("ich"),
            (PrepositionalPhrase("auf", "acc", "for", noun("vehicle", "Bus")),),
            "perfect",
            links=(
                Link(
                    CONJUNCTIONS["cause"],
                    Clause(verb("abholen"), Pronoun("er"), (Pronoun("wir"),), negated=True),
                ),
            ),
        ),
        "ich habe auf den Bus gewartet , weil er uns nicht abholt .",
        "I waited for the bus because he does not pick us up .",
        "0-0 1-1 2-2 3-3 4-4 5-1 7-5 8-6 9-10 10-8 11-7 11-9 11-11 12-12",
    ),
    "case and gender agree": (
        Clause(
            verb("geben"),
            noun("person", "Lehrerin", adjectives=(adjective("alt"),)),
            (
                noun("person", "Kind", "a", adjectives=(adjective("klein"),)),
                noun("thing", "Schlüssel", "ich", adjectives=(adjective("neu"),)),
            ),
            "perfect",
        ),
        "die alte Lehrerin hat einem kleinen Kind meinen neuen Schlüssel gegeben .",
        "the old teacher gave a small child my new key .",
        "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8 9-9 10-3 11-10",
    ),
    "perfect with sein": (
        Clause(
            verb("fahren"),
            noun("family", "Eltern", "wir"),
            (PrepositionalPhrase("nach", "dat", "to", Name("München", "Munich", "n"), "direction"),),
            "perfect",
            circumstances=(often("schon"),),
        ),
        "unsere Eltern sind schon nach München gefahren .",
        "our parents have already gone to Munich .",
        "0-0 1-1 2-2 3-3 4-5 5-6 6-4 7-7",
    ),
    "yes-no question": (
        Clause(
            verb("kennen"), Pronoun("du"), (Name("Bergmann", "Bergmann", "m", "Herr"),), question="yes-no"
        ),
        "kennst du Herrn Bergmann ?",
        "do you know Mr Bergmann ?",
        "0-0 0-2 1-1 2-3 3-4 4-5",
    ),
    "question for the place": (
        Clause(
            verb("wohnen"),
            noun("family", "Tante", "sie"),
            (place := PrepositionalPhrase("in", "dat", "in", Name("Wien", "Vienna", "n"), "place"),),
            question=QUESTION_WORDS["loc"],
            gap=place,
        ),
        "wo wohnt ihre Tante ?",
        "where does her aunt live ?",
        "0-0 1-1 1-4 2-2 3-3 4-5",
    ),
    "negation with kein": (
        Clause(verb("brauchen"), Pronoun("wir"), (noun("furniture", "Schrank", "no"),), negated=True),
        "wir brauchen keinen Schrank .",
        "we do not need a cupboard .",
        "0-0 1-1 1-3 2-2 2-4 3-5 4-6",
    ),
    "negation with nicht": (
        Clause(
            verb("gehen"),
            Pronoun("they"),
            (PrepositionalPhrase("in", "acc", "to-", noun("building", "Schule"), "direction"),),
            "past",
            negated=True,
        ),
        "sie gingen nicht in die Schule .",
        "they did not go to school .",
        "0-0 1-1 1-3 2-2 3-4 5-5 6-6",
    ),
    "contraction": (
        Clause(
            verb("sitzen"),
            noun("animal", "Katze", "a", adjectives=(adjective("schwarz"),)),
            (PrepositionalPhrase("in", "dat", "in", noun("outdoors", "Garten"), "place"),),
        ),
        "eine schwarze Katze sitzt im Garten .",
        "a black cat is sitting in the garden .",
        "0-0 1-1 2-2 3-3 3-4 4-5 4-6 5-7 6-8",
    ),
    "relative clause after the verb": (
        relative_book(),
        "sie hat das Buch gelesen , das er gekauft hat .",
        "she read the book that he bought .",
        "0-0 1-1 2-2 3-3 4-1 6-4 7-5 8-6 9-6 10-7",
    ),
    "relative clause under a preposition": (
        relative_man(),
        "der Mann , mit dem wir gesprochen haben , ist Lehrer .",
        "the man who we spoke to is a teacher .",
        "0-0 1-1 3-5 4-2 5-3 6-4 7-4 9-6 10-8 11-9",
    ),
    "compound": (
        Clause(
            COPULA, noun("furniture", "Küchentisch", "this"), (Predicate(adjective("teuer")),), negated=True
        ),
        "dieser Küchentisch ist nicht teuer .",
        "this kitchen table is not expensive .",
        "0-0 1-1 1-2 2-3 3-4 4-5 5-6",
    ),
    "infinitive of a separable verb": (
        Clause(
            verb("vergessen", INFINITIVE_VERBS),
            Pronoun("ich"),
            (),
            "perfect",
            links=(
                Link(
                    INFINITIVES["zu"],
                    Clause(verb("ausmachen"), Pronoun("ich"), (noun("device", "Lampe"),)),
                ),
            ),
        ),
        "ich habe vergessen , die Lampe auszumachen .",
        "I forgot to turn off the lamp .",
        "0-0 1-1 2-1 4-5 5-6 6-2 6-3 6-4 7-7",
    ),
    "the subject of one is the object of the other": (
        Clause(verb("gefallen"), noun("building", "Museum"), (Pronoun("ich"),)),
        "das Museum gefällt mir .",
        "I like the museum .",
        "0-2 1-3 2-1 3-0 4-4",
    ),
    "since": (
        Clause(
            verb("arbeiten"),
            Pronoun("er"),
            circumstances=(
                Adverbial(
                    expression("seit/1 drei/2 Jahren/3", "for/1 three/2 years/3", "since"),
                    "time",
                ),
            ),
        ),
        "er arbeitet seit drei Jahren .",
        "he has been working for three years .",
        "0-0 1-1 1-2 1-3 2-4 3-5 4-6 5-7",
    ),
    "there is": (
        Clause(THERE_IS, None, (noun("abstract", "Problem", "", plural=True, number=2),)),
        "es gibt zwei Probleme .",
        "there are two problems .",
        "0-0 1-1 2-2 3-3 4-4",
    ),
    "reflexive before a noun": (
        Clause(
            verb("freuen"),
            noun("person", "Schüler", plural=True),
            (PrepositionalPhrase("auf", "acc", "to", noun("event", "Ausflug")),),
            question="yes-no",
        ),
        "freuen sich die Schüler auf den Ausflug ?",
        "are the pupils looking forward to the excursion ?",
        "0-0 0-3 0-4 1-3 1-4 2-1 3-2 4-5 5-6 6-7 7-8",
    ),
    "modal": (
        Clause(verb("helfen"), Pronoun("Sie"), (noun("person", "Koch", plural=True),), modal="müssen"),
        "Sie müssen den Köchen helfen .",
        "you have to help the cooks .",
        "0-0 1-1 1-2 2-4 3-5 4-3 5-6",
    ),
    "possessor": (
        Clause(
            verb("reparieren"),
            Pair(Name("Anna", "Anna", "f"), Pronoun("ich")),
            (noun("vehicle", "Auto", possessor=noun("family", "Bruder", "sie")),),
            "future",
        ),
        "Anna und ich werden das Auto ihres Bruders reparieren .",
        "Anna and I will repair her brother 's car .",
        "0-0 1-1 2-2 3-3 5-8 6-5 7-6 8-4 9-9",
    ),
    "content clause": (
        Clause(
            verb("wissen", CONTENT_VERBS),
            Pronoun("ich"),
            links=(
                Link(
                    CONJUNCTIONS["dass"],
                    Clause(verb("aufstehen"), Pronoun("they"), circumstances=(often("immer"),)),
                ),
            ),
        ),
        "ich weiß , dass sie immer aufstehen .",
        "I know that they always get up .",
        "0-0 1-1 3-2 4-3 5-4 6-5 6-6 7-7",
    ),
}


@pytest.mark.parametrize(("clause", "german_text", "english_text", "alignment"), CASES.values(), ids=CASES)
def test_a_meaning_is_said_and_aligned_as_a_teacher_would(clause, german_text, english_text, alignment):
    meaning = Sentence(clause)
    source, target = german.say(meaning), english.say(meaning, Chooser())
    assert text(source) == german_text
    assert text(target) == english_text
    assert " ".join(f"{a}-{b}" for a, b in link(source, target)) == alignment


def test_two_main_clauses_keep_their_own_order():
    meaning = Sentence(
        Clause(verb("schlafen"), Pronoun("er"), tense="past"),
        CONJUNCTIONS["so"],
        Clause(verb("anrufen"), Pronoun("ich"), (Pronoun("they"),), "perfect"),
    )
    assert text(german.say(meaning)) == "er schlief , deshalb habe ich sie angerufen ."
    assert text(english.say(meaning, Chooser())) == "he slept , so I called them ."


@pytest.mark.parametrize(
    ("german_word", "kinds", "english_words"),
    [
        ("Bank", ("furniture", "building"), {"bench", "bank"}),
        ("Schloss", ("building", "thing"), {"castle", "lock"}),
    ],
)
def test_ambiguous_words_have_a_translation_for_each_kind(german_word, kinds, english_words):
    said = {noun(kind, german_word).noun.english[0].singular[0] for kind in kinds}
    assert said == english_words
