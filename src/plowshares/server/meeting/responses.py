"""What the routes of accounts, players and the owner answer, as types."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from plowshares.server.responses import Answer, FriendHere, PersonShown, QrCode

Moment = Annotated[float, Meta(description="seconds since 1970")]


class Known(Answer):
    """You."""

    me: PersonShown | None


class DeviceOwned(Answer):
    """One of your browsers."""

    label: str
    added: Moment
    seen: Moment
    this: bool


class PasskeyOwned(Answer):
    """One of your passkeys."""

    label: str
    added: Moment
    used: Moment


class Account(Answer):
    """You, and how you can get into your account."""

    me: PersonShown | None
    account: Annotated[float | None, Meta(description="since when you have an account; null for guests")]
    devices: list[DeviceOwned]
    passkeys: list[PasskeyOwned]
    recovery: Annotated[bool, Meta(description="whether there is a recovery code")]


class PasskeyAsked(Answer):
    """What the browser needs to make or use a passkey, as WebAuthn defines it."""

    options: dict[str, Any]


class RecoveryCode(Answer):
    """A code that is shown once."""

    code: str


class DeviceCode(Answer):
    """A code that works once, for how many seconds, and the same as a link."""

    code: str
    seconds: float
    link: str
    qr: QrCode


class FriendLists(Answer):
    """Your friends, who wants to be one, and whom you have asked."""

    friends: list[FriendHere]
    asking: list[FriendHere]
    asked: list[FriendHere]


class LinkMade(Answer):
    """A link that works once."""

    link: str
    qr: QrCode


class Face(Answer):
    """A name and a face."""

    name: str
    avatar: str


class KeptCommand(Answer):
    """A command that you keep under a name."""

    name: str
    command: str


class KeptList(Answer):
    """What you keep of a kind, by name."""

    kept: list[KeptCommand]


class RatingShown(Answer):
    """A rating; no number before ten rated games."""

    game: str
    title: str
    size: Annotated[str, Meta(description="class of the number of seats: 2, 3-4 or 5+")]
    rating: int | None
    plus: Annotated[int | None, Meta(description="one standard deviation")]
    games: int
    won: int


class RatingCurve(RatingShown):
    """A rating and how it went."""

    curve: Annotated[list[list[float]], Meta(description="moment, rating and ± after each match, earliest first")]


class Opponent(Answer):
    """Who sat on another seat; the player is empty if that is not known, or if they play as a guest."""

    player: str
    name: str
    avatar: str


class ResultShown(Answer):
    """A finished match."""

    table: str
    game: str
    title: str
    others: list[Opponent]
    outcome: float
    place: int
    how: Annotated[str, Meta(description="how it ended, in words")]
    rated: bool
    change: Annotated[int | None, Meta(description="of the rating")]
    ended: Moment
    record: Annotated[bool, Meta(description="whether you can download its record")]


class OpponentMet(Opponent):
    """Somebody whom a player has met, with how often the player did better, and equally well."""

    games: int
    won: int
    drawn: int


class GamesShown(Answer):
    """Some finished matches of a player, and how many there are."""

    games: int
    results: list[ResultShown]


class PlayerShown(Answer):
    """Everything on a player's page."""

    player: str
    kind: Annotated[str, Meta(description="person, guest (yourself), computer or bot")]
    me: bool
    name: str
    avatar: str
    since: float | None
    games: int
    won: int
    out_of_time: int
    ratings: list[RatingCurve]
    results: Annotated[list[ResultShown], Meta(description="the latest 50")]
    opponents: Annotated[list[OpponentMet], Meta(description="whom they have met most often")]
    friend: Annotated[str, Meta(description="friends, asking (they ask you), asked (you asked them) or empty")]


class Rung(Answer):
    """A player on the ladder."""

    place: int
    player: str
    kind: str
    name: str
    avatar: str
    me: bool
    rating: int | None
    plus: int | None
    games: int
    won: int
    week: Annotated[int, Meta(description="how the rating has changed in seven days")]


class Ladder(Answer):
    """The ladder of a game: the top, and you among your neighbours."""

    game: str
    size: str
    sizes: list[str]
    count: int
    rows: list[Rung]
    place: Annotated[int | None, Meta(description="yours")]
    mine: RatingShown | None
    columns: Annotated[list[list[int]], Meta(description="from which rating on, and how many up to the next column")]


class SeatCounted(Answer):
    """How a match counted for a seat."""

    seat: int
    player: str
    name: str
    place: int
    rated: bool
    change: int | None


class MatchCounted(Answer):
    """How a match counted; empty before it has."""

    seats: list[SeatCounted]


class GuestSeen(Answer):
    """A person who has been here lately."""

    id: str
    name: str
    avatar: str
    account: bool
    here: bool
    seen: Moment


class TableSeen(Answer):
    """A table in play."""

    id: str
    game: str
    title: str
    who: list[str]
    kinds: list[str]
    host: str
    avatar: str
    preset: str
    board: str
    clock: str
    time: str
    rated: bool
    access: str
    touched: Moment
    memory: bool
    watching: int


class Load(Answer):
    """How the server is doing."""

    playing: int
    finished: int
    in_memory: int
    screens: int
    thinking: int
    waiting: int
    refused: int
    megabytes: float | None
    load: float | None
    seconds: int


class HouseShown(Answer):
    """What the owner of the server sees."""

    people: list[GuestSeen]
    tables: list[TableSeen]
    load: Load
    banned: list[str]
    announcement: str
