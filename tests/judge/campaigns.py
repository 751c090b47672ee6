"""Small campaigns to judge."""

from pitchpipe.judge.making import make_campaign
from pitchpipe.judge.settings import CampaignSettings

WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def outputs(systems, sentences):
    """What systems say: the same sentence, with a word of their own."""
    return {
        name: [
            f"{WORDS[line % 10]} {WORDS[line // 10 % 10]} {name} said number {line}"
            for line in range(sentences)
        ]
        for name in systems
    }


def campaign(systems=("a", "b"), sentences=10, texts=None, source=True, **settings):
    texts = texts or outputs(systems, sentences)
    total = len(next(iter(texts.values())))
    return make_campaign(
        texts,
        references=[[f"reference {line} of sentence"] for line in range(total)],
        sources=[f"quelle {line}" for line in range(total)] if source else None,
        language="en",
        settings=CampaignSettings(**settings),
    )
