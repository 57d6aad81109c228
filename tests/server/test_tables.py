"""Tables over HTTP: opened, played to the end, followed, restarted, replayed."""

from __future__ import annotations

import base64
import gzip
import html
import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plowshares import registry
from plowshares.engine.default_scene import scene_of
from plowshares.engine.record import verify
from plowshares.server.replay import Replay
from tests.server.site import HERE, LINK, ME, MICRO, RANDOM, Site, serving

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite") as made:
        yield made


def test_the_lobby_lists_every_game_with_a_picture(site: Site) -> None:
    page = site.person().http.get("/").text
    for name in registry.names():
        assert registry.find(name).title in page
        picture = site.person().http.get(f"/games/{name}/picture.svg")
        assert ET.fromstring(picture.text).tag.endswith("svg")
        assert "unsafe" not in picture.headers["content-security-policy"]


@pytest.mark.parametrize("game", registry.OURS)
def test_every_game_has_a_form_and_rules(site: Site, game: str) -> None:
    person = site.person()
    form = person.http.get(f"/games/{game}").text
    assert all(f'data-option="{field}"' in form for field in registry.find(game).options.__struct_fields__)
    assert "<h1>" in person.http.get(f"/games/{game}/rules").text


@pytest.mark.parametrize("game", registry.OURS)
def test_the_rules_page_has_pictures_whose_drawings_are_there(site: Site, game: str) -> None:
    person = site.person()
    page = person.http.get(f"/games/{game}/rules").text
    assert f'<div id="pictures" data-game="{game}">' in page
    scripts = re.findall(r'<script type="module" src="([^"]+/rules\.js)">', page)
    assert [person.http.get(script).status_code for script in scripts] == [200]
    pictures = person.http.get(f"/games/{game}/how").json()["pictures"]
    assert len(pictures) == len(scene_of(registry.find(game)).how_to_play()) >= 3
    links = {link for picture in pictures for link in drawings_in(picture["svg"])}
    parts: dict[str, set[str]] = {}
    for link in sorted(links):
        file, _hash, part = link.partition("#")
        if file and file not in parts:
            drawn = ET.fromstring(person.http.get(file).text)
            parts[file] = {node.get("id", "") for node in drawn.iter()}
        assert not file or part in parts[file], link
    assert parts, "the pictures use the drawings of the game"
    assert all(picture["title"] and picture["text"] for picture in pictures)


def drawings_in(svg: str) -> Iterator[str]:
    """Yield the links of a drawing to others."""
    for node in ET.fromstring(svg).iter():
        if node.tag.endswith("use"):
            yield node.get("href", "")


def test_what_is_not_there_is_said_to_be_missing(site: Site) -> None:
    person = site.person()
    assert person.http.get("/games/chess").status_code == 404
    assert person.http.get("/nothing").status_code == 404
    assert person.http.get("/api/nothing").json() == {"error": "no such route"}
    # A place in the code must not be imported because somebody asks for it.
    assert person.http.get("/games/os:path").status_code == 404
    assert person.post("/api/games/os:path/check").status_code == 404


def test_a_bad_option_is_explained_at_its_field(site: Site) -> None:
    answer = site.person().post("/api/games/stratego/check", preset="classic", options={"move_cap": "0"})
    assert answer.status_code == 422
    assert answer.json() == {"field": "move_cap", "error": "0 is too small: 1–20000."}
    for name, value, words in (
        ("move_cap", "many", "'many' does not fit here: a whole number, 1–20000"),
        ("cap_scoring", "luck", "'luck' does not fit here: one of draw, material"),
        ("setup_limit", "3", "an army of 40 needs at least 41, got '3'"),
    ):
        answer = site.person().post("/api/games/stratego/check", preset="classic", options={name: value})
        assert answer.json() == {"field": name, "error": words}
    assert site.person().post("/api/games/stratego/check", preset="micro").json() == {"seats": ["Red", "Blue"]}


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ([ME], "2 seats"),
        ([ME, {"kind": "computer", "name": "deep thought"}], "deep thought"),
        ([ME, {"kind": "robot", "name": "x"}], "robot"),
        ([ME, {"kind": "here", "name": "x" * 31}], "1 to 30 letters"),
    ],
)
def test_seats_that_make_no_sense_are_refused(site: Site, seats: list[dict[str, str]], words: str) -> None:
    answer = site.person().post("/api/tables", **MICRO, seats=seats)
    assert answer.status_code == 422
    assert words in answer.json()["error"]


def test_a_match_against_the_computer_to_its_end_and_again(site: Site) -> None:
    anna = site.person()
    table = anna.open(ME, RANDOM)
    assert anna.http.get(anna.at("/record")).status_code == 422
    end = anna.play_at_random(random.Random(1))
    assert end["result"]["ending"]["title"] == end["prompt"]["title"]
    record = anna.http.get(anna.at("/record")).content
    assert "all as recorded" in verify(record, registry.find)
    assert anna.http.get("/api/tables").json()["tables"][0]["status"] == "finished"
    again = anna.post(anna.at("/rematch")).json()["table"]
    assert anna.post(anna.at("/rematch")).json()["table"] == again != table
    assert (anna.state()["rematch"], anna.state()["rematch_by"]) == (again, 0)
    anna.table = again
    assert anna.state()["seat"] == 1


def test_a_replay_shows_each_seat_what_it_knew(site: Site) -> None:
    anna = site.person()
    # Both armies stand from the first position on, and nothing of them is known to the other side there.
    anna.open(ME, RANDOM, options={"red_setup": "standard", "blue_setup": "standard"})
    anna.play_at_random(random.Random(2))
    first = anna.http.get(anna.at("/replay?n=0&as=-2")).json()
    found = {v: anna.http.get(anna.at(f"/replay?n=0&as={v}")).json() for v in (-2, -1, 0, 1)}
    seen = {viewer: each["regions"][0]["svg"] for viewer, each in found.items()}
    assert len(set(seen.values())) == 4  # everything is more than anybody's own view
    ranks = {viewer: drawn.count("#rank-") for viewer, drawn in seen.items()}
    assert ranks[-2] > max(ranks[0], ranks[1]) > ranks[-1]
    told = anna.http.get(anna.at("/replay?n=0&as=0&story=1")).json()["story"]
    assert [line["n"] for line in told] == sorted(line["n"] for line in told)
    assert anna.http.get(anna.at(f"/replay?n={first['count']}&as=0")).status_code == 422
    assert anna.http.get(anna.at("/replay?n=x&as=0")).status_code == 400


def test_picks_lead_to_an_action_and_wrong_ones_are_explained(site: Site) -> None:
    anna = site.person()
    anna.open(ME, RANDOM)
    anna.command("fill")
    anna.command("ready")
    state = anna.wait_for_turn()
    wrong = anna.play(path=["cell a4"])
    assert wrong.status_code == 422
    assert "a4 is not yours" in wrong.json()["error"]
    piece = state["next"][0]["pick"]
    more = anna.play(path=[piece]).json()
    assert more["path"] == [piece]
    assert more["prompt"]["title"]
    assert anna.play(path=[piece, "cell a4"]).status_code == 422
    assert anna.state()["name"] == state["name"]  # nothing has changed
    done = anna.play(path=[piece, more["next"][0]["pick"]]).json()
    assert done["state"]["logged"] > state["logged"]


def test_a_command_for_a_position_that_is_gone_is_not_played(site: Site) -> None:
    anna = site.person()
    anna.open(ME, LINK)
    seen = anna.state()["name"]
    assert anna.post(anna.at("/play"), at=seen, command="fill").status_code == 200
    again = anna.post(anna.at("/play"), at=seen, command="fill")
    assert again.status_code == 409
    assert len(site.hall.find(anna.table).match.history) == 1


def test_a_body_that_is_not_understood_changes_nothing(site: Site) -> None:
    anna = site.person()
    anna.open(ME, LINK)
    assert anna.post(anna.at("/play"), at="x", nonsense=1).status_code == 400
    assert (
        anna.http.post(anna.at("/play"), content=b"{", headers={"content-type": "application/json"}).status_code == 400
    )
    assert anna.play().status_code == 400
    assert anna.state()["logged"] == 0


def test_guests_sit_down_by_link_and_spectators_only_watch(site: Site) -> None:
    anna, bert, cleo = site.person(), site.person(), site.person()
    anna.open(ME, LINK)
    assert anna.state()["open_seats"] == [1]
    token = anna.invite(1)
    assert bert.post("/api/join", token="wrong").status_code == 403
    bert.table = bert.post("/api/join", token=token).json()["table"]
    assert bert.state()["seat"] == 1
    assert anna.state()["open_seats"] == []
    cleo.table = cleo.post("/api/join", token=anna.invite(-1)).json()["table"]
    assert cleo.state()["seat"] == -1
    assert cleo.play(command="fill").status_code == 422
    assert cleo.post(cleo.at("/resign")).status_code == 422
    assert bert.post(bert.at("/invite"), seat=-1).status_code == 403
    assert bert.post(bert.at("/invite"), seat=0).status_code == 422
    assert cleo.post(cleo.at("/invite"), seat=1).status_code == 403
    bert.command("fill")
    assert anna.post(anna.at("/resign")).status_code == 200
    assert bert.state()["result"]["reason"] == "resigned"


def test_a_newer_link_makes_the_older_one_worthless(site: Site) -> None:
    anna = site.person()
    table = anna.open(ME, LINK)
    old, new = anna.invite(1), anna.invite(1)
    assert site.person().post("/api/join", token=old).status_code == 403
    assert site.person(new, table).state()["seat"] == 1


def test_a_stream_sends_what_changed_and_nothing_twice(site: Site) -> None:
    anna = site.person()
    table = anna.open(ME, LINK)
    bert = site.person(anna.invite(1), table)
    bert.state()
    with anna.http.stream("GET", anna.at("/events")) as stream:
        lines = stream.iter_lines()
        first = next(line for line in lines if line.startswith("id: "))
        bert.command("fill")  # nothing that Anna can know
        anna.command("fill")
        second = next(line for line in lines if line.startswith("id: "))
        data = json.loads(next(line for line in lines if line.startswith("data: ")).removeprefix("data: "))
    assert second != first
    assert data["state"]["log"] == anna.state()["log"]
    with anna.http.stream("GET", anna.at("/events"), headers={"last-event-id": second[4:]}) as stream:
        lines = stream.iter_lines()
        anna.command("ready")
        third = next(line for line in lines if line.startswith("id: "))
    assert third not in (first, second)


def test_a_guest_with_nothing_but_a_token_has_come_when_it_asks(site: Site) -> None:
    anna = site.person()
    table = anna.open(ME, LINK, time="300")
    program, watcher = site.person(anna.invite(1), table), site.person(anna.invite(-1), table)
    watcher.state()
    assert anna.state()["open_seats"] == [1]
    assert anna.http.get("/api/tables").json()["tables"][0]["status"] == "open"
    program.state()
    assert anna.state()["open_seats"] == []
    assert anna.http.get("/api/tables").json()["tables"][0]["status"] == "running"
    assert program.http.get("/api/tables").json()["tables"][0]["id"] == table


def test_who_follows_the_table_is_shown_to_the_others(site: Site) -> None:
    anna, bert = site.person(), site.person()
    anna.open(ME, LINK)
    bert.table = bert.post("/api/join", token=anna.invite(1)).json()["table"]
    assert anna.http.get(anna.at()).json()["present"] == [False, False]
    with anna.http.stream("GET", anna.at("/events")) as mine:
        lines = (json.loads(line[6:]) for line in mine.iter_lines() if line.startswith("data: {"))
        assert next(lines)["present"] == [True, False]
        with bert.http.stream("GET", bert.at("/events")) as others:
            assert others.status_code == 200
            assert next(lines)["present"] == [True, True]
        assert next(lines)["present"] == [True, False]


def test_a_record_is_brought_along_and_watched(site: Site) -> None:
    anna, bert = site.person(), site.person()
    anna.open(ME, RANDOM)
    assert anna.http.get(anna.at("/export")).status_code == 422  # before the end it would tell everything
    anna.post(anna.at("/resign"))
    record = anna.http.get(anna.at("/record")).text
    bert.table = bert.post("/api/records", record=record).json()["table"]
    assert (bert.state()["seat"], bert.state()["result"]["reason"]) == (-1, "resigned")
    assert bert.http.get(bert.at("/record")).text == record
    assert bert.http.get(bert.at("/replay?n=0&as=1")).json()["regions"]
    assert anna.http.get(bert.at()).status_code == 403  # it is Bert's
    listed = bert.http.get("/api/tables").json()["tables"]
    assert [each["status"] for each in listed] == ["finished"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("Anna", "Otto"), "changed after it was written"),
        (lambda text: "\n".join(text.splitlines()[:1]) + "\n", "without a result"),
        (lambda text: text.replace('"game":"stratego"', '"game":"os:path"'), "os:path"),
        (lambda text: "no record", "not a line of a record"),
        (lambda text: "", "empty"),
    ],
)
def test_a_record_that_is_none_is_refused(site: Site, change: Callable[[str], str], words: str) -> None:
    anna = site.person()
    anna.open(ME, RANDOM)
    anna.post(anna.at("/resign"))
    answer = anna.post("/api/records", record=change(anna.http.get(anna.at("/record")).text))
    assert answer.status_code == 422
    assert words in answer.json()["error"]


def test_a_match_is_exported_as_one_file_that_needs_nothing_else(site: Site) -> None:
    anna = site.person()
    anna.open(ME, RANDOM, options={"red_setup": "random", "blue_setup": "random", "move_cap": "20"})
    anna.play_at_random(random.Random(6))
    answer = anna.http.get(anna.at("/export"))
    assert "attachment" in answer.headers["content-disposition"]
    page = answer.text
    assert not re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=|https?://(?!www\.w3\.org)", page)
    policy = html.unescape(re.findall(r'content-security-policy" content="([^"]*)', page)[0])
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    parts = re.findall(r'class="part" data-viewer="(-?\d+)" data-first="(\d+)" data-count="(\d+)">([^<]*)<', page)
    assert len(parts) == int(answer.headers["x-parts"])
    count = anna.http.get(anna.at("/replay?n=0&as=0")).json()["count"]
    replay = Replay(anna.http.get(anna.at("/record")).content)
    replay.names = ("Anna", "Hatchling")
    for viewer in (-2, -1, 0, 1):
        frames: list[dict[str, Any]] = []
        for who, first, length, packed in parts:
            if int(who) == viewer:
                content = json.loads(gzip.decompress(base64.b64decode(packed)))
                assert (len(frames), len(content["frames"])) == (int(first), int(length))
                frames += revive(content)
        assert len(frames) == count
        for n in (0, count // 2, count - 1):
            assert frames[n] == json.loads(json.dumps(replay.show(n, viewer, is_alone=True)))


def test_a_replay_of_everything_tells_what_only_its_player_saw(site: Site) -> None:
    anna = site.person()
    anna.open(ME, RANDOM, game="civ", preset="quick", options={"size": "8", "max_rounds": "2"})
    anna.play_at_random(random.Random(6))
    stories = {who: anna.http.get(anna.at(f"/replay?n=0&as={who}&story=1")).json()["story"] for who in (-2, -1)}
    count = anna.http.get(anna.at("/replay?n=0&as=-2")).json()["count"]
    assert len(stories[-2]) > len(stories[-1]), "spectators see next to nothing of what is hidden"
    assert any(line["text"].startswith("Anna: ") for line in stories[-2])
    assert not any(line["text"].startswith(("You ", "Your ")) for line in stories[-2])
    assert all(0 < line["n"] < count for line in stories[-2])


def revive(content: dict[str, Any]) -> Any:
    """Undo what makes a part small, as the page does."""

    def back(value: Any) -> Any:
        if isinstance(value, list):
            return [back(each) for each in value]
        if not isinstance(value, dict):
            return value
        if "$" in value:
            return "".join(content["pieces"][i] for i in value["$"])
        if "=" in value:
            return back(content["values"][value["="]])
        return {name: back(each) for name, each in value.items()}

    return back(content["frames"])


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as before:
        anna = before.person()
        table = anna.open(ME, HERE)
        anna.post(anna.at("/curtain"), seat=0)
        anna.command("fill")
        seen = anna.state()
        cookies = anna.http.cookies
    with serving(tmp_path / "tables.sqlite") as after:
        anna = after.person(table=table)
        anna.http.cookies = cookies
        assert anna.state()["kind"] == "curtain"  # the player at the screen has to confirm first
        anna.post(anna.at("/curtain"), seat=0)
        assert anna.state() == seen
        assert anna.play_at_random(random.Random(3))["result"]


def test_time_runs_only_for_those_who_can_see_the_board(site: Site) -> None:
    anna = site.person()
    anna.open(ME, HERE, time="300+2")
    assert [clock["running"] for clock in anna.http.get(anna.at()).json()["clocks"]] == [False, False]
    anna.post(anna.at("/curtain"), seat=0)
    assert [clock["running"] for clock in anna.http.get(anna.at()).json()["clocks"]] == [True, False]
    assert anna.post("/api/tables", **MICRO, seats=[ME, HERE], time="soon").status_code == 422


def test_a_player_out_of_time_loses(site: Site) -> None:
    anna = site.person()
    anna.open(ME, RANDOM, time="0.2")
    until = anna.wait_for_turn()
    while not until["result"]:
        until = anna.state()
    assert until["result"]["reason"] == "time"


def test_a_move_is_prepared_while_the_other_side_thinks(site: Site) -> None:
    owner = site.person()
    table = owner.open(LINK, LINK, preset="quick", options={"red_setup": "random", "blue_setup": "random"})
    anna, bert = (site.person(owner.invite(seat), table) for seat in (0, 1))
    assert anna.state()["ahead"] == []
    before = bert.state()
    assert before["ahead"]
    pick = before["ahead"][0]
    answer = bert.post(bert.at("/play"), at="", path=[pick], ahead=True).json()
    path = [pick, answer["next"][0]["pick"]]
    whole = bert.post(bert.at("/play"), at="", path=path, ahead=True).json()
    assert whole["next"] == []
    assert whole["prompt"]["title"]
    assert bert.state() == before  # nothing was played, and nobody is told
    assert bert.post(bert.at("/play"), at="", path=["cell a1", "cell a1"], ahead=True).status_code == 422
    assert anna.post(anna.at("/play"), at="", path=path, ahead=True).status_code == 422  # it is Anna's turn
    anna.command(anna.actions()[0])
    assert bert.play(path=path).status_code in (200, 422)  # it may have become impossible
