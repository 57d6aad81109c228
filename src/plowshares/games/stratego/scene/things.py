"""What is said about a thing that somebody looks at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Fact, Thing, Viewer
from plowshares.games.stratego.notation.refusals import name_of
from plowshares.games.stratego.pieces import TYPES, UNKNOWN, Type
from plowshares.games.stratego.scene.forecasts import list_kinds
from plowshares.games.stratego.scene.sight import Piece, Sight, unknown_kinds
from plowshares.games.stratego.scene.words import PIECES, about, art_of, rank_of
from plowshares.games.stratego.state import SIDES, Phase


def things(s: Any, viewer: Viewer) -> Mapping[str, Thing]:
    """Describe every piece on the board, and every kind of piece."""
    sight = Sight(s, viewer)
    found = {piece.thing: thing_of(sight, square) for square, piece in sight.pieces.items()}
    for side in range(SIDES):
        for type_ in range(TYPES):
            if s.options.army[type_]:
                found[kind_id(side, type_)] = _kind(sight, side, type_)
        found[kind_id(side, UNKNOWN)] = Thing(_("Pieces that you do not know"), art=art_of(UNKNOWN), colour=side)
    return {**found, **_signs(sight)}


def _signs(sight: Sight) -> dict[str, Thing]:
    """Explain what is put on pieces."""
    own, other = max(0, sight.seat), 1 - max(0, sight.seat)
    rows = (
        ("moved", _("A dot: it has moved"), _("So it is neither a Bomb nor the Flag."), other),
        ("seen", _("An eye: it was seen"), _("A battle has shown this piece of yours to the other side."), own),
        ("known", _("A crest: you know it"), _("A battle has shown you this piece; it stays face up."), other),
    )
    return {f"sign {sign}": Thing(label, text, colour=side) for sign, label, text, side in rows}


def kind_id(side: int, type_: int) -> str:
    """Return the id of a kind of piece, as trays and cards show it."""
    return f"kind {side} {art_of(type_)}"


def _kind(sight: Sight, side: int, type_: int) -> Thing:
    number = int(sight.s.options.army[type_])
    words = ngettext("An army has {n} of them.", "An army has {n} of them.", number)
    if sight.s.phase == Phase.SETUP:
        text = _("{about} {number}", about=about(sight.s, type_), number=words)
    else:
        counts = count_kind(sight, side, type_)
        text = _("{about} {number} {counts}", about=about(sight.s, type_), number=words, counts=counts)
    return Thing(PIECES[type_], text, _facts(type_), art_of(type_), side)


def count_kind(sight: Sight, side: int, type_: int) -> Text:
    """Say how many of a kind have fallen, and where the viewer knows the others to be."""
    total, fallen = int(sight.s.options.army[type_]), sight.lost[side][type_]
    known = sight.left[side][type_]
    if total == fallen + known:
        return _("{fallen} fallen, {known} on the board.", fallen=fallen, known=known)
    hidden = total - fallen - known
    return _(
        "{fallen} fallen, {known} known on the board, {hidden} still hidden.",
        fallen=fallen, known=known, hidden=hidden,
    )  # fmt: skip


def thing_of(sight: Sight, square: int) -> Thing:
    """Describe a piece on the board."""
    piece = sight.pieces[square]
    facts = _facts(piece.type) if piece.type != UNKNOWN else ()
    pick = f"cell {name_of(square)}"
    return Thing(title_of(sight, square), _text_of(sight, piece), facts, art_of(piece.type), piece.side, pick)


def _facts(type_: int) -> tuple[Fact, ...]:
    return (Fact("i-sword", rank_of(type_), _("rank")),) if type_ > Type.BOMB else ()


def title_of(sight: Sight, square: int) -> Text:
    """Name a piece and its place: "Your Captain on e6"."""
    piece, viewer = sight.pieces[square], sight.viewer
    cell = name_of(square)
    if viewer.is_me(piece.side):
        return _("Your {piece} on {cell}", piece=PIECES[piece.type], cell=cell)
    if piece.type == UNKNOWN:
        return _("A hidden piece of {name} on {cell}", name=viewer.name(piece.side), cell=cell)
    return _("{name}’s {piece} on {cell}", name=viewer.name(piece.side), piece=PIECES[piece.type], cell=cell)


def _text_of(sight: Sight, piece: Piece) -> str:
    if piece.type == UNKNOWN:
        return _about_unknown(sight, piece)
    words = about(sight.s, piece.type)
    if sight.s.phase == Phase.SETUP or not sight.viewer.is_me(piece.side):
        return words
    if piece.shown:
        return _("{about} The eye means: the other side has seen it.", about=words)
    if piece.moved:
        return _("{about} The dot means: everybody knows that it can move.", about=words)
    return words


def _about_unknown(sight: Sight, piece: Piece) -> str:
    """Say what a hidden piece can be; that is the same for all of a side that have moved, and that have not."""
    key = piece.side, piece.moved
    if key not in sight.about:
        kinds = list_kinds(unknown_kinds(sight, piece))
        if piece.moved:
            sight.about[key] = _("It has moved: no Bomb, no Flag. It can be: {kinds}.", kinds=kinds)
        else:
            sight.about[key] = _("It has not moved yet. It can be: {kinds}.", kinds=kinds)
    return sight.about[key]


def describe_cell(sight: Sight, square: int) -> Text:
    """Say what is on a cell, for screen readers."""
    if square in sight.pieces:
        return title_of(sight, square)
    return _("{cell}, empty", cell=name_of(square))
