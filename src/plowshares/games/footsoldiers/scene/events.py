"""What happened in a turn, told to one viewer: orders, marches, hits, and who fell."""

from __future__ import annotations

from collections.abc import Iterator

from plowshares.core.i18n import Text, _
from plowshares.core.scene import Event, Tone, Viewer
from plowshares.core.seats import NOBODY
from plowshares.games.footsoldiers.actions import Kind
from plowshares.games.footsoldiers.grammar import Written
from plowshares.games.footsoldiers.lookup import all_soldiers, base_of, written_of
from plowshares.games.footsoldiers.notation import cell_pick
from plowshares.games.footsoldiers.rules import is_over, winner
from plowshares.games.footsoldiers.scene.prompts import turn_of
from plowshares.games.footsoldiers.scene.things import castle_id, soldier_id
from plowshares.games.footsoldiers.scene.turns import Hit, Man, Turn, trace
from plowshares.games.footsoldiers.scene.words import A_SOLDIER, ART, FACINGS, SOLDIERS, castle_of, goal_of, soldier_of
from plowshares.games.footsoldiers.state import SEATS, State

MANY = 6  # marches that are all shown in full
ORDERS, MARCH, HIT, FALL = range(4)  # the parts of a turn, as `phases` names them


def events(before: State, after: State, viewer: Viewer) -> list[Event]:
    """Tell what happened between two views of the viewer, in the order it is shown."""
    if after.turns == before.turns:
        return [_end(after, viewer)] if is_over(after) and not is_over(before) else []
    turn = trace(before, after)
    found = [*_orders(before, after, viewer), *_marches(after, turn), *_hits(before, after, viewer, turn)]
    found += [*_fallen(after, viewer, turn), *_income(after)]
    if is_over(after) and not is_over(before):
        found.append(_end(after, viewer))
    return found


# Orders


def _orders(before: State, after: State, viewer: Viewer) -> Iterator[Event]:
    group: Text | str = _("Turn {n}", n=turn_of(before))
    for seat in (0, 1) if not viewer.is_me(1) else (1, 0):
        order = written_of(after, after.last[seat])
        text = tell_order(before, viewer, seat, order, bool(after.failed[seat]))
        title = _("Your order") if viewer.is_me(seat) else _("{name}’s order", name=viewer.name(seat))
        art, is_second = _art_of(before, order), not group
        yield Event(
            "announce",
            text,
            seat,
            art=art,
            colour=seat,
            title=title,
            detail=text,
            group=group,
            together=is_second,
            phase=ORDERS,
        )
        group = ""


def _art_of(s: State, order: Written) -> str:
    """Return the drawing of whom an order is about."""
    if order.kind == Kind.BUILD:
        return ART[order.type or 0]
    there = all_soldiers(s).get(order.at) if order.at is not None else None
    return ART[there.type] if there is not None else "i-hourglass"


def tell_order(s: State, viewer: Viewer, seat: int, order: Written, failed: bool) -> Text:
    """Say what a player ordered; `s` is the position in which it was ordered."""
    mine, name = viewer.is_me(seat), viewer.name(seat)
    if order.kind == Kind.BUILD:
        return _tell_build(s, viewer, seat, order, failed)
    there = all_soldiers(s).get(order.at) if order.at is not None else None
    if there is None:
        return _("You wait.") if mine else _("{name} waits.", name=name)
    words = {"name": name, "soldier": SOLDIERS[there.type]}
    if order.kind == Kind.MOVE and order.to == order.at:
        return _("Your {soldier} stays where it is.", **words) if mine else _("{name}’s {soldier} stays.", **words)
    if order.kind == Kind.MOVE and order.to is not None:
        words["goal"] = goal_of(s, viewer, order.to)
        return (
            _("Your {soldier} goes to {goal}.", **words) if mine else _("{name}’s {soldier} goes to {goal}.", **words)
        )
    words["facing"] = FACINGS[order.facing or 0]
    return (
        _("Your {soldier} now faces {facing}.", **words)
        if mine
        else _("{name}’s {soldier} now faces {facing}.", **words)
    )


def _tell_build(s: State, viewer: Viewer, seat: int, order: Written, failed: bool) -> Text:
    words = {"name": viewer.name(seat), "soldier": A_SOLDIER[order.type or 0], "rival": viewer.name(1 - seat)}
    if failed and viewer.is_me(seat):
        return _("You cannot build {soldier}: {rival} was first on that cell. You keep your coins.", **words)
    if failed:
        return _("{name} cannot build {soldier}: somebody was first on that cell.", **words)
    words["goal"] = goal_of(s, viewer, order.to or (0, 0))
    if viewer.is_me(seat):
        return _("You build {soldier}. It marches to {goal}.", **words)
    return _("{name} builds {soldier}. It marches to {goal}.", **words)


# Marches


def _marches(after: State, turn: Turn) -> Iterator[Event]:
    """Let new soldiers appear, then all march at once."""
    standing = all_soldiers(after)
    for man in turn.men:
        if man.is_new:
            thing = soldier_id(man.end) if man.end in standing else ""
            place = cell_pick(man.start)
            yield Event(
                "appear",
                seat=man.seat,
                thing=thing,
                target=place,
                art=ART[man.soldier.type],
                colour=man.seat,
                phase=MARCH,
            )
    marching = [man for man in turn.men if man.path]
    for i, man in enumerate(marching):
        thing = soldier_id(man.end if man.is_new else man.start)
        if man.is_new and man.end not in standing:
            thing = ""
        yield Event(
            "move",
            seat=man.seat,
            thing=thing,
            source=cell_pick(man.start),
            target=cell_pick(man.end),
            path=tuple(cell_pick(cell) for cell in man.path),
            art=ART[man.soldier.type],
            colour=man.seat,
            sound="march" if i == 0 else "",
            together=i > 0,
            quiet=i >= MANY,
            phase=MARCH,
        )


# Hits


def _hits(before: State, after: State, viewer: Viewer, turn: Turn) -> Iterator[Event]:
    for i, hit in enumerate(turn.hits):
        cell = base_of(before, hit.seat) if hit.target is None else hit.target.end
        yield Event(
            "lose",
            _tell_hit(after, viewer, hit, turn),
            hit.attacker.seat,
            castle_id(hit.seat) if hit.target is None else "",
            source=cell_pick(hit.attacker.end),
            target=cell_pick(cell),
            icon="i-heart",
            amount=hit.damage,
            tone=_tone(viewer, 1 - hit.seat),
            sound="hit" if i == 0 else "",
            together=i > 0,
            phase=HIT,
        )


def _tone(viewer: Viewer, winner_: int) -> Tone:
    if viewer.is_me(winner_):
        return "good"
    return "bad" if viewer.is_me(1 - winner_) else "even"


def _tell_hit(after: State, viewer: Viewer, hit: Hit, turn: Turn) -> Text:
    words = {"attacker": capital(viewer, hit.attacker), "n": hit.damage}
    if hit.target is None:
        left = int(after.sides[hit.seat].base_health)
        is_last = [each for each in turn.hits if each.target is None and each.seat == hit.seat][-1] is hit
        castle = castle_of(viewer, hit.seat)
        if is_last:
            return _("{attacker} hits {castle} for {n}: {left} health left.", castle=castle, left=left, **words)
        return _("{attacker} hits {castle} for {n}.", castle=castle, **words)
    target = soldier_of(viewer, hit.seat, hit.target.soldier.type)
    falls = hit.target.health == 0 and [each for each in turn.hits if each.target is hit.target][-1] is hit
    if falls:
        return _("{attacker} hits {target} for {n}: it falls.", target=target, **words)
    return _("{attacker} hits {target} for {n}.", target=target, **words)


def capital(viewer: Viewer, man: Man) -> Text:
    """Name a soldier at the beginning of a sentence."""
    words = {"name": viewer.name(man.seat), "soldier": SOLDIERS[man.soldier.type]}
    return _("Your {soldier}", **words) if viewer.is_me(man.seat) else _("{name}’s {soldier}", **words)


def _fallen(after: State, viewer: Viewer, turn: Turn) -> Iterator[Event]:
    """Let those without health fall; the sentence about the hit has said it."""
    fallen = [man for man in turn.men if man.health == 0]
    for i, man in enumerate(fallen):
        yield Event(
            "vanish",
            seat=man.seat,
            thing="" if man.is_new else soldier_id(man.start),
            target=cell_pick(man.end),
            art=ART[man.soldier.type],
            colour=man.seat,
            tone=_tone(viewer, 1 - man.seat),
            together=i > 0,
            phase=FALL,
        )


def _income(after: State) -> Iterator[Event]:
    income = int(after.options.money_per_turn)
    if income and not is_over(after):
        for seat in range(SEATS):
            place = cell_pick(base_of(after, seat))
            yield Event("gain", seat=seat, target=place, icon="i-coin", amount=income, quiet=True, together=seat > 0)


def _end(s: State, viewer: Viewer) -> Event:
    seat = int(winner(s))
    if seat == NOBODY:
        return Event("result", _("The match is a draw."), tone="even")
    if viewer.is_me(seat):
        return Event("result", _("You win the match."), seat, tone="good")
    return Event("result", _("{name} wins the match.", name=viewer.name(seat)), seat, tone=_tone(viewer, seat))
