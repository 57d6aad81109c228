"""What a review says about hidden pieces: their likeliest ranks, why, and what could have been known before a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.game import Belief
from plowshares.core.i18n import Text, _
from plowshares.core.review import Guess, Hidden
from plowshares.core.scene import Viewer
from plowshares.games.stratego.actions import Kind
from plowshares.games.stratego.board import STEP, row_of
from plowshares.games.stratego.notation import decode, squares_of
from plowshares.games.stratego.notation.refusals import name_of
from plowshares.games.stratego.pieces import NAMES, UNKNOWN, Type
from plowshares.games.stratego.scene.forecasts import result_of
from plowshares.games.stratego.scene.sight import Piece, Sight
from plowshares.games.stratego.scene.words import PIECES, art_of, sign_of
from plowshares.games.stratego.state import NOWHERE, WALL, Phase, Result, Side

__all__ = ["could_have_known", "habits", "heat_label", "hidden_things"]

LIKELY_FLAG = 0.15
FEW_BEATING = 2  # kinds that beat a piece, so few that they are named
EARLY_LOSS = 0.6  # share half-way through matches that makes a habit
EARLY = 8  # plies after which a piece that has not moved says something


def heat_label() -> Text:
    """Ask where the flag is."""
    return _("Where is the Flag?")


def hidden_things(view: Any, viewer: Viewer, beliefs: Sequence[Belief]) -> list[Hidden]:
    """Say what every face-down enemy piece on the board may be."""
    sight = Sight(view, viewer)
    places = {piece.thing: square for square, piece in sight.pieces.items()}
    remembered = _remembered(sight)
    return [_hidden(sight, places[each.thing], each) for each in beliefs if each.thing in places] + [
        _known(sight, places[each.thing], each) for each in remembered
    ]


def _remembered(sight: Sight) -> list[Belief]:
    """List the pieces that lie face down again after the viewer saw them, as some tables play it."""
    if sight.s.phase == Phase.SETUP:
        return []
    face_down = [piece.thing for piece in sight.pieces.values() if piece.type == UNKNOWN]
    types = {thing: _type_of(sight, thing) for thing in face_down}
    return [Belief(thing, (NAMES[type_],), (1.0,)) for thing, type_ in types.items() if type_ != UNKNOWN]


def _type_of(sight: Sight, thing: str) -> int:
    """Return what the view says that a piece is, also if it lies face down."""
    return int(sight.s.types[int(thing.removeprefix("piece "))])


def _known(sight: Sight, square: int, belief: Belief) -> Hidden:
    piece, (kind,) = sight.pieces[square], belief.kinds
    return Hidden(
        thing=belief.thing,
        label=_("The piece on {cell}", cell=name_of(square)),
        guesses=(_guess(NAMES.index(kind), 1.0),),
        evidence=(_("You have seen what it is."),),
        tag=_("seen before"),
        place=piece.thing,
        colour=piece.side,
    )


def _hidden(sight: Sight, square: int, belief: Belief) -> Hidden:
    piece = sight.pieces[square]
    chances = dict(zip(belief.kinds, belief.chances, strict=True))
    flag = chances.get(NAMES[Type.FLAG], 0.0)
    return Hidden(
        thing=belief.thing,
        label=_("The piece on {cell}", cell=name_of(square)),
        guesses=tuple(_guess(NAMES.index(kind), chance) for kind, chance in chances.items()),
        evidence=tuple(_evidence(sight, square, piece, flag)),
        tag=_("it has moved") if piece.moved else _("never moved"),
        place=piece.thing,
        colour=piece.side,
        heat=flag,
    )


def _guess(type_: int, chance: float) -> Guess:
    return Guess(NAMES[type_], PIECES[type_], chance, art_of(type_), sign_of(type_))


def _evidence(sight: Sight, square: int, piece: Piece, flag: float) -> list[Text]:
    said = []
    if piece.moved:
        said.append(_("It has moved: no Bomb, no Flag."))
    elif sight.s.ply >= EARLY:
        said.append(_("It has never moved, as Bombs and Flags never do."))
    depth = _depth(sight, square, piece.side)
    if not piece.moved and depth == 0:
        said.append(_("It stands in the back row, where Flags are kept."))
    elif not piece.moved and depth == int(sight.s.options.rows) - 1:
        said.append(_("It stands in the front row, where few keep a Flag."))
    if flag >= LIKELY_FLAG and _is_covered(sight, square, piece.side):
        said.append(_("All around it are walls, or pieces that have never moved."))
    if piece.moved and _is_beside_enemy(sight, square, piece.side):
        said.append(_("It stands beside an enemy, which few dare with a piece they want to keep."))
    return said


def _depth(sight: Sight, square: int, side: int) -> int:
    """Return how many rows lie behind a piece, seen from its own side."""
    row = int(row_of(square))
    return row if side == Side.RED else int(sight.s.options.height) - 1 - row


def _is_covered(sight: Sight, square: int, side: int) -> bool:
    def is_cover(near: int) -> bool:
        piece = sight.pieces.get(near)
        return sight.board[near] == WALL or (piece is not None and piece.side == side and not piece.moved)

    return all(is_cover(square + int(step)) for step in STEP)


def _is_beside_enemy(sight: Sight, square: int, side: int) -> bool:
    near = (sight.pieces.get(square + int(step)) for step in STEP)
    return any(piece is not None and piece.side != side for piece in near)


def could_have_known(view: Any, viewer: Viewer, action: int, beliefs: Sequence[Belief]) -> str:
    """Say what the piece that a move attacks most likely was, and how likely it was to win."""
    kind, fields = decode(view, action)
    if kind != Kind.MOVE:
        return ""
    sight = Sight(view, viewer)
    at, to, struck = squares_of(view, *fields)
    mover, target = sight.pieces.get(at), sight.pieces.get(to if struck is None else struck)
    if mover is None or target is None or target.type != UNKNOWN:
        return ""
    belief = next((each for each in [*beliefs, *_remembered(sight)] if each.thing == target.thing), None)
    if belief is None:
        return ""
    if _type_of(sight, target.thing) != UNKNOWN:
        words = {"cell": name_of(to if struck is None else struck), "piece": PIECES[NAMES.index(belief.likeliest)]}
        return _("You had seen the piece on {cell}: it is a {piece}.", **words)
    return _say_odds(sight, mover, to if struck is None else struck, belief)


def _say_odds(sight: Sight, mover: Piece, square: int, belief: Belief) -> Text:
    chances = {NAMES.index(kind): chance for kind, chance in zip(belief.kinds, belief.chances, strict=True)}
    beating = [kind for kind in chances if result_of(sight.s, mover.type, kind) == Result.ATTACKER_FALLS]
    words = {
        "cell": name_of(square),
        "piece": PIECES[NAMES.index(belief.likeliest)],
        "n": round(100 * max(belief.chances)),
        "own": PIECES[mover.type],
        "worse": round(100 * sum(chances[kind] for kind in beating)),
    }
    if words["worse"] == 0:
        return _(
            "The piece on {cell} is most likely a {piece} ({n} %), and nothing it can be beats your {own}.", **words
        )
    if words["worse"] == 100:
        return _(
            "The piece on {cell} is most likely a {piece} ({n} %), and all that it can be beats your {own}.", **words
        )
    names = [PIECES[kind] for kind in sorted(beating, reverse=True)]
    if len(names) == 1:
        return _(
            "The piece on {cell} is most likely a {piece} ({n} %). Only the {other} could beat your {own}: {worse} %.",
            other=names[0],
            **words,
        )
    if len(names) == FEW_BEATING:
        return _(
            "The piece on {cell} is most likely a {piece} ({n} %)."
            " Only the {first} or the {second} could beat your {own}: together {worse} %.",
            first=names[0],
            second=names[1],
            **words,
        )
    return _(
        "The piece on {cell} is most likely a {piece} ({n} %). With a chance of {worse} % it beats your {own}.", **words
    )


# Habits


def habits(halves: Sequence[tuple[Any, int]]) -> list[Text]:
    """Say what became of Scouts and Marshal half-way through a player's matches."""
    gone = [_lost_scouts(s, seat) for s, seat in halves]
    lost, all_ = sum(each[0] for each in gone), sum(each[1] for each in gone)
    said: list[Text] = []
    if all_ and lost / all_ >= EARLY_LOSS:
        words = {"n": round(100 * lost / all_)}
        said.append(_("Your Scouts die early: half-way through a match {n} % of them are gone.", **words))
    found_out = sum(_is_found_out(s, seat) for s, seat in halves) / len(halves)
    if found_out >= EARLY_LOSS:
        said.append(_("Your Marshal is found out early: half-way through most matches the others know it."))
    return said


def _own_pieces(s: Any, seat: int, type_: int) -> list[int]:
    pieces = range(int(s.blue)) if seat == Side.RED else range(int(s.blue), int(s.pieces))
    return [piece for piece in pieces if s.types[piece] == type_]


def _lost_scouts(s: Any, seat: int) -> tuple[int, int]:
    scouts = _own_pieces(s, seat, Type.SCOUT)
    return sum(s.squares[piece] == NOWHERE for piece in scouts), len(scouts)


def _is_found_out(s: Any, seat: int) -> bool:
    return any(s.shown[piece] for piece in _own_pieces(s, seat, Type.MARSHAL))
