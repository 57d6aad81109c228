"""What the page shows of a match, as data: regions, things, offers, panels, events. The browser knows no game.

A game's `scene` module makes all of it from one seat's view (`core/game.py`, `Scene`), so nothing here can hold more
than that seat may know. Every text is for people: names, "You", full sentences, and made by `core.i18n._`.
In texts, `:coin:` stands for the drawing `i-coin` of the art, `:#crop-corn:` for the drawing with that id, and
`**words**` are bold.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

from plowshares.core.i18n import Text, _
from plowshares.core.seats import SPECTATOR

Tone = Literal["good", "even", "bad"]
# What an event can sound like; the page has one sound of each name (`server/static/sound.js`).
Sound = Literal[
    "battle", "bomb", "captured", "card", "coin", "dice", "fertilizer", "founded", "fuse", "harvest", "hit", "hunger",
    "march", "place", "play", "slide", "bad", "good",
]  # fmt: skip


class Viewer(NamedTuple):
    """The seat that looks (or SPECTATOR) and the names of the people at the table."""

    seat: int
    names: tuple[str, ...]

    def is_me(self, seat: int) -> bool:
        """Ask whether a seat is the viewer's own."""
        return seat == self.seat and seat != SPECTATOR

    def name(self, seat: int) -> str:
        """Return the name of a seat's player, or "You" for the viewer's own."""
        return _("You") if self.is_me(seat) else self.names[seat]


class Data(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of everything that is sent; what has its default is left out."""


class Fact(Data, frozen=True):
    """A small figure with a drawing: 3 coins, 82 health."""

    icon: str  # id of a drawing in the art, such as "i-coin"
    value: str | int
    label: str = ""  # for screen readers and tooltips: "coins"
    tone: Tone | None = None


class Thing(Data, frozen=True):
    """What can be looked at more closely; its id is the `data-thing` of its drawing."""

    label: str  # a whole phrase: "Your Captain on e6"
    text: str = ""  # two or three sentences: what it is, what it can do
    facts: tuple[Fact, ...] = ()
    art: str = ""  # id of a drawing
    colour: int | None = None  # seat whose colours the drawing wears
    pick: str = ""  # the pick that this thing stands for, if its drawing has another


class Card(Data, frozen=True):
    """A card of a row of cards, drawn by the page: picture, name, text, corner figures, price below."""

    thing: str
    title: str
    art: str = ""
    picture: str = ""  # an SVG instead of a drawing of the art
    tint: str = ""  # name of a background: red, green, yellow, blue, purple, brown, grey
    text: str = ""
    left: Fact | None = None  # corner figures
    right: Fact | None = None
    gems: int = 0  # rarity
    rim: str = ""  # name of a tint for the rim of rare cards
    pick: str = ""
    price: Fact | None = None  # below the card
    tag: str = ""  # words on the price tag: "Buy for", or why it cannot be bought
    marked: bool = False  # can be picked now
    dim: bool = False
    badge: str = ""
    colour: int | None = None
    count: int = 1


class Region(Data, frozen=True):
    """A part of the table: a drawing, or rows of cards.

    Kinds: `board` is a drawing that is always shown whole; `map` is a drawing behind a camera (drag, wheel, pinch);
    `cards` is a row of full-size cards; `tiles` is a row of small drawn cards such as beds; `tray` is a grid of small
    drawings with counts.
    """

    name: str  # "board", "hand", "market", "captured" …: stable over a match
    kind: Literal["board", "map", "cards", "tiles", "tray"]
    label: str  # for screen readers, and the heading of trays and rows
    svg: str = ""
    cards: tuple[Card, ...] = ()
    place: Literal["stage", "above", "below", "left", "right", "seat"] = "stage"
    seat: int | None = None  # with place "seat": in whose panel
    cell: float = 0  # side of a cell in units of the drawing, so that the page can keep cells large enough
    focus: tuple[float, float, float, float] | None = None  # the part that a camera shows first (x, y, width, height)
    overview: str = ""  # of a map: a small drawing of all of it
    note: str = ""  # beside the heading: "8 of 40"
    tone: Tone | None = None
    heading: bool = False  # whether the label is shown
    empty: str = ""  # what an empty row says
    fan: bool = False  # of cards: held like a hand
    cloth: Literal["", "sage", "meadow", "parchment", "sand", "spring"] = (
        ""  # of the first: what the table is laid with
    )


class Forecast(Data, frozen=True):
    """What will happen if this is chosen, as far as the viewer can know."""

    tone: Tone
    title: str  # "You win"
    text: str = ""
    rows: tuple[tuple[str, str], ...] = ()


class Amount(Data, frozen=True):
    """A number to choose, by a stepper. The default comes from the game and is rarely the largest."""

    least: int
    most: int
    default: int
    unit: str = ""
    quick: tuple[int, ...] = ()  # buttons beside the stepper


class Offer(Data, frozen=True):
    """Something that can be picked next, or that is relevant and cannot be picked now."""

    pick: str
    label: str
    detail: str = ""
    art: str = ""
    colour: int | None = None
    price: Fact | None = None
    facts: tuple[Fact, ...] = ()
    enabled: bool = True
    why_not: str = ""
    forecast: Forecast | None = None
    amount: Amount | None = None  # on the first of a row of `number` picks: stands for all of them
    offers: tuple[Offer, ...] = ()  # further offers, shown when this one is chosen: "Go to …"
    then: tuple[str, ...] = ()  # commands for the viewer's next turns, one a turn; the page offers to carry them out
    path: tuple[str, ...] = ()  # picks to begin with instead of those begun and this one: "next unit"
    cycle: tuple[str, ...] = ()  # picks to begin with, in turn: the first that does not rest is picked
    rest: str = ""  # a pick that rests from now on, until somebody picks it again: `cycle` leaves it out
    command: str = ""  # a whole command in notation that is sent instead of the pick: one with defaults filled in
    keep: str = ""  # players can keep the command under a name of theirs, and are offered it with the same word
    confirm: str = ""  # a question that is asked once before it is sent
    main: bool = False  # the main button of the action bar
    key: str = ""  # a key that picks it: "Enter", "n", "1"
    group: str = ""  # heading in a popover or panel
    mark: Literal["", "move", "attack", "select"] = ""  # how its place on the board is marked
    leads: bool = False  # the command goes on after this pick; the server says so, not the game
    where: Literal["", "popover", "bar", "panel"] = ""  # by default beside the thing picked, or in the bar

    def disabled(self, why: str) -> Offer:
        """Return the same offer as one that cannot be picked now, with the reason."""
        return msgspec.structs.replace(self, enabled=False, why_not=why, forecast=None)


class Prompt(Data, frozen=True):
    """What the viewer is to do: a short title and one line of help."""

    title: str
    help: str = ""
    tone: Tone | None = None


class Phases(Data, frozen=True):
    """The parts of a turn in order, and which one it is."""

    names: tuple[str, ...]
    current: int
    note: str = ""  # "2 of 3 left"
    art: str = ""  # beside the current one, such as "die-3"
    aside: tuple[str, ...] = ()  # further words: "Round 7"


class Panel(Data, frozen=True):
    """A seat as the viewer knows it."""

    line: str = ""  # below the name: "Red, 34 pieces left"
    facts: tuple[Fact, ...] = ()
    progress: float | None = None  # a bar from 0 to 1, such as the race to a limit
    chosen: bool | None = None  # in games of simultaneous choices: has chosen
    out: bool = False  # has been eliminated
    pick: str = ""  # the pick that stands for the seat: the panel can be clicked, and gains float over it
    text: str = ""  # for a closer look at the seat: what it is, what it can do


class Event(Data, frozen=True):
    """Something that happened, as the viewer may know it, in the order it is shown.

    Verbs: `say` shows a line of the log only; `move` slides a thing from place to place; `battle` stages two things
    and a sentence; `reveal` turns a thing face up; `gain`, `lose` float a figure over a place; `appear`, `vanish`;
    `roll` shows dice; `announce` shows a card of news (drawing, title, detail, facts, a note) and marks its place;
    `turn` announces whose turn it is; `result` ends the match.
    Things and places are ids: `data-thing` or `data-pick` of the drawing before or after the event, or the name of a
    region; the pick of a panel is a place too.
    """

    verb: Literal[
        "say", "move", "battle", "reveal", "gain", "lose", "appear", "vanish", "roll", "announce", "turn", "result"
    ]
    text: str = ""  # one sentence for the log; empty if another event says it
    seat: int | None = None  # who did it
    thing: str = ""
    other: str = ""  # of a battle: the second thing
    source: str = ""  # place
    target: str = ""  # place
    path: tuple[str, ...] = ()  # places on the way
    art: str = ""  # drawing of the thing, where it is not on the board any more or was face down
    other_art: str = ""
    colour: int | None = None
    other_colour: int | None = None
    icon: str = ""
    amount: int = 0
    tone: Tone | None = None
    winner: Literal["", "thing", "other", "both", "none"] = ""  # of a battle: which things stay
    tray: str = ""  # of a battle: the place where the thing goes if it falls
    other_tray: str = ""  # and the second thing
    title: str = ""  # of a battle: "Your Captain takes a Sergeant"; of news: "Your order"
    detail: str = ""  # "6 beats 4"
    facts: tuple[Fact, ...] = ()  # of news: what was gained
    note: str = ""  # of news: a warning below the facts
    tag: str = ""  # of news: a word for each of the places it is about …
    places: tuple[str, ...] = ()  # … which are these
    phase: int | None = None  # the part of the turn (of `Phases`) that this belongs to
    sound: Literal[""] | Sound = ""  # a sound instead of the verb's own; of a battle: of how it ends
    group: str = ""  # heading in the log that begins with this event: "Your turn · round 7"
    quiet: bool = False  # too small to be animated when much happens
    together: bool = False  # animated at the same time as the event before


class Ending(Data, frozen=True):
    """How the match ended, for the viewer."""

    title: str  # "You won", "Marlene won", "Draw"
    reason: str  # one sentence
    rows: tuple[tuple[str, str], ...] = ()  # statistics: name and value


class Figures(Data, frozen=True):
    """What a game counts of each seat at a moment of the match, such as coins or pieces left."""

    label: str  # "Coins"
    values: tuple[float, ...]  # of every seat
    goal: float | None = None  # a limit that ends the match


class Chart(Data, frozen=True):
    """How a finished match went: what the game counts, at moments from the first to the last."""

    label: str
    series: tuple[tuple[float, ...], ...]  # for every seat, one number a moment
    goal: float | None = None


class GuideStep(Data, frozen=True):
    """A step of the guided first match: what to say, what to point at, what the learner does."""

    title: str
    text: str
    point: str = ""  # pick, thing or region to point at; empty: the whole board
    do: str = ""  # the command (notation) that the learner is asked to give; empty: read and go on
    reply: tuple[str, ...] = ()  # commands that the computer plays after it, in order


class Guide(Data, frozen=True):
    """A guided first match on a real board, with a fixed seed and a scripted opponent."""

    preset: str
    options: dict[str, Any]
    seed: int
    seat: int
    steps: tuple[GuideStep, ...]
    opening: tuple[tuple[int, str], ...] = ()  # (seat, command): played before the first step
    done: str = ""  # after the last step


class Picture(Data, frozen=True):
    """One picture of "How to play": a drawing by the game's own code, and a sentence."""

    svg: str
    text: str
    title: str = ""


def you_or(viewer: Viewer, seat: int, you: Text, they: Text) -> Text:
    """Return the sentence about the viewer's own seat, or the one about another player."""
    return you if viewer.is_me(seat) else they
