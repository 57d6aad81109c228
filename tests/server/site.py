"""A server in a thread of the test, and people using it over HTTP."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from plowshares.server.app import Settings, create_app
from plowshares.server.tables import TableManager
from plowshares.server.uvicorn_server import Server

MICRO = {"game": "stratego", "preset": "micro"}
ME = {"kind": "me", "name": "Anna"}
HERE = {"kind": "here", "name": "Bert"}
LINK = {"kind": "link", "name": "Cleo"}
RANDOM = {"kind": "computer", "name": "random"}


class Person:
    """A browser, or a program with a seat token, without a screen."""

    def __init__(self, base: str, token: str | None = None) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=base, timeout=120, headers=headers)
        self.table = ""

    def post(self, route: str, **body: Any) -> httpx.Response:
        return self.http.post(route, json=body)

    def open(self, *seats: dict[str, str], **more: Any) -> str:
        """Open a table and stay at it."""
        answer = self.post("/api/tables", **{**MICRO, "seats": list(seats), **more})
        assert answer.status_code == 200, answer.text
        self.table = answer.json()["table"]
        return self.table

    def at(self, route: str = "") -> str:
        return f"/api/tables/{self.table}{route}"

    def state(self) -> dict[str, Any]:
        answer = self.http.get(self.at())
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()["state"]
        return state

    def play(self, **body: Any) -> httpx.Response:
        return self.post(self.at("/play"), at=self.state()["name"], **body)

    def command(self, text: str) -> None:
        """Play a command, and try again if the position has changed."""
        answer = self.play(command=text)
        for _ in range(5):
            answer = answer if answer.status_code != 409 else self.play(command=text)
        assert answer.status_code == 200, answer.text

    def actions(self) -> list[str]:
        actions: list[str] = self.http.get(self.at("/actions")).json()["actions"]
        return actions

    def invite(self, seat: int) -> str:
        token: str = self.post(self.at("/invite"), seat=seat).json()["token"]
        return token

    def wait_for_turn(self, seconds: float = 60.0) -> dict[str, Any]:
        """Return the state in which this person is to act, or the match is over."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            state = self.state()
            if state["kind"] == "curtain" or state["acting"] or state["result"]:
                return state
            time.sleep(0.02)
        raise AssertionError(f"no turn: {state['prompt']}")

    def play_at_random(self, chance: random.Random, most: int = 10_000) -> dict[str, Any]:
        """Play by text until the match is over; answer curtains."""
        for _ in range(most):
            state = self.wait_for_turn()
            if state["kind"] == "curtain":
                self.post(self.at("/curtain"), seat=state["call"])
            elif state["result"]:
                return state
            else:
                self.play(command=chance.choice(self.actions()))
                if state["shared"] and not self.state().get("acting", True):
                    self.post(self.at("/curtain"), seat=None)
        raise AssertionError("the match does not end")


class Site:
    """A running server."""

    def __init__(self, base: str, app: Starlette) -> None:
        self.base, self.app = base, app
        self.hall: TableManager = app.state.hall

    def person(self, token: str | None = None, table: str = "") -> Person:
        person = Person(self.base, token)
        person.table = table
        return person


@contextmanager
def serving(database: Path | str, port: int = 0, **more: Any) -> Iterator[Site]:
    """Serve a database, given by its file or URL, on a port of this machine; by default a free one."""
    url = database if isinstance(database, str) else f"sqlite:///{database}"
    app = create_app(Settings(url, **{"rate": 1e6, "burst": 1e6, **more}))
    with socket.create_server(("127.0.0.1", port)) as listener:
        server = Server(app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        until = time.monotonic() + 60
        while not server.started and time.monotonic() < until:
            time.sleep(0.02)
        try:
            yield Site(f"http://127.0.0.1:{listener.getsockname()[1]}", app)
        finally:
            server.should_exit = True
            thread.join(20)
