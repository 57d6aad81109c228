"""What happened, told to one viewer: moves with their way, battles with both faces, how the set-up goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from plowshares.core.i18n import Text, _
from plowshares.core.scene import Event, Tone, Viewer
from plowshares.games.stratego.board import STEP, owner_of, square_of_spot
from plowshares.games.stratego.notation.refusals import direction_of, name_of
from plowshares.games.stratego.pieces import EMPTY, UNKNOWN, Type
from plowshares.games.stratego.scene.forecasts import compare
from plowshares.games.stratego.scene.sight import is_open, shows_face, tray_of
from plowshares.games.stratego.scene.words import PIECES, SIDES, art_of
from plowshares.games.stratego.state import NONE, NOWHERE, Phase, Result


def events(before: Any, after: Any, viewer: Viewer) -> list[Event]:
    """Tell what happened between two views of the viewer, in the order it is shown."""
    found = list(_arranged(before, after, viewer)) if before.phase == Phase.SETUP else []
    for side in range(len(SIDES)):
        if after.ready[side] > before.ready[side]:
            found.append(Event("say", _ready(viewer, side), side))
    if before.phase == Phase.SETUP and after.phase != Phase.SETUP:
        found.append(_begin(viewer))
    if after.ply > before.ply:
        found += _moved(after, viewer)
    if after.phase == Phase.OVER and before.phase != Phase.OVER:
        found.append(_end(after, viewer))
    return found


def _begin(viewer: Viewer) -> Event:
    text = (
        _("Both armies are ready. You move first.")
        if viewer.is_me(0)
        else _("Both armies are ready. {name} moves first.", name=viewer.name(0))
    )
    return Event("turn", text, 0, group=_("The battle"))


def _ready(viewer: Viewer, side: int) -> Text:
    return _("You are ready.") if viewer.is_me(side) else _("{name} is ready.", name=viewer.name(side))


def _end(s: Any, viewer: Viewer) -> Event:
    winner = int(s.winner)
    if winner == NONE:
        return Event("result", _("The match is a draw."), tone="even")
    if viewer.is_me(winner):
        return Event("result", _("You win the match."), winner, tone="good")
    tone: Tone = "bad" if viewer.is_me(1 - winner) else "even"
    return Event("result", _("{name} wins the match.", name=viewer.name(winner)), winner, tone=tone)


# The set-up


def _arranged(before: Any, after: Any, viewer: Viewer) -> Iterator[Event]:
    """Tell how the viewer's own area changed."""
    seat = viewer.seat
    if after.phase != Phase.SETUP or not 0 <= seat < len(SIDES) or is_open(after):
        return
    old, new = (s.area[seat].tolist()[: int(s.options.spots)] for s in (before, after))
    changed = [spot for spot, types in enumerate(zip(old, new, strict=True)) if types[0] != types[1]]
    if len(changed) > 2:
        return  # a whole set-up is seen at once
    cells = {spot: name_of(int(square_of_spot(after, seat, spot))) for spot in changed}
    if len(changed) == 2:
        yield from _exchanged(cells, old, changed)
    elif changed:
        (spot,) = changed
        cell = cells[spot]
        verb: Literal["appear", "vanish"] = "vanish" if new[spot] == EMPTY else "appear"
        yield Event(verb, seat=seat, thing=f"own {cell}", target=f"cell {cell}", quiet=True)


def _exchanged(cells: dict[int, str], old: list[int], changed: list[int]) -> Iterator[Event]:
    first, second = changed
    for spot, other in ((first, second), (second, first)):
        if old[spot] != EMPTY:
            source, target = f"cell {cells[spot]}", f"cell {cells[other]}"
            thing = f"own {cells[spot]}"
            yield Event("move", thing=thing, source=source, target=target, quiet=True, together=spot == second)


# Moves and battles


class Fight(NamedTuple):
    """A battle as the viewer knows it."""

    viewer: Viewer
    side: int  # of the attacker
    attacker: int  # type, or UNKNOWN
    defender: int
    result: Result
    cell: str


def _moved(s: Any, viewer: Viewer) -> Iterator[Event]:
    last = s.last
    side, piece = int(owner_of(s, int(last.piece))), int(last.piece)
    start, end, contested = int(last.start), int(last.end), int(last.contested)
    group = _("Move {n}", n=(int(s.ply) + 1) // 2) if side == 0 else ""
    if contested == NOWHERE or contested != end:
        text = _walk_text(s, viewer, side) if contested == NOWHERE else ""
        yield Event(
            "move", text, side, f"piece {piece}", source=f"cell {name_of(start)}", target=f"cell {name_of(end)}",
            path=way(start, end), colour=side, group=group,
        )  # fmt: skip
        group = ""
    if contested != NOWHERE:
        yield _battle(s, viewer, side, group, start if contested == end else end)


def way(start: int, end: int) -> tuple[str, ...]:
    """Return the cells of a straight way, both ends included."""
    direction = direction_of(start, end)
    step = int(STEP[direction]) if direction is not None else end - start
    return tuple(f"cell {name_of(square)}" for square in range(start, end + step, step))


def _walk_text(s: Any, viewer: Viewer, side: int) -> Text:
    cells = {"start": name_of(int(s.last.start)), "end": name_of(int(s.last.end))}
    type_ = int(s.types[s.last.piece])
    if viewer.is_me(side):
        return _("You move your {piece} from {start} to {end}.", piece=PIECES[type_], **cells)
    if _is_run(s):
        return _("{name}’s Scout runs from {start} to {end}.", name=viewer.name(side), **cells)
    if type_ != UNKNOWN and shows_face(s, viewer, side, bool(s.shown[s.last.piece])):
        return _("{name}’s {piece} moves from {start} to {end}.", name=viewer.name(side), piece=PIECES[type_], **cells)
    return _("{name} moves from {start} to {end}.", name=viewer.name(side), **cells)


def _is_run(s: Any) -> bool:
    """Ask whether the last move was longer than one cell, which only Scouts can do."""
    return len(way(int(s.last.start), int(s.last.end))) > 2


def _battle(s: Any, viewer: Viewer, side: int, group: str, source: int) -> Event:
    last = s.last
    types = int(s.types[last.piece]), int(s.types[last.defender])
    fight = Fight(viewer, side, *types, Result(int(last.result)), name_of(int(last.contested)))
    is_known = UNKNOWN not in types
    winners: dict[Result, Literal["thing", "other", "none"]] = {
        Result.ATTACKER_FALLS: "other",
        Result.DEFENDER_FALLS: "thing",
        Result.BOTH_FALL: "none",
    }
    return Event(
        "battle",
        tell(fight),
        side,
        f"piece {int(last.piece)}",
        f"piece {int(last.defender)}",
        f"cell {name_of(source)}",
        f"cell {fight.cell}",
        path=way(source, int(last.contested)),
        art=art_of(fight.attacker),
        other_art=art_of(fight.defender),
        colour=side,
        other_colour=1 - side,
        tone=_tone(fight),
        winner=winners[fight.result],
        tray=tray_of(viewer, side),
        other_tray=tray_of(viewer, 1 - side),
        title=headline(fight),
        detail=compare(*types, fight.result) if is_known else _("You do not learn all of it."),
        sound=_sound(fight),
        group=group,
    )


def _tone(fight: Fight) -> Tone:
    if fight.result == Result.BOTH_FALL or not (fight.viewer.is_me(0) or fight.viewer.is_me(1)):
        return "even"
    wins = fight.viewer.is_me(fight.side) == (fight.result == Result.DEFENDER_FALLS)
    return "good" if wins else "bad"


def _sound(fight: Fight) -> Literal["", "fuse", "bomb"]:
    if fight.defender != Type.BOMB:
        return ""
    return "fuse" if fight.result == Result.DEFENDER_FALLS else "bomb"


def headline(fight: Fight) -> Text:
    """Say the result in a few words: "Your Captain takes a Sergeant"."""
    mine, theirs = fight.viewer.is_me(fight.side), fight.viewer.is_me(1 - fight.side)
    words = {"own": _piece(fight.attacker), "other": _piece(fight.defender), "name": fight.viewer.name(fight.side)}
    if fight.defender == Type.FLAG and fight.result == Result.DEFENDER_FALLS:
        return _("You capture the Flag!") if mine else _("{name} captures the Flag!", **words)
    match fight.result:
        case Result.DEFENDER_FALLS if mine:
            return _("Your {own} takes a {other}", **words)
        case Result.DEFENDER_FALLS if theirs:
            return _("A {own} takes your {other}", **words)
        case Result.DEFENDER_FALLS:
            return _("A {own} takes a {other}", **words)
        case Result.ATTACKER_FALLS if mine:
            return _("Your {own} falls to a {other}", **words)
        case Result.ATTACKER_FALLS if theirs:
            return _("Your {other} beats a {own}", **words)
        case Result.ATTACKER_FALLS:
            return _("A {own} falls to a {other}", **words)
        case _:
            return _("Both fall: {own} and {other}", **words)


def _piece(type_: int) -> Text:
    return _("hidden piece") if type_ == UNKNOWN else PIECES[type_]


def tell(fight: Fight) -> Text:
    """Say in one sentence who fought whom, where, and how it ended."""
    viewer, side = fight.viewer, fight.side
    words = {
        "own": _piece(fight.attacker),
        "other": _piece(fight.defender),
        "name": viewer.name(side),
        "rival": viewer.name(1 - side),
        "cell": fight.cell,
    }
    if viewer.is_me(side):
        return _tell_own(fight.result, words)
    return _tell_enemy(fight.result, words) if viewer.is_me(1 - side) else _tell_others(fight.result, words)


def _tell_own(result: Result, words: dict[str, str]) -> Text:
    match result:
        case Result.DEFENDER_FALLS:
            return _("Your {own} takes {rival}’s {other} on {cell}.", **words)
        case Result.ATTACKER_FALLS:
            return _("Your {own} attacks {rival}’s {other} on {cell} and falls.", **words)
        case _:
            return _("Your {own} attacks {rival}’s {other} on {cell}. Both fall.", **words)


def _tell_enemy(result: Result, words: dict[str, str]) -> Text:
    match result:
        case Result.DEFENDER_FALLS:
            return _("{name}’s {own} takes your {other} on {cell}.", **words)
        case Result.ATTACKER_FALLS:
            return _("{name}’s {own} attacks your {other} on {cell} and falls.", **words)
        case _:
            return _("{name}’s {own} attacks your {other} on {cell}. Both fall.", **words)


def _tell_others(result: Result, words: dict[str, str]) -> Text:
    match result:
        case Result.DEFENDER_FALLS:
            return _("{name}’s {own} takes {rival}’s {other} on {cell}.", **words)
        case Result.ATTACKER_FALLS:
            return _("{name}’s {own} attacks {rival}’s {other} on {cell} and falls.", **words)
        case _:
            return _("{name}’s {own} attacks {rival}’s {other} on {cell}. Both fall.", **words)
