"""Reviews over HTTP: begun on request, stored with the record, secret before the end; playing on from a moment."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import msgspec
import pytest

from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.core.seats import SPECTATOR
from plowshares.review import model, puzzles, reviewer
from plowshares.server import puzzles as server_puzzles
from plowshares.server import review_jobs
from plowshares.server.review_jobs import Key, ReviewJobs
from plowshares.server.review_store import load_review, save_review
from tests.review.matches import moments_of
from tests.review.test_puzzles import make as make_puzzle
from tests.server.site import LINK, ME, RANDOM, Person, Site, serving

pytestmark = pytest.mark.compiled_only
RANDOM_SETUPS = {"red_setup": "random", "blue_setup": "random"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


def finish(site: Site, moves: int = 6, person: Person | None = None) -> Person:
    """Return a person who has played some moves against a random player and resigned."""
    anna = person or site.person()
    anna.open(ME, RANDOM, options=RANDOM_SETUPS)
    chance = random.Random(3)
    for _ in range(moves):
        if not anna.wait_for_turn()["result"]:
            anna.play(command=chance.choice(anna.actions()))
    anna.post(anna.at("/resign"))
    return anna


def review(anna: Person, seat: int = 0, seconds: float = 300.0, depth: str = "full") -> dict[str, Any]:
    """Ask for a review until it is complete."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        answer = anna.http.get(anna.at(f"/review?as={seat}&depth={depth}"))
        assert answer.status_code in (200, 503), answer.text
        if answer.status_code == 200 and answer.json()["done"] == 1:
            found: dict[str, Any] = answer.json()
            return found
        time.sleep(0.3)
    raise AssertionError(answer.text)


@pytest.mark.long
def test_a_review_is_made_in_the_background_and_kept(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as site:
        anna = finish(site)
        first = review(anna)
        count = anna.http.get(anna.at("/replay?n=0&as=0")).json()["count"]
        assert len(first["known"]) == len(first["true"]) == count
        assert first["known"][-1] == 0  # who resigns has lost
        assert review(anna, 1)["known"][-1] == 1
        assert load_review(site.hall.store, anna.table, "full") is not None
        cookies = dict(anna.http.cookies)
    with serving(tmp_path / "tables.sqlite") as site:
        again = site.person(table=anna.table)
        again.http.cookies.update(cookies)
        told = again.http.get(again.at("/review?as=0"))
        assert told.json() == first | {"running": False}
        assert again.post(again.at("/delete")).json() == {"deleted": True}
        assert load_review(site.hall.store, anna.table, "full") is None


@pytest.mark.long
def test_half_a_review_is_taken_up_again_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as site:
        anna = finish(site)
        moments = moments_of(site.hall.store.record(anna.table))
        half = reviewer.begin(moments, "quick")
        for _ in range(3):
            reviewer.go_on(moments, half, seconds=0.0)
        half.known[0][0] = 0.123  # nothing that is rated again comes to this
        save_review(site.hall.store, anna.table, "quick", model.encode(half))
        cookies = dict(anna.http.cookies)
    with serving(tmp_path / "tables.sqlite") as site:
        again = site.person(table=anna.table)
        again.http.cookies.update(cookies)
        assert review(again, depth="quick")["depth"] == "quick"
        found = model.decode(load_review(site.hall.store, anna.table, "quick") or b"")
    assert found is not None
    assert found.is_complete
    assert found.known[0][:3] == half.known[0]
    assert len(found.known[0]) == len(moments)


@pytest.mark.long
def test_a_deeper_review_is_kept_beside_the_usual_one(site: Site) -> None:
    anna = finish(site, 2)
    deep = review(anna, depth="deep")
    assert deep["depth"] == "deep"
    usual, deeper = (load_review(site.hall.store, anna.table, depth) for depth in ("full", "deep"))
    assert usual is None  # which nobody has asked for
    found = model.decode(deeper or b"")
    assert found is not None
    assert (found.depth, found.is_complete) == ("deep", True)


def test_habits_come_with_the_third_reviewed_match(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(model.DEPTHS, "full", model.Depth(1, 4))
    anna, told = site.person(), []
    for _ in range(3):
        anna = finish(site, 2, anna)
        assert anna.http.get(anna.at("/habits")).json() == {"habits": []}  # this one is not reviewed yet
        moments = moments_of(site.hall.store.record(anna.table))
        whole = reviewer.go_on(moments, reviewer.begin(moments, "full"))
        save_review(site.hall.store, anna.table, "full", model.encode(whole))
        told.append(anna.http.get(anna.at("/habits")).json()["habits"])
    assert told[:2] == [[], []]
    assert told[2][0].startswith("In your last 3 reviewed matches you found the best move ")


def test_a_review_that_fails_is_given_up_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "PAUSE", 0.0)
    monkeypatch.setattr(review_jobs, "load_review", lambda store, table, depth: None)
    assert asyncio.run(_fail(PlowsharesError("the disk is gone"))) == (review_jobs.MOST_FAILURES, "the disk is gone")
    assert asyncio.run(_fail(InvalidOption("no such seat"))) == (1, "no such seat")  # which no repetition changes
    unforeseen = asyncio.run(_fail(KeyError("a bug")))
    assert unforeseen == (1, "This match could not be reviewed.")


async def _fail(error: Exception) -> tuple[int, str]:
    """Return how often a review that always fails is tried, and what is said at last."""
    asked = 0

    class Lane:
        async def run(self, *asked_for: Any) -> None:
            nonlocal asked
            if len(asked_for) > 4:  # not what looks for findings in the database
                asked += 1
                raise error

    work = SimpleNamespace(lists=Lane(), reviews=Lane(), background=[])
    jobs = ReviewJobs(cast(Any, SimpleNamespace(work=work, hall=SimpleNamespace(store=None))))
    key = Key("table", "full")
    jobs.begin(key, b"", "Anna")
    assert jobs.is_running(key)
    while jobs.is_running(key):
        await asyncio.sleep(0)
    await jobs.stop()
    return asked, jobs.failed[key]


@pytest.mark.long
def test_beliefs_and_truth_of_a_moment(site: Site) -> None:
    anna = finish(site)
    believed = anna.http.get(anna.at("/beliefs?n=1&as=0")).json()
    assert believed["heat"] == "Where is the Flag?"
    assert all(sum(guess["chance"] for guess in each["guesses"]) == pytest.approx(1) for each in believed["hidden"])
    truth = anna.http.get(anna.at("/moment?n=1&as=0&open=1")).json()
    assert "piece-back" not in truth["regions"][0]["svg"]
    wrong = {"/beliefs?n=999&as=0": 422, "/moment?n=0&as=7": 422, "/review?as=x": 400, "/review?as=0&depth=huge": 400}
    for route, status in wrong.items():
        assert anna.http.get(anna.at(route)).status_code == status, route


def routes() -> list[str]:
    return ["/review?as=0", "/beliefs?n=0&as=0", "/moment?n=0&as=0", "/moment?n=0&as=0&open=1"]


def refuse(answer: httpx.Response, words: str) -> None:
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["error"]


def test_before_the_end_nobody_gets_more_than_their_own_beliefs(site: Site) -> None:
    anna = site.person()
    anna.open(ME, LINK, options=RANDOM_SETUPS, hints=True)
    bert = site.person(anna.invite(1), anna.table)
    watcher = site.person(anna.invite(SPECTATOR), anna.table)
    for person in (anna, bert, watcher):
        person.state()
        for route in routes():
            refuse(person.http.get(person.at(route)), "once the match is over")
        refuse(person.post(person.at("/play-on"), n=0, seat=0), "once the match is over")
    own = anna.http.get(anna.at("/beliefs")).json()
    assert {each["colour"] for each in own["hidden"]} == {1}
    assert {each["colour"] for each in bert.http.get(bert.at("/beliefs")).json()["hidden"]} == {0}
    refuse(watcher.http.get(watcher.at("/beliefs")), "Only those who play")


def test_a_table_without_hints_or_with_ratings_tells_no_beliefs(site: Site) -> None:
    anna = site.person()
    anna.open(ME, RANDOM, options=RANDOM_SETUPS)
    refuse(anna.http.get(anna.at("/beliefs")), "without help")
    table = site.hall.find(anna.table)
    table.plan = msgspec.structs.replace(table.plan, hints=True, rated=True)
    refuse(anna.http.get(anna.at("/beliefs")), "without help")


@pytest.mark.parametrize("deal", [False, True])
def test_playing_on_from_a_moment_opens_a_real_table(deal: bool, site: Site) -> None:
    anna = finish(site)
    old = site.hall.find(anna.table).match
    answer = anna.post(anna.at("/play-on"), n=2, seat=0, deal=deal, level="random")
    assert answer.status_code == 200, answer.text
    anna.table = answer.json()["table"]
    match = site.hall.find(anna.table).match
    assert [turn.text for turn in match.history[:2]] == [turn.text for turn in old.history[:2]]
    state = anna.wait_for_turn()
    assert state["seat"] == 0
    assert [seat["who"] for seat in state["seats"]] == ["Anna", "Hatchling"]
    if not state["result"]:
        anna.command(anna.actions()[0])
    assert len(site.hall.find(anna.table).match.history) > 2


def test_where_nobody_can_play_on_is_said(site: Site) -> None:
    anna = finish(site)
    last = anna.http.get(anna.at("/replay?n=0&as=0")).json()["count"] - 1
    refuse(anna.post(anna.at("/play-on"), n=last, seat=0), "over there")
    refuse(anna.post(anna.at("/play-on"), n=9999, seat=0), "position 9999 is not from 0 to")
    refuse(anna.post(anna.at("/play-on"), n=0, seat=5), "5 is not a seat")
    refuse(anna.post(anna.at("/play-on"), n=0, seat=0, level="god"), "no computer is called 'god'")


def test_the_puzzles_of_our_games_are_listed(site: Site) -> None:
    listed = {each["game"]: each for each in site.person().http.get("/api/puzzles").json()["games"]}
    assert set(listed["battle_farm"]["difficulties"]) <= {"easy", "medium", "hard"}
    assert site.person().http.get("/puzzles").status_code == 200


def test_a_puzzle_is_solved_at_a_real_table(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle()
    for place in (puzzles, server_puzzles):
        monkeypatch.setattr(place, "puzzles_of", lambda game: (puzzle,) if game.name == "stratego" else ())
    anna = site.person()
    listed = anna.http.get("/api/puzzles").json()["games"]
    assert [(each["game"], each["difficulties"]) for each in listed] == [("stratego", ["hard"])]
    for number, solved in ((1, True), (1, False)):
        anna.table = anna.post("/api/puzzles/stratego", number=number).json()["table"]
        asked = anna.http.get(anna.at("/puzzle")).json()
        assert asked["solved"] is None
        assert puzzle.answer not in str(asked)
        anna.wait_for_turn()
        others = [each for each in anna.actions() if each != puzzle.answer]
        anna.command(puzzle.answer if solved else others[0])
        told = anna.http.get(anna.at("/puzzle")).json()
        assert told["solved"] is solved
        assert told["title"] == ("Right!" if solved else "Not the best")
    refuse(anna.post("/api/puzzles/stratego", number=2), "puzzles 1 to 1")
    assert anna.post("/api/puzzles/go", number=1).status_code == 404
    plain = finish(site, 0)
    refuse(plain.http.get(plain.at("/puzzle")), "not a puzzle")
