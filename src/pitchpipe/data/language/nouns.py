"""Nouns by kind, the frequent ones first. `words.read_nouns` says how a line is read."""

from __future__ import annotations

from pitchpipe.data.language.words import Noun, read_nouns

_TABLES = {
    "person": """
        Mann Männer m | man/men
        Frau Frauen f | woman/women
        Kind Kinder n | child/children, kid
        Freund Freunde m | friend
        Lehrer Lehrer m | teacher
        Junge Jungen mn | boy
        Mädchen Mädchen n | girl
        Nachbar Nachbarn mn | neighbour
        Freundin Freundinnen f | friend
        Arzt Ärzte m | doctor, physician
        Kollege Kollegen mn | colleague, co-worker
        Student Studenten mn | student
        Lehrerin Lehrerinnen f | teacher
        Gast Gäste m | guest, visitor
        Nachbarin Nachbarinnen f | neighbour
        Ärztin Ärztinnen f | doctor, physician
        Chef Chefs m | boss
        Schüler Schüler m | pupil, student
        Kollegin Kolleginnen f | colleague, co-worker
        Polizist Polizisten mn | policeman/policemen, police officer
        Verkäuferin Verkäuferinnen f | shop assistant, saleswoman/saleswomen
        Kunde Kunden mn | customer, client
        Studentin Studentinnen f | student
        Koch Köche m | cook, chef
        Fahrer Fahrer m | driver
        Bäcker Bäcker m | baker
        Krankenschwester Krankenschwestern f | nurse
        Handwerker Handwerker m | craftsman/craftsmen, workman/workmen
        Schriftstellerin Schriftstellerinnen f | writer, author
        Künstler Künstler m | artist
        Rechtsanwalt Rechtsanwälte m | lawyer
        Bürgermeister Bürgermeister m | mayor
        Zahnarzt Zahnärzte m | dentist
        Feuerwehrmann Feuerwehrmänner m | firefighter, fireman/firemen
        Bauer Bauern mn | farmer
        Musikerin Musikerinnen f | musician
        Zeuge Zeugen mn | witness
        Mieter Mieter m | tenant
        Vermieterin Vermieterinnen f | landlady
        Hausmeister Hausmeister m | caretaker, janitor
        Briefträger Briefträger m | postman/postmen, mail carrier
        Schauspieler Schauspieler m | actor
        Ingenieurin Ingenieurinnen f | engineer
        Dolmetscherin Dolmetscherinnen f | interpreter
        """,
    "family": """
        Mutter - f | mother
        Vater - m | father
        Bruder Brüder m | brother
        Schwester Schwestern f | sister
        Sohn Söhne m | son
        Tochter Töchter f | daughter
        Großmutter - f | grandmother
        Großvater - m | grandfather
        Onkel Onkel m | uncle
        Tante Tanten f | aunt
        Eltern pl | parents/parents
        Vetter Vettern m | cousin
        Kusine Kusinen f | cousin
        Großeltern pl | grandparents/grandparents
        Neffe Neffen mn | nephew
        Nichte Nichten f | niece
        Geschwister pl | siblings/siblings, brothers and sisters/brothers and sisters
        Schwiegermutter - f | mother-in-law/mothers-in-law
        Schwager Schwäger m | brother-in-law/brothers-in-law
        Enkel Enkel m | grandson
        """,
    "animal": """
        Hund Hunde m | dog
        Katze Katzen f | cat
        Pferd Pferde n | horse
        Vogel Vögel m | bird
        Kuh Kühe f | cow
        Maus Mäuse f | mouse/mice
        Schaf Schafe n | sheep/sheep
        Hase Hasen mn | rabbit, hare
        Bär Bären mn | bear
        Fuchs Füchse m | fox
        Ente Enten f | duck
        Esel Esel m | donkey
        Igel Igel m | hedgehog
        Schildkröte Schildkröten f | turtle, tortoise
        """,
    "food": """
        Brot - n | ~bread
        Apfel Äpfel m | apple
        Kuchen Kuchen m | cake
        Suppe Suppen f | soup
        Fisch Fische m | fish/fish
        Käse - m | ~cheese
        Ei Eier n | egg
        Fleisch - n | ~meat
        Salat Salate m | salad
        Kartoffel Kartoffeln f | potato/potatoes
        Gemüse - n | /vegetables
        Obst - n | ~fruit
        Schokolade - f | ~chocolate
        Eis - n | ~ice cream
        Nudel Nudeln f | noodle
        Reis - m | ~rice
        Butter - f | ~butter
        Wurst Würste f | sausage
        Brötchen Brötchen n | roll, bread roll
        Birne Birnen f | pear
        Kirsche Kirschen f | cherry
        Pfannkuchen Pfannkuchen m | pancake
        Marmelade - f | ~jam
        Erdbeere Erdbeeren f | strawberry
        Zwiebel Zwiebeln f | onion
        Honig - m | ~honey
        Pilz Pilze m | mushroom
        """,
    "drink": """
        Kaffee - m | ~coffee
        Wasser - n | ~water
        Tee - m | ~tea
        Bier - n | ~beer
        Milch - f | ~milk
        Wein - m | ~wine
        Saft - m | ~juice
        Limonade - f | ~lemonade
        """,
    "readable": """
        Buch Bücher n | book
        Brief Briefe m | letter
        Zeitung Zeitungen f | newspaper, paper
        Geschichte Geschichten f | story, tale
        Roman Romane m | novel
        Artikel Artikel m | article
        Bericht Berichte m | report
        Zeitschrift Zeitschriften f | magazine
        Gedicht Gedichte n | poem
        Vertrag Verträge m | contract
        Rechnung Rechnungen f | bill, invoice
        Märchen Märchen n | fairy tale
        Tagebuch Tagebücher n | diary
        Wörterbuch Wörterbücher n | dictionary
        """,
    "clothes": """
        Mantel Mäntel m | coat
        Hemd Hemden n | shirt
        Schuh Schuhe m | shoe
        Kleid Kleider n | dress
        Hose Hosen f | /trousers, /pants
        Jacke Jacken f | jacket
        Hut Hüte m | hat
        Rock Röcke m | skirt
        Pullover Pullover m | sweater, pullover
        Handschuh Handschuhe m | glove
        Brille Brillen f | /glasses
        Mütze Mützen f | cap
        Schal Schals m | scarf/scarves
        Strumpf Strümpfe m | sock, stocking
        Gürtel Gürtel m | belt
        Stiefel Stiefel m | boot
        """,
    "furniture": """
        Tisch Tische m | table
        Stuhl Stühle m | chair
        Bett Betten n | bed
        Schrank Schränke m | cupboard, wardrobe
        Sofa Sofas n | sofa, couch
        Regal Regale n | shelf/shelves
        Bank Bänke f | bench
        Teppich Teppiche m | carpet, rug
        Sessel Sessel m | armchair
        Schreibtisch Schreibtische m | desk
        Kommode Kommoden f | chest of drawers/chests of drawers
        Hocker Hocker m | stool
        """,
    "thing": """
        Schlüssel Schlüssel m | key
        Tasche Taschen f | bag
        Ball Bälle m | ball
        Geschenk Geschenke n | present, gift
        Bild Bilder n | picture
        Glas Gläser n | glass
        Flasche Flaschen f | bottle
        Koffer Koffer m | suitcase
        Tasse Tassen f | cup
        Teller Teller m | plate
        Messer Messer n | knife/knives
        Blume Blumen f | flower
        Uhr Uhren f | clock, watch
        Fahrkarte Fahrkarten f | ticket
        Decke Decken f | blanket
        Schachtel Schachteln f | box
        Regenschirm Regenschirme m | umbrella
        Schloss Schlösser n | lock
        Korb Körbe m | basket
        Spiegel Spiegel m | mirror
        Kamm Kämme m | comb
        Schere Scheren f | /scissors
        Geige Geigen f | violin
        Puppe Puppen f | doll
        Kerze Kerzen f | candle
        Eimer Eimer m | bucket
        Kissen Kissen n | pillow, cushion
        Paket Pakete n | parcel, package
        Feder Federn f | feather
        Leiter Leitern f | ladder
        Münze Münzen f | coin
        Taschentuch Taschentücher n | handkerchief, tissue
        """,
    "device": """
        Computer Computer m | computer
        Fernseher Fernseher m | television, TV
        Lampe Lampen f | lamp
        Radio Radios n | radio
        Handy Handys n | mobile phone, cell phone
        Kühlschrank Kühlschränke m | fridge, refrigerator
        Heizung - f | ~heating
        Waschmaschine Waschmaschinen f | washing machine
        Drucker Drucker m | printer
        Wecker Wecker m | alarm clock
        Staubsauger Staubsauger m | vacuum cleaner
        Ofen Öfen m | oven, stove
        """,
    "part": """
        Tür Türen f | door
        Fenster Fenster n | window
        Tor Tore n | gate
        Haustür Haustüren f | front door
        Vorhang Vorhänge m | curtain
        Schublade Schubladen f | drawer
        Fensterladen Fensterläden m | shutter
        """,
    "surface": """
        Wand Wände f | wall
        Dach Dächer n | roof
        Decke Decken f | ceiling
        Boden Böden m | floor
        Zaun Zäune m | fence
        """,
    "room": """
        Zimmer Zimmer n | room
        Küche Küchen f | kitchen
        Wohnung Wohnungen f | flat, apartment
        Schlafzimmer Schlafzimmer n | bedroom
        Badezimmer Badezimmer n | bathroom
        Keller Keller m | cellar, basement
        Wohnzimmer Wohnzimmer n | living room
        Dachboden Dachböden m | attic | auf>in, auf>to
        """,
    "building": """
        Haus Häuser n | house
        Schule Schulen f | school | in>at-, in>to-
        Büro Büros n | office | in>at, in>to
        Bahnhof Bahnhöfe m | station, train station | an>at, zu>to
        Restaurant Restaurants n | restaurant
        Krankenhaus Krankenhäuser n | hospital
        Bank Banken f | bank | auf>at, zu>to
        Supermarkt Supermärkte m | supermarket | in>at, zu>to
        Hotel Hotels n | hotel
        Kirche Kirchen f | church
        Geschäft Geschäfte n | shop, store
        Museum Museen n | museum
        Theater Theater n | theatre
        Universität Universitäten f | university | an>at, zu>to
        Kino Kinos n | cinema
        Bibliothek Bibliotheken f | library
        Flughafen Flughäfen m | airport | an>at, zu>to
        Fabrik Fabriken f | factory
        Schloss Schlösser n | castle
        Apotheke Apotheken f | pharmacy, chemist's
        Post - f | post office | auf>at, zu>to
        Bäckerei Bäckereien f | bakery
        Rathaus Rathäuser n | town hall
        Gericht Gerichte n | court
        Schwimmbad Schwimmbäder n | swimming pool
        Buchhandlung Buchhandlungen f | bookshop, bookstore
        Werkstatt Werkstätten f | workshop
        Turm Türme m | tower
        Botschaft Botschaften f | embassy
        Scheune Scheunen f | barn
        """,
    "outdoors": """
        Garten Gärten m | garden
        Stadt Städte f | city, town
        Park Parks m | park
        Straße Straßen f | street, road | auf>in, auf>into
        Dorf Dörfer n | village
        Wald Wälder m | forest, woods/woods
        Markt Märkte m | market | auf>at, auf>to
        See Seen m | lake | an>at, an>to
        Strand Strände m | beach | an>on, an>to
        Berg Berge m | mountain | auf>on, auf>up
        Fluss Flüsse m | river | an>by, an>to
        Meer Meere n | sea | an>by, an>to
        Hof Höfe m | yard, courtyard | auf>in, auf>into
        Insel Inseln f | island | auf>on, auf>to
        Brücke Brücken f | bridge | auf>on, auf>onto
        Platz Plätze m | square | auf>in, auf>to
        Spielplatz Spielplätze m | playground | auf>in, auf>to
        Wiese Wiesen f | meadow | auf>in, auf>to
        Hafen Häfen m | harbour, port
        Friedhof Friedhöfe m | cemetery, graveyard | auf>at, auf>to
        Haltestelle Haltestellen f | stop, bus stop | an>at, zu>to
        """,
    "vehicle": """
        Auto Autos n | car
        Zug Züge m | train
        Bus Busse m | bus
        Fahrrad Fahrräder n | bicycle, bike
        Schiff Schiffe n | ship
        Flugzeug Flugzeuge n | plane, airplane
        Straßenbahn Straßenbahnen f | tram, streetcar
        Boot Boote n | boat
        Lastwagen Lastwagen m | truck, lorry
        U-Bahn U-Bahnen f | underground train, subway train
        """,
    "abstract": """
        Problem Probleme n | problem
        Frage Fragen f | question
        Idee Ideen f | idea
        Plan Pläne m | plan
        Antwort Antworten f | answer, reply
        Fehler Fehler m | mistake, error
        Regel Regeln f | rule
        Entscheidung Entscheidungen f | decision
        Vorschlag Vorschläge m | suggestion, proposal
        Aufgabe Aufgaben f | task
        Wort Wörter n | word
        Geheimnis Geheimnisse n | secret
        Grund Gründe m | reason
        Traum Träume m | dream
        Gefahr Gefahren f | danger
        Zukunft - f | ~future
        Erlaubnis - f | ~permission
        Ratschlag Ratschläge m | ~advice
        Krieg Kriege m | war
        Wahrheit - f | ~truth
        """,
    "event": """
        Fest Feste n | party, celebration | auf>at, auf>to
        Hochzeit Hochzeiten f | wedding | auf>at, zu>to
        Konzert Konzerte n | concert | in>at, in>to
        Prüfung Prüfungen f | exam, test | in>in, zu>to
        Film Filme m | film, movie
        Spiel Spiele n | game, match
        Reise Reisen f | trip, journey | auf>on, auf>on
        Unterricht - m | /lessons
        Besprechung Besprechungen f | meeting | in>in, zu>to
        Geburtstag Geburtstage m | birthday
        Kurs Kurse m | course
        Ausflug Ausflüge m | excursion, trip | auf>on, auf>on
        Urlaub Urlaube m | holiday, vacation
        Wahl Wahlen f | election
        Vortrag Vorträge m | lecture, talk
        Ausstellung Ausstellungen f | exhibition
        """,
}

SUBSETS = {
    "ride": ("vehicle", "Zug Bus Schiff Flugzeug Straßenbahn U-Bahn"),
    "seat": ("furniture", "Stuhl Sofa Bank Bett Sessel Hocker"),
    "spot": ("furniture", "Tisch Stuhl Bett Schrank Sofa Regal Bank Teppich Schreibtisch Kommode"),
    "story": ("readable", "Geschichte Märchen"),
    "contract": ("readable", "Vertrag Brief Bericht"),
    "text": ("readable", "Buch Brief Geschichte Roman Artikel Bericht Gedicht Märchen Tagebuch"),
    "closed": ("thing", "Flasche Schachtel Koffer Paket Tasche Geschenk Schloss"),
    "dog": ("animal", "Hund"),
    "dwelling": ("room building", "Wohnung Haus Hotel Schloss"),
    "region": ("outdoors", "Stadt Dorf Wald Insel"),
    "match": ("event", "Spiel Wahl"),
    "exam": ("event", "Prüfung"),
    "problem": ("abstract", "Problem Aufgabe"),
}
"""Kinds that hold a few nouns of another kind."""

NOUNS: dict[str, tuple[Noun, ...]] = {kind: read_nouns(kind, table) for kind, table in _TABLES.items()}
for _name, (_kinds, _members) in SUBSETS.items():
    NOUNS[_name] = tuple(
        noun for kind in _kinds.split() for noun in NOUNS[kind] if noun.german in _members.split()
    )

_GROUPS = {
    "human": ("person", "family"),
    "being": ("person", "family", "animal"),
    "object": ("thing", "clothes", "furniture", "device", "readable"),
    "small": ("thing", "readable", "clothes"),
    "goods": ("thing", "clothes", "device", "readable", "furniture", "vehicle"),
    "place": ("building", "outdoors", "room"),
    "house": ("building", "room"),
    "topic": ("abstract", "event", "person"),
    "anything": ("thing", "person", "abstract", "event", "building", "animal", "vehicle"),
}
"""Names for several kinds at once."""


def kinds_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds that these names stand for."""
    return tuple(kind for name in names for kind in _GROUPS.get(name, (name,)))
