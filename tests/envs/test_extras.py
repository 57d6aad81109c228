"""Optional planes: what they hold, that they tell nothing a seat may not know, and where the truth is kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from plowshares import registry
from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.envs.common import EnvCore, read_game
from plowshares.envs.extras import MEANINGS, ExtraPlanes, Extras, array_of, read_extras
from plowshares.envs.frames import Frames
from plowshares.envs.gymnasium import SeatEnv, SeatsVectorEnv
from plowshares.envs.pettingzoo import env
from plowshares.envs.setup import IDS, SetupEnv

SMALL = {
    "battle_farm": ("duel", {}),
    "civ": ("quick", {}),
    "farmer_soldier": ("melee", {}),
    "footsoldiers": ("short", {}),
    "stratego": ("micro", {"red_setup": "random", "blue_setup": "random"}),
}
assert set(SMALL) == set(registry.OURS)
ALL = Extras(moves=3, history=True, belief=4)
NEW, OLD = np.ones(1, np.bool_), np.zeros(1, np.bool_)


@pytest.mark.parametrize("name", SMALL)
def test_no_extra_tells_what_the_seat_cannot_know(name: str) -> None:
    """Two memories of a seat: one watches the match, the other a match that differs in all the seat cannot know."""
    differed = sum(compare_memories(name, seat) for seat in (0, 1))
    assert differed > 0, "the target holds what the seat cannot know"


def compare_memories(name: str, me: int) -> int:
    """Play at random and compare after every action; return how often the targets differed."""
    preset, more = SMALL[name]
    core = EnvCore(*read_game(name, preset, **more), illegal="raise")
    core.start(1)
    chance, differed, seats = np.random.default_rng(1), 0, np.array([me], np.int32)
    true, other = (ExtraPlanes(core.game, core.options, ALL, 1, core.frames) for _ in range(2))
    is_new = NEW
    for step in range(50):
        if core.is_over:
            core.start(step)
            is_new = NEW
        strange = core.s.clone()
        core.game.view.disturb(strange, me, np.uint64(step))
        numbers = [core.frames.number_of(core.game.view_of(core.s, me), me)]
        found = []
        for planes, s in ((true, core.s), (other, strange)):
            planes.watch(array_of(s), is_new)
            found.append(planes.read(array_of(s), seats, numbers))
        is_new = OLD
        assert set(found[0]) == set(MEANINGS)
        for key in MEANINGS:
            assert found[0][key].tobytes() == found[1][key].tobytes(), f"{key} tells something at step {step}"
        differed += not np.array_equal(true.hidden(array_of(core.s), seats), true.hidden(array_of(strange), seats))
        seat = core.to_act()[0]
        core.play(seat, int(chance.choice(core.choices(seat))))
    return differed


def test_moves_are_the_changes_of_the_observation_and_history_their_sums() -> None:
    core = EnvCore(*read_game("footsoldiers", "short"), extras={"moves": 2, "history": True})
    core.start(3)
    seen = [[core.sight(seat)["observation"].astype(np.float32)] for seat in (0, 1)]
    rng = np.random.default_rng(1)
    for _ in range(60):
        if core.is_over:
            break
        seat = core.to_act()[0]
        core.play(seat, int(rng.choice(core.choices(seat))))
        for each in (0, 1):
            now = core.sight(each)["observation"].astype(np.float32)
            if not np.array_equal(now, seen[each][-1]):
                seen[each].append(now)
    for each in (0, 1):
        changes = np.diff(np.stack(seen[each]), axis=0)
        sight = core.sight(each)
        assert len(changes) > 4
        assert np.array_equal(sight["moves"], changes[:-3:-1])
        assert np.allclose(sight["history"][0], changes.clip(min=0).sum(0))
        assert np.allclose(sight["history"][1], -changes.clip(max=0).sum(0))


def test_beliefs_are_chances_and_the_target_is_what_the_other_sees() -> None:
    preset, more = SMALL["stratego"]
    core = EnvCore(*read_game("stratego", preset, **more), extras={"belief": 64})
    core.start(4)
    belief, hidden = core.sight(0)["belief"], core.hidden(0)
    assert np.array_equal(hidden[0], core.sight(1)["observation"])
    own = belief[0, :12].sum(axis=0)  # the other's pieces by type, where it sees them
    assert np.allclose(own, hidden[0, :12].sum(axis=0), atol=1e-5), "where its pieces stand is known"
    assert ((belief[0, :12] > 0) & (belief[0, :12] < 1)).any(), "what they are is not"


def test_a_vector_of_matches_remembers_as_single_ones_do() -> None:
    preset, more = SMALL["stratego"]
    many = SeatsVectorEnv("stratego", preset, num_envs=3, threads=1, extras={"moves": 2, "belief": 8}, **more)
    seen, infos = many.reset(seed=2)
    rng, ends = np.random.default_rng(3), 0
    single = ExtraPlanes(many.batch.game, many.batch.options, many.extras.extras, 1, many.framed.frames)
    single.watch(many.batch.states[:1], NEW)
    for _ in range(80):
        assert many.observation_space.contains(seen)
        numbers = many.framed.numbers[:1]
        alone = single.read(many.batch.states[:1], many.batch.seats[:1], numbers)
        assert all(np.array_equal(alone[key][0], seen[key][0]) for key in ("moves", "belief"))
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in infos["action_mask"]])
        seen, _, over, _, infos = many.step(actions)
        single.watch(many.batch.states[:1], over[:1])
        ends += int(over[0])
        if over[0]:
            assert not seen["moves"][0].any(), "a new match begins without a past"
    assert ends > 0
    assert many.hidden_target().shape == (3, 1, *many.framed.frames.shape)
    many.close()


def test_environments_offer_extras_and_never_the_target() -> None:
    one = SeatEnv("footsoldiers", "short", extras={"moves": 1, "history": True, "belief": 2})
    seen, _ = one.reset(seed=1)
    assert one.observation_space.contains(seen)
    assert set(seen) == {"observation", *MEANINGS}
    assert one.hidden_target().shape == (1, *one.table.shape)
    two = env("footsoldiers", "short", extras={"belief": 2})
    two.reset(seed=1)
    assert set(two.observe("seat_0")) == {"observation", "belief", "action_mask"}
    assert two.observation_space("seat_0").contains(two.observe("seat_0"))
    assert two.hidden_target("seat_0").shape == (1, *two.table.shape)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InvalidOption, match="planes"):
        read_extras({"planes": 3})
    with pytest.raises(InvalidOption, match="moves is from 0 to 1024, not -1"):
        read_extras({"moves": -1})
    with pytest.raises(PlowsharesError, match="does not begin with a set-up"):
        SetupEnv("footsoldiers", "short")


def test_a_set_up_is_an_episode_as_long_as_the_army() -> None:
    assert "plowshares/stratego-micro-setup-v1" in IDS
    setup = SetupEnv("stratego", "micro", player="random", rival="random", matches=2)
    rng, rewards = np.random.default_rng(2), []
    for seed in range(6):
        seen, info = setup.reset(seed=seed)
        steps, over, reward = 0, False, 0.0
        while not over:
            assert setup.observation_space.contains(seen)
            seen, reward, over, _, info = setup.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            steps += 1
        rewards.append(reward)
        assert steps == 5, "four pieces, and ready"
    assert len(set(rewards)) > 1
    assert all(-1 <= each <= 1 for each in rewards)


def shapes(name: str) -> dict[str, Any]:
    preset, more = SMALL[name]
    game, options = read_game(name, preset, **more)
    return ALL.shapes(Frames(game, options).shape, game.state.count_seats(options))


def test_shapes_say_how_many_others_there_are() -> None:
    assert shapes("farmer_soldier")["belief"][0] == 2
    assert shapes("stratego")["moves"] == (3, 36, 4, 4)
