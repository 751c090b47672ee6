"""The page of a model: text on one side, its translation on the other."""

from __future__ import annotations

from html import escape

from pitchpipe.pages.shell import policy_of, resource, whole_page


def serve_page(
    name: str, languages: tuple[str, str], *, corrects: bool = False, learns: bool = False
) -> tuple[str, str]:
    """The page, and the Content-Security-Policy that it is sent with."""
    script = resource("serve", "serve.js")
    source, target = (
        f' lang="{escape(one)}"' if one.isalpha() and one != "none" else "" for one in languages
    )
    body = [
        f"<header><h1>Translate</h1><p>{escape(name)}</p></header>",
        '<div class="two"><div><label for="text">Text</label>'
        f'<textarea id="text" rows="8" autofocus{source}></textarea>'
        '<div class="choices"><button id="go" class="main">Translate<kbd>Ctrl Enter</kbd></button>'
        '<span id="state" role="status"></span></div></div>',
        f'<div><h2 id="title">Translation</h2><div id="found" aria-labelledby="title" aria-live="polite"{target}></div>'
        '<div class="choices"><button id="copy" disabled>Copy</button></div></div></div>',
        "<details><summary>Glossary</summary>"
        '<label for="terms">A term, = and its translation on each line; this browser remembers them</label>'
        '<textarea id="terms" rows="3" spellcheck="false"></textarea></details>',
        f'<section id="more" hidden aria-label="How a sentence was translated" tabindex="-1"'
        f"{' data-corrects' * corrects}{' data-learns' * learns}{target}></section>",
        "<noscript><p>This page needs JavaScript.</p></noscript>",
    ]
    style = "\n".join(
        [resource("report", "report.css"), resource("pages", "controls.css"), resource("serve", "serve.css")]
    )
    return whole_page(f"Translate: {name}", style, script, body, connects=True), policy_of(
        script, connects=True
    )
