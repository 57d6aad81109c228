"""What a review says about a rival's order of the turn: what it is likely to be, by what would be sensible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from plowshares.core.actions import fields_of, kind_of
from plowshares.core.game import Belief
from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.review import Guess, Hidden, percent_less
from plowshares.core.scene import Viewer
from plowshares.games.footsoldiers.actions import TYPES, Kind
from plowshares.games.footsoldiers.heuristics import prior
from plowshares.games.footsoldiers.rules import can_pay, is_over, legal_actions
from plowshares.games.footsoldiers.scene.things import castle_id
from plowshares.games.footsoldiers.scene.words import ART, SOLDIERS
from plowshares.games.footsoldiers.state import SEATS, TYPE_NAMES
from plowshares.games.footsoldiers.view import blank_for

__all__ = ["could_have_known", "habits", "heat_label", "hidden_things", "marginals"]

MARCH, TURN, WAIT = "march", "turn", "wait"
BUILDS = tuple(f"build {name.lower()}" for name in TYPE_NAMES)
LABELS: dict[str, Text] = {
    **dict(zip(BUILDS, (_("Build a Scout"), _("Build an Assassin"), _("Build a Tank")), strict=True)),
    MARCH: _("Send a soldier elsewhere"),
    TURN: _("Turn a soldier"),
    WAIT: _("Wait"),
}
FEWER = 25  # percent that make a habit
SIGNS = {MARCH: "i-boot", TURN: "i-undo", WAIT: "i-hourglass"}


def heat_label() -> str:
    """Return nothing: orders have no place on the field."""
    return ""


def marginals(view: Any, seat: int) -> list[Belief]:
    """List what each rival is likely to order this turn: what would be sensible by what everybody sees."""
    if is_over(view):
        return []
    return [_foresee(view, other) for other in range(SEATS) if other != seat]


def _foresee(view: Any, rival: int) -> Belief:
    copy = view.clone()
    copy.chosen[rival] = 0  # whether it has chosen already says nothing about what
    blank_for(copy, rival)
    actions = np.empty(int(copy.actions.size), np.int32)
    count = int(legal_actions(copy, rival, actions))
    weights = np.zeros(int(copy.actions.size), np.float32)
    prior(copy, rival, actions, count, weights)
    shares: defaultdict[str, float] = defaultdict(float)
    for action, weight in zip(actions[:count].tolist(), weights[:count].tolist(), strict=True):
        shares[_kind_of(copy, action)] += weight
    total = sum(shares.values()) or 1.0
    order = sorted(shares, key=lambda kind: (-shares[kind], kind))
    return Belief(f"order {rival}", tuple(order), tuple(shares[kind] / total for kind in order))


def _kind_of(s: Any, action: int) -> str:
    kind = Kind(int(kind_of(s.actions, action)))
    if kind == Kind.BUILD:
        return BUILDS[int(fields_of(s.actions, int(kind), action)[0])]
    return {Kind.MOVE: MARCH, Kind.FACE: TURN}.get(kind, WAIT)


def hidden_things(view: Any, viewer: Viewer, beliefs: Sequence[Belief]) -> list[Hidden]:
    """Say what the rivals are likely to order."""
    return [_hidden(view, viewer, belief) for belief in beliefs]


def _hidden(view: Any, viewer: Viewer, belief: Belief) -> Hidden:
    rival = int(belief.thing.removeprefix("order "))
    guesses = tuple(
        Guess(kind, LABELS[kind], chance, ART[BUILDS.index(kind)] if kind in BUILDS else SIGNS[kind])
        for kind, chance in zip(belief.kinds, belief.chances, strict=True)
    )
    label = _("{name}’s order of this turn", name=viewer.names[rival])
    evidence = tuple(_evidence(view, viewer, rival))
    tag = _("has chosen") if view.chosen[rival] else _("is choosing")
    return Hidden(belief.thing, label, guesses, evidence, tag, castle_id(rival), colour=rival)


def _evidence(view: Any, viewer: Viewer, rival: int) -> list[Text]:
    money, name = int(view.sides[rival].money), viewer.names[rival]
    said = [ngettext("{name} has {n} coin.", "{name} has {n} coins.", money, name=name)]
    affordable = [SOLDIERS[kind] for kind in range(TYPES) if can_pay(view, rival, kind)]
    if not affordable:
        said.append(_("That pays for no soldier."))
    elif len(affordable) < TYPES:
        said.append(_("That pays for: {soldiers}.", soldiers=", ".join(affordable)))
    soldiers = int(view.sides[rival].count)
    if soldiers == 0:
        said.append(_("There is no soldier to send or turn."))
    return said


def could_have_known(view: Any, viewer: Viewer, action: int, beliefs: Sequence[Belief]) -> str:
    """Say what the rival most likely was about to order."""
    if not beliefs:
        return ""
    belief = beliefs[0]
    name = viewer.names[int(belief.thing.removeprefix("order "))]
    words = {"name": name, "order": LABELS[belief.likeliest], "n": round(100 * max(belief.chances))}
    return _("{name}’s likeliest order was: {order} ({n} %).", **words)


def habits(halves: Sequence[tuple[Any, int]]) -> list[Text]:
    """Say whether a player builds late, or lets the castle be hurt early."""
    said = []
    soldiers = percent_less(halves, lambda s: [side.count for side in s.sides])
    if soldiers >= FEWER:
        words = _("You build late: half-way through a match you have {n} % fewer soldiers than your rival.", n=soldiers)
        said.append(words)
    health = percent_less(halves, lambda s: [side.base_health for side in s.sides])
    if health >= FEWER:
        words = _(
            "Your castle suffers early: half-way through a match it has {n} % less health than the other.", n=health
        )
        said.append(words)
    return said
