"""The doctor finds what is wrong, and says so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plowshares import registry
from plowshares.arena.bot import BotSettings
from plowshares.arena.bot_definition import Definition, read_directory
from plowshares.arena.doctor import Doctor, Finding, is_healthy
from plowshares.cli import bot as command
from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_options
from plowshares.games.footsoldiers.adapters.doctor import FootsoldiersDoctor
from tests.arena.bots import write_bot
from tests.arena.conftest import KITS, LANGUAGES, Build
from tests.arena.test_referee import FIRST, FRAME
from tests.toys.pennies import GAME


def examine(definition: Definition, place: Path, patience: float = 10.0) -> list[Finding]:
    options = read_options(
        GAME.options, {"seats": 2, "rounds": 5} if "rounds" in GAME.options.__struct_fields__ else {}
    )
    settings = BotSettings(errors=place / "errors", patience=patience, start_seconds=patience)
    return list(Doctor(definition, GAME, options, settings).examine())


def define(place: Path, code: str, frame: bool = True) -> Definition:
    made = write_bot(place, FRAME.format(code=code) if frame else code)
    return Definition("bot", made.words, made.directory)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kit_is_healthy(tmp_path: Path, language: str, built: Build) -> None:
    findings = examine(built(language), tmp_path)
    assert [finding for finding in findings if finding.verdict != "good"] == []
    assert [finding.name for finding in findings] == [
        "program",
        "handshake",
        "first turn",
        "frozen",
        "huge turn",
        "refusal",
        "more turns",
        "result",
    ]


@pytest.mark.parametrize(
    ("code", "name", "words", "advice"),
    [
        ("import time\ntime.sleep(60)", "handshake", "did not start in time", "flush"),
        ("import sys\nsys.exit('no licence')", "handshake", "ended with exit code 1", "no licence"),
        ("print('Hello')\ninput()\ninput()", "handshake", "'Hello' is not a message", "nothing but one JSON object"),
        (
            'input()\nprint(\'{"type": "play", "action": 1}\')\ninput()',
            "handshake",
            "must answer the hello with",
            "nothing but one JSON object",
        ),
    ],
)
def test_a_bad_beginning_is_explained(tmp_path: Path, code: str, name: str, words: str, advice: str) -> None:
    *_, last = examine(define(tmp_path, code, frame=False), tmp_path, patience=1.0 if "sleep" in code else 10.0)
    assert (last.name, last.verdict) == (name, "bad")
    assert words in last.words
    assert advice in last.advice


@pytest.mark.parametrize(
    ("code", "name", "words"),
    [
        ('def turn(m): say(text="lay 9")', "first turn", "answered 'lay 9', which is refused"),
        ("def turn(m): sys.exit(4)", "first turn", "ended with exit code 4"),
        ("def turn(m): print('thinking…', flush=True)", "first turn", "is not a message"),
        ("def turn(m): time.sleep(60)", "first turn", "did not answer in time"),
        ('def turn(m):\n    "padding" in m and time.sleep(60)' + FIRST[13:], "huge turn", "1 MiB"),
    ],
)
def test_bad_turns_are_explained(tmp_path: Path, code: str, name: str, words: str) -> None:
    patience = 1.5 if "sleep" in code else 10.0
    *_, last = examine(define(tmp_path, code), tmp_path, patience)
    assert (last.name, last.verdict) == (name, "bad")
    assert words in last.words + last.advice


def test_weak_points_are_warnings(tmp_path: Path) -> None:
    code = """
import signal
def turn(m):
    if m["type"] == "turn":
        say(type="play", id=m["id"], action=legal(m)[0]["action"])
import atexit
atexit.register(lambda: time.sleep(5))
"""
    findings = examine(define(tmp_path, code), tmp_path, patience=2.0)
    warnings = {finding.name: finding for finding in findings if finding.verdict == "warning"}
    assert warnings.keys() == {"refusal", "result"}
    assert "answer the same turn again" in warnings["refusal"].advice
    assert is_healthy(findings)


def test_a_missing_program_is_bad(tmp_path: Path) -> None:
    (finding,) = examine(Definition("ghost", ("./ghost",), tmp_path), tmp_path)
    assert (finding.name, finding.verdict) == ("program", "bad")
    assert not is_healthy([finding])


def footsoldiers(definition: Definition, place: Path) -> list[Finding]:
    return list(FootsoldiersDoctor(definition, BotSettings(errors=place)).examine())


def test_the_footsoldiers_kit_is_healthy(tmp_path: Path) -> None:
    findings = footsoldiers(read_directory(KITS / "footsoldiers"), tmp_path)
    assert [finding for finding in findings if finding.verdict != "good"] == []
    assert len(findings) == 6


@pytest.mark.parametrize(
    ("code", "framing", "name", "words"),
    [
        ("print('Hi', flush=True)", "bare", "handshake", "printed 'Hi' instead of 'Ready'"),
        ("print('Ready', flush=True)\ninput()\nprint('No-op')", "bare", "normal turns", '"framing": "line"'),
        ("print('Ready', flush=True)\nraise SystemExit(3)", "bare", "normal turns", "ended with exit code 3"),
    ],
)
def test_bad_footsoldiers_bots_are_explained(tmp_path: Path, code: str, framing: str, name: str, words: str) -> None:
    made = write_bot(tmp_path, code)
    definition = Definition("bot", made.words, made.directory, "footsoldiers", "bare" if framing == "bare" else "line")
    *_, last = footsoldiers(definition, tmp_path / "errors")
    assert (last.name, last.verdict) == (name, "bad")
    assert words in last.words + last.advice


def test_a_line_reader_in_auto_framing_is_told_to_say_so(tmp_path: Path) -> None:
    code = "import sys\nprint('Ready', flush=True)\nfor line in sys.stdin: print('noop', flush=True)"
    made = write_bot(tmp_path, code)
    findings = footsoldiers(Definition("bot", made.words, made.directory, "footsoldiers"), tmp_path)
    turns = next(finding for finding in findings if finding.name == "normal turns")
    assert turns.verdict == "warning"
    assert "5 failed: 'noop' is not a command" in turns.words


def test_the_command_says_it_all(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find", lambda _: GAME)
    command.bot("check", os.path.relpath(KITS / "python"), game="pennies")
    said = capsys.readouterr().out
    assert "✓ handshake: ready after" in said
    assert said.endswith("nothing bad was found\n")
    command.bot("build", str(KITS / "python"))
    assert capsys.readouterr().out == "nothing to build\n"
    with pytest.raises(InvalidOption, match="a bot can be told to new, build or check, not 'heal'"):
        command.bot("heal", str(KITS / "python"))
    with pytest.raises(InvalidOption, match="there is no bot at 'nowhere'"):
        command.bot("check", "nowhere")
