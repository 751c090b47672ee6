"""The page that judges see."""

from __future__ import annotations

import hashlib
import json
from html import escape

from pitchpipe.judge.campaign import Campaign
from pitchpipe.judge.protocols import CATEGORIES, SEVERITIES
from pitchpipe.pages.shell import policy_of, resource, whole_page

ASKS = {
    "pairwise": "Which translation is easier to read and says better what the {seen} says?",
    "rank": "Rank the translations by how easy they are to read and how well they say what the {seen} says; 1 is the best.",
    "direct": "How well does the translation say what the {seen} says? 0 is not at all, 100 is perfectly.",
    "mqm": "Mark the errors of the translation. Choose the first and the last word of each, its kind and how bad it is.",
}


def judge_page(campaign: Campaign, is_open: bool) -> tuple[str, str]:
    """The page, and the Content-Security-Policy that it is sent with: its own script may ask its own server, and nothing else."""
    script = resource("judge", "judge.js")
    seen = "source" if all(item.reference is None for item in campaign.items) else "reference"
    facts = {
        "campaign": campaign_id(campaign),
        "protocol": campaign.settings.protocol,
        "ties": campaign.settings.ties,
        "open": is_open,
        "language": campaign.language,
        "severities": SEVERITIES,
        "categories": CATEGORIES,
    }
    body = [
        f'<div id="judge" data-facts="{escape(json.dumps(facts))}">',
        '<header class="bar"><h1>Judge translations</h1><p id="who"></p>'
        '<progress id="progress" max="1" value="0" aria-label="Progress in this task"></progress>'
        '<p id="count"></p><p id="saved" role="status"></p></header>',
        f'<p id="ask">{escape(ASKS[campaign.settings.protocol].format(seen=seen))}</p>',
        '<div id="item" tabindex="-1"></div>',
        "</div><noscript><p>This page needs JavaScript.</p></noscript>",
    ]
    style = "\n".join(
        [resource("report", "report.css"), resource("pages", "controls.css"), resource("judge", "judge.css")]
    )
    return whole_page("Judge translations", style, script, body, connects=True), policy_of(
        script, connects=True
    )


def campaign_id(campaign: Campaign) -> str:
    """What tells a campaign from others in a browser's store."""
    text = json.dumps([[item.id, list(item.texts)] for item in campaign.items])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
