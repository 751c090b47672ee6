"""The open class: people, towns, countries, numbers, clock times and dates."""

from __future__ import annotations

from pitchpipe.data.language.words import rows, spaced

WOMEN = spaced(
    "Anna Maria Julia Laura Lena Sophie Katharina Clara Emma Marie Lisa Sabine Petra Ingrid Eva Nina Paula Greta "
    "Johanna Martha Frieda Hanna Ulrike Heike Susanne Birgit Monika Elena Olga Fatima Leyla Aylin Zofia Chiara "
    "Ronja Mathilde Rosa Ida Thea Carlotta Ottilie Wilhelmine"
)
MEN = spaced(
    "Peter Paul Thomas Max Jan Lukas Felix Jonas Michael Stefan Andreas Martin Karl Otto Hans Georg Emil Anton "
    "Oskar Moritz David Simon Jakob Fritz Heinrich Wolfgang Jürgen Uwe Dieter Mehmet Ali Piotr Luca Matteo Kofi "
    "Friedrich Konrad Leopold Theodor Valentin Albrecht Gustav"
)
_SURNAME_STARTS = spaced(
    "Berg Stein Wald Bach Feld Rosen Linden Hof Kirch Brunn Eichen Birken Buch Neu Alt Ober Unter Hoch Nieder "
    "Wester Oster Mühl Burg Schön Schwarz Grün Gold Silber Winter Sommer Vogel Fuchs Hirsch Wolf Löwen Ritter "
    "Kaiser König Eisen Kupfer Sand Heide Moos Weiden Tannen Apfel Nuss Hasel Adler Falken Dachs Biber Schwan "
    "Lerchen Amsel Distel Klee Korn Hafer Gersten Reb Trauben Hopfen Salz Kreide Schiefer Marmor Nebel Regen Sturm "
    "Sonnen Monden Sternen Morgen Abend Herbst Frost Quell Teich Weiher Ufer Furten Graben Hügel Felsen Höhlen"
)
_SURNAME_ENDS = spaced("mann er hofer meier bauer müller huber thal auer haupt brecht hard egger ling")
SURNAMES = tuple(
    start + end
    for end in _SURNAME_ENDS
    for start in _SURNAME_STARTS
    if not (start.endswith("er") and end == "er")
)
_VILLAGE_ENDS = spaced("hausen dorf heim ingen stadt kirchen brück furt rode beuren")
VILLAGES = tuple(start + end for end in _VILLAGE_ENDS for start in _SURNAME_STARTS)

CITIES = tuple(
    (row[0], row[1] if len(row) > 1 else row[0])
    for row in rows("""
    Berlin
    Hamburg
    München | Munich
    Wien | Vienna
    Köln | Cologne
    Zürich | Zurich
    Leipzig
    Paris
    London
    Dresden
    Rom | Rome
    Bremen
    Italien | Italy
    Salzburg
    Frankreich | France
    Nürnberg | Nuremberg
    Freiburg
    Spanien | Spain
    Prag | Prague
    Österreich | Austria
    Genf | Geneva
    Warschau | Warsaw
    Griechenland | Greece
    Lübeck
    Venedig | Venice
    Polen | Poland
    Hannover | Hanover
    Mailand | Milan
    Schweden | Sweden
    Kopenhagen | Copenhagen
    Moskau | Moscow
    Ungarn | Hungary
    Lissabon | Lisbon
    Norwegen | Norway
    Neapel | Naples
    """)
)
COUNTRIES_WITH_ARTICLE = (
    ("Schweiz", "f", "Switzerland"),
    ("Türkei", "f", "Turkey"),
    ("Slowakei", "f", "Slovakia"),
)

WEEKDAYS = (
    ("Montag", "Monday"),
    ("Dienstag", "Tuesday"),
    ("Mittwoch", "Wednesday"),
    ("Donnerstag", "Thursday"),
    ("Freitag", "Friday"),
    ("Samstag", "Saturday"),
    ("Sonntag", "Sunday"),
)
MONTHS = (
    ("Januar", "January"),
    ("Februar", "February"),
    ("März", "March"),
    ("April", "April"),
    ("Mai", "May"),
    ("Juni", "June"),
    ("Juli", "July"),
    ("August", "August"),
    ("September", "September"),
    ("Oktober", "October"),
    ("November", "November"),
    ("Dezember", "December"),
)
UNITS = (
    ("Tagen", "days"),
    ("Jahren", "years"),
    ("Wochen", "weeks"),
    ("Monaten", "months"),
    ("Stunden", "hours"),
    ("Minuten", "minutes"),
)
"""Lengths of time, in the dative plural; the long ones first."""

_GERMAN = spaced(
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn"
)
_GERMAN_TENS = spaced("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
_ENGLISH = spaced(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_ENGLISH_TENS = spaced("twenty thirty forty fifty sixty seventy eighty ninety")


def number_words(number: int) -> tuple[str, str]:
    """A number in German and in English: words below a hundred, digits from there on."""
    if number < 20:
        return _GERMAN[number], _ENGLISH[number]
    if number >= 100:
        return f"{number:,}".replace(",", "."), f"{number:,}"
    tens, ones = divmod(number, 10)
    german, english = _GERMAN_TENS[tens - 2], _ENGLISH_TENS[tens - 2]
    if not ones:
        return german, english
    unit = "ein" if ones == 1 else _GERMAN[ones]
    return f"{unit}und{german}", f"{english}-{_ENGLISH[ones]}"
