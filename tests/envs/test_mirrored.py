"""A turned position with exchanged sides looks the same to the other seat and offers it the same numbers."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.core.game import Game
from plowshares.core.layout import NO_ACTION
from plowshares.core.options import Options
from plowshares.envs.common import EnvCore, read_game
from plowshares.envs.frames import Frames
from plowshares.games.footsoldiers.observation import PLANES, Number
from plowshares.games.stratego.frame import is_setup

ARMIES: dict[str, Any] = {"red_setup": "random", "blue_setup": "random"}


def looks(game: Game, options: Options, s: Any, seat: int) -> tuple[Any, list[int]]:
    """Return the observation of a seat and its legal numbers, both in its own frame."""
    frames, view = Frames(game, options), game.view_of(s, seat)
    return frames.observe(view, seat), sorted(frames.layout_of(view, seat).from_match[game.legal(s, seat)].tolist())


def random_states(core: EnvCore, seed: int, count: int) -> Any:
    """Play at random; yield the States in which somebody is to act."""
    rng = np.random.default_rng(seed)
    core.start(seed)
    for _ in range(count):
        if core.is_over:
            core.start(seed + 1)
        yield core.s
        seat = core.to_act()[0]
        core.play(seat, int(rng.choice(core.choices(seat))))


@pytest.mark.parametrize("preset", ["micro", "barrage"])
def test_stratego_turned(preset: str) -> None:
    core = EnvCore(*read_game("stratego", preset, **ARMIES))
    game, options = core.game, core.options
    assert game.positions is not None
    width, height, _ = core.options.size  # type: ignore[attr-defined]  # of Stratego's options
    compared = {0: 0, 1: 0}
    for s in random_states(core, 3, 40):
        text = game.positions.write(s).partition("; ply")[0]
        turned = turn_position(text, width, height)
        seat = core.to_act()[0]
        here, there = (game.positions.read(options, each, 0) for each in (text, turned))
        if not (game.rules.is_over(here) or game.rules.is_over(there)):
            first, second = looks(game, options, here, seat), looks(game, options, there, 1 - seat)
            assert np.array_equal(first[0], second[0])
            assert first[1] == second[1] != []
            compared[seat] += 1
    assert min(compared.values()) > 5


def turn_position(text: str, width: int, height: int) -> str:
    """Turn a written position half round and exchange the sides."""
    red, blue, side = (part.strip() for part in text.split(";"))

    def turn(army: str) -> str:
        return re.sub(
            r"@([a-j])(\d+)",
            lambda m: f"@{chr(ord('a') + width - 1 - (ord(m[1]) - ord('a')))}{height + 1 - int(m[2])}",
            army.partition(":")[2],
        )

    return f"red:{turn(blue)}; blue:{turn(red)}; {'blue' if side.startswith('red') else 'red'} to move"


@pytest.mark.parametrize("preset", ["micro", "barrage"])
def test_stratego_turned_while_armies_are_placed(preset: str) -> None:
    """Two set-ups in which the players place each other's armies stay each other's picture."""
    game, options = read_game("stratego", preset)
    one, two = (EnvCore(game, options, "raise") for _ in range(2))
    rng, compared = np.random.default_rng(3), {0: 0, 1: 0}
    layout = one.frames.layouts[0]
    by_chance = layout.size - len(layout.singles) + layout.singles.index("fill")  # each match draws its own
    one.start(1)
    two.start(2)
    for _ in range(120):
        seat = int(rng.integers(2))
        if not (is_setup(one.s) and is_setup(two.s)):
            break
        for each in (0, 1):
            assert np.array_equal(one.sight(each)["observation"], two.sight(1 - each)["observation"])
            assert np.array_equal(one.choices(each), two.choices(1 - each))
        if seat in one.to_act():
            action = int(rng.choice(np.setdiff1d(one.choices(seat), by_chance)))
            one.play(seat, action)
            two.play(1 - seat, action)
            compared[seat] += 1
    assert min(compared.values()) > 5


def test_footsoldiers_turned() -> None:
    """Two matches in which the players give each other's orders stay each other's picture."""
    game, options = read_game("footsoldiers", "short")
    one, two = (EnvCore(game, options, "raise") for _ in range(2))
    rng, compared, ends = np.random.default_rng(2), 0, 0
    one.start(1)
    two.start(1)
    while compared < 300 and not (one.is_over or two.is_over):
        orders: list[list[int]] = [[], []]
        for seat in (0, 1):
            while seat in one.to_act() and (not orders[seat] or game.rules.is_unfinished(one.s, seat)):
                seen, other = one.sight(seat)["observation"], two.sight(1 - seat)["observation"]
                numbers, theirs = seen[PLANES:].reshape(-1).copy(), other[PLANES:].reshape(-1).copy()
                numbers[Number.FIRST] = theirs[Number.FIRST] = (
                    0  # the seat that is asked first in a tie is not symmetric
                )
                numbers[Number.CHOSEN : Number.CHOSEN + 2] = theirs[Number.CHOSEN : Number.CHOSEN + 2] = 0
                assert np.array_equal(seen[:PLANES], other[:PLANES])
                assert np.array_equal(numbers, theirs)
                assert np.array_equal(one.choices(seat), two.choices(1 - seat))
                compared += 1
                action = int(rng.choice(one.choices(seat)))
                orders[seat].append(action)
                before = one.s.tobytes()
                one.play(seat, action)
                assert one.s.tobytes() != before
                two.play(1 - seat, action)
        ends += 1
    assert compared > 50
    assert ends > 10


def test_farmer_soldier_with_exchanged_players() -> None:
    core = EnvCore(*read_game("farmer_soldier", "standard"))
    game, options = core.game, core.options
    assert game.positions is not None
    compared = 0
    for s in random_states(core, 4, 60):
        if s.phase != 0 and not game.rules.is_unfinished(s, core.to_act()[0]):
            try:
                text = game.positions.write(s)
            except IllegalCommand:  # between two positions
                continue
            swapped = re.sub(r"\bp([01])\b", lambda m: f"p{1 - int(m[1])}", text)
            here, there = (game.positions.read(options, each, 0) for each in (text, swapped))
            if game.rules.is_over(here) or game.rules.to_act(here) == 0:
                continue
            seat = int(game.rules.to_act(here)).bit_length() - 1
            first, second = looks(game, options, here, seat), looks(game, options, there, 1 - seat)
            assert np.array_equal(first[0], second[0])
            assert first[1] == second[1] != []
            compared += 1
    assert compared > 5


def test_civ_with_exchanged_players() -> None:
    core = EnvCore(*read_game("civ", "quick"))
    game, options = core.game, core.options
    compared = 0
    for s in random_states(core, 5, 60):
        other = s.clone()
        players = s.players.copy()
        other.players[0], other.players[1] = players[1], players[0]
        for name in ("city", "holder"):
            owners = getattr(s, name)
            getattr(other, name)[:] = np.where(owners >= 0, 1 - owners, owners)
        other.current = 1 - int(s.current)
        seat = int(s.current)
        first, second = looks(game, options, s, seat), looks(game, options, other, 1 - seat)
        assert np.array_equal(first[0], second[0])
        assert first[1] == second[1] != []
        compared += 1
    assert compared == 60


@pytest.mark.parametrize("preset", ["two", "three", "four", "five", "six"])
def test_battle_farm_has_the_same_actions_for_every_seat(preset: str) -> None:
    """A number means the same to all: the same action, or the same one of the players counted from oneself."""
    core = EnvCore(*read_game("battle_farm", preset))
    space = core.game.actions.space(core.options)
    for s in random_states(core, 6, 3):
        order = [int(seat) for seat in s.order[: core.seats]]
        layouts = [core.frames.layout_of(s, seat) for seat in range(core.seats)]
        for seat, layout in enumerate(layouts):
            assert layout.singles == layouts[0].singles
            for name, action in zip(layout.singles, layout.to_match.tolist(), strict=True):
                assert action != NO_ACTION
                kind, fields = space.decode(action)
                words = name.split()
                assert space.kinds[kind].name == words[0]
                if words[0] not in ("accept", "crop", "bed", "player"):
                    assert list(map(int, words[1:])) == list(fields)
                elif int(words[1]) < core.seats:
                    assert fields[0] == order[(order.index(seat) + int(words[1])) % core.seats]
                    assert list(map(int, words[2:])) == list(fields[1:])
