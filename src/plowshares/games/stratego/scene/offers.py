"""What can be picked next, in words, with what would come of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Fact, Offer, Viewer
from plowshares.games.stratego.board import square_of_spot
from plowshares.games.stratego.layouts import format_layout
from plowshares.games.stratego.notation.refusals import name_of
from plowshares.games.stratego.pieces import EMPTY, LETTERS, UNKNOWN
from plowshares.games.stratego.rules.arranging import count_reserve, has_exit
from plowshares.games.stratego.scene.forecasts import foresee
from plowshares.games.stratego.scene.setups import can_load, list_setups
from plowshares.games.stratego.scene.sight import Piece, Sight, is_to_act
from plowshares.games.stratego.scene.things import title_of
from plowshares.games.stratego.scene.words import PIECES, about_setup, art_of, name_setup
from plowshares.games.stratego.state import Phase


def offers(s: Any, viewer: Viewer, path: Sequence[str], picks: Sequence[str]) -> list[Offer]:
    """Describe each of the picks that may follow a path, and those that may not, with the reason."""
    sight = Sight(s, viewer)
    if s.phase == Phase.PLAY:
        return [_move(sight, path, pick) for pick in picks]
    found = [_arrange(sight, path, pick) for pick in picks]
    if not is_to_act(s, viewer.seat):
        return found
    return [*found, *(_other_swaps(sight, path[0], picks) if path else _later(sight, picks))]


# Moves


def _move(sight: Sight, path: Sequence[str], pick: str) -> Offer:
    if pick == "button no strike":
        cell = path[-1].removeprefix("cell ")
        return Offer(pick, _("Just stop on {cell}", cell=cell), main=True, key="Enter")
    square = sight.find(pick.removeprefix("cell "))
    if square is None:
        return Offer(pick, _("Go on"))
    if not path:
        piece = sight.pieces[square]
        return Offer(pick, title_of(sight, square), art=art_of(piece.type), colour=piece.side, mark="select")
    return _goal(sight, path[0], pick, square)


def _goal(sight: Sight, start: str, pick: str, square: int) -> Offer:
    cell, mover, other = name_of(square), sight.piece_on(start), sight.pieces.get(square)
    if other is None or mover is None:
        return Offer(pick, _("Go to {cell}", cell=cell), mark="move")
    forecast = foresee(sight, mover, other)
    label = _attack_label(other, cell)
    return Offer(pick, label, art=art_of(other.type), colour=other.side, forecast=forecast, mark="attack")


def _attack_label(other: Piece, cell: str) -> Text:
    if other.type == UNKNOWN:
        return _("Attack the hidden piece on {cell}", cell=cell)
    return _("Attack the {piece} on {cell}", piece=PIECES[other.type], cell=cell)


# The set-up


def _arrange(sight: Sight, path: Sequence[str], pick: str) -> Offer:
    kind, _space, rest = pick.partition(" ")
    if kind == "reserve":
        return _kind(sight, pick, LETTERS.index(rest))
    if kind == "button":
        return _button(sight, pick, rest)
    square = sight.find(rest)
    if square is None:
        return Offer(pick, _("Go on"))
    if not path:
        art = art_of(sight.pieces[square].type)
        return Offer(pick, title_of(sight, square), art=art, colour=sight.seat, mark="select")
    if path[0].startswith("reserve "):
        return Offer(pick, _("Place it on {cell}", cell=rest), mark="move")
    return Offer(pick, _swap_label(sight, square), mark="select" if square in sight.pieces else "move")


def _swap_label(sight: Sight, square: int) -> Text:
    if square not in sight.pieces:
        return _("Put it on {cell}", cell=name_of(square))
    return _("Swap with the {piece} on {cell}", piece=PIECES[sight.pieces[square].type], cell=name_of(square))


def _kind(sight: Sight, pick: str, type_: int) -> Offer:
    left = int(sight.s.reserve[sight.seat, type_])
    number = Fact("i-users", left, _("still to place"))
    detail = ngettext("{n} left to place", "{n} left to place", left)
    return Offer(pick, PIECES[type_], detail, art_of(type_), sight.seat, facts=(number,))


def _button(sight: Sight, pick: str, word: str) -> Offer:
    match word:
        case "ready":
            free = has_exit(sight.s, sight.seat)
            question = "" if free else _("None of your pieces could move, and you would lose. Start anyway?")
            return Offer(
                pick, _("Ready"), _("Start the battle with this army."), main=True, key="Enter", confirm=question
            )
        case "fill":
            return Offer(pick, _fill_label(sight), _("The rest of the army is placed at random."), art="i-shuffle")
        case "clear":
            words = _("Clear the board"), _("All pieces go back to the tray.")
            return Offer(pick, *words, art="i-x", group=_("Your army"), where="panel")
        case "take back":
            return Offer(pick, _("Back to the tray"), art="i-undo", where="bar")
        case _:
            name = word.removeprefix("load ")
            return Offer(pick, name_setup(name), about_setup(name), group=_("Start from a set-up"))


def _fill_label(sight: Sight) -> Text:
    total = int(sight.s.options.army.sum())
    return _("Surprise me") if int(count_reserve(sight.s, sight.seat)) == total else _("Fill the rest")


def _later(sight: Sight, picks: Sequence[str]) -> Iterator[Offer]:
    """Offer what cannot be done yet, with the reason, and the mirrored set-up."""
    s, seat = sight.s, sight.seat
    left = int(count_reserve(s, seat))
    if "button ready" not in picks:
        why = ngettext("{n} piece is not placed yet.", "{n} pieces are not placed yet.", left)
        yield Offer("button ready", _("Ready"), enabled=False, why_not=why, main=True)
    yield from _further_setups(s, seat)
    if not left:
        yield from _mirror(s, seat)
    yield _save(s, seat, left)


def _further_setups(s: Any, seat: int) -> Iterator[Offer]:
    """Offer the set-ups that the rules have no name for, each as one command."""
    group = _("Start from a set-up")
    for each in list_setups(s):
        if each.command and can_load(s, seat):
            yield Offer(each.pick, each.title, each.text, command=each.command, group=group, where="panel")


def _mirror(s: Any, seat: int) -> Iterator[Offer]:
    """Offer to turn the own army from left to right, as one command, where that changes anything."""
    width, spots = int(s.options.width), int(s.options.spots)
    rows = [s.area[seat].tolist()[start : start + width] for start in range(0, spots, width)]
    turned = [type_ for row in rows for type_ in reversed(row)]
    if turned != [type_ for row in rows for type_ in row] and can_load(s, seat):
        yield Offer(
            "mirror", _("Mirror"), _("Swap left and right."), art="i-turn",
            command=f"layout {format_layout(turned, width)}", group=_("Your army"), where="panel",
        )  # fmt: skip


def _save(s: Any, seat: int, left: int) -> Offer:
    """Offer to keep the own army as a set-up for later matches on such a board."""
    width, spots = int(s.options.width), int(s.options.spots)
    army = "-".join(str(int(count)) for count in s.options.army)
    layout = "" if left else f"layout {format_layout(s.area[seat].tolist()[:spots], width)}"
    why = ngettext("{n} piece is not placed yet.", "{n} pieces are not placed yet.", left) if left else ""
    return Offer(
        "save", _("Save"), _("What do you want to call this set-up?"), "i-star", enabled=not left, why_not=why,
        command=layout, keep=f"stratego set-up {width}x{spots // width} {army}", group=_("Your army"), where="panel",
    )  # fmt: skip


def _other_swaps(sight: Sight, start: str, picks: Sequence[str]) -> Iterator[Offer]:
    """Offer the exchange also in the order that has no pick of its own: the other piece first."""
    s, seat = sight.s, sight.seat
    if not start.startswith("cell "):
        return
    for spot in range(int(s.options.spots)):
        square = int(square_of_spot(s, seat, spot))
        pick = f"cell {name_of(square)}"
        if pick not in picks and pick != start and s.area[seat, spot] != EMPTY:
            cells = " ".join((start.removeprefix("cell "), name_of(square)))
            yield Offer(pick, _swap_label(sight, square), mark="select", command=f"swap {cells}")
