"""Every starter kit is built as its definition says and plays a whole match of a game with hidden parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from plowshares import registry
from plowshares.agents import make_agent
from plowshares.arena.bot import Bot, BotSettings
from plowshares.arena.bot_definition import build, read_directory
from plowshares.arena.doctor import Doctor
from plowshares.arena.player import BuiltIn
from plowshares.arena.process import BadBot
from plowshares.arena.referee import RefereedMatch
from plowshares.core.options import read_options
from tests.arena.conftest import KITS, LANGUAGES, Build
from tests.toys.pennies import GAME


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_plays_a_match_without_a_fault(tmp_path: Path, language: str, built: Build) -> None:
    definition = built(language)
    assert definition.protocol == "plowshares"
    options = read_options(GAME.options, {"seats": 2})
    agent = BuiltIn(make_agent("random", GAME, 1))
    played = RefereedMatch(GAME, options, 3, [Bot(definition, BotSettings(errors=tmp_path)), agent]).play()
    assert played.notes == ()
    assert played.result.reason == "rounds"
    assert (tmp_path / f"seat0-{definition.name.replace(' ', '_').replace('+', '_')}.stderr").stat().st_size > 0


@pytest.mark.long
@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("language", ["c", "python"])  # one that reads numbers, and one that reads texts
def test_kits_play_every_game(tmp_path: Path, language: str, name: str, built: Build) -> None:
    game = registry.find(name)
    options = read_options(game.options, next(iter(game.presets.values())))
    findings = list(Doctor(built(language), game, options, BotSettings(errors=tmp_path)).examine())
    assert [finding for finding in findings if finding.verdict != "good"] == []
    assert findings[-1].name == "result"


def test_every_kit_is_in_the_list_of_kits() -> None:
    readme = (KITS / "README.md").read_text()
    directories = {place.name for place in KITS.iterdir() if place.is_dir()}
    assert directories == {*LANGUAGES, "footsoldiers", "ucc"}
    assert all(f"| `{name}` |" in readme for name in directories)


def test_a_build_that_fails_says_why(tmp_path: Path) -> None:
    (tmp_path / "definition.json").write_text('{"command": "x", "build": ["sh", "-c", "echo no such luck; exit 3"]}')
    with pytest.raises(BadBot, match="failed with exit code 3:\nno such luck"):
        build(read_directory(tmp_path))
    (tmp_path / "definition.json").write_text('{"command": "x", "build": ["no-such-compiler"]}')
    with pytest.raises(BadBot, match="cannot be built with 'no-such-compiler': no such file or directory"):
        build(read_directory(tmp_path))
    (tmp_path / "definition.json").write_text('{"command": "x"}')
    assert build(read_directory(tmp_path)) == "nothing to build"
