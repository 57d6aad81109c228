"""What the routes of playing together take and answer, as types."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from plowshares.server.requests import Nothing
from plowshares.server.responses import Answer


class Seeking(msgspec.Struct, forbid_unknown_fields=True):
    """What the caller wants to play with anybody."""

    game: str
    preset: str = ""
    time: str = "900+10"


class Whom(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody at a table: on a seat, or who wrote a message."""

    seat: int | None = None
    message: int | None = None


class Report(msgspec.Struct, forbid_unknown_fields=True):
    """A report to the owner of the server about a person at a table."""

    seat: int | None = None
    message: int | None = None
    words: Annotated[str, Meta(max_length=2000)] = ""


class Agree(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the caller agrees."""

    agree: bool


class Unblock(msgspec.Struct, forbid_unknown_fields=True):
    """A blocked person."""

    person: str


class Closed(msgspec.Struct, forbid_unknown_fields=True):
    """A report that was dealt with."""

    report: int


class Endpoint(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's push address."""

    endpoint: Annotated[str, Meta(max_length=2000)]


class Told(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's push address and its keys."""

    endpoint: Annotated[str, Meta(max_length=2000)]
    key: Annotated[str, Meta(max_length=128)]
    auth: Annotated[str, Meta(max_length=64)]


class Done(Answer):
    """Nothing more to say."""

    done: bool


class PairingShown(Answer):
    """The state of a search for an opponent."""

    seeking: bool
    game: str
    preset: str
    time: str
    clock: Annotated[str, Meta(description="the clock in words")]
    waited: Annotated[float, Meta(description="seconds")]
    wide: Annotated[bool, Meta(description="whether another board or clock of the game would do, too")]
    others: Annotated[int, Meta(description="how many people look for an opponent, in any game")]
    table: Annotated[str | None, Meta(description="the table, when somebody was found")]
    times: Annotated[list[str], Meta(description="clocks that can be wished for")]


class Gift(Answer):
    """The time given to the others."""

    seats: list[int]
    seconds: float


class BlockedPerson(Answer):
    """A blocked person."""

    id: str
    name: str
    avatar: str


class Blocked(Answer):
    """Whom you have blocked."""

    blocked: list[BlockedPerson]


class ReportShown(Answer):
    """A report."""

    id: int
    table_id: str
    reporter: str
    name: str
    words: str
    said: str
    made: float


class Reported(Answer):
    """The open reports."""

    reports: list[ReportShown]


class WaitingTable(Answer):
    """A game that waits for you."""

    id: str
    title: str
    who: list[str]
    clock: str


class Waiting(Answer):
    """The games that wait for you."""

    waiting: list[WaitingTable]


class LevelShown(Answer):
    """A level of the computer."""

    name: str
    title: str
    art: str


class AboutTable(Answer):
    """What is played at a table, and for whom it waits."""

    game: str
    preset: str
    board: str
    clock: str
    rated: bool
    access: str
    created: float
    free: list[int]
    linked: list[int]
    levels: list[LevelShown]


class PushKey(Answer):
    """The key that browsers subscribe with."""

    key: str


TABLE = "/api/tables/{table}"
READS, OWN, ACTS = (429, 503), (400, 403, 422, 429, 503), (400, 403, 409, 422, 429, 503)
Row = tuple[str, Any, Any, tuple[int, ...], bool]  # summary, body, answer, refusals, whether it needs no token
TOGETHER: dict[tuple[str, str], Row] = {
    ("GET", "/api/pairing"): (
        "Say how it stands with finding an opponent; ask every few seconds, or you count as gone.",
        None,
        PairingShown,
        READS,
        True,
    ),
    ("POST", "/api/pairing"): (
        "Look for an opponent who wants the same game and clock; after a while another board or clock will do.",
        Seeking,
        PairingShown,
        (400, 403, 404, 422, 429, 503),
        True,
    ),
    ("POST", "/api/pairing/leave"): ("Stop looking for an opponent.", Nothing, Done, OWN, True),
    ("GET", "/api/waiting"): ("List the games that wait for you.", None, Waiting, READS, True),
    ("GET", f"{TABLE}/about"): (
        "Say what is played at a table and which seats are free; `linked` are those that somebody has a link for.",
        None,
        AboutTable,
        (403, 429, 503),
        False,
    ),
    ("POST", f"{TABLE}/draw"): (
        "Offer a draw, or agree to the offer of another; `agree` false declines it.",
        Agree,
        Done,
        ACTS,
        False,
    ),
    ("POST", f"{TABLE}/time"): (
        "Give the others more time: a minute, or a day where clocks count days.",
        Nothing,
        Gift,
        ACTS,
        False,
    ),
    ("POST", f"{TABLE}/block"): (
        "Hear nothing more of somebody: no chat, no pairing, and they cannot sit down at your tables.",
        Whom,
        Done,
        ACTS,
        False,
    ),
    ("POST", f"{TABLE}/report"): (
        "Tell the owner of the server about somebody; what was said at the table goes with it.",
        Report,
        Done,
        ACTS,
        False,
    ),
    ("GET", "/api/blocks"): ("List whom you have blocked.", None, Blocked, READS, True),
    ("POST", "/api/blocks/remove"): ("Hear of somebody again.", Unblock, Done, OWN, True),
    ("GET", "/api/reports"): (
        "List what was reported, for the owner of the server.",
        None,
        Reported,
        (403, 429, 503),
        True,
    ),
    ("POST", "/api/reports/close"): ("Note that a report was dealt with.", Closed, Done, OWN, True),
    ("GET", "/api/push"): ("Return the key that browsers subscribe with.", None, PushKey, READS, True),
    ("POST", "/api/push"): (
        "Be told by this browser's push service when it is your turn and no page is open.",
        Told,
        Done,
        OWN,
        True,
    ),
    ("POST", "/api/push/leave"): ("Be told nothing more.", Endpoint, Done, OWN, True),
}
