"""A real Chromium, driven over the pipe of its DevTools: no port, no driver, nothing shared.

Messages are JSON ended by a NUL, commands on file descriptor 3 of the browser, answers and events
on 4, as `--remote-debugging-pipe` has it.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

SECONDS = 60
"""Until an answer comes: a page draws with the processor here, on a busy machine."""

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--force-device-scale-factor=1",
    "--remote-debugging-pipe",
)
"""`swiftshader` draws WebGL without a graphics card."""

WITHOUT_WEBGL = ("--disable-gpu", "--disable-3d-apis")
"""Flags of a browser that has none."""

KEYS = {
    "ArrowDown": 40,
    "ArrowUp": 38,
    "ArrowLeft": 37,
    "ArrowRight": 39,
    "Enter": 13,
    "Escape": 27,
    "Backspace": 8,
    "Tab": 9,
    " ": 32,
}
"""Keys to their Windows key codes."""

TYPED = {"Enter": "\r", " ": " "}
"""Keys that type something."""


class PageError(AssertionError):
    """A script on the page has thrown, or the browser did not answer."""


class Page:
    """A tab of a running browser.

    Attributes:
        events: Every event so far, oldest first, as (method, parameters).
    """

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._out, self._in = to_browser, from_browser
        self._read = b""
        self._last_id = 0
        self._session = ""
        self.events: list[tuple[str, dict[str, Any]]] = []

    def attach(self) -> None:
        """Open a tab, and hear of its console, its errors and its requests."""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its answer.

        Raises:
            PageError: The browser refuses it or does not answer.
        """
        self._last_id += 1
        message: dict[str, Any] = {"id": self._last_id, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data) :]
        deadline = time.monotonic() + SECONDS
        while True:
            answer = self._next(deadline)
            if answer.get("id") == self._last_id:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, url: str) -> None:
        """Go to an address and wait until it has loaded."""
        before = len(self.events)
        self.send("Page.navigate", url=url)
        self._wait(lambda: any(m == "Page.loadEventFired" for m, _ in self.events[before:]), url)

    def run(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript, awaited where it is a promise.

        Raises:
            PageError: It throws.
        """
        answer = self.send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            thrown = answer["exceptionDetails"]
            raise PageError(thrown.get("exception", {}).get("description") or thrown["text"])
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> Any:
        """Wait until an expression is true, and return its value."""
        deadline = time.monotonic() + SECONDS
        while not (value := self.run(expression)):
            if time.monotonic() > deadline:
                raise PageError(f"still not: {expression}")
            time.sleep(0.02)
        return value

    def click(self, x: float, y: float, *, times: int = 1) -> None:
        """Move the mouse to a place of the window and click there."""
        self.move(x, y)
        place = {"x": x, "y": y, "button": "left"}
        for count in range(1, times + 1):
            self.send("Input.dispatchMouseEvent", type="mousePressed", clickCount=count, **place)
            self.send("Input.dispatchMouseEvent", type="mouseReleased", clickCount=count, **place)

    def move(self, x: float, y: float) -> None:
        """Move the mouse to a place of the window."""
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, key: str, *, modifiers: int = 0) -> None:
        """Press and let go of a key, named as `KeyboardEvent.key` has it."""
        code = KEYS.get(key, ord(key[0].upper()))
        typed = TYPED.get(key, key if len(key) == 1 else "")
        about = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        kind = "keyDown" if typed else "rawKeyDown"
        self.send("Input.dispatchKeyEvent", type=kind, text=typed, **about)
        self.send("Input.dispatchKeyEvent", type="keyUp", **about)

    def type(self, text: str) -> None:
        """Type a text into what has the focus."""
        self.send("Input.insertText", text=text)

    def resize(self, width: int, height: int) -> None:
        """Give the page another size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.send("Emulation.setDeviceMetricsOverride", **size)

    def prefer(self, **features: str) -> None:
        """Emulate what the user prefers, such as `prefers-color-scheme`, `_` for `-`."""
        given = [{"name": k.replace("_", "-"), "value": v} for k, v in features.items()]
        self.send("Emulation.setEmulatedMedia", features=given)

    def picture(self, file: Path) -> None:
        """Write what the page shows as a PNG."""
        shot = self.send("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(shot["data"]))

    def complaints(self) -> list[str]:
        """Return every error so far: thrown, logged by the browser, or written by the page."""
        found: list[str] = []
        for method, told in self.events:
            if method == "Runtime.exceptionThrown":
                found.append(json.dumps(told["exceptionDetails"]))
            elif method == "Log.entryAdded" and told["entry"]["level"] == "error":
                found.append(told["entry"]["text"])
            elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "assert"):
                found.append(json.dumps(told["args"]))
        return found

    def requested(self) -> list[str]:
        """Return every address that was asked for so far."""
        return [
            told["request"]["url"]
            for method, told in self.events
            if method == "Network.requestWillBeSent"
        ]

    def _wait(self, reached: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + SECONDS
        while not reached():
            self._next(deadline, what)

    def _next(self, deadline: float, what: str = "an answer") -> dict[str, Any]:
        """Return the next message; events are kept."""
        while b"\0" not in self._read:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._in], [], [], left)[0]:
                raise PageError(f"the browser did not give {what}")
            data = os.read(self._in, 1 << 20)
            if not data:
                raise PageError("the browser has gone")
            self._read += data
        line, _, self._read = self._read.partition(b"\0")
        message = json.loads(line)
        if "method" in message:
            self.events.append((message["method"], message.get("params", {})))
        return message


@contextmanager
def running_chromium(profile: Path, *flags: str, size: str = "1440,900") -> Iterator[Page]:
    """Run a browser with a profile of its own, and end it.

    Args:
        profile: A folder for it, which is made.
        *flags: In addition to `FLAGS`.
        size: Of its window in pixels.
    """
    to_read, out = os.pipe()
    from_browser, to_write = os.pipe()
    # descriptors 3 and 4 are what the browser uses; a shell puts them there
    command = f'exec "$0" "$@" 3<&{to_read} 4>&{to_write}'
    own = [*FLAGS, f"--user-data-dir={profile}", f"--window-size={size}", *flags]
    browser = subprocess.Popen(
        ["bash", "-c", command, str(CHROMIUM), *own, "about:blank"],
        pass_fds=(to_read, to_write),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(to_read)
    os.close(to_write)
    page = Page(out, from_browser)
    try:
        page.attach()
        yield page
        page._session = ""
        page.send("Browser.close")
        browser.wait(timeout=SECONDS)
    finally:
        if browser.poll() is None:
            browser.kill()
            browser.wait()
        os.close(out)
        os.close(from_browser)
