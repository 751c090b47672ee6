"""`pitchpipe serve`: a model as a page and a JSON API."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Annotated, Any

import typer

from pitchpipe.cli import terminal
from pitchpipe.cli.open_model import Features, ModelFolder, ModelWeights, TermsFile
from pitchpipe.cli.options import Threads, thread_count
from pitchpipe.cli.setting_options import taking
from pitchpipe.errors import InputError
from pitchpipe.settings import Settings


def _settings() -> type[Settings]:
    from pitchpipe.serve.settings import ServeSettings

    return ServeSettings


@taking(_settings)
def serve(
    model: ModelFolder,
    *,
    weights: ModelWeights = None,
    terms: TermsFile = None,
    address: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Address to listen on. Addresses that other machines can reach need a token.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes any free port.")
    ] = 8000,
    host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Host name that a reverse proxy serves this under.", show_default=False
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="PITCHPIPE_TOKEN",
            help="Answer only requests that carry this token.",
            show_default=False,
        ),
    ] = None,
    learn: Annotated[
        bool,
        typer.Option(
            "--learn",
            help="Let users correct translations; the model learns from them at once, as with `add`.",
        ),
    ] = False,
    keep: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Keep users' corrections as parallel text: lines of source, tab and target.",
            show_default=False,
        ),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write a line of JSON for each request; - is stderr.", show_default=False
        ),
    ] = None,
    feature: Features = None,
    threads: Threads = None,
    given: dict[str, Any],
) -> None:
    """Serve a model as a web page and a JSON API, until Ctrl-C.

    The model is reloaded on SIGHUP, and when its files change, for example by "pitchpipe add" or "pitchpipe tune"; no
    request is lost. The server does not encrypt: for access from other machines, put a reverse proxy with TLS in
    front of it.

    \b
    Example:
      pitchpipe serve model
      curl -H 'Content-Type: application/json' -d '{"text": "Das ist ein Haus."}' http://127.0.0.1:8000/translate
    """
    from pathlib import Path

    from pitchpipe.decoder import Translator
    from pitchpipe.model import Additions
    from pitchpipe.serve.corrections import Corrections
    from pitchpipe.serve.live_model import LiveModel
    from pitchpipe.serve.server import TranslationServer
    from pitchpipe.serve.settings import ServeSettings
    from pitchpipe.web.door import LOOPBACK, Door, is_loopback
    from pitchpipe.web.log import Logged
    from pitchpipe.web.server import listening, need_packages, server_of

    need_packages()
    if token is None and not is_loopback(address):
        raise InputError(f"found the address {address}, which other machines reach; expected --token")
    if token is not None and not (token and token.isascii() and token.isprintable()):
        raise InputError("found a token with other signs, expected one of ASCII letters and digits")
    settings = ServeSettings(**given)
    folder = Path(model)
    if learn:
        Additions(model).aligner  # noqa: B018  what cannot be learned is told now
    live = LiveModel(
        lambda: Translator(
            model, weights, terms=terms, threads=thread_count(threads), features=feature or ()
        ),
        [
            folder / "model.json",
            Path(weights) if weights else folder / "weights",
            *([Path(terms)] if terms else []),
        ],
        terminal.log,
    )
    corrections = (
        Corrections(Path(keep) if keep else None, folder if learn else None) if learn or keep else None
    )
    served = TranslationServer(live, folder.resolve().name, settings, corrections=corrections)
    with listening(address, port) as sock, log_to(log) as write:
        door = Door(
            served.application(),
            {*LOOPBACK, address, *(host or ())},
            any_number=not is_loopback(address),
            most_bytes=4 * settings.lines * settings.letters,
            token=token,
            free=("/", "/health"),
        )
        shown = f"[{address}]" if ":" in address else address
        url = f"https://{host[0]}/" if host else f"http://{shown}:{sock.getsockname()[1]}/"
        terminal.log(f"the model is at {url} until Ctrl-C")
        if token is not None:
            terminal.log(f"the page takes the token behind a #: {url}#token=TOKEN")
        signal.signal(signal.SIGHUP, lambda *_: Thread(target=live.reload).start())
        server_of(Logged(door, write) if write else door).run(sockets=[sock])
        served.close()


@contextmanager
def log_to(path: str | None) -> Iterator[Callable[[str], None] | None]:
    """What writes lines of a log at once; nothing if there is none."""
    if path is None:
        yield None
    elif path == "-":
        yield terminal.log
    else:
        try:
            file = open(path, "a", encoding="utf-8")
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from None
        with file:
            yield lambda line: print(line, file=file, flush=True)
