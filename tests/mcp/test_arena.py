"""Language models in the arena: an MCP client and a chat endpoint, both scripted, play whole matches."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import random
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from mcp import Client

from plowshares import registry
from plowshares.agents import Ask
from plowshares.api.catalogue import usual_preset
from plowshares.arena.job import Entrant, Job, check_entrant, run_job
from plowshares.arena.player import Fault, Usage, add_usage
from plowshares.arena.referee import Policy
from plowshares.arena.report import describe_usage, summarise, to_csv, to_json
from plowshares.arena.series import split_name
from plowshares.arena.tournament import Tournament, define
from plowshares.arena.workers import run_jobs
from plowshares.cli.match import usual_time
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.options import read_words
from plowshares.engine.match import Match
from plowshares.engine.record import verify
from plowshares.mcp import arena_seats, chat_seats, prompts
from plowshares.mcp.chat_seats import ChatPlayer, Endpoint
from tests.mcp.playing import call, play_out, refused

pytestmark = pytest.mark.compiled_only
SHORT = {"no_battle_limit": 10}


def micro_job(seats: list[str], record: Path | None, **more: Any) -> Job:
    """Return a match on Stratego's smallest board."""
    options = {**registry.find("stratego").presets["micro"], **SHORT}
    entrants = tuple(Entrant(*split_name(word)) for word in seats)
    return Job(0, "stratego", options, 5, entrants, record=record, **more)


# An endpoint that answers as a script says


class Script:
    """A chat endpoint without a network: what it is asked, and what it answers."""

    def __init__(self, answer: Callable[[str], str | httpx.Response]) -> None:
        self.answer = answer
        self.asked: list[dict[str, Any]] = []
        self.headers: list[httpx.Headers] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content)
        self.asked.append(body)
        self.headers.append(request.headers)
        said = self.answer(body["messages"][-1]["content"])
        if isinstance(said, httpx.Response):
            return said
        usage = {"prompt_tokens": 100, "completion_tokens": 7}
        return httpx.Response(200, json={"choices": [{"message": {"content": said}}], "usage": usage})


def pick_legal(chance: random.Random) -> Callable[[str], str]:
    """Return a policy that plays any of the listed commands."""

    def answer(question: str) -> str:
        listed = question.partition("Legal commands")[2].splitlines()[1:]
        return f"I think.\nnote: I saw {len(listed)} commands\n**command:** `{chance.choice(listed)}`"

    return answer


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[str], Any]], Script]]:
    """Let `chat:tester` be answered by a script."""
    monkeypatch.setenv("PLOWSHARES_CHAT_TESTER_URL", "http://127.0.0.1:9/chat")
    monkeypatch.setenv("PLOWSHARES_CHAT_TESTER_KEY", "sesame")
    monkeypatch.setenv("PLOWSHARES_CHAT_TESTER_MODEL", "tiny")

    def use(answer: Callable[[str], Any]) -> Script:
        script = Script(answer)
        made = chat_seats.ChatPlayer.__init__

        def begin(self: ChatPlayer, name: str, found: Endpoint) -> None:
            made(self, name, found, httpx.MockTransport(script))

        monkeypatch.setattr(chat_seats.ChatPlayer, "__init__", begin)
        return script

    return use  # type: ignore[return-value]  # pytest takes functions for generators too


def test_a_chat_endpoint_plays_a_whole_match(endpoint: Any, tmp_path: Path) -> None:
    script = endpoint(pick_legal(random.Random(1)))
    played = run_job(micro_job(["chat:tester", "random"], tmp_path / "record.jsonl"))
    assert played.names == ("tester", "random")
    assert played.faults[0].total == 0
    assert played.usage[0] == Usage(len(script.asked), 100 * len(script.asked), 7 * len(script.asked))
    assert played.usage[1] is None
    assert "all as recorded" in verify((tmp_path / "record.jsonl").read_bytes(), registry.find)
    assert {each["model"] for each in script.asked} == {"tiny"}
    assert all(headers["authorization"] == "Bearer sesame" for headers in script.headers)
    last = script.asked[-1]["messages"][-1]["content"]
    assert "Your notes:\nI saw" in last
    assert "What has happened lately" in last
    assert "sesame" not in (tmp_path / "record.jsonl").read_text() + json.dumps(script.asked)


def test_illegal_answers_are_counted_and_told(endpoint: Any) -> None:
    policy = pick_legal(random.Random(2))
    mistakes = iter(["command: z9-z8", "no command at all"])
    kept: list[str] = []

    def answer(question: str) -> str:
        if "Legal commands" in question:
            kept.append(question)
        return next(mistakes, None) or policy(kept[-1])

    script = endpoint(answer)
    played = run_job(micro_job(["chat:tester", "random"], None))
    assert (played.faults[0].illegal, played.faults[0].malformed) == (1, 1)
    told = [each["content"] for each in script.asked[2]["messages"] if each["role"] == "user"]
    assert "z9" in told[1]
    assert "You have 2 more attempts" in told[1]
    assert "command: …" in told[2]


def test_a_model_that_never_answers_legally_forfeits(endpoint: Any) -> None:
    endpoint(lambda question: "command: castle")
    played = run_job(micro_job(["chat:tester", "random"], None))
    assert played.result.outcome == (-1.0, 1.0)
    assert played.faults[0].illegal == 3


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (httpx.Response(401, text="who are you"), "answered 401: 'who are you'"),
        (httpx.Response(200, text="<html>"), "answered something else"),
    ],
)
def test_a_broken_endpoint_is_a_crash(endpoint: Any, answer: httpx.Response, words: str) -> None:
    endpoint(lambda question: answer)
    played = run_job(micro_job(["chat:tester", "random"], None))
    assert played.faults[0].crash == 1
    assert words in played.notes[0]
    assert "sesame" not in played.notes[0]


def test_a_busy_endpoint_is_asked_again(endpoint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_seats, "FIRST_PAUSE", 0.001)
    answers = iter([httpx.Response(429), httpx.Response(503)])
    policy = pick_legal(random.Random(3))
    endpoint(lambda question: next(answers, None) or policy(question))
    played = run_job(micro_job(["chat:tester", "random"], None))
    assert played.faults[0].total == 0


def test_an_endpoint_that_stays_busy_runs_out_of_time(endpoint: Any) -> None:
    endpoint(lambda question: httpx.Response(503))
    played = run_job(micro_job(["chat:tester", "random"], None, time="/0.2"))
    assert played.faults[0].time == 1
    assert played.result.outcome == (-1.0, 1.0)


def test_after_a_time_out_the_next_question_is_a_new_one(endpoint: Any) -> None:
    policy = pick_legal(random.Random(4))
    slow = iter([True])

    def answer(question: str) -> Any:
        if next(slow, False):
            raise httpx.ReadTimeout("slow")
        return policy(question)

    script = endpoint(answer)
    played = run_job(micro_job(["chat:tester", "random"], None, policy=Policy(time="random")))
    assert played.faults[0].time == 1
    assert played.faults[0].illegal == 0
    assert len(script.asked[1]["messages"]) == 2


def test_the_environment_must_name_an_endpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.find("stratego")
    for name in ("PLOWSHARES_CHAT_URL", "PLOWSHARES_CHAT_MY_MODEL_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(InvalidOption, match="PLOWSHARES_CHAT_MY_MODEL_URL"):
        check_entrant(game, Entrant("a", "chat:my-model"))
    monkeypatch.setenv("PLOWSHARES_CHAT_URL", "ftp://nowhere")
    with pytest.raises(InvalidOption, match="not http"):
        check_entrant(game, Entrant("a", "chat:my-model"))
    monkeypatch.setenv("PLOWSHARES_CHAT_URL", "http://127.0.0.1:1/v1")
    assert chat_seats.find_endpoint("chat:my-model") == Endpoint("http://127.0.0.1:1/v1", "my-model")
    with pytest.raises(InvalidOption, match="needs a name"):
        check_entrant(game, Entrant("a", "mcp:"))
    monkeypatch.setenv(arena_seats.PORT, "many")
    with pytest.raises(InvalidOption, match="is not a port"):
        check_entrant(game, Entrant("a", "mcp:x"))


def test_an_endpoint_that_nobody_serves_is_a_crash() -> None:
    player = ChatPlayer("x", Endpoint("http://127.0.0.1:9/", "m"))
    game = registry.find("stratego")
    match = Match(game, game.options(), 1)
    player.begin(match, 0)
    with pytest.raises(Fault, match="cannot be reached"):
        player.choose(Ask(match.view(0), 0, match.legal(0), 5.0, 2))


@pytest.mark.parametrize("name", sorted(registry.OURS))
def test_questions_tell_what_the_seat_knows_and_no_more(name: str) -> None:
    game = registry.find(name)
    options = read_words(game.options, [], usual_preset(game, None))
    match = Match(game, options, 3)
    seat = match.waiting()[0]
    ask = Ask(match.view(seat), seat, match.legal(seat), 5.0, match.seats)
    told = prompts.question(game, ask, ["line"], [])
    assert f"You play {game.title}" in told[0]["content"]
    other = match.state.clone()
    game.view.disturb(other, seat, np.uint64(5))
    again = Ask(game.view_of(other, seat), seat, ask.legal, 5.0, match.seats)
    assert prompts.question(game, again, ["line"], []) == told


# A client of the protocol


class Guest:
    """A client in a thread, which takes the seat as soon as it is told how."""

    def __init__(self, do: Callable[[Client, str], Any]) -> None:
        self.errors: list[BaseException] = []
        self._do = do
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        async def talk() -> None:
            house = arena_seats.house()
            async with Client(house.address) as client:
                await self._do(client, house.invite("model"))

        try:
            asyncio.run(talk())
        except BaseException as error:
            self.errors.append(error)

    def __enter__(self) -> Guest:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(120)
        assert not self._thread.is_alive()
        assert not self.errors, self.errors


def test_a_client_plays_a_seat_of_the_arena(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(6)

    async def do(client: Client, invitation: str) -> None:
        key = (await call(client, "take_seat", invitation=invitation))["key"]
        said = await call(client, "wait", key=key, seconds=60)
        assert "your turn" in said
        words = await refused(client, "play", key=key, command="z9-z8")
        assert "more attempts" in words
        assert "opened by the arena" in await refused(client, "open_match", game="stratego")
        assert "after the end" in await refused(client, "fetch_record", key=key)
        await call(client, "wait", key=key, seconds=60)
        board = await call(client, "look", key=key)
        assert '"your_turn": true' in board
        answer = await client.call_tool("picture", {"key": key})
        assert answer.content[0].type == "image"
        await call(client, "report_usage", key=key, tokens_in=1200, tokens_out=34)
        assert "over" in await play_out(client, key, chance)
        assert (await call(client, "read_log", key=key))["lines"]
        assert "nothing to resign" in await refused(client, "resign", key=key)
        assert "not your turn" in await refused(client, "play", key=key, command="a1-a2")

    with Guest(do):
        played = run_job(micro_job(["mcp:model", "random"], tmp_path / "record.jsonl"))
    assert played.faults[0].illegal == 1
    assert played.usage[0] is not None
    assert (played.usage[0].tokens_in, played.usage[0].tokens_out) == (1200, 34)
    assert played.usage[0].calls > 2
    assert re.search(r"model waits for an MCP client: connect it to http://127.0.0.1:\d+/mcp", capfd.readouterr().err)
    verify((tmp_path / "record.jsonl").read_bytes(), registry.find)


def test_one_client_plays_all_matches_of_a_series() -> None:
    chance = random.Random(7)

    async def do(client: Client, invitation: str) -> None:
        for _ in range(2):
            key = (await call(client, "take_seat", invitation=invitation))["key"]
            await play_out(client, key, chance)

    jobs = [micro_job(["mcp:model", "random"], None), micro_job(["random", "mcp:model"], None)]
    with Guest(do):
        done = list(run_jobs(jobs, workers=4))
    assert len(done) == 2
    with pytest.raises(InvalidOption, match="cannot be played on 'ray'"):
        run_jobs(jobs, on="ray")


def test_a_client_can_resign() -> None:
    async def do(client: Client, invitation: str) -> None:
        key = (await call(client, "take_seat", invitation=invitation))["key"]
        await call(client, "wait", key=key, seconds=60)
        await call(client, "resign", key=key)

    with Guest(do):
        played = run_job(micro_job(["mcp:model", "random"], None))
    assert played.result.reason == "resigned"
    assert played.result.outcome == (-1.0, 1.0)


def test_a_client_that_is_too_slow_runs_out_of_time() -> None:
    async def do(client: Client, invitation: str) -> None:
        await call(client, "take_seat", invitation=invitation)

    with Guest(do):
        played = run_job(micro_job(["mcp:model", "random"], None, time="/0.3"))
    assert played.faults[0].time == 1
    assert "did not answer in time" in played.notes[0]


def test_a_seat_that_nobody_takes_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(arena_seats.WAIT, "0.2")
    played = run_job(micro_job(["mcp:nobody", "random"], None))
    assert played.faults[0].crash == 1
    assert "no client took the seat" in played.notes[0]


def test_wrong_invitations_and_keys_are_refused() -> None:
    seats = arena_seats.house()
    with pytest.raises(InvalidOption, match="opens nothing"):
        seats.take_seat("wrong", "x")
    with pytest.raises(InvalidOption, match="no seat has the key 'wrong'"):
        seats.look("wrong")
    with pytest.raises(InvalidOption, match="opened by the arena"):
        seats.open("stratego", "", [], {}, "x")


def test_a_seat_of_the_arena_tells_no_secrets() -> None:
    seats, player = arena_seats.house(), arena_seats.McpPlayer("secret", None)
    game = registry.find("stratego")
    match = Match(game, game.options(), 3)
    match.play(0, "fill")
    player.match, player.seat = match, 1
    seats._seated["key"] = player
    told = [seats.look("key"), seats.picture("key"), seats.legal("key"), seats.log("key")]
    real = match.state
    other = real.clone()
    game.view.disturb(other, 1, np.uint64(7))
    assert other.tobytes() != real.tobytes()
    match.state = other
    assert [seats.look("key"), seats.picture("key"), seats.legal("key"), seats.log("key")] == told
    with pytest.raises(IllegalCommand, match="not your turn"):
        seats.play("key", "ready")


# The reports


def test_reports_tell_tokens_beside_the_rating(endpoint: Any, tmp_path: Path) -> None:
    script = endpoint(pick_legal(random.Random(8)))
    values = {"game": "stratego", "preset": "micro", "players": {"a": "chat:tester", "b": "random"}, "games": 1}
    played = Tournament(define({**values, "options": SHORT}), tmp_path)
    played.play(workers=1)
    summary = summarise(played)
    model = next(each for each in summary.standings if each.name == "a")
    assert model.usage == Usage(len(script.asked), 100 * len(script.asked), 7 * len(script.asked))
    rows = list(csv.DictReader(io.StringIO(to_csv(summary))))
    assert {row["name"]: row["tokens_in"] for row in rows} == {"a": str(100 * len(script.asked)), "b": ""}
    plain = {each["name"]: each["usage"] for each in json.loads(to_json(summary))["standings"]}
    assert plain["b"] is None
    assert plain["a"]["tokens_out"] == 7 * len(script.asked)
    again = Tournament(define({**values, "options": SHORT}), tmp_path)  # read from disk
    assert summarise(again).standings == summary.standings


def test_usage_is_added_up_and_written_shortly() -> None:
    assert add_usage(None, None) is None
    assert add_usage(Usage(1, 2, 3), None) == Usage(1, 2, 3)
    assert add_usage(Usage(1, 2, 3), Usage(1, 1, 1)) == Usage(2, 3, 4)
    assert describe_usage(Usage(40, 12345, 678)) == "12,345 in, 678 out, 40 calls"
    assert describe_usage(None) == "–"
    assert usual_time(["easy", "x=chat:y"]) == "/300"
    assert usual_time(["easy", "cmd:true"]) == "/10"
