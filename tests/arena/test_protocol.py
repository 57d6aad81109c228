"""Messages of the one protocol, and that they tell a seat nothing it may not know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plowshares import registry
from plowshares.agents import Random
from plowshares.agents.base import ask_for
from plowshares.arena import protocol
from plowshares.arena.bot import Bot, errors_file
from plowshares.arena.bot_definition import Definition, is_bot, read_definition
from plowshares.arena.process import BadBot
from plowshares.core.fields import schema_of
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.core.records import Record
from plowshares.engine.match import Match
from tests.toys.pennies import GAME

GAMES = [GAME, *(registry.find(name) for name in registry.names())]
STEPS = 25


def new_match(game: Game, seed: int = 1) -> Match:
    first = next(iter(game.presets.values()))
    return Match(game, read_options(game.options, first), seed, now=lambda: 0.0)


def everything(match: Match, seat: int) -> bytes:
    """Return all that a bot on this seat would be sent for its turn."""
    bot = Bot(Definition("bot", ("true",), Path.cwd()))
    bot.wants = protocol.WANTS
    bot._match = match
    return protocol.encode(bot._turn(ask_for(match, seat)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_bot_is_told_nothing_its_seat_may_not_know(game: Game) -> None:
    match = new_match(game)
    agent = Random(game, 3)
    compared = 0
    for step in range(STEPS):
        if match.result:
            break
        seat = match.to_act()[step % len(match.to_act())]
        told = everything(match, seat)
        whole, match.state = match.state, match.state.clone()
        game.view.disturb(match.state, seat, np.uint64(step))
        compared += match.state.tobytes() != whole.tobytes()
        assert everything(match, seat) == told
        match.state = whole
        match.play(seat, agent.choose(ask_for(match, seat)))
    assert compared > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_views_are_plain_json_field_by_field(game: Game) -> None:
    match = new_match(game)
    view = match.view(0)
    plain = json.loads(protocol.encode(protocol.view_to_plain(view)))
    assert plain.keys() <= set(type(view).layout.names or ())
    assert "options" not in plain
    assert "actions" not in plain
    for name, value in plain.items():
        field = view[name]
        if isinstance(field, np.ndarray) and not field.dtype.names:
            assert np.array_equal(np.array(value), field)
        elif not isinstance(field, np.ndarray | Record):
            assert value == field


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_boards_have_the_fields_that_their_schema_names(game: Game) -> None:
    match = new_match(game)
    board = protocol.board_of(game, match.view(0), 0)
    assert board is not None
    assert game.fields is not None
    schema = schema_of(game.fields.View)
    named = schema["$defs"]["View"]["properties"]
    assert set(json.loads(protocol.encode(board))) <= set(named)
    assert {"viewer", "to_act", "over", "board"} <= set(named)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_form_of_a_legal_action_is_the_same_action(game: Game) -> None:
    match = new_match(game)
    seat = match.to_act()[0]
    ask = ask_for(match, seat)
    page = protocol.legal_page(game, ask.view, seat, ask.legal)
    assert page["count"] == len(ask.legal)
    assert len(page["actions"]) == min(len(ask.legal), protocol.PAGE)
    for entry in page["actions"][:20]:
        assert match.read(seat, entry["text"]) == (entry["action"],)
        assert match.read(seat, entry["do"]) == (entry["action"],)


def test_pages_stay_within_the_list() -> None:
    match = new_match(GAME)
    ask = ask_for(match, 0)

    def numbers(start: int, count: int) -> list[int]:
        return [entry["action"] for entry in protocol.legal_page(GAME, ask.view, 0, ask.legal, start, count)["actions"]]

    assert numbers(0, 2) == list(ask.legal[:2])
    assert numbers(1, 1000) == list(ask.legal[1:])
    assert numbers(10_000, 5) == []
    assert numbers(-5, 1) == list(ask.legal[:1])
    assert numbers(0, -3) == []


def read(line: bytes) -> protocol.Answer | None:
    """Return the answer in a line, None if it is malformed; anything else would end a match."""
    try:
        return protocol.parse_answer(line, 1000)
    except protocol.Malformed:
        return None


@given(st.binary(max_size=80))
def test_any_bytes_are_an_answer_or_malformed(line: bytes) -> None:
    answer = read(line)
    assert answer is None or answer.type in protocol.TYPES


@given(
    st.dictionaries(
        st.sampled_from(["type", "id", "action", "text", "do", "wants", "from", "count"]),
        st.from_type(type(None)) | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=5), max_size=2),
    )
)
def test_any_object_is_an_answer_or_malformed(data: dict[str, Any]) -> None:
    answer = read(json.dumps(data).encode())
    assert answer is None or answer.type != "play" or answer.command is not None


def test_answers_in_all_forms() -> None:
    assert protocol.parse_answer(b'{"action": 3}', 100).command == 3
    assert protocol.parse_answer(b'{"type": "play", "text": "lay 1", "id": 4}', 100).id == 4
    assert protocol.parse_answer(b'{"do": {"kind": "lay"}}', 100).command == {"kind": "lay"}
    assert protocol.parse_answer(b'{"type": "legal", "from": 7}', 100).start == 7
    assert protocol.parse_answer(b'{"type": "ready", "wants": ["view"], "more": 1}', 100).wants == ["view"]
    with pytest.raises(protocol.Malformed, match="wants 'everything'; there are: board, view, changes"):
        protocol.parse_answer(b'{"type": "ready", "wants": ["everything"]}', 100)


def test_changes_are_the_fields_that_differ() -> None:
    assert protocol.changed({}, {"a": 1, "b": [2]}) == {"a": 1, "b": [2]}
    assert protocol.changed({"a": 1, "b": [2]}, {"a": 1, "b": [3]}) == {"b": [3]}


# Words for seats


def test_seat_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("")
    (tmp_path / "run").write_text("#!/bin/sh\n")
    (tmp_path / "run").chmod(0o755)
    assert read_definition("bot.py").words == ("python3", "-u", "bot.py")
    assert read_definition("./run").words == ("./run",)
    assert read_definition("./run").directory == tmp_path
    assert read_definition("cmd:node 'my bot.js'").words == ("node", "my bot.js")
    assert [is_bot(word) for word in ("random", "bot.py", "./x", "cmd:y")] == [False, True, True, True]


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("./nothing", "there is no bot at './nothing'"),
        ("./plain.txt", "'./plain.txt' is not executable; run: chmod +x ./plain.txt"),
        ("cmd:", "'cmd:' holds no command"),
        ("cmd:'open", "is not a command line: no closing quotation"),
    ],
)
def test_bad_seat_words_are_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, words: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.txt").write_text("hello")
    with pytest.raises(BadBot) as caught:
        read_definition(word)
    assert words in str(caught.value)


def test_names_of_error_files_hold_nothing_dangerous(tmp_path: Path) -> None:
    found = errors_file(tmp_path / "new", 1, "../<my> bot\n")
    assert found == tmp_path / "new" / "seat1-..__my__bot_.stderr"
    assert errors_file(None, 0, "x") is None
