"""Threads of a team wait for each other, miss no turn, and share work by their speed."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable

import pytest

from plowshares.engine.work_sharing import BEGIN, CALLER, END, LAG, balance, end_turn, wait_for_flag, wait_for_helpers
from plowshares.envs.thread_team import ThreadTeam
from tests.amounts import amount


@pytest.mark.parametrize("fails", [0, 1, 2])
def test_an_error_in_any_thread_reaches_the_caller(fails: int) -> None:
    team, done = ThreadTeam(2, patient=False), []

    def work(who: int, turn: int, size: int) -> None:
        if who == fails:
            raise ValueError(f"thread {who}")
        done.append(who * size)
        team.flags[who, 0] = turn

    with pytest.raises(ValueError, match=f"thread {fails}"):
        team.run(work, (10,))
    assert sorted(done) == [10 * who for who in range(3) if who != fails]
    fails = -1
    done.clear()
    team.run(work, (10,))  # and the team goes on
    assert sorted(done) == [0, 10, 20]
    team.close()
    team.close()


def test_an_interrupted_caller_leaves_nobody_behind() -> None:
    team, done = ThreadTeam(2, patient=False), []

    def work(who: int, turn: int) -> None:
        if who == CALLER and turn == 2:
            raise KeyboardInterrupt
        done.append((who, turn))
        team.flags[who, 0] = turn

    team.run(work, ())
    with pytest.raises(KeyboardInterrupt):
        team.run(work, (), same=True)
    assert sorted(done) == [(0, 1), (1, 1), (1, 2), (2, 1), (2, 2)]
    team.run(work, ())
    assert sorted(done)[1::2] == [(0, 3), (1, 2), (2, 1), (2, 3)]
    team.close()


def test_a_caller_who_is_interrupted_before_the_sign_waits_for_nobody() -> None:
    team, done = ThreadTeam(1, patient=False), []

    def work(who: int, turn: int) -> None:
        done.append((who, turn))
        team.flags[who, 0] = turn

    class Interrupted:
        """Flags that cannot be written."""

        def __setitem__(self, place: int, turn: int) -> None:
            raise KeyboardInterrupt

        def __getitem__(self, place: int) -> int:
            return int(marks[place])

    team.run(work, ())
    marks, team._marks = team._marks, Interrupted()  # type: ignore[assignment]  # a stand-in
    with pytest.raises(KeyboardInterrupt):
        team.run(work, ())
    team._marks = marks
    team.run(work, ())
    assert sorted(done) == [(0, 1), (0, 3), (1, 1), (1, 3)]
    team.close()


def test_arguments_of_the_caller_are_let_go() -> None:
    class Large:
        """A large object of the caller whose release can be observed."""

    team, large = ThreadTeam(1, patient=False), Large()

    def work(who: int, turn: int, given: Large) -> None:
        team.flags[who, 0] = turn

    team.run(work, (large,))
    team.forget()
    held = weakref.ref(large)
    del large
    await_that(lambda: held() is None)
    team.close()
    assert held() is None


def await_that(holds: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_a_thread_waits_for_a_sign_as_long_as_it_may() -> None:
    team = ThreadTeam(1, patient=True)
    team.spins[-1, 0] = amount(10**10, 10**5)  # a sign that was read only once would take half a minute
    begun = threading.Event()

    def give_sign() -> None:
        begun.wait()
        team.flags[1, 0] = 7

    other = threading.Thread(target=give_sign)
    wait_for_helpers(team.flags, team.spins, team.shares, 0)  # compiles
    other.start()
    begun.set()
    wait_for_helpers(team.flags, team.spins, team.shares, 7)
    assert (team.flags[1, 0], team.spins[CALLER, 0] < team.spins[-1, 0]) == (7, True)
    other.join()
    team.spins[-1, 0] = 5
    wait_for_flag(team.flags, team.spins, 1, CALLER, 7)  # nobody gives that sign
    assert team.spins[1, 0] == 5
    team.close()


def test_lag_is_measured_by_how_long_others_waited() -> None:
    team = ThreadTeam(3, patient=True)
    team.share_out(40)
    team.flags[1:, 0], team.spins[:4, 0] = 7, (0, 40, 0, 15)
    end_turn(team.flags, team.spins, team.shares, CALLER, 7)
    assert team.shares[:, LAG].tolist() == [0, -40, 0, -15]
    team.spins[-1, 0] = 100
    before = team.shares[:, BEGIN].tolist()
    for _ in range(100):
        end_turn(team.flags, team.spins, team.shares, CALLER, 8)  # for which the caller waits in vain
    assert team.shares[:, LAG].tolist() == [0, 60, 100, 85]
    assert team.shares[:, BEGIN].tolist() == before  # a thread that is not done may not even have read its share
    team.close()


def test_a_thread_that_lags_repeatedly_hands_matches_on() -> None:
    team = ThreadTeam(2, patient=True)
    team.share_out(30)
    for turn in range(60):
        team.shares[:, LAG] = (0, 400, 0)  # the one in the middle
        balance(team.shares)
        begins, ends = team.shares[:, BEGIN].tolist(), team.shares[:, END].tolist()
        assert (begins[0], ends[-1]) == (0, 30)
        assert begins[1:] == ends[:-1]
        if turn < 2:  # once or twice is luck
            assert begins == [0, 10, 20]
    sizes = team.shares[:, END] - team.shares[:, BEGIN]
    assert sizes[1] == 1  # and keeps the last
    assert min(sizes[0], sizes[2]) > 10
    for _ in range(60):
        team.shares[:, LAG] = (0, -400, 0)  # now it is early
        balance(team.shares)
    assert team.shares[1, END] - team.shares[1, BEGIN] > 20
    team.close()


def test_luck_moves_no_match() -> None:
    team = ThreadTeam(1, patient=True)
    team.share_out(10)
    for turn in range(100):
        team.shares[1, LAG] = 900 if turn % 2 else -900
        balance(team.shares)
    assert team.shares[:, END].tolist() == [5, 10]
    team.close()
