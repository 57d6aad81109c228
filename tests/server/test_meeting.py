"""The meeting place: names and faces, the lobby, open tables, invitations, chat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.server.meeting.chat import BURST, LONGEST, clean, rooms_of
from plowshares.server.meeting.people import check_name
from plowshares.server.meeting.words import describe_clock
from plowshares.server.plan import GUEST, SeatPlan, display_names
from tests.server.site import HERE, LINK, ME, MICRO, RANDOM, Person, Site, serving

pytestmark = pytest.mark.compiled_only


def lobby(person: Person) -> dict[str, Any]:
    answer = person.http.get("/api/lobby")
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


def named(site: Site, name: str, avatar: str = "owl") -> Person:
    person = site.person()
    answer = person.post("/api/me", name=name, avatar=avatar)
    assert answer.status_code == 200, answer.text
    return person


# Who people are


def test_a_name_is_kept_over_a_restart_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path / "one.sqlite") as site:
        anna = named(site, "  Anna   Maria ", "fox")
        cookies = dict(anna.http.cookies)
        me = lobby(anna)["me"]
        assert (me["name"], me["avatar"], me["account"]) == ("Anna Maria", "fox", False)
    with serving(tmp_path / "one.sqlite") as site:
        again = site.person()
        again.http.cookies.update(cookies)
        assert lobby(again)["me"] == me


def test_a_name_can_be_changed(site: Site) -> None:
    anna = named(site, "Anna")
    anna.post("/api/me", name="Annabel", avatar="pig")
    me = anna.http.get("/api/me").json()["me"]
    assert (me["name"], me["avatar"]) == ("Annabel", "pig")


@pytest.mark.parametrize("name", ["", "   ", "x" * 31, "a\u202eb", "a\x00b"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with pytest.raises(InvalidOption, match="1 to 30 letters"):
        check_name(name)


def test_a_face_that_is_not_there_is_refused(site: Site) -> None:
    answer = site.person().post("/api/me", name="Anna", avatar="dragon")
    assert answer.status_code == 422
    assert "dragon" in answer.json()["error"]


# Open tables


def test_the_place_from_the_lobby_to_the_result(fresh_site: Site) -> None:
    """Go once through the meeting place: lobby, an open table, a stranger, talk, a match, its result on both pages."""
    anna, bert = named(fresh_site, "Anna"), named(fresh_site, "Bert")
    table = anna.open(ME, LINK, access="open", options={"red_setup": "random", "blue_setup": "random"})
    (offered,) = lobby(bert)["open"]
    assert (offered["id"], offered["host"]) == (table, "Anna")
    assert bert.post(f"/api/tables/{offered['id']}/sit").status_code == 200
    bert.table = table
    assert bert.post(bert.at("/chat"), phrase="hello").status_code == 200
    assert [each["words"] for each in anna.http.get(anna.at("/chat")).json()["chat"]] == ["Hello, good luck!"]
    mover = anna if anna.state()["acting"] else bert
    mover.command(mover.actions()[0])
    bert.post(bert.at("/resign"))
    fresh_site.app.state.counting.settle()
    assert lobby(anna)["mine"][0]["status"] == "finished"
    for person, won in ((anna, 1), (bert, 0)):
        page = person.http.get("/api/players/me").json()
        assert (page["games"], page["won"]) == (1, won)
        assert person.http.get(person.at("/record")).status_code == 200


def test_a_stranger_finds_joins_and_plays_at_an_open_table(site: Site) -> None:
    anna, bert = named(site, "Anna", "fox"), named(site, "Bert")
    anna.open(ME, LINK, access="open", time="300+5")
    offered = lobby(bert)["open"]
    assert [each["id"] for each in offered] == [anna.table]
    assert offered[0]["host"] == "Anna"
    assert offered[0]["free"] == 1
    assert offered[0]["clock"] == "5 minutes + 5 s"
    seat = bert.post(f"/api/tables/{anna.table}/sit").json()
    assert seat == {"table": anna.table, "seat": 1}
    bert.table = anna.table
    bert.command("fill")
    assert [each["who"] for each in anna.state()["seats"]] == ["Anna", "Bert"]
    assert lobby(bert)["open"] == []
    assert [each["id"] for each in lobby(bert)["mine"]] == [anna.table]


def test_an_open_table_filled_by_links_is_not_offered_any_more(site: Site) -> None:
    anna, bert, cleo = named(site, "Anna"), named(site, "Bert"), site.person()
    anna.open(ME, LINK, access="open")
    token = anna.invite(1)
    assert anna.table in [each["id"] for each in lobby(cleo)["open"]]
    assert bert.post("/api/join", token=token).status_code == 200
    assert anna.table not in [each["id"] for each in lobby(cleo)["open"]]
    assert anna.table in [each["id"] for each in lobby(cleo)["playing"]]


def test_a_program_that_comes_by_a_link_takes_a_free_seat(site: Site) -> None:
    anna, cleo = named(site, "Anna"), site.person()
    anna.open(ME, LINK, LINK, game="farmer_soldier", preset="three", access="open")
    program = site.person(anna.invite(2), anna.table)
    assert {each["id"]: each["free"] for each in lobby(cleo)["open"]}[anna.table] == 2
    assert program.state()["seat"] == 2
    assert {each["id"]: each["free"] for each in lobby(cleo)["open"]}[anna.table] == 1
    assert named(site, "Dora").post(anna.at("/sit")).status_code == 200
    assert anna.table not in [each["id"] for each in lobby(cleo)["open"]]


def test_a_seat_can_be_taken_once(site: Site) -> None:
    anna = named(site, "Anna")
    anna.open(ME, LINK, access="open")
    assert named(site, "Bert").post(anna.at("/sit")).status_code == 200
    late = named(site, "Cleo").post(anna.at("/sit"))
    assert late.status_code == 422
    assert "faster" in late.json()["error"]
    assert anna.post(anna.at("/sit")).status_code == 422


def test_a_private_table_is_in_nobody_elses_lobby_and_cannot_be_joined(site: Site) -> None:
    anna, bert = named(site, "Anna"), named(site, "Bert")
    anna.open(ME, LINK)
    shown = lobby(bert)
    assert anna.table not in {each["id"] for place in ("open", "playing", "mine") for each in shown[place]}
    assert bert.post(anna.at("/sit")).status_code == 403
    assert bert.http.get(anna.at()).status_code == 403
    assert bert.http.get(f"/tables/{anna.table}/picture.svg").status_code == 403


def test_an_open_table_that_is_played_can_be_watched_by_anybody(site: Site) -> None:
    anna, bert, cleo = named(site, "Anna"), named(site, "Bert"), site.person()
    anna.open(ME, LINK, access="open")
    bert.post(anna.at("/sit"))
    assert anna.table in [each["id"] for each in lobby(cleo)["playing"]]
    cleo.table = anna.table
    assert cleo.state()["seat"] == -1
    picture = cleo.http.get(f"/tables/{anna.table}/picture.svg")
    assert picture.status_code == 200
    assert picture.text.startswith("<svg")
    assert "art:" not in picture.text


def test_a_thumbnail_shows_what_a_spectator_sees(site: Site) -> None:
    anna, cleo = named(site, "Anna"), site.person()
    anna.open(ME, RANDOM, access="open")
    before = cleo.http.get(f"/tables/{anna.table}/picture.svg").text
    anna.command("fill")
    assert cleo.http.get(f"/tables/{anna.table}/picture.svg").text == before


def test_your_turn_comes_first_in_the_lobby(site: Site) -> None:
    anna = named(site, "Anna")
    waiting = anna.open(ME, RANDOM, **MICRO)
    anna.open(LINK, LINK, **MICRO)
    assert lobby(anna)["mine"][0]["id"] == waiting
    assert lobby(anna)["mine"][0]["turn"]
    assert not lobby(anna)["mine"][1]["turn"]


def test_the_lobby_of_a_stranger_is_not_an_error(site: Site) -> None:
    assert lobby(site.person())["me"] is None


# Invitations


def test_an_invitation_says_what_it_is_for_and_is_not_used_up(site: Site) -> None:
    anna, guest = named(site, "Anna", "fox"), site.person()
    anna.open(ME, LINK, time="/86400")
    token = anna.invite(1)
    for _ in range(2):
        shown = guest.post("/api/invitation", token=token).json()
        assert (shown["title"], shown["host"], shown["avatar"]) == ("Stratego", "Anna", "fox")
        assert shown["clock"] == "1 day a move"
        assert not shown["watch"]
    assert guest.post("/api/join", token=token).status_code == 200
    assert guest.post("/api/invitation", token=token).status_code == 403


def test_a_guest_who_joins_by_link_goes_by_their_own_name(site: Site) -> None:
    anna, guest = named(site, "Anna"), named(site, "Gustav")
    anna.open(ME, LINK)
    guest.post("/api/join", token=anna.invite(1))
    assert [each["who"] for each in anna.state()["seats"]] == ["Anna", "Gustav"]
    assert [each["who"] for each in lobby(anna)["mine"] if each["id"] == anna.table] == [["Anna", "Gustav"]]


@pytest.mark.parametrize(
    ("control", "words"),
    [("none", "No clock"), ("600", "10 minutes"), ("300+2", "5 minutes + 2 s"), ("/86400", "1 day a move"),
     ("/172800", "2 days a move"), ("30", "30 seconds"), ("7200", "2 hours")],
)  # fmt: skip
def test_clocks_in_words(control: str, words: str) -> None:
    assert describe_clock(control) == words


# Chat


def test_players_and_watchers_talk_apart_until_the_end(site: Site) -> None:
    anna, bert, cleo = named(site, "Anna"), named(site, "Bert"), named(site, "Cleo")
    anna.open(ME, LINK, access="open")
    bert.post(anna.at("/sit"))
    bert.table = cleo.table = anna.table
    before = bert.state()["said"]
    assert anna.post(anna.at("/chat"), words="  Hello   there ").status_code == 200
    assert bert.state()["said"] != before
    cleo.post(anna.at("/chat"), words="who wins?")
    read = {name: person.http.get(anna.at("/chat")).json()["chat"] for name, person in
            {"anna": anna, "bert": bert, "cleo": cleo}.items()}  # fmt: skip
    assert [each["words"] for each in read["bert"]] == ["Hello there"]
    assert [each["words"] for each in read["cleo"]] == ["who wins?"]
    anna.post(anna.at("/resign"))
    after = bert.http.get(anna.at("/chat")).json()["chat"]
    assert [each["words"] for each in after] == ["Hello there", "who wins?"]
    assert [each["name"] for each in after] == ["Anna", "Cleo"]


def test_ready_phrases_are_sent_in_the_readers_words(site: Site) -> None:
    anna = named(site, "Anna")
    anna.open(ME, RANDOM)
    said = anna.post(anna.at("/chat"), phrase="well-played")
    assert said.json()["words"] == "Well played!"
    assert anna.post(anna.at("/chat"), phrase="nonsense").status_code == 422
    assert len(anna.http.get(anna.at("/chat")).json()["phrases"]) == 5


def test_talk_says_what_had_happened_by_then_as_each_reader_knows_it(site: Site) -> None:
    anna, bert = named(site, "Anna"), named(site, "Bert")
    anna.open(ME, LINK, options={"red_setup": "random", "blue_setup": "random"})
    bert.table = anna.table
    bert.post("/api/join", token=anna.invite(1))
    anna.post(anna.at("/chat"), words="Good luck")
    mover, other = (anna, bert) if anna.state()["acting"] else (bert, anna)
    mover.command(mover.actions()[0])
    other.post(other.at("/chat"), words="Bold")
    for each in (anna, bert):
        first, second = each.http.get(each.at("/chat")).json()["chat"]
        told = [event["text"] for event in each.state()["log"] if event["text"]]
        assert (first["after"], second["after"]) == ("", f"Move 1 · {told[-1]}")
    assert "You" in mover.http.get(anna.at("/chat")).json()["chat"][1]["after"]


def test_a_shared_screen_reads_beside_the_talk_what_watchers_know(site: Site) -> None:
    anna = named(site, "Anna")
    anna.open(ME, HERE, options={"red_setup": "random", "blue_setup": "random"})
    anna.post(anna.at("/curtain"), seat=anna.state()["call"])
    anna.command(anna.actions()[0])
    (said,) = [anna.post(anna.at("/chat"), words="Done").json()]
    assert said["after"]
    assert "You" not in said["after"]


def test_a_free_seat_is_called_so_in_the_readers_language(site: Site) -> None:
    anna = named(site, "Anna")
    anna.open(ME, {"kind": "link", "name": GUEST})
    german = {"accept-language": "de"}
    assert [each["who"] for each in anna.state()["seats"]] == ["Anna", "Guest"]
    told = anna.http.get(anna.at(), headers=german).json()["state"]["seats"]
    assert [each["who"] for each in told] == ["Anna", "Gast"]
    assert [each["who"] for each in anna.http.get("/api/lobby", headers=german).json()["mine"]] == [["Anna", "Gast"]]


def test_several_guests_without_names_are_numbered() -> None:
    seats = [SeatPlan("me", GUEST), SeatPlan("link", GUEST), SeatPlan("link", "Cleo"), SeatPlan("computer", "random")]
    assert display_names(seats) == ["Guest 1", "Guest 2", "Cleo", "Hatchling"]


def test_a_player_that_floods_the_chat_has_to_wait(site: Site) -> None:
    anna = named(site, "Anna")
    anna.open(ME, RANDOM)
    answers = [anna.post(anna.at("/chat"), words=f"message {i}").status_code for i in range(BURST + 1)]
    assert answers == [200] * BURST + [422]


def test_nobody_writes_at_a_table_where_they_may_not_be(site: Site) -> None:
    anna, bert = named(site, "Anna"), named(site, "Bert")
    anna.open(ME, LINK)
    assert bert.post(anna.at("/chat"), words="hi").status_code == 403
    assert bert.http.get(anna.at("/chat")).status_code == 403


@pytest.mark.parametrize("words", ["", "  \n ", "x" * (LONGEST + 1), "a\u202eb"])
def test_messages_that_cannot_be_shown_are_refused(words: str) -> None:
    with pytest.raises(IllegalCommand):
        clean(words)


def test_rooms_are_opened_at_the_end() -> None:
    assert rooms_of(0, False) == ("players",)
    assert rooms_of(-1, False) == ("watchers",)
    assert rooms_of(-1, True) == rooms_of(1, True) == ("players", "watchers")


# A table that waits


def test_a_table_says_what_is_played_and_for_whom_it_waits(site: Site) -> None:
    anna, bert = named(site, "Anna"), named(site, "Bert", "bear")
    anna.open(ME, LINK, access="open", time="900+10")
    about = anna.http.get(anna.at("/about")).json()
    assert (about["board"], about["clock"], about["access"]) == ("Micro", "15 minutes + 10 s", "open")
    assert (about["free"], about["linked"]) == ([1], [])
    assert [each["title"] for each in about["levels"]] == ["Hatchling", "Easy", "Medium", "Hard", "Expert"]
    anna.invite(1)
    assert anna.http.get(anna.at("/about")).json()["linked"] == [1]
    bert.post(anna.at("/sit"))
    assert anna.http.get(anna.at("/about")).json()["free"] == []
    assert anna.state()["faces"] == ["owl", "bear"]  # everybody with the face they have chosen


def test_a_private_table_tells_strangers_nothing_of_itself(site: Site) -> None:
    anna, bert = named(site, "Anna"), named(site, "Bert")
    anna.open(ME, LINK)
    assert bert.http.get(anna.at("/about")).status_code == 403


def test_emotes_are_the_same_for_everybody(site: Site) -> None:
    anna = named(site, "Anna")
    anna.open(ME, RANDOM)
    assert anna.post(anna.at("/chat"), phrase="smile").json()["words"] == "😄"
    assert [each["words"] for each in anna.http.get(anna.at("/chat")).json()["chat"]] == ["😄"]
    assert anna.post(anna.at("/chat"), phrase="sneer").status_code == 422
