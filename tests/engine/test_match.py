from __future__ import annotations

import pytest

from plowshares.core.errors import IllegalCommand, PlowsharesError
from plowshares.core.seats import SPECTATOR
from plowshares.engine.clock import TimeControl
from plowshares.engine.log import Log
from plowshares.engine.match import Event, Match, describe_leaving, place_last, tell_all
from tests.engine.test_clock import Watch
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options

TWO = Options(seats=2, rounds=2)
FOUR = Options(seats=4, rounds=2)


def play_all(match: Match, command: str = "lay {n} +0") -> None:
    """Let every seat lay its next coin."""
    for seat in match.to_act():
        match.play(seat, command.format(n=match.state.round))


def test_a_match_is_played_by_text_json_and_numbers() -> None:
    match = Match(GAME, TWO, 1)
    assert match.to_act() == [0, 1]
    assert [turn.text for turn in match.play(0, "lay 2 +1")] == ["lay 2 +1"]
    assert match.to_act() == [1]
    assert match.play(1, {"kind": "lay", "coin": 1, "extra": 2})[0].actions == (1, 8)
    match.play(0, [0, 6])
    match.play(1, 0)
    match.play(1, 6)
    assert match.result is not None
    assert match.result.reason == "rounds"
    assert sum(match.result.outcome) == 0
    assert [turn.seat for turn in match.history] == [0, 1, 0, 1]
    assert match.to_act() == [] == match.legal(0)


def test_an_unfinished_command_is_a_draft_that_nobody_else_sees() -> None:
    match = Match(GAME, TWO, 1)
    state, others = match.state.tobytes(), [match.view(viewer).tobytes() for viewer in (1, SPECTATOR)]
    assert match.play(0, "lay 2") == []
    assert match.draft(0) == (2,)
    assert match.state.tobytes() == state
    assert [match.view(viewer).tobytes() for viewer in (1, SPECTATOR)] == others
    assert match.legal(0) == [6, 7, 8]
    assert match.view(0).coin[0] == 2
    with pytest.raises(IllegalCommand, match="not asked now"):
        match.play(0, "lay 3")
    assert match.play(0, "+1")[0].text == "lay 2 +1"
    assert match.draft(0) == ()


def test_drafts_survive_what_others_do() -> None:
    match = Match(GAME, TWO, 1)
    match.play(0, "lay 2")
    match.play(1, "lay 1 +1")
    assert match.draft(0) == (2,)
    match.play(0, "+2")
    assert match.state.round == 1


def test_a_draft_that_has_become_impossible_is_dropped() -> None:
    match = Match(GAME, TWO, 1)
    match.play(0, "lay 2")
    match.state.hand[0, 2] = 0  # as if the coin had been taken away meanwhile
    match.play(1, "lay 1 +1")
    assert match.draft(0) == ()


def test_several_commands_at_once_are_all_or_nothing() -> None:
    match = Match(GAME, Options(seats=2, rounds=5), 1)
    match.play(1, "lay 5 +0")
    before = match.state.tobytes()
    with pytest.raises(IllegalCommand):
        match.play(0, [0, 6, 0, 6])  # the second one lays a coin that the first has spent
    assert match.state.tobytes() == before
    assert not match.history[1:]
    turns = match.play(0, [0, 6, 1])
    assert [turn.text for turn in turns] == ["lay 0 +0"]
    assert match.draft(0) == (1,)


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        (0, "lay 9", "no-coin"),
        (0, "jump", "bad-syntax"),
        (0, {"kind": "jump"}, "bad-syntax"),
        (0, 8, "wrong-stage"),
        (0, 9999, "wrong-stage"),
        (5, "lay 1", "not-your-turn"),
        (-1, "lay 1", "not-your-turn"),
    ],
)
def test_refusals_change_nothing(seat: int, command: object, code: str) -> None:
    match = Match(GAME, TWO, 1)
    before = match.state.tobytes()
    with pytest.raises(IllegalCommand) as caught:
        match.play(seat, command)  # type: ignore[arg-type]  # some are wrong on purpose
    assert caught.value.code == code
    assert match.state.tobytes() == before
    assert match.history == []


def test_nobody_acts_twice_or_after_the_end() -> None:
    match = Match(GAME, TWO, 1)
    match.play(0, "lay 0 +0")
    with pytest.raises(IllegalCommand, match="has chosen"):
        match.play(0, 1)
    match.resign(0)
    for call in (lambda: match.play(1, "lay 0"), lambda: match.resign(1)):
        with pytest.raises(IllegalCommand) as caught:
            call()
        assert caught.value.code == "game-over"


def test_with_two_seats_resigning_ends_the_match() -> None:
    match = Match(GAME, TWO, 1, ["Anna", "Ben"])
    with pytest.raises(IllegalCommand):
        match.resign(7)
    match.resign(0)
    assert match.result is not None
    assert (match.result.outcome, match.result.reason) == ((-1.0, 1.0), "resigned")
    assert match.result.sentence == "Anna resigned."


def test_with_more_seats_the_match_goes_on_and_a_player_that_left_comes_last() -> None:
    match = Match(GAME, FOUR, 1)
    match.resign(2)
    assert match.to_act() == [0, 1, 3]
    assert match.history[-1].seat == 2
    with pytest.raises(IllegalCommand, match="not playing"):
        match.play(2, "lay 1 +1")
    with pytest.raises(IllegalCommand):
        match.resign(2)
    play_all(match)
    play_all(match)
    assert match.result is not None
    assert match.result.outcome[2] == -1.0
    assert sum(match.result.outcome) == pytest.approx(0)
    assert sum(turn.seat == 2 for turn in match.history) == 2


def test_if_all_remaining_players_fail_at_once_nobody_wins() -> None:
    match = Match(GAME, FOUR, 1)
    match.resign(2)
    match.abandon()
    assert match.result is not None
    assert match.result.reason == "failed"
    assert match.result.outcome == pytest.approx((1 / 3, 1 / 3, -1.0, 1 / 3))
    assert match.result.sentence.endswith("failed at the same time.")
    with pytest.raises(IllegalCommand, match="the match is over"):
        match.abandon()


def test_the_last_seat_at_the_table_wins() -> None:
    match = Match(GAME, FOUR, 1)
    for seat in (3, 1, 0):
        match.resign(seat, "crash")
    assert match.result is not None
    assert match.result.outcome == pytest.approx((1 / 3, -1 / 3, 1.0, -1.0))
    assert match.result.sentence == "seat 0 stopped running."


def test_time_runs_out() -> None:
    watch = Watch()
    match = Match(GAME, TWO, 1, time_control=TimeControl(10), now=watch)
    watch.time += 4
    assert match.play(0, "lay 0 +0")[0].spent == 4
    watch.time += 7
    with pytest.raises(IllegalCommand, match="time ran out"):
        match.play(1, "lay 0 +0")
    assert match.result is not None
    assert (match.result.reason, match.result.outcome) == ("time", (1.0, -1.0))


def test_a_listener_that_fails_stops_the_command() -> None:
    match = Match(GAME, TWO, 1)

    def full(event: Event) -> None:
        raise OSError("disk full")

    match.listener = full
    before = match.state.tobytes()
    with pytest.raises(OSError, match="disk full"):
        match.play(0, "lay 0 +0")
    with pytest.raises(OSError, match="disk full"):
        match.resign(0)
    assert (match.state.tobytes(), match.history, match.left) == (before, [], {})


def test_names_must_fit_the_seats() -> None:
    with pytest.raises(PlowsharesError, match="has 2 seats, got 1 names"):
        Match(GAME, TWO, 1, ["Anna"])


def test_the_log_tells_each_viewer_what_it_may_know() -> None:
    log, heard = Log(GAME, 2), []
    match = Match(GAME, TWO, 1, listener=tell_all(log, lambda event: heard.append(event.kind)))
    match.play(0, "lay 0 +2")
    assert log.lines[1] == log.lines[SPECTATOR] == ["Seat 0 is ready."]
    match.play(1, "lay 0 +0")
    match.resign(1)
    assert log.lines[0][-2:] == ["Seat 1 resigned.", "seat 1 resigned."]
    assert heard == ["start", "turn", "turn", "left", "result"]
    assert describe_leaving("fell asleep") == "left"


def test_places_are_shared_by_equals() -> None:
    assert place_last([0.0, 0.0, 0.0], []).tolist() == [0, 0, 0]
    assert place_last([1.0, 0.0, -1.0, 0.0], [0, 2]).tolist() == pytest.approx([-1, 2 / 3, -1 / 3, 2 / 3])
