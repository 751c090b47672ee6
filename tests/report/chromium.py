"""A headless Chromium, driven through a pair of pipes by its DevTools protocol."""

import json
import os
import shutil
import signal
import time
from base64 import b64decode
from contextlib import contextmanager

NAMES = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe")


def find_chromium():
    """Where the browser is; CHROMIUM names it where it is not on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """A page in the browser, and the addresses that it has asked for."""

    def __init__(self, send, receive):
        self._send, self._receive = send, receive
        self._count = 0
        self._session = None
        self.requests = []
        self._events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._send.write(json.dumps(message).encode() + b"\0")
        self._send.flush()
        while True:
            answer = self._next()
            if (answer.get("id"), answer.get("sessionId")) == (self._count, self._session):
                assert "error" not in answer, answer["error"]
                return answer["result"]

    def _next(self):
        data = bytearray()
        while (byte := self._receive.read(1)) not in (b"\0", b""):
            data += byte
        assert data, "Chromium has gone away"
        message = json.loads(data)
        if message.get("sessionId") != self._session:
            return message
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(message["params"]["request"]["url"])
        self._events.append(message.get("method"))
        return message

    def another(self):
        """One more page in the same browser; calls to both may alternate, since each waits for its answer."""
        return Page(self._send, self._receive)

    def press(self, key):
        """A key pressed and let go, as by a person."""
        named = {"key": key, "code": f"Digit{key}" if key.isdecimal() else key}
        typed = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        code = {"Enter": 13, "Escape": 27}.get(key, ord(key[0].upper()))
        self.call("Input.dispatchKeyEvent", type="keyDown", windowsVirtualKeyCode=code, **named, **typed)
        self.call("Input.dispatchKeyEvent", type="keyUp", windowsVirtualKeyCode=code, **named)

    def wait_for(self, expression, seconds=20):
        """Go on as soon as an expression is true."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({expression})"):
            text = self.evaluate("document.body?.innerText")
            assert time.monotonic() < end, f"{expression} did not come true: {text}"
            time.sleep(0.02)

    def size(self, width, height, dark=False):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, url):
        self._events.clear()
        self.call("Page.navigate", url=url)
        while "Page.loadEventFired" not in self._events:
            self._next()

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def screenshot(self, path):
        """The whole page, however long."""
        whole = self.call("Page.getLayoutMetrics")["cssContentSize"]
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip={**whole, "scale": 1})
        path.write_bytes(b64decode(shot["data"]))


@contextmanager
def open_page(chromium, profile):
    """A page of a browser of its own, which ends with it."""
    to_browser, ours_out = os.pipe()
    ours_in, from_browser = os.pipe()

    started = os.posix_spawn(
        chromium,
        [chromium, *FLAGS, f"--user-data-dir={profile}"],
        {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"},  # of the sanitizer
        file_actions=[
            (os.POSIX_SPAWN_DUP2, to_browser, 3),
            (os.POSIX_SPAWN_DUP2, from_browser, 4),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ],
    )
    os.close(to_browser)
    os.close(from_browser)
    with os.fdopen(ours_out, "wb") as send, os.fdopen(ours_in, "rb") as receive:
        try:
            yield Page(send, receive)
        finally:
            os.kill(started, signal.SIGKILL)
            os.waitpid(started, 0)
