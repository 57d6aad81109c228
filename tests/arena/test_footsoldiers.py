"""The Footsoldiers protocol (§13): processes, slots, framing, restarts, logs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from plowshares.agents import make_agent
from plowshares.arena.bot import BotSettings
from plowshares.arena.bot_definition import Definition, read_directory
from plowshares.arena.isolation import choose_level
from plowshares.arena.player import BuiltIn
from plowshares.arena.process import BadBot, Limits
from plowshares.arena.referee import RefereedMatch
from plowshares.cli import app
from plowshares.core.errors import InvalidOption
from plowshares.engine.clock import TimeControl
from plowshares.games.footsoldiers.adapters import player as foot
from plowshares.games.footsoldiers.adapters.commands.footsoldiers import LogFlags, describe_isolation, read_config
from plowshares.games.footsoldiers.adapters.runner import Files, FootsoldiersMatch
from plowshares.games.footsoldiers.adapters.slots import SlotBot, SlotSettings
from tests.arena.bots import write_bot

KIT = Path(__file__).parents[2] / "kits" / "footsoldiers"
SMALL = {"map": "1 X 2", "total-turns": 3}
# Reads bare objects as they come, like the published bots; `answer` gets the number of the turn and the state.
FRAME = """
import json, os, sys, time
def say(*lines):
    sys.stdout.write("".join(line + "\\n" for line in lines))
    sys.stdout.flush()
def answer(turn, state): say("No-op")
{code}
say("Ready")
text, turn, decoder = "", 0, json.JSONDecoder()
while True:
    data = os.read(0, 65536)
    if not data:
        break
    print(repr(data[-3:]), file=sys.stderr, flush=True)
    text = (text + data.decode()).lstrip()
    try:
        state, end = decoder.raw_decode(text)
    except ValueError:
        continue
    text = text[end:]
    turn += 1
    answer(turn, state)
"""


def bot(place: Path, code: str = "", name: str = "mine", framing: Any = "bare", frame: str = FRAME) -> Definition:
    command = write_bot(place, frame.format(code=code) if frame is FRAME else frame, name)
    return Definition(name, command.words, command.directory, "footsoldiers", framing)


def play(
    place: Path, first: Definition, second: Definition, **config: Any
) -> tuple[str, list[str], list[str], list[dict[str, Any]]]:
    """Play a small match; return result, move log, turn log and state log."""
    settings = foot.parse_config(json.dumps({**SMALL, **{key.replace("_", "-"): v for key, v in config.items()}}))
    files = Files(
        place / "result",
        place / "turns",
        place / "moves",
        place / "states",
        (place / "player1-errs", place / "player2-errs"),
    )
    result = FootsoldiersMatch(settings, [first, second], files).play()
    assert files.result.read_text() == result + "\n"
    moves, turns = files.moves.read_text().splitlines(), files.turns.read_text().splitlines()
    return result, moves, turns, [json.loads(line) for line in files.states.read_text().splitlines()]


def slot_bot(definition: Definition, **settings: Any) -> tuple[SlotBot, list[str]]:
    notes: list[str] = []
    return SlotBot(definition, SlotSettings(**settings), note=notes.append), notes


def test_the_whole_mirror_match_of_example_32_over_pipes(tmp_path: Path) -> None:
    kit = read_directory(KIT)
    files = Files(tmp_path / "r", tmp_path / "t", tmp_path / "m", tmp_path / "s", (tmp_path / "1", tmp_path / "2"))
    result = FootsoldiersMatch(foot.parse_config("{}"), [kit, kit], files).play()
    states = [json.loads(line) for line in (tmp_path / "s").read_text().splitlines()]
    assert result == "Draw"
    assert [len(states), states[-1]["turns-remaining"]] == [20, 80]
    assert [states[-1]["player1"]["health"], states[-1]["player2"]["health"]] == [0, 0]
    assert [states[11]["player1"]["health"], states[11]["player2"]["health"]] == [37, 37]
    assert "you" not in states[0]
    moves = (tmp_path / "m").read_text().splitlines()
    assert len(moves) == 40
    assert moves[0] == "Player player1, Move Build Scout (1, 4) (65, 3) Down"


def test_quiet_bots_draw(tmp_path: Path) -> None:
    result, moves, turns, states = play(tmp_path, bot(tmp_path), bot(tmp_path, name="other"))
    assert result == "Draw"
    assert moves == ["Player player1, Move No-op", "Player player2, Move No-op"] * 3
    assert turns == []
    assert [state["turns-remaining"] for state in states] == [2, 1, 0]


def test_a_bare_reader_never_gets_a_newline(tmp_path: Path) -> None:
    play(tmp_path, bot(tmp_path), bot(tmp_path, name="other", framing="auto"))
    assert "\\n" not in (tmp_path / "player1-errs").read_text()
    assert "\\n" not in (tmp_path / "player2-errs").read_text()


def test_a_line_reader_plays_when_it_says_so_and_when_it_does_not(tmp_path: Path) -> None:
    reader = """
import sys, json
print("Ready", flush=True)
for line in sys.stdin:
    json.loads(line)
    print("No-op", flush=True)
"""
    line = bot(tmp_path, frame=reader, framing="line")
    auto = bot(tmp_path, name="auto", frame=reader, framing="auto")
    _, moves, _, _ = play(tmp_path, line, auto, turn_time_limit=2.0)
    assert moves == ["Player player1, Move No-op", "Player player2, Move No-op"] * 3


def test_a_line_reader_that_says_bare_never_answers(tmp_path: Path) -> None:
    reader = 'import sys\nprint("Ready", flush=True)\nfor line in sys.stdin: print("No-op", flush=True)'
    bare = bot(tmp_path, frame=reader)
    result, moves, turns, _ = play(tmp_path, bare, bot(tmp_path, name="other"), turn_time_limit=0.1)
    assert result == "Draw"
    assert moves[0] == "Player player1 didn't provide a move"
    assert turns[0] == "3: player1: didn't provide a move"


def test_the_last_line_that_waits_is_the_command(tmp_path: Path) -> None:
    many = bot(tmp_path, 'def answer(t, s): say("Build Tank (9, 9) (1, 1) Up", "nonsense", "No-op")')
    _, moves, turns, _ = play(tmp_path, many, bot(tmp_path, name="other"))
    assert moves[0] == "Player player1, Move No-op"
    assert turns[:2] == [
        "3: player1: extra line 'Build Tank (9, 9) (1, 1) Up'",
        "3: player1: extra line 'nonsense'",
    ]


def test_malformed_and_failing_commands_are_no_ops(tmp_path: Path) -> None:
    code = """
def answer(t, s):
    say({1: "no-op", 2: "Build Scout (9, 9) (0, 0) Up", 3: "x" * 5000}[t])
"""
    result, moves, _, states = play(tmp_path, bot(tmp_path, code), bot(tmp_path, name="other"))
    assert result == "Draw"
    assert moves[0] == "Player player1 provided invalid move 'no-op'"
    assert moves[2] == "Player player1, Move Build Scout (9, 9) (0, 0) Up"
    assert "[off_map]" in moves[3]
    assert moves[5].startswith("Player player1 provided invalid move 'xxxx")
    assert [state["player1"]["money"] for state in states] == [13, 16, 19]


def test_a_line_of_4096_bytes_is_read_and_a_longer_one_is_malformed(tmp_path: Path) -> None:
    code = 'def answer(t, s): say(" " * (4091 if t == 1 else 4092) + "No-op")'
    _, moves, _, _ = play(tmp_path, bot(tmp_path, code), bot(tmp_path, name="other"))
    assert moves[0] == "Player player1, Move No-op"
    assert moves[2].startswith("Player player1 provided invalid move ")


def test_bytes_that_are_no_text_are_malformed(tmp_path: Path) -> None:
    code = 'def answer(t, s):\n    sys.stdout.buffer.write(b"\\xff\\xfeNo-op\\n")\n    sys.stdout.flush()'
    _, moves, _, _ = play(tmp_path, bot(tmp_path, code), bot(tmp_path, name="other"))
    assert moves[0] == "Player player1 provided invalid move '\ufffd\ufffdNo-op'"


def test_command_match_search_takes_a_command_anywhere(tmp_path: Path) -> None:
    code = 'def answer(t, s): say("I play No-op now")'
    _, moves, _, _ = play(tmp_path, bot(tmp_path, code), bot(tmp_path, name="other"), command_match="search")
    assert moves[0] == "Player player1, Move No-op"


def test_a_build_conflict_is_reported(tmp_path: Path) -> None:
    build = 'def answer(t, s): say("Build Scout (2, 0) (2, 0) Up" if t == 1 else "No-op")'
    config = {"map": "1   2", "total-turns": 2}
    first, second = bot(tmp_path, build), bot(tmp_path, build, "other")
    _, moves, _, states = play(tmp_path, first, second, **config)
    assert moves[:3] == [
        "Player player1, Move Build Scout (2, 0) (2, 0) Up",
        "Player player2, Move Build Scout (2, 0) (2, 0) Up",
        "build_conflict: the cell was filled by the other player's command",
    ]
    assert [states[0]["player1"]["money"], states[0]["player2"]["money"]] == [3, 13]


def test_output_between_turns_is_discarded(tmp_path: Path) -> None:
    code = 'def answer(t, s):\n    say("No-op")\n    time.sleep(0.1)\n    say("Build Tank (0, 0) (0, 0) Up")'
    # Without pausing the second line comes while the other bot thinks.
    slow = bot(tmp_path, 'def answer(t, s):\n    time.sleep(0.4)\n    say("No-op")', "other")
    _, moves, turns, _ = play(tmp_path, bot(tmp_path, code), slow, pause=False)
    assert moves[2] == "Player player1, Move No-op"
    assert "2: player1: stale output 'Build Tank (0, 0) (0, 0) Up'" in turns


def test_a_late_answer_is_followed_by_the_current_one(tmp_path: Path) -> None:
    code = """
def answer(t, s):
    if t == 1:
        time.sleep(1.3)
    say("Move (9, 9) to (0, 0)" if t == 1 else "No-op")
"""
    late, _ = slot_bot(bot(tmp_path, code), turn_seconds=1.0)
    state = foot.state_message(foot.game().start(foot.parse_config("{}").options, 0), 0)
    try:
        late.start()
        assert late.slot(state).line is None
        assert late.timed_out
        # The answer to the first state comes first, and is not taken for this one.
        assert late.slot(state).line == "No-op"
        assert not late.timed_out
        assert late.slot(state).line == "No-op"
    finally:
        late.stop()


def test_an_unfinished_last_line_counts_and_the_bot_is_started_again(tmp_path: Path) -> None:
    code = 'def answer(t, s):\n    sys.stdout.write("No-op")\n    sys.stdout.flush()\n    sys.exit(0)'
    result, moves, turns, _ = play(tmp_path, bot(tmp_path, code), bot(tmp_path, name="other"))
    assert result == "Draw"
    assert moves[::2] == ["Player player1, Move No-op"] * 3
    assert [line for line in turns if "restart" in line] == [
        "2: player1: restart 1 of 4",
        "1: player1: restart 2 of 4",
    ]


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        ('print("Hello")', "printed 'Hello' instead of 'Ready'"),
        ('print("Ready!")', "printed 'Ready!' instead of 'Ready'"),
        ("raise SystemExit(3)", "ended with exit code 3"),
        ("import time\ntime.sleep(60)", "did not print 'Ready' within 0.3 s"),
    ],
)
def test_without_ready_a_bot_is_not_running(tmp_path: Path, frame: str, words: str) -> None:
    bad, notes = slot_bot(bot(tmp_path, frame=frame), start_seconds=0.3 if "sleep" in frame else 15.0)
    bad.start()
    assert not bad.is_running
    assert notes == [words]
    bad.stop()


def test_ready_may_have_blanks_around_it(tmp_path: Path) -> None:
    good, _ = slot_bot(bot(tmp_path, frame='print("  Ready\\t\\r", flush=True)\nimport time\ntime.sleep(60)'))
    good.start()
    assert good.is_running
    good.stop()


def test_a_bot_that_is_dead_for_good_is_disqualified(tmp_path: Path) -> None:
    dead = bot(tmp_path, frame="raise SystemExit(1)")
    result, moves, turns, states = play(tmp_path, bot(tmp_path, name="other"), dead, max_restarts=1)
    assert result == "Winner player1"
    assert (moves, states) == ([], [])
    assert turns == [
        "3: player2: ended with exit code 1",
        "3: player2: restart 1 of 1",
        "3: player2: ended with exit code 1",
        "3: player2: disqualified: not running, and no restart is left",
    ]


def test_both_disqualified_in_one_turn_is_a_draw(tmp_path: Path) -> None:
    dead = bot(tmp_path, frame="raise SystemExit(1)")
    result, _, turns, _ = play(tmp_path, dead, dead, max_restarts=0)
    assert result == "Draw"
    assert [line.split(": ")[1] for line in turns if "disqualified" in line] == ["player1", "player2"]


def test_restarts_are_counted_to_the_last(tmp_path: Path) -> None:
    code = "def answer(t, s): sys.exit(5)"
    result, moves, turns, _ = play(
        tmp_path, bot(tmp_path, code), bot(tmp_path, name="other"), max_restarts=2, **{"total-turns": 10}
    )
    assert result == "Winner player2"
    # Dead in the first and second turn and started again; in the third it is dead for good.
    assert len(moves) == 4
    assert sum("restart" in line for line in turns) == 3


def test_a_memory_hog_is_killed_and_counts_as_not_running(tmp_path: Path) -> None:
    code = 'def answer(t, s):\n    hoard = b"x" * (80 << 20)\n    time.sleep(60)'
    hog = bot(tmp_path, code)
    result, _, turns, _ = play(
        tmp_path,
        hog,
        bot(tmp_path, name="other"),
        max_restarts=0,
        bot_memory_limit_kib=50 << 10,
        turn_time_limit=30,
    )
    assert result == "Winner player2"
    assert "MiB of memory, 50 are allowed" in turns[0]


def test_standard_error_is_kept_up_to_the_limit(tmp_path: Path) -> None:
    code = 'def answer(t, s):\n    sys.stderr.write("e" * 5000)\n    say("No-op")'
    play(tmp_path, bot(tmp_path, code), bot(tmp_path, name="other"), stderr_limit_kib=2)
    assert (tmp_path / "player1-errs").stat().st_size == 2048


def test_concurrent_slots_give_the_same_match(tmp_path: Path) -> None:
    one = play(tmp_path, bot(tmp_path), bot(tmp_path, name="other"))
    two = play(tmp_path, bot(tmp_path), bot(tmp_path, name="other"), concurrent=True)
    assert one == two


def test_neither_bot_learns_the_others_command_early(tmp_path: Path) -> None:
    code = 'def answer(t, s):\n    print("S", json.dumps(s), file=sys.stderr)\n    say("Build Scout (1, 1) (0, 0) Up")'
    config = {"map": "1   2\n     ", "map-height": 2}
    play(tmp_path, bot(tmp_path, code), bot(tmp_path, code, "other"), **config)
    lines = (tmp_path / "player2-errs").read_text().splitlines()
    first = next(line for line in lines if line.startswith("S "))
    state = json.loads(first[2:])
    assert all(entry["type"] in ("Base", "Rock") for entry in state["map"])
    assert state["you"] == "player2"


# At any table of the arena


def test_it_sits_at_a_table_with_a_built_in_agent(tmp_path: Path) -> None:
    options = foot.parse_config(json.dumps(SMALL)).options
    game = foot.game()
    code = 'def answer(t, s): say("No-op" if t != 2 else "rubbish")'
    mine = foot.FootsoldiersBot(bot(tmp_path, code), BotSettings(errors=tmp_path))
    table = RefereedMatch(game, options, 1, [mine, BuiltIn(make_agent("random", game, 1))], TimeControl(per_move=5.0))
    played = table.play()
    assert played.faults[0].malformed == 1
    assert played.result.reason in ("turns", "base")


def test_a_dead_bot_loses_there_too_and_two_dead_bots_draw(tmp_path: Path) -> None:
    options = foot.parse_config(json.dumps({**SMALL, "total-turns": 10})).options
    game = foot.game()
    dead = bot(tmp_path, frame="raise SystemExit(1)")
    agent = BuiltIn(make_agent("random", game, 1))
    played = RefereedMatch(game, options, 1, [foot.FootsoldiersBot(dead), agent]).play()
    assert (played.result.reason, played.result.outcome) == ("crash", (-1.0, 1.0))
    assert played.faults[0].restarts == 4
    played = RefereedMatch(game, options, 1, [foot.FootsoldiersBot(dead), foot.FootsoldiersBot(dead)]).play()
    assert (played.result.reason, played.result.outcome) == ("failed", (0.0, 0.0))


# Definitions


def define(place: Path, text: str) -> Definition:
    (place / "definition.json").write_text(text)
    return read_directory(place)


def test_definitions_in_the_authors_shape(tmp_path: Path) -> None:
    assert define(tmp_path, '{"command": "java -jar bot.jar"}').words == ("java", "-jar", "bot.jar")
    found = define(tmp_path, '{"command": ["./bot", "a b"], "name": "Tom", "framing": "line"}')
    assert (found.words, found.name, found.framing) == (("./bot", "a b"), "Tom", "line")
    both = define(tmp_path, '{"command": ["./bot"], "image": "thing"}')
    assert (both.words, both.image, both.name) == (("./bot",), None, tmp_path.name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is not a bot definition"),
        ("[]", "is not a bot definition"),
        ('{"command": 3}', "is not a bot definition"),
        ('{"command": []}', "is empty"),
        ('{"command": "  "}', "is empty"),
        ('{"name": "x"}', 'neither "command" nor "image"'),
        ('{"command": "x", "framing": "loud"}', "invalid enum value 'loud'"),
        ('{"command": "x", "colour": "red"}', "unknown field `colour`"),
    ],
)
def test_bad_definitions_are_explained(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(BadBot) as caught:
        define(tmp_path, text)
    assert words in str(caught.value)
    assert "definition.json" in str(caught.value)


def test_a_directory_without_a_definition_is_explained(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match=r"cannot read .*definition.json': no such file or directory"):
        read_directory(tmp_path)


def test_an_image_without_a_container_tool_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadBot, match="bot 'boxed' is the container image 'some/thing', and none of docker, podman"):
        define(tmp_path, '{"image": "some/thing", "name": "boxed"}')


def test_an_image_is_run_by_the_container_tool_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    docker = tools / "docker"
    log = tmp_path / "calls"
    docker.write_text(f'#!/bin/sh\necho "$@" >> {log}\n[ "$1" = run ] && echo Ready && exec cat\nexit 0\n')
    docker.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    boxed, _ = slot_bot(define(tmp_path, '{"image": "some/thing"}'), memory=10 << 20)
    boxed.start()
    assert boxed.is_running
    assert boxed.level.level == "plain"
    boxed.stop()
    run, remove = log.read_text().splitlines()
    assert run.startswith("run --rm -i --name plowshares-")
    assert run.endswith("--read-only --network none --memory 10485760b --memory-swap 20971520b some/thing")
    assert remove == f"rm --force {run.split()[4]}"


# The command line


def test_the_command_has_the_authors_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"total-turns": 2, "bot-initialisation-time": 20}))
    (tmp_path / "map.txt").write_text("1 X 2  \n\n")
    for name in ("one", "two"):
        command = write_bot(tmp_path, FRAME.format(code=""), name).words
        (tmp_path / name / "definition.json").write_text(json.dumps({"command": command}))
    words = "footsoldiers --bot-dir-1 one --bot-dir-2 two --config-file-path config.json --map-file-path map.txt"
    words += " --print-moves --print-states --print-turns --print-bot-errors --record record.jsonl"
    words += " --result-file out/game-result --turn-logs out/turn-logs --move-logs out/moves --state-logs out/states"
    app(words, result_action="return_value")
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("isolation: ")
    assert said[1] == "Player player1, Move No-op"
    assert said[-1] == "Draw"
    assert (tmp_path / "out" / "game-result").read_text() == "Draw\n"
    assert len((tmp_path / "out" / "states").read_text().splitlines()) == 2
    assert (tmp_path / "out" / "turn-logs").read_text() == ""
    assert len((tmp_path / "out" / "moves").read_text().splitlines()) == 4
    assert (tmp_path / "player1-errs").exists()
    assert len((tmp_path / "record.jsonl").read_text().splitlines()) == 6


def test_a_bot_that_never_started_is_said_and_shown_by_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    config = {"total-turns": 2, "bot-initialisation-time": 20, "max-restarts": 1}
    (tmp_path / "config.json").write_text(json.dumps(config))
    for name, frame in (("good", FRAME.format(code="")), ("broken", "import nonexist")):
        command = write_bot(tmp_path, frame, name).words
        (tmp_path / name / "definition.json").write_text(json.dumps({"command": command}))
    with pytest.raises(SystemExit) as ended:
        app("footsoldiers --bot-dir-1 good --bot-dir-2 broken --config-file-path config.json")
    said = capsys.readouterr()
    assert ended.value.code == 1
    assert said.out.splitlines()[-1] == "Winner player1"
    assert said.err.startswith("player2 (broken) never started: ")


def test_missed_turns_are_counted(tmp_path: Path) -> None:
    silent = bot(tmp_path, "def answer(t, s): pass", "silent")
    settings = foot.parse_config(json.dumps({**SMALL, "turn-time-limit": 0.2}))
    logs = [tmp_path / name for name in ("result", "turns", "moves", "states")]
    files = Files(logs[0], logs[1], logs[2], logs[3], (tmp_path / "errs1", tmp_path / "errs2"))
    match = FootsoldiersMatch(settings, [silent, bot(tmp_path)], files)
    match.play()
    assert match.describe_troubles() == ["player1 (silent) gave no command in 3 of 3 turns (limit 0.2 s)"]
    assert match.never_started() == []


def test_the_isolation_of_containers_is_their_own(tmp_path: Path) -> None:
    boxed = Definition("boxed", ("docker",), tmp_path, "footsoldiers", "auto", (), "some/thing")
    plain, level = bot(tmp_path), choose_level("plain")
    assert describe_isolation([boxed, boxed], level) == "isolation: both bots run in containers of their own"
    assert describe_isolation([plain, plain], level).startswith("isolation: plain (")
    assert describe_isolation([boxed, plain], level).endswith("; boxed runs in a container of its own")


def test_logs_have_the_authors_names_by_default() -> None:
    files = LogFlags().files()
    names = [str(path) for path in (files.result, files.turns, files.moves, files.states, *files.errors)]
    assert names == ["game-result", "turn-logs", "move-logs", "state-logs", "player1-errs", "player2-errs"]
    assert files.printed == frozenset()


def test_bad_configurations_and_maps_are_explained(tmp_path: Path) -> None:
    config, plan = tmp_path / "c.json", tmp_path / "m.txt"
    with pytest.raises(InvalidOption, match="cannot read the configuration"):
        read_config(config, None)
    config.write_text('{"total-turns": 10.0}')
    with pytest.raises(InvalidOption, match="total_turns"):
        read_config(config, None)
    config.write_text('{"total-turms": 10}')
    with pytest.raises(InvalidOption, match="unknown key 'total-turms'; did you mean 'total-turns'"):
        read_config(config, None)
    with pytest.raises(InvalidOption, match="cannot read the map"):
        read_config(None, plan)
    plan.write_text("1 Y 2")
    with pytest.raises(InvalidOption, match=r"in the map .*'Y'"):
        read_config(None, plan)
    plan.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidOption, match="is not text"):
        read_config(None, plan)


def test_limits_of_the_arena_reach_the_bot(tmp_path: Path) -> None:
    hog = bot(tmp_path, frame='hoard = b"x" * (80 << 20)\nimport time\ntime.sleep(60)')
    player = foot.FootsoldiersBot(hog, BotSettings(limits=Limits(memory=50 << 20)))
    options = foot.parse_config(json.dumps({**SMALL, "total-turns": 10})).options
    game = foot.game()
    played = RefereedMatch(game, options, 1, [player, BuiltIn(make_agent("random", game, 1))]).play()
    assert played.result.reason == "crash"
    assert played.faults[0].restarts == 4
    assert "MiB of memory, 50 are allowed" in played.notes[0]
