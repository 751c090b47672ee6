"""Compounds: German joins two nouns into a word that no dictionary lists, English sets two words side by side."""

from __future__ import annotations

from pitchpipe.data.language.words import Noun, commas, read_nouns

_COMPOUNDS = {
    "thing": (
        "Holz=wooden, Glas=glass, Metall=metal, Plastik=plastic, Leder=leather, Papier=paper, Silber=silver,"
        "Gold=gold, Stein=stone, Reise=travel, Schul=school, Sport=sports, Strand=beach, Winter=winter,"
        "Geschenk=gift, Einkaufs=shopping, Kinder=children's, Küchen=kitchen, Garten=garden, Kupfer=copper,"
        "Porzellan=china, Spielzeug=toy, Picknick=picnic, Büro=office, Ersatz=spare, Keller=cellar",
        "tasche Taschen f bag, schachtel Schachteln f box, korb Körbe m basket, kiste Kisten f crate,"
        "löffel Löffel m spoon, becher Becher m mug, kette Ketten f chain, kugel Kugeln f ball,"
        "koffer Koffer m suitcase, schlüssel Schlüssel m key, figur Figuren f figure",
    ),
    "furniture": (
        "Küchen=kitchen, Garten=garden, Büro=office, Schul=school, Holz=wooden, Glas=glass, Metall=metal,"
        "Kinder=children's, Hotel=hotel, Keller=cellar, Leder=leather, Balkon=balcony, Kaffee=coffee,"
        "Computer=computer, Klavier=piano, Stahl=steel, Plastik=plastic, Terrassen=patio, Camping=camping,"
        "Friseur=hairdresser's, Puppen=doll's, Flur=hall, Kirchen=church, Wohnzimmer=living-room, Eichen=oak",
        "tisch Tische m table, stuhl Stühle m chair, regal Regale n shelf/shelves, schrank Schränke m cupboard,"
        "bank Bänke f bench, bett Betten n bed, sessel Sessel m armchair, hocker Hocker m stool,"
        "teppich Teppiche m carpet",
    ),
    "food": (
        "Apfel=apple, Kirsch=cherry, Käse=cheese, Tomaten=tomato, Zwiebel=onion, Kartoffel=potato, Nuss=nut,"
        "Fisch=fish, Gemüse=vegetable, Erdbeer=strawberry, Zitronen=lemon, Pilz=mushroom, Kürbis=pumpkin,"
        "Möhren=carrot, Spinat=spinach, Bohnen=bean, Linsen=lentil, Birnen=pear, Mandel=almond, Spargel=asparagus",
        "suppe Suppen f soup, kuchen Kuchen m cake, salat Salate m salad, torte Torten f tart,"
        "pfannkuchen Pfannkuchen m pancake, auflauf Aufläufe m casserole, soße Soßen f sauce",
    ),
    "readable": (
        "Koch=cookery, Reise=travel, Sport=sports, Musik=music, Kunst=art, Mode=fashion, Auto=car, Film=film,"
        "Garten=gardening, Computer=computer, Wirtschafts=business, Kinder=children's, Schul=school,"
        "Liebes=love, Tier=animal, Abenteuer=adventure, Kriegs=war, Wetter=weather, Familien=family, Polizei=police,"
        "Theater=theatre, Hunde=dog, Pferde=horse, Weihnachts=Christmas, Geister=ghost, Seefahrer=sailor",
        "buch Bücher n book, zeitschrift Zeitschriften f magazine, geschichte Geschichten f story,"
        "bericht Berichte m report, artikel Artikel m article, roman Romane m novel, gedicht Gedichte n poem,"
        "lexikon Lexika n encyclopedia",
    ),
    "person": (
        "Musik=music, Sport=sports, Kunst=art, Deutsch=German, Geschichts=history, Tanz=dance, Mathematik=maths,"
        "Bio=biology, Englisch=English, Physik=physics, Klavier=piano, Geigen=violin, Chemie=chemistry, Ski=skiing",
        "lehrer Lehrer m teacher, lehrerin Lehrerinnen f teacher, student Studenten mn student,"
        "studentin Studentinnen f student, professor Professoren m professor",
    ),
    "building": (
        "Stadt=city, Kunst=art, Sport=sports, Musik=music, Dorf=village, Kinder=children's, Auto=car, Schul=school,"
        "Spielzeug=toy, Schuh=shoe, Blumen=flower, Möbel=furniture, Käse=cheese, Tee=tea, Uhren=clock, Glas=glass,"
        "Hut=hat, Film=film, Werkzeug=tool, Schiffs=ship, Brot=bread, Leder=leather, Schokoladen=chocolate, Eisenbahn=railway,"
        "Universitäts=university, Papier=paper, Fahrrad=bicycle, Puppen=doll",
        "museum Museen n museum, bibliothek Bibliotheken f library, geschäft Geschäfte n shop,"
        "fabrik Fabriken f factory, halle Hallen f hall, zentrum Zentren n centre, laden Läden m shop,"
        "haus Häuser n house",
    ),
    "event": (
        "Sommer=summer, Musik=music, Stadt=city, Schul=school, Sport=sports, Kinder=children's, Jazz=jazz,"
        "Tanz=dance, Winter=winter, Herbst=autumn, Straßen=street, Betriebs=company, Weihnachts=Christmas",
        "fest Feste n festival, konzert Konzerte n concert, ausflug Ausflüge m trip, kurs Kurse m course,"
        "feier Feiern f celebration, woche Wochen f week, veranstaltung Veranstaltungen f event",
    ),
}
"""Modifiers with their linking letters, and heads, by kind; the frequent ones first."""


_BORROWED = {
    "thing": ("furniture",),
    "furniture": ("thing",),
    "readable": ("building", "event"),
    "building": ("readable", "event"),
    "event": ("readable", "building"),
}
"""Kinds whose modifiers serve another kind too, but seldom."""


def _compounds(kind: str) -> tuple[Noun, ...]:
    modifiers, heads = (commas(text) for text in _COMPOUNDS[kind])
    for lender in _BORROWED.get(kind, ()):
        modifiers += commas(_COMPOUNDS[lender][0])
    modifiers = list(dict.fromkeys(modifiers))
    lines = []
    for rank in range(len(modifiers) + len(heads) - 1):
        for m in range(len(modifiers)):
            if 0 <= rank - m < len(heads):
                german, english = modifiers[m].split("=")
                singular, plural, gender, head = heads[rank - m].split(maxsplit=3)
                one, _, many = head.partition("/")
                odd = f"/{english} {many}" if many else ""
                lines.append(
                    f"{german}{singular} {german}{plural.lower()} {gender} | {english} {one}{odd}"
                    + (" | auf>at, auf>to" if singular in ("fest", "feier") else "")
                )
    return read_nouns(kind, "\n".join(dict.fromkeys(lines)))


COMPOUNDS: dict[str, tuple[Noun, ...]] = {kind: _compounds(kind) for kind in _COMPOUNDS}
