"""What the API answers, as types: the OpenAPI document is made from them, and tests hold every answer to them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from plowshares.core.review import Hidden
from plowshares.core.scene import Chart, Ending, Event, Offer, Panel, Phases, Prompt, Region, Thing

Seat = Annotated[int, Meta(ge=-1, description="a seat, counted from 0; -1 for a spectator")]


class Answer(Struct, forbid_unknown_fields=True):
    """Base of all answers: exactly these fields."""


class Wrong(Answer):
    """Why something was refused; nothing has changed."""

    error: Annotated[str, Meta(description="for people")]
    code: Annotated[str, Meta(description="for programs")] = ""
    field: Annotated[str, Meta(description="the option that is wrong, if it is one")] = ""


class Listed(Answer):
    """A table in a list."""

    id: str
    title: str
    who: list[str]
    created: Annotated[float, Meta(description="seconds since 1970")]
    status: Annotated[str, Meta(description="open (a guest has not come yet), running or finished")]


class Tables(Answer):
    """Your tables, the latest first."""

    tables: list[Listed]


class TableName(Answer):
    """The name of a table, as it stands in addresses."""

    table: str


class Joined(Answer):
    """The table of a link; null for the link of the server's owner, who may start bots from now on."""

    table: str | None


class SeatNames(Answer):
    """What the seats are called."""

    seats: list[str]


class SeatShown(Answer):
    """A seat as the viewer knows it."""

    name: Annotated[str, Meta(description='the player, or "You"')]
    who: Annotated[str, Meta(description="the player's name")]
    acting: bool
    left: Annotated[str | None, Meta(description="why it plays no more")]
    score: float | None
    outcome: Annotated[float | None, Meta(description="utility in [-1, 1], after the end")]
    panel: Panel


class Ended(Answer):
    """How the match ended."""

    ending: Ending
    reason: Annotated[str, Meta(description="for programs")]
    outcome: list[float]
    scores: list[float]
    chart: Annotated[Chart | None, Meta(description="how the match went, in what the game counts")]


class CoachShown(Answer):
    """A step of a guided match."""

    title: str
    text: str
    point: Annotated[str, Meta(description="what to look at: a pick, a thing or a region; empty for the whole board")]
    does: Annotated[bool, Meta(description="whether the learner is asked to do something, or to read")]


class GuideShown(Answer):
    """A guided match."""

    step: Annotated[int, Meta(description="the step that is to be done; the number of steps at the end")]
    steps: list[CoachShown]
    done: Annotated[str, Meta(description="what is said at the end")]


class UndoAsked(Answer):
    """Somebody asks to take back what others have seen."""

    who: str
    mine: Annotated[bool, Meta(description="whether you are the one who asks")]
    declined: Annotated[bool, Meta(description="whether somebody would rather not")]


class DrawOffered(Answer):
    """Somebody offers a draw."""

    who: str
    mine: Annotated[bool, Meta(description="whether you offer it, too")]


class Shown(Struct, tag_field="kind", forbid_unknown_fields=True):
    """What every screen shows."""

    name: Annotated[str, Meta(description="of this message; two that differ in anything have different names")]
    title: str
    game: str
    table: str
    shared: Annotated[bool, Meta(description="whether you hold several seats, behind a curtain")]
    secrets: Annotated[bool, Meta(description="whether your seats know different things now: then they need a curtain")]
    owner: Annotated[bool, Meta(description="whether you opened the table")]
    open_seats: Annotated[list[int], Meta(description="seats whose guest has not come yet")]
    rematch: Annotated[str | None, Meta(description="the table of the rematch")]
    rematch_by: Annotated[int | None, Meta(description="the seat whose player has opened it, if that is known")]
    hints: Annotated[bool, Meta(description="whether players may ask for hints")]
    rated: Annotated[bool, Meta(description="whether the result counts for ratings")]
    subtitle: Annotated[str, Meta(description="the board and the clock, in words")]
    note: Annotated[str, Meta(description="what everybody is told besides, such as why the computer takes long")]
    notices: Annotated[list[str], Meta(description="what has happened to the seats, the latest last")]
    draw: Annotated[DrawOffered | None, Meta(description="who offers a draw; answer by `draw`")]
    draws: Annotated[bool, Meta(description="whether the players can agree to a draw")]
    said: Annotated[int, Meta(description="changes whenever somebody writes in the chat")]
    kinds: Annotated[list[str], Meta(description="who sits where: me, here, link, computer, bot")]
    faces: Annotated[list[str], Meta(description="the animal of each computer and of who opened the table; or empty")]
    asks_undo: Annotated[UndoAsked | None, Meta(description="who asks to take something back; answer by `undo`")]
    guide: Annotated[GuideShown | None, Meta(description="the steps of a guided first match")]


class CurtainShown(Shown, tag="curtain"):
    """A shared screen that waits for a player to say that they are ready."""

    call: Annotated[int | None, Meta(description="the seat that is called")]
    who: Annotated[str | None, Meta(description="the player who is called")]


class Undoable(Answer):
    """Your last command, if nothing that you could see has happened since."""

    at: Annotated[str, Meta(description="what to send to undo it")]
    text: str


class TableShown(Shown, tag="table"):
    """The table as one seat, or a spectator, sees it."""

    seat: Seat
    you: str | None
    acting: Annotated[bool, Meta(description="whether it is your turn")]
    decision: Annotated[str, Meta(description="the name of your decision; as good as `name` for `at`")]
    prompt: Annotated[Prompt, Meta(description="what to do now")]
    begun: Annotated[str, Meta(description="the command that you have begun")]
    undo: Annotated[Undoable | None, Meta(description="what you may ask to undo")]
    regions: Annotated[list[Region], Meta(description="the parts of the table; what can be picked has data-pick")]
    things: Annotated[dict[str, Thing], Meta(description="what can be inspected, by data-thing")]
    phases: Annotated[Phases | None, Meta(description="the parts of a turn")]
    next: Annotated[list[Offer], Meta(description="what can be picked first")]
    ahead: Annotated[list[str], Meta(description="what can be picked first to prepare your next turn, with `ahead`")]
    seats: list[SeatShown]
    log: Annotated[list[Event], Meta(description="what happened, the latest events")]
    logged: Annotated[int, Meta(description="how many events there are")]
    result: Ended | None


class Clock(Answer):
    """The time of a seat."""

    left: Annotated[float | None, Meta(description="seconds; null without a limit")]
    running: bool


class State(Answer):
    """Everything on your screen, its message number, the clocks, and the people present."""

    state: TableShown | CurtainShown
    order: int
    clocks: list[Clock] | None
    present: Annotated[list[bool], Meta(description="whether somebody of each seat follows the table now")]
    watching: Annotated[list[str], Meta(description="the names of those who watch; empty for people without one")]
    watchers: Annotated[int, Meta(description="how many watch")]


class More(Answer):
    """What follows a path of picks that is not whole yet; nothing was played."""

    path: list[str]
    prompt: Prompt
    next: list[Offer]


class Actions(Answer):
    """Legal actions as text."""

    actions: list[str]
    total: Annotated[int, Meta(description="how many there are; at most 400 are listed at once")]


class Outcome(Answer):
    """How a match ended, for programs."""

    sentence: str
    outcome: Annotated[list[float], Meta(description="1 won … -1 lost, by seat")]


class SeatView(Answer):
    """What a seat knows, for programs."""

    game: str
    seat: Annotated[int, Meta(description="-1 for a spectator")]
    to_act: Annotated[list[int], Meta(description="the seats that owe a decision")]
    prompt: str
    board: Annotated[str, Meta(description="the board as text")]
    fields: Annotated[dict[str, Any], Meta(description="the named fields of the game: `plowshares schema GAME`")]
    result: Outcome | None


class Hints(Answer):
    """What a program would do."""

    hints: list[dict[str, Any]]


class LogLines(Answer):
    """The whole log, as you may read it."""

    log: list[str]


class QrCode(Answer):
    """A link for a phone's camera: the path of a square drawing with this side."""

    size: int
    path: str


class Link(Answer):
    """A link for a seat. The token is also a bearer token for programs."""

    token: str
    link: str
    qr: QrCode


class SeatOpen(Answer):
    """Whether a seat is open to somebody else now."""

    open: bool


class Deleted(Answer):
    """Whether a table is deleted, and not only out of your list."""

    deleted: bool


class Device(Answer):
    """A browser or a program that holds one of your seats."""

    seat: int
    device: Annotated[int, Meta(description="its number among those of the seat")]
    joined: Annotated[float, Meta(description="since when, in seconds since 1970; 0 since the table was opened")]
    this: Annotated[bool, Meta(description="whether it is the one that asks")]


class Devices(Answer):
    """The devices that hold your seats."""

    devices: list[Device]


class ReplaySeat(Answer):
    """A seat of a finished match."""

    who: str
    panel: Panel


class StoryLine(Answer):
    """A sentence of a finished match."""

    n: Annotated[int, Meta(description="the position it leads to")]
    verb: str
    seat: int | None
    text: str


class Position(Answer):
    """One position of a finished match."""

    count: Annotated[int, Meta(description="how many positions there are")]
    title: str
    n: int
    regions: Annotated[list[Region], Meta(description="the parts of the table, as at the table itself")]
    things: Annotated[dict[str, Thing], Meta(description="what can be inspected, by data-thing")]
    phases: Annotated[Phases | None, Meta(description="the parts of a turn")]
    seats: list[ReplaySeat]
    log: Annotated[list[Event], Meta(description="what happened on the way to this position")]
    kinds: Annotated[list[str], Meta(description="who sat where: me, here, link, computer, bot")]
    faces: Annotated[list[str], Meta(description="the animal of each computer and of who opened the table; or empty")]
    story: Annotated[list[StoryLine] | None, Meta(description="the whole match in sentences, with story=1")]


class TurningPoint(Struct):
    """A decision that mattered, in words."""

    n: Annotated[int, Meta(description="the position before it")]
    move: int
    verdict: Annotated[str, Meta(description="great, best, good, mistake or unknowable")]
    title: str
    played: str
    chance: Annotated[float, Meta(description="to win after it, by what the seat knew")]
    sentence: str
    picks: list[str] = []
    best: Annotated[str, Meta(description="the better decision; empty if there was none")] = ""
    best_chance: float = 0.0
    best_picks: list[str] = []
    reason: str = ""
    known: Annotated[str, Meta(description="what the seat could have known, from its own view")] = ""
    line: Annotated[list[str], Meta(description="what is expected after the better decision")] = []
    weight: float = 0.0


class MatchSummary(Struct):
    """A match at a glance, for one seat."""

    decisions: int
    best: Annotated[float | None, Meta(description="share of decisions that were best by what the seat knew")]
    luck: Annotated[float, Meta(description="how much better the truth was than the seat could know, on average")]
    counts: dict[str, int]
    sentences: list[str]
    remember: Annotated[list[int], Meta(description="positions of the moments to remember")] = []


class Review(Answer):
    """A review of a finished match for one seat, as far as it has come."""

    seat: int
    depth: str
    done: Annotated[float, Meta(description="share of the work that is done")]
    known: Annotated[list[float], Meta(description="chance to win at each position, with what the seat knew")]
    true: Annotated[list[float], Meta(description="the same with everything known")]
    sure: Annotated[float | None, Meta(description="by how much chances were off at most on held-out matches")]
    points: list[TurningPoint]
    summary: MatchSummary
    running: bool
    failed: Annotated[str, Meta(description="why the review was given up; empty if it was not")]


class Habits(Answer):
    """What your last reviewed matches of a game have in common, in sentences; empty for fewer than three."""

    habits: list[str]


class MomentShown(Answer):
    """One position of a finished match from where a seat sits, as it saw it or with nothing hidden."""

    n: int
    count: Annotated[int, Meta(description="how many positions there are")]
    title: str
    regions: Annotated[list[Region], Meta(description="the parts of the table, as at the table itself")]
    things: Annotated[dict[str, Thing], Meta(description="what can be inspected, by data-thing")]
    phases: Annotated[Phases | None, Meta(description="the parts of a turn")]
    seats: list[ReplaySeat]


class BeliefsShown(Answer):
    """What a seat should believe about hidden things."""

    heat: Annotated[str, Meta(description="what the heat of a thing means; empty if nothing")]
    hidden: list[Hidden]


class GamePuzzles(Answer):
    """The puzzles of a game."""

    game: str
    title: str
    difficulties: Annotated[list[str], Meta(description="of each puzzle: easy, medium or hard")]
    words: Annotated[dict[str, str], Meta(description="what these are called")]


class PuzzleList(Answer):
    """The puzzles of all games that have some."""

    games: list[GamePuzzles]


class PuzzleShown(Answer):
    """What is said about the puzzle of a table."""

    number: int
    count: int
    game: str
    solved: Annotated[bool | None, Meta(description="null before a decision")]
    difficulty: str
    title: str
    text: str


class BotList(Answer):
    """The bot programs that you may start."""

    bots: list[str]


class PersonShown(Answer):
    """Somebody with a name and a face."""

    id: str
    name: str
    avatar: str
    account: Annotated[bool, Meta(description="whether they have an account; guests have none")]


class Me(Answer):
    """You, and the faces there are to choose from."""

    me: PersonShown | None
    avatars: list[str]
    announcement: Annotated[str, Meta(description="what the owner of the server tells everybody")]


class TableListed(Struct):
    """A table in a list of the lobby."""

    id: str
    game: str
    title: str
    who: list[str]
    kinds: list[str]
    host: str
    avatar: str
    preset: str
    board: Annotated[str, Meta(description="the preset, in words")]
    clock: Annotated[str, Meta(description="in words")]
    time: Annotated[str, Meta(description="the same as it was asked for")]
    rated: bool


class MyTable(TableListed, forbid_unknown_fields=True):
    """One of your tables."""

    seats: Annotated[list[int], Meta(description="yours; none if you only watch")]
    turn: Annotated[bool, Meta(description="whether it waits for you")]
    status: Annotated[str, Meta(description="waiting (for a guest), playing or finished")]
    result: str | None
    touched: float


class OpenTable(TableListed, forbid_unknown_fields=True):
    """A table that anybody may join."""

    free: int
    created: float
    rating: Annotated[int | None, Meta(description="of the player who opened it; null before ten rated games")]
    friend: Annotated[bool, Meta(description="whether the player who opened it is your friend")]


class WatchedTable(TableListed, forbid_unknown_fields=True):
    """A table that is being played and that anybody may watch."""

    watching: int
    touched: float


class FriendHere(Answer):
    """A friend."""

    id: str
    name: str
    avatar: str
    here: Annotated[bool, Meta(description="whether they are here now")]


class LobbyShown(Answer):
    """What the lobby shows."""

    me: PersonShown | None
    here: Annotated[int, Meta(description="how many people are here")]
    announcement: Annotated[str, Meta(description="what the owner of the server tells everybody")]
    friends: list[FriendHere]
    asking: Annotated[int, Meta(description="how many want to be your friend")]
    mine: list[MyTable]
    open: list[OpenTable]
    playing: list[WatchedTable]


class Invitation(Answer):
    """What a link is for."""

    table: str
    game: str
    title: str
    summary: str
    host: str
    avatar: str
    seat: Seat
    watch: bool
    open: Annotated[bool, Meta(description="whether anybody may watch")]
    who: list[str]
    preset: str
    board: Annotated[str, Meta(description="the preset, in words")]
    about: Annotated[str, Meta(description="a sentence about it")]
    options: Annotated[list[str], Meta(description="options that differ from the preset, in words")]
    rated: bool
    colour: Annotated[str, Meta(description="of the seat")]
    clock: str
    me: PersonShown | None
    avatars: list[str]


class Seated(Answer):
    """Where you sit."""

    table: str
    seat: int


class SaidShown(Answer):
    """A message of the chat."""

    id: int
    name: str
    avatar: str
    room: Annotated[str, Meta(description="players or watchers")]
    said: float
    words: str
    seat: Seat
    after: Annotated[str, Meta(description="what had happened last when it was said, as you know it; may be empty")]


class Phrase(Answer):
    """A ready phrase."""

    phrase: str
    words: str


class ChatShown(Answer):
    """The chat of a table, the oldest message first."""

    chat: list[SaidShown]
    phrases: list[Phrase]
    emotes: list[Phrase]
