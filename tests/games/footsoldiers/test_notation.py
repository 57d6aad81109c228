"""Writing commands, picks, the log, prompts and results (§7, §9)."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from plowshares.core.errors import IllegalCommand
from plowshares.core.seats import SPECTATOR, seat_bit
from plowshares.games.footsoldiers import GAME, notation, rules
from plowshares.games.footsoldiers.actions import space
from plowshares.games.footsoldiers.options import Options
from tests.amounts import amount, some
from tests.games.footsoldiers.table import (
    SMALL,
    VARIANTS,
    begin,
    choose_command,
    legal,
    play,
    position,
    read,
    result,
    turns_of,
    view_of,
)

TEXTS = [
    ("No-op", {"kind": "noop"}),
    (
        "Build Scout (1, 4) (65, 3) Down",
        {"kind": "build", "type": "Scout", "at": {"x": 1, "y": 4}, "to": {"x": 65, "y": 3}, "facing": "Down"},
    ),
    ("Move (7, 4) to (65, 3)", {"kind": "move", "at": {"x": 7, "y": 4}, "to": {"x": 65, "y": 3}}),
    ("Change attack direction (7, 4) to Left", {"kind": "face", "at": {"x": 7, "y": 4}, "facing": "Left"}),
    ("Build Scout (1, 4)", {"kind": "build", "type": "Scout", "at": {"x": 1, "y": 4}}),
    ("Move (7, 4)", {"kind": "move", "at": {"x": 7, "y": 4}}),
]


@pytest.mark.parametrize(("text", "data"), TEXTS)
def test_text_and_json_are_twins(text: str, data: dict[str, object]) -> None:
    s = position("P1 Tank (7,4)", plan="default")
    actions = read(s, 0, text)
    assert notation.parse_json(s, 0, data) == actions
    assert notation.format(s, 0, actions) == text
    assert notation.to_json(s, 0, actions) == data


@pytest.mark.parametrize(
    ("before", "text", "data"),
    [
        (["Build Tank (1, 4)"], "Aim (65, 3)", {"kind": "aim", "to": {"x": 65, "y": 3}}),
        (["Build Tank (1, 4)", "Aim (65, 3)"], "Turn Right", {"kind": "turn", "facing": "Right"}),
    ],
)
def test_later_decisions_are_twins(before: list[str], text: str, data: dict[str, object]) -> None:
    s = position(plan="default", money=(20, 20))
    for decision in before:
        rules.step(s, 0, *read(s, 0, decision))
    actions = read(s, 0, text)
    assert (notation.parse_json(s, 0, data), notation.format(s, 0, actions)) == (actions, text)
    assert notation.to_json(s, 0, actions) == data


def test_actions_are_numbered_by_kind_then_fields() -> None:
    s = begin(Options())
    declared = space(Options())
    assert [kind.name for kind in declared.kinds] == ["noop", "build", "move", "face", "aim", "turn"]
    assert declared.size == 1 + 3 * 469 + 469 + 4 * 469 + 469 + 4 == s.actions.size
    assert notation.parse(s, 0, "Build Scout (1, 4)") == (declared.encode("build", 0, 4 * 67 + 1),)


def test_commands_of_random_matches_read_back() -> None:
    rng = Random(4)
    for options in VARIANTS:
        for before, commands, _ in some(list(turns_of(options, 2))[:: amount(2, 8)]):
            for seat in range(2):
                actions = choose_command(rng, before, seat)
                text = notation.format(before, seat, actions)
                assert read(before, seat, text) == actions
                assert notation.parse_json(before, seat, notation.to_json(before, seat, actions)) == actions
                assert commands[seat].is_command


def test_pick_paths_are_unique_and_no_path_begins_another() -> None:
    s = position("P1 Tank (3,2)", "P1 Scout (5,1)", money=(30, 30))
    for decision in (None, "Build Tank (1, 1)", "Aim (3, 3)"):
        if decision:
            rules.step(s, 0, *read(s, 0, decision))
        paths = [notation.picks(s, 0, action) for action in legal(s, 0)]
        assert len(set(paths)) == len(paths)
        assert not any(a != b and b[: len(a)] == a for a in paths for b in paths)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("No-op", ("button No-op",)),
        ("Build Tank (1, 1)", ("cell 1,1", "button build Tank")),
        ("Move (3, 2)", ("cell 3,2", "button move")),
        ("Change attack direction (3, 2) to Up", ("cell 3,2", "button face Up")),
    ],
)
def test_picks_of_first_decisions(text: str, path: tuple[str, ...]) -> None:
    s = position("P1 Tank (3,2)", money=(30, 30))
    assert notation.picks(s, 0, *read(s, 0, text)) == path


def test_picks_of_later_decisions() -> None:
    s = position(money=(30, 30))
    rules.step(s, 0, *read(s, 0, "Build Tank (1, 1)"))
    assert notation.picks(s, 0, *read(s, 0, "Aim (5, 3)")) == ("cell 5,3",)
    rules.step(s, 0, *read(s, 0, "Aim (5, 3)"))
    assert notation.picks(s, 0, *read(s, 0, "Turn Left")) == ("button face Left",)


def test_a_goal_may_come_with_the_facing() -> None:
    s = position("P1 Tank (3,2)", money=(30, 30))
    rules.step(s, 0, *read(s, 0, "Build Tank (1, 1)"))
    both = read(s, 0, "Aim (5, 3) Left")
    assert both[:1] == read(s, 0, "Aim (5, 3)")
    rules.step(s, 0, both[0])
    assert both[1:] == read(s, 0, "Turn Left")
    other = position("P1 Tank (3,2)", money=(30, 30))
    rules.step(other, 0, *read(other, 0, "Move (3, 2)"))
    with pytest.raises(IllegalCommand, match="only a new soldier"):
        read(other, 0, "Aim (5, 3) Left")


def test_help_names_every_command() -> None:
    for word in ("No-op", "Build", "Move", "Change attack direction", "Aim", "Turn"):
        assert word in notation.HELP


# What is said


def test_prompts() -> None:
    s = position("P1 Tank (3,2)", money=(30, 30))
    assert notation.prompt(s, 0) == "Turns remaining: 100. Choose a command; you have 30 money."
    spectator = "Turns remaining: 100. player1 is still choosing. player2 is still choosing."
    assert notation.prompt(s, SPECTATOR) == spectator
    moving = s.clone()
    rules.step(moving, 0, *read(moving, 0, "Move (3, 2)"))
    assert notation.prompt(view_of(moving, 0), 0) == "Choose the new destination of the soldier on (3, 2)."
    rules.step(s, 0, *read(s, 0, "Build Scout (1, 1)"))
    assert notation.prompt(view_of(s, 0), 0) == "Choose the destination of the new Scout on (1, 1)."
    assert notation.prompt(view_of(s, SPECTATOR), SPECTATOR) == spectator
    rules.step(s, 0, *read(s, 0, "Aim (1, 1)"))
    assert notation.prompt(view_of(s, 0), 0) == "Choose which way the new Scout on (1, 1) faces."
    rules.step(s, 0, *read(s, 0, "Turn Up"))
    assert notation.prompt(view_of(s, 0), 0) == "Wait: player2 is still choosing."
    assert "player1 has chosen" in notation.prompt(view_of(s, SPECTATOR), SPECTATOR)
    assert notation.prompt(play(position(t=1)), 0) == "Draw: no turns are left."


def test_the_log_says_who_has_chosen_and_to_its_owner_what() -> None:
    s = position()
    after = s.clone()
    for action in read(s, 0, "Build Scout (1, 1) (5, 1) Up"):
        rules.step(after, 0, action)
    tell = {seat: notation.tell(view_of(s, seat), view_of(after, seat), seat) for seat in (0, 1, SPECTATOR)}
    assert tell[0] == ["player1 has chosen: Build Scout (1, 1) (5, 1) Up."]
    assert tell[1] == tell[SPECTATOR] == ["player1 has chosen."]


def test_the_log_tells_commands_damage_and_losses() -> None:
    s = position(
        "P1 Scout (8,2) Right",
        "P2 Scout (5,1) health 2",
        "P2 Tank (6,2) health 1",
        "P1 Assassin (5,2) health 5",
        "P2 Tank (4,2)",
    )
    after = play(s.clone(), "Build Scout (4, 1) (4, 1) Right", "No-op")
    for seat in (0, 1, SPECTATOR):
        assert notation.tell(view_of(s, seat), view_of(after, seat), seat) == [
            "100: player1: Build Scout (4, 1) (4, 1) Right.",
            "100: player2: No-op.",
            "The base of player2 loses 3 health, 37 left.",
            "player1 loses 1 Assassin.",
            "player2 loses 1 Scout.",
        ]


def test_the_log_counts_what_was_lost_in_its_build_turn() -> None:
    around = ("P2 Assassin (3,1) Right", "P2 Assassin (5,1) Left")
    s = position(*around, "P2 Assassin (4,0) Down", "P1 Tank (2,1) health 1", "P1 Tank (6,1) health 1")
    after = play(s.clone(), "Build Scout (4, 1) (4, 1) Up")
    assert notation.tell(s, after, 1)[2:] == ["player1 loses 1 Scout."]
    s = position(*around, "P1 Tank (3,2) health 1", "P1 Tank (5,2) health 1", "P2 Tank (4,2)")
    after = play(s.clone())
    assert "player1 loses 2 Tanks." in notation.tell(s, after, 0)


def test_the_log_tells_a_failed_build() -> None:
    s = position(plan=SMALL)
    after = play(s.clone(), "Build Scout (4, 2) (4, 2) Up", "Build Scout (4, 2) (4, 2) Up")
    assert notation.tell(s, after, 0)[1] == (
        "100: player2: Build Scout (4, 2) (4, 2) Up, which failed: player1 has just built there (build_conflict)."
    )


def test_the_log_is_silent_when_nothing_shows() -> None:
    s = position()
    after = s.clone()
    rules.step(after, 0, *read(s, 0, "Build Scout (1, 1)"))
    for seat in (0, 1, SPECTATOR):
        assert notation.tell(view_of(s, seat), view_of(after, seat), seat) == []


@pytest.mark.parametrize(
    ("bases", "cap_result", "code", "sentence"),
    [
        ((0, 0), "draw", "base", "Draw: both bases have fallen."),
        ((0, 5), "draw", "base", "Winner player2: the base of player1 has fallen."),
        ((5, 0), "draw", "base", "Winner player1: the base of player2 has fallen."),
        ((5, 6), "draw", "turns", "Draw: no turns are left."),
        ((5, 6), "health", "health", "Winner player2: no turns are left, the bases' health is 5 to 6."),
        ((6, 6), "health", "health", "Draw: no turns are left, the bases' health is 6 to 6."),
    ],
)
def test_results(bases: tuple[int, int], cap_result: str, code: str, sentence: str) -> None:
    s = play(position(bases=bases, t=1, cap_result=cap_result))
    assert notation.describe_result(s) == (code, sentence)


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        ((0,), "Winner player2: player1 is disqualified."),
        ((1,), "Winner player1: player2 is disqualified."),
        ((0, 1), "Draw: both players are disqualified."),
    ],
)
def test_a_disqualification_ends_the_match_before_its_turn(seats: tuple[int, ...], sentence: str) -> None:
    s = position()
    rules.step(s, 0, *read(s, 0, "Build Scout (1, 1)"))
    rules.disqualify(s, sum(seat_bit(seat) for seat in seats))
    assert notation.describe_result(s) == ("disqualified", sentence)
    assert (s.turns, rules.to_act(s), rules.is_unfinished(s, 0)) == (100, 0, False)
    assert result(s) == sentence.partition(":")[0]


def test_scores_and_outcome() -> None:
    s = play(position(bases=(0, 5), t=1))
    scores, outcome = np.zeros(2), np.zeros(2)
    rules.scores(s, scores)
    rules.outcome(s, outcome)
    assert (scores.tolist(), outcome.tolist()) == ([0, 5], [-1, 1])


def test_the_game_is_whole() -> None:
    assert GAME.start(Options(), 5).tobytes() == begin(Options()).tobytes()
    assert [notation.seat_name(begin(Options()), seat) for seat in range(2)] == ["player1", "player2"]
    s = begin(Options())
    assert GAME.state.grow(s) is s
    assert GAME.state.count_seats(Options()) == 2
