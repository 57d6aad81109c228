"""Checks of secrets: change only what a seat cannot know, and nothing it receives may change."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np

from plowshares.core import open_information
from plowshares.core.errors import IllegalCommand
from plowshares.core.game import Game
from plowshares.core.i18n import encode_text
from plowshares.core.options import Options
from plowshares.core.rng import Rng, seed_rng
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.contract.walk import Amounts, Broken, Position, hunt, play_some, walk
from plowshares.engine.default_scene import scene_of
from plowshares.engine.picks import Picking
from plowshares.engine.undo import chance_in

T = TypeVar("T")
STREAM = 2
FOLLOWED = 4  # first picks whose followers are compared, and actions whose words are
NAMES = tuple(f"Player{chr(65 + i // 26)}{chr(97 + i % 26)}" for i in range(64))
STEPS = 3  # actions played on from a position to compare what is told of each
REFUSED = 12  # actions of the space, and things that are drawn, whose refusals are compared
PICK = re.compile(r'data-pick="([^"]*)"')
LEAVING = ("resigned", "time", "agreed")  # reasons that end a match whose secrets may still stand
SAMPLED = 200  # positions in which secrets are looked for; most lie there for a whole match
HUNTED = 30_000  # actions played in search of the others, which may last for a single rare decision


def channels(at: Position, s: Any, viewer: int) -> dict[str, Any]:
    """Return everything that reaches a viewer about a State, by name."""
    game = at.game
    view = game.view_of(s, viewer)
    sent: dict[str, Any] = {
        "view": view.tobytes(),
        "svg": game.svg.board(view, viewer),
        "text": game.text.board(view, viewer),
        "scene": encode_scene(game, view, Viewer(viewer, NAMES[: at.seats])),
    }
    if viewer != SPECTATOR:
        out = np.zeros(game.observation.shape(at.options), game.observation.dtype())
        game.observation.encode(view, viewer, out)
        legal = at.legal(viewer, s)
        sent |= {"legal": legal, "observation": out.tobytes(), "prompt": game.notation.prompt(view, viewer)}
        sent["actions"] = [game.notation.format(view, viewer, (a,)) for a in legal[: at.amounts.actions]]
        wrong = next(a for a in range(at.space.size) if a not in legal) if len(legal) < at.space.size else None
        sent["refusal"] = None if wrong is None else str(game.notation.explain(view, viewer, wrong))
        sent["offers"] = encode_offers(game, view, Viewer(viewer, NAMES[: at.seats]), legal)
    return sent


def encode_scene(game: Game, view: Any, viewer: Viewer) -> bytes:
    """Return everything that the page shows a viewer of a position, but for what can be picked."""
    scene = scene_of(game)
    shown = {
        "regions": scene.regions(view, viewer, ()),
        "sketch": scene.sketch(view, viewer, ()),
        "things": scene.things(view, viewer),
        "panels": scene.panels(view, viewer),
        "phases": scene.phases(view, viewer),
        "prompt": scene.prompt(view, viewer, ()),
    }
    return encode_data(shown)


def encode_offers(game: Game, view: Any, viewer: Viewer, legal: Sequence[int]) -> bytes:
    """Return what the page offers a seat: every first pick, what follows some of them, and their words."""
    scene, picking = scene_of(game), Picking(game.notation, view, viewer.seat, legal)
    first = picking.next()
    paths: list[tuple[str, ...]] = [(), *((pick,) for pick in first[:FOLLOWED])]
    shown = [
        (scene.offers(view, viewer, path, picking.next(path)), scene.prompt(view, viewer, path))
        for path in paths
        if picking.next(path)
    ]
    words = [(scene.describe(view, viewer, (a,)), scene.reason(view, viewer, (a,))) for a in legal[:FOLLOWED]]
    return encode_data((shown, words))


def told(at: Position, pair: tuple[Any, Any], viewer: int) -> dict[str, Any]:
    """Return everything that tells a viewer what has happened between two States, by name."""
    game, who = at.game, Viewer(viewer, NAMES[: at.seats])
    before, after = (game.view_of(s, viewer) for s in pair)
    scene = scene_of(game)
    sent: dict[str, Any] = {
        "log": game.notation.tell(before, after, viewer),
        "events": encode_data(scene.events(before, after, who)),
        "ending": encode_endings(game, after, who),
    }
    if viewer != SPECTATOR:
        sent["explained refusal"] = encode_refusals(at, after, who)
    return sent


def encode_endings(game: Game, view: Any, viewer: Viewer) -> bytes:
    """Return how the page tells the end of a match: by the rules, or wherever it stands by those who leave."""
    over = bool(game.rules.is_over(view))
    outcome = np.zeros(len(viewer.names))
    if over:
        game.rules.outcome(view, outcome)
    else:
        outcome[0], outcome[1:] = -1.0, 1.0 / (len(outcome) - 1)
    reasons = game.notation.describe_result(view)[:1] if over else LEAVING
    scene = scene_of(game)
    return encode_data([scene.ending(view, viewer, reason, outcome.tolist()) for reason in reasons])


def encode_refusals(at: Position, view: Any, viewer: Viewer) -> bytes:
    """Return how the page refuses what a seat cannot do: some actions, and picks of some things that are drawn."""
    scene, legal = scene_of(at.game), at.legal(viewer.seat, view)
    drawn = "".join(region.svg for region in scene.regions(view, viewer, ()))
    picks = sorted(set(PICK.findall(drawn)))
    said: list[Any] = []
    for action in _spread(range(at.space.size)):
        if action not in legal:
            refusal = at.game.notation.explain(view, viewer.seat, action)
            said += [refusal.code, str(refusal), scene.explain(view, viewer, (), refusal)]
    nothing = IllegalCommand("pick", "that cannot be chosen now")
    said += [scene.explain(view, viewer, (pick,), nothing) for pick in _spread(picks)]
    return encode_data(said)


def _spread(items: Sequence[T]) -> Sequence[T]:
    return items[:: max(1, -(-len(items) // REFUSED))]


def encode_data(data: Any) -> bytes:
    """Encode data of a scene as the server does."""
    return msgspec.json.encode(data, enc_hook=encode_text)


def check_told(at: Position) -> None:
    """Play on, and disturb what a viewer cannot know before and after: it is told the same, byte for byte."""
    for before, after in at.next_states(STEPS):
        for viewer in at.viewers:
            expected = told(at, (before, after), viewer)
            pair = (_disturb(at, before, viewer), _disturb(at, after, viewer))
            for name, sent in told(at, pair, viewer).items():
                at.require(sent == expected[name], f"{name} for viewer {viewer} depends on what it cannot know")


def _disturb(at: Position, s: Any, viewer: int) -> Any:
    other = s.clone()
    at.game.view.disturb(other, viewer, at.seed())
    return other


def check_leaks(at: Position) -> None:
    """Disturb what a viewer cannot know: every channel to that viewer stays the same, byte for byte."""
    for viewer in at.viewers:
        expected = channels(at, at.s, viewer)
        for _ in range(at.amounts.worlds):
            other = _disturb(at, at.s, viewer)
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
        if viewer in at.to_act():
            _hides_secrets_only(at, view, viewer)


def _hides_secrets_only(at: Position, view: Any, viewer: int) -> None:
    """Batches blank the State itself for the seat that is to act, and put back what is marked SECRET."""
    names = set(type(view).layout.names or ()) - type(view).secrets
    changed = sorted(name for name in names if view[name].tobytes() != at.s[name].tobytes())
    at.require(
        not changed, f"the view of {viewer}, which is to act, changes what is not marked SECRET: {', '.join(changed)}"
    )


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
            after = at.game.play(at.s.clone(), seat, action)
            if not at.game.rules.is_unfinished(after, seat):
                continue
            for viewer in at.viewers:
                if viewer != seat:
                    same = at.game.view_of(after, viewer).tobytes() == at.game.view_of(at.s, viewer).tobytes()
                    at.require(same, f"viewer {viewer} can tell that seat {seat} has begun a command")


def check_secrets_covered(game: Game, options: Options, amounts: Amounts) -> None:
    """Over some matches, `disturb` changes every field that is marked secret: it forgets none."""
    first = game.start(options, 0)
    missing = set(type(first).secrets)
    if not missing and game.view is open_information and not chance_in(first):
        return  # neither secrets nor chance
    if not missing:
        raise Broken("no field of the State is marked SECRET; a generator is one, and without any use open_information")
    many = Amounts(SAMPLED, amounts.positions, most=amounts.most)
    for at in itertools.islice(walk(game, options, many), SAMPLED):
        missing -= _disturbed(at, missing)
        if not missing:
            return
    held = set()
    for at, changed in hunt(game, options, missing, HUNTED):
        held |= changed
        missing -= _disturbed(at, changed)
        if not missing:
            return
    # A secret of an option that is off holds nothing in any position; the presets that use it check it.
    if missing & held:
        raise Broken(f"marked SECRET but never disturbed: {', '.join(sorted(missing & held))}")


def _disturbed(at: Position, names: set[str]) -> set[str]:
    found: set[str] = set()
    for viewer in at.viewers:
        other = _disturb(at, at.s, viewer)
        found |= {name for name in names if other[name].tobytes() != at.s[name].tobytes()}
    return found
