"""The one protocol for all games: JSON objects, one a line, both ways. docs/bots.md tells it to bot authors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from plowshares.core.actions import ActionTable
from plowshares.core.game import Game
from plowshares.core.options import Options, to_plain
from plowshares.core.parsing import quote
from plowshares.core.records import Record
from plowshares.core.rng import Rng
from plowshares.engine.clock import TimeControl
from plowshares.engine.match import Result

PROTOCOL = 1
PAGE = 200  # legal actions that are sent unasked, and at most per request
WANTS = ("board", "view", "changes", "picture", "log", "legal", "numbers")
DEFAULT_WANTS = ("view", "picture", "log", "legal")
TYPES = ("ready", "play", "legal", "resign")


class Malformed(ValueError):
    """A line from a bot that is not a message of the protocol."""


class Answer(msgspec.Struct):
    """A line from a bot."""

    type: str = "play"
    id: int | None = None
    action: int | None = None
    text: str | None = None
    do: dict[str, Any] | None = None
    name: str | None = None
    wants: list[str] | None = None
    start: int = msgspec.field(default=0, name="from")
    count: int = PAGE

    @property
    def command(self) -> int | str | dict[str, Any] | None:
        """The command it holds, in the first form that is there."""
        return next((each for each in (self.action, self.text, self.do) if each is not None), None)


_decoder = msgspec.json.Decoder(Answer)


def parse_answer(line: bytes, most: int) -> Answer:
    """Read a line from a bot; raise Malformed that says what is wrong with it."""
    if len(line) > most:
        raise Malformed(f"a line of more than {most} bytes, which begins {quote(line[:40].decode(errors='replace'))}")
    try:
        answer = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"{quote(line.decode(errors='replace'))} is not a message: {str(error).lower()}") from None
    if answer.type not in TYPES:
        raise Malformed(f"{quote(line.decode())} has the type {answer.type!r}; there are: {', '.join(TYPES)}")
    if answer.type == "play" and answer.command is None:
        raise Malformed(f'{quote(line.decode())} holds no command: it needs "action", "text" or "do"')
    for want in answer.wants or ():
        if want not in WANTS:
            raise Malformed(f"{quote(line.decode())} wants {want!r}; there are: {', '.join(WANTS)}")
    return answer


def encode(message: dict[str, Any]) -> bytes:
    """Write a message as a line."""
    return msgspec.json.encode(message) + b"\n"


# To the bot


def hello(
    game: Game, options: Options, seat: int, names: Sequence[str], control: TimeControl, clock: str
) -> dict[str, Any]:
    """Return the first message of a match."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game.name,
        "rules": game.version,
        "options": to_plain(options),
        "seat": seat,
        "seats": len(names),
        "names": list(names),
        "time": {
            "bank": control.bank,
            "increment": control.increment,
            "per_move": control.per_move,
            "clock": clock,
        },
        "help": game.notation.HELP,
    }


def legal_page(
    game: Game, view: Any, seat: int, legal: Sequence[int], start: int = 0, count: int = PAGE
) -> dict[str, Any]:
    """Return some of the legal actions, each as a number, as text and as an object."""
    start = max(0, start)
    page = legal[start : start + max(0, min(count, PAGE))]
    return {
        "count": len(legal),
        "from": start,
        "actions": [
            {
                "action": action,
                "text": game.notation.format(view, seat, (action,)),
                "do": game.notation.to_json(view, seat, (action,)),
            }
            for action in page
        ],
    }


def refused(number: int, code: str, message: str, left: int) -> dict[str, Any]:
    """Return the message that an answer was not taken, and how many more attempts there are."""
    return {"type": "refused", "id": number, "code": code, "message": message, "left": left}


def result_message(result: Result, seat: int, news: Sequence[str]) -> dict[str, Any]:
    """Return the last message of a match."""
    return {
        "type": "result",
        "seat": seat,
        "reason": result.reason,
        "sentence": result.sentence,
        "outcome": list(result.outcome),
        "scores": list(result.scores),
        "log": list(news),
    }


# Views


def board_of(game: Game, view: Any, seat: int) -> dict[str, Any] | None:
    """Return a view as the game's named fields (`games/<game>/fields.py`); nothing if the game offers none."""
    return None if game.fields is None else game.fields.fields(view, seat).to_dict()


def view_to_plain(view: Record) -> dict[str, Any]:
    """Return a view's fields as plain values; what the hello tells already, and blanked generators, are left out."""
    return {
        name: to_value(view[name])
        for name in type(view).layout.names or ()
        if name != "options" and not isinstance(view[name], ActionTable | Rng)
    }


def to_value(value: Any) -> Any:
    """Return a field as plain JSON: records as objects, arrays as lists."""
    if isinstance(value, Record):
        return view_to_plain(value)
    if isinstance(value, np.ndarray) and value.dtype.names:
        return [to_value(each) for each in value]
    return value.tolist()


def changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return the top-level fields of a view that are not as they were."""
    return {name: value for name, value in after.items() if before.get(name) != value}
