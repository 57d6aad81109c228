"""Why something cannot be done, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Viewer
from plowshares.games.stratego.notation.refusals import name_of, read_ahead, resolve_move
from plowshares.games.stratego.pieces import LETTERS, Type
from plowshares.games.stratego.rules.arranging import count_reserve
from plowshares.games.stratego.scene.sight import Piece, Sight, is_open, is_to_act
from plowshares.games.stratego.scene.words import PIECES
from plowshares.games.stratego.state import Phase

_CELL = re.compile(r"\b[a-j](?:10|[1-9])\b")


def explain(s: Any, viewer: Viewer, path: Sequence[str], refusal: IllegalCommand) -> Text:
    """Say in words why a path of picks or a command is refused."""
    if is_open(s):
        return _("The match is over.")
    if not is_to_act(s, viewer.seat):
        return _not_your_turn(s, viewer)
    sight = Sight(s, viewer)
    if s.phase == Phase.SETUP:
        return _refuse_arranging(sight, path, refusal)
    return _refuse_move(sight, path, refusal)


def _not_your_turn(s: Any, viewer: Viewer) -> Text:
    if viewer.seat not in (0, 1):
        return _("You are watching.")
    if s.phase == Phase.SETUP:
        return _("Your army is ready and stays as it is.")
    return _("It is not your turn. {name} is thinking.", name=viewer.name(int(s.turn)))


def _cells_of(path: Sequence[str], refusal: IllegalCommand) -> list[str]:
    """Return the names of the cells that somebody picked or typed, in order."""
    words = " ".join(path) if path else str(refusal.args[-1]).rpartition(": ")[2]
    return _CELL.findall(words)


# Moves


def _refuse_move(sight: Sight, path: Sequence[str], refusal: IllegalCommand) -> Text:
    squares = [sight.find(name) for name in _cells_of(path, refusal)]
    if refusal.code in ("wrong-phase", "unknown-type", "unknown-setup"):
        return _("Both armies are ready. Pieces move now.")
    if not squares or None in squares:
        return _("There is no such square. Choose one of your pieces, then a marked square.")
    at, *rest = [square for square in squares if square is not None]
    if not rest:
        return _refuse_start(sight, at)
    struck = rest[1] if len(rest) > 1 else None
    try:
        resolve_move(sight.s, sight.seat, *read_ahead(at, rest[0], struck), "")
    except IllegalCommand as found:
        return _words_for(sight, found.code, at, rest[0])
    return _("Choose one of the marked squares.")


def _refuse_start(sight: Sight, at: int) -> Text:
    piece, cell = sight.pieces.get(at), name_of(at)
    if sight.is_lake(at):
        return _("Nothing stands in a lake.")
    if piece is None:
        return _("No piece stands on {cell}.", cell=cell)
    if not sight.viewer.is_me(piece.side):
        return _("The piece on {cell} is not yours. Choose one of your own first.", cell=cell)
    if piece.type <= Type.BOMB:
        return _("A {piece} cannot move.", piece=PIECES[piece.type])
    return _("Your {piece} on {cell} has no free way.", piece=PIECES[piece.type], cell=cell)


def _words_for(sight: Sight, code: str, at: int, to: int) -> Text:
    piece = sight.pieces.get(at)
    if piece is None or code in ("empty-cell", "not-your-piece", "immovable"):
        return _refuse_start(sight, at)
    return _words_for_way(sight, code, piece, to)


def _words_for_way(sight: Sight, code: str, piece: Piece, to: int) -> Text:
    cell, own = name_of(to), PIECES[piece.type]
    match code:
        case "lake":
            return _("Nobody can enter the lake.")
        case "own-piece":
            return _("Your {piece} stands on {cell}.", piece=PIECES[sight.pieces[to].type], cell=cell)
        case "too-far":
            return _("Your {piece} cannot go so far at once.", piece=own)
        case "not-straight":
            return _("Pieces move straight: {cell} is not in line with your {piece}.", cell=cell, piece=own)
        case "blocked":
            return _("The way to {cell} is not free.", cell=cell)
        case "bad-strike":
            return _("From there your Scout cannot attack that square.")
        case "two-square":
            words = "This piece has gone to and fro {n} times. It has to go another way, or another piece moves."
            return ngettext(words, words, int(sight.s.options.two_square))
        case "more-squares":
            return _("That would be an endless chase. Choose another move.")
        case _:
            return _("Choose one of the marked squares.")


# The set-up


def _refuse_arranging(sight: Sight, path: Sequence[str], refusal: IllegalCommand) -> Text:
    s, left = sight.s, int(count_reserve(sight.s, sight.seat))
    if "not-complete" in refusal.code or path[-1:] == ["button ready"]:
        return ngettext("{n} piece is not placed yet.", "{n} pieces are not placed yet.", left)
    if refusal.code == "wrong-phase":
        return _("Pieces move once both armies are ready.")
    if refusal.code == "unknown-setup":
        return _("There is no set-up with this name.")
    if path and path[0].startswith("reserve ") and path[0][-1] in LETTERS:
        return _refuse_place(sight, LETTERS.index(path[0][-1]), path)
    if refusal.code == "cell-occupied":
        return _("Another piece stands there already.")
    if refusal.code == "none-left":
        return _("No such piece is left to place.")
    if refusal.code == "nothing-there":
        return _("None of your pieces is there.")
    if refusal.code == "outside-area" or _cells_of(path, refusal):
        return _own_rows(int(s.options.rows))
    return _("This is not part of a set-up.")


def _own_rows(rows: int) -> Text:
    return ngettext("Your army stands on your own first row.", "Your army stands on your own {n} rows.", rows)


def _refuse_place(sight: Sight, type_: int, path: Sequence[str]) -> Text:
    piece, rows = PIECES[type_], int(sight.s.options.rows)
    if not sight.s.reserve[sight.seat, type_]:
        return _("No {piece} is left to place.", piece=piece)
    if len(path) > 1 and sight.piece_on(path[1]) is not None:
        return _("Another piece stands there already.")
    return ngettext(
        "A {piece} must stand on your own first row.", "A {piece} must stand on your own {n} rows.", rows, piece=piece
    )
