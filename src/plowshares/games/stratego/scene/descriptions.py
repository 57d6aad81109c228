"""Decisions in words: what a command does, and why a recommended one is good."""

from __future__ import annotations

from typing import Any

from plowshares.core.i18n import Text, _
from plowshares.core.scene import Viewer
from plowshares.games.stratego.actions import Kind
from plowshares.games.stratego.board import STEP, row_of, square_of_spot
from plowshares.games.stratego.notation import decode, squares_of
from plowshares.games.stratego.notation.refusals import name_of, setups_of
from plowshares.games.stratego.pieces import EMPTY, UNKNOWN, Type
from plowshares.games.stratego.scene.forecasts import count_of, result_of, split_kinds
from plowshares.games.stratego.scene.sight import Piece, Sight, unknown_kinds
from plowshares.games.stratego.scene.words import PIECES, about_setup, name_setup
from plowshares.games.stratego.state import Result


def describe(s: Any, viewer: Viewer, actions: tuple[int, ...]) -> Text:
    """Return a decision or a whole command in words."""
    if len(actions) > 1:
        return _("Place the whole army")
    kind, fields = decode(s, actions[0])
    if kind == Kind.MOVE:
        return _describe_move(s, viewer, *squares_of(s, *fields))
    return _describe_arranging(s, viewer.seat, kind, fields)


def _describe_move(s: Any, viewer: Viewer, at: int, to: int, struck: int | None) -> Text:
    sight = Sight(s, viewer)
    piece = sight.pieces.get(at)
    words = {"piece": _name(piece), "start": name_of(at), "end": name_of(to)}
    if struck is not None:
        return _("Move the {piece} on {start} to {end} and attack {cell}", cell=name_of(struck), **words)
    if to in sight.pieces:
        return _("Attack the {other} on {end} with the {piece} on {start}", other=_name(sight.pieces[to]), **words)
    return _("Move the {piece} on {start} to {end}", **words)


def _name(piece: Piece | None) -> Text:
    return _("hidden piece") if piece is None or piece.type == UNKNOWN else PIECES[piece.type]


def _describe_arranging(s: Any, seat: int, kind: Kind, fields: tuple[int, int, int]) -> Text:
    a, b, _c = fields
    match kind:
        case Kind.PLACE:
            return _("Place a {piece} on {cell}", piece=PIECES[a], cell=_cell(s, seat, b))
        case Kind.LIFT:
            return _("Take the {piece} on {cell} back to the tray", piece=_placed(s, seat, a), cell=_cell(s, seat, a))
        case Kind.SWAP:
            return _describe_swap(s, seat, a, b)
        case Kind.LOAD:
            return _("Take the set-up {name}", name=name_setup(list(setups_of(s))[a]))
        case Kind.FILL:
            return _("Fill the rest at random")
        case Kind.CLEAR:
            return _("Clear the board")
        case _:
            return _("Press Ready")


def _describe_swap(s: Any, seat: int, a: int, b: int) -> Text:
    first, then = (b, a) if s.area[seat, a] == EMPTY else (a, b)
    words = {"piece": _placed(s, seat, first), "start": _cell(s, seat, first), "end": _cell(s, seat, then)}
    if s.area[seat, then] == EMPTY:
        return _("Put the {piece} from {start} on {end}", **words)
    return _("Swap the {piece} on {start} with the {other} on {end}", other=_placed(s, seat, then), **words)


def _placed(s: Any, seat: int, spot: int) -> Text:
    type_ = int(s.area[seat, spot])
    return PIECES[type_] if type_ != EMPTY else _("hidden piece")


def _cell(s: Any, seat: int, spot: int) -> str:
    return name_of(int(square_of_spot(s, seat, spot)))


# Reasons


def reason(s: Any, viewer: Viewer, actions: tuple[int, ...]) -> str:
    """Say why a recommended decision is good, as far as the viewer's own view shows it."""
    kind, fields = decode(s, actions[0])
    if kind == Kind.MOVE and len(actions) == 1:
        return _why_move(Sight(s, viewer), *squares_of(s, *fields))
    match kind:
        case Kind.LOAD:
            return about_setup(list(setups_of(s))[fields[0]])
        case Kind.READY:
            return _("All your pieces are placed.")
        case Kind.FILL:
            return _("Nobody can guess a random set-up.")
        case Kind.CLEAR:
            return _("No proven set-up looks like this one, so it is better to start again.")
        case Kind.PLACE if fields[0] == Type.FLAG:
            return _("The Flag is safe far from the enemy.")
        case Kind.PLACE:
            return _("It is the next step of a sound set-up.")
        case _:
            return ""


def _why_move(sight: Sight, at: int, to: int, struck: int | None) -> str:
    target = sight.pieces.get(to if struck is None else struck)
    mover = sight.pieces.get(at)
    if mover is None:
        return ""
    if target is not None:
        return _why_attack(sight, mover, target)
    chaser = _stronger_beside(sight, mover, at)
    if chaser is not None and _stronger_beside(sight, mover, to) is None:
        return _("It gets your {own} away from the {other}.", own=PIECES[mover.type], other=PIECES[chaser.type])
    prey = _weaker_beside(sight, mover, to)
    if prey is not None:
        return _("Your {own} then threatens the {other}.", own=PIECES[mover.type], other=PIECES[prey.type])
    if mover.type == Type.SCOUT and abs(to - at) not in (1, abs(int(STEP[0]))):
        return _("A Scout far in front finds out what the others are.")
    return _why_quiet(sight, mover, at, to)


def _why_quiet(sight: Sight, mover: Piece, at: int, to: int) -> str:
    """Say what a move is good for that neither attacks nor threatens a piece the viewer knows."""
    own, hidden, met = PIECES[mover.type], _hidden_beside(sight, mover, at), _hidden_beside(sight, mover, to)
    if hidden and not met and sight.pieces[hidden[0]].moved:
        return _("It gets your {own} away from the hidden piece on {cell}.", own=own, cell=name_of(hidden[0]))
    if met:
        return _("From there your {own} can attack the hidden piece on {cell}.", own=own, cell=name_of(met[0]))
    ahead = 1 if mover.side == 0 else -1
    forward = (int(row_of(to)) - int(row_of(at))) * ahead
    if forward > 0:
        return _("It brings your {own} forward.", own=own)
    follower = sight.pieces.get(at - ahead * int(STEP[0]))
    if follower is not None and follower.side == mover.side and follower.type > Type.BOMB:
        return _("It makes way for your {other}.", other=PIECES[follower.type])
    return _("It brings your {own} back.", own=own) if forward < 0 else ""


def _hidden_beside(sight: Sight, mover: Piece, square: int) -> list[int]:
    """List the squares beside one where the enemy's hidden pieces stand."""
    near = [square + int(step) for step in STEP]
    found = [(cell, sight.pieces[cell]) for cell in near if cell in sight.pieces]
    return [cell for cell, piece in found if piece.side != mover.side and piece.type == UNKNOWN]


def _why_attack(sight: Sight, mover: Piece, target: Piece) -> str:
    own = PIECES[mover.type]
    if target.type != UNKNOWN:
        other = PIECES[target.type]
        match result_of(sight.s, mover.type, target.type):
            case Result.DEFENDER_FALLS:
                return _("Your {own} takes the {other}.", own=own, other=other)
            case Result.BOTH_FALL:
                return _("It gives your {own} for the {other}.", own=own, other=other)
            case _:
                return ""
    if mover.type == Type.SCOUT:
        return _("It finds out what stands there, and costs a Scout at most.")
    kinds = unknown_kinds(sight, target)
    beating = split_kinds(sight.s, mover.type, kinds)[0]
    if not beating:
        return _("It finds out what stands there, and nothing there can beat your {own}.", own=own)
    words = {"own": own, "worse": count_of(kinds, beating), "n": sum(kinds.values())}
    return _("It finds out what stands there. Of the {n} that it can be, {worse} would beat your {own}.", **words)


def _beside(sight: Sight, square: int, side: int) -> list[Piece]:
    """List the enemy's face-up pieces beside a square."""
    near = (sight.pieces.get(square + int(step)) for step in STEP)
    return [piece for piece in near if piece is not None and piece.side != side and piece.type != UNKNOWN]


def _stronger_beside(sight: Sight, mover: Piece, square: int) -> Piece | None:
    for piece in _beside(sight, square, mover.side):
        if piece.type > Type.BOMB and result_of(sight.s, piece.type, mover.type) == Result.DEFENDER_FALLS:
            return piece
    return None


def _weaker_beside(sight: Sight, mover: Piece, square: int) -> Piece | None:
    for piece in _beside(sight, square, mover.side):
        if result_of(sight.s, mover.type, piece.type) == Result.DEFENDER_FALLS:
            return piece
    return None
