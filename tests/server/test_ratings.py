"""Results and ratings: what counts, what does not, and who may see it."""

from __future__ import annotations

import gc
import io
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from plowshares.server.meeting import past_games
from plowshares.server.meeting.ratings import FEWEST_GAMES, Strength, rank, rate, show, size_class
from plowshares.server.tables import HouseRules
from tests.server.site import HERE, LINK, ME, RANDOM, Person, Site, serving
from tests.server.test_accounts import with_account
from tests.server.test_meeting import named

pytestmark = pytest.mark.compiled_only


def page_of(asking: Person, player: str = "me") -> dict[str, Any]:
    answer = asking.http.get(f"/api/players/{player}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def play_rated(site: Site, winner: Person, loser: Person, **more: Any) -> str:
    """Let two people play a rated match, which one resigns after both have moved."""
    winner.open(ME, LINK, **{"rated": True, "access": "open", **more})
    loser.table = winner.table
    answer = loser.post(winner.at("/sit"))
    assert answer.status_code == 200, answer.text
    winner.command("fill")
    loser.command("fill")
    loser.post(loser.at("/resign"))
    site.app.state.counting.settle()
    return winner.table


# The scale


def test_a_new_player_is_at_1500_and_the_winner_goes_up() -> None:
    assert show(*Strength()) == (1500, 208)
    won, lost = rate([Strength(), Strength()], [1.0, -1.0])
    assert show(*won).rating > 1500 > show(*lost).rating
    assert won.sigma < Strength().sigma


def test_equal_outcomes_share_a_place_and_move_nobody_equal() -> None:
    assert rank([0.0, 0.0]) == [0, 0]
    assert rank([1.0, -1.0, 0.0, 0.0]) == [0, 3, 1, 1]
    one, other = rate([Strength(), Strength()], [0.0, 0.0])
    assert one.mu == pytest.approx(other.mu) == pytest.approx(Strength().mu)


def test_strength_against_one_is_apart_from_strength_among_many() -> None:
    assert [size_class(n) for n in (2, 3, 4, 5, 64)] == ["2", "3-4", "3-4", "5+", "5+"]


# What counts


def test_a_rated_match_changes_both_ratings_and_both_pages_show_it(fresh_site: Site) -> None:
    site = fresh_site
    anna, bert = with_account(site, "Anna")[0], with_account(site, "Bert")[0]
    table = play_rated(site, anna, bert)
    mine, theirs = page_of(anna), page_of(bert)
    assert [each["change"] for each in mine["results"]] == [-each["change"] for each in theirs["results"]]
    assert mine["results"][0]["change"] > 0
    assert mine["results"][0]["table"] == table
    assert mine["results"][0]["how"] == "2 moves · resigned"
    assert mine["ratings"][0]["rating"] is None  # no number before ten games
    assert mine["ratings"][0]["games"] == mine["ratings"][0]["won"] == 1
    assert [each["name"] for each in theirs["results"][0]["others"]] == ["Anna"]
    assert page_of(anna, theirs["player"])["results"][0]["others"][0]["name"] == "Anna"
    assert anna.http.get(anna.at("/result")).json()["seats"][0]["change"] > 0


def test_a_match_is_counted_once(fresh_site: Site) -> None:
    site = fresh_site
    anna, bert = with_account(site, "Anna")[0], with_account(site, "Bert")[0]
    play_rated(site, anna, bert)
    assert site.app.state.counting.settle() == 0
    site.app.state.counting.settle_one(anna.table)
    assert page_of(anna)["ratings"][0]["games"] == 1


def test_a_number_is_shown_from_ten_games_on(fresh_site: Site) -> None:
    site = fresh_site
    anna, bert = with_account(site, "Anna")[0], with_account(site, "Bert")[0]
    for n in range(FEWEST_GAMES):
        assert anna.http.get("/api/ladder/stratego").json()["rows"] == []
        assert page_of(anna)["ratings"] == [] or page_of(anna)["ratings"][0]["games"] == n
        play_rated(site, anna, bert)
    shown = page_of(anna)["ratings"][0]
    assert shown["rating"] > 1500
    assert shown["plus"] < 208
    assert len(shown["curve"]) == FEWEST_GAMES
    ladder = bert.http.get("/api/ladder/stratego").json()
    assert [each["name"] for each in ladder["rows"]] == ["Anna", "Bert"]
    assert ladder["place"] == 2
    assert ladder["rows"][0]["week"] == -ladder["rows"][1]["week"] > 0
    assert sum(count for _, count in ladder["columns"]) == 2
    assert bert.http.get("/api/ladder/stratego?among=friends").json()["count"] == 1
    assert bert.http.get("/api/ladder/stratego?size=5%2B").json()["count"] == 0


def test_a_match_in_which_somebody_has_not_moved_is_not_rated(fresh_site: Site) -> None:
    site = fresh_site
    anna, bert = with_account(site, "Anna")[0], with_account(site, "Bert")[0]
    anna.open(ME, LINK, rated=True, access="open")
    bert.post(anna.at("/sit"))
    anna.command("fill")
    bert.table = anna.table
    bert.post(bert.at("/resign"))
    site.app.state.counting.settle()
    assert [each["rated"] for each in page_of(anna)["results"]] == [False]
    assert page_of(anna)["ratings"] == []


def test_a_rated_match_against_the_computer_rates_the_level_too(fresh_site: Site) -> None:
    site = fresh_site
    anna = with_account(site, "Anna")[0]
    anna.open(ME, RANDOM, rated=True)
    anna.command("fill")
    anna.command("ready")
    state = anna.wait_for_turn()
    assert not state["result"]
    anna.post(anna.at("/resign"))
    site.app.state.counting.settle()
    level = page_of(anna, "computer:random")
    assert level["name"] == "Hatchling"
    assert level["ratings"][0]["won"] == 1
    assert page_of(anna)["ratings"][0]["won"] == 0


def test_guests_play_unrated(fresh_site: Site) -> None:
    site = fresh_site
    guest, anna = named(site, "Gustav"), with_account(site, "Anna")[0]
    refused = guest.post("/api/tables", game="stratego", preset="micro", seats=[ME, RANDOM], rated=True)
    assert refused.status_code == 422
    assert refused.json()["code"] == "guest"
    anna.open(ME, LINK, rated=True, access="open")
    assert guest.post(anna.at("/sit")).json()["code"] == "guest"
    token = anna.invite(1)
    assert guest.post("/api/join", token=token).json()["code"] == "guest"
    program = site.person(token, anna.table)
    assert program.http.get(anna.at()).json()["code"] == "guest"
    assert with_account(site, "Bert")[0].post("/api/join", token=token).status_code == 200  # it was not used up


def test_a_rated_table_gives_no_help_and_is_played_by_oneself(fresh_site: Site) -> None:
    site = fresh_site
    anna, bert = with_account(site, "Anna")[0], with_account(site, "Bert")[0]
    body = {"game": "stratego", "preset": "micro", "rated": True}
    assert anna.post("/api/tables", **body, seats=[ME, HERE]).json()["code"] == "rated"
    assert anna.post("/api/tables", **body, seats=[RANDOM, RANDOM]).json()["code"] == "rated"
    anna.open(ME, LINK, rated=True, hints=True, access="open", options={"memory_aid": "true"})
    options: Any = site.hall.find(anna.table).match.options
    assert options.memory_aid is False
    bert.post(anna.at("/sit"))
    assert anna.state()["hints"] is False
    assert anna.state()["rated"] is True
    assert anna.post(anna.at("/invite"), seat=0).json()["code"] == "rated"
    assert anna.post(anna.at("/release"), seat=0).json()["code"] == "rated"


def test_a_player_that_leaves_at_once_is_still_rated(fresh_site: Site) -> None:
    site = fresh_site
    anna = with_account(site, "Anna")[0]
    anna.open(ME, RANDOM, rated=True)
    anna.command("fill")
    anna.command("ready")
    anna.wait_for_turn()
    anna.post(anna.at("/resign"))
    assert anna.post(anna.at("/delete")).json() == {"deleted": True}
    assert [each["rated"] for each in page_of(anna)["results"]] == [True]


# Who sees it


def test_private_matches_are_shown_to_those_who_played_them(fresh_site: Site) -> None:
    site = fresh_site
    anna, bert = with_account(site, "Anna")[0], named(site, "Bert")
    anna.open(ME, LINK)
    bert.post("/api/join", token=anna.invite(1))
    anna.post(anna.at("/resign"))
    site.app.state.counting.settle()
    mine = page_of(anna)
    assert len(mine["results"]) == 1
    assert mine["results"][0]["record"]
    stranger = named(site, "Cleo")
    for asking in (stranger, site.person()):
        seen = page_of(asking, mine["player"])
        assert (seen["results"], seen["games"], seen["opponents"]) == ([], 0, [])
        assert zip_names(asking, mine["player"]) == []
        assert asking.http.get(anna.at("/record")).status_code == 403
    shared = page_of(bert, mine["player"])  # he played it, too
    assert [each["table"] for each in shared["results"]] == [anna.table]
    assert shared["results"][0]["record"]
    assert len(page_of(bert)["results"]) == 1  # his own
    assert zip_names(bert) == zip_names(anna) == zip_names(bert, mine["player"]) == [f"{anna.table}.jsonl"]


def zip_names(asking: Person, player: str = "me") -> list[str]:
    answer = asking.http.get(f"/api/players/{player}/records")
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        return file.namelist()


def test_every_finished_game_is_listed_page_by_page(fresh_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past_games, "PAGE", 2)
    site = fresh_site
    anna, cleo = with_account(site, "Anna")[0], site.person()
    played = []
    for access in ("open", "open", "private", "open", "open"):
        played.append(anna.open(ME, RANDOM, access=access))
        anna.post(anna.at("/resign"))
        site.app.state.counting.settle()
    mine = page_of(anna)
    public = [table for i, table in enumerate(played) if i != 2]
    for asking, tables in ((anna, played), (cleo, public)):
        listed = page_of(asking, mine["player"])["results"]
        assert page_of(asking, mine["player"])["games"] == len(tables)
        while len(listed) < len(tables):
            at = f"/api/players/{mine['player']}/games?skip={len(listed)}"
            listed += asking.http.get(at).json()["results"]
        assert [each["table"] for each in listed] == tables[::-1]  # unrated ones, too, the latest first
        assert sorted(zip_names(asking, mine["player"])) == sorted(f"{table}.jsonl" for table in tables)
        assert all(each["record"] for each in listed)
        met = page_of(asking, mine["player"])["opponents"]
        assert [(each["name"], each["games"], each["won"], each["drawn"]) for each in met] == [
            ("Hatchling", len(tables), 0, 0)
        ]


@pytest.mark.parametrize("skip", ["-1", "x", "²", "9" * 30])
def test_a_page_that_cannot_be_is_refused(fresh_site: Site, skip: str) -> None:
    answer = fresh_site.person().http.get("/api/players/computer:random/games", params={"skip": skip})
    assert answer.status_code == 400
    assert skip[:20] in answer.json()["error"]


def test_guests_are_named_without_a_page_and_by_their_newest_name(fresh_site: Site) -> None:
    site = fresh_site
    anna, gustav = with_account(site, "Anna")[0], named(site, "Gustav")
    anna.open(ME, LINK, access="open")
    gustav.post(anna.at("/sit"))
    anna.post(anna.at("/resign"))
    site.app.state.counting.settle()
    gustav.post("/api/me", name="Gustavo", avatar="pig")
    (other,) = page_of(anna)["results"][0]["others"]
    assert other == {"player": "", "name": "Gustavo", "avatar": "pig"}
    assert [each["name"] for each in page_of(anna)["opponents"]] == ["Gustavo"]


def test_guests_have_a_page_for_themselves_only(fresh_site: Site) -> None:
    guest, anna = named(fresh_site, "Gustav"), named(fresh_site, "Anna")
    me = guest.http.get("/api/me").json()["me"]["id"]
    assert page_of(guest)["kind"] == "guest"
    assert anna.http.get(f"/api/players/{me}").status_code == 403
    assert fresh_site.person().http.get("/api/players/me").status_code == 403


@pytest.mark.parametrize("player", ["nobody", "computer:dragon", "bot:nobody", "person:", "a:b:c"])
def test_players_that_are_not_there(fresh_site: Site, player: str) -> None:
    assert fresh_site.person().http.get(f"/api/players/{player}").status_code == 403


def test_a_record_that_was_brought_along_counts_for_nobody(fresh_site: Site) -> None:
    anna = with_account(fresh_site, "Anna")[0]
    anna.open(ME, RANDOM)
    anna.post(anna.at("/resign"))
    record = anna.http.get(anna.at("/record")).text
    assert anna.post("/api/records", record=record).status_code == 200
    fresh_site.app.state.counting.settle()
    assert page_of(anna)["games"] == 1


@pytest.mark.long
def test_memory_does_not_grow_with_finished_tables(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", rules=HouseRules(idle_after=0.05)) as site:
        anna = with_account(site, "Anna")[0]
        sizes = []
        for _ in range(3):
            for _ in range(40):
                anna.open(ME, RANDOM)
                anna.post(anna.at("/chat"), phrase="hello")
                anna.post(anna.at("/resign"))
            until = time.monotonic() + 60
            while site.hall.repository.all() and time.monotonic() < until:
                time.sleep(0.05)
            assert not site.hall.repository.all()
            site.app.state.counting.settle()
            gc.collect()
            sizes.append(len(gc.get_objects()))
        assert page_of(anna)["games"] == 120
        assert sizes[2] - sizes[1] < 40 * 5, sizes  # objects that stay for each finished table
