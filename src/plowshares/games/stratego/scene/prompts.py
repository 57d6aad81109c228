"""What the viewer is to do now, in a title and a line of help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Prompt, Viewer
from plowshares.games.stratego.pieces import EMPTY, LETTERS, Type
from plowshares.games.stratego.rules.arranging import count_reserve, has_exit
from plowshares.games.stratego.scene.sight import Sight, is_open, is_to_act
from plowshares.games.stratego.scene.words import PIECES
from plowshares.games.stratego.state import NONE, SIDES, Phase


def prompt(s: Any, viewer: Viewer, path: Sequence[str]) -> Prompt:
    """Say what the viewer is to do after a path of picks, or what everybody waits for."""
    if is_open(s):
        return _over(s, viewer)
    if not is_to_act(s, viewer.seat):
        return _waiting(s, viewer)
    if s.phase == Phase.PLAY:
        return _moving(Sight(s, viewer), path)
    return _placing(Sight(s, viewer), path)


def _over(s: Any, viewer: Viewer) -> Prompt:
    help_ = _("Both armies lie open.")
    if s.phase != Phase.OVER:
        return Prompt(_("The match is over"), help_)
    if s.winner == NONE:
        return Prompt(_("Draw"), help_)
    winner = int(s.winner)
    if viewer.is_me(winner):
        return Prompt(_("You won"), help_, "good")
    if viewer.is_me(1 - winner):
        return Prompt(_("You lost"), help_, "bad")
    return Prompt(_("{name} won", name=viewer.name(winner)), help_)


def _waiting(s: Any, viewer: Viewer) -> Prompt:
    if s.phase == Phase.PLAY:
        return Prompt(_("{name} is thinking", name=viewer.name(int(s.turn))), _("You can look around meanwhile."))
    late = [side for side in range(SIDES) if not s.ready[side]]
    if len(late) > 1:
        names = {"first": viewer.name(0), "second": viewer.name(1)}
        return Prompt(
            _("{first} and {second} are placing their armies", **names), _("You will see them when both are ready.")
        )
    title = _("{name} is placing an army", name=viewer.name(late[0]))
    return Prompt(title, _("You will see it, face down, when the battle starts."))


def _moving(sight: Sight, path: Sequence[str]) -> Prompt:
    if not path:
        return Prompt(_("Your move"), _("Choose a piece, then a marked square."))
    piece = sight.piece_on(path[0])
    if piece is None:
        return Prompt(_("Your move"), _("Choose one of your own pieces."))
    cell = path[0].removeprefix("cell ")
    title = _("{piece} on {cell}", piece=PIECES[piece.type], cell=cell)
    if len(path) > 1:
        goal = _("Scout to {cell}", cell=path[1].removeprefix("cell "))
        return Prompt(goal, _("It may attack a piece beside it, or just stop there."))
    if piece.type == Type.SCOUT:
        return Prompt(title, _("It runs as far as the way is free. A red ring is an attack."))
    return Prompt(title, _("Choose a marked square. A red ring is an attack."))


def _placing(sight: Sight, path: Sequence[str]) -> Prompt:
    s, seat = sight.s, sight.seat
    left, total = int(count_reserve(s, seat)), int(s.options.army.sum())
    placed = _("{n} of {total} placed. The Flag is safest behind Bombs.", n=total - left, total=total)
    if path and path[0].startswith("reserve "):
        type_ = LETTERS.index(path[0].removeprefix("reserve "))
        return Prompt(_place_title(s, seat, type_), placed)
    if path:
        return _rearranging(sight, path[0])
    if left == total:
        return Prompt(_("Place your army"), _("Choose a set-up, or a kind of piece and then a square."))
    if left:
        title = ngettext("{n} piece left to place", "{n} pieces left to place", left)
        return Prompt(title, _("Choose a kind of piece and then a square, or fill the rest."))
    if not has_exit(s, seat):
        return Prompt(
            _("Your army cannot move"), _("None of your pieces can get out. Free one before you start."), "bad"
        )
    return Prompt(_("Your army is in place"), _("Swap pieces as you like, then press Ready."))


def _place_title(s: Any, seat: int, type_: int) -> Text:
    free = int((s.area[seat][: int(s.options.spots)] == EMPTY).sum())
    return ngettext(
        "Place your {piece}: {n} free square glows",
        "Place your {piece}: {n} free squares glow",
        free,
        piece=PIECES[type_],
    )


def _rearranging(sight: Sight, pick: str) -> Prompt:
    piece = sight.piece_on(pick)
    if piece is None:
        return Prompt(_("Place your army"), _("Choose a piece first."))
    title = _("{piece} on {cell}", piece=PIECES[piece.type], cell=pick.removeprefix("cell "))
    return Prompt(title, _("Choose its new square, or a piece to swap with."))
