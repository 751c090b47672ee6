"""Adjectives, adverbs and fixed expressions. `words` says how a line is read.

Adverb kinds. Times: `past`, `now`, `soon` (the future), `habit`, `late` (any tense). Frequencies: `often`
(habits), `done` (already, with the English perfect), `never` (negative). Manner: `care`, `talk` and `move` by the verb's
flags, `one` and `many` by its subject.
"""

from __future__ import annotations

from pitchpipe.data.language.words import read_adjectives, read_expressions

ADJECTIVES = read_adjectives("""
    alt älter | old/older | person animal object vehicle building outdoors part
    neu | new/newer | object vehicle building part
    klein kleiner | small/smaller, little/smaller | person animal object vehicle building outdoors room
    groß größer | big/bigger, large/larger | animal object vehicle building outdoors room part
    gut besser | good/better | person food drink readable event
    jung jünger | young/younger | person animal
    schön | beautiful, nice/nicer | object building outdoors room event
    rot röter | red/redder | thing clothes furniture vehicle part
    freundlich | friendly/friendlier, kind/kinder | person animal
    interessant | interesting | readable event person
    schwarz schwärzer | black/blacker | animal clothes furniture thing
    schlecht | bad/worse | food event readable
    krank kränker | sick/sicker, ill/sicker | person animal
    teuer/teur teurer | expensive | object vehicle building
    weiß weißer | white/whiter | clothes furniture animal building part
    frisch | fresh/fresher | food
    müde müder | tired | person animal
    schwer | heavy/heavier | thing furniture
    schwierig | difficult, hard/harder | abstract
    warm wärmer | warm/warmer | clothes room drink food
    lang länger | long/longer | readable event clothes
    kalt kälter | cold/colder | drink food room
    billig | cheap/cheaper | object vehicle
    berühmt | famous | person building
    blau blauer | blue/bluer | clothes thing vehicle part
    klug klüger | clever/cleverer, smart/smarter | person animal
    wichtig | important | abstract event readable
    ruhig | quiet/quieter, calm/calmer | person outdoors room
    leer | empty/emptier | thing room building vehicle
    traurig | sad/sadder | person readable
    grün | green/greener | clothes thing furniture part
    schmutzig | dirty/dirtier | clothes thing room vehicle
    fremd | strange/stranger, unfamiliar | outdoors
    einfach | simple/simpler, easy/easier | abstract
    dunkel/dunkl dunkler | dark/darker | room clothes outdoors
    kaputt kaputter | broken | device vehicle part
    lustig | funny/funnier | person readable event
    laut lauter | noisy/noisier, loud/louder | person device outdoors
    reich | rich/richer, wealthy/wealthier | person
    süß süßer | sweet/sweeter | food drink
    stark stärker | strong/stronger | animal drink person
    langweilig | boring | readable event
    fleißig | hard-working, diligent | person
    hässlich | ugly/uglier | clothes building furniture
    gefährlich | dangerous | animal abstract
    neugierig | curious | person animal
    höflich | polite | person
    bequem | comfortable | furniture clothes
    geheim | secret | readable
    faul fauler | lazy/lazier | person animal
    seltsam | strange/stranger, odd/odder | abstract person readable
    sauber sauberer | clean/cleaner | clothes room thing
    eifersüchtig | jealous | person
    rostig | rusty/rustier | vehicle
    """)

TIMES = read_expressions("""
    gestern | yesterday | past
    morgen | tomorrow | soon
    heute | today | late
    jetzt | now | now
    gestern/1 Abend/2 | last/1 night/2, yesterday/1 evening/2 | past
    heute/1 Abend/2 | this/1 evening/2, tonight/12 | soon
    morgen/1 früh/2 | tomorrow/1 morning/2 | soon
    heute/1 Morgen/2 | this/1 morning/2 | past
    letzte/1 Woche/2 | last/1 week/2 | past
    nächste/1 Woche/2 | next/1 week/2 | soon
    jeden/1 Tag/2 | every/1 day/2 | habit
    letztes/1 Jahr/2 | last/1 year/2 | past
    nächstes/1 Jahr/2 | next/1 year/2 | soon
    jeden/1 Morgen/2 | every/1 morning/2 | habit
    gerade | right/1 now/1, at/1 the/1 moment/1 | now
    bald | soon | soon
    am/1 Wochenende/2 | at/1 the/1 weekend/2, on/1 the/1 weekend/2 | late
    abends | in/1 the/1 evening/1, in/1 the/1 evenings/1 | habit
    vorgestern | the/1 day/1 before/1 yesterday/1 | past
    übermorgen | the/1 day/1 after/1 tomorrow/1 | soon
    im/1 Sommer/2 | in/1 summer/2, in/1 the/1 summer/2 | late
    im/1 Winter/2 | in/1 winter/2, in/1 the/1 winter/2 | late
    später | later | soon
    morgens | in/1 the/1 morning/1, in/1 the/1 mornings/1 | habit
    damals | then, at/1 that/1 time/1, back/1 then/1 | past
    nachts | at/1 night/1 | habit
    früher | in/1 the/1 past/1 | past
    am/1 Nachmittag/2 | in/1 the/1 afternoon/2 | late
    jedes/1 Jahr/2 | every/1 year/2 | habit
    heutzutage | these/1 days/1, nowadays | habit
    """)

FREQUENCIES = read_expressions("""
    oft | often | often
    immer | always | often
    nie | never | never
    schon | already | done
    manchmal | sometimes | often
    meistens | usually, mostly | often
    selten | rarely, seldom | often
    gerade | just | done
    normalerweise | normally, usually | often
    """)

COMMENTS = read_expressions("""
    leider | unfortunately, sadly
    vielleicht | perhaps, maybe
    zum/1 Beispiel/2 | for/1 example/2, for/1 instance/2
    natürlich | of/1 course/1, naturally
    wahrscheinlich | probably
    zum/1 Glück/2 | luckily/12, fortunately/12
    auf/1 jeden/1 Fall/1 | in/1 any/1 case/1, definitely
    """)

MANNERS = read_expressions("""
    langsam | slowly | care move
    schnell | quickly, fast | move
    laut | loudly | talk
    vorsichtig | carefully, cautiously | care
    allein | alone | one
    leise | quietly, softly | talk
    zusammen | together | many
    schnell | quickly | care
    gründlich | thoroughly | care
    heimlich | secretly, in/1 secret/1 | care
    ungern | reluctantly, unwillingly | care
    absichtlich | on/1 purpose/1, deliberately | talk
    """)

ON_FOOT = read_expressions("zu/1 Fuß/2 | on/1 foot/2")[0]

PLACES = read_expressions("""
    zu/1 Hause/2 | at/1 home/2 | loc
    hier | here | loc
    dort | there | loc
    draußen | outside, outdoors | loc
    nach/1 Hause/2 | home/12 | dir
    oben | upstairs | loc
    überall | everywhere | loc
    """)

DEGREES = read_expressions("""
    sehr | very
    zu | too
    ziemlich | quite, rather, pretty
    ganz | quite
    besonders | particularly, especially
    """)

QUESTION_WORDS = {
    row.kind: row
    for row in read_expressions("""
    wo | where | loc
    wohin | where | dir
    wann | when | time
    warum | why | cause
    wer | who | nom
    was | what | acc
    wen | who, whom | acc-human
    wem | who, whom | dat
    wie | how | manner
    """)
}
PLEASE = read_expressions("bitte | please")[0]
