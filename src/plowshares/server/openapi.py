"""The OpenAPI document: every route with what it takes and answers, made from the types that the code uses."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

import plowshares
from plowshares.server import requests, responses
from plowshares.server.meeting.operations import MEETING, QUERIES
from plowshares.server.together_types import TOGETHER

TABLE = "/api/tables/{table}"
BEARER = "token"
EVENTS = "text/event-stream"
COOKIE = "cookie"


class Operation(NamedTuple):
    """A method of a route."""

    does: str
    takes: Any = None  # the type of the body
    gives: Any = None  # the type of the answer, or several; a media type for anything but JSON
    query: dict[str, str] | None = None  # parameters with their descriptions
    refuses: tuple[int, ...] = ()
    is_open: bool = False  # whether it needs no token


QUERY: dict[str, dict[str, Any]] = {  # parameters that may be left out; all others are integers
    "pick": {"type": "array", "items": {"type": "string"}},
    "contains": {"type": "string"},
    "kind": {"type": "string"},
    "size": {"type": "string"},
    "among": {"type": "string"},
    "from": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "skip": {"type": "integer", "minimum": 0, "maximum": 1_000_000_000},
}
READS = (403, 422, 429, 503)
ACTS = (400, 403, 409, 422, 429, 503)
OPERATIONS: dict[tuple[str, str], Operation] = {
    ("GET", "/api/tables"): Operation("List your tables.", gives=responses.Tables, refuses=(429, 503), is_open=True),
    ("POST", "/api/tables"): Operation(
        "Open a table. Whoever has no cookie yet gets one.",
        requests.NewTable,
        responses.TableName,
        refuses=(400, 403, 404, 422, 429, 503),
        is_open=True,
    ),
    ("POST", "/api/games/{game}/check"): Operation(
        "Say what is wrong with options, or what the seats are called.",
        requests.Check,
        responses.SeatNames,
        refuses=(400, 404, 422, 429, 503),
        is_open=True,
    ),
    ("POST", "/api/games/{game}/guide"): Operation(
        "Open the table of a guided first match. Whoever has no cookie yet gets one.",
        requests.Nothing,
        responses.TableName,
        refuses=(400, 404, 422, 429, 503),
        is_open=True,
    ),
    ("POST", "/api/join"): Operation(
        "Exchange the token of a link for a seat held by this browser's cookie. Programs just send the token.",
        requests.Join,
        responses.Joined,
        refuses=(400, 403, 429, 503),
        is_open=True,
    ),
    ("POST", "/api/records"): Operation(
        "Upload the record of a finished match, to watch it; it is verified line by line.",
        requests.Upload,
        responses.TableName,
        refuses=(400, 422, 429, 503),
        is_open=True,
    ),
    ("GET", "/api/me"): Operation(
        "Return your name and face, and the faces there are.", gives=responses.Me, refuses=(429, 503), is_open=True
    ),
    ("POST", "/api/me"): Operation(
        "Choose a name and a face. Whoever has no cookie yet gets one.",
        requests.Introduction,
        responses.Me,
        refuses=(400, 422, 429, 503),
        is_open=True,
    ),
    ("GET", "/api/lobby"): Operation(
        "Return what the lobby shows: your tables, open tables, tables that are played.",
        gives=responses.LobbyShown,
        refuses=(429, 503),
        is_open=True,
    ),
    ("GET", "/api/lobby/events"): Operation(
        "Follow the lobby: an event whenever something is new.", gives=EVENTS, is_open=True
    ),
    ("POST", "/api/invitation"): Operation(
        "Say what a link is for; it is not used up.",
        requests.Join,
        responses.Invitation,
        refuses=(400, 403, 422, 429, 503),
        is_open=True,
    ),
    ("POST", f"{TABLE}/sit"): Operation(
        "Sit down at an open table.", requests.Sit, responses.Seated, refuses=ACTS, is_open=True
    ),
    ("GET", f"{TABLE}/chat"): Operation(
        "Return the chat of a table, as you may read it.", gives=responses.ChatShown, refuses=READS
    ),
    ("POST", f"{TABLE}/chat"): Operation(
        "Write something, or a ready phrase, to the others at the table.",
        requests.Talk,
        responses.SaidShown,
        refuses=ACTS,
    ),
    ("GET", "/api/bots"): Operation(
        "List the bot programs that you may start.", gives=responses.BotList, refuses=(429, 503), is_open=True
    ),
    ("GET", TABLE): Operation("Return all that your screen shows.", gives=responses.State, refuses=READS),
    ("GET", f"{TABLE}/events"): Operation(
        "Follow a table: the same State as server-sent events, whenever it changes. The event's id is the message's"
        " name; come back with it as Last-Event-ID and you are sent nothing twice.",
        gives=EVENTS,
        refuses=READS,
    ),
    ("POST", f"{TABLE}/play"): Operation(
        "Play: a path of picks, a command in the game's notation, or take an unfinished command back. With `ahead`,"
        " picks for your next turn are followed and nothing is played. A path that is"
        " not whole is answered with what can follow. `at` is the name you saw; if the position has changed, 409.",
        requests.Play,
        (responses.State, responses.More),
        refuses=ACTS,
    ),
    ("GET", f"{TABLE}/actions"): Operation(
        "List legal actions as text, at most 400 at once.",
        gives=responses.Actions,
        query={
            "pick": "only those that begin with this pick; several in their order",
            "contains": "only those with this text in them, whatever its case",
            "from": "how many of them to leave out at the beginning",
        },
        refuses=(400, *READS),
    ),
    ("GET", f"{TABLE}/view"): Operation(
        "Return what your seat knows: the named fields of the game, and the board as text.",
        gives=responses.SeatView,
        refuses=READS,
    ),
    ("GET", f"{TABLE}/picture"): Operation(
        "Return the board as your seat sees it, as an SVG that stands alone.", gives="image/svg+xml", refuses=READS
    ),
    ("POST", f"{TABLE}/hint"): Operation(
        "Say what a program would do, where the table allows it.", requests.At, responses.Hints, refuses=ACTS
    ),
    ("GET", f"{TABLE}/log"): Operation(
        "Return the whole log, as you may read it.", gives=responses.LogLines, refuses=READS
    ),
    ("POST", f"{TABLE}/curtain"): Operation(
        "Say who is ready at a shared screen; null hides the board.", requests.Curtain, responses.State, refuses=ACTS
    ),
    ("POST", f"{TABLE}/undo"): Operation(
        "Take back your last command as a whole; `at` is the name that `undo` in your state gives it. Others who have"
        " seen it are asked, and answer with `agree`. Refused, with the reason, if somebody has learned something by it"
        " and there is nobody to ask.",
        requests.Undo,
        responses.State,
        refuses=ACTS,
    ),
    ("POST", f"{TABLE}/resign"): Operation("Give up.", requests.Nothing, responses.State, refuses=ACTS),
    ("POST", f"{TABLE}/invite"): Operation(
        "Make a link for a seat, or (-1) for watching; the one before opens nothing any more. A link for a seat works"
        " once. The owner makes it for a seat that nobody has held, a seat's own player for another device, and those"
        " still playing for a seat that was left.",
        requests.Seat,
        responses.Link,
        refuses=ACTS,
    ),
    ("POST", f"{TABLE}/release"): Operation(
        "Leave your seat to somebody else without resigning; everybody is told.",
        requests.Seat,
        responses.SeatOpen,
        refuses=ACTS,
    ),
    ("POST", f"{TABLE}/reseat"): Operation(
        "Ask for the seat of somebody who is to act and has been away for long to be given to somebody else or to the"
        " computer, or for them to lose (`then`). It happens when all who still play have asked for the same.",
        requests.Reseat,
        responses.SeatOpen,
        refuses=ACTS,
    ),
    ("POST", f"{TABLE}/delete"): Operation(
        "Take a table out of your list: a finished one, or one at which nobody else is. It is deleted with everything"
        " that is known of it when nobody has it any more.",
        requests.Nothing,
        responses.Deleted,
        refuses=ACTS,
    ),
    ("GET", f"{TABLE}/devices"): Operation(
        "List the devices that hold your seats.", gives=responses.Devices, refuses=READS
    ),
    ("POST", f"{TABLE}/devices"): Operation(
        "Sign out one of the devices that hold your seat; when it was the last one, the seat is open.",
        requests.Device,
        responses.SeatOpen,
        refuses=ACTS,
    ),
    ("POST", f"{TABLE}/rematch"): Operation(
        "Open the table of a rematch with everybody one seat further, or find it.",
        requests.Nothing,
        responses.TableName,
        refuses=ACTS,
    ),
    ("GET", f"{TABLE}/record"): Operation(
        "Download the record of a finished match.", gives="application/jsonl", refuses=READS
    ),
    ("GET", f"{TABLE}/export"): Operation(
        "Download a finished match as one HTML file with everything in it.", gives="text/html", refuses=READS
    ),
    ("GET", f"{TABLE}/replay"): Operation(
        "Return one position of a finished match.",
        gives=responses.Position,
        query={"n": "the position, from 0", "as": "seen by a seat, -1 by a spectator, -2 with everything open"},
        refuses=(400, 403, 422, 429, 503),
    ),
    ("GET", "/api/puzzles"): Operation(
        "List the puzzles of all games.", gives=responses.PuzzleList, refuses=(429, 503), is_open=True
    ),
    ("POST", "/api/puzzles/{game}"): Operation(
        "Open a table at the moment of a puzzle. Whoever has no cookie yet gets one.",
        requests.OpenPuzzle,
        responses.TableName,
        refuses=(400, 404, 422, 429, 503),
        is_open=True,
    ),
    ("GET", f"{TABLE}/puzzle"): Operation(
        "Say what the puzzle of a table asks, and after your decision whether it was the answer.",
        gives=responses.PuzzleShown,
        refuses=READS,
    ),
    ("GET", f"{TABLE}/review"): Operation(
        "Return a review of a finished match for one seat, as far as it has come; asking for it begins it. Ask again"
        " until `done` is 1.",
        gives=responses.Review,
        query={"as": "the seat", "depth": "full (the default), quick or deep"},
        refuses=(400, 403, 422, 429, 503),
    ),
    ("GET", f"{TABLE}/beliefs"): Operation(
        "Return what a seat should believe about hidden things: at a position of a finished match, or without `n` your"
        " own beliefs now, where the table allows hints.",
        gives=responses.BeliefsShown,
        query={"n": "the position of a finished match", "as": "the seat"},
        refuses=(400, 403, 422, 429, 503),
    ),
    ("GET", f"{TABLE}/moment"): Operation(
        "Return one position of a finished match from where a seat sits: as it saw it, or with nothing hidden.",
        gives=responses.MomentShown,
        query={"n": "the position, from 0", "as": "the seat", "open": "anything, for nothing hidden"},
        refuses=(400, 403, 422, 429, 503),
    ),
    ("GET", f"{TABLE}/habits"): Operation(
        "Say what your last reviewed matches of the same game have in common.",
        gives=responses.Habits,
        refuses=(403, 422, 429, 503),
    ),
    ("POST", f"{TABLE}/play-on"): Operation(
        "Open a table that goes on from a position of a finished match, with computers on the other seats.",
        requests.PlayOn,
        responses.TableName,
        refuses=(400, 403, 422, 429, 503),
    ),
}
OPERATIONS |= {
    key: Operation(does, takes, gives, QUERIES.get(key[1]), refuses, is_open=True)
    for key, (does, takes, gives, refuses) in MEETING.items()
}
OPERATIONS |= {
    key: Operation(does, takes, gives, None, refuses, is_open)
    for key, (does, takes, gives, refuses, is_open) in TOGETHER.items()
}
WORDS = {
    400: "not understood",
    403: "you hold no seat here, or the request comes from another site",
    404: "no such game",
    409: "the position has changed meanwhile: look again",
    422: "refused, and why",
    429: "too many requests",
    503: "the server is busy, or its database does not answer: look again before you repeat anything",
}


def describe() -> dict[str, Any]:
    """Return the document."""
    kinds = [kind for each in OPERATIONS.values() for kind in (*types_of(each.takes), *types_of(each.gives))]
    kinds = list(dict.fromkeys([*kinds, responses.Wrong]))
    made, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schemas = dict(zip(kinds, made, strict=True))
    paths: dict[str, Any] = {}
    for (method, path), operation in OPERATIONS.items():
        paths.setdefault(path, {})[method.lower()] = _describe(path, operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Plowshares", "version": plowshares.__version__, "description": "Tables of all games."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                BEARER: {"type": "http", "scheme": "bearer", "description": "a seat's token, from a link behind the #"},
                COOKIE: {"type": "apiKey", "in": "cookie", "name": "plowshares", "description": "a browser's own"},
            },
        },
    }


def types_of(kind: Any) -> tuple[Any, ...]:
    """List the JSON types of a body or an answer; none for None or a media type."""
    if kind is None or isinstance(kind, str):
        return ()
    return kind if isinstance(kind, tuple) else (kind,)


def _describe(path: str, operation: Operation, schemas: dict[Any, Any]) -> dict[str, Any]:
    inside = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in inside]
    parameters += [_query(name, words) for name, words in (operation.query or {}).items()]
    found = [schemas[kind] for kind in types_of(operation.gives)]
    media = "application/json" if found else operation.gives
    schema = (
        {"anyOf": found} if len(found) > 1 else found[0] if found else {} if media == EVENTS else {"type": "string"}
    )
    wrong = {"application/json": {"schema": schemas[responses.Wrong]}}
    described: dict[str, Any] = {
        "summary": operation.does.partition(". ")[0].rstrip("."),
        "description": operation.does,
        "parameters": parameters,
        "responses": {
            "200": {"description": "done", "content": {media: {"schema": schema}}},
            **{str(code): {"description": WORDS[code], "content": wrong} for code in operation.refuses},
        },
        "security": [{BEARER: []}, {COOKIE: []}, *([{}] if operation.is_open else [])],
    }
    if operation.takes is not None:
        content = {"application/json": {"schema": schemas[operation.takes]}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _query(name: str, words: str) -> dict[str, Any]:
    schema = QUERY.get(name, {"type": "integer"})
    return {"name": name, "in": "query", "required": name not in QUERY, "description": words, "schema": schema}
