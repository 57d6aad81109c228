"""Checks of secrets: change only what a seat cannot know, and nothing it receives may change."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.core.rng import Rng, seed_rng
from plowshares.core.seats import SPECTATOR
from plowshares.engine.contract.walk import Amounts, Broken, Position, play_some, step, walk

STREAM = 2
SEARCH = 40  # times as many positions of a match are searched for secrets that last only a moment …
SEARCHED = 1500  # … and of all matches together this many, so that short ones are searched in numbers


def channels(at: Position, s: Any, viewer: int) -> dict[str, Any]:
    """Return everything that reaches a viewer about a State, by name."""
    game = at.game
    view = game.view_of(s, viewer)
    sent: dict[str, Any] = {
        "view": view.tobytes(),
        "svg": game.svg.board(view, viewer),
        "text": game.text.board(view, viewer),
        "log": game.notation.tell(view, view, viewer),
    }
    if viewer != SPECTATOR:
        out = np.zeros(game.observation.shape(at.options), game.observation.dtype())
        game.observation.encode(view, viewer, out)
        legal = at.legal(viewer, s)
        sent |= {"legal": legal, "observation": out.tobytes(), "prompt": game.notation.prompt(view, viewer)}
        sent["actions"] = [game.notation.format(view, viewer, (a,)) for a in legal[: at.amounts.actions]]
        wrong = next(a for a in range(at.space.size) if a not in legal) if len(legal) < at.space.size else None
        sent["refusal"] = None if wrong is None else str(game.notation.explain(view, viewer, wrong))
    return sent


def check_leaks(at: Position) -> None:
    """Disturb what a viewer cannot know: every channel to that viewer stays the same, byte for byte."""
    for viewer in at.viewers:
        expected = channels(at, at.s, viewer)
        for _ in range(at.amounts.worlds):
            other = at.s.clone()
            at.game.view.disturb(other, viewer, at.seed())
            for name, sent in channels(at, other, viewer).items():
                at.require(sent == expected[name], f"{name} of viewer {viewer} depends on what it cannot know")


def check_view(at: Position) -> None:
    """A view of a view is the same view, hides the generator, and has the same seats to act and legal actions."""
    for viewer in at.viewers:
        view = at.game.view_of(at.s, viewer)
        at.require(
            at.game.view_of(view, viewer).tobytes() == view.tobytes(), f"blanking a view of {viewer} again changes it"
        )
        at.require(bool(at.game.rules.is_over(view)) == bool(at.game.rules.is_over(at.s)), "a view differs in is_over")
        at.require(at.game.rules.to_act(view) == at.game.rules.to_act(at.s), f"a view of {viewer} differs in to_act")
        if viewer != SPECTATOR:
            at.require(at.legal(viewer, view) == at.legal(viewer), f"legal actions of {viewer} differ in its own view")


def check_sample(at: Position) -> None:
    """A sampled world has the same view, the same questions, and can be played to its end."""
    for viewer in at.viewers:
        view = at.game.view_of(at.s, viewer)
        for _ in range(at.amounts.worlds):
            world = view.clone()
            at.game.view.sample_for(world, viewer, at.seed())
            _agrees(at, view, world, viewer)
        _plays_on(at, world, viewer)


def _agrees(at: Position, view: Any, world: Any, viewer: int) -> None:
    seen = at.game.view_of(world, viewer)
    if seen.tobytes() != view.tobytes():
        names = [name for name in type(view).layout.names or () if seen[name].tobytes() != view[name].tobytes()]
        raise Broken(f"a world sampled for {viewer} has another view: {', '.join(names)} differ")
    at.require(
        at.game.rules.to_act(world) == at.game.rules.to_act(view), f"a world sampled for {viewer} differs in to_act"
    )
    for seat in at.to_act():
        at.require(bool(at.legal(seat, world)), f"seat {seat} has no legal action in a world sampled for {viewer}")


def _plays_on(at: Position, world: Any, viewer: int) -> None:
    chance = Rng.new()
    seed_rng(chance, at.seed(), STREAM)
    end, _ = play_some(at.game, world, chance, at.amounts.most, at.space.size)
    at.require(bool(at.game.rules.is_over(end)), f"a world sampled for {viewer} cannot be played to its end")


def check_unfinished(at: Position) -> None:
    """While a seat is in the middle of a command, everybody else's view is as before it began."""
    for seat in at.to_act():
        for action in at.some_legal(seat)[:8]:
            after = step(at.game, at.s.clone(), seat, action)
            if not at.game.rules.is_unfinished(after, seat):
                continue
            for viewer in at.viewers:
                if viewer != seat:
                    same = at.game.view_of(after, viewer).tobytes() == at.game.view_of(at.s, viewer).tobytes()
                    at.require(same, f"viewer {viewer} can tell that seat {seat} has begun a command")


def check_secrets_covered(game: Game, options: Options, amounts: Amounts) -> None:
    """Over some matches, `disturb` changes every field that is marked secret: it forgets none."""
    # Some secrets last for a single decision, so many positions are looked at; here each costs little.
    many = Amounts(SEARCHED, amounts.positions * SEARCH, most=amounts.most)
    missing = set(type(game.start(options, 0)).secrets)
    if not missing:
        raise Broken("no field of the State is marked SECRET; the generator at least is one")
    for at in itertools.islice(walk(game, options, many), SEARCHED):
        for viewer in at.viewers:
            other = at.s.clone()
            game.view.disturb(other, viewer, at.seed())
            missing -= {name for name in missing if other[name].tobytes() != at.s[name].tobytes()}
        if not missing:
            return
    # A secret of an option that is off can never change; the presets that use it check it.
    fields = ", ".join(sorted(missing))
    if all(_is_unused(game, options, many, name) for name in missing):
        return
    raise Broken(f"marked SECRET but never disturbed: {fields}")


def _is_unused(game: Game, options: Options, amounts: Amounts, name: str) -> bool:
    first = game.start(options, 0)[name].tobytes()
    return all(at.s[name].tobytes() == first for at in itertools.islice(walk(game, options, amounts), SEARCHED))
