"""Several processes on one PostgreSQL: any of them answers for every table."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from plowshares import registry
from plowshares.cli.serve import PublicFlags, serve
from plowshares.core.errors import InvalidOption
from plowshares.engine.record import read_record, replay
from plowshares.server.app import Settings, create_app
from plowshares.server.backup import back_up, restore
from plowshares.server.cluster.membership import claim, take_over
from plowshares.server.cluster.remote_presence import FORGET_AFTER, RemotePresence, report
from tests.server.killing_workers import kill_workers
from tests.server.postgres import Cluster, find_program, postgres
from tests.server.site import HERE, LINK, ME, MICRO, RANDOM, Person, Site, serving
from tests.server.test_meeting import named
from tests.server.test_secrecy import disturbed, everything, open_for_links, tell_disturbed, wait_until_alone

pytestmark = pytest.mark.compiled_only
SOON = 60.0
GAMES = [pytest.param(name, marks=() if name == "stratego" else pytest.mark.long) for name in registry.OURS]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    if find_program("initdb") is None:
        pytest.skip("PostgreSQL is not installed: scripts/system_packages")
    with postgres() as running:
        yield running


@pytest.fixture(scope="module")
def sites(cluster: Cluster) -> Iterator[list[Site]]:
    with ExitStack() as stack:
        made = [stack.enter_context(serving(cluster.url, is_shared=True)) for _ in range(2)]
        until = time.monotonic() + SOON
        while any(len(each.app.state.cluster.membership.alive) < 2 for each in made):
            assert time.monotonic() < until
            time.sleep(0.05)
        yield made


def elsewhere(person: Person, site: Site) -> Person:
    """Return the same person at another process."""
    other = site.person(table=person.table)
    other.http.cookies, other.http.headers = person.http.cookies, person.http.headers
    return other


def test_a_table_is_the_same_at_every_process(sites: list[Site]) -> None:
    one, two = sites
    anna = one.person()
    table = anna.open(ME, LINK)
    there = elsewhere(anna, two)
    assert there.state() == anna.state()
    assert two.hall.at_hand(table) is None
    bert = two.person()
    assert bert.post("/api/join", token=there.invite(1)).json() == {"table": table}
    bert.table = table
    assert anna.state()["notices"] == ["Cleo has sat down."]
    anna.command("fill")
    assert there.state() == anna.state()
    there.command("ready")
    bert.command("fill")
    bert.command("ready")
    assert elsewhere(bert, one).state() == bert.state()
    refused = bert.play(command="nonsense")
    assert (refused.status_code, elsewhere(bert, one).play(command="nonsense").json()) == (422, refused.json())
    assert there.http.get("/api/tables").json() == anna.http.get("/api/tables").json()
    there.post(there.at("/resign"))
    assert bert.http.get(bert.at("/record")).content == anna.http.get(anna.at("/record")).content


def test_a_seat_is_sent_the_same_bytes_by_every_process(sites: list[Site]) -> None:
    one, two = sites
    table, tokens = open_for_links(one, "stratego")
    sent: dict[int, list[bytes]] = {}
    for site in (one, two):
        for seat, token in tokens.items():
            found = everything(site.person(token, table))
            wait_until_alone(one, table)  # the process that runs it
            assert found == sent.setdefault(seat, found)
    assert len({b"".join(each) for each in sent.values()}) == len(tokens)


@pytest.mark.parametrize("game", GAMES)
def test_two_processes_that_differ_in_secrets_send_the_same_bytes(
    game: str, cluster: Cluster, sites: list[Site], tmp_path: Path
) -> None:
    table, tokens = open_for_links(sites[0], game)
    sent = {}
    for seat, token in tokens.items():
        sent[seat] = everything(sites[1].person(token, table))
        wait_until_alone(sites[0], table)
    changed = 0
    with ExitStack() as stack:
        url = copy_of(cluster, tmp_path, game)
        one, two = (stack.enter_context(serving(url, is_shared=True)) for _ in range(2))
        match = one.hall.find(table).match
        real = match.state
        for seat, token in tokens.items():
            match.state = disturbed(match.game, real, seat)
            changed += match.state.tobytes() != real.tobytes()
            one.hall.find(table).story.events[seat] = tell_disturbed(one, table, seat)
            one.hall.find(table).changed()
            assert everything(two.person(token, table)) == sent[seat]
            wait_until_alone(one, table)
            match.state = real
        assert two.hall.at_hand(table) is None
    assert changed or match.result


def copy_of(cluster: Cluster, folder: Path, name: str) -> str:
    """Return a database with the same tables."""
    back_up(cluster.url, folder / "copy.sqlite")
    with psycopg.connect(cluster.url, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    url = cluster.url.replace("/postgres?", f"/{name}?")
    restore(folder / "copy.sqlite", url)
    return url


def test_processes_of_different_machines_answer_over_tcp(cluster: Cluster, sites: list[Site]) -> None:
    with serving(cluster.url, is_shared=True, peer_host="127.0.0.1") as far:
        anna = far.person()
        table = anna.open(ME, LINK)
        near = elsewhere(anna, sites[0])
        near.command("fill")
        assert near.state() == anna.state()
        assert far.hall.at_hand(table) is not None
        addresses = sites[0].app.state.cluster.membership.addresses
        assert addresses[far.app.state.cluster.membership.name].startswith("tcp:127.0.0.1:")


def test_chat_is_shared(sites: list[Site]) -> None:
    one, two = sites
    anna = one.person()
    table = anna.open(ME, LINK)
    bert = two.person(anna.invite(1), table)
    assert bert.post(bert.at("/chat"), words="Hello from the other process").status_code == 200
    assert [each["words"] for each in anna.http.get(anna.at("/chat")).json()["chat"]] == [
        "Hello from the other process"
    ]


def test_presence_curtain_and_clocks_are_shared(sites: list[Site]) -> None:
    one, two = sites
    anna = one.person()
    anna.open(ME, HERE, time="300")
    there = elsewhere(anna, two)
    there.post(there.at("/curtain"), seat=0)
    assert anna.state()["seat"] == 0
    assert [each["running"] for each in there.http.get(there.at()).json()["clocks"]] == [True, False]
    with there.http.stream("GET", there.at("/events")) as stream:
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("data: "))
        assert anna.http.get(anna.at()).json()["present"] == [True, True]
    until = time.monotonic() + SOON
    while anna.http.get(anna.at()).json()["present"] != [False, False]:
        assert time.monotonic() < until
        time.sleep(0.02)


def test_people_at_different_processes_are_here_together(sites: list[Site]) -> None:
    one, two = sites
    anna, bert = named(one, "Anna"), named(two, "Bert")
    friend = anna.post("/api/friends/link").json()["link"].partition("friend=")[2]
    assert bert.post("/api/friends/accept", token=friend).status_code == 200
    with anna.http.stream("GET", "/api/lobby/events") as stream:
        lines = stream.iter_lines()  # the stream ends with its iterator
        next(lines)
        until = time.monotonic() + SOON
        while not bert.http.get("/api/lobby").json()["friends"][0]["here"]:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert bert.http.get("/api/lobby").json()["here"] == 2
    until = time.monotonic() + SOON
    while bert.http.get("/api/lobby").json()["here"] != 1:
        assert time.monotonic() < until
        time.sleep(0.1)


def test_a_report_of_who_is_here_comes_in_parts_and_is_forgotten() -> None:
    clock = [0.0]
    others, crowd = RemotePresence(lambda: clock[0]), {f"{i:064x}" for i in range(250)}
    parts = list(report("a", crowd))
    assert len(parts) == 3
    assert all(len(json.dumps(part)) < 7500 for part in parts)  # PostgreSQL takes less than 8000 bytes
    for part in parts:
        others.hear(*part)
    others.hear("b", True, ["x"])
    assert others.here() == crowd | {"x"}
    for part in report("a", []):
        others.hear(*part)
    assert others.here() == {"x"}
    clock[0] = FORGET_AFTER + 1
    assert others.here() == set()


def test_a_move_is_soon_on_a_screen_of_another_process(sites: list[Site]) -> None:
    one, two = sites
    anna = one.person()
    table = anna.open(ME, LINK, options={"red_setup": "random", "blue_setup": "random"})
    people = [anna, two.person(anna.invite(1), table)]
    delays: list[float] = []
    with people[1].http.stream("GET", people[1].at("/events")) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data: "))
        next(lines)
        for _ in range(12):
            mover = next((each for each in people if each.state()["acting"]), None)
            if mover is None:
                break
            began = time.monotonic()
            mover.command(mover.actions()[0])
            next(lines)
            delays.append(time.monotonic() - began)
    assert len(delays) > 3
    assert statistics.median(delays) < 1.0  # on a machine that does nothing else: benchmarks/bench_server.py


def test_every_move_of_a_computer_is_made_once(sites: list[Site]) -> None:
    one, two = sites
    anna = one.person()
    table = anna.open(ME, RANDOM)
    there = elsewhere(anna, two)
    chance = random.Random(4)
    for i in range(10_000):
        person = (anna, there)[i % 2]
        state = person.wait_for_turn()
        if state["result"]:
            break
        person.play(command=chance.choice(person.actions()))
    record = read_record(one.hall.store.record(table))
    assert record.result is not None
    assert [line.n for line in record.lines] == list(range(1, len(record.lines) + 1))
    assert len(list(replay(record, registry.find))) == len(record.lines) + 1


def test_a_table_has_one_process_and_a_line_is_written_by_that_one_only(sites: list[Site]) -> None:
    one, two = sites
    anna = one.person()
    table = anna.open(ME, LINK)
    names = [each.app.state.cluster.membership.name for each in sites]
    assert claim(two.hall.store, table, names[1], frozenset(names)) == names[0]
    assert claim(two.hall.store, table, names[1], frozenset({names[1]})) == names[0]  # it holds its lock
    with two.hall.store.begin() as db:
        take_over(db, [table], names[0], names[1])  # as if the lock had been lost
    answer = anna.play(command="fill")
    assert answer.status_code in (200, 409, 421)
    anna.command("fill" if answer.status_code != 200 else "clear")
    until = time.monotonic() + SOON
    while one.hall.at_hand(table) is not None:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert anna.state() == elsewhere(anna, two).state()


def test_a_new_process_knows_the_others_before_it_answers(cluster: Cluster, sites: list[Site]) -> None:
    one, _ = sites
    anna = one.person()
    table = anna.open(ME, LINK)
    with serving(cluster.url, is_shared=True) as third:
        names = {each.app.state.cluster.membership.name for each in (*sites, third)}
        assert third.app.state.cluster.membership.alive >= names
        assert elsewhere(anna, third).state() == anna.state()
        assert third.hall.at_hand(table) is None
        assert one.hall.at_hand(table) is not None


def test_a_process_that_lost_its_lock_but_listens_is_given_time(sites: list[Site]) -> None:
    one, two = sites
    membership = one.app.state.cluster.membership
    other = two.app.state.cluster.membership.name
    listens = asyncio.run(membership._listens(other))
    assert listens
    membership.addresses["dead"] = "unix:/nowhere"
    assert not asyncio.run(membership._listens("dead"))
    assert not asyncio.run(membership._listens("never registered"))


def test_the_lobby_and_quotas_are_shared(sites: list[Site]) -> None:
    one, two = sites
    with two.person().http.stream("GET", "/api/lobby/events") as stream:
        lines = stream.iter_lines()
        while next(lines) != "data: here":
            pass
        one.person().post("/api/tables", **MICRO, seats=[ME, LINK], access="open")
        assert next(line for line in lines if line.startswith("data: ")) != "data: here"
    before = dict(two.app.state.quotas._buckets["act"]._left)
    for _ in range(5):
        one.person().post("/api/join", token="x")
    until = time.monotonic() + SOON
    while dict(two.app.state.quotas._buckets["act"]._left) == before:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_database_restart_is_survived(cluster: Cluster, sites: list[Site]) -> None:
    one, two = sites
    anna = one.person()
    anna.open(ME, LINK)
    there = elsewhere(anna, two)
    there.command("fill")
    seen = json.dumps(anna.state()["log"])
    cluster.stop(crash=True)
    assert anna.play(command="ready").status_code in (409, 503)
    cluster.start()
    until = time.monotonic() + SOON
    while True:
        answers = [person.http.get(person.at()) for person in (anna, there)]
        if {each.status_code for each in answers} == {200}:
            break
        assert time.monotonic() < until, answers
        time.sleep(0.1)
    assert json.dumps(anna.state()["log"]) == seen
    there.command("ready")
    assert not anna.state()["acting"]


def test_several_processes_need_postgresql() -> None:
    with pytest.raises(InvalidOption, match="need PostgreSQL"):
        create_app(Settings("sqlite://", is_shared=True))
    with pytest.raises(InvalidOption, match="need PostgreSQL"):
        serve(database="sqlite://", others=PublicFlags(workers=2), open=False)


@pytest.mark.long
def test_tables_of_a_killed_process_go_on_elsewhere(cluster: Cluster) -> None:
    report = kill_workers(cluster.url, kills=4, count=2)
    assert report.kills == 4
    assert report.acknowledged
    assert max(report.gaps + report.others) < 30.0  # on a machine that does nothing else: 5
