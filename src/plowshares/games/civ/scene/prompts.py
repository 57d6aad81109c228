"""What the viewer is to do now, or whom everybody waits for."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Prompt, Tone, Viewer
from plowshares.games.civ.actions import Kind
from plowshares.games.civ.pieces import ARMY, count_available
from plowshares.games.civ.rules.legal import may_spend, most_movable
from plowshares.games.civ.scene import words
from plowshares.games.civ.scene.forecasts import next_turn, turns_of_food
from plowshares.games.civ.scene.move_offers import owed_move
from plowshares.games.civ.scene.offers import tile_of
from plowshares.games.civ.scene.panels import count_free
from plowshares.games.civ.state import NOTHING_OWED, Result, State

SOON = 12  # turns ahead that hunger is announced
URGENT = 3  # turns ahead that it is announced in red


def prompt(s: State, viewer: Viewer, path: Sequence[str]) -> Prompt:
    """Say what the viewer is to do after a path of picks, or what everybody waits for."""
    if s.result != Result.NONE:
        return Prompt(_("The game is over"))
    if not viewer.is_me(int(s.current)):
        return Prompt(_("{name} is thinking", name=viewer.names[int(s.current)]), _("You can look around meanwhile."))
    if s.owed != NOTHING_OWED:
        return _how_many(s, viewer)
    if path:
        return _begun(s, viewer, path)
    return _turn(s, viewer)


def _how_many(s: State, viewer: Viewer) -> Prompt:
    command = owed_move(s)
    most, way = int(most_movable(s, viewer.seat, int(s.owed))), words.WAYS[command.way]
    if command.kind == Kind.MOVE_WORKERS:
        return Prompt(_("{workers} to the {way}: how many?", workers=words.workers(most), way=way))
    if command.kind == Kind.MUSTER:
        return Prompt(_("Muster {armies} to the {way}: how many?", armies=words.armies(most), way=way))
    return Prompt(_("{armies} to the {way}: how many?", armies=words.armies(most), way=way))


def _begun(s: State, viewer: Viewer, path: Sequence[str]) -> Prompt:
    kind = path[0].split()[0]
    if kind == "button":
        return Prompt(_("Choose a place for your city"), _("Every dot is a free tile that you see."))
    tile = tile_of(s, path[0])
    if kind == "city":
        n = int(s.players[viewer.seat].production)
        return Prompt(words.city_name(s, tile), _("What should it train? You have {n} production.", n=n))
    place = words.where(s, viewer, tile)
    p = s.players[viewer.seat]
    if kind == "workers":
        n = int(count_available(p, tile, 0))
        title = ngettext("Worker {place}", "{n} workers {place}", n, place=place)
    else:
        n = int(count_available(p, tile, ARMY))
        title = ngettext("Army {place}", "{n} armies {place}", n, place=place)
    if len(path) > 1:
        return Prompt(title, _("How should they go?"))
    help_ = _("Choose a marked tile.") if kind == "workers" else _("Choose a marked tile. Red is an attack.")
    return Prompt(title, help_)


def _turn(s: State, viewer: Viewer) -> Prompt:
    p, free = s.players[viewer.seat], count_free(s, viewer.seat)
    spend = bool(may_spend(s)) and (
        int(p.production) >= min(int(s.options.army_cost), int(s.options.worker_cost))
        or int(p.trade) >= int(s.options.research_cost)
    )
    warning = hunger(s, viewer)
    tone: Tone | None = "bad" if is_urgent(s, viewer) else None
    if spend and s.options.free_phases:
        return Prompt(_("Spend, and move your units"), warning or _("In any order."), tone)
    if spend:
        return Prompt(_("Spend first, then move"), warning or _("Your first move ends spending for this turn."), tone)
    if free:
        title = ngettext("Move your unit", "Move your units", free)
        return Prompt(title, warning or ngettext("{n} can still move.", "{n} can still move.", free), tone)
    return Prompt(_("End your turn"), warning or _("There is nothing more to do."), tone)


def is_urgent(s: State, viewer: Viewer) -> bool:
    """Ask whether somebody starves next turn, or the food runs out soon."""
    turns = turns_of_food(s, viewer.seat)
    return next_turn(s, viewer.seat).starving > 0 or (turns is not None and turns <= URGENT)


def hunger(s: State, viewer: Viewer) -> Text | str:
    """Warn of hunger: now, or in some turns."""
    starving = next_turn(s, viewer.seat).starving
    if starving:
        return ngettext(
            "{n} unit will starve next turn. Put workers on grassland.",
            "{n} units will starve next turn. Put workers on grassland.",
            starving,
        )
    turns = turns_of_food(s, viewer.seat)
    if turns is None or turns > SOON:
        return ""
    return ngettext(
        "Your food runs out next turn.", "In {n} turns your food runs out. Grassland gives the most food.", turns
    )
