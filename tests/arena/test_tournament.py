"""Series and tournaments: schedules, resuming, reports, places to run."""

from __future__ import annotations

import collections
import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from plowshares import registry
from plowshares.arena import isolation
from plowshares.arena.ray_backend import batches
from plowshares.arena.report import summarise, terminal_table, to_csv, to_json, write_reports
from plowshares.arena.series import Plan, entrants_of, rotate, series_jobs
from plowshares.arena.series import summarise as summarise_series
from plowshares.arena.supervisor import descendants
from plowshares.arena.tournament import Done, Tournament, define, read_file
from plowshares.arena.workers import in_order, run_jobs
from plowshares.cli.flags import BotFlags, GameFlags, PlaceFlags
from plowshares.cli.match import announce_isolation, match
from plowshares.cli.tournament import FormFlags, players_of, sprt_of, tournament
from plowshares.core.errors import InvalidOption
from plowshares.engine.record import verify
from tests.arena.bots import SOON, wait_until_gone, write_bot
from tests.arena.test_referee import FIRST, FRAME
from tests.toys.pennies import GAME

TWO = GameFlags(["seats=2"])
STRATEGO: dict[str, Any] = {"game": "stratego", "preset": "micro", "players": {"a": "random", "b": "greedy"}}


@pytest.fixture
def pennies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the toy game be found by its name, in this process."""
    found = registry.find
    monkeypatch.setattr(registry, "find", lambda name: GAME if name == "pennies" else found(name))


def toy(players: int = 3, **values: Any) -> dict[str, Any]:
    seats = values.pop("seats", 2)
    names = {f"p{i}": "greedy" if i == 1 else "random" for i in range(players)}
    return {"game": "pennies", "options": {"seats": seats}, "players": names, "time": "none", **values}


def play(given: dict[str, Any], place: Path) -> Tournament:
    played = Tournament(define(given), place)
    played.play(workers=1)
    return played


def essence(done: Done) -> tuple[Any, ...]:
    return done.index, done.group, done.players, done.played.result, done.played.seed


# Tournaments


@pytest.mark.usefixtures("pennies")
def test_a_round_robin_plays_every_seed_on_every_rotation(tmp_path: Path) -> None:
    played = play(toy(games=2), tmp_path)
    assert sorted(played.done) == list(range(12))
    by_group = collections.defaultdict(list)
    for done in played.done.values():
        by_group[done.group].append(done)
    for group in by_group.values():
        assert len({done.played.seed for done in group}) == 1
        assert {done.players for done in group} == {group[0].players, group[0].players[::-1]}
    assert len({group[0].played.seed for group in by_group.values()}) == 6
    summary = summarise(played)
    assert [standing.games for standing in summary.standings] == [8, 8, 8]
    assert summary.matches == 12


@pytest.mark.usefixtures("pennies")
def test_matches_of_three_are_rotated_three_times(tmp_path: Path) -> None:
    played = play(toy(4, seats=3), tmp_path)
    assert len(played.done) == 4 * 3
    for player in range(4):
        seats = [done.players.index(player) for done in played.done.values() if player in done.players]
        assert collections.Counter(seats) == {0: 3, 1: 3, 2: 3}


@pytest.mark.usefixtures("pennies")
def test_a_gauntlet_and_a_swiss_tournament(tmp_path: Path) -> None:
    gauntlet = play(toy(4, format="gauntlet", champion="p2"), tmp_path / "g")
    assert all(2 in done.players for done in gauntlet.done.values())
    assert len(gauntlet.done) == 6
    swiss = play(toy(5, format="swiss", rounds=3), tmp_path / "s")
    assert len(swiss.done) == 3 * 2 * 2
    played = collections.Counter(player for done in swiss.done.values() for player in done.players)
    # Two matches a round; in each of the three rounds another player sits out.
    assert sorted(played.values()) == [4, 4, 4, 6, 6]
    pairs = collections.Counter(tuple(sorted(done.players)) for done in swiss.done.values())
    assert max(pairs.values()) == 2


@pytest.mark.usefixtures("pennies")
def test_an_interrupted_tournament_goes_on_with_nothing_played_twice(tmp_path: Path) -> None:
    whole = play(toy(format="swiss", rounds=3, games=2), tmp_path / "whole")
    place = tmp_path / "broken"
    told: list[int] = []

    def tell(done: Done) -> None:
        told.append(done.index)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Tournament(define(toy(format="swiss", rounds=3, games=2)), place).play(workers=1, tell=tell)
    with (place / "games.jsonl").open("ab") as file:
        file.write(b'{"index": 3, "grou')  # what a power cut leaves
    again = Tournament(define(toy(format="swiss", rounds=3, games=2)), place)
    assert len(again.done) == 3
    again.play(workers=1)
    lines = (place / "games.jsonl").read_bytes().splitlines()[1:]
    indices = [msgspec.json.decode(line)["index"] for line in lines]
    assert len(indices) == len(set(indices)) == len(whole.done)
    assert [essence(again.done[i]) for i in sorted(again.done)] == [essence(whole.done[i]) for i in sorted(whole.done)]
    assert to_json(summarise(again)) == to_json(summarise(whole))


@pytest.mark.usefixtures("pennies")
def test_another_tournament_in_the_same_place_is_refused(tmp_path: Path) -> None:
    play(toy(), tmp_path)
    with pytest.raises(InvalidOption, match="another tournament lies in"):
        Tournament(define(toy(seed=2)), tmp_path)


@pytest.mark.usefixtures("pennies")
def test_a_sequential_test_stops_early_and_only_what_came_before_counts(tmp_path: Path) -> None:
    given = toy(2, games=300, sprt={"elo0": -400.0, "elo1": -200.0})
    played = play(given, tmp_path)
    groups, verdict, ratio = played.verdict((0, 1))
    assert verdict in ("better", "not better")
    assert abs(ratio) >= 2.9
    assert 2 * groups <= len(played.done) < 600
    counted = played.counted()
    assert [done.index for done in counted] == list(range(2 * groups))
    (test,) = summarise(played).tests
    assert (test.first, test.groups, test.verdict) == ("p0", groups, verdict)


@pytest.mark.usefixtures("pennies")
def test_reports(tmp_path: Path) -> None:
    bad = write_bot(tmp_path, FRAME.format(code='def turn(m): say(text="lay 9")'), "<bad>")
    given = toy(2, games=2, sprt={"elo0": 0.0, "elo1": 50.0})
    given["players"]["<bad>"] = f"cmd:{' '.join(bad.words[:2])} {bad.directory / 'bot.py'}"
    given["bots"] = {"isolation": "plain"}
    played = play(given, tmp_path / "t")
    summary = summarise(played)
    last = summary.standings[-1]
    assert (last.name, last.faults.illegal) == ("<bad>", 3 * 8)
    paths = write_reports(summary, played.place)
    assert [path.name for path in paths] == ["report.csv", "report.json", "report.html"]
    rows = list(csv.DictReader(io.StringIO(to_csv(summary))))
    assert [row["name"] for row in rows] == [standing.name for standing in summary.standings]
    assert rows[-1]["illegal"] == "24"
    data = json.loads((played.place / "report.json").read_text())
    assert data["standings"][0]["rating"]["elo"] == summary.standings[0].rating.elo
    page = (played.place / "report.html").read_text()
    assert "&lt;bad&gt;" in page
    assert "<bad>" not in page
    assert "<script" not in page
    assert "http" not in page
    svg = page[page.index("<svg") : page.index("</svg>") + 6]
    assert ET.fromstring(svg).tag == "svg"
    for file, _, _, _ in summary.records:
        assert f'href="{file}"' in page
        assert "all as recorded" in verify((played.place / file).read_bytes(), lambda _: GAME)
    assert terminal_table(summary).row_count == 3
    assert summary.cross[0][0] is None
    assert summary.isolation == ["built-in", "plain"]


def test_the_same_seed_gives_the_same_results_on_one_core_and_on_several(tmp_path: Path) -> None:
    given = {**STRATEGO, "games": 2}
    one, many = Tournament(define(given), tmp_path / "1"), Tournament(define(given), tmp_path / "2")
    one.play(workers=1)
    many.play(workers=2)
    assert [essence(one.done[i]) for i in range(4)] == [essence(many.done[i]) for i in range(4)]
    assert to_json(summarise(one)) == to_json(summarise(many))


@pytest.mark.long
def test_the_same_seed_gives_the_same_results_on_ray(tmp_path: Path) -> None:
    bot = write_bot(tmp_path, FRAME.format(code=FIRST), "first")
    (bot.directory / "definition.json").write_text(json.dumps({"command": bot.words, "protocol": "plowshares"}))
    given = {**STRATEGO, "players": {"a": "random", "b": str(bot.directory)}}
    here, there = Tournament(define(given), tmp_path / "1"), Tournament(define(given), tmp_path / "2")
    here.play(workers=1)
    there.play(workers=1, on="ray")
    assert [essence(here.done[i]) for i in range(2)] == [essence(there.done[i]) for i in range(2)]
    assert [done.played.isolation[1 - done.index % 2] for done in there.done.values()] == [
        done.played.isolation[1 - done.index % 2] for done in here.done.values()
    ]


@pytest.mark.long
def test_death_of_a_tournament_leaves_no_worker_and_no_bot(tmp_path: Path) -> None:
    slow = 'def turn(m):\n    time.sleep(600)\n    say(action=legal(m)[0]["action"])'
    bot = write_bot(tmp_path, FRAME.format(code=slow), "slow")
    (bot.directory / "definition.json").write_text(json.dumps({"command": bot.words, "protocol": "plowshares"}))
    words = ["tournament", "--game", "stratego", "--preset", "micro", "--games", "4", "--time", "none", "--jobs", "2"]
    words += ["--player", f"a={bot.directory}", "--player", f"b={bot.directory}", "--save", str(tmp_path / "t")]
    runner = subprocess.Popen(
        [sys.executable, "-m", "plowshares.cli", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 3 * SOON
    while count_bots(runner.pid) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    family = descendants(runner.pid)
    os.kill(runner.pid, signal.SIGKILL)
    runner.wait()
    assert len(family) >= 6  # workers, supervisors and bots
    assert wait_until_gone(family) == []


def count_bots(pid: int) -> int:
    found = 0
    for each in descendants(pid):
        try:
            found += b"bot.py" in Path(f"/proc/{each}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
    return found


# Definitions


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"colour": "red"}, "object contains unknown field `colour`"),
        ({"games": "many"}, "expected `int`, got `str` - at `$.games`"),
        ({"games": 0}, "expected `int` >= 1 - at `$.games`"),
        ({"format": "ladder"}, "no tournament has the format 'ladder'; there are: round-robin, gauntlet, swiss"),
        ({"players": {"a": "random"}}, "a tournament needs at least two players, got 1"),
        ({"champion": "z"}, "the champion 'z' is not among the players"),
        ({"time": "soon"}, "time 'soon' is not of the form"),
        ({"policy": {"illegal": "shrug"}}, "policy illegal is 'shrug'"),
        ({"sprt": {"elo0": 3.0, "elo1": 1.0}}, "sprt needs elo0 below elo1"),
        ({"bots": {"clock": "sun"}}, "at `$.bots.clock`"),
    ],
)
def test_bad_definitions_are_explained(values: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        define({**STRATEGO, **values}, "cup.toml")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"preset": "giant"}, "stratego has no preset 'giant'"),
        ({"options": {"sise": 3}}, "unknown option 'sise'"),
        ({"players": {"a": "random", "b": "clever"}}, "no agent is called 'clever'"),
        ({"players": {"a": "random", "b": "./nowhere"}}, "there is no bot at './nowhere'"),
        ({"game": "chess"}, "no game is called 'chess'"),
    ],
)
def test_impossible_tournaments_are_refused_before_the_first_match(
    tmp_path: Path, values: dict[str, Any], words: str
) -> None:
    with pytest.raises((InvalidOption, Exception)) as caught:
        Tournament(define({**STRATEGO, **values}), tmp_path)
    assert words in str(caught.value)


def test_files_that_are_none_are_explained(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="no such file or directory"):
        read_file(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("game = ")
    with pytest.raises(InvalidOption, match="is not a tournament file"):
        read_file(tmp_path / "bad.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidOption, match="is not a tournament file"):
        read_file(tmp_path / "bad.toml")


# Command lines


@pytest.mark.usefixtures("pennies")
def test_a_tournament_from_a_file_and_from_flags_is_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(
        'game = "pennies"\ngames = 2\ntime = "none"\noptions = { seats = 2 }\n[players]\na = "random"\nb = "greedy"\n'
    )
    here = PlaceFlags(jobs=1)
    tournament(file, place=here)
    assert "going on" not in capsys.readouterr().out
    tournament(file, place=here)
    assert "going on: 4 matches have been played already" in capsys.readouterr().out
    form = FormFlags(game="pennies", games=2, player=["a=random", "b=greedy"])
    variant = GameFlags(option=["seats=2"], time="none")
    tournament(save=tmp_path / "flags", form=form, variant=variant, place=here)
    assert (tmp_path / "flags" / "report.json").read_bytes() == (tmp_path / "cup" / "report.json").read_bytes()
    with pytest.raises(InvalidOption, match="name a directory for the tournament with --save"):
        tournament(form=form, variant=variant)


def test_words_of_the_tournament_command() -> None:
    assert players_of(["a=random", "greedy", "x=cmd:python3 b.py"]) == {
        "a": "random",
        "greedy": "greedy",
        "x": "cmd:python3 b.py",
    }
    with pytest.raises(InvalidOption, match="two players are called 'random'"):
        players_of(["random", "random"])
    assert sprt_of("0,20") == {"elo0": 0.0, "elo1": 20.0}
    with pytest.raises(InvalidOption, match="sprt '5' is not of the form"):
        sprt_of("5")


@pytest.mark.usefixtures("pennies")
def test_the_match_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words: dict[str, Any] = {"variant": GameFlags(["seats=2"], seed=3), "place": PlaceFlags(1), "save": tmp_path}
    match("pennies", "x=random", "greedy", games=4, rotate=True, json=tmp_path / "result.json", **words)
    said = capsys.readouterr().out
    assert "95 % interval" in said
    assert f"records: {tmp_path / 'records'}" in said
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == [f"{i:05d}.jsonl" for i in range(1, 5)]
    result = json.loads((tmp_path / "result.json").read_text())
    assert {line["name"] for line in result["players"]} == {"x", "greedy"}
    assert sum(line["wins"] for line in result["players"]) + result["players"][0]["draws"] == 4
    match("pennies", "random", "random", **words)
    assert "All rounds are played" in capsys.readouterr().out


@pytest.mark.usefixtures("pennies")
@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: match("pennies", "random", variant=TWO), "has 2 seats, 1 were named"),
        (lambda: match("pennies", "random", "clever", variant=TWO), "no agent is called 'clever'"),
        (
            lambda: match("pennies", "random", "random", variant=TWO, bots=BotFlags(clock="sun")),
            "bots: expected `str` matching regex",
        ),
        (lambda: match("pennies", "random", "random", variant=TWO, games=0), "at least one game, not 0"),
        (
            lambda: match("pennies", "random", "random", variant=TWO, place=PlaceFlags(on="moon")),
            "cannot run on 'moon'",
        ),
        (lambda: match("pennies", "random", "./no.py", variant=TWO), "there is no bot at './no.py'"),
    ],
)
def test_bad_matches_are_refused(
    call: Callable[[], None], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(Exception) as caught:  # noqa: PT011  # the text says which
        call()
    assert words in str(caught.value)


# Series


def test_names_of_seats() -> None:
    found = entrants_of(["random", "random", "tom=greedy", "kits/python", "cmd:python3 -u b.py"])
    assert [entrant.name for entrant in found] == ["random", "random #2", "tom", "python kit", "python3 -u b.py"]
    assert [entrant.seat for entrant in found][2:4] == ["greedy", "kits/python"]


@pytest.mark.usefixtures("pennies")
def test_a_series_shares_seeds_between_rotations(tmp_path: Path) -> None:
    entrants = entrants_of(["random", "greedy"])
    assert rotate(entrants, 1) == entrants[::-1]
    plan = Plan("pennies", {"seats": 2}, 9)
    jobs = series_jobs(plan, entrants, 4, rotated=True)
    assert [job.seed == jobs[0].seed for job in jobs] == [True, True, False, False]
    results = list(in_order(iter(reversed(list(run_jobs(jobs, 1)))), jobs))
    assert [job.index for job, _ in results] == [0, 1, 2, 3]
    lines = summarise_series(entrants, results)
    assert lines[0].score >= lines[1].score
    assert lines[0].low <= lines[0].score <= lines[0].high
    assert len({job.seed for job in series_jobs(plan, entrants, 4, rotated=False)}) == 4


def test_batches_keep_everything_in_order() -> None:
    plan = Plan("pennies", {"seats": 2}, 9)
    jobs = series_jobs(plan, entrants_of(["random", "greedy"]), 10, rotated=False)
    assert [[job.index for job in batch] for batch in batches(jobs, 3)] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert batches(jobs, 100) == [[job] for job in jobs]
    assert batches([], 3) == []


def test_programs_that_cannot_be_shut_in_are_refused_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(isolation, "available", lambda: ("plain",))
    flag = tmp_path / "ran"
    bot = write_bot(tmp_path, f"open({str(flag)!r}, 'w')", "curious")
    seat = f"cmd:{' '.join(bot.words[:2])} {bot.directory / 'bot.py'}"
    given = {**STRATEGO, "players": {"a": "random", "b": seat}}
    with pytest.raises(InvalidOption, match="--isolation plain"):
        Tournament(define(given), tmp_path / "t")
    with pytest.raises(InvalidOption, match="--isolation plain"):
        match("stratego", "random", seat, variant=GameFlags(preset="micro"), save=tmp_path / "m")
    assert not flag.exists()
    Tournament(define({**STRATEGO, "players": {"a": "random", "b": "greedy"}}), tmp_path / "t")  # no program takes part
    plain = Tournament(define({**given, "bots": {"isolation": "plain"}}), tmp_path / "p")
    announce_isolation(plain.plan.settings.isolation)
    assert "bots run at isolation plain: limits" in " ".join(capsys.readouterr().err.split())
