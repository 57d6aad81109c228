"""Single matches: the same with and without a referee, and what is noted about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from plowshares import registry
from plowshares.core.measures import Extra
from plowshares.core.options import read_options
from plowshares.engine.record import verify
from plowshares.lab.design import define, variants_of
from plowshares.lab.match import Batch, record_name, run_batch
from plowshares.lab.observer import Observer, Row, effective_number, measures_of
from tests.lab.toy import TOY

# One short match of each game of ours; the toy game declares no measures of its own.
GAMES: dict[str, dict[str, Any]] = {
    TOY: {"seats": 3},
    "farmer_soldier": {"quiet_rounds": 3},
    "stratego": {"variant": "micro"},
    "footsoldiers": {"total_turns": 12},
    "civ": {"size": 10, "max_rounds": 5, "start_workers": 1, "start_armies": 1, "start_food": 20},
    "battle_farm": {"players": 2, "max_rounds": 4},
}


def batch_of(game: str, seats: str, games: int, **more: Any) -> Batch:
    (variant,) = variants_of(define({"game": game, "options": GAMES[game], "seats": [seats]}))
    return Batch(0, game, 0, variant.options, variant.entrants, 1, "none", tuple(range(games)), **more)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_the_same_with_and_without_a_referee(game: str, tmp_path: Path) -> None:
    rows = run_batch(batch_of(game, "random", 2))
    assert run_batch(batch_of(game, "random", 2, records=tmp_path, samples=2)) == rows
    data = (tmp_path / record_name(0, 1)).read_bytes()
    assert f"{rows[1].commands} commands" in verify(data, lambda _: registry.find(game))
    assert sum(rows[1].kinds.values()) == rows[1].decisions >= rows[1].commands
    assert rows[1].options >= 1
    assert 1 <= rows[1].variety <= len(rows[1].kinds)


def test_players_who_look_ahead_play_the_same_both_ways(tmp_path: Path) -> None:
    plain = batch_of("stratego", "greedy,random", 2)
    refereed = msgspec.structs.replace(plain, records=tmp_path, samples=2)
    assert run_batch(plain) == run_batch(refereed)


def test_bots_sit_at_a_table_and_are_noted_like_anybody(tmp_path: Path) -> None:
    bot = Path(__file__).parents[2] / "kits" / "python"
    (row,) = run_batch(batch_of("stratego", f"random,mine={bot}", 1))
    assert row.players == ("random", "mine")
    assert row.decisions >= row.commands > 0


def test_the_same_seed_is_played_on_every_rotation_of_the_seats() -> None:
    rows = run_batch(batch_of(TOY, "random,greedy,random", 6))
    assert [(row.group, row.turn) for row in rows] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert len({row.seed for row in rows[:3]}) == 1
    assert rows[0].seed != rows[3].seed
    assert [row.players.index("greedy") for row in rows[:3]] == [1, 2, 0]


@pytest.mark.parametrize("game", [game for game in GAMES if game != TOY])
def test_what_a_game_counts_is_explained_and_its_keys_exist(game: str) -> None:
    measures = measures_of(registry.find(game))
    assert measures is not None
    found: set[str] = set()
    for row in run_batch(batch_of(game, "random", 2)):
        extra = row.extra
        found |= {*extra.numbers, *extra.tags, *extra.series}
        assert all(len(seats) == len(row.players) for seats in extra.tags.values())
        assert 0 <= row.rounds <= row.decisions
    assert found <= set(measures.HELP)
    assert set(measures.KEYS) <= set(measures.HELP)
    assert {"people", "coins", "cities", "soldiers", "pieces"} & found


def test_the_toy_game_declares_nothing_and_is_measured_all_the_same() -> None:
    assert measures_of(registry.find(TOY)) is None
    (row,) = run_batch(batch_of(TOY, "random", 1))
    assert row.extra == Extra()
    assert row.rounds == 3
    assert row.kinds == {"add": 9, "lay": 9}


def observe(values: list[list[float]], outcome: tuple[float, ...]) -> dict[str, Any]:
    """Let an observer watch a match in which two seats move in turn and have these values."""
    game = registry.find(TOY)
    options = read_options(game.options, {})
    s = game.start(options, 1)
    observer = Observer(game, game.actions.space(options), s, 2)
    for number, (first, second) in enumerate(values):
        s.points[0], s.points[1] = first, second
        observer.decide(4, 0)
        observer.command(s, number % 2, (0,))
    return observer.finish(s, "done", outcome)


def test_the_lead_counts_only_when_it_is_clear() -> None:
    # A point is a tenth of value; seat 0 leads, then seat 1, then nobody, then seat 1 still.
    noted = observe([[1, 0], [0, 1], [1, 1], [1, 2]], (-1.0, 1.0))
    assert noted["lead_changes"] == 1
    assert noted["lead_from"] == 0.5
    assert noted["decisions"] == 4
    assert noted["options"] == 4.0


def test_a_winner_who_never_led_leads_from_the_end_and_a_draw_from_nowhere() -> None:
    assert observe([[1, 0], [2, 0]], (-1.0, 1.0))["lead_from"] == 1.0
    assert observe([[1, 0], [2, 0]], (0.0, 0.0))["lead_from"] is None


def test_the_effective_number_of_kinds() -> None:
    assert effective_number([5, 5, 5, 0]) == pytest.approx(3)
    assert effective_number([7]) == 1
    assert 1 < effective_number([99, 1]) < 1.1
    assert effective_number([]) == 0


def test_rows_survive_json() -> None:
    (row,) = run_batch(batch_of("footsoldiers", "random", 1))
    assert msgspec.json.decode(msgspec.json.encode(row), type=Row) == row
