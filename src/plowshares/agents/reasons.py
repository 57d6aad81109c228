"""Why a search recommends an action, in at most two sentences for people.

Reasons come from three places, and from the asking seat's view alone: what the game itself can say about the
action, what happens along the line that the search expects, and how far the other choices are behind. The line is
played in several sampled worlds; only what is told in the same words in all of them is told at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from plowshares.agents.search import Choice
from plowshares.core.game import Game
from plowshares.core.i18n import Text, _
from plowshares.core.rng import mix
from plowshares.core.scene import Event, Tone, Viewer
from plowshares.core.seats import has_seat
from plowshares.engine.default_scene import scene_of

WORLDS = 4  # in which the same must happen
MOST_SENTENCES = 2
STREAM = 0x4EA5
CLEARLY, BETTER, CLOSE = 0.10, 0.03, 0.005  # differences of the chance to win
SURE = 0.995  # of the sampled worlds that the search tried: not all that are possible
TOLD = ("battle", "gain", "lose", "vanish", "reveal", "result")  # verbs that matter, no matter which player causes them
_END = re.compile(r"[.!?…](?:\s|$)")

Steps = Sequence[tuple[int, int]]


def explain_choice(
    game: Game,
    view: Any,
    viewer: Viewer,
    found: Sequence[Choice],
    place: int,
    legal: int,
    line: Steps,
    command: tuple[int, ...] = (),
) -> str:
    """Say why one of the choices that a search found is good.

    `line` is what it expects to follow, by seat; `command` is the action with those of the line that complete it.
    """
    action = found[place].action
    command = command or (action,)
    own = scene_of(game).reason(view, viewer, command)
    named = len(command) if own else 0
    words = [own, foreseen(game, view, viewer, action, line, named), compare(found, place, legal)]
    said: list[str] = []
    for sentence in filter(None, words):
        if count_sentences([*said, sentence]) <= MOST_SENTENCES:
            said.append(sentence)
    return _("{first} {second}", first=said[0], second=said[1]) if len(said) > 1 else said[0] if said else ""


def count_sentences(texts: Sequence[str]) -> int:
    """Count sentences by the marks at their ends."""
    return sum(max(1, len(_END.findall(text))) for text in texts)


# What is expected


def foreseen(game: Game, view: Any, viewer: Viewer, action: int, line: Steps, named: int = 0) -> str:
    """Return the first thing of weight that happens along a line in every sampled world, as a sentence.

    `named` is how many steps have been explained already; nothing is said twice.
    """
    stories = [_tell(game, view, viewer, [(viewer.seat, action), *line], number) for number in range(WORLDS)]
    for step, own in enumerate(stories[0]):
        for told in own:
            if all(step < len(story) and told in story[step] for story in stories[1:]):
                sentence, tone = told
                if step == 0 and tone == "good":
                    return sentence
                if step >= max(1, named) or (tone == "bad" and step >= named):  # else it has been named already
                    return _("Expected next: {sentence}", sentence=sentence)
    return ""


def _tell(game: Game, view: Any, viewer: Viewer, steps: Steps, number: int) -> list[list[tuple[str, Tone | None]]]:
    """Play a line in a sampled world; return what the viewer would be told of weight at each step, with its tone."""
    world = view.clone()
    game.view.sample_for(world, viewer.seat, np.uint64(mix(np.uint64(STREAM), number, 1)))
    told = []
    before = game.view_of(world, viewer.seat)
    for seat, action in steps:
        if not _is_legal(game, world, seat, action):
            break
        world = game.play(world, seat, action)
        after = game.view_of(world, viewer.seat)
        events = scene_of(game).events(before, after, viewer)
        told.append([(event.text, event.tone) for event in events if _matters(event)])
        before = after
    return told


def _is_legal(game: Game, world: Any, seat: int, action: int) -> bool:
    return has_seat(game.rules.to_act(world), seat) and action in game.legal(world, seat)


def _matters(event: Event) -> bool:
    return bool(event.text) and (event.tone in ("good", "bad") or event.verb in TOLD)


# How the choices compare


def chance_of(choice: Choice) -> float:
    """Turn the expected outcome of an action into a chance of winning."""
    return (1 + choice.value) / 2


def compare(found: Sequence[Choice], place: int, legal: int) -> Text:
    """Say how a choice compares with the best, or the best with the next."""
    chance = chance_of(found[place])
    if legal == 1:
        return _("Nothing else is possible.")
    if chance >= SURE:
        return _("As far as the search can see, this wins.")
    if place > 0:
        return _compare_with_best(chance - chance_of(found[0]))
    if len(found) == 1:
        return _("Nothing else was worth a closer look.")
    return _compare_with_next(chance - chance_of(found[1]))


def _compare_with_best(margin: float) -> Text:
    if margin >= CLOSE:
        return _("It may be better than the first choice, but was tried less often.")
    if margin > -BETTER:
        return _("About as good as the first choice.")
    return _("Clearly worse than the first choice.") if margin <= -CLEARLY else _("Worse than the first choice.")


def _compare_with_next(margin: float) -> Text:
    if margin <= -CLOSE:  # the order is by trials, and few of them may mislead
        return _("It was tried most often.")
    if margin < CLOSE:
        return _("Others are about as good.")
    if margin < BETTER:
        return _("It is a little better than the rest.")
    return _("It is clearly better than the rest.") if margin >= CLEARLY else _("It is better than the rest.")
