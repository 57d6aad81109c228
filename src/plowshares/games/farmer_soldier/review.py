"""What a review says about marks that are not open yet: how many of a rival's soldiers strike whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plowshares.core.boards import NOWHERE, next_cell
from plowshares.core.game import Belief
from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.review import Guess, Hidden, percent_less
from plowshares.core.rng import below
from plowshares.core.scene import Viewer
from plowshares.core.seats import has_seat
from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.rules.marking import answer_mark, mark_range, seek_question
from plowshares.games.farmer_soldier.scene.places import field_name, pick_of
from plowshares.games.farmer_soldier.state import Phase

__all__ = ["could_have_known", "habits", "heat_label", "hidden_kinds", "hidden_things"]

FEWER = 25  # percent that make a habit


def heat_label() -> str:
    """Return nothing: marks lie on fields where everybody stands in the open."""
    return ""


def hidden_kinds(view: Any, world: Any, seat: int) -> dict[str, str]:
    """Return how many marks each rival gives to each army in a world, by `marks`, rival, field and target.

    A rival that has not finished marking goes on by chance: any number that the rules allow.
    """
    if view.phase != Phase.MARK:
        return {}
    found: dict[str, str] = {}
    for rival in range(int(view.options.seats)):
        if rival != seat and world.markers[rival].questions > 0:
            found |= _answers_of(world, rival)
    return found


def _answers_of(world: Any, rival: int) -> dict[str, str]:
    """Go through a rival's questions again, taking the answers it has given in this world."""
    copy = world.clone()
    marker = copy.markers[rival]
    is_open = bool(has_seat(world.marking, rival))
    given = world.marks[int(marker.first) : int(marker.first + marker.questions)].tolist()
    marker.answered, marker.used = 0, 0
    seek_question(copy, rival, next_cell(copy.shared, 0), 0)
    found = {}
    for number in range(len(given)):
        if marker.cell == NOWHERE:
            break
        low, high = mark_range(copy, rival)
        marks = low + below(copy.rng, high - low + 1) if is_open else min(max(low, given[number]), high)
        found[f"marks {rival} {int(marker.cell)} {int(marker.target)}"] = str(int(marks))
        answer_mark(copy, rival, int(marks))
    return found


def hidden_things(view: Any, viewer: Viewer, beliefs: Sequence[Belief]) -> list[Hidden]:
    """Say how many marks each rival is likely to give to whom."""
    return [_hidden(view, viewer, belief) for belief in beliefs]


def _hidden(view: Any, viewer: Viewer, belief: Belief) -> Hidden:
    rival, cell, target = (int(word) for word in belief.thing.split()[1:])
    guesses = tuple(
        Guess(kind, ngettext("{n} mark", "{n} marks", int(kind)), chance, sign=kind)
        for kind, chance in zip(belief.kinds, belief.chances, strict=True)
    )
    words = {"name": viewer.names[rival], "other": viewer.name(target), "field": field_name(view, cell)}
    label: Text = _("{name}’s marks on {other} in {field}", **words)
    if viewer.is_me(target):
        label = _("{name}’s marks on your soldiers in {field}", **words)
    own = int(view.things[cell, rival, Thing.SOLDIER])
    strikers = ngettext(
        "{name} strikes with {n} soldier.", "{name} strikes with {n} soldiers.", own, name=words["name"]
    )
    tag = _("is choosing") if has_seat(view.marking, rival) else _("has marked")
    return Hidden(belief.thing, label, guesses, (strikers,), tag, pick_of(view, cell), colour=rival)


def could_have_known(view: Any, viewer: Viewer, action: int, beliefs: Sequence[Belief]) -> str:
    """Say which of the rivals' marks were likeliest to hit the viewer."""
    for belief in beliefs:
        rival, _cell, target = (int(word) for word in belief.thing.split()[1:])
        if viewer.is_me(target):
            words = {
                "name": viewer.names[rival],
                "n": int(belief.likeliest),
                "chance": round(100 * max(belief.chances)),
            }
            return _("{name} most likely strikes {n} of your soldiers ({chance} %).", **words)
    return ""


def habits(halves: Sequence[tuple[Any, int]]) -> list[Text]:
    """Say whether a player spreads slowly, or goes without soldiers."""
    said = []
    fields = percent_less(halves, lambda s: _people(s).any(axis=2).sum(axis=0))
    if fields >= FEWER:
        words = _(
            "You spread slowly: half-way through a match you live in {n} % fewer fields than the others.", n=fields
        )
        said.append(words)
    soldiers = percent_less(halves, lambda s: _people(s)[:, :, Thing.SOLDIER].sum(axis=0))
    if soldiers >= FEWER:
        words = _("You arm late: half-way through a match you have {n} % fewer soldiers than the others.", n=soldiers)
        said.append(words)
    return said


def _people(s: Any) -> Any:
    """Return how many people of each kind every seat has in every cell."""
    return s.things[:, : int(s.options.seats), : Thing.FOOD]
