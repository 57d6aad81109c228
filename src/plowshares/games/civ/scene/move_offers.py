"""Offers of moves: where units can go, what waits for them there, and how many go."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Amount, Forecast, Offer, Viewer
from plowshares.core.seats import NOBODY
from plowshares.games.civ import notation, parsing
from plowshares.games.civ.actions import Kind
from plowshares.games.civ.notation.commands import Command, command_of
from plowshares.games.civ.pieces import ARMY, count_available, is_enemy_held, neighbour
from plowshares.games.civ.rules.legal import most_movable
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.forecasts import foresee, gain_text, harvest_tiles, is_harvested, of_battle, yield_of
from plowshares.games.civ.state import State

STEPS = {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}


def way_of(s: State, origin: int, target: int) -> int:
    """Return the direction from a tile to its neighbour."""
    (x, y), (column, row) = parsing.place_of(s, origin), parsing.place_of(s, target)
    return STEPS[column - x, row - y]


def worker_step(s: State, viewer: Viewer, origin: int, target: int, pick: str) -> Offer:
    """Describe a step of workers: what they harvest there."""
    way, land = words.WAYS[way_of(s, origin, target)], words.LAND[int(s.terrain[target])]
    label = _("Go {way}: {land}", way=way, land=land)
    if s.holder[target] not in (NOBODY, viewer.seat):
        deadly = Forecast("bad", _("They die"), _("Workers cannot fight."))
        question = _("Workers that meet enemies die. Go there anyway?")
        return Offer(pick, label, art="u-worker", colour=viewer.seat, forecast=deadly, confirm=question, mark="attack")
    return Offer(pick, label, _harvest(s, viewer, target), art="u-worker", colour=viewer.seat, mark="move")


def _harvest(s: State, viewer: Viewer, target: int) -> str:
    if s.city[target] == viewer.seat:
        return _("2 :trade: each turn in the city")
    if is_harvested(s, viewer.seat, target):
        return _("harvested already")
    if target in harvest_tiles(s, viewer.seat):
        return _("{gain} each turn", gain=gain_text(yield_of(s, int(s.terrain[target]))))
    return _("too far from your cities to harvest")


def army_step(s: State, viewer: Viewer, origin: int, target: int, pick: str) -> Offer:
    """Describe a step of armies: a march, or an attack with how it ends."""
    way, land = words.WAYS[way_of(s, origin, target)], words.LAND[int(s.terrain[target])]
    art, colour = "u-army", viewer.seat
    if not is_enemy_held(s, viewer.seat, target):
        return Offer(pick, _("Go {way}: {land}", way=way, land=land), art=art, colour=colour, mark="move")
    forecast = attack_forecast(s, viewer, origin, target)
    return Offer(pick, _attack_label(s, viewer, target), art=art, colour=colour, forecast=forecast, mark="attack")


def _attack_label(s: State, viewer: Viewer, target: int) -> Text:
    owner = int(s.holder[target])
    if owner in (NOBODY, viewer.seat):
        return _("Take {city}", city=words.city_name(s, target))
    n = len(parsing.stacks(s, owner)[target].armies)
    name = viewer.names[owner]
    if n == 0:
        return _("Attack {name}’s workers", name=name)
    return ngettext("Attack {name}’s army", "Attack {name}’s {n} armies", n, name=name)


def attack_forecast(s: State, viewer: Viewer, origin: int, target: int, count: int = 0) -> Forecast | None:
    """Say how an attack with all armies of a tile, or with some of them, ends."""
    most = int(count_available(s.players[viewer.seat], origin, ARMY))
    if s.options.single_attacks:
        most = 1
    count = count or most
    place, way = parsing.tile_name(s, origin), parsing.WAYS[way_of(s, origin, target)]
    try:
        actions = notation.parse(s, viewer.seat, f"A {place} {way} {count}")
    except IllegalCommand:  # the armies have moved, or a number is asked for
        return None
    return of_battle(s, viewer, foresee(s, viewer.seat, origin, target, actions, count))


def army_deeds(s: State, viewer: Viewer, origin: int, target: int, picks: Sequence[str]) -> list[Offer]:
    """Describe the ways in which armies can go to a tile: attack or muster, the strongest or the weakest first."""
    seat = viewer.seat
    most = int(count_available(s.players[seat], origin, ARMY))
    enemy = bool(is_enemy_held(s, seat, target))
    forecast = attack_forecast(s, viewer, origin, target) if enemy else None
    found = []
    for pick in picks:
        deed, *order = pick.removeprefix("button ").split()
        label, detail = _deed(deed, order, enemy)
        attack = deed == "move" and (not order or order[0] == "strongest")
        if attack and most > 1 and not (enemy and s.options.single_attacks):
            command = f"A {parsing.tile_name(s, origin)} {parsing.WAYS[way_of(s, origin, target)]} *"
            everybody = _("Attack with all {n}", n=most) if enemy else _("Move all {n}", n=most)
            found.append(
                Offer(pick, everybody, art="u-army", colour=seat, forecast=forecast, command=command, main=True)
            )
            label = _("Fewer …")
        found.append(Offer(pick, label, detail, art="u-army", colour=seat, forecast=forecast if attack else None))
    return found


def _deed(deed: str, order: Sequence[str], enemy: bool) -> tuple[Text, Text | str]:
    wait = _("They wait, and strike together with your next attack on this tile or at the end of the turn.")
    if deed == "muster":
        if not order:
            return _("Muster"), wait
        if order[0] == "weakest":
            return _("Muster the weakest"), wait
        return _("Muster the strongest"), wait
    if order and order[0] == "weakest":
        return (_("Attack, the weakest first") if enemy else _("Move the weakest")), ""
    if order:
        return (_("Attack, the strongest first") if enemy else _("Move the strongest")), ""
    return (_("Attack") if enemy else _("Move")), ""


# --- how many ---


def owed_move(s: State) -> Command:
    """Return the move whose number is asked for."""
    return command_of(s, int(s.owed))


def owed_tiles(s: State) -> tuple[int, int]:
    """Return where the move begins whose number is asked for, and where it leads."""
    command = owed_move(s)
    origin = parsing.tile_at(s, command.x, command.y)
    return origin, int(neighbour(s, origin, command.way))


def amount(s: State, viewer: Viewer, picks: Sequence[str]) -> Offer:
    """Ask how many go: of armies all, of workers one, unless the player says otherwise."""
    most = int(most_movable(s, viewer.seat, int(s.owed)))
    command = owed_move(s)
    armies = command.kind != Kind.MOVE_WORKERS
    quick = tuple(sorted({1, (most + 1) // 2, most}))
    unit = _("armies") if armies else _("workers")
    return Offer(
        picks[0],
        _("How many?"),
        art="u-army" if armies else "u-worker",
        colour=viewer.seat,
        amount=Amount(1, most, most if armies else 1, unit, quick),
        where="popover",
    )
