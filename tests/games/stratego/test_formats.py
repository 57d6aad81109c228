"""Foreign formats: what is written reads back as the same match, and damage is refused with its reason."""

from __future__ import annotations

import re
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest

import plowshares as ps
from plowshares.agents import make_agent
from plowshares.api.files import to_format
from plowshares.arena.bot import BotSettings
from plowshares.arena.bot_definition import Definition
from plowshares.arena.foreign import find_protocol
from plowshares.arena.player import BuiltIn
from plowshares.arena.referee import RefereedMatch
from plowshares.cli.convert import convert
from plowshares.core.options import read_options
from plowshares.engine.clock import parse_time
from plowshares.games.stratego import GAME
from plowshares.games.stratego.adapters import bots
from plowshares.games.stratego.adapters.formats import gravon, ucc

FIELD = (
    "".join(["MBDDDDDDDD", "EEEEEBBBBB", "FFFFGGGGCL", "HHHHIIIJJK"])
    + "AA__AA__AA" * 2
    + "".join(["TTTTUUUVVW", "RRRRSSSSOX", "QQQQQNNNNN", "YNPPPPPPPP"])
)
MOVES = [("A4", "A5"), ("A7", "A6"), ("B4", "B5"), ("K7", "K6"), ("A5", "A6")]


def gravon_file(field: str = FIELD, moves: list[tuple[str, str]] = MOVES, result: str = 'type="3" winner="2"') -> bytes:
    body = "".join(f'<move id="{i}" source="{a}" target="{b}"/>' for i, (a, b) in enumerate(moves, 1))
    game = f'<field content="{field}"/>{body}<result {result}/>'
    return f'<gravon><game id="classic-2005.11-1">{game}</game></gravon>'.encode()


def random_match(preset: str, seed: int, moves: int = 400) -> ps.Match:
    match = ps.new("stratego", preset, seed=seed, scout="line", two_square=0)
    for seat in (0, 1):
        match.play("fill", seat)
        match.play("ready", seat)
    while match.result is None and len(match) < moves:
        match.play(match.ask("random"))
    if match.result is None:
        match.resign(match.to_act[0])
    return match


def test_a_game_of_the_archive_is_read_with_hidden_set_ups(tmp_path: Path) -> None:
    path = tmp_path / "classic-2005.11-1.xml"
    path.write_bytes(gravon_file())
    match = ps.load(path)
    assert match.result is not None
    assert (match.result.reason, match.result.outcome) == ("resigned", (-1.0, 1.0))
    assert match.options["two_square"] == 5
    assert [step.text for step in match][-5:] == ["a4-a5", "a7-a6", "b4-b5", "j7-j6", "a5-a6"]
    assert "resignation" in match.note
    match.undo(2)
    assert match.view(0).cell("a1").type == "flag"
    assert match.view(1).cell("a1").type is None
    assert match.view(1).cell("a10").type == "flag"
    worlds = [piece.type for piece in match.view(0).pieces() if piece.side == "blue"]
    assert worlds == [None] * 40


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<gravon><game/></gravon>", "no board"),
        (gravon_file(FIELD[:99]), "100 letters, this one 99"),
        (gravon_file(FIELD.replace("M", "B", 1)), "red has 0 flags"),
        (gravon_file(FIELD.replace("_", "A", 1)), "lakes"),
        (gravon_file(FIELD.replace("C", "Z", 1)), "'Z' is not a piece"),
        (gravon_file(moves=[("A4", "J5")]), "'J5' is not a cell"),
        (gravon_file(moves=[("A4", "B5")]), "command 5 of seat 0: .*not on a line"),
        (gravon_file(result='type="x"'), "not a number"),
        (gravon_file().replace(b"classic-2005", b"duell-2005"), "another game"),
        (b"<gravon><field content=", "not well-formed"),
        (b'<!DOCTYPE g [<!ENTITY a "b">]><gravon><field content=""/></gravon>', "entities"),
    ],
)
def test_damaged_games_are_refused_with_the_reason(data: bytes, words: str) -> None:
    with pytest.raises(ps.InvalidFile, match=words):
        ps.load(data, game="stratego")


def test_boards_that_are_no_set_up_are_positions() -> None:
    field = list("A" * 100)
    for cell in gravon.LAKES:
        field[cell] = "_"
    field[0], field[50], field[99], field[60], field[98] = "M", "L", "Y", "P", "P"
    match = ps.load(gravon_file("".join(field), [("A6", "A7")], 'type="4" winner="3"'))
    assert match.steps[0].text == "a6-a7"
    assert match.result is not None
    assert match.result.outcome == (0.0, 0.0)


@pytest.mark.parametrize("name", ["gravon", "ucc"])
@pytest.mark.parametrize(("preset", "seed"), [("classic", 1), ("barrage", 2), ("barrage", 5)])
def test_what_is_written_reads_back_as_the_same_match(name: str, preset: str, seed: int) -> None:
    match = random_match(preset, seed)
    data = to_format(match, name)
    again = ps.load(data, name="stratego-2005.xml")
    moves = re.compile(r"[a-j]\d+-")
    assert [s.text for s in again if moves.match(s.text)] == [s.text for s in match if moves.match(s.text)]
    assert again.result is not None
    assert match.result is not None
    assert again.result.outcome == match.result.outcome
    assert again.view(0).pieces() == match.view(0).pieces()
    assert to_format(again, name) == data


def test_what_a_format_cannot_write_is_refused() -> None:
    small = random_match("micro", 1)
    with pytest.raises(ps.InvalidFile, match="10x10 only"):
        to_format(small, "gravon")
    with pytest.raises(ps.InvalidFile, match="did not get beyond"):
        to_format(ps.new("stratego"), "ucc")
    with pytest.raises(ps.InvalidFile, match="no format 'pgn'; there are: gravon, ucc"):
        to_format(small, "pgn")
    with pytest.raises(ps.InvalidFile, match="Civ has no format"):
        to_format(ps.new("civ"), "ucc")


@pytest.mark.parametrize("line", ["NO_MOVE", "0 3 UP 9", "a 3 DOWN", "0 3 SIDEWAYS", ""])
def test_lines_that_are_no_moves_are_quoted(line: str) -> None:
    with pytest.raises(ps.InvalidFile):
        ucc.read_line(line)


def test_moves_are_written_as_they_are_read() -> None:
    for text, line in {"a4-a5": "0 3 DOWN", "j7-j3": "9 6 UP 4", "c5-a5": "2 4 LEFT 2", "c5-d5": "2 4 RIGHT"}.items():
        assert ucc.write_line(text) == line
        assert ucc.read_line(line) == text


def test_archives_are_converted_without_unpacking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile(tmp_path / "month.zip", "w") as archive:
        archive.writestr("2005/classic-2005.11-1.xml", gravon_file())
        archive.writestr("2005/classic-2005.11-2.xml", gravon_file(FIELD[:50]))
    convert(tmp_path / "month.zip", out=tmp_path / "out")
    said = capsys.readouterr()
    assert "1 converted, 1 refused" in said.out
    assert "classic-2005.11-2.xml: a board has 100 letters" in " ".join(said.err.split())
    (made,) = (tmp_path / "out").iterdir()
    assert ps.load(made, check=True).result is not None
    convert(tmp_path / "out", to="ucc", out=tmp_path / "logs")
    (log,) = (tmp_path / "logs").iterdir()
    assert log.read_text().splitlines()[-1] == "BLUE SURRENDER"
    with pytest.raises(SystemExit):
        convert(tmp_path / "month.zip", to="pgn", out=tmp_path / "none")


def test_what_is_refused_is_quoted_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "users.txt").write_text("root:x:0 [/b]")
    with pytest.raises(SystemExit):
        convert(tmp_path / "users.txt", to="gravon", out=tmp_path / "none")
    assert "it begins 'root:x:0 [/b]'" in " ".join(capsys.readouterr().err.split())


BOT = """
import sys
colour = input().split()[0]
rows = ["FB99999999", "88888BBBBB", "7777666631", "2334445555"]
rows[2] = "777766665s"; rows[3] = "1233444555"
for row in (rows if colour == "RED" else rows[::-1]):
    print(row, flush=True)
own = set("123456789s")
while True:
    line = input()
    if line == "QUIT":
        break
    board = [input() for _ in range(10)]
    steps = {"DOWN": (0, 1), "UP": (0, -1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
    if colour == "BLUE":
        steps = {"UP": (0, -1), "DOWN": (0, 1), "RIGHT": (1, 0), "LEFT": (-1, 0)}
    moves = [
        (x, y, way)
        for way, (dx, dy) in steps.items()
        for y in range(10)
        for x in range(10)
        if board[y][x] in own and 0 <= x + dx < 10 and 0 <= y + dy < 10 and board[y + dy][x + dx] in ".#"
    ]
    x, y, way = moves[0]
    ANSWER
    echo = input()
    print(echo, file=sys.stderr, flush=True)
    if echo == "QUIT":
        break
"""


QUICK = {"scout": "line", "two_square": 0}
RIVAL = ("blue_setup", "red_setup")  # by the bot's seat: ready at once


def ucc_bot(folder: Path, answer: str = "print(x, y, way, flush=True)") -> Definition:
    file = folder / "bot.py"
    file.write_text(textwrap.dedent(BOT).replace("ANSWER", answer))
    return Definition("old hand", (sys.executable, str(file)), folder, "ucc")


@pytest.mark.every_mode
@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_of_the_ucc_protocol_plays_a_whole_match(tmp_path: Path, seat: int) -> None:
    definition = ucc_bot(tmp_path)
    foreign = find_protocol(GAME, "ucc", "bot")
    assert foreign is bots
    settings = BotSettings(isolation="plain", errors=tmp_path / "errors")
    players = [foreign.make_player(definition, settings), BuiltIn(make_agent("random", GAME, 1))]
    options = read_options(GAME.options, {**QUICK, "no_battle_limit": 30, RIVAL[seat]: "random"})
    table = RefereedMatch(GAME, options, 3, players if seat == 0 else players[::-1], parse_time("/5"))
    played = table.play()
    assert played.notes == ()
    assert played.commands > 30
    assert played.result.reason in ("no-battle", "flag", "army", "blocked")
    echoes = next((tmp_path / "errors").iterdir()).read_text().splitlines()
    assert len(echoes) > 10
    assert all(
        re.match(r"\d \d (UP|DOWN|LEFT|RIGHT)( \d)? (OK|KILLS|DIES|BOTHDIE|VICTORY)|QUIT", echo) for echo in echoes
    )


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("print('SURRENDER', flush=True)", "resigned"),
        ("print('NO_MOVE', flush=True)", "illegal"),
        ("sys.exit(3)", "crash"),
    ],
)
def test_what_goes_wrong_is_reported_as_for_other_bots(tmp_path: Path, answer: str, reason: str) -> None:
    definition = ucc_bot(tmp_path, answer)
    players = [bots.make_player(definition, BotSettings(isolation="plain")), BuiltIn(make_agent("random", GAME, 1))]
    played = RefereedMatch(
        GAME, read_options(GAME.options, {**QUICK, RIVAL[0]: "random"}), 3, players, parse_time("/1")
    ).play()
    assert played.result.reason in (reason, "time")
    assert played.notes


def test_the_doctor_plays_a_match_with_it(tmp_path: Path) -> None:
    (good,) = bots.examine(ucc_bot(tmp_path), BotSettings(isolation="plain"))
    assert good.verdict == "good"
    assert not bots.is_spoken_by("bot")
