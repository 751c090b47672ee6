"""Verbs with their frames, the frequent ones first. `words.read_verbs` says how a line is read.

Flags: `state` (no progressive in English), `care`, `talk`, `move` (which manner adverbs fit), `place` (may say
where it happens), `to` (English needs `to` before the receiver), `swap` (the English subject is the German
object), `passive`, `quick` (a moment: never for a length of time), `solo` (no manner, no modal, no negation).
"""

from __future__ import annotations

from pitchpipe.data.language.words import expression, read_expressions, read_verbs

VERBS = read_verbs("""
    haben hatte gehabt | have had had | human | acc:goods,animal | state solo
    gehen ging ist:gegangen | go went gone, walk | human | dir:place | move
    sehen sieht sah gesehen | see saw seen | human | acc:being,goods,building | state place
    kaufen | buy bought bought | human | acc:goods,food,drink | passive place
    essen isst aß gegessen | eat ate eaten, have had had | human | acc:food | care place
    lesen liest las gelesen | read read read | human | acc:readable | care place
    geben gibt gab gegeben | give gave given | human | dat:human acc:small | solo
    schreiben schrieb geschrieben | write wrote written | human | acc:text | care place passive
    kommen kam ist:gekommen | come came come | human | dir:place | move
    arbeiten | work | human | | place care
    trinken trank getrunken | drink drank drunk, have had had | human | acc:drink | place
    wohnen | live | human | loc:dwelling,region,city | state
    fahren fährt fuhr ist:gefahren | go went gone, drive drove driven | human | dir:building,outdoors,city | move
    suchen | look >for, search >for | being | acc:small,human,animal | place
    finden fand gefunden | find found found | human | acc:small,human | place quick
    kennen kannte gekannt | know knew known | human | acc:human,building | state
    an+rufen rief angerufen | call, phone, ring rang rung +up | human | acc:human | quick
    helfen hilft half geholfen | help | human | dat:human | place
    schlafen schläft schlief geschlafen | sleep slept slept | being | | place
    warten | wait | being | auf+acc:human,vehicle>for | place
    spielen | play | person,animal | | place
    brauchen | need | human | acc:goods,food,drink | state
    nehmen nimmt nahm genommen | take took taken | human | acc:small,vehicle | quick
    sprechen spricht sprach gesprochen | speak spoke spoken, talk | human | mit+dat:human>to | talk place
    sprechen spricht sprach gesprochen | talk, speak spoke spoken | human | über+acc:topic>about | talk
    zeigen | show showed shown | human | dat:human acc:goods,house | quick
    besuchen | visit | human | acc:human,building | passive
    treffen trifft traf getroffen | meet met met | human | acc:human | place quick
    mögen mag mochte gemocht | like | human | acc:being,food,drink,clothes | state
    ab+holen | pick +up, collect | human | acc:human,small | place quick
    bringen brachte gebracht | bring brought brought | human | dat:human acc:small,food,drink | quick
    stehen stand gestanden | stand stood stood | human,furniture | loc:place |
    sitzen saß gesessen | sit sat sat | being | loc:outdoors,room |
    liegen lag gelegen | lie lay lain | being,small | loc:spot |
    bleiben blieb ist:geblieben | stay, remain | human | loc:place,city | state
    kochen | cook, make made made | human | acc:food | care place
    mit+bringen brachte mitgebracht | bring brought brought =along | human | acc:small,food,drink | quick
    ein+laden lädt lud eingeladen | invite | human | acc:human zu+dat:event>to | passive quick
    auf+machen | open | human | acc:part,closed | care quick
    zu+machen | close, shut shut shut | human | acc:part | care quick
    öffnen | open | human | acc:part,building | care passive quick
    schließen schloss geschlossen | close, shut shut shut | human | acc:part,building | care passive quick
    legen | put put put, lay laid laid | human | acc:small dir:spot | care quick
    stellen | put put put, place | human | acc:furniture,thing dir:spot | care quick
    verkaufen | sell sold sold | human | acc:goods,building | passive
    vergessen vergisst vergaß vergessen | forget forgot forgotten | human | acc:small,abstract | state quick
    verlieren verlor verloren | lose lost lost | human | acc:small | quick
    hören | hear heard heard | human | acc:being | state
    bestellen | order | human | acc:food,drink,goods | passive quick
    bezahlen | pay paid paid >for | human | acc:food,goods | quick
    schicken | send sent sent | human | dat:human acc:readable,small | quick
    schenken | give gave given | human | dat:human acc:small,animal | solo
    erzählen | tell told told | human | dat:human acc:story |
    erzählen | tell told told | human | dat:human von+dat:topic>about | talk
    erklären | explain | human | dat:human acc:abstract | to care
    leihen lieh geliehen | lend lent lent | human | dat:human acc:goods | quick
    reparieren | repair, fix | human | acc:device,vehicle,part,surface | care place passive
    putzen | clean | human | acc:part,surface,room,furniture,vehicle | care
    waschen wäscht wusch gewaschen | wash | human | acc:clothes,vehicle | care
    bauen | build built built | human | acc:building,furniture | passive
    auf+räumen | tidy +up, clean +up | human | acc:room,building | care
    an+ziehen zog angezogen | put put put +on | human | acc:clothes | quick
    aus+ziehen zog ausgezogen | take took taken +off | human | acc:clothes | quick
    an+machen | turn +on, switch +on | human | acc:device | quick
    aus+machen | turn +off, switch +off | human | acc:device | quick
    ein+schalten | turn +on, switch +on | human | acc:device | quick passive
    aus+schalten | turn +off, switch +off | human | acc:device | quick passive
    auf+stehen stand ist:aufgestanden | get got got =up | human | | quick
    ein+schlafen schläft schlief ist:eingeschlafen | fall fell fallen =asleep | being | | quick
    auf+wachen wachte ist:aufgewacht | wake woke woken =up | being | | quick
    an+kommen kam ist:angekommen | arrive | human,vehicle | loc:building,city | quick
    ab+fahren fährt fuhr ist:abgefahren | leave left left, depart | ride | | quick
    aus+steigen stieg ist:ausgestiegen | get got got >off | human | aus+dat:ride>off | quick
    ein+steigen stieg ist:eingestiegen | get got got >on | human | in+acc:ride>on | quick
    an+fangen fängt fing angefangen | begin began begun, start | event | | quick
    auf+hören | end, finish, stop | event | | quick
    statt+finden fand stattgefunden | take took taken =place, be was been =held | event | loc:building,outdoors,city | solo
    teil+nehmen nimmt nahm teilgenommen | take took taken =part | human | an+dat:event>in |
    vor+bereiten bereitete vorbereitet | prepare | human | acc:event,food | care
    zurück+kommen kam ist:zurückgekommen | come came come =back, return | human | aus+dat:city,building>from | quick
    zurück+geben gibt gab zurückgegeben | give gave given =back, return | human | dat:human acc:small | to quick
    vor+lesen liest las vorgelesen | read read read | human | dat:human acc:readable | to
    weg+werfen wirft warf weggeworfen | throw threw thrown +away | human | acc:small,food | quick
    um+ziehen zog ist:umgezogen | move | human | dir:city | quick
    ein+kaufen | shop, do did done =the_shopping | human | | place
    fern+sehen sieht sah ferngesehen | watch =TV, watch =television | human | | place
    weg+laufen läuft lief ist:weggelaufen | run ran run =away | being | | quick
    kennen+lernen lernte kennengelernt | meet met met, get got got =to_know | human | acc:human | place quick
    fliegen flog ist:geflogen | fly flew flown | human | dir:city | move
    laufen läuft lief ist:gelaufen | run ran run, walk | being | dir:place | move
    reisen reiste ist:gereist | travel | human | dir:city | move
    wandern wanderte ist:gewandert | hike | human | dir:outdoors | move
    leben | live | being | loc:region,city | state
    lieben | love | human | acc:human,animal | state
    heiraten | marry, get got got =married >to | human | acc:human | quick
    fragen | ask | human | acc:human nach+dat:abstract,human>about |
    bitten bat gebeten | ask | human | acc:human um+acc:abstract,thing>for |
    denken dachte gedacht | think thought thought | human | an+acc:topic>of |
    antworten | answer, reply >to | human | dat:human | quick
    danken | thank | human | dat:human | solo
    gefallen gefällt gefiel gefallen | like | goods,building,event | dat:human | swap state
    fehlen | miss | human | dat:human | swap state
    schmecken | like, enjoy | food | dat:human | swap state
    gehören | belong | goods,animal,building | dat:human>to | state
    folgen folgte ist:gefolgt | follow | being | dat:human,vehicle |
    glauben | believe | human | dat:human | state
    glauben | believe | human | an+acc:abstract>in | state
    hoffen | hope | human | auf+acc:abstract>for |
    achten | pay paid paid =attention | human | auf+acc:animal,thing,abstract>to |
    träumen | dream | human | von+dat:topic,animal>of |
    lachen | laugh | human | über+acc:abstract,human>at |
    sich freuen | look =forward | human | auf+acc:event>to |
    sich freuen | be was been =happy, be was been =pleased | human | über+acc:abstract,thing>about | state
    sich erinnern | remember, recall | human | an+acc:topic,building | state
    sich interessieren | be was been =interested | human | für+acc:abstract,readable>in | state
    sich kümmern | take took taken =care >of, look =after > | human | um+acc:being>of |
    sich verlieben | fall fell fallen =in_love | human | in+acc:human>with | quick
    sich ärgern | be was been =annoyed, be was been =angry | human | über+acc:abstract,person>about | state
    sich beeilen | hurry | human | | quick
    sich aus+ruhen | rest, relax | human | | place
    sich unterhalten unterhält unterhielt unterhalten | talk, chat | human | mit+dat:human>with | place
    sich verabschieden | say said said =goodbye | human | von+dat:human>to | quick
    sich setzen | sit sat sat =down | human | dir:seat | quick
    sich entschuldigen | apologise | human | bei+dat:human>to | quick
    haben hatte gehabt (Angst) | be was been =afraid | being | vor+dat:being,event>of | state solo
    haben hatte gehabt (Hunger) | be was been =hungry | being | | state solo
    haben hatte gehabt (recht) | be was been =right | human | | state solo
    weinen | cry | person | | place
    singen sang gesungen | sing sang sung | human | | place talk
    tanzen | dance | human | | place
    schwimmen schwamm ist:geschwommen | swim swam swum | being | | place
    frühstücken | have had had =breakfast | human | | place
    telefonieren | talk =on_the_phone | human | mit+dat:human>to | talk
    lassen lässt ließ gelassen | leave left left | human | acc:small loc:spot | quick
    tragen trägt trug getragen | wear wore worn | human | acc:clothes | place
    tragen trägt trug getragen | carry | human | acc:thing dir:house | care
    ziehen zog gezogen | pull | human,animal | acc:vehicle,furniture dir:outdoors |
    fangen fängt fing gefangen | catch caught caught | animal,person | acc:animal | quick
    fressen frisst fraß gefressen | eat ate eaten | animal | acc:food,animal |
    bellen | bark | dog | | talk
    streichen strich gestrichen | paint | human | acc:surface,part | care passive
    malen | paint | human | acc:being,building,thing | care passive
    übersetzen | translate | human | acc:readable | care passive
    zerstören | destroy | human | acc:building,vehicle,part | passive
    stehlen stiehlt stahl gestohlen | steal stole stolen | person | acc:small,vehicle | passive quick
    gewinnen gewann gewonnen | win won won | human | acc:match | quick
    bestehen bestand bestanden | pass | human | acc:exam | quick
    ändern | change | human | acc:abstract | passive
    lösen | solve | human | acc:problem | passive quick
    verstehen verstand verstanden | understand understood understood | human | acc:abstract,human | state
    unterschreiben unterschrieb unterschrieben | sign | human | acc:contract | passive quick
    mieten | rent | human | acc:room,vehicle | passive
    verpassen | miss | human | acc:ride,event | quick
    retten | save, rescue | human | acc:being | quick passive
    begleiten | accompany, go went gone >with | human | acc:human |
    empfehlen empfiehlt empfahl empfohlen | recommend | human | dat:human acc:building,readable,food | to
    versprechen verspricht versprach versprochen | promise | human | dat:human acc:thing,animal | solo
    """)

COPULA, THERE_IS, BECOME = read_verbs("""
    sein war ist:gewesen | be was been | anything | | state
    geben gibt gab gegeben | be was been | none | acc:anything | state
    werden wurde ist:geworden | become became become | human | | quick
    """)

WEATHER = read_verbs("""
    regnen | rain | none | |
    schneien | snow | none | |
    """)

CONTENT_VERBS = read_verbs("""
    wissen wusste gewusst | know knew known | human | dass | state
    glauben | believe, think thought thought | human | dass | state
    sagen | say said said | human | dass | state
    denken dachte gedacht | think thought thought | human | dass | state
    hoffen | hope | human | dass | state
    wissen wusste gewusst | know knew known | human | ob | state
    vergessen vergisst vergaß vergessen | forget forgot forgotten | human | dass | state
    sich freuen | be was been =glad, be was been =happy | human | dass | state
    sich fragen | wonder | human | ob | state
    erfahren erfährt erfuhr erfahren | learn, find found found =out | human | dass | state
    bedauern | regret | human | dass | state
    """)

INFINITIVE_VERBS = read_verbs("""
    versuchen | try | human | zu |
    vergessen vergisst vergaß vergessen | forget forgot forgotten | human | zu | state
    hoffen | hope | human | zu |
    vor+haben hatte vorgehabt | plan, intend | human | zu | state
    an+fangen fängt fing angefangen | start, begin began begun | human | zu |
    versprechen verspricht versprach versprochen | promise | human | zu |
    beschließen beschloss beschlossen | decide | human | zu | quick
    sich weigern | refuse | human | zu |
    """)

CONJUNCTIONS = {
    row.kind: row
    for row in read_expressions("""
    weil | because, as, since | cause
    wenn | if | condition
    wenn | when, whenever | time
    obwohl | although, even/1 though/1, though | concession
    während | while | meanwhile
    bevor | before | before
    nachdem | after | after
    als | when | once
    damit | so/1 that/1 | purpose
    sobald | as/1 soon/1 as/1 | soon
    bis | until, till | until
    dass | that | dass
    ob | whether, if | ob
    und | and | and
    aber | but | but
    denn | because, for, since | for
    deshalb | so, which/1 is/1 why/1, and/1 therefore/1 | so
    sondern | but | rather
    """)
}
COMMA = expression(",", ",")
