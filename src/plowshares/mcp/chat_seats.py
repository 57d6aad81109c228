"""`chat:NAME` in the arena: a seat whose every command is asked of an HTTP chat endpoint.

The endpoint takes a JSON object with `model` and `messages` and answers with `choices` and `usage`, as most servers of
language models do. Its address and key come from the environment; the key is never written anywhere.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from typing import Any

import httpx
import msgspec

from plowshares.agents import Ask
from plowshares.arena.job import Entrant, Job
from plowshares.arena.player import Fault, Faults, Usage
from plowshares.arena.seat_kinds import name_of
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.game import Game
from plowshares.core.parsing import quote
from plowshares.engine.match import Command, Match, Result
from plowshares.mcp import prompts

SECONDS = 600.0  # for one answer when no clock ends it earlier
RETRY_STATUSES = (429, 500, 502, 503, 504, 529)  # the endpoint is busy: it is asked again as long as there is time
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 20.0  # seconds
COMMAND = re.compile(r"^[\s>*`]*command[*`]*\s*:[\s*`]*(.+?)[\s*`]*$", re.IGNORECASE | re.MULTILINE)
NOTE = re.compile(r"^[\s>*`]*note[*`]*\s*:[\s*`]*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)


class Endpoint(msgspec.Struct, frozen=True):
    """Where a chat endpoint is."""

    url: str
    model: str
    key: str = ""


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message


class _Tokens(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Reply(msgspec.Struct):
    choices: list[_Choice]
    usage: _Tokens | None = None


_decoder = msgspec.json.Decoder(_Reply)


def find_endpoint(word: str) -> Endpoint:
    """Return the endpoint of `chat:NAME` from the environment; raise InvalidOption that names what is missing."""
    name = name_of(word)
    mark = re.sub(r"[^A-Z0-9]+", "_", name.upper()).strip("_")

    def read(what: str, default: str = "") -> str:
        return os.environ.get(f"PLOWSHARES_CHAT_{mark}_{what}") or os.environ.get(f"PLOWSHARES_CHAT_{what}") or default

    url = read("URL")
    if not url:
        raise InvalidOption(
            f"{word!r}: set PLOWSHARES_CHAT_{mark}_URL, or PLOWSHARES_CHAT_URL, to the address of the chat endpoint"
        )
    if not url.startswith(("http://", "https://")):
        raise InvalidOption(f"{word!r}: the address of the chat endpoint {url[:80]!r} is not http:// or https://")
    return Endpoint(url, read("MODEL", name), read("KEY"))


class ChatPlayer:
    """A language model behind an endpoint. It is told what its seat may know, its own notes, and nothing else."""

    isolation = "chat"

    def __init__(self, name: str, endpoint: Endpoint, transport: httpx.BaseTransport | None = None) -> None:
        self.name, self.endpoint = name, endpoint
        self.spent: float | None = None
        self.faults, self.usage = Faults(), Usage()
        headers = {"authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
        self._http = httpx.Client(headers=headers, transport=transport)
        self._match: Match | None = None
        self._seat = 0
        self._lines: list[str] = []  # of the log
        self._notes: list[str] = []
        self._talk: list[dict[str, str]] = []  # the question and its refused answers
        self._is_refused = False  # whether the last answer was, and is to be given again

    def begin(self, match: Match, seat: int) -> None:
        """Forget what was before."""
        self._match, self._seat = match, seat
        self._lines, self._notes, self._talk, self._is_refused = [], [], [], False

    def choose(self, ask: Ask) -> Command:
        """Ask the endpoint for a command."""
        assert self._match is not None
        began = time.monotonic()
        self._lines += ask.news
        if not self._is_refused:
            self._talk = prompts.question(self._match.game, ask, self._lines, self._notes)
        self._is_refused = False
        try:
            said = self._ask(began + min(ask.seconds, SECONDS))
        finally:
            self.spent = min(time.monotonic() - began, ask.seconds)
        self._talk.append({"role": "assistant", "content": said[: prompts.LONGEST_ANSWER]})
        self._notes = [*self._notes, *NOTE.findall(said)][-prompts.MOST_NOTES :]
        found: list[str] = COMMAND.findall(said)
        if not found:
            raise Fault("malformed", f"{self.name!r} answered without a line `command: …`: {quote(said[-200:])}")
        return found[-1]

    def _ask(self, until: float) -> str:
        body = {"model": self.endpoint.model, "messages": self._talk}
        pause = FIRST_PAUSE
        while True:
            left = until - time.monotonic()
            if left <= 0:
                raise Fault("time", f"{self.name!r} did not answer in time")
            try:
                answer = self._http.post(self.endpoint.url, json=body, timeout=left)
            except httpx.TimeoutException:
                raise Fault("time", f"{self.name!r} did not answer in time") from None
            except httpx.HTTPError as error:
                raise Fault("crash", f"the endpoint of {self.name!r} cannot be reached: {error}") from None
            self.usage.calls += 1
            if answer.status_code not in RETRY_STATUSES:
                return self._read(answer)
            time.sleep(max(0.0, min(pause, until - time.monotonic())))
            pause = min(LONGEST_PAUSE, 2 * pause)

    def _read(self, answer: httpx.Response) -> str:
        if answer.status_code != httpx.codes.OK:
            words = quote(answer.text[:200])
            raise Fault("crash", f"the endpoint of {self.name!r} answered {answer.status_code}: {words}")
        try:
            reply = _decoder.decode(answer.content)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Fault("crash", f"the endpoint of {self.name!r} answered something else: {error}") from None
        if reply.usage is not None:
            self.usage.tokens_in += reply.usage.prompt_tokens
            self.usage.tokens_out += reply.usage.completion_tokens
        return (reply.choices[0].message.content or "") if reply.choices else ""

    def refuse(self, refusal: IllegalCommand, left: int) -> None:
        """Tell the model why its answer was not taken, when it is asked again."""
        self._talk.append({"role": "user", "content": prompts.refusal(refusal, left)})
        self._is_refused = left > 0

    def restart(self, match: Match, seat: int) -> None:
        """Ask again."""
        self.begin(match, seat)

    def end(self, result: Result, news: Sequence[str]) -> None:
        """Nothing to tell: the endpoint remembers nothing."""

    def stop(self) -> None:
        """Close the connection."""
        self._http.close()


def make_player(job: Job, game: Game, entrant: Entrant) -> Any:
    """Return the player of a seat's word."""
    return ChatPlayer(entrant.name, find_endpoint(entrant.seat))


def check(game: Game, word: str) -> None:
    """Raise InvalidOption if the environment names no endpoint."""
    find_endpoint(word)
