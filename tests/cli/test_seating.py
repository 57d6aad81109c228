"""Who sits where."""

from __future__ import annotations

import dataclasses

import pytest

from plowshares.agents import LEVELS
from plowshares.agents.base import ask_for
from plowshares.api.catalogue import preset_of
from plowshares.cli.play import seat_words
from plowshares.core.errors import InvalidOption
from plowshares.core.options import Options as Base
from plowshares.engine.match import Command, Match
from plowshares.terminal.players import default_words, find_seat, seat_again, seat_all
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options


def names(text: str) -> list[str]:
    return [sitter.name for sitter in seat_all(GAME, text.split(","), 1)]


def test_people_and_agents_in_any_seats() -> None:
    sitters = seat_all(GAME, ["random", " person:Anna ", "YOU", "greedy"], 1)
    assert [sitter.name for sitter in sitters] == ["random", "Anna", "you", "greedy"]
    assert [sitter.agent is None for sitter in sitters] == [False, True, True, False]


def test_the_levels_of_the_computer_are_seats_too() -> None:
    assert names(",".join(LEVELS)) == ["easy", "medium", "hard", "expert"]


def test_people_of_one_name_are_told_apart() -> None:
    assert names("you,you,person,person") == ["you", "you 2", "person", "person 2"]


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("nobody", r"no agent is called 'nobody'.*people are: you"),
        ("person:greedy", "name of an agent"),
        ("person:" + "x" * 31, "at most 30"),
        ("person:a\x1bb", "printable"),
    ],
)
def test_unknown_players_are_refused(word: str, why: str) -> None:
    with pytest.raises(InvalidOption, match=why):
        names(word)


def test_records_say_who_sat_where() -> None:
    sitters = seat_again(GAME, ["Anna", "random"], 1)
    assert [(sitter.name, sitter.agent is None) for sitter in sitters] == [("Anna", True), ("random", False)]


def test_agents_draw_from_seeds_of_their_own() -> None:
    match = Match(GAME, Options(), 1)
    ask = dataclasses.replace(ask_for(match, 0), legal=range(1000))

    def draws(seed: int) -> list[list[Command]]:
        sitters = seat_all(GAME, ["random", "random"], seed)
        return [[sitter.agent.choose(ask) for _ in range(4)] for sitter in sitters if sitter.agent]

    one, other = draws(1)
    assert one != other
    assert draws(1) == [one, other]
    assert draws(2) != [one, other]


def test_seats_are_found_by_name_and_number() -> None:
    s = GAME.start(Options(), 1)
    assert find_seat(GAME, s, 2, "seat 1") == 1
    assert find_seat(GAME, s, 2, "0") == 0
    for wrong in ("2", "-1", "red"):
        with pytest.raises(InvalidOption, match=f"no seat is called '{wrong}'; the seats are: Seat 0, Seat 1"):
            find_seat(GAME, s, 2, wrong)


def test_words_for_every_seat() -> None:
    assert default_words(3) == ["you", "greedy", "greedy"]
    assert seat_words(GAME, Options(), None, "Seat 1") == ["greedy", "you"]
    assert seat_words(GAME, Options(), "a,b", None) == ["a", "b"]
    with pytest.raises(InvalidOption, match="has 2 seats; --seats 'you' names 1"):
        seat_words(GAME, Options(), "you", None)
    with pytest.raises(InvalidOption, match="not both"):
        seat_words(GAME, Options(), "you,you", "0")


def test_presets_by_name() -> None:
    assert preset_of(GAME, None) == {}
    assert preset_of(GAME, "four") == {"seats": 4}
    with pytest.raises(InvalidOption, match="no preset 'for'; did you mean 'four'"):
        preset_of(GAME, "for")


def test_options_that_must_be_given_come_from_the_first_preset() -> None:
    class Strict(Base, frozen=True, kw_only=True):
        players: int
        rounds: int = 3

    game = dataclasses.replace(GAME, options=Strict, presets={"two": {"players": 2, "rounds": 9}, "four": {}})
    assert preset_of(game, None) == {"players": 2}
    assert preset_of(game, "two") == {"players": 2, "rounds": 9}
