"""Matches of a server: tables like any other, which people can watch and join in the browser."""

from __future__ import annotations

from typing import Any

import httpx

from plowshares.agents import MAKERS
from plowshares.core.errors import IllegalCommand, InvalidOption, PlowsharesError
from plowshares.core.parsing import quote
from plowshares.mcp.local import ME, OPEN

SECONDS = 60.0


class RemoteMatches:
    """Speaks the HTTP API of a server. A seat's key is the table's name and the seat's token."""

    def __init__(self, server: str, client: httpx.Client | None = None) -> None:
        self._http = client or httpx.Client(base_url=server, timeout=SECONDS)

    def open(self, game: str, preset: str, seats: list[str], options: dict[str, str], name: str) -> dict[str, Any]:
        """Open a table; your seat and every open one is a guest's seat, with a token of its own."""
        body: dict[str, Any] = {"preset": preset, "options": options}
        count = len(self._send("POST", f"/api/games/{game}/check", body)["seats"])
        players = seats or [ME, *["easy"] * (count - 1)]
        plans = [_plan(player, name) for player in players]
        table = self._send("POST", "/api/tables", {**body, "game": game, "seats": plans})["table"]
        tokens = {i: self._invite(table, i) for i, player in enumerate(players) if player in (ME, OPEN)}
        keys = {i: f"{table}:{token}" for i, token in tokens.items() if players[i] == ME}
        invited = {i: f"{table}:{token}" for i, token in tokens.items() if players[i] == OPEN}
        first = next(iter(keys.values()), "") or f"{table}:{self._invite(table, -1)}"
        return {"match": table, "key": first, "keys": keys, "invitations": invited, "seats": players}

    def _invite(self, table: str, seat: int) -> str:
        token: str = self._send("POST", f"/api/tables/{table}/invite", {"seat": seat})["token"]
        return token

    def take_seat(self, invitation: str, name: str) -> dict[str, Any]:
        """An invitation is the seat's token itself: programs need not exchange it."""
        state = self._state(invitation)
        return {"match": state["table"], "key": invitation, "seat": state["seat"]}

    def look(self, key: str) -> dict[str, Any]:
        """Return what the seat knows."""
        state = self._state(key)
        result = state["result"]
        return {
            "game": state["game"],
            "seat": state["seat"],
            "to_act": [i for i, seat in enumerate(state["seats"]) if seat["acting"]],
            "your_turn": state["acting"],
            "prompt": " ".join(filter(None, (state["prompt"].get("title"), state["prompt"].get("help")))),
            "board": "\n".join(thing["label"] for thing in state["things"].values()),
            "fields": {"seats": state["seats"], "things": state["things"], "phases": state["phases"]},
            "result": None
            if result is None
            else {
                "sentence": f"{result['ending']['title']}. {result['ending']['reason']}",
                "outcome": result["outcome"],
            },
        }

    def picture(self, key: str) -> str:
        """Return the board as the seat sees it; its art is on the server."""
        regions = self._state(key)["regions"]
        drawn: str = next((region["svg"] for region in regions if region.get("svg")), "")
        return drawn

    def legal(self, key: str) -> list[str]:
        """List the commands that the seat may give now."""
        actions: list[str] = self._ask(key, "GET", "/actions")["actions"]
        return actions

    def play(self, key: str, command: str | dict[str, Any]) -> str:
        """Play a command."""
        state = self._state(key)
        self._ask(key, "POST", "/play", {"at": state["name"], "command": command})
        return command if isinstance(command, str) else str(command)

    def version(self, key: str) -> int:
        """Return the number of messages that there have been for the seat."""
        answer = self._ask(key, "GET", "")
        return int(answer["order"])

    def advance(self, key: str) -> None:
        """The server lets computers play by itself."""

    def log(self, key: str) -> list[str]:
        """Return everything that the seat could read about what happened."""
        lines: list[str] = self._ask(key, "GET", "/log")["log"]
        return lines

    def resign(self, key: str) -> None:
        """Give up."""
        self._ask(key, "POST", "/resign", {})

    def record(self, key: str) -> str:
        """Return the record of a finished match."""
        table, token = _split(key)
        answer = self._http.get(f"/api/tables/{table}/record", headers=_bearer(token))
        if answer.status_code != httpx.codes.OK:
            raise _error(answer)
        return answer.text

    def _state(self, key: str) -> dict[str, Any]:
        state: dict[str, Any] = self._ask(key, "GET", "")["state"]
        return state

    def _ask(self, key: str, method: str, route: str, body: Any = None) -> dict[str, Any]:
        table, token = _split(key)
        return self._send(method, f"/api/tables/{table}{route}", body, token)

    def _send(self, method: str, route: str, body: Any = None, token: str = "") -> dict[str, Any]:
        try:
            answer = self._http.request(method, route, json=body, headers=_bearer(token) if token else None)
        except httpx.HTTPError as error:
            raise PlowsharesError(f"the server does not answer: {error}") from None
        if answer.status_code != httpx.codes.OK:
            raise _error(answer)
        found: dict[str, Any] = answer.json()
        return found


def _plan(player: str, name: str) -> dict[str, str]:
    if player in (ME, OPEN):
        return {"kind": "link", "name": name if player == ME else "Guest"}
    if player not in MAKERS:
        raise InvalidOption(f"no player is called {quote(player)}; there are: {', '.join((ME, OPEN, *MAKERS))}")
    return {"kind": "computer", "name": player}


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def _split(key: str) -> tuple[str, str]:
    table, mark, token = key.partition(":")
    if not mark or not table.isalnum():
        raise InvalidOption(f"no seat has the key {quote(key)}; open a match or take a seat first")
    return table, token


def _error(answer: httpx.Response) -> PlowsharesError:
    try:
        found = answer.json()
    except ValueError:
        return PlowsharesError(f"the server answered {answer.status_code}")
    words = str(found.get("error", f"the server answered {answer.status_code}"))
    return (
        IllegalCommand(str(found.get("code", "refused")), words)
        if answer.status_code == 422
        else PlowsharesError(words)
    )
