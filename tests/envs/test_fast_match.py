"""Fast single matches from Python play exactly like ordinary matches."""

from __future__ import annotations

import pytest

from plowshares.core.errors import PlowsharesError
from plowshares.core.seats import first_seat
from plowshares.envs.common import EnvCore, read_game
from plowshares.envs.fast_match import FastMatch
from tests.amounts import amount
from tests.engine.test_growing import CROWDED, grown
from tests.toys.pennies import GAME as PENNIES


def pennies() -> FastMatch:
    return FastMatch(*read_game(PENNIES), seed=3)


def test_it_plays_the_same_match_as_a_table() -> None:
    game, options = read_game("farmer_soldier", "standard")
    single, table = FastMatch(game, options), EnvCore(game, options, frame="match")
    for seed in range(amount(5, 1)):
        count = single.reset(seed)
        table.start(seed)
        while count:
            assert single.seat == first_seat(game.rules.to_act(table.s))
            assert single.legal[:count].tolist() == table.legal(single.seat).tolist()
            action = int(single.legal[(seed + count) % count])
            table.play(single.seat, action)
            count = single.step(action)
            assert single.s.tobytes() == table.s.tobytes()
        assert single.is_over
        assert single.outcome() == table.outcome()


def test_a_match_that_outgrows_its_state_goes_on_with_more_room() -> None:
    grown.clear()
    single = FastMatch(*read_game(CROWDED), seed=1)
    assert len(grown) == 1  # by the set-up
    count = single.reset(2)
    single.step(int(single.legal[count - 1]))
    assert len(grown) == 3


def test_a_clone_goes_on_by_itself() -> None:
    single = pennies()
    count = single.reset(5)
    twin = single.clone()
    before = single.s.tobytes()
    assert twin.step(int(twin.legal[count - 1])) >= 0
    assert single.s.tobytes() == before != twin.s.tobytes()
    single.step(int(single.legal[count - 1]))
    assert single.s.tobytes() == twin.s.tobytes()


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    single = pennies()
    before = single.s.tobytes()
    with pytest.raises(PlowsharesError, match="action 99 is not legal for seat 0"):
        single.step(99)
    with pytest.raises(PlowsharesError, match="action -1 is not legal for seat 0"):
        single.step(-1)
    assert single.s.tobytes() == before
