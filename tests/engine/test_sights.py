"""Extra planes of observations: they tell a seat no secrets, and hold what they claim."""

from __future__ import annotations

import numpy as np
import pytest

from plowshares.envs.common import EnvCore, read_game
from plowshares.envs.extras import MEANINGS, ExtraPlanes, Extras, array_of
from tests.amounts import amount
from tests.small_games import SMALL

ALL = Extras(moves=3, history=True, belief=4)
NEW, OLD = np.ones(1, np.bool_), np.zeros(1, np.bool_)


@pytest.mark.parametrize("name", SMALL)
def test_no_extra_tells_what_the_seat_cannot_know(name: str) -> None:
    """One memory of a seat watches the match, another a match that differs in everything the seat cannot know."""
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
    for step in range(amount(50, 12)):
        if core.is_over:
            core.start(step)
            is_new = NEW
        strange = core.s.clone()
        core.game.view.disturb(strange, me, np.uint64(step))
        strange = core.game.view_of(strange, me)  # others cannot look at a world that may be impossible
        numbers = [core.frames.number_of(core.game.view_of(core.s, me), me)]
        found = []
        for planes, s in ((true, core.s), (other, strange)):
            planes.watch(array_of(s), is_new)
            found.append(planes.read(array_of(s), seats, numbers))
        is_new = OLD
        assert set(found[0]) == set(MEANINGS)
        for key in MEANINGS:
            assert found[0][key].tobytes() == found[1][key].tobytes(), f"{key} tells something at step {step}"
        possible = core.game.view_of(core.s, me)
        core.game.view.sample_for(possible, me, np.uint64(step))
        differed += not np.array_equal(true.hidden(array_of(core.s), seats), true.hidden(array_of(possible), seats))
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
