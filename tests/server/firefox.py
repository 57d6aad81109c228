"""Debian's Firefox, driven over its own remote protocol, Marionette: lengths and JSON over a socket."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("firefox-esr")
PATIENCE = 120.0  # seconds
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}


class Firefox:
    """One window of a running Firefox."""

    def __init__(self, port: int) -> None:
        self._socket = self._connect(port)
        self._read()  # it says who it is
        self._count = 0
        self.ask("WebDriver:NewSession", {"strictFileInteractability": True})
        self.ask("WebDriver:SetWindowRect", {"x": 0, "y": 0, "width": 1280, "height": 900})

    def _connect(self, port: int) -> socket.socket:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), PATIENCE)
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._socket.recv(1)
        data = b""
        while len(data) < int(length[:-1]):
            data += self._socket.recv(int(length[:-1]) - len(data))
        return json.loads(data)

    def ask(self, command: str, parameters: dict[str, Any]) -> Any:
        """Give a command and return what came of it."""
        self._count += 1
        data = json.dumps([0, self._count, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self._read()
        if error:
            raise AssertionError(f"{command}: {error['error']}: {error['message']}")
        return result

    def go(self, address: str) -> None:
        """Open a page."""
        self.ask("WebDriver:Navigate", {"url": address})

    def run(self, script: str, *args: Any) -> Any:
        """Return what the body of a function in the page returns."""
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(args)})["value"]

    def wait(self, script: str, *args: Any) -> Any:
        """Wait until a script returns something."""
        until = time.monotonic() + PATIENCE
        while not (found := self.run(script, *args)):
            assert time.monotonic() < until, f"nothing came of: {script}"
            time.sleep(0.1)
        return found

    def press(self, x: float, y: float) -> None:
        """Press a point with the mouse."""
        point = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y), "origin": "viewport"}
        steps = [point, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.ask("WebDriver:PerformActions", {"actions": [mouse]})


@contextlib.contextmanager
def browsing(folder: Path) -> Iterator[Firefox]:
    """Start a Firefox with a profile of its own, and stop it."""
    assert PROGRAM
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "user.js").write_text("\n".join([*lines, f'user_pref("marionette.port", {port});']) + "\n")
    command = [PROGRAM, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    environment = {**os.environ, "HOME": str(folder)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield Firefox(port)
    finally:
        process.terminate()
        process.wait(30)
