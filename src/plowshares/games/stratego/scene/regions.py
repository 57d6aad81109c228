"""The parts of the table: the board, the trays of the fallen, and what a set-up needs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from plowshares.core.i18n import Text, _, render
from plowshares.core.scene import Card, Region, Viewer
from plowshares.games.stratego.board import row_of
from plowshares.games.stratego.notation.refusals import name_of
from plowshares.games.stratego.pieces import LETTERS, TYPES, UNKNOWN, types_of_layout
from plowshares.games.stratego.scene import drawing
from plowshares.games.stratego.scene.prompts import prompt
from plowshares.games.stratego.scene.setups import Setup, list_setups
from plowshares.games.stratego.scene.sight import Piece, Sight, tray_of
from plowshares.games.stratego.scene.things import count_kind, describe_cell, kind_id, title_of
from plowshares.games.stratego.scene.words import PIECES, SIDES
from plowshares.games.stratego.state import NOWHERE, Phase


def regions(s: Any, viewer: Viewer, marked: Collection[str]) -> list[Region]:
    """Draw the parts of the table; the board comes first."""
    sight = Sight(s, viewer)
    found = [board(sight, frozenset(marked))]
    if s.phase != Phase.SETUP:
        return [*found, *(_fallen(sight, side) for side in _trays(viewer)), *_signs(sight)]
    if 0 <= viewer.seat < len(SIDES) and not s.ready[viewer.seat] and not sight.is_open:
        found += [_reserve(sight, marked), *_setups(sight, marked)]
    return found


# The board


def board(sight: Sight, marked: Collection[str]) -> Region:
    """Draw the board with everything on it."""
    label = _("Board")
    last = {int(square) for square in (sight.s.last.start, sight.s.last.end, sight.s.last.contested)} - {NOWHERE}
    zone = _zone if sight.s.phase == Phase.SETUP else _no_zone
    spots = {
        square: _spot(sight, square, f"cell {name_of(square)}" in marked, square in last, zone(sight, square))
        for row in sight.rows
        for square in row
    }
    pieces = [(square, draw_piece(sight, square)) for row in sight.rows for square in row if square in sight.pieces]
    words = prompt(sight.s, sight.viewer, ())
    svg = drawing.board(
        sight.rows, spots, pieces, render(label), render(_("{title}. {help}", title=words.title, help=words.help))
    )
    return Region("board", "board", label, svg, cell=drawing.CELL)


def _spot(sight: Sight, square: int, is_marked: bool, is_last: bool, zone: int) -> drawing.Spot:
    if sight.is_lake(square):
        return drawing.Spot(square, "", "", is_lake=True)
    return drawing.Spot(square, render(describe_cell(sight, square)), _mark(sight, square), is_marked, is_last, zone)


def _mark(sight: Sight, square: int) -> str:
    if square not in sight.pieces:
        return "move"
    return "select" if sight.is_mine(square) else "attack"


def _zone(sight: Sight, square: int) -> int:
    """Return whose set-up area a cell belongs to while the armies are placed."""
    s = sight.s
    row, rows = int(row_of(square)), int(s.options.rows)
    side = 0 if row < rows else 1 if row >= int(s.options.height) - rows else -1
    return side if side >= 0 and sight.viewer.is_me(side) else -1


def _no_zone(sight: Sight, square: int) -> int:
    """Return that a cell belongs to nobody: the armies stand."""
    return -1


def draw_piece(sight: Sight, square: int) -> str:
    """Draw the piece on a cell as the viewer sees it."""
    piece = sight.pieces[square]
    mine = sight.viewer.is_me(piece.side)
    words = render(title_of(sight, square))
    return drawing.piece(
        piece.thing,
        piece.side,
        piece.type,
        _shows_dot(piece, mine),
        mine and piece.shown,
        _is_known(sight, piece),
        words,
    )


def _shows_dot(piece: Piece, mine: bool) -> bool:
    """Mark what has moved: on the enemy's hidden pieces, and on own ones whose secret is not out."""
    return piece.moved and (piece.type == UNKNOWN or (mine and not piece.shown))


def _is_known(sight: Sight, piece: Piece) -> bool:
    return piece.type != UNKNOWN and not sight.viewer.is_me(piece.side)


# The trays


def _trays(viewer: Viewer) -> tuple[int, int]:
    """Return the sides in the order of their trays: first what the viewer has captured."""
    return (0, 1) if viewer.is_me(1) else (1, 0)


def _fallen(sight: Sight, side: int) -> Region:
    viewer, lost = sight.viewer, sight.lost[side]
    is_mine = viewer.is_me(side)
    return Region(
        tray_of(viewer, side),
        "tray",
        _tray_label(sight, side),
        cards=tuple(_fallen_cards(sight, side, lost)),
        place="left",
        note=_tray_note(sight, side, lost),
        tone="bad" if is_mine else "good" if viewer.is_me(1 - side) else "even",
        heading=True,
    )


def _tray_note(sight: Sight, side: int, lost: list[int]) -> Text:
    """Say how many have fallen, and of the other side's army how many the viewer does not know."""
    total, hidden = int(sight.s.options.army.sum()), sight.left[side][UNKNOWN]
    if hidden and not sight.viewer.is_me(side):
        return _("{n} of {total} · {hidden} hidden", n=sum(lost), total=total, hidden=hidden)
    return _("{n} of {total}", n=sum(lost), total=total)


def _tray_label(sight: Sight, side: int) -> Text:
    if sight.viewer.is_me(side):
        return _("You lost")
    if sight.viewer.is_me(1 - side):
        return _("You captured")
    return _("{name} lost", name=sight.viewer.name(side))


def _fallen_cards(sight: Sight, side: int, lost: list[int]) -> Iterator[Card]:
    """Show every kind, the strongest first, with how many have fallen of how many; then those nobody knows."""
    for type_ in reversed(range(TYPES)):
        total = int(sight.s.options.army[type_])
        if total:
            yield Card(
                kind_id(side, type_),
                PIECES[type_],
                picture=drawing.picture_of(type_, side),
                text=count_kind(sight, side, type_),
                badge=_("{n} of {total}", n=lost[type_], total=total),
                dim=not lost[type_],
                colour=side,
                count=lost[type_],
            )
    if lost[UNKNOWN]:
        hidden = drawing.picture_of(UNKNOWN, side)
        yield Card(
            kind_id(side, UNKNOWN), _("Unknown"), picture=hidden, badge=_("{n}", n=lost[UNKNOWN]), colour=side,
            count=lost[UNKNOWN],
        )  # fmt: skip


def _signs(sight: Sight) -> Iterator[Region]:
    """Explain to players the signs on pieces that this match can show."""
    if not 0 <= sight.seat < len(SIDES) or sight.is_open:
        return
    signs = [("moved", _("has moved"), 1 - sight.seat), ("seen", _("was seen"), sight.seat)]
    if sight.s.options.memory_aid:
        signs.append(("known", _("you know it"), 1 - sight.seat))
    cards = [
        Card(f"sign {sign}", words, picture=drawing.sign_picture(sign, side), colour=side)
        for sign, words, side in signs
    ]
    yield Region("signs", "tray", _("Signs"), cards=tuple(cards), place="left", heading=True)


# The set-up


def _reserve(sight: Sight, marked: Collection[str]) -> Region:
    """Show what is still to be placed. The tray keeps its order, also when a kind has run out."""
    s, seat = sight.s, sight.seat
    left = s.reserve[seat].tolist()
    cards = [
        _reserve_card(s, seat, type_, left[type_], marked) for type_ in reversed(range(TYPES)) if s.options.army[type_]
    ]
    total = int(s.options.army.sum())
    note = _("{n} of {total} placed", n=total - sum(left), total=total)
    return Region("reserve", "tray", _("Still to place"), cards=tuple(cards), place="right", note=note, heading=True)


def _reserve_card(s: Any, seat: int, type_: int, left: int, marked: Collection[str]) -> Card:
    pick = f"reserve {LETTERS[type_]}"
    return Card(
        kind_id(seat, type_),
        PIECES[type_],
        picture=drawing.picture_of(type_, seat),
        pick=pick,
        badge=_("{n} left", n=left),
        marked=pick in marked,
        dim=left == 0,
        colour=seat,
        count=left,
    )


def _setups(sight: Sight, marked: Collection[str]) -> Iterator[Region]:
    """Show the set-ups to start from as pictures; the one that stands is marked."""
    s, seat = sight.s, sight.seat
    cards = [_setup_card(s, seat, each, marked) for each in list_setups(s)]
    if cards:
        yield Region("setups", "cards", _("Start from a set-up"), cards=tuple(cards), place="left", heading=True)


def _setup_card(s: Any, seat: int, setup: Setup, marked: Collection[str]) -> Card:
    stands = s.area[seat].tolist()[: int(s.options.spots)] == types_of_layout(setup.layout)
    text = _("{about} Your army stands like this.", about=setup.text) if stands else setup.text
    return Card(
        f"setup {setup.pick.split()[-1]}",
        setup.title,
        picture=drawing.layout_picture(setup.layout),
        text=text,
        pick=setup.pick,
        marked=setup.pick in marked,
    )
