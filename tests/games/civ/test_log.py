"""The log (§7 Reports): what each seat is told, and what it is not."""

from __future__ import annotations

from plowshares.core.seats import SPECTATOR
from plowshares.games.civ import notation, rules, view
from plowshares.games.civ.rules.reports import report_capture
from plowshares.games.civ.state import NEWS, State
from tests.games.civ.table import at, give, harvest, play, position, random_match, start, terrain, view_of


def told(s: State, *commands: str, seats: tuple[int, ...] = (0, 1)) -> list[list[str]]:
    """Play commands and return the lines of each seat."""
    before = [view_of(s, seat) for seat in seats]
    play(s, *commands)
    return [notation.tell(old, view_of(s, seat), seat) for seat, old in zip(seats, before, strict=True)]


def test_a_move_is_told_to_those_who_see_it() -> None:
    s = position(units="0:4,4:2@100; 1:6,5:1w")
    assert told(s, "A 4,4 E 2", seats=(0, 1, SPECTATOR)) == [
        ["You move 2 armies from 4,4 to 5,4."],
        ["Player 0 moves 2 armies from 4,4 to 5,4."],
        [],
    ]


def test_a_unit_that_steps_out_of_the_fog_appears_without_its_origin() -> None:
    s = position(units="0:4,4:2w; 1:8,4:1w")
    assert told(s, "W 4,4 E 1") == [
        ["You move 1 worker from 4,4 to 5,4.", "1 worker of player 1 comes into sight on 8,4."],
        ["1 worker of player 0 appears on 5,4."],
    ]
    play(s, "end")
    s.players[1].food = 20
    assert told(s, "W 8,4 E 1")[0] == ["1 worker of player 1 is gone from 8,4."]


def test_placing_and_founding() -> None:
    s = position(cities="0:0,0 1:3,0")
    give(s, production=50, trade=20)
    assert told(s, "+W 0,0") == [
        ["You place 1 worker in the city on 0,0."],
        ["Player 0 places 1 worker in the city on 0,0."],
    ]
    assert told(s, "+C 1,1") == [["You found a city on 1,1."], ["Player 0 founds a city on 1,1."]]
    assert told(s, "R off", seats=(0, 1, SPECTATOR)) == [
        ["You research offence, strength 1.3."],
        ["Player 0 researches offence, strength 1.3."],
        ["Player 0 researches offence, strength 1.3."],
    ]


def test_secret_research_is_told_to_nobody_else() -> None:
    s = position(open_stats=False)
    give(s, trade=20)
    assert told(s, "R def", seats=(0, 1, SPECTATOR)) == [["You research defence, strength 1.3."], [], []]


def test_a_gift_is_told_to_the_new_owner() -> None:
    s = position(units="1:2,1:1w", city_on_enemy="gift")
    give(s, production=30)
    lines = told(s, "+C 2,1")
    assert lines[0] == ["You found a city on 2,1 for player 1."]
    assert "Player 0 founds a city on 2,1 for you." in lines[1]


def test_a_fight_is_told_to_both_sides_and_to_witnesses() -> None:
    s = position(cities="0:0,0 1:15,0 2:15,15", units="0:4,4:2@100; 1:5,4:1@100 1w; 2:5,6:1w", players=3)
    lines = told(s, "A 4,4 E 2", seats=(0, 1, 2, SPECTATOR))
    ending = "on 5,4 with 2 armies against 1 army:"
    assert lines == [
        [f"You attack player 1 {ending} you lose nothing, player 1 loses 1 worker and 1 army."],
        [f"Player 0 attacks you {ending} player 0 loses nothing, you lose 1 worker and 1 army."],
        [f"Player 0 attacks player 1 {ending} player 0 loses nothing, player 1 loses 1 worker and 1 army."],
        [],
    ]


def test_a_player_that_sees_neither_side_is_told_nothing() -> None:
    s = position(cities="0:0,0 1:15,0 2:15,15", units="0:4,4:2@100; 1:5,4:1@100; 2:9,9:1w", players=3)
    assert told(s, "A 4,4 E 2", seats=(2,)) == [[]]
    assert s.players[2].told == 0


def test_workers_in_a_fight() -> None:
    s = position(units="0:4,4:2w; 1:5,4:1@100")
    assert told(s, "W 4,4 E 2") == [
        ["You attack player 1 on 5,4 with 2 workers against 1 army: you lose 2 workers, player 1 loses nothing."],
        ["Player 0 attacks you on 5,4 with 2 workers against 1 army: player 0 loses 2 workers, you lose nothing."],
    ]


def test_capture_and_elimination() -> None:
    s = position(cities="0:0,0 1:5,4 2:15,15", units="0:4,4:1@100", players=3)
    assert told(s, "A 4,4 E 1", seats=(0, 1, 2, SPECTATOR)) == [
        ["You capture the city on 5,4 from player 1.", "Player 1 is eliminated."],
        ["Player 0 captures the city on 5,4 from you.", "You are eliminated."],
        ["Player 1 is eliminated."],
        ["Player 1 is eliminated."],
    ]


def test_hunger_is_told_tile_by_tile_to_those_who_see_it() -> None:
    s = position(units="0:14,14:1@100; 1:13,14:2w 1@100; 1:5,5:1w")
    terrain(s, M="15,15")
    give(s, food=10)
    lines = told(s, "end")
    assert "2 workers and 1 army of player 1 starve on 13,14." in lines[0]
    assert not any("5,5" in line for line in lines[0])
    assert lines[1][:2] == ["1 worker of yours starves on 5,5.", "2 workers and 1 army of yours starve on 13,14."]


def test_turns_and_rounds() -> None:
    s = position()
    assert told(s, "end", seats=(0, 1, SPECTATOR)) == [
        ["Player 1 is to move."],
        ["You are to move.", "After harvest and meals you have 2 food, 1 production, 0 trade."],
        ["Player 1 is to move."],
    ]
    assert told(s, "end", seats=(SPECTATOR,)) == [["Round 2 begins.", "Player 0 is to move."]]


def test_musters_are_told_to_their_owner_alone() -> None:
    s = position(units="0:4,4:2@100; 1:5,4:1@100")
    assert told(s, "M 4,4 E 2") == [["You muster 2 armies on 4,4 against 5,4."], []]


def test_the_end_is_told_to_all() -> None:
    s = position(max_rounds=1)
    assert told(s, "end", "end", seats=(0, 1, SPECTATOR)) == [["The match ends: the last round is over."]] * 3
    s = position(cities="0:0,0 1:5,4", units="0:4,4:1@100", open_stats=False)
    lines = told(s, "A 4,4 E 1", seats=(1, SPECTATOR))
    assert lines[0][0] == "Player 0 captures the city on 5,4 from you."
    assert lines[1] == ["Player 1 is eliminated.", "The match ends: only one player owns cities."]


def test_nothing_is_told_between_the_two_decisions_of_a_move() -> None:
    s = position(units="0:4,4:2@100; 1:6,4:1w; 1:5,4:1w")
    play(s, "A 4,4 N ?", "count 1")
    assert told(s, "end", "end") != [[], []]
    s = position(units="0:4,4:2@100; 1:6,4:1w; 1:5,4:1w")
    play(s, "A 4,4 E 1")
    assert told(s) == [[], []]
    s = position(units="0:4,4:3@100; 1:5,4:1w")
    assert told(s, "A 4,4 E ?") == [[], []]


def test_more_reports_than_the_ring_holds() -> None:
    s = position()
    before = view_of(s, 0)
    for tile in range(NEWS + 3):
        report_capture(s, 0b01, tile, 1, 0)
    lines = notation.tell(before, view_of(s, 0), 0)
    assert lines[0] == "3 earlier reports of the same moment are lost."
    assert lines[1] == "Player 1 captures the city on 3,0 from you."
    assert len(lines) == NEWS + 1
    assert view_of(s, 1).players[0].told == 0


def test_units_that_go_over_show_as_the_capture_and_not_as_moves() -> None:
    s = position(cities="0:0,0 1:5,4 1:15,15", units="0:4,4:1@100; 1:5,6:2w 1@50")
    lines = told(s, "A 4,4 E 1")
    assert lines[0] == ["You capture the city on 5,4 from player 1."]
    assert lines[1] == ["Player 0 captures the city on 5,4 from you."]


def test_every_line_of_a_random_match_depends_on_views_alone() -> None:
    s = start("quick", 8, size=8, start_armies=3, start_food=60)
    for i, (seat, action) in enumerate(random_match(s, 8)):
        if i % 9:
            continue
        after = s.clone()
        rules.step(after, seat, action)
        for viewer in (SPECTATOR, 0, 1):
            old, new = view_of(s, viewer), view_of(after, viewer)
            lines = notation.tell(old, new, viewer)
            assert all((line and line[0].isupper()) or line[0].isdigit() for line in lines)
            if old.tobytes() == new.tobytes():
                assert lines == []
    assert at(s, "1,0") == 1


def test_what_others_were_told_is_blanked() -> None:
    s = position(cities="0:0,0 1:15,0 2:15,15", units="0:4,4:2@100; 1:5,4:1@100", players=3)
    play(s, "A 4,4 E 2")
    assert [int(p.told) for p in s.players[:3]] == [1, 1, 0]
    seen = s.clone()
    view.blank_for(seen, 2)
    assert [int(p.told) for p in seen.players[:3]] == [0, 0, 0]
    assert not any(page.kind for p in seen.players for page in p.news)
    harvest(s)


def test_a_city_comes_into_sight() -> None:
    s = position(cities="1:8,4", units="0:4,4:2w")
    assert told(s, "W 4,4 E 1")[0] == [
        "You move 1 worker from 4,4 to 5,4.",
        "A city of player 1 comes into sight on 8,4.",
    ]
