"""Undoing whole commands: when it is fair, and the effect on record, clocks and other seats."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from plowshares.core.errors import IllegalCommand, InvalidRecord
from plowshares.core.jit import kernel
from plowshares.core.records import Int8s, Record
from plowshares.core.rng import Rng
from plowshares.core.seats import SPECTATOR
from plowshares.engine.clock import TimeControl
from plowshares.engine.log import Log
from plowshares.engine.match import MOST_STEPS, Match, tell_all
from plowshares.engine.record import Recorder, read_record, replay, resume, verify
from plowshares.engine.undo import chance_in, find_objection, find_undoable, undo
from plowshares.review.moments import Moments
from tests.engine.test_clock import Watch
from tests.engine.test_record import edit, find, join, reseal
from tests.toys.broken import broken
from tests.toys.pennies import GAME, rules, view
from tests.toys.pennies.options import Options

TWO = Options(seats=2, rounds=3)
blank_well, step_well = view.blank_for, rules.step


@kernel
def blank_more(s: Any, seat: int) -> None:
    """Hide from every seat also which seats have chosen."""
    blank_well(s, seat)
    if not s.over:
        for other in range(s.options.seats):
            if other != seat:
                s.done[other] = 0


@kernel
def step_and_draw(s: Any, seat: int, action: int) -> None:
    """Let every action draw a random number that nobody sees."""
    step_well(s, seat, action)
    s.rng.count += 1


@kernel
def step_and_crowd(s: Any, seat: int, action: int) -> None:
    step_well(s, seat, action)
    s.spare = 1


@kernel
def needs_room(s: Any) -> bool:
    return bool(s.spare == 1)


def grow(s: Any) -> Any:
    larger = s.clone()
    larger.spare = 0
    return larger


SECRETIVE = broken("view", blank_for=blank_more)
CHANCY = broken("rules", step=step_and_draw)
CROWDED = broken("state", broken("rules", needs_room=needs_room, step=step_and_crowd), grow=grow)


def test_a_command_is_undone_before_anybody_has_answered() -> None:
    match = Match(GAME, TWO, 1)
    first = match.state.tobytes()
    match.play(0, "lay 2 +1")
    assert undo(match, 0).text == "lay 2 +1"
    assert match.state.tobytes() == first
    assert (match.history, match.undos, match.to_act()) == ([], [1, 0], [0, 1])
    match.play(0, "lay 3 +0")
    match.play(1, "lay 1 +1")
    assert match.state.round == 1


def test_states_that_grow_are_undone_too() -> None:
    match = Match(CROWDED, TWO, 1)
    match.play(0, "lay 2 +1")
    assert undo(match, 0).actions == (2, 7)


def refuse(match: Match, seat: int, code: str, words: str) -> None:
    """Assert that an undo is refused for this reason and changes nothing."""
    before = match.state.tobytes(), list(match.history)
    with pytest.raises(IllegalCommand, match=words) as caught:
        undo(match, seat)
    assert caught.value.code == code
    assert (match.state.tobytes(), match.history) == before


def test_nothing_is_undone_where_nothing_was_played() -> None:
    match = Match(GAME, TWO, 1)
    refuse(match, 0, "nothing-to-undo", "no command")
    refuse(match, 7, "not-your-turn", "not playing")


def test_nothing_is_undone_after_others_have_acted() -> None:
    match = Match(GAME, Options(seats=3, rounds=3), 1)
    match.play(0, "lay 2 +1")
    match.play(1, "lay 2 +1")
    refuse(match, 0, "acted", "somebody else has acted since")
    assert find_undoable(match, 0) is None
    undo(match, 1)
    undo(match, 0)  # it is the last thing that has happened again
    assert match.to_act() == [0, 1, 2]


def test_nothing_is_undone_that_showed_the_seat_something() -> None:
    match = Match(GAME, TWO, 1)
    match.play(1, "lay 2 +1")
    match.play(0, "lay 0 +0")  # the round is resolved, and what the other laid is shown
    refuse(match, 0, "revealed", "'lay 0 [+]0' stands: it showed you")


def test_nothing_is_undone_that_showed_the_others_something() -> None:
    match = Match(GAME, TWO, 1)
    for seat in (0, 1):
        match.play(seat, "lay 5 +0")
    match.play(0, "lay 0 +0")  # the toy's others take the first coin for spent
    refuse(match, 0, "revealed", "shown others")


def test_nothing_is_undone_that_drew_chance() -> None:
    match = Match(CHANCY, TWO, 1)
    match.play(0, "lay 2 +1")
    refuse(match, 0, "revealed", "chance was drawn")


def test_a_refusal_does_not_tell_whether_somebody_has_chosen_in_secret() -> None:
    refusals = []
    for answers in (False, True):
        match = Match(SECRETIVE, Options(seats=3, rounds=3), 1)
        match.play(0, "lay 2 +1")
        if answers:
            match.play(1, "lay 2 +1")
        with pytest.raises(IllegalCommand) as caught:
            undo(match, 0)
        refusals.append((caught.value.code, str(caught.value)))
        assert len(match.history) == 1 + answers
    assert refusals[0] == refusals[1]
    assert "without your seeing it" in refusals[0][1]


def test_overlooked_requests_are_still_refused() -> None:
    match = Match(GAME, TWO, 1)
    match.play(0, "lay 2 +1")
    match.play(1, "lay 2 +1")
    with pytest.raises(IllegalCommand, match="somebody else"):
        match.undo(0)


def test_nothing_is_undone_under_an_unfinished_command_or_after_the_end() -> None:
    match = Match(GAME, Options(seats=2, rounds=2), 1)
    match.play(0, "lay 2 +1")
    match.play(1, "lay 2 +1")
    match.play(0, "lay 3 +1")
    match.play(1, "lay 3")
    refuse(match, 1, "acted", "somebody else")
    undo(match, 0)  # a draft of another seat is not an action
    assert match.draft(1) == (3,)
    match.play(0, "lay 4")
    with pytest.raises(IllegalCommand, match="what you have begun"):
        match.undo(0)
    match.resign(1)
    refuse(match, 0, "game-over", "over")


def test_a_player_that_left_undoes_nothing_and_is_not_asked() -> None:
    match = Match(GAME, Options(seats=4, rounds=3), 1)
    match.play(0, "lay 2 +1")
    match.resign(0)
    refuse(match, 0, "not-your-turn", "not playing")
    match.play(1, "lay 2 +1")
    undo(match, 1)  # those who have left need not be seen to act
    match.play(1, "lay 2 +0")
    assert find_undoable(match, 1) is not None


def test_few_commands_are_kept() -> None:
    match = Match(GAME, TWO, 1)
    match.play(0, "lay 2 +1")
    step = match.last_step(0)
    assert step is not None
    for _ in range(MOST_STEPS + 3):
        match._remember(step)
    assert len(match._steps[0]) == MOST_STEPS
    match.play(1, "lay 2 +1")
    assert len(match._steps[0]) == 1


class Pair(Record):
    """A State with two generators and other fields."""

    cells: Annotated[Int8s, 3]
    rng: Annotated[list[Rng], 2]


def test_every_generator_of_a_state_is_found() -> None:
    s = Pair.new()
    before = chance_in(s)
    assert len(before) == 2
    s.cells[1] = 1
    assert chance_in(s) == before
    s.rng[1].count = 1
    assert [a == b for a, b in zip(chance_in(s), before, strict=True)] == [True, False]


def test_a_listener_that_fails_keeps_the_command() -> None:
    match = Match(GAME, TWO, 1)
    match.play(0, "lay 2 +1")

    def full(event: Any) -> None:
        raise OSError("disk full")

    match.listener = full
    with pytest.raises(OSError, match="full"):
        undo(match, 0)
    assert len(match.history) == 1
    assert match.to_act() == [1]


def test_time_that_was_spent_stays_spent() -> None:
    watch = Watch()
    match = Match(GAME, TWO, 1, time_control=TimeControl(60, 5, 20), now=watch)
    watch.time += 8
    match.play(0, "lay 2 +1")
    assert match.clocks.banks == [57, 60]
    watch.time += 4
    undo(match, 0)
    assert match.clocks.banks == [52, 60]  # no increment for what does not count
    assert match.clocks.left(0) == 8  # 20 seconds for a command, 12 are gone
    assert match.clocks.left(1) == 8  # simultaneous: the other's clock has run all the time
    watch.time += 3
    match.play(0, "lay 3 +1")
    assert match.clocks.banks[0] == 50
    watch.time += 1
    undo(match, 0)
    assert match.clocks.left(0) == 4
    watch.time += 1
    match.play(0, "lay 3 +1")
    watch.time += 3.5
    match.clocks.since[1] = watch.time  # or the other would be late first
    refuse(match, 0, "time", "time for that decision is over")


def recorded(watch: Watch) -> tuple[Match, Log, list[bytes]]:
    """Return a match in which two commands were undone, with its log and record so far."""
    lines: list[bytes] = []
    log = Log(GAME, 2)
    match = Match(GAME, TWO, 5, None, TimeControl(60, 1, 30), tell_all(Recorder(lines.append), log), watch)
    for seat, command in ((0, "lay 2 +1"), (0, ""), (1, "lay 3 +0"), (1, ""), (0, "lay 4 +2")):
        watch.time += 2
        if command:
            match.play(seat, command)
        else:
            undo(match, seat)
    return match, log, lines


def finish(match: Match) -> None:
    while not match.result:
        for seat in match.to_act():
            match.play(seat, [match.legal(seat)[0], match.space.size - 1])


def test_an_undo_is_a_line_of_the_record() -> None:
    match, log, lines = recorded(Watch())
    assert [(line.do, line.undo, line.spent) for line in read_record(join(lines)).lines[:2]] == [
        ("lay 2 +1", None, 2.0),
        (None, "lay 2 +1", 2.0),
    ]
    finish(match)
    assert verify(join(lines), find).startswith("10 commands of pennies, rounds")
    *_, (_, last) = replay(read_record(join(lines)), find)
    assert last.match.state.tobytes() == match.state.tobytes()
    assert log.lines[0][:2] == ["Seat 0 is ready.", "Seat 0 took back: lay 2 +1."]
    assert log.lines[1][:2] == log.lines[SPECTATOR][:2] == ["Seat 0 is ready.", "Seat 0 took back the last command."]


def test_undone_moves_are_not_analysed() -> None:
    _, _, lines = recorded(Watch())
    decisions = Moments(read_record(join(lines)), find).decisions
    assert [(each.n, each.seat, each.actions) for each in decisions] == [(4, 0, (4, 8))]


def test_a_player_that_saw_nothing_is_told_nothing() -> None:
    log = Log(SECRETIVE, 3)
    match = Match(SECRETIVE, Options(seats=3, rounds=3), 5, listener=log)
    match.play(0, "lay 2 +1")
    match.undo(0)
    assert log.lines[0][-1] == "Seat 0 took back: lay 2 +1."
    assert log.lines[1] == log.lines[SPECTATOR] == []


@pytest.mark.parametrize("count", range(1, 7))
def test_a_match_is_resumed_wherever_it_stopped(count: int) -> None:
    watch = Watch()
    _, _, lines = recorded(watch)
    kept = lines[:count]
    again, _ = resume(join(kept), find, kept.append, watch)
    assert again.undos == [int(count > 2), int(count > 4)]
    finish(again)
    assert verify(join(kept), find).endswith("all as recorded")


def test_a_match_is_resumed_with_its_clocks() -> None:
    watch = Watch()
    match, log, lines = recorded(watch)
    read = Log(GAME, 2)
    again, _ = resume(join(lines), find, lambda data: None, watch, read.follow())
    assert read.lines == log.lines
    assert again.clocks.banks == match.clocks.banks
    assert again.clocks.used == {1: match.clocks.used[1]}
    assert [turn.spent for turn in again.history] == [turn.spent for turn in match.history]
    watch.time += 3
    undo(again, 0)
    undo(match, 0)
    assert [again.clocks.left(seat) for seat in (0, 1)] == [match.clocks.left(0), match.clocks.left(1) + 4]
    assert again.state.tobytes() == GAME.start(TWO, 5).tobytes()


FORGED = {
    "another command": (edit(3, b'"undo":"lay 2 +1"', b'"undo":"lay 2 +2"'), "the record says 'lay 2 [+]2'"),
    "another seat": (edit(3, b'"seat":0', b'"seat":1'), "no command to undo"),
    "both": (edit(2, b'"spent"', b'"undo":"x","spent"'), "the record says 'x'"),
    "neither": (edit(3, b'"undo":"lay 2 +1",', b""), "nothing can happen"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_undo_is_found(what: str) -> None:
    match, _, lines = recorded(Watch())
    finish(match)
    change, words = FORGED[what]
    with pytest.raises(InvalidRecord, match=words):
        verify(join(reseal(change(lines))), find)


def test_an_objection_follows_from_what_the_seat_knows() -> None:
    match = Match(GAME, TWO, 1)
    match.play(0, "lay 2 +1")
    step = match.last_step(0)
    assert step is not None
    for seed in range(3):
        before, after = step.before.clone(), step.after.clone()
        for s in (before, after):
            GAME.view.disturb(s, 0, seed)
        assert find_objection(match, step._replace(before=before, after=after)) == ""
