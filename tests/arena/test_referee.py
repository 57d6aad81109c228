"""Bots that speak the one protocol, good and bad, at a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plowshares.agents import make_agent
from plowshares.arena.bot import Bot, BotSettings
from plowshares.arena.bot_definition import Definition
from plowshares.arena.player import BuiltIn, Player
from plowshares.arena.process import Limits
from plowshares.arena.referee import Played, Policy, RefereedMatch, unique_names
from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_options
from plowshares.engine.clock import TimeControl
from plowshares.engine.record import verify
from tests.arena.bots import write_bot
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options

# What every bot here is made of: reads messages, keeps them in a file of standard error, calls `turn`.
FRAME = """
import json, os, random, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

def legal(message):
    return message["legal"]["actions"]

READY = {{"type": "ready"}}
{code}
for line in sys.stdin:
    message = json.loads(line)
    print(line, end="", file=sys.stderr, flush=True)
    if message["type"] == "hello":
        say(**READY)
    elif message["type"] in ("turn", "refused", "legal"):
        turn(message)
"""
FIRST = """
def turn(m):
    say(type="play", id=m["id"], action=legal(m)[0]["action"])
"""


def seat(place: Path, code: str, name: str = "bot", settings: BotSettings | None = None, frame: str = FRAME) -> Bot:
    command = write_bot(place, frame.format(code=code) if frame is FRAME else frame, name)
    definition = Definition(name, command.words, command.directory)
    return Bot(definition, settings or BotSettings(errors=place))


def against_random(
    bot: Player, policy: Policy | None = None, control: TimeControl | None = None
) -> tuple[RefereedMatch, Played]:
    options = read_options(GAME.options, {"seats": 2})
    table = RefereedMatch(GAME, options, 5, [bot, BuiltIn(make_agent("random", GAME, 1))], control, policy)
    return table, table.play()


def messages(place: Path, name: str = "bot", number: int = 0) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (place / f"seat{number}-{name}.stderr").read_text().splitlines()]


def test_a_bot_plays_a_whole_match_and_the_record_verifies(tmp_path: Path) -> None:
    table, played = against_random(seat(tmp_path, FIRST))
    assert played.result.reason == "rounds"
    assert played.names == ("bot", "random")
    assert [faults.total for faults in played.faults] == [0, 0]
    assert played.isolation[1] == "built-in"
    table.save(tmp_path / "records" / "match.jsonl")
    data = (tmp_path / "records" / "match.jsonl").read_bytes()
    assert "all as recorded" in verify(data, lambda _: GAME)
    assert list((tmp_path / "records").iterdir()) == [tmp_path / "records" / "match.jsonl"]


def test_what_a_bot_is_told(tmp_path: Path) -> None:
    control = TimeControl(60.0, 1.0, 5.0)
    against_random(seat(tmp_path, FIRST), control=control)
    hello, first, second, *_, last = messages(tmp_path)
    assert (hello["type"], hello["protocol"], hello["game"], hello["seat"], hello["seats"]) == (
        "hello",
        1,
        "pennies",
        0,
        2,
    )
    assert hello["options"]["seats"] == 2
    assert hello["time"] == {"bank": 60.0, "increment": 1.0, "per_move": 5.0, "clock": "wall"}
    assert first["id"] == 1
    assert first["legal"]["count"] == first["count"] == len(first["legal"]["actions"])
    assert first["legal"]["actions"][0] == {"action": 0, "text": "lay 0", "do": {"kind": "lay", "coin": 0}}
    assert first["time"]["left"] == 5.0
    assert first["prompt"] == "Lay a coin."
    assert "rng" not in first["view"]
    assert first["picture"]
    assert second["prompt"] == "Add 0, 1 or 2."
    assert last["type"] == "result"
    assert len(last["outcome"]) == 2


@pytest.mark.parametrize(
    "answer", ['text=legal(m)[-1]["text"]', 'do=legal(m)[-1]["do"]', 'text=legal(m)[-1]["text"], type="play"']
)
def test_answers_by_text_and_by_object(tmp_path: Path, answer: str) -> None:
    _, played = against_random(seat(tmp_path, f"def turn(m): say(**dict({answer}))"))
    assert played.result.reason == "rounds"
    assert played.faults[0].total == 0


def test_a_whole_command_of_two_decisions_is_one_answer(tmp_path: Path) -> None:
    code = 'def turn(m): say(text=legal(m)[0]["text"] + " +0")'
    _, played = against_random(seat(tmp_path, code))
    assert played.faults[0].total == 0
    assert played.commands == len([m for m in messages(tmp_path) if m["type"] == "turn"]) * 2


def test_wishes_choose_the_parts_of_a_turn(tmp_path: Path) -> None:
    code = """
READY["wants"] = ["numbers", "changes"]
def turn(m):
    say(action=m["numbers"][0])
"""
    _, played = against_random(seat(tmp_path, code))
    assert played.faults[0].total == 0
    turns = [m for m in messages(tmp_path) if m["type"] == "turn"]
    assert all("view" not in m and "legal" not in m for m in turns)
    assert len(turns[1]["changes"]) < len(turns[0]["changes"])


def test_legal_actions_come_in_pages(tmp_path: Path) -> None:
    code = """
READY["wants"] = []
def turn(m):
    if m["type"] == "turn":
        say(type="legal", **{"from": 1, "count": 1})
    else:
        say(action=m["actions"][0]["action"])
"""
    _, played = against_random(seat(tmp_path, code))
    assert played.faults[0].total == 0
    page = next(m for m in messages(tmp_path) if m["type"] == "legal")
    assert (page["from"], len(page["actions"])) == (1, 1)
    assert page["count"] > 1


def test_a_bot_is_told_of_a_refusal_and_corrects_it(tmp_path: Path) -> None:
    code = """
last = {}
def turn(m):
    if m["type"] == "turn":
        last.update(m)
        say(text="lay 9")
    else:
        say(action=legal(last)[0]["action"])
"""
    _, played = against_random(seat(tmp_path, code))
    assert played.result.reason == "rounds"
    assert played.faults[0].illegal > 0
    refusal = next(m for m in messages(tmp_path) if m["type"] == "refused")
    assert (refusal["code"], refusal["left"]) == ("no-coin", 2)
    assert "there is no coin 9" in refusal["message"]
    assert played.notes[0] == "turn 1, seat 0: there is no coin 9: 'lay 9' [no-coin]"


def test_a_bot_that_never_answers_legally_forfeits(tmp_path: Path) -> None:
    _, played = against_random(seat(tmp_path, 'def turn(m): say(text="lay 9")'))
    assert played.result.reason == "illegal"
    assert played.result.outcome == (-1.0, 1.0)
    assert played.result.sentence == "bot answered with commands that are not legal."
    assert played.faults[0].illegal == 3


def test_or_is_played_for_at_random_up_to_a_number_of_faults(tmp_path: Path) -> None:
    policy = Policy(illegal="random", most_faults=1000, tries=1)
    bad = 'def turn(m): say(text="lay 9") if m["type"] == "turn" else None'
    _, played = against_random(seat(tmp_path, bad), policy)
    assert played.result.reason == "rounds"
    assert played.faults[0].illegal > 2
    _, played = against_random(seat(tmp_path, bad), Policy(illegal="random", most_faults=2, tries=1))
    assert played.result.reason == "illegal"
    assert played.faults[0].illegal == 2


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("b'\\xff\\xfe\\x00\\x01 garbage'", "is not a message"),
        ("b'[1, 2]'", "is not a message"),
        ('b\'{"type": "dance"}\'', "has the type 'dance'"),
        ('b\'{"type": "play"}\'', "holds no command"),
        ('b\'{"action": "first"}\'', "is not a message"),
        ("b'x' * 3000", "a line of more than 2000 bytes"),
        ('b\'{"type": "ready"}\'', 'said "ready" when it was its turn'),
    ],
)
def test_malformed_answers_are_explained(tmp_path: Path, output: str, words: str) -> None:
    code = f"""
def turn(m):
    sys.stdout.buffer.write({output} + b"\\n")
    sys.stdout.buffer.flush()
"""
    settings = BotSettings(limits=Limits(line=2000))
    _, played = against_random(seat(tmp_path, code, settings=settings))
    assert played.result.reason == "illegal"
    assert played.faults[0].malformed == 3
    assert words in played.notes[0]


def test_a_bot_that_hangs_loses_on_time_even_without_a_clock(tmp_path: Path) -> None:
    hang = "def turn(m): time.sleep(600)"
    _, played = against_random(seat(tmp_path, hang), control=TimeControl(per_move=0.3))
    assert (played.result.reason, played.faults[0].time) == ("time", 1)
    assert played.result.sentence == "bot ran out of time."
    _, played = against_random(seat(tmp_path, hang, settings=BotSettings(patience=0.3)))
    assert (played.result.reason, played.faults[0].time) == ("time", 1)


def test_a_late_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    code = """
def turn(m):
    if m["type"] == "turn":
        if m["id"] == 1:
            time.sleep(1.0)
        say(type="play", id=m["id"], action=legal(m)[0]["action"])
"""
    policy = Policy(time="random")
    _, played = against_random(seat(tmp_path, code), policy, TimeControl(per_move=0.6))
    assert played.result.reason == "rounds"
    assert played.faults[0].time == 1
    assert played.faults[0].illegal == 0
    assert played.faults[0].stale >= 1


def test_the_bank_runs_down_and_the_increment_is_added(tmp_path: Path) -> None:
    code = """
def turn(m):
    time.sleep(0.15)
    say(type="play", id=m["id"], action=legal(m)[0]["action"])
"""
    table, played = against_random(seat(tmp_path, code), control=TimeControl(bank=0.5))
    assert played.result.reason == "time"
    assert table.match.clocks.banks[0] < 0.3


def test_processor_time_is_charged_and_sleep_is_not(tmp_path: Path) -> None:
    sleepy = 'def turn(m):\n    time.sleep(0.2)\n    say(action=legal(m)[0]["action"])'
    busy = 'def turn(m):\n    while True: pass\n    say(action=legal(m)[0]["action"])'
    control = TimeControl(per_move=0.15)
    _, played = against_random(seat(tmp_path, sleepy, settings=BotSettings(clock="cpu")), control=control)
    assert played.result.reason == "rounds"
    _, played = against_random(seat(tmp_path, busy, settings=BotSettings(clock="cpu")), control=control)
    assert played.result.reason == "time"
    assert "of processor time" in played.notes[0]
    hang = "def turn(m): time.sleep(600)"
    _, played = against_random(seat(tmp_path, hang, settings=BotSettings(clock="cpu", patience=0.4)), control=control)
    assert played.result.reason == "time"


def test_a_crash_loses_or_is_repaired_by_a_restart(tmp_path: Path) -> None:
    crash = """
def turn(m):
    if m["type"] == "turn" and m["id"] % 2 == 0:
        sys.exit(3)
    say(action=legal(m)[0]["action"])
"""
    _, played = against_random(seat(tmp_path, crash))
    assert (played.result.reason, played.faults[0].crash) == ("crash", 1)
    assert "ended with exit code 3" in played.notes[0]
    assert played.result.sentence == "bot stopped running."
    _, played = against_random(seat(tmp_path, crash), Policy(restarts=100))
    assert played.result.reason == "rounds"
    assert played.faults[0].restarts == played.faults[0].crash > 0


def test_a_bot_that_does_not_start_loses_and_says_why(tmp_path: Path) -> None:
    _, played = against_random(seat(tmp_path, "", frame="raise SystemExit(9)"))
    assert (played.result.reason, played.commands) == ("crash", 0)
    assert played.notes == ("turn 1, seat 0: 'bot' ended with exit code 9",)
    _, played = against_random(seat(tmp_path, "", frame="input()\nprint('hi')\ninput()"))
    assert played.result.reason == "crash"
    assert "'hi' is not a message" in played.notes[0]
    missing = Bot(Definition("ghost", ("./ghost",), tmp_path))
    _, played = against_random(missing)
    assert "there is no program './ghost'" in played.notes[0]


def test_where_no_bot_starts_nobody_wins_and_the_record_says_so(tmp_path: Path) -> None:
    ghosts = [Bot(Definition("ghost", ("./ghost",), tmp_path)) for _ in range(2)]
    table = RefereedMatch(GAME, Options(seats=2), 7, ghosts)
    played = table.play()
    assert (played.result.reason, played.result.outcome) == ("failed", (0.0, 0.0))
    assert len(played.notes) == 2
    table.save(tmp_path / "match.jsonl")
    assert verify((tmp_path / "match.jsonl").read_bytes(), lambda name: GAME).endswith("failed: all as recorded")


def test_a_bot_may_resign(tmp_path: Path) -> None:
    _, played = against_random(seat(tmp_path, 'def turn(m): say(type="resign")'))
    assert (played.result.reason, played.result.outcome) == ("resigned", (-1.0, 1.0))


def test_output_without_newline_is_a_time_out(tmp_path: Path) -> None:
    code = 'def turn(m):\n    while True: sys.stdout.write("x" * 100000)'
    _, played = against_random(seat(tmp_path, code), control=TimeControl(per_move=0.5))
    assert played.result.reason == "time"


def test_printing_after_the_result_disturbs_nobody(tmp_path: Path) -> None:
    code = FIRST + "\nimport atexit\natexit.register(lambda: print('x' * 200000, flush=True))"
    _, played = against_random(seat(tmp_path, code))
    assert played.result.reason == "rounds"


def test_with_more_seats_the_others_play_on(tmp_path: Path) -> None:
    options = read_options(GAME.options, {"seats": 3})
    players: list[Player] = [BuiltIn(make_agent("random", GAME, i)) for i in range(2)]
    players.insert(1, seat(tmp_path, 'def turn(m): say(text="lay 9")'))
    played = RefereedMatch(GAME, options, 5, players).play()
    assert played.result.reason == "rounds"
    assert played.result.outcome[1] == -1.0


def test_names_are_made_unique() -> None:
    assert unique_names(["a", "b", "a", "a"]) == ["a", "b", "a #2", "a #3"]


def test_a_bad_policy_is_refused() -> None:
    with pytest.raises(InvalidOption, match="policy illegal is 'shrug'; it can be: forfeit, random"):
        Policy(illegal="shrug")
