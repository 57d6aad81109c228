"""Why a search recommends an action: what is expected, told only where every sampled world agrees."""

from __future__ import annotations

from typing import Any

import pytest

from plowshares import registry
from plowshares.agents.hints import put_reasons_first, whole_command
from plowshares.agents.reasons import WORLDS, compare, count_sentences, explain_choice, foreseen
from plowshares.agents.search import Choice
from plowshares.core.options import read_options
from plowshares.core.scene import Event, Viewer
from plowshares.engine.match import Match

NAMES = ("Ada", "Marlene")
BUILD = "Build Scout (1, 4) (65, 3) Down"


def match_of(name: str, preset: str, *commands: tuple[int, str], **options: Any) -> Match:
    game = registry.find(name)
    match = Match(game, read_options(game.options, {**game.presets[preset], **options}), 3, NAMES)
    for seat, command in commands:
        match.play(seat, command)
    return match


def say(match: Match, seat: int, command: str, line: tuple[tuple[int, int], ...] = ()) -> str:
    view = match.view(seat)
    (action, *rest) = match.game.notation.parse(view, seat, command)
    steps = (*((seat, each) for each in rest), *line)
    return foreseen(match.game, view, Viewer(seat, NAMES), action, steps)


def before_the_battle() -> tuple[Match, str]:
    """Return the guided match of Civ where its battle is next, and the command that begins it."""
    game = registry.find("civ")
    assert game.scene is not None
    guide = game.scene.guide()
    assert guide is not None
    match = match_of("civ", guide.preset, *guide.opening, **guide.options)
    for step in guide.steps:
        if step.do.startswith("A "):
            return match, step.do
        if step.do:
            match.play(0, step.do)
        for reply in step.reply:
            match.play(1, reply)
    raise AssertionError("the guided match has no battle")


def test_certain_consequences_are_told() -> None:
    """A battle between known armies ends the same in every world: the guided match comes to one."""
    match, attack = before_the_battle()
    assert "Marlene" in say(match, 0, attack)


def test_the_principal_variation_is_announced_as_expected() -> None:
    match, attack = before_the_battle()
    view, viewer = match.view(0), Viewer(0, NAMES)
    line = tuple((0, action) for action in match.game.notation.parse(view, 0, attack))
    first = match.game.notation.parse(view, 0, "W 0,1 S")[0]
    assert foreseen(match.game, view, viewer, first, ()) == ""
    assert foreseen(match.game, view, viewer, first, line) == (
        "Expected next: You attack Marlene just east of Ashford. You lose nothing. Marlene loses 1 army."
    )


def test_a_search_that_sees_only_wins_does_not_promise_them() -> None:
    told = compare([Choice(3, 99, 0.999), Choice(4, 9, 0.1)], 0, 8)
    assert told == "As far as the search can see, this wins."


def test_consequences_that_differ_between_worlds_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of("stratego", "micro", (0, "load standard"), (0, "ready"), (1, "load standard"), (1, "ready"))
    scene, number = match.game.scene, iter(range(WORLDS * 10))
    assert scene is not None
    monkeypatch.setattr(
        scene, "events", lambda *views: [Event("battle", f"World {next(number)} is special.", tone="good")]
    )
    action = match.legal(0)[0]
    assert foreseen(match.game, match.view(0), Viewer(0, NAMES), action, ()) == ""
    monkeypatch.setattr(scene, "events", lambda *views: [Event("battle", "Your Miner takes a Bomb.", tone="good")])
    viewer = Viewer(0, NAMES)
    assert foreseen(match.game, match.view(0), viewer, action, ()) == "Your Miner takes a Bomb."
    told = explain_choice(match.game, match.view(0), viewer, [Choice(action, 9, 0.3)], 0, 4, ())
    assert "Your Miner takes a Bomb." in told
    assert count_sentences([told]) <= 2


def test_a_later_step_is_called_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of("footsoldiers", "short")
    scene = match.game.scene
    assert scene is not None
    first = match.legal(0)[0]
    second = match.legal(1)[0]
    calls = iter([[], [Event("lose", "Your castle loses 3 health.")]] * WORLDS)
    monkeypatch.setattr(scene, "events", lambda *views: next(calls))
    told = foreseen(match.game, match.view(0), Viewer(0, NAMES), first, ((1, second),))
    assert told == "Expected next: Your castle loses 3 health."


def test_a_line_that_is_not_legal_in_a_world_ends_there() -> None:
    match = match_of("footsoldiers", "short")
    assert foreseen(match.game, match.view(0), Viewer(0, NAMES), match.legal(0)[0], ((0, 10_000),)) == ""


def test_nothing_is_said_twice() -> None:
    """The prompt asks who starves, so the reason does not repeat that somebody does."""
    match = match_of("farmer_soldier", "standard", (0, "done"), start="1f 1s 1g")
    view, viewer = match.view(0), Viewer(0, NAMES)
    found = [Choice(each, 9, 0.0) for each in reversed(match.legal(0))]
    told = explain_choice(match.game, view, viewer, found, 0, len(found), ())
    assert told.startswith("Farmers bring new food")
    assert "starve" not in told
    assert not explain_choice(match.game, view, viewer, found, 1, len(found), ()).startswith("Farmers")


def test_of_equal_choices_the_one_with_a_reason_comes_first() -> None:
    match = match_of("footsoldiers", "default", (0, BUILD), (1, "Build Scout (65, 4) (1, 3) Down"))
    view, viewer, game = match.view(0), Viewer(0, NAMES), match.game
    assert game.scene is not None
    (wait,) = game.notation.parse(view, 0, "No-op")
    idle = next(each for each in match.legal(0) if not game.scene.reason(view, viewer, (each,)))
    equal = [Choice(idle, 100, 0.0), Choice(wait, 60, 0.0)]
    assert [each.action for each in put_reasons_first(game, view, viewer, equal)] == [wait, idle]
    for other in (Choice(wait, 60, -0.1), Choice(wait, 40, 0.0)):  # worse, or hardly tried
        kept = put_reasons_first(game, view, viewer, [equal[0], other])
        assert [each.action for each in kept] == [idle, wait]


def test_a_hint_names_the_whole_command() -> None:
    match = match_of("footsoldiers", "default")
    view, game = match.view(0), match.game
    first, *rest = game.notation.parse(view, 0, BUILD)
    steps, world = [], game.play(view.clone(), 0, first)
    for action in rest:
        steps.append((world.clone(), 0, action))
        world = game.play(world, 0, action)
    steps.append((world, 1, 0))  # the expected reply is not part of it
    actions = tuple(whole_command(game, view, 0, first, steps))
    assert actions == (first, *rest)
    assert game.scene is not None
    assert game.scene.describe(view, Viewer(0, NAMES), actions) == "Build a Scout that marches to Marlene’s castle"
    assert whole_command(game, view, 0, first, steps[:2]) == list(actions)
    assert whole_command(game, view, 0, first, steps[:1]) == [first]  # nobody knows how it goes on
    assert whole_command(game, steps[0][0], 0, rest[0], steps[1:]) == [rest[0]]  # amid a command each step is named
