"""The words of §9: fields and their forms, names of players and cards, actions as text and JSON."""

from __future__ import annotations

from typing import Any, NamedTuple

from plowshares.core.seats import SPECTATOR
from plowshares.games.battle_farm.actions import FIRST_REMODEL, WHOLE_SPACE, Kind
from plowshares.games.battle_farm.cards import (
    ALL_NAMES,
    ALL_SLUGS,
    BED_SLUGS,
    CARD_SLUGS,
    CLASS_CARD_SLUGS,
    COLOR_SLUGS,
    NO_CARD,
    PRINTED,
)
from plowshares.games.battle_farm.rules.hands import card_at
from plowshares.games.battle_farm.state import Choice, Phase, State

STOCKS = ("coin", "fertilizer")
REMODELS = BED_SLUGS[FIRST_REMODEL:]
KIND_NAMES = tuple(kind.name for kind in WHOLE_SPACE.kinds)
PHASES = tuple(phase.name.lower() for phase in Phase)
CHOICES = tuple(choice.name.lower().replace("_", "-") for choice in Choice)
HIDDEN = "?"


class Form(NamedTuple):
    """How a field is written: with a prefix before its number, or as one of some words."""

    name: str
    prefix: str = ""
    words: tuple[str, ...] = ()


_SLOT, _HAND, _BED, _PLAYER = Form("slot", "m"), Form("hand", "h"), Form("bed", "b"), Form("player", "p")

FORMS: dict[Kind, tuple[Form, ...]] = {
    Kind.BUY: (_SLOT,),
    Kind.DONE: (),
    Kind.SELL: (_HAND,),
    Kind.PROPOSE: (),
    Kind.BID: (Form("amount"),),
    Kind.ACCEPT: (_PLAYER,),
    Kind.DECLINE: (),
    Kind.PLANT: (_HAND, _BED),
    Kind.PLAY: (_HAND,),
    Kind.ABILITY: (),
    Kind.FERTILIZE: (_BED,),
    Kind.CROP: (_PLAYER, _BED),
    Kind.BED: (_PLAYER, _BED),
    Kind.PLAYER: (_PLAYER,),
    Kind.CARD: (_HAND,),
    Kind.COLOR: (Form("color", words=COLOR_SLUGS),),
    Kind.GIVE: (Form("what", words=STOCKS),),
    Kind.KEEP: (Form("index"),),
    Kind.RESTORE: (Form("card", words=CARD_SLUGS),),
    Kind.TAKE: (_SLOT,),
    Kind.REMODEL: (_BED, Form("type", words=REMODELS)),
    Kind.RECLAIM: (Form("card", words=CLASS_CARD_SLUGS),),
}

# The answers whose hand card everybody sees; for the others it stays hidden (§9).
_SHOWN_CARDS = (Choice.RECYCLE, Choice.THORNY_DISCARD)


def decode(action: int) -> tuple[Kind, tuple[int, ...]]:
    """Return the kind and the fields of an action."""
    kind, fields = WHOLE_SPACE.decode(action)
    return Kind(kind), fields


def write_field(form: Form, value: int) -> str:
    """Write one field in its canonical form."""
    return form.words[value] if form.words else f"{form.prefix}{value}"


def format(s: State, seat: int, actions: tuple[int, ...]) -> str:
    """Write a decision in its canonical text."""
    return "; ".join(_format_one(action) for action in actions)


def _format_one(action: int) -> str:
    kind, fields = decode(action)
    forms = zip(FORMS[kind], fields, strict=True)
    return " ".join([KIND_NAMES[kind], *(write_field(form, value) for form, value in forms)])


def to_json(s: State, seat: int, actions: tuple[int, ...]) -> dict[str, Any]:
    """Write a decision as JSON."""
    kind, fields = decode(actions[0])
    data: dict[str, Any] = {"kind": KIND_NAMES[kind]}
    for form, value in zip(FORMS[kind], fields, strict=True):
        data[form.name] = form.words[value] if form.words else value
    return data


def format_public(s: State, seat: int, action: int) -> str:
    """Write an action as everybody may read it; `s` is the actor's own view before it (§9, "What others see")."""
    kind, fields = decode(action)
    match kind:
        case Kind.SELL | Kind.BID | Kind.KEEP:
            return f"{KIND_NAMES[kind]} {HIDDEN}"
        case Kind.PROPOSE:
            return f"propose {', '.join(_marked_cards(s, seat))}"
        case Kind.PLANT:
            return f"plant {ALL_SLUGS[card_at(s, seat, fields[0])]} b{fields[1]}"
        case Kind.PLAY:
            return f"play {ALL_SLUGS[card_at(s, seat, fields[0])]}"
        case Kind.CARD:
            shown = s.pending in _SHOWN_CARDS
            return f"card {ALL_SLUGS[card_at(s, seat, fields[0])] if shown else HIDDEN}"
        case _:
            return _format_one(action)


def _marked_cards(s: State, seat: int) -> list[str]:
    lot = [card for h, card in enumerate(hand_of(s, seat)) if s.marked[h]]
    return [card_slug(card, value) for card, value in sorted(lot)]


def hand_of(s: State, seat: int) -> list[tuple[int, int]]:
    """List the cards of a hand with their values, in hand order."""
    start = int(sum(s.hand_count[:seat]))
    stop = start + int(s.hand_count[seat])
    return [(int(s.hand_card[i]), int(s.hand_value[i])) for i in range(start, stop)]


def sale_of(s: State) -> list[tuple[int, int]]:
    """List the cards on sale with their values."""
    return [(int(s.sale_card[i]), int(s.sale_value[i])) for i in range(s.sale_count)]


def card_slug(card: int, value: int) -> str:
    """Write a card, with its value if that is not the printed one: `corn=8`."""
    return ALL_SLUGS[card] if value == PRINTED[card] else f"{ALL_SLUGS[card]}={value}"


def card_name(card: int, value: int | None = None) -> str:
    """Return the name of a card as people read it."""
    if card == NO_CARD:
        return "a card"
    changed = value is not None and value != PRINTED[card]
    return f"{ALL_NAMES[card]} (value {value})" if changed else ALL_NAMES[card]


def seat_name(s: State, seat: int) -> str:
    """Return what the seat is called: numbered as the notation numbers it."""
    return "Spectator" if seat == SPECTATOR else f"Player {seat}"


def plural(count: int, word: str) -> str:
    """Return `1 coin`, `2 coins`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
