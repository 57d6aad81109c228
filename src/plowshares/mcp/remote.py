"""Matches of a server: tables like any other, which people can watch and join in the browser."""

from __future__ import annotations

from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx

from plowshares.agents import MAKERS
from plowshares.core.errors import IllegalCommand, InvalidOption, PlowsharesError
from plowshares.core.parsing import quote
from plowshares.core.seats import SPECTATOR
from plowshares.mcp.backend import ME, OPEN, PAGE, Listed

SECONDS = 120.0  # for one answer; the first of a game may have to wait for the compiler
LINK = "/join#"  # how the address in an invitation for people goes on


class RemoteMatches:
    """Speaks the HTTP API of a server. A seat's key is the table's name and the seat's token.

    The cookie of a new table's owner is used for its invitations and then forgotten: the next caller is somebody
    else, since many clients may share this object.
    """

    def __init__(self, server: str, transport: httpx.BaseTransport | None = None) -> None:
        nothing = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        self._http = httpx.Client(base_url=server, timeout=SECONDS, transport=transport, cookies=nothing)

    def open(self, game: str, preset: str, seats: list[str], options: dict[str, str], name: str) -> dict[str, Any]:
        """Open a table; your seat and every open one is a guest's seat, with a token of its own."""
        body: dict[str, Any] = {"preset": preset, "options": options}
        count = len(self._send("POST", f"/api/games/{game}/check", body).json()["seats"])
        players = seats or [ME, *["easy"] * (count - 1)]
        plans = [_plan(player, name) for player in players]
        answer = self._send("POST", "/api/tables", {**body, "game": game, "seats": plans})
        table, owner = answer.json()["table"], dict(answer.cookies)
        wanted = [i for i, player in enumerate(players) if player in (ME, OPEN)]
        links = {i: self._invite(table, i, owner) for i in [*wanted, SPECTATOR]}
        keys = {i: f"{table}:{links[i]['token']}" for i in wanted if players[i] == ME}
        invited = {i: f"{table}:{links[i]['token']}" for i in wanted if players[i] == OPEN}
        first = next(iter(keys.values()), "") or f"{table}:{links[SPECTATOR]['token']}"
        return {
            "match": table,
            "key": first,
            "keys": keys,
            "invitations": invited,
            "links": {i: links[i]["link"] for i in invited},
            "watch": links[SPECTATOR]["link"],
            "seats": players,
        }

    def _invite(self, table: str, seat: int, owner: dict[str, str]) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in owner.items())
        answer = self._send("POST", f"/api/tables/{table}/invite", {"seat": seat}, {"cookie": cookie})
        found: dict[str, str] = answer.json()
        return found

    def take_seat(self, invitation: str, name: str) -> dict[str, Any]:
        """Take a seat by a key, or by the link that people get: its token is the seat's, nothing is exchanged."""
        key = invitation
        if LINK in invitation:
            token = invitation.partition(LINK)[2]
            key = f"{self._send('POST', '/api/invitation', {'token': token}).json()['table']}:{token}"
        shown = self._ask(key, "GET", "/view")
        return {"match": _split(key)[0], "key": key, "seat": shown["seat"]}

    def look(self, key: str) -> dict[str, Any]:
        """Return what the seat knows."""
        shown = self._ask(key, "GET", "/view")
        return {**shown, "your_turn": shown["seat"] in shown["to_act"]}

    def picture(self, key: str) -> str:
        """Return the board as the seat sees it."""
        return self._get(key, "/picture")

    def legal(self, key: str, contains: str = "", start: int = 0) -> Listed:
        """List the commands that the seat may give now."""
        table, token = _split(key)
        query = httpx.QueryParams({"contains": contains, "from": start})
        found = self._send("GET", f"/api/tables/{table}/actions?{query}", None, _bearer(token)).json()
        return Listed(found["actions"][:PAGE], found["total"])

    def play(self, key: str, command: str | dict[str, Any]) -> str:
        """Play a command; return its text, empty if it is begun and needs further decisions."""
        before = self._ask(key, "GET", "")["state"]
        after = self._ask(key, "POST", "/play", {"at": before["name"], "command": command})["state"]
        if after["acting"] and after["begun"]:
            return ""
        return command if isinstance(command, str) else str(command)

    def advance(self, key: str) -> bool:
        """The server lets computers play by itself."""
        return False

    def log(self, key: str) -> list[str]:
        """Return everything that the seat could read about what happened."""
        lines: list[str] = self._ask(key, "GET", "/log")["log"]
        return lines

    def resign(self, key: str) -> None:
        """Give up."""
        self._ask(key, "POST", "/resign", {})

    def record(self, key: str) -> str:
        """Return the record of a finished match."""
        return self._get(key, "/record")

    def _get(self, key: str, route: str) -> str:
        table, token = _split(key)
        return self._send("GET", f"/api/tables/{table}{route}", None, _bearer(token)).text

    def _ask(self, key: str, method: str, route: str, body: Any = None) -> dict[str, Any]:
        table, token = _split(key)
        found: dict[str, Any] = self._send(method, f"/api/tables/{table}{route}", body, _bearer(token)).json()
        return found

    def _send(self, method: str, route: str, body: Any, headers: dict[str, str] | None = None) -> httpx.Response:
        try:
            answer = self._http.request(method, route, json=body, headers=headers)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise PlowsharesError(f"the server does not answer: {error}") from None
        if answer.status_code != httpx.codes.OK:
            raise _error(answer)
        return answer


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
    if not mark or not (table.isascii() and table.isalnum()) or not (token.isascii() and token.isprintable()):
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
