"""Events of beds and what grows in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from plowshares.core.i18n import Text, _, ngettext
from plowshares.core.scene import Event, you_or
from plowshares.games.battle_farm.cards import FIRST_CLASS_CARD, NO_CARD, Bed, Card, Profession
from plowshares.games.battle_farm.notation.log import Event as Note
from plowshares.games.battle_farm.scene import words
from plowshares.games.battle_farm.scene.faces import bed_thing
from plowshares.games.battle_farm.scene.steps import Step, bed_pick, tone_of
from plowshares.games.battle_farm.state import Choice, Told

Verb = Literal["gain", "lose"]


def fertilized(step: Step, note: Note) -> list[Event]:
    """Tell what is fertilized, and when it is ripe."""
    card, timer = words.CARDS[note.card], int(step.before.crop_timer[note.actor, note.bed]) - 1
    name = step.name(note.actor)
    if timer > 0:
        turns = words.turns(timer)
        you = _("You fertilize {card}: ripe in {turns}.", card=card, turns=turns)
        they = _("{name} fertilizes {card}: ripe in {turns}.", name=name, card=card, turns=turns)
    else:
        you = _("You fertilize {card}: it is ripe.", card=card)
        they = _("{name} fertilizes {card}: it is ripe.", name=name, card=card)
    return [
        Event(
            "lose",
            you_or(step.viewer, note.actor, you, they),
            seat=note.actor,
            target=bed_pick(note.actor, note.bed),
            icon=words.SACK,
            amount=1,
            sound="fertilizer",
        )
    ]


def destroyed(step: Step, note: Note) -> list[Event]:
    """Tell of a destroyed crop, and who is to blame."""
    viewer, card = step.viewer, words.CARDS[note.card]
    cause = words.CARDS[Card.BLUEBERRY if step.before.pending == Choice.BLUEBERRY else Card.PINEAPPLE]
    by, of = step.name(note.actor), step.name(note.other)
    if note.actor == note.other:
        they = _("{name}’s {cause} destroys their own {card}.", name=by, cause=cause, card=card)
        text = you_or(viewer, note.actor, _("Your {cause} destroys your own {card}.", cause=cause, card=card), they)
    elif viewer.is_me(note.actor):
        text = _("Your {cause} destroys {name}’s {card}.", cause=cause, name=of, card=card)
    elif viewer.is_me(note.other):
        text = _("{name}’s {cause} destroys your {card}.", name=by, cause=cause, card=card)
    else:
        text = _("{name}’s {cause} destroys {other}’s {card}.", name=by, cause=cause, other=of, card=card)
    place, thing = bed_pick(note.other, note.bed), bed_thing(note.other, note.bed)
    tone = tone_of(bad=viewer.is_me(note.other))
    art = words.art_of(note.card)
    return [Event("vanish", text, seat=note.actor, thing=thing, source=place, art=art, tone=tone, sound="hit")]


_CAUSES = {
    Choice.EGGPLANT: Card.EGGPLANT,
    Choice.GARDEN_GOURMET: Card.GARDEN_GOURMET,
    Choice.FERTILIZER_FRENZY: Card.FERTILIZER_FRENZY,
    Choice.WITHER: Card.WITHER,
    Choice.GENETIC_MODIFICATION: FIRST_CLASS_CARD + Profession.CROP_SCIENTIST,
}


def changed(step: Step, note: Note) -> list[Event]:
    """Tell how the value of one crop changes, and through whom."""
    pending = Choice(step.before.pending)
    text: str
    if pending == Choice.NONE:  # fertilizer on Wheat: the floating figure says enough
        text = ""
    elif pending == Choice.EGGPLANT:
        text = _eggplant(step, note)
    else:
        text = _change_text(step, note, pending)
    verb: Verb = "gain" if note.amount >= 0 else "lose"
    mine = step.viewer.is_me(note.other)
    tone = tone_of(mine and verb == "gain", mine)
    place = bed_pick(note.other, note.bed)
    return [Event(verb, text, note.actor, target=place, icon=words.COIN, amount=abs(note.amount), tone=tone)]


def _change_text(step: Step, note: Note, pending: Choice) -> Text:
    cause = words.CARDS[_CAUSES[pending]]
    crop = words.whose_crop(step.viewer, note.other, note.card, note.actor)
    values = {"cause": cause, "crop": crop, "before": note.value - note.amount, "after": note.value}
    you = _("Your {cause} changes {crop} from {before} to {after} coins.", **values)
    they = _("{name}’s {cause} changes {crop} from {before} to {after} coins.", name=step.name(note.actor), **values)
    return you_or(step.viewer, note.actor, you, they)


def _eggplant(step: Step, note: Note) -> Text:
    crop = words.whose_crop(step.viewer, note.other, note.card, note.actor)
    you = _("Your Eggplant hits {crop}: −1 value, ripe a turn later.", crop=crop)
    they = _("{name}’s Eggplant hits {crop}: −1 value, ripe a turn later.", name=step.name(note.actor), crop=crop)
    return you_or(step.viewer, note.actor, you, they)


def delayed(step: Step, note: Note) -> list[Event]:
    """Tell that a crop ripens later, and through whom."""
    if step.before.pending == Choice.EGGPLANT:
        return []  # told with the value it took
    if note.card == NO_CARD:
        return [Event("say", _("Clouds gather over an empty bed. Nothing happens."), note.actor)]
    crop = words.whose_crop(step.viewer, note.other, note.card)
    you = _("Your Cloud Cover holds up {crop}: ripe a turn later.", crop=crop)
    they = _("{name}’s Cloud Cover holds up {crop}: ripe a turn later.", name=step.name(note.actor), crop=crop)
    text = you_or(step.viewer, note.actor, you, they)
    tone = tone_of(bad=step.viewer.is_me(note.other))
    place = bed_pick(note.other, note.bed)
    return [Event("lose", text, note.actor, target=place, icon=words.TIMER, amount=1, tone=tone)]


def remodeled(step: Step, note: Note) -> list[Event]:
    """Tell what a bed has become."""
    kind, name = note.amount, step.name(note.actor)
    old = int(step.before.bed[note.other, note.bed])
    bed = words.whose_bed(step.viewer, note.other, old)
    new = _("a plain Common bed") if kind == Bed.COMMON else _("a {bed}", bed=words.BEDS[kind])
    you = _("You turn {bed} into {new}.", bed=bed, new=new)
    they = _("{name} turns {bed} into {new}.", name=name, bed=bed, new=new)
    if note.actor == note.other:
        they = _("{name} turns a {bed} into {new}.", name=name, bed=words.BEDS[old], new=new)
    thing, place = bed_thing(note.other, note.bed), bed_pick(note.other, note.bed)
    return [Event("appear", you_or(step.viewer, note.actor, you, they), note.actor, thing=thing, target=place)]


def spread(step: Step, note: Note) -> list[Event]:
    """Tell of a change to many crops."""
    name, card = step.name(note.actor), note.card
    if card == Card.FUNGUS_INFILTRATION:
        n = note.amount
        you = ngettext("Your Fungus makes {n} crop lose 1 value.", "Your Fungus makes {n} crops lose 1 value.", n)
        they = ngettext(
            "{name}’s Fungus makes {n} crop lose 1 value.",
            "{name}’s Fungus makes {n} crops lose 1 value.",
            n,
            name=name,
        )
    elif card == Card.PEST_CONTROL:
        you = _("Every crop in your garden gains 1 value.")
        they = _("Every crop in {name}’s garden gains 1 value.", name=name)
    elif step.after.options.oranges_own:
        you = _("Your Oranges: every other crop in your garden gains 1 value.")
        they = _("{name}’s Oranges: every other crop in their garden gains 1 value.", name=name)
    else:
        you = _("Your Oranges: every other growing crop gains 1 value.")
        they = _("{name}’s Oranges: every other growing crop gains 1 value.", name=name)
    return [Event("say", you_or(step.viewer, note.actor, you, they), note.actor)]


def changes_of_value(step: Step, notes: Sequence[Note]) -> Iterator[Event]:
    """Let a figure float over each crop that changed together with others."""
    if not any(note.what == Told.SPREAD for note in notes):
        return
    before, after, viewer = step
    for seat in range(after.options.players):
        for bed in range(int(after.bed_count[seat])):
            change = int(after.crop_value[seat, bed]) - int(before.crop_value[seat, bed])
            same = before.crop[seat, bed] == after.crop[seat, bed] != NO_CARD
            if same and abs(change) == 1:
                verb: Verb = "gain" if change > 0 else "lose"
                place = bed_pick(seat, bed)
                yield Event(verb, target=place, icon=words.COIN, amount=1, quiet=not viewer.is_me(seat), together=True)
