"""The public API of a match, as documented, in every game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plowshares as ps
from plowshares import registry
from plowshares.core.fields import schema_of
from tests.amounts import some

GAMES = {
    "battle_farm": "quick",
    "civ": "quick",
    "farmer_soldier": "standard",
    "footsoldiers": "short",
    "stratego": "micro",
}


def play_some(match: ps.Match, commands: int) -> ps.Match:
    for _ in range(commands):
        if match.result is None:
            match.play(match.ask("random"))
    return match


def test_importing_loads_neither_the_compiler_nor_a_game() -> None:
    loaded = "[m for m in ('numba', 'numpy', 'plowshares.api') if m in sys.modules]"
    code = f"import sys, plowshares; print({loaded}, dir(plowshares))"
    words = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert words.startswith("[] ")
    assert "'new'" in words


def test_everything_that_is_promised_is_there() -> None:
    assert all(getattr(ps, name) is not None for name in ps.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nwe'"):
        ps.nwe  # noqa: B018  # looked up, not used


def test_games_can_be_called_after_a_game_was_imported() -> None:
    import plowshares.games.stratego  # noqa: F401  # Python binds the package to the name `games`

    listed = ps.games()
    assert listed.names() == sorted(GAMES)
    assert listed["Farmer-Soldier"].title == "Farmer Soldier"
    assert listed[0].name == "battle_farm"
    assert "micro" in listed["stratego"].presets
    assert "<table>" in listed._repr_html_()
    assert "stratego" in repr(listed)


def test_the_words_of_new_are_options_of_no_game() -> None:
    taken = {"game", "preset", "seed", "names", "position", "players", "games", "rotate", "time", "save", "jobs"}
    for game in some(ps.games()):
        assert not (taken - {"players"}) & set(game.options), game.name


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_looked_at_and_stepped_back(game: str) -> None:
    match = ps.new(game, GAMES[game], seed=5)
    first = match.to_record().splitlines()[1:]
    views = [match.view(seat).state.tobytes() for seat in (-1, *range(match.seats))]
    assert (first, len(match), match.game) == ([], 0, game)
    play_some(match, 12)
    played = len(match._calls)
    assert played == 12 or match.result is not None
    assert "<svg" in match._repr_svg_()
    for seat in (-1, *range(match.seats)):
        view = match.view(seat)
        assert view.to_dict()["viewer"] == (None if seat == -1 else seat)
        assert view.board == view.fields.board
        assert str(view)
        assert "seat" in repr(view) or "spectator" in repr(view)
    match.undo(played)
    assert [match.view(seat).state.tobytes() for seat in (-1, *range(match.seats))] == views


@pytest.mark.parametrize("game", GAMES)
def test_texts_and_numbers_are_the_same_choices(game: str) -> None:
    match = play_some(ps.new(game, GAMES[game], seed=2), 4)
    seat = match.to_act[-1]
    assert len(match.legal(seat)) == len(match.actions(seat)) > 0
    other = match.copy()
    match.play(match.legal(seat)[0], seat)
    other.play(other.actions(seat)[0], seat)
    assert match.view(seat).state.tobytes() == other.view(seat).state.tobytes()


def test_the_first_seat_to_act_is_meant_where_none_is_named() -> None:
    match = ps.new("stratego", "micro", seed=7)
    assert (match.play("fill"), match.play("ready")) == ("fill", "ready")
    assert match.to_act == [1]
    assert match.legal(0) == []
    match.play("FILL", seat=1)
    assert match.steps[-1].text == "fill"
    assert "ready" in match.legal()


def test_a_refusal_says_why_and_changes_nothing() -> None:
    match = ps.new("stratego", "micro", seed=7)
    before = match.view(0).state.tobytes()
    with pytest.raises(ps.IllegalCommand, match="'a1-a9'"):
        match.play("a1-a9")
    with pytest.raises(ps.InvalidOption, match="no seat 2"):
        match.play("fill", seat=2)
    assert (match.view(0).state.tobytes(), len(match)) == (before, 0)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"game": "stratgo"}, "did you mean 'stratego'"),
        ({"game": "stratego", "preset": "mirco"}, "did you mean 'micro'"),
        ({"game": "stratego", "lakse": "none"}, "unknown option 'lakse'"),
        ({"game": "stratego", "two_square": 99}, "two_square"),
        ({"game": "stratego", "two_sqare": 3}, "did you mean 'two_square'"),
        ({"game": "tests.toys.pennies:GAME", "position": "x"}, "no notation for positions"),
        ({"game": 3}, "game is text, not 3"),
        ({"game": "stratego", "preset": 3}, "preset is text, not 3"),
        ({"game": "stratego", "seed": 1.5}, "seed is a whole number, not 1.5"),
        ({"game": "stratego", "position": 5}, "a position is text, not 5"),
        ({"game": "stratego", "names": ["Anna"]}, "has 2 seats, got 1 names"),
    ],
)
def test_new_names_what_it_does_not_know(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ps.PlowsharesError, match=words):
        ps.new(**given)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda match: match.play(None), "a command is a text, .* not 'None'"),
        (lambda match: match.play(3.5), "a command is a text, .* not '3.5'"),
        (lambda match: match.play(["fill"]), "a command is a text, .* not \"\\['fill'\\]\""),
        (lambda match: match.play(10**9), "actions are numbers from 0 to 647, not 1000000000"),
        (lambda match: match.play({"kind": "x"}), "no command is of the kind 'x'"),
        (lambda match: match.play("plac f d4"), "did you mean 'place'"),
        (lambda match: match.legal("red"), "there is no seat 'red': this match has seats 0 to 1"),
        (lambda match: match.view(-2), "there is no seat -2"),
        (lambda match: match.undo("x"), "1 commands were played, 'x' cannot be undone"),
        (lambda match: match.ask("hrd"), "did you mean 'hard'"),
        (lambda match: match.hint(simulations=0), "simulations=0"),
        (lambda match: match.hint(seconds=-1), "seconds=-1"),
        (lambda match: match.view(0).cell("z99"), "there is no place 'z99'"),
        (lambda match: match.save("/nowhere/x.jsonl"), "cannot write '/nowhere/x.jsonl': no such file or directory"),
        (lambda match: match.review("depth"), "depth is one of: quick, full, deep, not 'depth'"),
    ],
)
def test_wrong_input_is_quoted_and_changes_nothing(call: Callable[[ps.Match], object], words: str) -> None:
    match = ps.new("stratego", "micro", seed=7)
    match.play("fill")
    before = match.engine.state.tobytes()
    with pytest.raises(ps.PlowsharesError, match=words):
        call(match)
    assert (match.engine.state.tobytes(), len(match)) == (before, 1)


def test_after_a_resignation_the_whole_board_is_shown() -> None:
    match = ps.new("stratego", "micro", seed=7)
    for seat in (0, 1):
        match.play("fill", seat)
        match.play("ready", seat)
    assert "b?" in str(match)
    assert "r?" in str(match.view(1))
    match.resign(1)
    assert match.result is not None
    assert match.result.scores == (1.0, 0.0)
    for shown in (str(match), str(match.view(1)), str(match.view(-1))):
        assert "?" not in shown.splitlines()[1]
    assert "bf" in str(match)


def test_given_set_ups_are_known_to_no_search() -> None:
    hints = []
    for layout in ("3mbf", "fbm3"):
        match = ps.new("stratego", "micro", seed=1, red_setup="3mbf", blue_setup=layout)
        hints.append([(each.text, each.chance, each.reason, each.line) for each in match.hint(seat=0, simulations=64)])
    assert any(reason for _text, _chance, reason, _line in hints[0])
    assert hints[0] == hints[1]


def test_whole_matches_are_saved_and_read_again(tmp_path: Path) -> None:
    match = ps.new("stratego", "micro", seed=3, names=["Anna", "Ben"])
    while match.result is None:
        match.play(match.ask("random"))
    place = match.save(tmp_path / "match.jsonl")
    again = ps.load(place, check=True)
    assert (again.result, again.names, len(again)) == (match.result, ("Anna", "Ben"), len(match))
    assert [(step.seat, step.text) for step in again] == [(step.seat, step.text) for step in match]
    assert again.to_record() == place.read_bytes()
    assert [step.view(0).state.tobytes() for step in again] == [step.view(0).state.tobytes() for step in match]
    again.undo(2)
    assert again.result is None
    assert again.to_record() != place.read_bytes()
    assert match.log()[-1] == match.result.sentence


def test_a_seat_that_gives_up_is_recorded_and_can_come_back(tmp_path: Path) -> None:
    match = ps.new("stratego", "micro", seed=3)
    match.play("fill")
    match.resign(1)
    assert match.result is not None
    assert match.result.outcome == (1.0, -1.0)
    again = ps.load(match.save(tmp_path / "x.jsonl"), check=True)
    assert again.result == match.result
    assert match.log()[-1] == match.result.sentence
    again.undo()
    assert again.result is None
    assert again.to_act == [0, 1]
    again.undo()
    assert again.legal(1) == ps.new("stratego", "micro", seed=3).legal(1)
    with pytest.raises(ps.IllegalCommand, match="0 commands were played, 1 cannot"):
        again.undo()


@pytest.mark.rest  # three players need kernels of their own
def test_more_than_two_seats_play_on_when_one_leaves(tmp_path: Path) -> None:
    match = play_some(ps.new("farmer_soldier", "three", seed=1), 5)
    match.resign(match.to_act[0])
    play_some(match, 6)
    again = ps.load(match.save(tmp_path / "x.jsonl"))
    assert [(step.seat, step.text) for step in again] == [(step.seat, step.text) for step in match]
    again.undo(len(again._calls))
    assert len(again) == 0


def test_drafts_are_stepped_back_too() -> None:
    match = ps.new("footsoldiers", "short", seed=1)
    begun = next(text for text in match.legal() if text.startswith("Build"))
    assert match.play(begun) == ""
    assert len(match) == 0
    longer = match.legal()
    match.undo()
    assert match.legal() != longer
    assert begun in match.legal()


def test_a_copy_goes_its_own_way() -> None:
    match = play_some(ps.new("farmer_soldier", seed=4), 5)
    twin = match.copy()
    play_some(twin, 3)
    assert (len(match._calls), len(twin._calls)) == (5, 8)
    twin.undo(8)
    assert len(match._calls) == 5
    assert match.to_act == match.copy().to_act


def test_advice_is_repeatable_and_plays_nothing() -> None:
    match = ps.new("stratego", "micro", seed=7)
    for seat in (0, 1):
        match.play("fill", seat)
        match.play("ready", seat)
    best = match.hint(simulations=64)[0]
    assert best == match.hint(simulations=64)[0]
    assert best.text in match.legal()
    assert best.reason
    assert 0 <= best.chance <= 1
    assert match.ask("greedy") in match.legal()
    assert len(match) == 4
    with pytest.raises(ps.IllegalCommand, match="seat 1 is not to act"):
        match.ask("greedy", seat=1)
    with pytest.raises(ps.InvalidOption, match="no agent is called 'hrad'"):
        match.ask("hrad")


def test_views_tell_nothing_that_the_seat_cannot_know() -> None:
    match = ps.new("stratego", "micro", seed=7)
    for seat in (0, 1):
        match.play("fill", seat)
        match.play("ready", seat)
    mine, theirs = match.view(0), match.view(1)
    assert [piece.type for piece in mine.pieces() if piece.side == "blue"] == [None] * 4
    assert mine.cell("A1").type is not None
    assert theirs.cell("a1").type is None
    assert theirs.cell("a1").letter == "?"
    assert mine.cell("b2") is None
    assert "blue" in dir(mine) or "board" in dir(mine)
    with pytest.raises(ps.UnknownCell, match="no place 'z9'"):
        mine.cell("z9")
    with pytest.raises(AttributeError):
        mine.nothing  # noqa: B018  # likewise


def test_series_are_repeatable_and_keep_records(tmp_path: Path) -> None:
    table = ps.play("stratego", ["easy@16", "me=random"], games=2, seed=1, preset="micro", save=tmp_path)
    again = ps.play("stratego", ["easy@16", "me=random"], games=2, seed=1, preset="micro")
    assert repr(table) == repr(again)
    assert [line.games for line in table] == [2, 2]
    assert table["me"].low <= table["me"].score <= table["me"].high
    assert "95 % interval" in table._repr_html_()
    assert [ps.load(path).result for path in table.records] == table.results
    with pytest.raises(ps.InvalidOption, match="nobody is called 'you'"):
        table["you"]
    with pytest.raises(ps.InvalidOption, match="has 2 seats, 1 players"):
        ps.play("stratego", ["random"])


@pytest.mark.parametrize("data", [b"", b"\x00\xff", b"hello", b'{"plowshares":1', b'{"plowshares":9}\n'])
def test_invalid_match_files_are_refused(data: bytes) -> None:
    with pytest.raises((ps.InvalidFile, ps.InvalidRecord)):
        ps.load(data)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ps.InvalidFile, match=r"cannot read '.*nowhere\.jsonl'"):
        ps.load("nowhere.jsonl")


def test_a_changed_record_is_refused(tmp_path: Path) -> None:
    match = play_some(ps.new("stratego", "micro", seed=3), 8)
    data = match.to_record()
    with pytest.raises(ps.InvalidRecord, match="line 3"):
        ps.load(data.replace(b'"do":"', b'"do":"x', 2).replace(b'"do":"x', b'"do":"', 1))
    with pytest.raises(ps.InvalidRecord):
        ps.load(data.replace(b'"n":2', b'"n":7'), check=True)


@pytest.mark.parametrize("game", GAMES)
def test_named_fields_have_a_schema(game: str) -> None:
    found = registry.find(game).fields
    assert found is not None
    assert set(found.View.__struct_fields__) == set(schema_of(found.View)["$defs"]["View"]["properties"])


def test_what_stands_on_the_board_is_listed_in_civ() -> None:
    match = ps.new("civ", "quick", seed=1, start_armies=2, start_workers=1, open_stats=False)
    assert (match.view(0).players[1].food, match.view(1).players[1].food is None) == (None, False)
    tiles = match.view(0).pieces()
    assert [tile for tile in tiles if tile.units and tile.units.armies]
    assert all(tile.city is not None or tile.units is not None for tile in tiles)


def test_a_record_with_a_seed_that_is_not_a_number_is_refused() -> None:
    data = ps.new("stratego", "micro", seed=3).to_record()
    with pytest.raises(ps.InvalidRecord, match="line 1"):
        ps.load(data.replace(b'"seed":"0x3"', b'"seed":"three"'))
    with pytest.raises(ps.InvalidRecord, match="version 99"):
        ps.load(data.replace(b'"rules":1', b'"rules":99'))
