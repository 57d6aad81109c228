"""The first page of help, and the schemas."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from plowshares import registry
from plowshares.arena.series import entrants_of
from plowshares.cli import COMMANDS, app
from plowshares.cli.schema import PLAIN, find_schema, schema
from plowshares.core.errors import InvalidOption


def test_every_command_is_described_in_its_group(capsys: pytest.CaptureFixture[str]) -> None:
    app("--help", result_action="return_value")
    page = capsys.readouterr().out
    for title, entries in COMMANDS.items():
        assert title in page
        for name, _, words in entries:
            assert f" {name} " in page
            assert words.split()[0] in page
    assert "Commands" not in page
    assert "civ-api" in page


def test_every_command_can_be_loaded() -> None:
    names = [name for entries in COMMANDS.values() for name, _, _ in entries]
    assert len(names) == len(set(names)) > 10
    assert all(callable(app[name].default_command) for name in names)


@pytest.mark.parametrize("what", PLAIN)
def test_plain_schemas_are_schemas(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    schema(what)
    assert json.loads(capsys.readouterr().out).keys() & {"$ref", "anyOf", "type"}


@pytest.mark.parametrize("game", registry.names())
def test_every_game_has_schemas_of_its_boards_and_options(game: str) -> None:
    board = find_schema("board", game)["$defs"]["View"]
    assert board["properties"]["board"]
    assert find_schema("options", game)["$defs"]["Options"]["properties"]


@pytest.mark.parametrize(
    ("what", "game", "words"),
    [
        ("bord", None, "did you mean 'board'"),
        ("board", None, "name the game"),
        ("options", "chess", "no game is called"),
    ],
)
def test_unknown_schemas_are_named(what: str, game: str | None, words: str) -> None:
    with pytest.raises((InvalidOption, LookupError), match=words):
        find_schema(what, game)


def test_bots_are_called_what_their_definition_says(tmp_path: Path) -> None:
    for folder, definition in (("one", {"command": "true", "name": "Anna's bot"}), ("two", {"command": "true"})):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "definition.json").write_bytes(msgspec.json.encode(definition))
    words = [str(tmp_path / "one"), str(tmp_path / "two"), f"other={tmp_path / 'one'}", "greedy"]
    assert [entrant.name for entrant in entrants_of(words)] == ["Anna's bot", "two", "other", "greedy"]
